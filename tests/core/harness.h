// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the native tests are written with. A test is a sentence about behaviour:
//
//     TEST(a_store_over_three_nodes_keeps_the_outer_halves)
//     {
//             EXPECT(live() == 5);
//             EXPECT_AT(line, sum == wanted, "found %x, wanted %x", sum, wanted);
//     }
//
// A failed expectation is printed with its place and fails its test, which goes on. The program takes texts as
// arguments and runs the tests whose names contain one of them; without arguments, all. Its last line is `N passed, N
// failed`.

#ifndef MPL_HARNESS_H
#define MPL_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

typedef void harness_test(void);

void harness_add(const char *name, harness_test *test);
void harness_expect(const char *file, int line, const char *what, bool holds, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
// Whether an expectation of the running test has failed.
bool harness_failed(void);
// The seed of this run: the environment's SEED, else a fixed one. Printed by the first that asks.
uint64_t harness_seed(void);
// A generator of our own, the same on every platform: the next number of the sequence that 'state' stands in.
uint64_t harness_random(uint64_t *state);
// One of 0 ... 'bound' - 1.
uint64_t harness_below(uint64_t *state, uint64_t bound);

#define TEST(name)                                                                                                     \
	static void name(void);                                                                                        \
	__attribute__((constructor)) static void add_##name(void) { harness_add(#name, name); }                        \
	static void name(void)

#define EXPECT(condition) harness_expect(__FILE__, __LINE__, #condition, condition, "%s", "")
#define EXPECT_AT(at_line, condition, ...) harness_expect(__FILE__, at_line, #condition, condition, __VA_ARGS__)
#define EXPECT_SAYS(condition, ...) harness_expect(__FILE__, __LINE__, #condition, condition, __VA_ARGS__)

#endif

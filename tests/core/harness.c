// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs the tests of one program. See harness.h.

#include "harness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TESTS_MAX 512
#define FAILURES_SHOWN 10

static struct {
	const char *name;
	harness_test *test;
} tests[TESTS_MAX];

static unsigned test_count;
static unsigned failures; // Of the running test.

void harness_add(const char *name, harness_test *test)
{
	if (test_count == TESTS_MAX)
		abort();
	tests[test_count].name = name;
	tests[test_count++].test = test;
}

void harness_expect(const char *file, int line, const char *what, bool holds, const char *format, ...)
{
	va_list arguments;

	if (holds)
		return;
	if (failures++ >= FAILURES_SHOWN)
		return;
	printf("%s:%d: not so: %s\n  ", file, line, what);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

bool harness_failed(void) { return failures != 0; }

uint64_t harness_seed(void)
{
	static uint64_t seed;
	const char *text = getenv("SEED");

	if (!seed) {
		seed = text && *text ? strtoull(text, NULL, 0) : 616;
		seed += !seed;
		printf("SEED=%" PRIu64 "\n", seed);
	}
	return seed;
}

// SplitMix64.
uint64_t harness_random(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint64_t harness_below(uint64_t *state, uint64_t bound) { return harness_random(state) % bound; }

static bool wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strstr(name, argv[i]))
			return true;
	}
	return argc < 2;
}

int main(int argc, char **argv)
{
	unsigned passed = 0, failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (unsigned i = 0; i < test_count; i++) {
		if (!wanted(tests[i].name, argc, argv))
			continue;
		failures = 0;
		tests[i].test();
		if (failures)
			printf("FAILED %s (%u)\n", tests[i].name, failures);
		passed += !failures;
		failed += failures != 0;
	}
	printf("%u passed, %u failed\n", passed, failed);
	// A filter may leave a program without tests; by itself it has some.
	return failed || (argc < 2 && !passed);
}

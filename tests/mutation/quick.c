// SPDX-License-Identifier: GPL-2.0-or-later
//
// The quick tests: the C tests of tests/core, some worlds of tests/soak and some forks in one program that ends at the
// first thing that is not so. It stands in the place of tests/core/harness.c. `npm run mutate` runs it on one mutant
// after another.
//
//     quick              all tests, with the milliseconds of processor time that each took
//     quick NAME...      these, in this order
//     quick replay       the golden driver (tests/core/replay.c)

#define _POSIX_C_SOURCE 200809L // fork

#include "harness.h"

#include "fork_cases.h"
#include "mm_play.h"
#include "world.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

#define TESTS_MAX 1024
#define WORLDS 60
#define MEMORY_WORLDS 400u
#define MEMORY_ACTS 150u

int replay_main(int argc, char **argv);

static struct {
	const char *name;
	harness_test *test;
} tests[TESTS_MAX];

static unsigned test_count;

void harness_add(const char *name, harness_test *test)
{
	if (test_count == TESTS_MAX)
		abort();
	tests[test_count].name = name;
	tests[test_count++].test = test;
}

void harness_expect(const char *file, int line, const char *what, bool holds, const char *format, ...)
{
	if (holds)
		return;
	(void)format;
	printf("%s:%d: not so: %s\n", file, line, what);
	exit(1);
}

bool harness_failed(void) { return false; }
uint64_t harness_seed(void) { return 616; }

// SplitMix64, as in harness.c.
uint64_t harness_random(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint64_t harness_below(uint64_t *state, uint64_t bound) { return harness_random(state) % bound; }

// Processor time of the tests so far.
static double milliseconds(void)
{
	struct tms now;

	times(&now);
	return (double)(now.tms_cutime + now.tms_cstime) * 1000 / (double)sysconf(_SC_CLK_TCK);
}

static void run_worlds(void)
{
	for (uint64_t world = 0; world < WORLDS; world++)
		world_run(616, world, NULL);
}

static void run_memory_worlds(void)
{
	for (uint64_t world = 0; world < MEMORY_WORLDS; world++) {
		struct mm_manner manner = mm_manner_of(world);
		uint64_t dice = 616 + world;

		mm_play_begin();
		struct mm_act act = {0};
		unsigned done = 0;
		char text[256];

		for (; done < MEMORY_ACTS; done++) {
			act = mm_act_draw(&dice, &manner);
			if (!mm_play(&act))
				break;
		}
		if (mm_play_wrong()[0] || !mm_play_end()) {
			mm_act_tell(&act, text, sizeof(text));
			printf("world %" PRIu64 ", act %u, %s: %s\n", world, done, text, mm_play_wrong());
			exit(1);
		}
	}
}

static void run_forks(void)
{
	if (fork_cases(FORK_CASES_FEW))
		exit(1);
}

// Each in a process of its own, as fresh as this one, which ends if it fails.
static void run_one(unsigned at)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (!child) {
		tests[at].test();
		exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status) {
		printf("FAILED %s\n", tests[at].name);
		exit(1);
	}
}

static void run_named(const char *name)
{
	for (unsigned i = 0; i < test_count; i++) {
		if (!strcmp(tests[i].name, name)) {
			run_one(i);
			return;
		}
	}
	printf("there is no test %s\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "replay"))
		return replay_main(1, argv);
	harness_add("worlds", run_worlds);
	harness_add("memory_worlds", run_memory_worlds);
	harness_add("forks_simulated", run_forks);
	for (int i = 1; i < argc; i++)
		run_named(argv[i]);
	for (unsigned i = 0; argc < 2 && i < test_count; i++) {
		double start = milliseconds();

		run_one(i);
		printf("%.1f %s\n", milliseconds() - start, tests[i].name);
	}
	return 0;
}

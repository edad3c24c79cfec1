// SPDX-License-Identifier: GPL-2.0-or-later
//
// The loops of labs as a program of this machine: `npm run lab -- NAME --engine native` starts it once for all ways of
// one thing that it compares. They take turns; a line a repeat has the nanoseconds an operation of each: of a fork by
// duplication, by bulk load and by one store for each entry; of the maple tree, the red-black tree and the std::map; of
// the page copy with its check inlined and called.
//
//     timed fork LAYOUT ENTRIES REPEATS LAP_MS WARM_MS
//     timed tree RANGES SEED WHAT REPEATS LAP_MS WARM_MS
//     timed copy ENTRIES PRESENT SPECIAL SEED REPEATS LAP_MS WARM_MS

#define _POSIX_C_SOURCE 199309L // clock_gettime().

#include "copy.h"
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ARGUMENTS 7
#define ROUNDS_MAX (1u << 30)

static uint32_t argument[ARGUMENTS];

static uint32_t run_fork(uint32_t way, uint32_t rounds) { return mpl_bench_fork(way, rounds); }
static uint32_t run_tree(uint32_t way, uint32_t rounds) { return mpl_bench_tree(way, argument[2], rounds); }
static uint32_t run_copy(uint32_t way, uint32_t rounds)
{
	return way ? mpl_copy_called(rounds) : mpl_copy_inlined(rounds);
}

struct way {
	uint32_t (*run)(uint32_t way, uint32_t rounds);
	uint32_t number, rounds;
};

static double now_ms(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

// Laps of ever more rounds, until one lasts 'lap_ms' and all of them 'warm_ms'. Nanoseconds an operation of that one; 0
// if an operation failed, or if no lap lasts so long.
static double lap(struct way *way, double lap_ms, double warm_ms)
{
	for (double spent = 0;;) {
		double from = now_ms(), ms;
		uint32_t count = way->run(way->number, way->rounds);

		ms = now_ms() - from;
		spent += ms;
		if (!count)
			return 0;
		if (ms >= lap_ms && spent >= warm_ms)
			return ms * 1e6 / count;
		if (ms < lap_ms && way->rounds >= ROUNDS_MAX)
			return 0;
		if (ms < lap_ms)
			way->rounds *= 2;
	}
}

// Warms all ways up, then repeats them in turns.
static int time_all(uint32_t (*run)(uint32_t, uint32_t), uint32_t count, const uint32_t *behind)
{
	uint32_t repeats = behind[0];
	double lap_ms = behind[1], warm_ms = behind[2];
	struct way ways[MPL_BENCH_WHICHES];

	for (uint32_t i = 0; i < count; i++) {
		ways[i] = (struct way){ .run = run, .number = i, .rounds = 1 };
		if (lap(&ways[i], lap_ms, warm_ms) == 0)
			return 1;
	}
	for (uint32_t done = 0; done < repeats; done++)
		for (uint32_t i = 0; i < count; i++) {
			double ns = lap(&ways[i], lap_ms, 0);

			if (ns == 0)
				return 1;
			printf(i + 1 < count ? "%.6f " : "%.6f\n", ns);
		}
	return 0;
}

int main(int argc, char **argv)
{
	int count = argc - 2;
	const uint32_t *behind;

	if (count < 1 || count > ARGUMENTS)
		return 2;
	for (int i = 0; i < count; i++)
		argument[i] = (uint32_t)strtoul(argv[i + 2], NULL, 10);
	behind = argument + count - 3;
	if (!strcmp(argv[1], "fork") && count == 5)
		return mpl_bench_build(argument[0], argument[1]) || time_all(run_fork, MPL_BENCH_BYS, behind);
	if (!strcmp(argv[1], "tree") && count == 6)
		return mpl_bench_trees(argument[0], argument[1]) || time_all(run_tree, MPL_BENCH_WHICHES, behind);
	if (!strcmp(argv[1], "copy") && count == 7)
		return mpl_copy_prepare(argument[0], argument[1], argument[2], argument[3]) ||
		       time_all(run_copy, 2, behind);
	return 2;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The loops of labs as a program of this machine: `npm run lab -- NAME --engine native` starts it once for each thing
// that is timed and reads nanoseconds an operation from it, one line a repeat.
//
//     timed fork LAYOUT ENTRIES BY REPEATS LAP_MS WARM_MS
//     timed tree RANGES SEED WHICH WHAT REPEATS LAP_MS WARM_MS
//     timed copy ENTRIES PRESENT SPECIAL SEED CALLED REPEATS LAP_MS WARM_MS

#define _POSIX_C_SOURCE 199309L // clock_gettime().

#include "copy.h"
#include "timed.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ARGUMENTS 8

static uint32_t argument[ARGUMENTS];

static uint32_t run_fork(uint32_t rounds) { return mpl_timed_fork(argument[2], rounds); }
static uint32_t run_tree(uint32_t rounds) { return mpl_timed_tree(argument[2], argument[3], rounds); }
static uint32_t run_copy(uint32_t rounds)
{
	return argument[4] ? mpl_copy_called(rounds) : mpl_copy_inlined(rounds);
}

static double now_ms(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

// Laps of as many rounds as last 'lap_ms'; those of the first 'warm_ms' do not count.
static int time_all(uint32_t (*run)(uint32_t), uint32_t repeats, double lap_ms, double warm_ms)
{
	uint32_t rounds = 1;
	double warmed = 0;

	for (uint32_t done = 0; done < repeats;) {
		double from = now_ms(), ms;
		uint32_t count = run(rounds);

		ms = now_ms() - from;
		if (!count)
			return 1;
		if (warmed >= warm_ms && ms >= lap_ms) {
			printf("%.6f\n", ms * 1e6 / count);
			done++;
			continue;
		}
		warmed += ms;
		if (ms < lap_ms && rounds < 1u << 24)
			rounds *= 2;
		else if (warmed >= warm_ms)
			lap_ms = ms < lap_ms ? ms : lap_ms;
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
	if (!strcmp(argv[1], "fork") && count == 6)
		return mpl_timed_build(argument[0], argument[1]) || time_all(run_fork, behind[0], behind[1], behind[2]);
	if (!strcmp(argv[1], "tree") && count == 7)
		return mpl_timed_trees(argument[0], argument[1]) || time_all(run_tree, behind[0], behind[1], behind[2]);
	if (!strcmp(argv[1], "copy") && count == 8)
		return mpl_copy_prepare(argument[0], argument[1], argument[2], argument[3]) ||
		       time_all(run_copy, behind[0], behind[1], behind[2]);
	return 2;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Times the workloads natively: `workloads NUMBER SIZE RUNS` prints the nanoseconds per operation of each run, a line
// each, after two runs that are not counted.

#define _POSIX_C_SOURCE 200809L

#include "workloads.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WARM_UPS 2

static double now_ns(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

// One run; negative if the core refused or a node leaked.
static double run_once(uint32_t workload, uint32_t size)
{
	double start, end;
	uint32_t count;

	if (bench_prepare(workload, size))
		return -1;
	start = now_ns();
	count = bench_run();
	end = now_ns();
	return bench_finish() || !count ? -1 : (end - start) / count;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: %s NUMBER SIZE RUNS\n", argv[0]);
		return 2;
	}
	for (int run = -WARM_UPS; run < atoi(argv[3]); run++) {
		double ns = run_once((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]));

		if (ns < 0)
			return 1;
		if (run >= 0)
			printf("%.3f\n", ns);
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Times one workload natively, and what it is compared with beside it, in turns:
//
//     workloads WORKLOAD GAPS ENTRIES RIVAL USED WARM-UPS RUNS
//
// numbers as in workloads.h and rival.h. From CORE_RIVALS on RIVAL is another workload of the core itself: CORE_RIVALS
// + 2 * workload + gaps. USED: entries for bench_use() and rival_use(), 0 for none. Prints one line of JSON:
// nanoseconds per operation of each run that counts, the sums that show whether the results are right, and the number
// of nodes after the last run.

#define _POSIX_C_SOURCE 200809L

#include "rival.h"
#include "workloads.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS_MAX 100
#define CORE_RIVALS 64u

enum argument { WORKLOAD, GAPS, ENTRIES, RIVAL, USED, WARM_UPS, RUNS, ARGUMENTS };

static uint32_t arguments[ARGUMENTS];

struct side {
	double ns[RUNS_MAX];
	uint64_t sum;
	uint32_t count;
	uint32_t nodes;
};

static double now_ns(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

// One run of a workload of the core; 1 if it refused or a node leaked.
static int run_core(uint32_t workload, uint32_t gaps, struct side *core, double *ns)
{
	double start, end;

	if (bench_prepare(workload, gaps, arguments[ENTRIES]))
		return 1;
	start = now_ns();
	core->count = bench_run();
	end = now_ns();
	*ns = (end - start) / core->count;
	core->sum = bench_sum();
	core->nodes = bench_nodes();
	return bench_finish() || !core->count;
}

static int run_rival(struct side *rival, uint32_t nodes, double *ns)
{
	uint32_t own = arguments[RIVAL] - CORE_RIVALS;
	double start, end;

	if (arguments[RIVAL] >= CORE_RIVALS)
		return run_core(own / 2, own % 2, rival, ns);
	if (rival_prepare((enum rival)arguments[RIVAL], arguments[WORKLOAD], arguments[ENTRIES], nodes))
		return 1;
	start = now_ns();
	rival->count = rival_run();
	end = now_ns();
	*ns = (end - start) / rival->count;
	rival->sum = rival_sum();
	rival_finish();
	return !rival->count;
}

// The nodes of one tree: after copying there are the source and its copies.
static uint32_t nodes_of_one(const struct side *core)
{
	uint32_t workload = arguments[WORKLOAD];
	bool copied = (workload >= BENCH_DUP && workload <= BENCH_STORES) || workload == BENCH_COPY_NODES;

	return copied ? core->nodes / (bench_copies(arguments[ENTRIES]) + 1) : core->nodes;
}

static void print_side(const char *name, const struct side *side, int runs)
{
	printf("\"%s\": {\"count\": %" PRIu32 ", \"sum\": \"%016" PRIx64 "\", \"nodes\": %" PRIu32 ", \"ns\": [", name,
	       side->count, side->sum, side->nodes);
	for (int run = 0; run < runs; run++)
		printf("%s%.4f", run ? ", " : "", side->ns[run]);
	printf("]}");
}

int main(int argc, char **argv)
{
	static struct side core, rival;
	int runs;

	if (argc != 1 + ARGUMENTS) {
		fprintf(stderr, "usage: %s WORKLOAD GAPS ENTRIES RIVAL USED WARM-UPS RUNS\n", argv[0]);
		return 2;
	}
	for (int i = 0; i < ARGUMENTS; i++)
		arguments[i] = (uint32_t)strtoul(argv[i + 1], NULL, 10);
	runs = (int)arguments[RUNS];
	if (runs < 1 || runs > RUNS_MAX || !arguments[ENTRIES])
		return 2;
	if (arguments[USED]) {
		if (bench_use(arguments[USED], arguments[GAPS]))
			return 1;
		rival_use(arguments[USED]);
	}
	for (int run = -(int)arguments[WARM_UPS]; run < runs; run++) {
		int at = run < 0 ? 0 : run;

		if (run_core(arguments[WORKLOAD], arguments[GAPS], &core, &core.ns[at]))
			return 1;
		if (arguments[RIVAL] && run_rival(&rival, nodes_of_one(&core), &rival.ns[at]))
			return 1;
	}
	core.nodes = nodes_of_one(&core);
	printf("{");
	print_side("core", &core, runs);
	if (arguments[RIVAL]) {
		printf(", ");
		print_side("rival", &rival, runs);
	}
	printf("}\n");
	return 0;
}

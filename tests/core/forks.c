// SPDX-License-Identifier: GPL-2.0-or-later
//
// The simulation of forks (fork_cases.c) as a program.
//
//     forks          some numbers of VMAs
//     forks long     all of them

#include "fork_cases.h"
#include "fork_stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	unsigned failed = fork_cases(argc > 1 && !strcmp(argv[1], "long") ? FORK_CASES_ALL : FORK_CASES_SOME);

	printf("%" PRIu64 " forks, %" PRIu64 " of them failed, %" PRIu64 " markers, %" PRIu64 " VMAs put in, %" PRIu64
	       " removed again, %" PRIu64 " tables lost by the wrong ceiling\n",
	       stage_counts.forks, stage_counts.failed, stage_counts.markers, stage_counts.replaced, stage_counts.removed,
	       stage_counts.tables_left);
	for (unsigned point = 1; point <= 12; point++)
		printf("F%u %" PRIu64 "%s", point, stage_counts.by_point[point], point < 12 ? ", " : "\n");
	printf("%u passed, %u failed\n", FORK_CASES_TESTS - failed, failed);
	return failed != 0;
}

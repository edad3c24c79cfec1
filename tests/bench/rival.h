// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the core is compared with in the same process: std::map from the first index of a range to its last index and
// its value, and plain copying of as many bytes. The protocol is that of workloads.h.

#ifndef BENCH_RIVAL_H
#define BENCH_RIVAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rival {
	RIVAL_NONE,
	RIVAL_BUILD,   // n insertions in random order
	RIVAL_ASCEND,  // n insertions at the end, which is given as a hint
	RIVAL_LOOKUP,  // n searches by upper_bound() at random places, half of them holes
	RIVAL_ITERATE, // one walk over n entries
	RIVAL_ERASE,   // n removals in random order, until nothing is left
	RIVAL_COPY,    // copies of a map of n entries
	RIVAL_MEMCPY,  // malloc(256) and memcpy() for as many nodes as the tree of the workload has
	RIVAL_CHASE,   // n reads, each of a random node of as many as the tree has, each after the one before
	RIVALS,
};

// What bench_use() does to the slab, done to the heap. On a smooth heap std::map inserts and iterates several times
// faster than on a used one; without this call every run begins with a smooth one.
void rival_use(uint32_t entries);
// 'workload' says which ranges; 'nodes' is the number of nodes for the last two.
int rival_prepare(enum rival rival, uint32_t workload, uint32_t n, uint32_t nodes);
uint32_t rival_run(void);
// Equal to bench_sum() wherever both did the same; 0 for the last two.
uint64_t rival_sum(void);
void rival_finish(void);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the bench times: the same loops over the core's public API in a native program and in a WebAssembly module.
// Nothing here reads a clock; who calls bench_run() times it.

#ifndef BENCH_WORKLOADS_H
#define BENCH_WORKLOADS_H

#include <stdint.h>

// A range of the source: 8 indexes wide with 8 free behind, as spec/06 has it.
enum bench_workload {
	BENCH_ASCENDING, // n stores of such ranges, ascending, into an empty tree
	BENCH_RANDOM,    // n stores of 1 to 8 indexes at random places over a tree of n such ranges
	BENCH_LOADS,     // n loads at random places of that tree, half of them free
	BENCH_DUP,       // 64 duplicates of a tree of n entries with gaps tracked
	BENCH_BULK,      // 64 bulk loads of the same entries, each into an empty tree
	BENCH_STORES,    // 64 times one store for each of the same entries
	BENCH_WORKLOADS,
};

// Builds what the workload starts from. The tree of the last three has ranges 8 wide and 8 free behind, each fourth one
// 16 wide without. 0, or 1 if the core refused.
int32_t bench_prepare(uint32_t workload, uint32_t n);
// The timed part. The number of operations (for the last three: of entries copied), 0 if one failed.
uint32_t bench_run(void);
// Destroys all trees. The number of nodes that are still out: 0 unless something leaked.
uint32_t bench_finish(void);

#endif

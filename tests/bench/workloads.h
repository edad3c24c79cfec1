// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the bench times: the same loops over the core's public interface in a native program and in a WebAssembly
// module. Nothing here reads a clock; who calls bench_run() times it.

#ifndef BENCH_WORKLOADS_H
#define BENCH_WORKLOADS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A range is 8 indexes wide with 8 free behind, at 16 times its number, unless something else is said.
enum bench_workload {
	BENCH_ASCENDING,    // n stores of such ranges, ascending, into an empty tree
	BENCH_CONTIGUOUS,   // n stores of single indexes, ascending without holes, into an empty tree
	BENCH_RANDOM_STORE, // n stores of 1 to 8 indexes at random places over a tree of n ranges
	BENCH_RANDOM_BUILD, // n stores of n ranges in random order, into an empty tree
	BENCH_LOAD,         // n loads at random places of a tree of n ranges, half of them free
	BENCH_ITERATE,      // one walk over the n ranges of a tree
	BENCH_ERASE,        // n erases, in random order, until a tree of n ranges is empty
	BENCH_DUP,          // duplicates of a tree of n ranges; here and below each fourth range is 16 wide without a hole
	BENCH_BULK,         // a walk over that tree with a bulk load of what is found, into an empty tree
	BENCH_STORES,       // the same with one store for each
	BENCH_DESTROY,      // the end of duplicates
	BENCH_RCU_DESTROY,  // the same in RCU mode, with the grace period that frees them
	BENCH_FOR_EACH,     // one mt_for_each() over the n ranges of such a tree: each step walks from the root
	BENCH_COPY_NODES,   // memcpy() of the nodes of such a tree over the nodes of its duplicates: the least that dup costs
	BENCH_CHURN,        // n times: erases a random range, and allocates 1 to 16 indexes from above, as munmap() and mmap()
	BENCH_RCU_CHURN,    // the same in RCU mode, with a grace period after each 64th
	BENCH_WORKLOADS,
};

// Most entries; the order in which they are stored or erased is kept in a table of that many.
#ifdef __wasm__
#define BENCH_ENTRIES_MAX 1000000u
#else
#define BENCH_ENTRIES_MAX 10000000u
#endif
// How many copies of n entries one run makes: 64, fewer of large trees, so that they stay in a cache of some 16 MiB.
uint32_t bench_copies(uint32_t n);
// The next of a reproducible sequence of random words, and a reproducible shuffling of 0 ... n-1.
uint64_t bench_random(uint64_t *state);
const uint32_t *bench_order(uint32_t n, uint64_t state);
// First and last index of entry 'i' of a workload.
uint64_t bench_first(uint32_t workload, uint32_t i);
uint64_t bench_last(uint32_t workload, uint32_t i);
// One step of the sum over contents that the core, std::map and the tests agree on.
uint64_t bench_mix(uint64_t sum, uint64_t first, uint64_t last, uint64_t value);

// Leaves memory as if it had been in use for long: builds a tree of so many ranges and erases them, both in random
// order, so that free nodes lie scattered over all of it. For once, at the start.
int32_t bench_use(uint32_t entries, uint32_t gaps);
// Builds what the workload starts from, with gaps tracked or not. 0, or 1 if the core refused.
int32_t bench_prepare(uint32_t workload, uint32_t gaps, uint32_t n);
// The timed part. The number of operations (when copying: of entries copied), 0 if one failed.
uint32_t bench_run(void);
// What came of it: a sum over the contents of the tree or the last copy, or over the values met.
uint64_t bench_sum(void);
// Nodes out of the allocator now.
uint32_t bench_nodes(void);
// Destroys all trees. The number of nodes that are still out: 0 unless something leaked.
uint32_t bench_finish(void);

#ifdef __cplusplus
}
#endif

#endif

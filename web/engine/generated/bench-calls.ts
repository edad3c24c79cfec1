// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The functions of core/bench/bench.def and core/bench/copy.def. */
export interface BenchCalls {
  readonly mpl_bench_build: (layout: number, n: number) => number;
  readonly mpl_bench_fork: (by: number, rounds: number) => number;
  readonly mpl_bench_child: (by: number) => number;
  readonly mpl_bench_trees: (n: number, seed: number) => number;
  readonly mpl_bench_tree: (which: number, what: number, rounds: number) => number;
  readonly mpl_bench_sum: () => bigint;
  readonly mpl_bench_end: () => number;
  readonly mpl_copy_prepare: (n: number, present: number, special: number, seed: number) => number;
  readonly mpl_copy_inlined: (rounds: number) => number;
  readonly mpl_copy_called: (rounds: number) => number;
  readonly mpl_copy_check: (address: bigint, entry: bigint) => number;
  readonly mpl_copy_counted: () => number;
  readonly mpl_copy_sum: () => bigint;
}

/** Most entries of a fork, and of a page copy. */
export const BENCH = { ENTRIES_MAX: 2000000, COPY_ENTRIES_MAX: 1048576 } as const;

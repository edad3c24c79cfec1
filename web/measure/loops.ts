// SPDX-License-Identifier: GPL-2.0-or-later
//
// The loops of core/bench: as WebAssembly, or natively if the bench does so.

import type { Core } from '../engine/core/wasm';
import type { BenchCalls } from '../engine/generated/bench-calls';
import type { Bench, Timing, Turn } from './bench';

export const LAYOUTS = ['holes', 'contiguous', 'downwards'] as const;
export type Layout = (typeof LAYOUTS)[number];
export const FORK_WAYS = ['dup', 'bulk', 'stores'] as const;
export type ForkWay = (typeof FORK_WAYS)[number];
export const TREES = ['maple', 'red-black', 'std::map'] as const;
export type TreeName = (typeof TREES)[number];
export const TREE_LOOPS = ['load', 'iterate', 'change', 'copy'] as const;
export type TreeLoop = (typeof TREE_LOOPS)[number];

/** Why a loop gave no number. */
const NO_MEMORY = 'The core has no memory for so many entries.';

export function benchCalls(core: Core): BenchCalls {
  return core.calls as typeof core.calls & BenchCalls;
}

function counted(count: number): number {
  if (count === 0) throw new Error(NO_MEMORY);
  return count >>> 0;
}

/** The tree work of one fork and of its child's exit, by each way, in nanoseconds an entry. */
export async function timeForks(bench: Bench, layout: Layout, n: number, turn?: Turn): Promise<readonly Timing[]> {
  const { native } = bench;
  const number = LAYOUTS.indexOf(layout);
  if (native !== null) return native(['fork', number, n]);
  const calls = benchCalls(await bench.core('bench'));
  if (calls.mpl_bench_build(number, n) !== 0) throw new Error(NO_MEMORY);
  const times = await bench.time(
    FORK_WAYS.map((_, way) => ({ run: (rounds: number) => counted(calls.mpl_bench_fork(way, rounds)) })),
    turn,
  );
  calls.mpl_bench_end();
  return times;
}

/** A loop over a maple tree, a red-black tree and a std::map of the same ranges, in nanoseconds an operation. */
export async function timeTrees(
  bench: Bench,
  n: number,
  seed: number,
  loop: TreeLoop,
): Promise<Readonly<Record<TreeName, Timing>>> {
  const what = TREE_LOOPS.indexOf(loop);
  const { native } = bench;
  if (native !== null) return byTree(await native(['tree', n, seed, what]));
  const calls = benchCalls(await bench.core('bench'));
  if (calls.mpl_bench_trees(n, seed) !== 0) throw new Error(NO_MEMORY);
  const times = await bench.time(
    TREES.map((_, which) => ({ run: (rounds: number) => counted(calls.mpl_bench_tree(which, what, rounds)) })),
  );
  calls.mpl_bench_end();
  return byTree(times);
}

function byTree([maple, redBlack, map]: readonly Timing[]): Readonly<Record<TreeName, Timing>> {
  if (maple === undefined || redBlack === undefined || map === undefined) throw new Error('three trees are timed');
  return { maple, 'red-black': redBlack, 'std::map': map };
}

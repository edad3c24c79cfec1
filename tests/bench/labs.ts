// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the labs time, as ratios of what ran in turns: their small settings, or sizes that the threads published.

import { nodeBench } from '../../web/cli/lab';
import { lab as copyLab, timeCopies } from '../../web/labs/pagecopy';
import { timesAsLong, type Timing } from '../../web/measure/bench';
import { timeForks, timeTrees, TREE_LOOPS } from '../../web/measure/loops';
import { usualValues } from '../../web/measure/values';

export interface LabRatio {
  /** What takes how many times as long as what. */
  readonly name: string;
  readonly entries: number;
  /** Median of the ratios repeat by repeat, and their quartiles. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const SEED = 7;

/** `quick`: three repeats of small sizes. */
export async function measureLabs(quick: boolean): Promise<readonly LabRatio[]> {
  const bench = nodeBench(quick ? 3 : 9);
  const entries = quick ? 421 : 6421;
  const ratioOf = (name: string, one: Timing | undefined, other: Timing | undefined, n: number): LabRatio => {
    if (one === undefined || other === undefined) throw new Error(`${name}: nothing was timed`);
    const { ns, low, high } = timesAsLong(one, other);
    return { name, entries: n, ratio: ns, low, high };
  };
  const [dup, bulk, stores] = await timeForks(bench, 'downwards', entries);
  const rows = [
    ratioOf('fork: bulk load / duplication', bulk, dup, entries),
    ratioOf('fork: one store per VMA / duplication', stores, dup, entries),
  ];
  for (const loop of TREE_LOOPS) {
    const times = await timeTrees(bench, entries, SEED, loop);
    rows.push(ratioOf(`${loop}: maple tree / red-black tree`, times.maple, times['red-black'], entries));
  }
  const values = quick ? copyLab.small : usualValues(copyLab);
  const [inlined, called] = await timeCopies(bench, values);
  return [...rows, ratioOf('page copy: check called / inlined', called, inlined, Number(values['n']))];
}

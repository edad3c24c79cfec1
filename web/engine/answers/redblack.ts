// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree after a step beside a red-black tree, and a std::map, of the same ranges, counted in the module lines.
// The run's own core is only read: what is counted is a copy.

import { ZERO } from '../../base/index64';
import { shuffled, splitMix64, type Random } from '../../base/random';
import type { StoredRange, TreeHandle } from '../../model/machine';
import type { AnswerProgress } from '../../model/questions';
import {
  CACHE_SHAPE,
  type CountedTree,
  type LinesOfOne,
  type LinesUsed,
  type NotCompared,
  type RedBlackQuestion,
  type RedBlackComparison,
  type Spread,
} from '../../model/redblack';
import { cachelinesOver, type Counted, type CachelinesCore, type RivalName } from '../core/cachelines';
import { machineOver } from '../core/machine';
import type { Core } from '../core/wasm';
import { CACHELINES } from '../generated/cachelines-calls';
import { NODE } from '../../model/generated/node';
import { placeCount } from '../core/heap';
import type { Answering } from '../time/answer-context';

const LOOKUPS_MOST = 10_000;
const CHANGES_MOST = 1_000;
/** Operations between two looks at the clock. */
const BATCH = 256;

export const redBlack: Answering<'redBlack'> = function* ({ core, time, treesAt }, asked, lines) {
  const tree = treesAt(asked.step).find(({ name }) => name === asked.tree);
  if (tree === undefined) return { kind: 'missing' };
  if (lines === null) throw new Error('the module that counts lines is not there');
  time.goTo(asked.step);
  return yield* comparedWithRedBlack(core, lines, tree.handle, asked);
};

/** Compares a tree of `core` as it is now. `core` is read before the first yield, and not afterwards. */
export function* comparedWithRedBlack(
  core: Core,
  linesCore: Core,
  tree: TreeHandle,
  asked: Omit<RedBlackQuestion, 'step' | 'tree'>,
): Generator<AnswerProgress, RedBlackComparison | NotCompared> {
  const { cache = CACHE_SHAPE, order = 'shuffled', seed = 1, lookups = LOOKUPS_MOST } = asked;
  const lines = cachelinesOver(linesCore);
  const tooLarge: NotCompared = { kind: 'too large', most: CACHELINES.RECORDS_MAX, places: CACHELINES.PLACES_MAX };
  if (!lines.setCache(cache.line, cache.ways, cache.kib)) return { kind: 'no such cache' };
  if (placeCount(core) > CACHELINES.PLACES_MAX || !lines.copyTrees(core)) return tooLarge;
  const machine = machineOver(linesCore);
  const { facts, findings } = machine.examine(tree);
  if (findings.some(({ excused }) => !excused)) return { kind: 'damaged' };
  if (facts.entries > CACHELINES.RECORDS_MAX) return tooLarge;
  const ranges = [...machine.ranges(tree, ZERO)];
  const [range] = ranges;
  if (range === undefined) return { kind: 'empty' };
  // A tree that was written over refuses operations, even if what was written is in order.
  if (lines.load(tree, range.first) !== range.word) return { kind: 'damaged' };
  const random = splitMix64(BigInt(seed));
  const filling = order === 'shuffled' ? shuffledRanges(ranges, random) : ranges;
  const wanted = { lookups: picked(ranges, lookups, random), changes: picked(ranges, CHANGES_MOST, random) };
  const trees = asked.stdMap === true ? 3 : 2;
  const total = { done: 0, of: trees * (3 * wanted.lookups.length + 4 * wanted.changes.length) };
  const depth = { least: facts.height, mean: facts.height, most: facts.height };
  const count = ranges.length;
  const rival = (name: RivalName): Generator<AnswerProgress, CountedTree> =>
    countedRival(lines, name, filling, wanted, total);
  return {
    kind: 'compared',
    ranges: count,
    cache,
    order,
    seed,
    lookups: wanted.lookups.length,
    changes: wanted.changes.length,
    maple: {
      depth,
      nodes: facts.nodes,
      bytesPerRange: (facts.nodes * NODE.BYTES) / count,
      ...(yield* counted(lines, tree, wanted, total)),
    },
    redBlack: yield* rival('red-black'),
    stdMap: asked.stdMap === true ? yield* rival('std::map') : null,
    record: { bytes: CACHELINES.RECORD_BYTES, links: CACHELINES.LINK_BYTES },
    mapNode: { bytes: CACHELINES.MAP_NODE_BYTES, place: CACHELINES.MAP_PLACE_BYTES },
    recordLines: 1,
  };
}

/** Fills a rival with the ranges in this order, and counts. */
function* countedRival(
  lines: CachelinesCore,
  rival: RivalName,
  ranges: readonly StoredRange[],
  wanted: Wanted,
  progress: Progress,
): Generator<AnswerProgress, CountedTree> {
  lines.clear(rival);
  for (const { first, last, word } of ranges)
    if (!lines.fill(rival, first, last, word)) throw new Error('a rival has refused a range');
  return {
    depth: {
      least: lines.depth(rival, 'least'),
      mean: lines.depth(rival, 'sum') / ranges.length,
      most: lines.depth(rival, 'most'),
    },
    nodes: ranges.length,
    bytesPerRange: rival === 'red-black' ? CACHELINES.LINK_BYTES : CACHELINES.MAP_PLACE_BYTES,
    ...(yield* counted(lines, rival, wanted, progress)),
  };
}

function shuffledRanges(ranges: readonly StoredRange[], random: Random): readonly StoredRange[] {
  return [...shuffled(ranges.length, random)].map((k) => ranges[k]!);
}

/** All of them in a shuffled order, or `most` picked among them, some perhaps twice. */
function picked(ranges: readonly StoredRange[], most: number, random: Random): readonly StoredRange[] {
  if (ranges.length <= most) return shuffledRanges(ranges, random);
  return Array.from({ length: most }, () => ranges[Number(random.next() % BigInt(ranges.length))]!);
}

// ---- Counting ----

interface Wanted {
  readonly lookups: readonly StoredRange[];
  readonly changes: readonly StoredRange[];
}

interface Progress {
  done: number;
  readonly of: number;
}

/** Everything that is counted of one tree, which holds the same ranges afterwards. */
function* counted(
  lines: CachelinesCore,
  which: Counted,
  { lookups, changes }: Wanted,
  progress: Progress,
): Generator<AnswerProgress, Omit<CountedTree, 'depth' | 'nodes' | 'bytesPerRange'>> {
  lines.emptyCache();
  lines.iterate(which);
  const iterate = usedByOne(lines);
  const load = ({ first, word }: StoredRange): void => {
    if (lines.load(which, first) !== word) throw new Error('a lookup has found another entry than the range map has');
  };
  const [cold, warm] = [[new Sums()], [new Sums()]];
  yield* round(lookups, [load], cold, lines, progress, true);
  yield* round(lookups, [load], [new Sums()], lines, progress, false);
  yield* round(lookups, [load], warm, lines, progress, false);
  const steps = [
    ({ first, word }: StoredRange): void => {
      if (lines.erase(which, first) !== word)
        throw new Error('an erase has found another entry than the range map has');
    },
    ({ first, last, word }: StoredRange): void => {
      if (!lines.insert(which, first, last, word)) throw new Error('an insert was refused');
    },
  ];
  // Before the changes: afterwards the maple tree may have more nodes than the row “nodes” says.
  lines.emptyCache();
  const copy = lines.copy(which) ? usedByOne(lines) : null;
  const [coldChanges, warmChanges] = [steps.map(() => new Sums()), steps.map(() => new Sums())];
  yield* round(changes, steps, coldChanges, lines, progress, true);
  yield* round(changes, steps, warmChanges, lines, progress, false);
  return {
    lookup: used(cold[0]!, warm[0]!),
    erase: used(coldChanges[0]!, warmChanges[0]!),
    insert: used(coldChanges[1]!, warmChanges[1]!),
    iterate,
    copy,
  };
}

function usedByOne(core: CachelinesCore): LinesOfOne {
  const { lines, written, misses } = core.counts();
  return { lines, written, misses };
}

type Step = (range: StoredRange) => void;

/** The steps on each range in turn; with `cold`, each step finds the cache empty. */
function* round(
  ranges: readonly StoredRange[],
  steps: readonly Step[],
  sums: readonly Sums[],
  lines: CachelinesCore,
  progress: Progress,
  cold: boolean,
): Generator<AnswerProgress, void> {
  for (const [k, range] of ranges.entries()) {
    steps.forEach((step, number) => {
      if (cold) lines.emptyCache();
      step(range);
      sums[number]?.add(lines);
    });
    progress.done += steps.length;
    if (k % BATCH === 0) yield { ...progress };
  }
}

class Sums {
  private count = 0;
  private readonly sum = { lines: 0, written: 0, misses: 0 };
  private readonly most = { lines: 0, written: 0, misses: 0 };

  add(lines: CachelinesCore): void {
    const counts = lines.counts();
    this.count++;
    for (const name of ['lines', 'written', 'misses'] as const) {
      this.sum[name] += counts[name];
      this.most[name] = Math.max(this.most[name], counts[name]);
    }
  }

  of(name: 'lines' | 'written' | 'misses'): Spread {
    return { mean: this.sum[name] / this.count, most: this.most[name] };
  }
}

function used(cold: Sums, warm: Sums): LinesUsed {
  return { lines: cold.of('lines'), written: cold.of('written'), cold: cold.of('misses'), warm: warm.of('misses') };
}

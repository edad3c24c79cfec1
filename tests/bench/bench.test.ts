// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timed loops do what they say: at small sizes, natively and as WebAssembly, counts and sums over contents are
// those of a plain model and of std::map. Nothing here is timed.

import { beforeAll, describe, expect, test } from 'vitest';

import { buildCore, must } from '../setup/run.mjs';
import { BOUNDS, growthRows, pageRows, type PageFigures } from './bounds';
import { copies, RIVAL, scale, singles, WORKLOAD, type Case } from './cases';
import { noMoreThanKept } from './instructions';
import { median, runNative, runWasm, type Timing } from './measure';
import { broken, show } from './report';
import { judge } from './verdict';

const SIZES = [1, 21, 421];
const WORD = (1n << 64n) - 1n;
/** Workloads numbered behind dup that work on one tree. */
const ON_THE_SOURCE: readonly number[] = [WORKLOAD.forEach, WORKLOAD.churn, WORKLOAD.rcuChurn];

beforeAll(() => {
  buildCore('native');
  must(['make', '-s', '--no-print-directory', '-C', 'tests/bench']);
}, 600_000);

/** SplitMix64, as in workloads.c. */
function randomWords(seed: bigint): () => bigint {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & WORD;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return z ^ (z >> 31n);
  };
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly value: number;
}

function mix(sum: bigint, { first, last, value }: Range): bigint {
  const state = sum ^ (BigInt(first) * 3n) ^ (BigInt(last) * 5n) ^ (BigInt(value) * 7n);
  return randomWords(state & WORD)();
}

function ranges(workload: number, entries: number): Range[] {
  return Array.from({ length: entries }, (_, i) => {
    if (workload === WORKLOAD.contiguous) return { first: i, last: i, value: i };
    const width = workload >= WORKLOAD.dup && i % 4 === 3 ? 16 : 8;
    return { first: i * 16, last: i * 16 + width - 1, value: i };
  });
}

/** What random stores leave behind: each index knows the range that was stored there last. */
function afterRandomStores(entries: number): Range[] {
  const owner: (Range | undefined)[] = [];
  const put = (range: Range): void => {
    for (let index = range.first; index <= range.last; index++) owner[index] = range;
  };
  ranges(WORKLOAD.randomStore, entries).forEach(put);
  const word = randomWords(1n);
  for (let i = 0; i < entries; i++) {
    const drawn = word();
    const first = Number(((drawn >> 32n) * BigInt(entries * 16)) >> 32n);
    put({ first, last: first + Number(drawn % 8n), value: i });
  }
  const left: Range[] = [];
  for (let index = 0; index < owner.length; index++) {
    const range = owner[index];
    if (range === undefined) continue;
    const first = index;
    while (owner[index + 1] === range) index++;
    left.push({ first, last: index, value: range.value });
  }
  return left;
}

/** What erasing and allocating from above leaves behind; nothing is allocated where no hole is wide enough. */
function afterChurn(entries: number): Range[] {
  const live = ranges(WORKLOAD.churn, entries);
  const word = randomWords(1n);
  for (let i = 0; i < entries; i++) {
    const drawn = word();
    const index = Number(((drawn >> 32n) * BigInt(entries * 16)) >> 32n);
    const erased = live.findIndex(({ first, last }) => first <= index && index <= last);
    if (erased >= 0) live.splice(erased, 1);
    const width = Number(drawn % 16n) + 1;
    let behind = entries * 16;
    let at = live.length;
    while (at > 0 && behind - 1 - live[at - 1]!.last < width) behind = live[--at]!.first;
    if (at > 0 || behind >= width) live.splice(at, 0, { first: behind - width, last: behind - 1, value: i });
  }
  return live;
}

function expectedSum({ workload, entries }: Case): bigint {
  const stored = ranges(workload, entries);
  const entriesSum = stored.reduce((sum, { value }) => sum + BigInt(value * 2 + 1), 0n);
  switch (workload) {
    case WORKLOAD.randomStore:
      return afterRandomStores(entries).reduce(mix, 0n);
    case WORKLOAD.churn:
    case WORKLOAD.rcuChurn:
      return afterChurn(entries).reduce(mix, 0n);
    case WORKLOAD.load: {
      const word = randomWords(1n);
      let sum = 0n;
      for (let i = 0; i < entries; i++) {
        const index = Number(((word() >> 32n) * BigInt(entries * 16)) >> 32n);
        if (index % 16 < 8) sum += BigInt(Math.floor(index / 16) * 2 + 1);
      }
      return sum;
    }
    case WORKLOAD.iterate:
    case WORKLOAD.forEach:
      return entriesSum;
    case WORKLOAD.erase:
      return mix(0n, { first: 0, last: 0, value: Number(entriesSum) });
    case WORKLOAD.destroy:
    case WORKLOAD.rcuDestroy:
      return 0n;
    default:
      return stored.reduce(mix, 0n);
  }
}

const small = SIZES.flatMap((entries) => [
  ...singles(entries, 500),
  ...copies([21]).map((each) => ({ ...each, entries })),
  ...scale([entries]),
]);

describe('the timed loops', () => {
  test.each(small.map((each) => ({ ...each, mode: each.gaps ? 'gaps' : 'plain' })))(
    '$name of $entries, $mode, beside "$rivalName"',
    (each) => {
      const expected = expectedSum(each).toString(16).padStart(16, '0');
      const isCopied = each.workload >= WORKLOAD.dup && !ON_THE_SOURCE.includes(each.workload);
      const copied = isCopied ? Math.min(64, Math.floor(411_000 / each.entries)) : 1;
      const { core, rival } = runNative(each, 1, 0);
      expect(core).toMatchObject({ count: each.entries * copied, sum: expected });
      expect(runWasm(each, 1, 0)).toMatchObject({ count: each.entries * copied, sum: expected });
      const sameWork = each.rival >= RIVAL.build && each.rival <= RIVAL.copy && each.workload !== WORKLOAD.randomStore;
      if (each.rivalName === 'memcpy of its nodes') expect(rival).toMatchObject({ count: core.count, sum: expected });
      if (sameWork) expect(rival).toMatchObject({ count: core.count, sum: expected });
    },
  );

  test('a run over the same entries needs the same nodes natively and as WebAssembly', () => {
    for (const each of singles(421, 500)) expect(runWasm(each, 1, 0).nodes).toBe(runNative(each, 1, 0).core.nodes);
  });
});

describe('verdicts', () => {
  const [each] = singles();
  if (each === undefined) throw new Error('no case');
  const at = (part: number): Timing => ({
    case: each,
    ns: 1,
    rivalNs: 1,
    ratio: (each.reference ?? NaN) * part,
    ratios: [0, 0],
    nodes: 0,
  });

  test('at its bound a ratio is good, a little above it the instructions decide, further up it is over', () => {
    expect(judge(at(1), false)).toBe('ok');
    expect(judge(at(1.05), undefined)).toBe('undecided');
    expect(judge(at(1.05), true)).toBe('ok by instructions');
    expect(judge(at(1.05), false)).toBe('over');
    expect(judge(at(1.2), true)).toBe('over');
  });

  test('what has no bound has no verdict', () => {
    expect(judge({ ...at(9), case: { ...each, bound: false } }, true)).toBe('');
  });

  test('instructions are compared with those kept', () => {
    expect(noMoreThanKept('a', { a: 100 }, { a: 100 })).toBe(true);
    expect(noMoreThanKept('a', { a: 102 }, { a: 100 })).toBe(false);
    expect(noMoreThanKept('a', {}, { a: 100 })).toBeUndefined();
  });

  test('a median of an even number of values lies in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([3, 1, 2])).toBe(2);
  });
});

describe('the rows of the page', () => {
  const figures = (over: {
    seek?: number;
    frame?: number;
    rest?: number;
    peak?: number;
    page?: number;
  }): PageFigures => ({
    first: {
      parts: [],
      page: over.page ?? 1000 * (BOUNDS.firstTreeKb - BOUNDS.moduleKb),
      worker: 0,
      editor: 1000 * BOUNDS.editorKb,
      modules: [{ path: 'explore.wasm', gzipBytes: 1000 * BOUNDS.moduleKb }],
    },
    firstTree: {
      browser: 'any',
      speeds: [{ name: 'any', treeMs: 1, letterMs: 2, loads: [{ treeMs: 1, letterMs: 2 }] }],
    },
    seeks: {
      steps: 100_000,
      anywhere: { median: 1, p95: over.seek ?? 49.9, most: 99 },
      back: { median: 1, p95: 1, most: 1 },
    },
    large: [
      {
        name: 'bulk',
        entries: 9,
        nodes: 1,
        openMs: 1,
        stepMs: 1,
        frames: 1,
        frameMs: { median: 1, p95: over.frame ?? 15.9, most: 99 },
        mebibytes: over.rest ?? 512,
        peakMebibytes: over.peak ?? 512,
      },
    ],
  });
  const overIn = (page: PageFigures): string[] =>
    broken({ core: undefined, page: { ...page, growth: [], files: [], rows: pageRows(page) } });

  test('at its bound each is kept', () => {
    expect(overIn(figures({}))).toEqual([]);
  });

  test.each([
    [{ page: 1000 * (BOUNDS.firstTreeKb - BOUNDS.moduleKb) + 1 }, 'until the first tree: page, worker, core'],
    [{ seek: 50 }, 'seek to any of 100,000 steps, 95 of 100'],
    [{ frame: 16 }, '9 entries, bulk: script of a frame, 95 of 100'],
    [{ rest: 513 }, '9 entries, bulk: tab memory at rest'],
    [{ peak: 513 }, '9 entries, bulk: tab memory while running'],
    [{ peak: NaN }, '9 entries, bulk: tab memory while running'],
  ])('%o is over, and said to be', (over, name) => {
    const page = figures(over);
    expect(overIn(page)).toEqual([name]);
    const told = show({
      machine: '',
      node: '',
      effort: { processes: 1, runs: 1 },
      core: undefined,
      labs: [{ name: 'fork: one / other', entries: 421, ratio: 2.5, low: 2.25, high: 2.75 }],
      modules: [],
      page: {
        ...page,
        growth: [
          { name: 'calls of map', size: 1000, ms: 5 },
          { name: 'calls of map', size: 4000, ms: 40 },
        ],
        files: [],
        rows: pageRows(page),
      },
    });
    expect(told).toContain(`over their bounds: ${name}`);
    expect(told).toMatch(/^fork: one \/ other +421 +2.50 +2.25 +2.75$/m);
    expect(told).toMatch(new RegExp(`${name} .* over$`, 'm'));
    expect(told).toMatch(/calls of map +4000 +40 +10.0 +2.00$/m);
  });

  test('of a run that grows, the largest size alone is held to a bound', () => {
    const rows = growthRows([
      { name: 'lines of maps, forked', size: 1000, ms: 9999 },
      { name: 'lines of maps, forked', size: 4000, ms: BOUNDS.readAndForkedMs + 1 },
      { name: 'calls of map', size: 1000, ms: 9999 },
      { name: 'calls of map', size: 4000, ms: BOUNDS.callsMs },
      { name: 'stores, reported', size: 1000, ms: 9999 },
      { name: 'stores, reported', size: 4000, ms: BOUNDS.reportedMs + 1 },
    ]);
    expect(rows.filter(({ kept }) => !kept).map(({ name }) => name)).toEqual([
      '4,000 lines of maps, forked',
      '4,000 stores, reported',
    ]);
  });

  test('a core that is over its bound is broken too', () => {
    const [each] = singles();
    const timing = { case: each!, ns: 1, rivalNs: 1, ratio: 1, ratios: [1, 1] as const, nodes: 0 };
    expect(
      broken({
        core: {
          timings: [
            { ...timing, verdict: 'ok' },
            { ...timing, verdict: 'over' },
          ],
          counts: {},
          wasm: [],
          scale: [],
          scaleWasm: [],
        },
        page: undefined,
      }),
    ).toEqual([`${each!.name} of ${each!.entries}, plain, beside ${each!.rivalName}`]);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is timed and what it is held against: the figures of Linux 6.16 with its own std::map beside, by which this
// machine's std::map turns into bounds. Numbers of workloads and rivals are those of workloads.h and rival.h.

export const WORKLOAD = {
  ascending: 0,
  contiguous: 1,
  randomStore: 2,
  randomBuild: 3,
  load: 4,
  iterate: 5,
  erase: 6,
  dup: 7,
  bulk: 8,
  stores: 9,
  destroy: 10,
  rcuDestroy: 11,
  forEach: 12,
  copyNodes: 13,
  churn: 14,
  rcuChurn: 15,
} as const;

export const RIVAL = {
  none: 0,
  build: 1,
  ascend: 2,
  lookup: 3,
  iterate: 4,
  erase: 5,
  copy: 6,
  memcpy: 7,
  chase: 8,
} as const;

/** Another workload of the core as the rival: CORE_RIVALS of native.c. */
function coreRival(workload: number, gaps: boolean): number {
  return 64 + 2 * workload + Number(gaps);
}

/** One workload at one size, and what runs beside it in the same process. */
export interface Case {
  readonly name: string;
  readonly workload: number;
  readonly gaps: boolean;
  readonly entries: number;
  readonly rival: number;
  readonly rivalName: string;
  /** Of how many entries was built and erased before, so that memory is as after long use; 0: it is fresh. */
  readonly used: number;
  /**
   * The reference's own ratio to its rival, or beside a workload of the core our aim; undefined where there is none.
   */
  readonly reference: number | undefined;
  /** Whether that ratio is a bound; the others are only shown. */
  readonly bound: boolean;
}

const SINGLE = 100_000;

/** With that much, std::map takes about what it took beside the reference. */
const USED = 250_000;

interface SingleFigures {
  readonly name: string;
  readonly workload: number;
  readonly rival: number;
  readonly rivalName: string;
  /** Nanoseconds per operation: of the reference, nodes from a pool, without and with gaps; of its std::map. */
  readonly plain: number;
  readonly gaps: number;
  readonly map: number;
  readonly bound: boolean;
}

const ASCEND = { rival: RIVAL.ascend, rivalName: 'std::map, hint at the end', map: 103 };
const BUILD = { rival: RIVAL.build, rivalName: 'std::map, random build', map: 316 };

const SINGLES: readonly SingleFigures[] = [
  { name: 'ascending build', workload: WORKLOAD.ascending, ...ASCEND, plain: 145, gaps: 181, bound: true },
  { name: 'contiguous build', workload: WORKLOAD.contiguous, ...ASCEND, plain: 99, gaps: 131, bound: false },
  { name: 'random store', workload: WORKLOAD.randomStore, ...BUILD, plain: 428, gaps: 510, bound: false },
  { name: 'random build', workload: WORKLOAD.randomBuild, ...BUILD, plain: 357, gaps: 393, bound: true },
  {
    name: 'random load',
    workload: WORKLOAD.load,
    rival: RIVAL.lookup,
    rivalName: 'std::map, upper_bound',
    plain: 90,
    gaps: 108,
    map: 356,
    bound: true,
  },
  {
    name: 'iterate',
    workload: WORKLOAD.iterate,
    rival: RIVAL.iterate,
    rivalName: 'std::map, iterate',
    plain: 12,
    gaps: 15,
    map: 91,
    bound: true,
  },
  {
    name: 'erase until empty',
    workload: WORKLOAD.erase,
    rival: RIVAL.erase,
    rivalName: 'std::map, erase',
    plain: 430,
    gaps: 517,
    map: 275,
    bound: true,
  },
];

/** The single operations on `entries` entries, plain or with gaps tracked. The bounds are those of plain trees. */
export function singles(entries: number = SINGLE, used: number = USED): Case[] {
  return [false, true].flatMap((gaps) =>
    SINGLES.map(({ name, workload, rival, rivalName, plain, gaps: withGaps, map, bound }) => ({
      name,
      workload,
      gaps,
      entries,
      rival,
      rivalName,
      used,
      reference: (gaps ? withGaps : plain) / map,
      bound: bound && !gaps && entries === SINGLE,
    })),
  );
}

/** The sizes at which copies have bounds: all of them, and dup beside a memcpy of its nodes. */
export const COPY_BOUND_SIZE = 6421;
export const LARGE_COPY_SIZE = 102421;

/** Nanoseconds per entry of the reference, nodes from a pool, by the number of entries. */
const COPIES: readonly (readonly [
  entries: number,
  dup: number,
  bulk: number,
  stores: number,
  map: number,
  memcpy: number,
])[] = [
  [21, 2.18, 59.1, 67.6, 6.26, 2.02],
  [121, 2.84, 79.5, 93.4, 6.3, 2.16],
  [221, 3.06, 86.2, 104.0, 6.82, 2.7],
  [421, 3.88, 92.3, 110.4, 8.02, 3.28],
  [821, 3.97, 97.5, 118.9, 7.96, 1.33],
  [1621, 3.97, 107.4, 133.2, 8.25, 3.42],
  [3221, 4.07, 116.1, 151.4, 8.77, 1.27],
  [6421, 4.67, 123.5, 160.6, 9.98, 1.29],
  [12821, 4.78, 127.3, 166.7, 11.59, 1.28],
  [25621, 6.85, 136.6, 179.4, 13.74, 1.41],
  [51221, 9.24, 158.6, 200.7, 39.14, 1.6],
  [102421, 18.79, 170.8, 211.0, 56.15, 2.4],
];

/**
 * How many times as long as another workload of the core each may take. Destroying in RCU mode has an aim and no bound:
 * it writes to every leaf, and destroying at once touches none.
 */
const RCU_DESTROY_AIM = 1.3;
const GAPS_IN_BULK = 1.2;
const DUP_TO_MEMCPY: Readonly<Record<number, number>> = { [COPY_BOUND_SIZE]: 3, [LARGE_COPY_SIZE]: 2 };

const ALONE = { rival: RIVAL.none, rivalName: '', reference: undefined, bound: false };

export const COPY_SIZES: readonly number[] = COPIES.map(([entries]) => entries);

/** Everything about copies at the sizes given: with gaps tracked. */
export function copies(sizes: readonly number[] = COPY_SIZES): Case[] {
  return COPIES.filter(([entries]) => sizes.includes(entries)).flatMap(([entries, dup, bulk, stores, map, memcpy]) => {
    const bound = entries === COPY_BOUND_SIZE;
    const toMap = { gaps: true, entries, rival: RIVAL.copy, rivalName: 'std::map, copy', used: 0, bound };
    return [
      { ...toMap, name: 'dup', workload: WORKLOAD.dup, reference: dup / map },
      { ...toMap, name: 'bulk', workload: WORKLOAD.bulk, reference: bulk / map },
      { ...toMap, name: 'one by one', workload: WORKLOAD.stores, reference: stores / map },
      {
        ...toMap,
        name: 'dup',
        workload: WORKLOAD.dup,
        rival: RIVAL.memcpy,
        rivalName: 'malloc and memcpy',
        reference: dup / memcpy,
        bound: false,
      },
      {
        ...toMap,
        name: 'dup',
        workload: WORKLOAD.dup,
        rival: coreRival(WORKLOAD.copyNodes, true),
        rivalName: 'memcpy of its nodes',
        reference: DUP_TO_MEMCPY[entries],
        bound: DUP_TO_MEMCPY[entries] !== undefined,
      },
      {
        ...toMap,
        name: 'bulk',
        workload: WORKLOAD.bulk,
        rival: coreRival(WORKLOAD.bulk, false),
        rivalName: 'bulk, plain',
        reference: GAPS_IN_BULK,
      },
      { ...toMap, ...ALONE, name: 'destroy', workload: WORKLOAD.destroy },
      {
        ...toMap,
        name: 'destroy, RCU',
        workload: WORKLOAD.rcuDestroy,
        rival: coreRival(WORKLOAD.destroy, true),
        rivalName: 'destroy',
        reference: RCU_DESTROY_AIM,
        bound: false,
      },
      { ...toMap, ...ALONE, name: 'bulk', workload: WORKLOAD.bulk, gaps: false },
      { ...toMap, ...ALONE, name: 'mt_for_each', workload: WORKLOAD.forEach },
      { ...toMap, ...ALONE, name: 'churn', workload: WORKLOAD.churn },
      { ...toMap, ...ALONE, name: 'churn, RCU', workload: WORKLOAD.rcuChurn },
    ];
  });
}

/** What is timed at growing sizes; a chase of dependent reads over as much memory beside the loads shows the misses. */
export function scale(sizes: readonly number[]): Case[] {
  const workloads: readonly (readonly [string, number, number, string])[] = [
    ['ascending build', WORKLOAD.ascending, RIVAL.none, ''],
    ['random build', WORKLOAD.randomBuild, RIVAL.chase, 'dependent read'],
    ['random load', WORKLOAD.load, RIVAL.chase, 'dependent read'],
    ['iterate', WORKLOAD.iterate, RIVAL.none, ''],
    ['erase until empty', WORKLOAD.erase, RIVAL.none, ''],
  ];
  return sizes.flatMap((entries) =>
    workloads.map(([name, workload, rival, rivalName]) => ({
      name,
      workload,
      gaps: false,
      entries,
      rival,
      rivalName,
      used: 0,
      reference: undefined,
      bound: false,
    })),
  );
}

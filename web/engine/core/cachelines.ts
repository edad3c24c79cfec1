// SPDX-License-Identifier: GPL-2.0-or-later
//
// The module cachelines (core/cachelines): counted operations on a copy of another core's trees, and on its rivals: a
// red-black tree and a std::map.

import type { Index } from '../../base/index64';
import type { TreeHandle } from '../../model/machine';
import { CACHELINES, CACHELINES_COUNTS, RB_DEPTHS, type CachelinesCalls } from '../generated/cachelines-calls';
import { REGIONS } from '../generated/tables';
import { regionsNow, restoreRegions } from './heap';
import type { Core } from './wasm';

export type RivalName = 'red-black' | 'std::map';
/** A maple tree by its handle, or one of its rivals. */
export type Counted = TreeHandle | RivalName;

export type LineCounts = Readonly<Record<(typeof CACHELINES_COUNTS)[number], number>>;

/** Address spaces stay behind: the module has none. */
const LEFT_OUT: ReadonlySet<string> = new Set(['spaces', 'vmas', 'tables']);

export interface CachelinesCore {
  /** Takes over all trees of a core as they are now, with nothing armed. False if there is no memory for them. */
  readonly copyTrees: (from: Core) => boolean;
  /** Sets the cache's geometry and empties it; false if it is not possible. */
  readonly setCache: (line: number, ways: number, kib: number) => boolean;
  readonly emptyCache: () => void;
  /** Empties a rival, and stores in it; not counted. */
  readonly clear: (rival: RivalName) => void;
  readonly fill: (rival: RivalName, first: Index, last: Index, word: Index) => boolean;
  readonly depth: (rival: RivalName, of: (typeof RB_DEPTHS)[number]) => number;
  /** Counted operations; the words are those stored, 0 for none. */
  readonly load: (which: Counted, at: Index) => bigint;
  readonly insert: (which: Counted, first: Index, last: Index, word: Index) => boolean;
  readonly erase: (which: Counted, at: Index) => bigint;
  readonly iterate: (which: Counted) => bigint;
  /** False if the copy would not lie within what can be counted, or the tree's release makes none. */
  readonly copy: (which: Counted) => boolean;
  /** The counts of the last of these operations. */
  readonly counts: () => LineCounts;
}

export function cachelinesOver(core: Core): CachelinesCore {
  const calls = core.calls as typeof core.calls & CachelinesCalls;
  const number = (which: Counted): number =>
    which === 'red-black' ? CACHELINES.REDBLACK : which === 'std::map' ? CACHELINES.STDMAP : which;
  const word = (signed: bigint): bigint => BigInt.asUintN(64, signed);
  return {
    copyTrees: (from) => {
      const regions = regionsNow(from).map((region, k) =>
        LEFT_OUT.has(REGIONS[k] ?? '') ? region.subarray(0, 0) : region,
      );
      const copied = restoreRegions(
        core,
        regions.map(({ length }) => length),
        (into) => regions.forEach((region, k) => into[k]?.set(region)),
      );
      calls.mpl_fail_request(1, 0);
      calls.mpl_fail_node(0n);
      calls.mpl_set_limits(0, 0);
      return copied;
    },
    setCache: (line, ways, kib) => calls.mpl_cachelines_cache(line, ways, kib) === 0,
    emptyCache: () => calls.mpl_cachelines_drop(),
    clear: (rival) => {
      if (rival === 'red-black') calls.mpl_rb_clear();
      else calls.mpl_map_clear();
    },
    fill: (rival, first, last, entry) =>
      (rival === 'red-black' ? calls.mpl_rb_insert : calls.mpl_map_insert)(first, last, entry) === 0,
    depth: (rival, of) =>
      (rival === 'red-black' ? calls.mpl_rb_depth : calls.mpl_map_depth)(RB_DEPTHS.indexOf(of)) >>> 0,
    load: (which, at) => word(calls.mpl_cachelines_load(number(which), at)),
    insert: (which, first, last, entry) => calls.mpl_cachelines_insert(number(which), first, last, entry) === 0,
    erase: (which, at) => word(calls.mpl_cachelines_erase(number(which), at)),
    iterate: (which) => word(calls.mpl_cachelines_iterate(number(which))),
    copy: (which) => calls.mpl_cachelines_copy(number(which)) === 0,
    counts: () =>
      Object.fromEntries(
        CACHELINES_COUNTS.map((name, of) => [name, calls.mpl_cachelines_count(of) >>> 0]),
      ) as LineCounts,
  };
}

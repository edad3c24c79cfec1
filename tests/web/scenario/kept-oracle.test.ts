// SPDX-License-Identifier: GPL-2.0-or-later
//
// The plain list of VMAs and its pages by themselves, without the core: what each flag means to each call, long walks
// of calls at fixed seeds, and pages held against a plain list of them. What the core says to the same is
// memory.property's business. `npx vitest run tests/web/scenario/kept-oracle -u` writes it anew; look at the difference
// before it is committed.

import { expect, test } from 'vitest';
import { index, type Index } from '../../../web/base/index64';
import { splitMix64 } from '../../../web/base/random';
import { ADVICES } from '../../../web/model/generated/enums';
import { LIMIT_NAMES, VMA_FLAGS, type MayMove } from '../../../web/model/memory';
import { PageMap, type PageKind } from '../../../web/scenario/oracle/page-map';
import {
  accounted,
  allows,
  isData,
  isInaccessible,
  isSealed,
  pageAfter,
  protectedFlags,
  refusalOf,
} from '../../../web/scenario/oracle/vma-flags';
import { flagWords, permsText } from '../../../web/model/vma-flags';
import { VmaList, pagesUp, type ListedMapping } from '../../../web/scenario/oracle/vma-list';
import {
  joinable,
  joined,
  onward,
  partIn,
  partOf,
  wholePages,
  type ListedVma,
} from '../../../web/scenario/oracle/vma-parts';
import { sumOf } from './kept-items';

const PAGE = 4096n;
const BITS = Object.entries(VMA_FLAGS);
const { read, write, exec, shared, account } = VMA_FLAGS;
const PROTECTIONS = [0, read, write, exec, read | write, read | exec, read | write | exec];

test('what each flag means', () => {
  const lines = [['none', 0] as const, ...BITS].flatMap(([word, bit]) =>
    [0, read, read | write, read | write | account, read | write | shared, exec].map((other) => {
      const flags = bit | other;
      const answers = [0, 7].flatMap((file) => [
        [isSealed({ flags }), isInaccessible({ flags }), isData(flags)].map(Number).join(''),
        [false, true].map((writes) => Number(allows({ flags, file }, writes))).join(''),
        ADVICES.map((advice) => (refusalOf({ flags, file }, advice) ?? '-').slice(0, 2)).join(' '),
        ([0, 1, 2, 3, 4] as const)
          .flatMap((was) => [false, true].map((writes) => pageAfter(was, { flags, file }, writes)))
          .join(''),
        [0, 3].flatMap((anon) => PROTECTIONS.map((prot) => protectedFlags({ flags, file, anon }, prot))).join(' '),
      ]);
      return `${word} ${permsText(flags)} ${flagWords(flags)}: ${accounted(flags)} ${answers.join(' | ')}`;
    }),
  );
  expect(lines.join('\n')).toMatchSnapshot();
});

const vmaOf = (part: Partial<ListedVma>): ListedVma => ({
  number: 1,
  first: index(0x2000n),
  last: index(0x3fffn),
  perms: 'rw-p',
  flags: read | write,
  file: 0,
  path: '',
  offset: index(0n),
  origin: index(0x2000n),
  anon: 0,
  chain: 0,
  ...part,
});

test('which neighbours are one, and parts', () => {
  const ANON = [0, 1, 2];
  const lines = ANON.flatMap((a) =>
    ANON.map((b) =>
      [0, 1, 2]
        .flatMap((chainA) =>
          [0, 1, 2].map((chainB) =>
            Number(
              joinable(
                vmaOf({ anon: a, chain: chainA }),
                vmaOf({ first: index(0x4000n), last: index(0x4fffn), origin: index(0x4000n), anon: b, chain: chainB }),
              ),
            ),
          ),
        )
        .join(''),
    ),
  );
  const others: readonly Partial<ListedVma>[] = [
    {},
    { first: index(0x5000n), last: index(0x5fffn), origin: index(0x5000n) },
    { flags: read },
    { file: 1 },
    { origin: index(0x5000n) },
    ...BITS.map(([, bit]) => ({ flags: read | write | bit })),
  ];
  for (const one of others) {
    const above = vmaOf({ first: index(0x4000n), last: index(0x4fffn), origin: index(0x4000n), ...one });
    lines.push(
      `${Number(joinable(vmaOf({}), above))}` +
        `${Number(joinable(vmaOf({ flags: above.flags, file: above.file }), above))} ` +
        sumOf(joined(vmaOf({}), above)),
    );
  }
  for (const [first, last] of [
    [0x2000n, 0x3fffn],
    [0x1000n, 0x4fffn],
    [0x3000n, 0x3fffn],
    [0x2000n, 0x2fffn],
  ] as const) {
    const part = partOf(vmaOf({ file: 1, offset: index(0x8000n), origin: index(0x8000n) }), index(first), index(last));
    lines.push(
      `${partIn(vmaOf({}), index(first), index(last)).join('-')} ${sumOf(part)} ${onward(vmaOf({}), first)}`,
      [first, first + 1n, 0n].map((one) => Number(wholePages(one, last))).join('') +
        Number(wholePages(first, last - 1n)).toString(),
    );
  }
  lines.push([0n, 1n, 4095n, 4096n, 4097n].map(pagesUp).join(' '));
  expect(lines.join('\n')).toMatchSnapshot();
});

/** A walk of calls in 64 pages around where searches for room begin, with what is mapped after each. */
function walk(seed: number, steps: number): { readonly ops: Map<string, string>; readonly sum: string } {
  const random = splitMix64(BigInt(seed));
  const below = (count: number): number => Number(random.next() % BigInt(count));
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  let list = new VmaList();
  list.mmapBase = index(0x30000n);
  const page = (): Index => index(0x10000n + BigInt(below(64)) * PAGE + (below(40) === 0 ? 1n : 0n));
  const size = (): bigint => BigInt(below(6) + (below(12) === 0 ? 0 : 1)) * PAGE - (below(12) === 0 ? 1n : 0n);
  const range = (): [Index, Index] => {
    const first = page();
    return [first, index(first + (size() || PAGE) - 1n)];
  };
  const mapping = (): ListedMapping => {
    const file = below(3) === 0 ? 1 + below(2) : 0;
    let flags = accounted(one(PROTECTIONS) | (below(5) === 0 ? shared : 0));
    if (below(6) === 0) flags |= one(BITS)[1];
    return {
      flags,
      file,
      offset: index(file === 0 ? 0n : BigInt(below(4)) * PAGE),
      path: file === 0 ? '' : `/f${file}`,
    };
  };
  const CALLS: Readonly<Record<string, () => unknown>> = {
    map: () => list.map(...range(), mapping()),
    'map any': () => list.mapAny(size(), mapping()),
    load: () => list.load(...range(), mapping(), below(3)),
    unmap: () => list.unmap(...range()),
    protect: () => list.protect(...range(), one(PROTECTIONS)),
    advise: () => list.advise(...range(), one(ADVICES)),
    touch: () => list.touch(...range(), below(2) === 0),
    remap: () =>
      list.remap(
        page(),
        size(),
        size(),
        below(2) === 0 ? index(0n) : page(),
        one<MayMove>([true, false, 'keep'] as never),
      ),
    brk: () => (list.brkStart === 0n ? list.brkAt(page()) : list.setBrk(list.brkStart + BigInt(below(9)) * 0x800n)),
    'lock all': () =>
      list.lockAll(
        below(3) === 0 ? null : { current: below(2) === 0, future: below(3) === 0, onfault: below(3) === 0 },
      ),
    limit: () => list.limit(one(LIMIT_NAMES), below(3) > 0 ? null : one([0n, 3n, 8n, 0x3000n, 0x8800n, 0x20000n])),
    grown: () => list.grown(...range()),
    'not grown': () => list.ungrown(page()),
    inaccessible: () => list.inaccessible(...range()),
    within: () => list.within(...range()),
    copy: () => void (list = list.copy()),
    fork: () => void (list = below(4) === 0 ? list.fork() : list),
  };
  const names = Object.keys(CALLS);
  const ops = new Map<string, string>();
  const all: unknown[] = [];
  for (let k = 0; k < steps; k++) {
    const name = one([...names, 'map', 'map', 'map any', 'touch', 'remap']);
    const answer = CALLS[name]?.();
    const { pages, met, brk, count } = list;
    all.push([name, answer, list.all(), met, brk, count, pages.tables, pages.anonymous, pages.ofFiles]);
    ops.set(name, `${ops.get(name) ?? ''} ${sumOf(all.at(-1)).slice(0, 4)}`);
    list.met = null;
  }
  return { ops, sum: sumOf(all) };
}

test.each(Array.from({ length: 24 }, (_, k) => k + 1))('a walk of calls, seed %s', (seed) => {
  const { ops, sum } = walk(seed, 250);
  expect(`${sum}\n${[...ops].map(([name, sums]) => `${name}:${sums}`).join('\n')}`).toMatchSnapshot();
});

// ---- Pages, against a list of them ----

const LEVELS = [21n, 30n, 39n] as const;

/** Pages by number, and the tables of each level by number. */
class Plain {
  readonly pages = new Map<bigint, PageKind>();
  readonly tables = LEVELS.map(() => new Set<bigint>());

  addTables(first: bigint, last: bigint): number {
    let more = 0;
    for (const [k, bits] of LEVELS.entries()) {
      for (let at = first >> bits; at <= last >> bits; at++) {
        if (this.tables[k]?.has(at) === false) more++;
        this.tables[k]?.add(at);
      }
    }
    return more;
  }

  /** Removes the tables that a range reaches into and that are not left. */
  dropTables(first: bigint, last: bigint, left: (level: 0 | 1 | 2, at: bigint) => boolean): void {
    for (const level of [0, 1, 2] as const)
      for (const at of [...(this.tables[level] ?? [])])
        if (at >= first >> LEVELS[level] && at <= last >> LEVELS[level] && !left(level, at))
          this.tables[level]?.delete(at);
  }

  inside(first: bigint, last: bigint): (readonly [bigint, PageKind])[] {
    return [...this.pages].filter(([at]) => at >= first >> 12n && at <= last >> 12n);
  }

  count(kind: PageKind): number {
    return [...this.pages.values()].filter((one) => one === kind).length;
  }
}

test.each([1, 2, 3, 4, 5, 6])('pages are those of a plain list, seed %s', (seed) => {
  const random = splitMix64(BigInt(seed));
  const below = (count: number): number => Number(random.next() % BigInt(count));
  let pages = new PageMap();
  let plain = new Plain();
  // Around borders of tables of each level.
  const place = (): bigint =>
    ([0n, 2n << 20n, 4n << 20n, 1n << 30n, 1n << 39n][below(5)] ?? 0n) + BigInt(below(6) + 1) * PAGE;
  for (let k = 0; k < 400; k++) {
    const first = place() - BigInt(below(2)) * PAGE;
    const last = first + BigInt([1, 2, 3, 512, 513, 1024][below(6)] ?? 1) * PAGE - 1n;
    const range = { first: index(first), last: index(last) };
    const what = below(6);
    if (what <= 1) {
      const kind = (1 + below(4)) as PageKind;
      const missing = pages.missing(range);
      expect(missing).toBe(plain.addTables(first, last));
      pages.touch(range, (was) => (was === 0 ? kind : was));
      for (let at = first >> 12n; at <= last >> 12n; at++) if (!plain.pages.has(at)) plain.pages.set(at, kind);
    } else if (what === 2) {
      // Pages outside of the range lie in memory that is left; there may be more of it above.
      const kept = below(2) === 0;
      const outside = [...plain.pages.keys()].map((at) => at << 12n).filter((at) => at < first || at > last);
      const left = (from: bigint, to: bigint): boolean =>
        (kept && to > last) || outside.some((at) => at >= from && at <= to);
      pages.remove(range, left);
      for (const [at] of plain.inside(first, last)) plain.pages.delete(at);
      plain.dropTables(first, last, (level, at) => left(at << LEVELS[level], ((at + 1n) << LEVELS[level]) - 1n));
    } else if (what === 3) {
      pages.discard(range);
      for (const [at] of plain.inside(first, last)) plain.pages.delete(at);
      plain.dropTables(first, last, (level, at) => level > 0 || at << 21n < first || ((at + 1n) << 21n) - 1n > last);
    } else if (what === 4) {
      const before = pages;
      pages = pages.copy();
      before.touch({ first: index(7n << 39n), last: index((7n << 39n) + PAGE) }, () => 2);
    } else {
      const child = new PageMap();
      pages.copyTo(child, range);
      const wanted = new Plain();
      for (const [level, bits] of LEVELS.entries())
        for (const at of plain.tables[level] ?? [])
          if (at >= first >> bits && at <= last >> bits) wanted.tables[level]?.add(at);
      expect(child.tables).toBe(wanted.tables.reduce((sum, { size }) => sum + size, 0));
      expect(child.anonymous).toBe(plain.inside(first, last).filter(([, kind]) => kind === 2).length);
      expect(child.ofFiles).toBe(plain.inside(first, last).filter(([, kind]) => kind === 3).length);
    }
    expect([pages.tables, pages.anonymous, pages.ofFiles]).toEqual([
      plain.tables.reduce((sum, { size }) => sum + size, 0),
      plain.count(2),
      plain.count(3),
    ]);
    if (k % 80 === 79) [pages, plain] = [new PageMap(), new Plain()];
  }
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random calls on a window of a few dozen pages: the core and the plain list of VMAs must agree on every VMA, its
// number included, on every error and on the counters. Small, so that the same borders are met again and again.

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { index, type Index } from '../../../web/base/index64';
import { splitMix64 } from '../../../web/base/random';
import { loadCore } from '../../../web/cli/core-file';
import { machineOver, type EngineMachine } from '../../../web/engine/core/machine';
import type { Core } from '../../../web/engine/core/wasm';
import type { TreeHandle } from '../../../web/model/machine';
import {
  LIMIT_NAMES,
  VMA_FLAGS,
  type Advice,
  type LimitName,
  type LockAll,
  type MayMove,
} from '../../../web/model/memory';
import { spaceDifference } from '../../../web/scenario/effects/space-audit';
import { VmaList, type ListedMapping } from '../../../web/scenario/oracle/vma-list';
import { seed } from './runs';

let core: Core;
let machine: EngineMachine;
beforeAll(async () => {
  core = await loadCore();
  machine = machineOver(core);
});

const PAGES = 64;
const START = 0x1000n;
const at = (page: number): Index => index((START + BigInt(page)) * 4096n);
const lastOf = (page: number, count: number): Index => index(at(page + count) - 1n);
const bytes = (count: number): Index => index(BigInt(count) * 4096n);

const { read, write, exec, shared, grows } = VMA_FLAGS;
const ADVICES: readonly Advice[] = [
  'dontfork',
  'dofork',
  'wipeonfork',
  'keeponfork',
  'policy',
  'policy off',
  'uffd',
  'uffd off',
  'lock',
  'unlock',
  'lock onfault',
  'hugepage',
  'nohugepage',
  'dontdump',
  'dodump',
  'mergeable',
  'unmergeable',
  'dontneed',
  'free',
  'seal',
];

type Call =
  | {
      readonly kind: 'map';
      readonly first: number;
      readonly count: number;
      readonly bits: number;
      readonly file: number;
    }
  | { readonly kind: 'map any'; readonly count: number; readonly bits: number }
  | { readonly kind: 'unmap'; readonly first: number; readonly count: number }
  | { readonly kind: 'protect'; readonly first: number; readonly count: number; readonly bits: number }
  | { readonly kind: 'advise'; readonly first: number; readonly count: number; readonly advice: Advice }
  | { readonly kind: 'lockall'; readonly how: LockAll | null }
  | { readonly kind: 'limit'; readonly limit: LimitName; readonly value: number | null }
  | { readonly kind: 'exec' }
  | { readonly kind: 'touch'; readonly first: number; readonly count: number; readonly writes: boolean }
  | { readonly kind: 'brk'; readonly first: number; readonly more: number }
  | {
      readonly kind: 'remap';
      readonly first: number;
      readonly count: number;
      readonly now: number;
      readonly to: number | null;
      readonly may: MayMove;
    };

const first = fc.nat(PAGES);
const count = fc.integer({ min: 1, max: 12 });
const prot = fc.constantFrom(0, read, read, read | write, read | write, read | exec);
const bits = fc.oneof(
  { weight: 20, arbitrary: prot },
  { weight: 2, arbitrary: prot.map((some) => some | shared) },
  { weight: 1, arbitrary: fc.constant(read | write | grows) },
);

const limit: fc.Arbitrary<Call> = fc.constantFrom(...LIMIT_NAMES).chain((which) =>
  fc.record({
    kind: fc.constant('limit' as const),
    limit: fc.constant(which),
    value: fc.option<number>(which === 'vmas' ? fc.integer({ min: 3, max: 16 }) : fc.nat(40 * 4096), { freq: 2 }),
  }),
);

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('map' as const), first, count, bits, file: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('map any' as const),
      count: fc.oneof({ weight: 3, arbitrary: count }, fc.constantFrom(511, 512, 513, 1024)),
      bits,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('unmap' as const), first, count }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('protect' as const), first, count, bits: prot }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('advise' as const), first, count, advice: fc.constantFrom(...ADVICES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('lockall' as const),
      how: fc.option(fc.record({ current: fc.boolean(), future: fc.boolean(), onfault: fc.boolean() }), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: limit },
  { weight: 1, arbitrary: fc.constant({ kind: 'exec' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('touch' as const), first, count, writes: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('brk' as const), first, more: fc.nat(4096) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remap' as const),
      first,
      count,
      now: count,
      to: fc.option(first),
      may: fc.constantFrom(false, true, 'keep' as const),
    }),
  },
);

// A file lies in the window at the same offsets again and again, so that its parts adjoin.
function mapping(flags: number, file: number, page: number): ListedMapping {
  const which = (flags & grows) === 0 ? file : 0;
  return { flags, file: which, offset: which === 0 ? index(0n) : bytes(page), path: '' };
}

/** Does the call on both; what each of the two says. */
function both(mm: TreeHandle, list: VmaList, one: Call): readonly [unknown, unknown] {
  switch (one.kind) {
    case 'map': {
      const what = mapping(one.bits, one.file, one.first);
      const range = [at(one.first), lastOf(one.first, one.count)] as const;
      return [machine.mmMap(mm, ...range, what).error, list.map(...range, what)];
    }
    case 'map any': {
      const what = mapping(one.bits, 0, 0);
      const found = machine.mmMapAny(mm, bytes(one.count), what);
      const wanted = list.mapAny(bytes(one.count), what);
      return [found.error ?? found.at?.index, wanted.error ?? wanted.first];
    }
    case 'unmap': {
      const range = [at(one.first), lastOf(one.first, one.count)] as const;
      return [machine.mmUnmap(mm, ...range).error, list.unmap(...range)];
    }
    case 'protect': {
      const order = [at(one.first), lastOf(one.first, one.count), one.bits] as const;
      return [machine.mmProtect(mm, ...order).error, list.protect(...order)];
    }
    case 'advise': {
      const order = [at(one.first), lastOf(one.first, one.count), one.advice] as const;
      return [machine.mmAdvise(mm, ...order).error, list.advise(...order)];
    }
    case 'lockall': {
      const how = one.how !== null && !one.how.current && !one.how.future && !one.how.onfault ? null : one.how;
      return [machine.mmLockAll(mm, how).error, list.lockAll(how)];
    }
    case 'limit': {
      const value = one.value === null ? null : index(BigInt(one.value));
      return [machine.mmLimit(mm, one.limit, value).error, list.limit(one.limit, value)];
    }
    case 'exec':
      return [machine.mmExec(mm).error, list.exec()];
    case 'touch': {
      const order = [at(one.first), lastOf(one.first, one.count), one.writes] as const;
      return [machine.mmTouch(mm, ...order).error, list.touch(...order)];
    }
    case 'brk': {
      const end = index(at(one.first) + BigInt(one.more));
      return [machine.mmBrk(mm, end).error, list.setBrk(end)];
    }
    case 'remap': {
      const to = one.to === null ? index(0n) : at(one.to);
      const now = one.may === 'keep' && one.now % 4 !== 0 ? one.count : one.now;
      const found = machine.mmRemap(mm, at(one.first), bytes(one.count), bytes(now), to, one.may);
      const wanted = list.remap(at(one.first), bytes(one.count), bytes(now), to, one.may);
      return [found.error ?? found.at?.index, wanted.error ?? wanted.first];
    }
  }
}

test('the core does to an address space what the plain list does, call by call', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 120, size: 'max' }), (calls) => {
      core.calls.mpl_reset();
      const { mm } = machine.createMm();
      const list = new VmaList();
      if (mm === null) throw new Error('no address space');
      machine.mmSetBase(mm, at(PAGES));
      list.mmapBase = at(PAGES);
      machine.mmBrkAt(mm, at(4));
      list.brkAt(at(4));
      for (const one of calls) {
        const [found, wanted] = both(mm, list, one);
        expect(found).toEqual(wanted);
        expect(spaceDifference(machine, { handle: mm, space: list })).toBe(null);
      }
    }),
    { seed, numRuns: 150 },
  );
});

// The list keeps its VMAs in chunks, and looks for room chunk by chunk.
test('the two agree on thousands of VMAs, and on where there is room between them', () => {
  core.calls.mpl_reset();
  const random = splitMix64(65_530n);
  const below = (n: number): number => Number(random.next() % BigInt(n));
  const { mm } = machine.createMm();
  const list = new VmaList();
  if (mm === null) throw new Error('no address space');
  const window = 20_000;
  machine.mmSetBase(mm, at(window));
  list.mmapBase = at(window);
  const flags = [read, read | write, read | exec, shared | read] as const;
  for (let page = 0; page < window; page += 1 + below(8))
    both(mm, list, { kind: 'map', first: page, count: 1 + below(3), bits: flags[below(4)] ?? read, file: 0 });
  expect(list.count).toBeGreaterThan(3000);
  for (let k = 0; k < 1500; k++) {
    const [first, count] = [below(window), 1 + below(k % 10 === 0 ? 900 : 6)];
    const calls: readonly Call[] = [
      { kind: 'map any', count: 1 + below(12), bits: flags[below(3)] ?? read },
      { kind: 'unmap', first, count },
      { kind: 'protect', first, count: 1 + below(3), bits: read },
      { kind: 'remap', first, count: 1, now: 1 + below(9), to: null, may: true },
      { kind: 'map', first, count: 1, bits: read | (below(60) === 0 ? write | grows : exec), file: 0 },
    ];
    const [found, wanted] = both(mm, list, calls[below(calls.length)] as Call);
    expect(found).toEqual(wanted);
    if (k % 100 === 0) expect(spaceDifference(machine, { handle: mm, space: list })).toBe(null);
  }
  expect(spaceDifference(machine, { handle: mm, space: list })).toBe(null);
});

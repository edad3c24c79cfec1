// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { index, ZERO, type Index } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { machineOver, type EngineMachine } from '../../../web/engine/core/machine';
import { opLog, recordingMachine } from '../../../web/engine/core/op-log';
import type { Machine, TreeHandle } from '../../../web/model/machine';
import { OBJECTS, SITES, VMA_FLAGS, type Advice, type ForkHow, type Mapping } from '../../../web/model/memory';

const { read, write, exec } = VMA_FLAGS;
const page = (k: number): Index => index(BigInt(k) << 12n);
const end = (k: number): Index => index((BigInt(k + 1) << 12n) - 1n);
const mapping = (flags: number, file = 0, offset: Index = ZERO): Mapping => ({ flags, file, offset });
const RW = mapping(read | write);
const how = (by: ForkHow['by'], undo: ForkHow['undo'] = 'marker', wrongCeiling = false): ForkHow => ({
  by,
  undo,
  wrongCeiling,
});

async function fresh(): Promise<EngineMachine> {
  return machineOver(await loadCore());
}

function newMm(machine: Machine): TreeHandle {
  const { mm } = machine.createMm();
  if (mm === null) throw new Error('no address space');
  return mm;
}

// VMAs at pages 16, 18, 20 …, each of one page.
function filled(machine: Machine, vmas: number): TreeHandle {
  const mm = newMm(machine);
  for (let k = 0; k < vmas; k++)
    expect(
      machine.mmLoad(mm, page(16 + 2 * k), end(16 + 2 * k), mapping(read | write | VMA_FLAGS.account), 1).error,
    ).toBeNull();
  return mm;
}

const ranges = (machine: Machine, mm: TreeHandle): unknown =>
  machine.mmVmas(mm).map(({ number, first, last }) => [number, first >> 12n, last >> 12n]);

describe('calls on address spaces', () => {
  test('map, split, join, unmap and move VMAs, and say which one and where', async () => {
    const machine = await fresh();
    const mm = newMm(machine);
    expect(machine.mmMap(mm, page(16), end(31), RW)).toMatchObject({
      error: null,
      value: 1n,
      at: { index: page(16), last: end(31) },
      storeType: 'store_root',
      storeCounts: null,
    });
    expect(machine.mmMap(mm, page(32), end(33), RW)).toMatchObject({ value: 1n });
    expect(ranges(machine, mm)).toEqual([[1, 16n, 33n]]);
    expect(machine.mmProtect(mm, page(20), end(21), read)).toMatchObject({ error: null, storeType: null });
    expect(ranges(machine, mm)).toEqual([
      [2, 16n, 19n],
      [1, 20n, 21n],
      [3, 22n, 33n],
    ]);
    expect(machine.mmProtect(mm, page(20), end(21), read | write).error).toBeNull();
    expect(ranges(machine, mm)).toEqual([[2, 16n, 33n]]);
    expect(machine.mmUnmap(mm, page(18), end(18)).error).toBeNull();
    expect(ranges(machine, mm)).toEqual([
      [4, 16n, 17n],
      [5, 19n, 33n],
    ]);
    const any = machine.mmMapAny(mm, page(5), mapping(read | exec, 7, page(3)));
    expect(any.at?.last).toBe((any.at?.index ?? 0n) + 0x4fffn);
    expect(machine.mmVmas(mm).at(-1)).toMatchObject({ file: 7, offset: page(3), flags: read | exec });
    expect(machine.mmRemap(mm, page(16), page(2), page(40), ZERO, false)).toMatchObject({ error: 'ENOMEM' });
    const moved = machine.mmRemap(mm, page(16), page(2), page(40), ZERO, true);
    expect(moved.at?.last).toBe((moved.at?.index ?? 0n) + page(40) - 1n);
    expect(machine.mmRemap(mm, moved.at!.index, page(40), page(1), ZERO, false)).toMatchObject({
      error: null,
      at: { index: moved.at!.index },
    });
    expect(machine.validate(mm)).toEqual([]);
  });

  test('count pages, page tables and the account; a stack grows; brk moves the end of the heap', async () => {
    const machine = await fresh();
    const mm = newMm(machine);
    machine.mmMap(mm, page(0x7ff0), end(0x7fff), mapping(read | write | VMA_FLAGS.grows));
    expect(machine.mmTouch(mm, page(0x7fe8), end(0x7fe8), true).error).toBeNull();
    expect(machine.mmVmas(mm)[0]).toMatchObject({ first: page(0x7fe8), anon: 1, chain: 1 });
    expect(machine.mmFacts(mm)).toMatchObject({ vmas: 1, totalVm: 24, stackVm: 24, rssAnon: 1, tables: 3 });
    expect(machine.mmTables(mm).map(({ level, used }) => [level, used])).toEqual([
      [3, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(machine.mmTouch(mm, page(1), end(1), false).error).toBe('EFAULT');
    expect(machine.mmBrk(mm, page(0x100)).error).toBe('EINVAL');
    expect(machine.mmBrkAt(mm, page(0x100)).error).toBeNull();
    expect(machine.mmBrk(mm, page(0x120)).error).toBeNull();
    expect(machine.mmFacts(mm)).toMatchObject({ brkStart: page(0x100), brk: page(0x120), totalVm: 56, dataVm: 32 });
    machine.mmSetBase(mm, page(0x1000));
    expect(machine.mmMapAny(mm, page(1), RW).at?.last).toBe(end(0xfff));
    const advices: readonly Advice[] = [
      'dontfork',
      'dofork',
      'wipeonfork',
      'keeponfork',
      'policy',
      'policy off',
      'uffd',
      'uffd off',
      'lock',
      'lock onfault',
      'unlock',
      'hugepage',
      'nohugepage',
      'dontdump',
      'dodump',
      'mergeable',
      'unmergeable',
      'dontneed',
      'free',
    ];
    const plain = machine.mmVmas(mm).find(({ first }) => first === page(0xfff))?.flags;
    for (const advice of advices)
      expect([advice, machine.mmAdvise(mm, page(0xfff), end(0xfff), advice).error]).toEqual([advice, null]);
    expect(machine.mmVmas(mm).find(({ first }) => first === page(0xfff))?.flags).toBe(
      (plain ?? 0) | VMA_FLAGS.nohugepage,
    );
    expect(machine.accounts().map(({ object }) => object)).toEqual(OBJECTS);
    machine.exitMm(mm);
    expect(machine.accounts().filter(({ held }) => held !== 0)).toEqual([]);
    expect(machine.live()).toBe(0);
  });

  test('that fail leave the address space as it was', async () => {
    const machine = await fresh();
    const mm = filled(machine, 40);
    const image = (): unknown => [
      machine.sum(mm),
      machine.mmVmas(mm),
      machine.mmFacts(mm),
      machine.mmTables(mm),
      machine.live(),
      machine.accounts().map(({ held }) => held),
    ];
    const before = image();
    const sites = ['request', 'node', 'commit', 'vma', 'anon', 'page'] as const;
    const calls: readonly (() => { readonly error: string | null })[] = [
      () => machine.mmMap(mm, page(17), end(25), RW),
      () => machine.mmMapAny(mm, page(9), RW),
      () => machine.mmUnmap(mm, page(21), end(33)),
      () => machine.mmTouch(mm, page(16), end(16), true),
      () => machine.mmRemap(mm, page(16), page(1), page(3), ZERO, true),
    ];
    let refused = 0;
    for (const site of sites) {
      for (const call of calls) {
        const saved = machine.save();
        machine.failSite(site, 0, 1, 1000);
        const { error } = call();
        machine.failOff();
        if (error === null) machine.restore(saved);
        else {
          refused++;
          expect(error).toBe('ENOMEM');
        }
        expect(image()).toEqual(before);
      }
    }
    expect(refused).toBeGreaterThan(10);
    expect(machine.createMm().mm).not.toBeNull();
    machine.failSite('mm', 0, 1, 1);
    expect(machine.createMm()).toMatchObject({ mm: null, outcome: { error: 'ENOMEM' } });
    expect(() => machine.mmFacts(machine.create({ alloc: true, rcu: false, release: '6_16' })!)).toThrow(
      'no address space',
    );
  });
});

describe('forks', () => {
  test('in each way give a child with the same VMAs and all that a fork passes', async () => {
    const machine = await fresh();
    const mm = filled(machine, 50);
    machine.mmTouch(mm, page(16), end(16), true);
    for (const by of ['dup', 'bulk', 'stores'] as const) {
      const { child, outcome, record, balance } = machine.fork(mm, how(by));
      expect(machine.mmVmas(child!).map(({ first, last }) => [first, last])).toEqual(
        machine.mmVmas(mm).map(({ first, last }) => [first, last]),
      );
      expect(record).toMatchObject({
        by,
        error: null,
        point: null,
        site: null,
        mapCount: 50,
        pagesCopied: 1,
        copiedNodes: by === 'dup' ? machine.facts(mm).nodes : 0,
      });
      expect(record.passes).toMatchObject({
        mm: 1,
        signal: 51,
        vma: 50,
        page: 3,
        hook: 1,
        request: outcome.requests.length,
      });
      expect(outcome.used).toBeGreaterThanOrEqual(machine.facts(child!).nodes);
      expect(balance.rules.filter(({ held }) => held !== null)).toMatchObject([{ rule: 6, held: true }]);
      expect(balance.rows.find(({ object }) => object === 'nodes')?.held).toBe(machine.facts(child!).nodes);
      expect(machine.exitMm(child!).balance.rows.filter(({ held }) => held !== 0)).toEqual([]);
    }
    expect(machine.live()).toBe(machine.facts(mm).nodes);
  });

  test('fail at each site and at each VMA, and give everything back', async () => {
    const machine = await fresh();
    const mm = filled(machine, 21);
    machine.mmTouch(mm, page(16), end(16), true);
    machine.mmAdvise(mm, page(22), end(22), 'policy');
    machine.mmAdvise(mm, page(24), end(24), 'uffd');
    // Rule "fork": removing it needs nodes.
    machine.mmAdvise(mm, page(28), end(28), 'dontfork');
    const live = machine.live();
    const points = new Set<string | null>();
    for (const by of ['dup', 'bulk', 'stores'] as const) {
      for (const undo of ['marker', 'range'] as const) {
        for (const site of SITES) {
          const passed = machine.passes(site);
          const well = machine.fork(mm, how(by, undo));
          const count = machine.passes(site) - passed;
          expect(count).toBe(well.record.passes[site]);
          machine.exitMm(well.child!);
          // A single request that is refused is made again, so it takes two refusals to fail.
          for (let k = 1; k <= 2 * count; k++) {
            machine.failSite(site, 0, (k + 1) >> 1, 1 + (k & 1));
            expect(machine.armed(site)).toBe(1 + (k & 1));
            const { child, record, balance } = machine.fork(mm, how(by, undo));
            if (child !== null) machine.exitMm(child);
            else {
              points.add(record.point);
              expect(balance.rules.map(({ held }) => held)).toEqual([true, true, true, true, true, true]);
              expect(balance.rows.filter(({ held }) => held !== 0)).toEqual([]);
              expect([record.removed, machine.live()]).toEqual([record.mapCount, live]);
            }
            machine.failOff();
            expect(machine.armed(site)).toBe(0);
          }
        }
      }
    }
    expect(points).toEqual(new Set(Array.from({ length: 12 }, (_, k) => `F${k + 1}`)));
    expect(machine.fork(mm, how('dup')).record.error).toBeNull();
    machine.failSite('vma', 9, 1, 1);
    expect(machine.fork(mm, how('dup')).record).toMatchObject({ point: 'F7', at: 9, endVma: 9 });
  });

  test('of what is no address space, or of a damaged one, are refused', async () => {
    const machine = await fresh();
    const tree = machine.create({ alloc: true, rcu: false, release: '6_16' })!;
    expect(machine.fork(tree, how('dup'))).toMatchObject({
      child: null,
      outcome: { error: 'EINVAL' },
      record: { error: 'EINVAL', point: null },
    });
    const mm = filled(machine, 3);
    machine.corrupt(mm, 0, 'pivot', 0, index(1n));
    expect(machine.fork(mm, how('dup'))).toMatchObject({ child: null, record: { error: 'EBUSY' } });
    expect(machine.mmMap(mm, page(100), end(100), RW).error).toBe('EBUSY');
    expect(machine.exitMm(mm).balance.rows.filter(({ held }) => held !== 0)).toEqual([]);
  });
});

describe('saved states', () => {
  test('are brought back any number of times, with nodes, memory and what is armed', async () => {
    const machine = await fresh();
    const mm = filled(machine, 60);
    machine.mmTouch(mm, page(20), end(20), true);
    machine.failSite('vma', 5, 1, 1);
    machine.failChance(50, index(3n), 4);
    const image = (): unknown => [
      machine.sum(mm),
      machine.mmVmas(mm),
      machine.mmFacts(mm),
      machine.mmTables(mm),
      machine.live(),
      SITES.map((site) => [machine.armed(site), machine.passes(site)]),
    ];
    const before = image();
    const saved = machine.save();
    const outcomes: unknown[] = [];
    for (let k = 0; k < 3; k++) {
      const runs = [
        machine.fork(mm, how('dup')),
        machine.fork(mm, how('stores')),
        machine.mmUnmap(mm, page(16), end(40)),
        machine.createMm(),
      ];
      outcomes.push(runs.map((one) => ('outcome' in one ? one.outcome : one)));
      machine.restore(saved);
      expect(image()).toEqual(before);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  test('take calls out of the log that were made since, so that what is made again is what stayed', async () => {
    const machine = await fresh();
    const log = opLog();
    let backs = 0;
    const recording = recordingMachine(machine, log, { after: () => undefined, saved: () => () => backs++ });
    const mm = filled(recording, 20);
    const saved = recording.save();
    const calls = log.length();
    for (let k = 1; k <= 4; k++) {
      recording.failSite('vma', 0, k, 1);
      expect(recording.fork(mm, how('dup')).child).toBeNull();
      recording.bulk(recording.create({ alloc: false, rcu: false, release: '6_16' })!, 2, [
        { first: page(1), last: end(1), word: index(3n) },
      ]);
      recording.restore(saved);
      expect([log.length(), log.bulkStores()]).toEqual([calls, 0]);
    }
    expect(backs).toBe(4);
    recording.mmRemap(mm, page(16), page(1), page(3), ZERO, true);
    const { child } = recording.fork(mm, how('bulk', 'range'));
    recording.mmTouch(child!, page(20), end(20), true);
    recording.mmSetBase(child!, page(0x900));
    recording.failEvery(3, 2);
    recording.failChance(20, index(9n), 0);
    const image = (of: Machine): unknown =>
      [mm, child!].map((one) => [of.sum(one), of.mmVmas(one), of.mmFacts(one), of.mmTables(one), of.armed('request')]);
    const second = await fresh();
    for (let k = 0; k < log.length(); k++) log.replay(k, second);
    expect(image(second)).toEqual(image(machine));
    expect(log.callsForMemory()).toBe(true);
  });
});

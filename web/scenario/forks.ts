// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces at the level of their trees: built from maps, forked in three ways, torn down. Floor 2. Only tree
// nodes are counted: VMA objects, page tables and pages are not modelled by this version, and its steps say so.

import { must } from '../base/assert';
import { valueWord } from '../model/entry';
import type { Outcome, StoredRange } from '../model/machine';
import type { Vma } from '../model/vma';
import { refusalHint, type Context, type Done } from './operations';
import { mergeOutcomes } from './outcomes';
import { RunError } from './run-error';
import type { MapsLine, Statement } from './syntax';
import type { Named, World } from './world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Makes the empty address space that the VMAs of a maps block go into: gaps tracked, RCU mode off while loading. */
export function beginMaps(statement: Of<'maps'>, { world }: Context): Named {
  const named = world.create(statement.name, 'mm', { alloc: true, rcu: false, wholeHeight: false });
  world.current = named;
  return named;
}

/** Stores one VMA of a maps block; the last one switches RCU mode on. */
export function storeVma(named: Named, line: MapsLine, last: boolean, hint: string, { world }: Context): Done {
  const { vma } = line;
  const word = valueWord(BigInt(vma.number));
  const outcome = world.machine.store(named.handle, vma.first, vma.last, word);
  world.book(named, outcome);
  if (outcome.error === null) {
    named.wanted.store(vma.first, vma.last, word);
    world.addVmas(named, [vma]);
  }
  if (last) world.setRcu(named, true);
  const touched = { first: vma.first, last: vma.last };
  const hints = [refusalHint(outcome), hint].filter((one) => one !== '');
  return { tree: named.name, named, outcome, result: null, touched, whole: false, troubles: [], hint: hints.join(' · ') };
}

/** Forks an address space into a new one: one step, whatever the way. */
export function fork(statement: Of<'fork'>, { world }: Context): Done {
  const parent = world.find(statement.source);
  if (parent.kind === 'tree') throw new RunError(statement.source, `\`${parent.name}\` is a plain tree: \`dup\` duplicates it`);
  const child = world.create(statement.name, 'mm', parent.mode);
  const vmas = must(parent.vmas, 'VMAs').map((vma, k): Vma => ({ ...vma, number: k + 1 }));
  const outcomes = [...ways[statement.by](world, parent, child, vmas)];
  for (const outcome of outcomes) world.book(child, outcome);
  const outcome = mergeOutcomes(outcomes, world.machine.live());
  if (outcome.error !== null) return failed(world, parent, child, outcome, idle(statement));
  for (const vma of vmas) child.wanted.store(vma.first, vma.last, valueWord(BigInt(vma.number)));
  world.addVmas(child, vmas);
  world.setRcu(child, true);
  world.pair = { parent, child };
  const height = world.machine.facts(child.handle).height;
  const hint = `counts tree nodes only: this version knows no page tables${idle(statement)}`;
  return { tree: child.name, named: child, outcome: { ...outcome, height }, result: null, touched: null, whole: true, troubles: [], hint };
}

// How a failed fork is undone, and up to where page tables are freed, is nothing that a tree's nodes would show.
function idle({ undo, ceiling }: Of<'fork'>): string {
  const words = [undo, ceiling].flatMap((word) => (word === null ? [] : [`\`${word.text}\``]));
  return words.length === 0 ? '' : `, so ${words.join(' and ')} ${words.length === 1 ? 'makes' : 'make'} no difference`;
}

// After a failure the child does not exist, and what it had is given back.
function failed(world: World, parent: Named, child: Named, outcome: Outcome, idleWords: string): Done {
  const torn = world.machine.destroy(child.handle);
  world.book(child, torn);
  const troubles = child.nodes === 0 ? [] : [`${child.nodes} nodes of ${child.name} did not come back`];
  world.drop(child);
  const height = world.machine.facts(parent.handle).height;
  const whole = { ...outcome, freed: outcome.freed + torn.freed, deferred: outcome.deferred + torn.deferred, live: torn.live, height };
  const hint = `${refusalHint(outcome)}; \`${child.name}\` does not exist${idleWords === '' ? '' : `; nodes alone are counted${idleWords}`}`;
  return { tree: parent.name, named: parent, outcome: whole, result: null, touched: null, whole: true, troubles, hint };
}

type Way = (world: World, parent: Named, child: Named, vmas: readonly Vma[]) => Generator<Outcome>;

const ways: Record<Of<'fork'>['by'], Way> = {
  // Linux 6.16 (spec/04 §3.3, §3.6): duplicate, then put the child's own VMA in place of each.
  *dup(world, parent, child, vmas) {
    const { machine } = world;
    const outcome = machine.dup(parent.handle, child.handle);
    yield outcome;
    if (outcome.error !== null) return;
    world.setRcu(child, false);
    for (const vma of vmas) {
      const stored = machine.store(child.handle, vma.first, vma.last, valueWord(BigInt(vma.number)));
      yield stored;
      if (stored.error !== null) return;
    }
  },
  // Before tree duplication (spec/04 §3.2): a bulk load with as many expected entries as there are VMAs.
  *bulk(world, _parent, child, vmas) {
    world.setRcu(child, false);
    yield world.machine.bulk(child.handle, vmas.length, vmas.map(vmaRange));
  },
  *stores(world, _parent, child, vmas) {
    const { machine } = world;
    world.setRcu(child, false);
    for (const vma of vmas) {
      const stored = machine.store(child.handle, vma.first, vma.last, valueWord(BigInt(vma.number)));
      yield stored;
      if (stored.error !== null) return;
    }
  },
};

function vmaRange(vma: Vma): StoredRange {
  return { first: vma.first, last: vma.last, word: valueWord(BigInt(vma.number)) };
}

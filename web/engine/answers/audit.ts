// SPDX-License-Identifier: GPL-2.0-or-later
//
// Checks every step of a run, from the first to the last: the validator on every tree, the contents of every tree
// against the range map that the run kept beside it, its layout against the recorded sum, and the objects out of the
// allocators against those in trees and address spaces.

import type { TreeHandle } from '../../model/machine';
import { OBJECTS } from '../../model/memory';
import type { Breach, BreachFound } from '../../model/run-audit';
import type { Answering, NamedHandle, Place } from '../time/answer-context';

type Unplaced = Omit<Breach, 'step' | 'line'>;

export const audit: Answering<'audit'> = function* (place) {
  const { time, steps, reportAt, treesAt, wantedAt } = place;
  const wanted = new Map<TreeHandle, bigint>();
  const breaches = new Map<string, Breach>();
  for (let step = 1; step <= steps; step++) {
    time.goTo(step);
    for (const [handle, hash] of wantedAt(step)) wanted.set(handle, hash);
    const found = [
      ...treesAt(step).flatMap((tree) => treeBreaches(place, tree, wanted.get(tree.handle), step)),
      ...nodeBreaches(place, step),
      ...heldBreaches(place, step),
    ];
    for (const one of found) {
      const key = [one.kind, one.tree, one.invariant, one.kind === 'held' ? JSON.stringify(one.found) : ''].join(' ');
      if (!breaches.has(key)) breaches.set(key, { step, line: reportAt(step)?.line ?? 0, ...one });
    }
    yield { done: step, of: steps };
  }
  return { steps, breaches: [...breaches.values()] };
};

function treeBreaches(
  { machine, reportAt }: Place,
  { name, handle }: NamedHandle,
  wanted: bigint | undefined,
  step: number,
): Unplaced[] {
  const breaches: Unplaced[] = [];
  for (const finding of machine.validate(handle)) {
    if (finding.excused) continue;
    const { invariant } = finding;
    breaches.push({ kind: 'invariant', tree: name, invariant, found: { code: 'finding', finding } });
  }
  const add = (kind: Breach['kind'], found: BreachFound): unknown =>
    breaches.push({ kind, tree: name, invariant: null, found });
  if (wanted !== undefined && machine.contents(handle) !== wanted) add('contents', { code: 'hash' });
  const report = reportAt(step);
  if (report !== null && report.tree === name && report.sum !== null) {
    const held = machine.sum(handle);
    if (held !== report.sum) add('sum', { code: 'sum', held, wanted: report.sum });
  }
  return breaches;
}

function nodeBreaches({ machine, reportAt, treesAt }: Place, step: number): Unplaced[] {
  const live = machine.live();
  const out = live - machine.waiting() - machine.heldByStates();
  const reached = treesAt(step).reduce((sum, { handle }) => sum + machine.facts(handle).nodes, 0);
  const counts = reportAt(step)?.live ?? live;
  return [
    ...(out === reached ? [] : [ofAll('nodes', { code: 'out', out, reached })]),
    ...(counts === live ? [] : [ofAll('nodes', { code: 'counted', held: counts, wanted: live })]),
  ];
}

function heldBreaches({ machine, treesAt }: Place, step: number): Unplaced[] {
  const spaces = treesAt(step)
    .filter(({ kind }) => kind === 'mm')
    .map(({ handle }) => machine.mmFacts(handle));
  const wanted = { vmas: 0, tables: 0, mms: spaces.length };
  for (const { vmas, tables } of spaces) {
    wanted.vmas += vmas;
    wanted.tables += tables;
  }
  const rows = machine.accounts();
  return (['vmas', 'tables', 'mms'] as const).flatMap((object) => {
    const more = (rows[OBJECTS.indexOf(object)]?.held ?? 0) - wanted[object];
    return more === 0 ? [] : [ofAll('held', { code: 'more', object, more })];
  });
}

// About everything together.
function ofAll(kind: Breach['kind'], found: BreachFound): Unplaced {
  return { kind, tree: null, invariant: null, found };
}

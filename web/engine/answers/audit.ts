// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every step of a run looked at, from the first to the last. At each: the validator on every tree, the contents of
// every tree against the range map that the run kept beside it, its layout against the recorded sum, and what is out of
// the allocators against what trees and address spaces account for.

import { counted } from '../../base/text';
import { findingText } from '../../model/finding';
import type { TreeHandle } from '../../model/machine';
import { OBJECTS, type ObjectKind } from '../../model/memory';
import type { Breach } from '../../model/run-audit';
import type { Answering, NamedHandle, Place } from '../time/answer-context';

type Found = Omit<Breach, 'step' | 'line'>;

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
      const key = [one.kind, one.tree, one.invariant, one.kind === 'held' ? one.text : ''].join(' ');
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
): Found[] {
  const found: Found[] = [];
  for (const finding of machine.validate(handle)) {
    if (finding.excused) continue;
    const { invariant, node, slot } = finding;
    const where = node === 0 ? 'the tree' : slot < 0 ? `node ${node}` : `node ${node}, slot ${slot}`;
    const what = findingText(finding);
    found.push({
      kind: 'invariant',
      tree: name,
      invariant,
      text: `I${invariant} is broken at ${where} of ${name}${what === '' ? '' : `: ${what}`}`,
    });
  }
  if (wanted !== undefined && machine.contents(handle) !== wanted) {
    found.push({
      kind: 'contents',
      tree: name,
      invariant: null,
      text: `${name} does not hold what the plain range map holds`,
    });
  }
  const report = reportAt(step);
  if (report !== null && report.tree === name && report.sum !== null) {
    const sum = machine.sum(handle);
    if (sum !== report.sum)
      found.push({
        kind: 'sum',
        tree: name,
        invariant: null,
        text: `${name} has sum ${sum}, and the run recorded ${report.sum}`,
      });
  }
  return found;
}

function nodeBreaches({ machine, reportAt, treesAt }: Place, step: number): Found[] {
  const live = machine.live();
  const reached = treesAt(step).reduce((sum, { handle }) => sum + machine.facts(handle).nodes, 0);
  const lost = live - machine.waiting() - machine.heldByStates() - reached;
  const found: Found[] = [];
  if (lost !== 0)
    found.push({
      kind: 'nodes',
      tree: null,
      invariant: null,
      text: `${counted(live, 'node')} out of the allocator, and trees and readers account for ${live - lost}`,
    });
  const counts = reportAt(step)?.live;
  if (counts !== undefined && counts !== live)
    found.push({
      kind: 'nodes',
      tree: null,
      invariant: null,
      text: `the step counted ${counted(counts, 'node')} out of the allocator, and there are ${live}`,
    });
  return found;
}

const COUNTED: readonly (readonly [ObjectKind, one: string, many: string])[] = [
  ['vmas', 'VMA', 'VMAs'],
  ['tables', 'page table', 'page tables'],
  ['mms', 'address space', 'address spaces'],
];

function heldBreaches({ machine, treesAt }: Place, step: number): Found[] {
  const spaces = treesAt(step)
    .filter(({ kind }) => kind === 'mm')
    .map(({ handle }) => machine.mmFacts(handle));
  const wanted = { vmas: 0, tables: 0, mms: spaces.length };
  for (const { vmas, tables } of spaces) {
    wanted.vmas += vmas;
    wanted.tables += tables;
  }
  const rows = machine.accounts();
  return COUNTED.flatMap(([object, one, many]): Found[] => {
    const held = rows[OBJECTS.indexOf(object)]?.held ?? 0;
    const more = held - wanted[object as keyof typeof wanted];
    if (more === 0) return [];
    return [
      {
        kind: 'held',
        tree: null,
        invariant: null,
        text:
          more > 0
            ? `${counted(more, one, many)} more are held than address spaces have`
            : `${counted(-more, one, many)} fewer are held than address spaces have`,
      },
    ];
  });
}

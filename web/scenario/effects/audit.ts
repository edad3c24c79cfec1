// SPDX-License-Identifier: GPL-2.0-or-later
//
// The oracle's part after each step: does the tree hold what the range map holds, do the invariants hold, are all nodes
// accounted for; and when the sum is printed.
//
// Every step: the touched range and its neighbours, compared range by range. While the tree is small and at milestones
// (a refusal, a bulk load, every 1,000th step): everything, first by the hash of the contents, and range by range when
// that differs, to say where.

import { foundKey, LOST_NODES, troubleOf, type Cause, type Found, type Trouble } from '../../model/trouble';
import { index, MAX, ZERO, type Index } from '../../base/index64';
import { newsFirst } from '../../model/finding';
import type { Machine } from '../../model/machine';
import { reportedMode } from '../../model/tree-mode';
import type { InvariantReport, TreeReport } from '../../model/report';
import { spaceDifference } from './space-audit';
import type { Done } from './operations';
import { firstDifference } from '../oracle/range-map';
import type { Named, World } from '../world/world';

/**
 * When sums are printed and everything is compared. 'page': as the language's page says. 'all': at every step. 'few':
 * at every step while a tree is small, then every 1,000th, and at last each time that as many steps as the tree has
 * nodes have gone by: for playing, where speed matters more.
 */
export type SumMode = 'page' | 'all' | 'few';

/** Up to this many nodes, sums are given at every step ('page' and 'few'). */
const SUM_NODES = { page: 4096, few: 64 } as const;
/** Above them, at every step whose number this divides. */
const SUM_EVERY = 1000;
/** Up to this many nodes all contents and invariants are checked wherever a sum is given; above it at milestones. */
const WHOLE_NODES = 256;

export interface Audit {
  readonly sum: string | null;
  readonly troubles: readonly Trouble[];
}

/** Looks at the tree of step number `step`, which has just been done. */
export function audit(world: World, step: number, done: Done, mode: SumMode, reads: boolean): Audit {
  const { named } = done;
  if (named === null) return { sum: null, troubles: done.troubles };
  if (world.names.get(named.name) !== named) return { sum: named.sum, troubles: done.troubles };
  const failed = done.outcome !== null && done.outcome.error !== null;
  // A failed call on an address space may keep the changes it made before its error.
  const unchanged = failed && done.outcome.keptTo === ZERO;
  const milestone = failed || done.whole || (step % SUM_EVERY === 0 && (mode !== 'few' || isDue(named, step)));
  const troubles = [...done.troubles];
  const before = named.sum;
  if (!reads && !unchanged) named.sum = null;
  if (mode !== 'all' && !milestone && named.nodes > SUM_NODES[mode]) {
    if (done.touched !== null) troubles.push(...touchedTroubles(world.machine, named, done.touched));
    return { sum: null, troubles };
  }
  const sum = reads && named.sum !== null ? named.sum : world.machine.sum(named.handle);
  if (unchanged && before !== null && before !== sum)
    troubles.push(troubleOf('answer', named.name, { code: 'layout' }));
  const whole = milestone || mode === 'all' || named.nodes <= WHOLE_NODES;
  if (whole && (named.sum === null || failed)) troubles.push(...contentsTroubles(world.machine, named));
  if (!whole && !reads && done.touched !== null) troubles.push(...touchedTroubles(world.machine, named, done.touched));
  if (!reads && (milestone || named.nodes <= WHOLE_NODES)) troubles.push(...structureTroubles(world.machine, named));
  named.sum = sum;
  return { sum, troubles };
}

// Looking at all of a large tree every 1,000 steps would take longer than the steps, and ever longer.
function isDue(named: Named, step: number): boolean {
  return named.nodes <= SUM_NODES.page || step % (SUM_EVERY * Math.ceil(named.nodes / SUM_EVERY)) < SUM_EVERY;
}

function touchedTroubles(machine: Machine, named: Named, touched: { first: Index; last: Index }): Trouble[] {
  if (named.differs) return [];
  const from = touched.first === 0n ? touched.first : index(touched.first - 1n);
  const to = touched.last === MAX ? MAX : index(touched.last + 1n);
  const difference = firstDifference(machine.ranges(named.handle, from), named.wanted.endingFrom(from), to);
  return difference === null ? [] : [differs(named, { code: 'contents', ...difference })];
}

/** Compares all contents. */
export function contentsTroubles(machine: Machine, named: Named): Trouble[] {
  if (named.differs) return [];
  const difference = contentsDifference(machine, named);
  return difference === null ? [] : [differs(named, difference)];
}

/** Where the contents first differ; null: nowhere. */
export function contentsDifference(machine: Machine, named: Named): Found | null {
  const space = named.space === null ? null : spaceDifference(machine, named);
  if (space !== null || machine.contents(named.handle) === named.wanted.hash) return space;
  const difference = firstDifference(machine.ranges(named.handle), named.wanted.endingFrom(index(0n)));
  return difference === null ? { code: 'hash' } : { code: 'contents', ...difference };
}

function differs(named: Named, difference: Found): Trouble {
  named.differs = true;
  return troubleOf('contents', named.name, difference, causeOf(named, difference));
}

// A breach in a tree that the text itself has damaged says nothing about the core.
function causeOf({ corrupt }: Named, found: Found): Cause | null {
  return corrupt === null ? null : { by: 'corrupt', lines: corrupt.linesOf(foundKey(found)) };
}

/** Checks the invariants and counts the nodes; each broken invariant is reported once a tree. */
export function structureTroubles(machine: Machine, named: Named): Trouble[] {
  const troubles: Trouble[] = [];
  const add = (invariant: number, found: Found): void => {
    if (named.broken.has(invariant)) return;
    named.broken.add(invariant);
    troubles.push({ kind: 'invariant', tree: named.name, invariant, cause: causeOf(named, found), found });
  };
  for (const finding of newsFirst(machine.validate(named.handle), named.mode.alloc))
    if (!finding.excused) add(finding.invariant, { code: 'finding', finding });
  const lost = lostNodes(machine, named);
  if (lost !== null) add(LOST_NODES, lost);
  return troubles;
}

/** I32; null where it holds. */
export function lostNodes(machine: Machine, named: Named): Found | null {
  const reached = machine.facts(named.handle).nodes;
  return reached === named.nodes ? null : { code: 'nodes', out: named.nodes, reached };
}

/**
 * The invariants that the validator checks (core/README.md, "Invariants"), with the counts of the allocator (I32) and
 * the contents (I36).
 */
const INVARIANTS: readonly number[] = [...Array.from({ length: 30 }, (_, k) => k + 1), 32, 35, 36, 37, 39];

/** A tree as the report has it. */
export function treeReport(machine: Machine, named: Named): TreeReport {
  const facts = machine.facts(named.handle);
  return {
    name: named.name,
    mode: reportedMode(named.mode),
    height: facts.height,
    nodes: facts.nodes,
    entries: facts.entries,
    sum: machine.sum(named.handle),
    invariants: invariantReport(machine, named),
  };
}

function invariantReport(machine: Machine, named: Named): InvariantReport {
  const findings = machine.validate(named.handle);
  const numbers = (excused: boolean): Set<number> =>
    new Set(findings.filter((one) => one.excused === excused).map((one) => one.invariant));
  const broken = numbers(false);
  if (machine.facts(named.handle).nodes !== named.nodes) broken.add(32);
  if (machine.contents(named.handle) !== named.wanted.hash) broken.add(36);
  const excused = numbers(true);
  for (const one of broken) excused.delete(one);
  const names = (of: Iterable<number>): string[] => [...of].sort((a, b) => a - b).map((one) => `I${one}`);
  return {
    held: names(INVARIANTS.filter((one) => !broken.has(one) && !excused.has(one))),
    broken: names(broken),
    excused: names(excused),
  };
}

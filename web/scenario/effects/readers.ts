// SPDX-License-Identifier: GPL-2.0-or-later
//
// RCU readers: read, resume, release.
//
// Between its statements a reader is parked on a leaf that writers may replace; the leaf stays as it was, out of the
// tree, until the reader has left. A resumed reader must visit the ranges that the range map holds now, from its index
// on: exactly those if nothing has changed since it parked.

import type { Reason, ReasonKind } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { MAX } from '../../base/index64';
import { NULL_WORD } from '../../model/entry';
import type { ReaderPlace, Visit } from '../../model/machine';
import { evaluate } from '../world/evaluate';
import { entriesAbove, mustBeFew, slotAt, spanOf, visitCount, visitReports, visitTroubles } from './iteration';
import { NOTHING_MORE, readRefused, refusalReasons, released, RESUMED, treeDestroyed } from '../../words/reasons';
import { doneWith, type Context, type Done } from './operations';
import type { Statement } from '../syntax/syntax';
import type { Parked } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export function read(statement: Of<'read'>, context: Context): Done {
  const { world } = context;
  const named = world.find(statement.source);
  world.mustBeFree(statement.name);
  const at = evaluate(statement.at, context);
  const { reader, outcome } = world.machine.openReader(named.handle, at);
  world.book(named, outcome);
  if (reader === null) return doneWith(named, outcome, { hint: readRefused(named.name, named.mode.rcu, outcome) });
  world.park(statement.name.text, reader, named);
  const visits = outcome.visits ?? [];
  return doneWith(named, outcome, {
    result: visitReports(visits, context.labels),
    touched: spanOf(visits),
    troubles: visitTroubles(named.name, 'read', visits, [slotAt(named.wanted, at)]),
  });
}

export function resume(statement: Of<'resume'>, context: Context): Done {
  const { world } = context;
  const parked = world.reader(statement.reader);
  const count = visitCount(statement.count, context);
  const before = world.machine.readerPlace(parked.handle);
  const outcome = world.machine.resumeReader(parked.handle, count);
  world.book(parked.tree, outcome);
  const visits = mustBeFew(outcome.visits ?? [], statement);
  const troubles = resumeTroubles(parked, before, visits, count);
  const exists = world.names.get(parked.tree.name) === parked.tree;
  const hint = resumeHint(parked, before, exists, visits.length < count);
  // A state that did not look at the tree knows it no better than before.
  if (!staysPut(before)) parked.version = parked.tree.wanted.version;
  // Where it stands now: a move that finds nothing may still go to another range.
  const after = world.machine.readerPlace(parked.handle);
  return doneWith(parked.tree, outcome, {
    result: visitReports(visits, context.labels),
    touched: spanOf(visits) ?? { first: after.index, last: after.last },
    troubles,
    hint,
  });
}

function resumeTroubles(parked: Parked, before: Visit, visits: readonly Visit[], count: number): Trouble[] {
  // At the end, or on a single entry without a node: `mas_next` does not walk again from there.
  if (before.last === MAX || before.status === 'root') return visitTroubles(parked.tree.name, 'resume', visits, []);
  const map = parked.tree.wanted;
  const here = slotAt(map, before.last);
  const exact = visitTroubles(parked.tree.name, 'resume', visits, entriesAbove(map, here, count));
  if (exact.length === 0 || parked.version === map.version) return exact;
  // A boundary that moved in place may have put a new range where the reader stands, which it has not seen.
  if (here.word === NULL_WORD || here.first <= before.index) return exact;
  return visitTroubles(parked.tree.name, 'resume', visits, [here, ...entriesAbove(map, here, count)].slice(0, count));
}

function resumeHint(parked: Parked, before: ReaderPlace, exists: boolean, ended: boolean): readonly Reason[] {
  const parts: Reason[] = [];
  const add = (kind: ReasonKind, text: string): unknown => parts.push({ kind, text });
  const meets = before.dead && !staysPut(before);
  if (!exists) add('note', treeDestroyed(parked.tree.name));
  if (meets) {
    if (parked.tree.height === 0) add('lost tree', RESUMED.lostTree);
    else add('note', RESUMED.deadLeaf);
  } else if (goesOnFromNoNode(before)) add('no node', RESUMED.noNode);
  if (exists && ended && misses(parked, before)) add('misses', RESUMED.misses);
  else if (ended && !(meets && parked.tree.height === 0)) add('note', NOTHING_MORE);
  return parts;
}

/**
 * `mas_next` ends at once, without a look at the tree: at the last index, or on the single entry of the root pointer.
 */
function staysPut({ last, status }: ReaderPlace): boolean {
  return last === MAX || status === 'root';
}

/** A limit was met without a node to go on from, which Linux takes for one. */
function goesOnFromNoNode({ status, node, last }: ReaderPlace): boolean {
  return status === 'overflow' && node === 0 && last !== MAX;
}

// Whether there is something behind the reader's place that it will never return.
function misses({ tree, version }: Parked, before: ReaderPlace): boolean {
  if (!staysPut(before) || version === tree.wanted.version) return false;
  for (const { first } of tree.wanted.endingFrom(before.index)) {
    if (before.word === NULL_WORD ? first >= before.index : first > before.index) return true;
  }
  return false;
}

export function release(statement: Of<'release'>, { world }: Context): Done {
  const parked = world.reader(statement.reader);
  const place = world.machine.readerPlace(parked.handle);
  const outcome = world.machine.closeReader(parked.handle);
  world.book(parked.tree, outcome);
  if (outcome.error !== null) return doneWith(parked.tree, outcome, { hint: refusalReasons(outcome) });
  world.unpark(parked);
  const waiting = world.machine.waiting();
  const troubles =
    world.readers.size === 0 && waiting > 0 ? [troubleOf('lost', null, { code: 'waiting', nodes: waiting })] : [];
  const hint = released(outcome.freed, waiting);
  return doneWith(parked.tree, outcome, {
    result: [],
    troubles,
    touched: { first: place.index, last: place.last },
    hint,
  });
}

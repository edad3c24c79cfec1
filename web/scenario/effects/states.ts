// SPDX-License-Identifier: GPL-2.0-or-later
//
// States that a scenario keeps: state, set, aim, reset, pause, walk and its kin, prepare, store, search, release.
//
// A state believes what it saw when it was last used. So the range map cannot say what each move must find: it says
// whether an entry that was found is there, whether a place that was found is free, and what a store must leave behind.

import { traitsOf } from '../../model/ops';
import { reasons } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { counted } from '../../base/text';
import { MAX, toHex, ZERO, type Index } from '../../base/index64';
import { spanText } from '../../base/number-base';
import { NULL_WORD } from '../../model/entry';
import type { Outcome, Visit } from '../../model/machine';
import type { StateReport } from '../../model/report';
import type { StateFields } from '../../model/states';
import { evaluate, evaluateForward } from '../world/evaluate';
import { mustBeFew, rangeOf, slotAt, spanOf, visitCount, visitReports } from './iteration';
import {
  countedFrom,
  movedSince,
  refusalReasons,
  searchGoesOn,
  searchMissed,
  staleEnd,
  stateLost,
  STATES_FULL,
  stateStopped,
} from '../../words/reasons';
import { doneWith, storedWord, type Context, type Done } from './operations';
import { RunError } from '../world/run-error';
import type { IterationWord, Statement, Word } from '../syntax/syntax';
import type { Kept, Named } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

// ---- Making one and letting it go ----

export function openState(statement: Of<'state'>, { world }: Context): Done {
  world.mustBeFree(statement.name);
  const named = world.target(statement.tree, statement);
  const { state, outcome } = world.machine.openState(named.handle);
  world.book(named, outcome);
  if (state === null)
    return doneWith(named, outcome, {
      hint: reasons(outcome.error === 'ENOMEM' ? STATES_FULL : ''),
    });
  const kept = world.keep(statement.name.text, state, named);
  return doneWith(named, outcome, { state: told(kept, world.machine.stateFields(state)) });
}

export function releaseState(kept: Kept, { world }: Context): Done {
  const { held } = world.machine.stateFields(kept.handle);
  const outcome = world.machine.closeState(kept.handle);
  world.letGo(kept);
  world.book(kept.tree, outcome);
  return doneWith(kept.tree, outcome, {
    result: [],
    hint: reasons(held === 0 ? '' : `${counted(held, 'node')} that it held ${held === 1 ? 'is' : 'are'} freed`),
  });
}

// ---- Where it stands ----

export function change(statement: Of<'set' | 'aim' | 'reset' | 'pause-state'>, context: Context): Done {
  const { world } = context;
  const kept = world.state(statement.state);
  const how = statement.kind === 'pause-state' ? 'pause' : statement.kind;
  const range = 'range' in statement ? evaluateForward(statement.range, context) : { first: ZERO, last: ZERO };
  const outcome = world.machine.setState(kept.handle, how, range.first, range.last);
  return after(kept, outcome, context, how !== 'aim', { touched: 'range' in statement ? range : null });
}

/** `walk s`, `next s` and so on: what the statement names is a state. */
export function moveState(kept: Kept, statement: Of<'walk' | IterationWord>, context: Context): Done {
  const { world } = context;
  if (statement.tree !== null)
    throw new RunError(
      statement.tree,
      `\`${kept.name}\` is a state of \`${kept.tree.name}\`: leave \`in ${statement.tree.text}\` out`,
    );
  const walks = statement.kind === 'walk';
  const count = walks ? 1 : visitCount(statement.count, context);
  const until = walks ? null : statement.until;
  const limit = until !== null ? evaluate(until, context) : traitsOf(statement.kind).goesDown === true ? ZERO : MAX;
  const known = kept.version === kept.tree.wanted.version;
  const before = world.machine.stateFields(kept.handle);
  const outcome = world.machine.moveState(kept.handle, statement.kind, limit, count);
  const visits = mustBeFew(outcome.visits ?? [], statement);
  const troubles =
    known || walks || before.status === 'start'
      ? visits.flatMap((visit, k) => visitTrouble(kept.tree, statement.kind, visit, k))
      : [];
  const fields = world.machine.stateFields(kept.handle);
  return after(kept, outcome, context, known || walks || before.status === 'start', {
    result: visitReports(visits, context.labels),
    touched: spanOf(visits) ?? { first: fields.index, last: fields.last },
    troubles,
    hint: reasons(rangeCounted(kept.tree, visits), visits.length < count ? stopped(kept, before, fields) : ''),
  });
}

// An entry that is found must be there, and just so long.
function visitTrouble({ name, wanted }: Named, op: string, visited: Visit, k: number): Trouble[] {
  const { index, last, word } = visited;
  const there = slotAt(wanted, index);
  if (word === NULL_WORD || (there.first === index && there.last === last && there.word === word)) return [];
  return [troubleOf('answer', name, { code: 'value', op, visit: k + 1, held: rangeOf(visited), wanted: there })];
}

// The range that a state gives begins or ends beside its own index, wherever that was set.
function rangeCounted({ wanted }: Named, visits: readonly Visit[]): string {
  const odd = visits.find(
    ({ index, last, word }) =>
      word !== NULL_WORD && (slotAt(wanted, index).first !== index || slotAt(wanted, index).last !== last),
  );
  if (odd === undefined) return '';
  const { first, last } = slotAt(wanted, odd.index);
  return countedFrom(odd.index, odd.last, first, last);
}

// A leaf that is longer than the state believes stops it, whatever the limit.
function stopped(kept: Kept, before: StateFields, fields: StateFields): string {
  const short = stale(kept, fields);
  return short === '' ? stateStopped(fields.status, before.status) : short;
}

/** Says that the field `end` is not the end of the leaf; '' where it is. */
function stale({ name }: Kept, { end, realEnd, inner }: StateFields): string {
  if (realEnd === null || inner || end >= realEnd) return '';
  return staleEnd(name, end, realEnd);
}

// ---- Storing through it ----

export function prepare(statement: Of<'prepare'>, context: Context): Done {
  const { world } = context;
  const kept = plain(statement.state, 'prepare', context);
  const word = storedWord(statement.value, context);
  mustBeForward(kept, statement.state, context);
  const outcome = world.machine.prepareState(kept.handle, word);
  const fields = world.machine.stateFields(kept.handle);
  kept.prepared =
    outcome.error === null
      ? { word, offset: fields.offset, node: fields.node, index: fields.index, last: fields.last }
      : null;
  const held =
    `${counted(fields.held, 'node')} ${fields.held === 1 ? 'is' : 'are'} ` +
    `held for it; \`store ${kept.name}\` stores`;
  const hint = outcome.error === null ? reasons(held) : refusalReasons(outcome);
  return after(kept, outcome, context, false, { touched: { first: fields.index, last: fields.last }, hint });
}

/** `store s`: what was prepared. */
export function storePrepared(statement: Of<'store-prepared'>, context: Context): Done {
  const kept = plain(statement.state, 'store', context);
  const { prepared, name } = kept;
  if (prepared === null)
    throw new RunError(
      statement.state,
      `nothing is prepared for \`${name}\`: \`prepare ${name} ` +
        `= V\` prepares it, and \`store ${name} = V\` stores at once`,
    );
  mustBeForward(kept, statement.state, context);
  const fields = context.world.machine.stateFields(kept.handle);
  const outcome = context.world.machine.storeState(kept.handle, prepared.word, true);
  kept.prepared = null;
  return stored(kept, prepared.word, fields, outcome, context, movedSince(prepared, fields));
}

/** `store s = V`: over the state's own range, at once. */
export function storeThrough(kept: Kept, statement: Of<'store'>, context: Context): Done {
  const at = { text: kept.name, from: statement.range.from, to: statement.range.to };
  if (statement.tree !== null)
    throw new RunError(
      statement.tree,
      `\`${kept.name}\` is a state of \`${kept.tree.name}\`: leave \`in ${statement.tree.text}\` out`,
    );
  plain(at, 'store', context);
  const word = storedWord(statement.value, context);
  mustBeForward(kept, at, context);
  const fields = context.world.machine.stateFields(kept.handle);
  const outcome = context.world.machine.storeState(kept.handle, word, false);
  kept.prepared = null;
  return stored(kept, word, fields, outcome, context, []);
}

function stored(
  kept: Kept,
  word: Index,
  { index, last }: StateFields,
  outcome: Outcome,
  context: Context,
  hint: readonly string[],
): Done {
  if (outcome.error === null) kept.tree.wanted.store(index, last, word);
  const fields = context.world.machine.stateFields(kept.handle);
  const hints = reasons(refusalReasons(outcome), ...hint, outcome.error === null ? stale(kept, fields) : '');
  return after(kept, outcome, context, word !== NULL_WORD && outcome.error === null, {
    touched: { first: index, last },
    hint: hints,
  });
}

// ---- A search that continues ----

export function search(statement: Of<'search'>, context: Context): Done {
  const { world } = context;
  const kept = world.state(statement.state);
  const size = evaluate(statement.size, context);
  const within = evaluateForward(statement.within, context);
  const before = world.machine.stateFields(kept.handle);
  const outcome = world.machine.searchState(kept.handle, within.first, within.last, size, statement.side);
  const { at } = outcome;
  const fresh = before.status === 'start';
  const goesOn = fresh ? '' : searchGoesOn(kept.name);
  if (outcome.error !== null || at === null) {
    const why = outcome.error === 'EBUSY' && !fresh ? reasons(searchMissed(kept.name)) : refusalReasons(outcome);
    return after(kept, outcome, context, false, { touched: { first: within.first, last: within.last }, hint: why });
  }
  return after(kept, outcome, context, false, {
    result: { index: toHex(at.index), last: toHex(at.last) },
    touched: { first: at.index, last: at.last },
    troubles: placeTroubles(kept.tree, within, size, at),
    hint: reasons(goesOn),
  });
}

function placeTroubles(
  { name, wanted }: Named,
  within: { first: Index; last: Index },
  size: Index,
  { index, last }: { index: Index; last: Index },
): Trouble[] {
  const inside = index >= within.first && last <= within.last && last - index + 1n === size;
  return inside && wanted.isEmpty(index, last)
    ? []
    : [troubleOf('answer', name, { code: 'value', op: 'search', held: { first: index, last }, wanted: null })];
}

// ---- What all of them do ----

// `sure`: the range that the state has now is one that it found or stored, or it will look for one from the root.
function after(kept: Kept, outcome: Outcome, { world }: Context, sure: boolean, rest: Partial<Done>): Done {
  world.book(kept.tree, outcome);
  const fields = world.machine.stateFields(kept.handle);
  kept.version = sure || fields.status === 'start' ? kept.tree.wanted.version : -1;
  const lost = fields.lost ? stateLost(kept.name) : '';
  const hint = reasons(lost, rest.hint ?? []);
  return doneWith(kept.tree, outcome, { ...rest, hint, state: told(kept, fields) });
}

function plain(name: Word, word: string, { world }: Context): Kept {
  const kept = world.state(name);
  if (kept.tree.kind === 'mm')
    throw new RunError(
      name,
      `\`${kept.name}\` is a state of the address space ` +
        `\`${kept.tree.name}\`, and \`${word}\` writes to plain trees only`,
    );
  return kept;
}

// A search that found nothing and a walk may leave any range; a range backwards is the writer's own.
function mustBeForward(kept: Kept, at: Word, { world }: Context): void {
  const { index, last } = world.machine.stateFields(kept.handle);
  if (index > last)
    throw new RunError(
      at,
      `\`${kept.name}\` stands at ${spanText(index, last)}, ` +
        `which is reversed: \`set ${kept.name} A..B\` gives it a range`,
    );
}

function told({ name, tree }: Kept, fields: StateFields): StateReport {
  const { status, node, inner, offset, end, realEnd, held, storeType, gone, lost } = fields;
  const placed = node !== 0;
  return {
    name,
    tree: tree.name,
    status,
    index: toHex(fields.index),
    last: toHex(fields.last),
    node: placed ? node : null,
    ...(inner ? { inner } : {}),
    ...(gone ? { gone } : {}),
    ...(lost ? { lost } : {}),
    offset,
    end,
    realEnd,
    min: toHex(fields.min),
    max: toHex(fields.max),
    held,
    storeType,
  };
}

/** A function of a state, for `expect` and expressions. */
export function stateValue(what: string, fields: StateFields): bigint | string {
  switch (what) {
    case 'index':
      return fields.index;
    case 'last':
      return fields.last;
    case 'offset':
      return BigInt(fields.offset);
    case 'end':
      return BigInt(fields.end);
    case 'held':
      return BigInt(fields.held);
    default:
      return fields.status;
  }
}

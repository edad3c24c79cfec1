// SPDX-License-Identifier: GPL-2.0-or-later
//
// Statements that look for free indexes: gap, alloc, cyclic.
//
// Each search is done in the range map too, with the oddities of the reference that make a search overlook a place
// (R-Q7, R-Q8), and what the core found must be what the range map finds.

import { reason, reasons, type Reason } from '../../model/reason';
import { troubleOf, type Found, type Trouble } from '../../model/trouble';
import { index, MAX, toHex, ZERO, type Index } from '../../base/index64';
import { NULL_WORD, ZERO_ENTRY_WORD } from '../../model/entry';
import type { Outcome } from '../../model/machine';
import type { ErrorName } from '../../model/status';
import { evaluate, evaluateForward } from '../world/evaluate';
import {
  CYCLIC_FULL,
  noGapsTracked,
  noRoom,
  NULL_ALLOCATED,
  overlooked,
  refusalReasons,
  windowText,
  wrapText,
  ZERO_NOT_ALLOCATED,
} from '../../words/reasons';
import { doneWith, storedWord, type Context, type Done } from './operations';
import type { Statement } from '../syntax/syntax';
import type { Named } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Side = 'bottom' | 'top';
type SearchOp = 'gap' | 'alloc' | 'cyclic';

interface Window {
  readonly first: Index;
  readonly last: Index;
}

/** The expected result of a search. */
interface Search {
  readonly within: Window;
  readonly size: Index;
  readonly side: Side;
  /** First index of the place that the range map finds. */
  readonly place: Index | null;
  /** Places that the search may overlook although they exist. */
  readonly blind: 'nothing' | 'low' | 'all';
}

export function gap(statement: Of<'gap'>, context: Context): Done {
  const { world } = context;
  const named = world.target(statement.tree, statement);
  const size = evaluate(statement.size, context);
  const search = searchIn(named, evaluateForward(statement.within, context), size, statement.side);
  const outcome = world.machine.emptyArea(named.handle, search.within.first, search.within.last, size, statement.side);
  world.book(named, outcome);
  const error = sizeRefusal(search) ?? (search.place === null ? 'EBUSY' : null);
  const troubles = [...placeTroubles('gap', named, search, error, outcome)];
  return doneWith(named, outcome, {
    ...placeOf(outcome, search.within),
    troubles,
    hint: searchHint(named, search, outcome),
  });
}

export function alloc(statement: Of<'alloc'>, context: Context): Done {
  const { world } = context;
  const named = world.plainTarget(statement.tree, statement);
  const size = evaluate(statement.size, context);
  const search = searchIn(named, evaluateForward(statement.within, context), size, statement.side);
  const word = storedWord(statement.value, context);
  const refusal = entryRefusal(named, word);
  const error = refusal?.error ?? sizeRefusal(search) ?? (search.place === null ? 'EBUSY' : null);
  const outcome = world.machine.alloc(
    named.handle,
    size,
    search.within.first,
    search.within.last,
    word,
    statement.side,
  );
  world.book(named, outcome);
  const troubles = placeTroubles('alloc', named, search, error, outcome, word === NULL_WORD);
  const found =
    word === NULL_WORD && outcome.error === null ? reasons(NULL_ALLOCATED) : searchHint(named, search, outcome);
  const hint = refusal === null ? found : reasons(refusal.hint);
  take(named, outcome, word);
  return doneWith(named, outcome, { ...placeOf(outcome, search.within), troubles, hint });
}

/** Rule "cyclic", in the range map: from the counter up, then from the lower limit. */
export function cyclic(statement: Of<'cyclic'>, context: Context): Done {
  const { world } = context;
  const named = world.plainTarget(statement.tree, statement);
  const within = evaluateForward(statement.within, context);
  const word = storedWord(statement.value, context);
  const refusal = entryRefusal(named, word);
  const from = named.counter.next > within.first ? named.counter.next : within.first;
  const above = from > within.last ? null : named.wanted.lowestGap(from, within.last, 1n);
  const { ranOver } = named.counter;
  const wrapped = above === null || ranOver;
  const place = above ?? (from > within.first ? named.wanted.lowestGap(within.first, within.last, 1n) : null);
  const search: Search = { within, size: index(1n), side: 'bottom', place, blind: 'nothing' };
  const error = refusal?.error ?? (place === null ? 'EBUSY' : null);
  const outcome = world.machine.cyclic(named.handle, within.first, within.last, word);
  world.book(named, outcome);
  const troubles = placeTroubles('cyclic', named, search, error, outcome, word === NULL_WORD);
  if (refusal === null && above !== null) named.counter = { ...named.counter, ranOver: false };
  if (outcome.error === null && outcome.at !== null) {
    if (outcome.wrapped !== wrapped)
      troubles.push(
        troubleOf('answer', named.name, { code: 'value', op: 'cyclic', held: outcome.wrapped, wanted: wrapped }),
      );
    const counter = world.machine.cyclicNext(named.handle);
    // NULL over an empty tree leaves the state on the index found, over others on the gap that it joined.
    const found = word === NULL_WORD && place !== null && counter === index(place + 1n) ? place : outcome.at.index;
    const next = index(found + 1n);
    named.counter = { next, ranOver: next === ZERO || named.counter.ranOver };
    if (counter !== next)
      troubles.push(troubleOf('answer', named.name, { code: 'value', op: 'counter', held: counter, wanted: next }));
  }
  const how = above === null ? 'anew' : ranOver ? 'ran over' : 'on';
  const hint = refusal === null ? cyclicHint(outcome, within, from, how, word) : reasons(refusal.hint);
  take(named, outcome, word);
  return doneWith(named, outcome, { ...placeOf(outcome, within), troubles, hint });
}

function cyclicHint(
  outcome: Outcome,
  within: Window,
  from: Index,
  how: 'anew' | 'ran over' | 'on',
  word: Index,
): readonly Reason[] {
  if (outcome.error === 'EBUSY') return reasons(CYCLIC_FULL);
  if (outcome.error !== null) return refusalReasons(outcome);
  return reasons(reason('wraps', wrapText(how, from, within.first)), word === NULL_WORD ? NULL_ALLOCATED : '');
}

function take(named: Named, outcome: Outcome, word: Index): void {
  if (outcome.error === null && outcome.at !== null && word !== NULL_WORD)
    named.wanted.store(outcome.at.index, outcome.at.last, word);
}

function entryRefusal(named: Named, word: Index): { readonly error: ErrorName; readonly hint: string } | null {
  if (!named.mode.alloc) {
    return { error: 'EINVAL', hint: noGapsTracked(named.name) };
  }
  if (word === ZERO_ENTRY_WORD) return { error: 'EINVAL', hint: ZERO_NOT_ALLOCATED };
  return null;
}

function placeOf(outcome: Outcome, within: Window): Pick<Done, 'result' | 'touched'> {
  const place = outcome.error === null ? outcome.at : null;
  if (place === null) return { result: null, touched: { first: within.first, last: within.last } };
  return {
    result: { index: toHex(place.index), last: toHex(place.last) },
    touched: { first: place.index, last: place.last },
  };
}

// ---- What the range map says ----

function searchIn(named: Named, within: Window, size: Index, side: Side): Search {
  const { first, last } = within;
  const fits = size > 0n && last - first >= size - 1n;
  const place = !fits
    ? null
    : side === 'top'
      ? named.wanted.highestGap(first, last, size)
      : named.wanted.lowestGap(first, last, size);
  return { within: { first, last }, size, side, place, blind: blindness(named, within, side, place) };
}

// Oddities of the reference. Q8: without gap tracking a search sees nothing beyond one node. Q7: from the top of
// everything it overlooks the gap that begins at 0, and in a tree of several levels all below the root's first child.
// And a node that holds nothing at all (Q14) has one gap of 2^64 indexes, a length that counts as 0 unless the window
// cuts it, which it does from below only (section 6.2, steps b and c).
function blindness(named: Named, { first, last }: Window, side: Side, place: Index | null): Search['blind'] {
  if (place === null || named.height === 0) return 'nothing';
  if (!named.mode.alloc && named.height > 1) return 'all';
  if (isHollow(named) && (side === 'top' || (first === ZERO && last === MAX))) return 'all';
  if (side !== 'top' || last !== MAX) return 'nothing';
  if (named.wanted.isEmpty(ZERO, place)) return 'all';
  return named.height > 1 ? 'low' : 'nothing';
}

function isHollow(named: Named): boolean {
  return named.height > 0 && named.wanted.count === 0;
}

function sizeRefusal({ within, size }: Search): ErrorName | null {
  return size === 0n || within.last - within.first < size - 1n ? 'EINVAL' : null;
}

// `error`: how it should end, if memory lasts.
function placeTroubles(
  op: SearchOp,
  named: Named,
  search: Search,
  error: ErrorName | null,
  outcome: Outcome,
  isNull = false,
): Trouble[] {
  const found = wrongPlace(op, search, error, outcome, isNull);
  return found === null ? [] : [troubleOf('answer', named.name, found)];
}

// The place found and the place expected; null if they agree.
function wrongPlace(
  op: SearchOp,
  { blind, ...search }: Search,
  error: ErrorName | null,
  outcome: Outcome,
  isNull: boolean,
): Found | null {
  const ranOut = outcome.error === 'ENOMEM' || outcome.error === 'ERETRY';
  if (ranOut || error === 'EINVAL' || outcome.error === 'EINVAL')
    return error === (ranOut ? null : outcome.error) ? null : { code: 'error', op, held: outcome.error, wanted: error };
  const place = outcome.error === null ? outcome.at : null;
  const isRight =
    place === null
      ? search.place === null || blind !== 'nothing'
      : (isNull && search.place !== null) ||
        (place.index === search.place && place.last - place.index + 1n === search.size && blind !== 'all');
  if (isRight) return null;
  const held = place === null ? null : { first: place.index, last: place.last };
  return { code: 'value', op, held, wanted: place !== null && blind === 'all' ? null : search.place };
}

function searchHint(named: Named, search: Search, outcome: Outcome): readonly Reason[] {
  if (outcome.error === 'ENOMEM' || outcome.error === 'ERETRY') return refusalReasons(outcome);
  return outcome.error === null ? [] : reasons(notFound(named, search, outcome.error));
}

function notFound(named: Named, { within, size, place, blind }: Search, error: ErrorName): string {
  if (error === 'EINVAL') return windowText(size, within.first, within.last);
  if (error !== 'EBUSY') return '';
  if (place === null) return noRoom(size);
  // A difference that the reference does not have is a trouble, reported as such.
  if (blind === 'nothing') return '';
  const hides = !named.mode.alloc && named.height > 1 ? 'blindPlain' : isHollow(named) ? 'hollow' : 'blindTop';
  return overlooked(place, index(place + size - 1n), hides);
}

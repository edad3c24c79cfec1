// SPDX-License-Identifier: GPL-2.0-or-later
//
// Statements that move a state through a tree: walk, next, prev, find and their kin.
//
// The range map gives the visits that each should make: the ranges in their order, and those that the words select. Two
// oddities of the reference concern a tree that is one entry at index 0 without a node (R-Q2).

import { traitsOf } from '../../model/ops';
import { reasons } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { index, MAX, toHex, ZERO, type Index } from '../../base/index64';
import { entryValue, NULL_WORD } from '../../model/entry';
import type { StoredRange, Visit } from '../../model/machine';
import type { VisitReport } from '../../model/report';
import { evaluate } from '../world/evaluate';
import { doneWith, type Context, type Done } from './operations';
import { beyondLimit, endOfMove, SINGLE_BELOW } from '../../words/reasons';
import type { RangeMap } from '../oracle/range-map';
import { RunError } from '../world/run-error';
import type { Expression, IterationWord, Span, Statement } from '../syntax/syntax';
import type { Named } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** The most ranges that one step visits. */
export const VISITS_MAX = 1_000_000;

export function iterate(statement: Of<'walk' | IterationWord>, context: Context): Done {
  const { world } = context;
  const named = world.target(statement.tree, statement);
  const at = evaluate(statement.at, context);
  const walks = statement.kind === 'walk';
  const count = walks ? 1 : visitCount(statement.count, context);
  const limit = walks ? MAX : limitOf(statement, context);
  const outcome = world.machine.iterate(named.handle, statement.kind, at, limit, count);
  world.book(named, outcome);
  const visits = mustBeFew(outcome.visits ?? [], statement);
  const wanted = wantedVisits(named, statement.kind, at, limit, count);
  return doneWith(named, outcome, {
    result: visitReports(visits, context.labels),
    touched: spanOf(visits) ?? { first: at, last: at },
    troubles: visitTroubles(named.name, statement.kind, visits, wanted),
    hint: walks ? [] : reasons(iterationHint(statement, visits, limit, count, at)),
  });
}

/** N of `count N`; 1 when it does not stand there. */
export function visitCount(count: Expression | null, context: Context): number {
  const value = count === null ? 1n : evaluate(count, context);
  return value > VISITS_MAX ? VISITS_MAX + 1 : Number(value);
}

/** A run error when a step visits more than can be reported. */
export function mustBeFew(visits: readonly Visit[], at: Span): readonly Visit[] {
  if (visits.length <= VISITS_MAX) return visits;
  throw new RunError(
    at,
    `one step visits at most ${VISITS_MAX.toLocaleString('en-US')} ranges: \`until\` sets a limit`,
  );
}

function limitOf(statement: Of<IterationWord>, context: Context): Index {
  if (statement.until !== null) return evaluate(statement.until, context);
  return goesDown(statement.kind) ? ZERO : MAX;
}

function goesDown(word: IterationWord): boolean {
  return traitsOf(word).goesDown === true;
}

export function visitReports(visits: readonly Visit[], labels: readonly string[]): readonly VisitReport[] {
  return visits.map(({ index: first, last, word }) => [toHex(first), toHex(last), entryValue(word, labels)]);
}

/** From the lowest index visited to the highest; null for no visit. */
export function spanOf(visits: readonly Visit[]): Done['touched'] {
  const [a, b] = [visits[0], visits.at(-1)];
  if (a === undefined || b === undefined) return null;
  return { first: a.index < b.index ? a.index : b.index, last: a.last > b.last ? a.last : b.last };
}

/** Where two lists of visits differ first. */
export function visitTroubles(
  tree: string,
  op: string,
  visits: readonly Visit[],
  wanted: readonly StoredRange[],
): Trouble[] {
  for (let k = 0; k < Math.max(visits.length, wanted.length); k++) {
    const [x, y] = [visits[k], wanted[k]];
    if (x !== undefined && y !== undefined && x.index === y.first && x.last === y.last && x.word === y.word) continue;
    return [troubleOf('answer', tree, { code: 'value', op, visit: k + 1, held: rangeOf(x), wanted: y ?? null })];
  }
  return [];
}

/** The range of a visit; null for none. */
export function rangeOf(visit: Visit | undefined): StoredRange | null {
  return visit === undefined ? null : { first: visit.index, last: visit.last, word: visit.word };
}

/** The range that holds an index, a gap being one too. */
export function slotAt(map: RangeMap, at: Index): StoredRange {
  const above = map.endingFrom(at).next().value;
  if (above !== undefined && above.first <= at) return above;
  const below = map.startingTo(at).next().value;
  return {
    first: below === undefined ? ZERO : index(below.last + 1n),
    last: above === undefined ? MAX : index(above.first - 1n),
    word: NULL_WORD,
  };
}

/** At most `count` entries above a range. */
export function entriesAbove(map: RangeMap, from: StoredRange, count: number): StoredRange[] {
  return from.last === MAX ? [] : onward(map, from, 'up', MAX, count, false);
}

function onward(
  map: RangeMap,
  from: StoredRange,
  way: 'up' | 'down',
  limit: Index,
  count: number,
  gaps: boolean,
): StoredRange[] {
  const found: StoredRange[] = [];
  let slot = from;
  while (found.length < count) {
    if (way === 'up' ? slot.last >= limit : slot.first <= limit) break;
    slot = slotAt(map, index(way === 'up' ? slot.last + 1n : slot.first - 1n));
    if (gaps || slot.word !== NULL_WORD) found.push(slot);
  }
  return found;
}

function wantedVisits(
  named: Named,
  word: 'walk' | IterationWord,
  at: Index,
  limit: Index,
  count: number,
): StoredRange[] {
  const map = named.wanted;
  const here = slotAt(map, at);
  if (word === 'walk') return [here];
  const down = goesDown(word);
  const finds = word === 'find' || word === 'find_rev';
  const beyond = down ? at < limit : at > limit;
  if (count === 0 || beyond || (at === limit && !finds)) return [];
  // One entry at index 0 and no node.
  const single = named.height === 0 ? map.at(ZERO) : null;
  if (single !== null) return down || (finds && at === ZERO) ? [single] : [];
  const first = finds && here.word !== NULL_WORD ? [here] : [];
  const gaps = word === 'next_range' || word === 'prev_range';
  return [...first, ...onward(map, here, down ? 'down' : 'up', limit, count - first.length, gaps)];
}

function iterationHint(
  statement: Of<IterationWord>,
  visits: readonly Visit[],
  limit: Index,
  count: number,
  at: Index,
): string {
  const [only] = visits;
  const down = goesDown(statement.kind);
  if (down && only !== undefined && only.last < limit) {
    return SINGLE_BELOW;
  }
  if (visits.length >= count) return '';
  const finds = statement.kind === 'find' || statement.kind === 'find_rev';
  if (down ? at < limit : at > limit) return beyondLimit(at, limit);
  return endOfMove(at, limit, down, finds, visits.length > 0);
}

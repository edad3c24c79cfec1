// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the text holds the number of a range's border, and what the text is with another number there. Pure.

import { MAX } from '../../base/index64';
import type { StepColumns } from '../../model/run';
import { indexText } from '../../base/number-base';
import type { Expression, Range, Statement } from '../../scenario/syntax/syntax';
import type { Border } from '../../views/strip/types';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The number's place: a range of a statement on its own line. */
export interface BorderPlace {
  readonly line: number;
  readonly range: Range;
  readonly border: Border;
}

type Literal = Extract<Expression, { readonly kind: 'number' | 'max' }>;

/** Statements that store one range each time they run. */
const STORING = ['store', 'insert', 'map'] as const;

/**
 * The place of a border's number. The statement is the last one that ran up to step `upTo` on the border's tree,
 * alone on its line, and whose range has the border's index as a plain number. A string says why there is none.
 */
export function borderPlace(
  border: Border,
  statements: readonly Statement[],
  { kinds, kindOf, lines }: StepColumns,
  upTo: number,
): BorderPlace | string {
  const index = border[border.end];
  const [known, times] = [new Map<number, number>(), new Map<number, number>()];
  for (let k = 0; k < upTo; k++) {
    const line = lines[k]!;
    if (kinds[kindOf[k]!]!.tree === border.tree) known.set(line, k);
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  let inLoop = false;
  let best: { readonly at: number; readonly place: BorderPlace } | null = null;
  for (const { statement, looped } of flat(statements, false)) {
    const range = rangeOf(statement);
    const at = known.get(statement.line);
    if (range === null || at === undefined) continue;
    if (looped || times.get(statement.line) !== 1) {
      inLoop = true;
      continue;
    }
    const [first, last] = ends(range);
    if ((border.end === 'first' ? first : last) !== index || isUnclear(range, border.end)) continue;
    if (best === null || at > best.at) best = { at, place: { line: statement.line, range, border } };
  }
  if (best !== null) return best.place;
  const ends_ = border.end === 'first' ? 'begins' : 'ends';
  if (kinds.some(({ op, tree }, k) => op === 'maps' && tree === border.tree && kindOf.indexOf(k) < upTo))
    return `This border comes from a pasted memory map. To move it, add \`map\` or \`unmap\` for ${border.tree}.`;
  if (inLoop)
    return `No range in the text ${ends_} at ${indexText(index)}: a loop computes it. Change the loop instead.`;
  return `No range in the text ${ends_} at ${indexText(index)} as a plain number. Change the statement that makes it.`;
}

// Every statement, with whether it stands in a block.
function* flat(
  statements: readonly Statement[],
  looped: boolean,
): Generator<{ readonly statement: Statement; readonly looped: boolean }> {
  for (const statement of statements) {
    yield { statement, looped };
    if ('body' in statement) yield* flat(statement.body, true);
  }
}

function rangeOf(statement: Statement): Range | null {
  const kinds: readonly string[] = STORING;
  return kinds.includes(statement.kind) && 'range' in statement ? statement.range : null;
}

function literal(expression: Expression | null): Literal | null {
  return expression?.kind === 'number' || expression?.kind === 'max' ? expression : null;
}

function valueOf(expression: Expression | null): bigint | null {
  const found = literal(expression);
  return found === null ? null : found.kind === 'max' ? MAX : found.value;
}

// First and last index of a range; null where it is no plain number.
function ends({ form, first, second }: Range): readonly [bigint | null, bigint | null] {
  const [from, other] = [valueOf(first), valueOf(second)];
  if (form === 'one') return [from, from];
  if (form === 'to') return [from, other];
  return [from, from === null || other === null ? null : from + other - 1n];
}

// A length is changed with the beginning, so it must be a plain number too.
function isUnclear({ form, second }: Range, end: Border['end']): boolean {
  return form === 'length' && end === 'first' && valueOf(second) === null;
}

/** The lines that move the border to an index. */
export function borderChanges({ range, border }: BorderPlace, to: bigint): readonly Change[] {
  const { form, first, second } = range;
  const put = (expression: Expression, value: bigint): Change => ({
    from: expression.from,
    to: expression.to,
    // `max` shows no base; the other number of the range may.
    insert: spelled(value, literal(expression.kind === 'max' ? first : expression)),
  });
  if (form === 'one') {
    const [low, high] = border.end === 'first' ? [to, border.last] : [border.first, to];
    const insert =
      low === high ? spelled(low, literal(first)) : `${spelled(low, literal(first))}..${spelled(high, literal(first))}`;
    return [{ from: first.from, to: first.to, insert }];
  }
  if (second === null) return [];
  if (form === 'to') return [put(border.end === 'first' ? first : second, to)];
  const begin = valueOf(first);
  const length = valueOf(second);
  if (begin === null || length === null) return [];
  return border.end === 'last' ? [put(second, to - begin + 1n)] : [put(first, to), put(second, begin + length - to)];
}

// In the base, and with the leading zeros, of the number that stood there.
function spelled(value: bigint, like: Literal | null): string {
  if (value === MAX) return 'max';
  const spelling = like?.kind === 'number' ? like.spelling : indexText(value);
  if (!/^0x/i.test(spelling)) return value.toString();
  const digits = spelling.slice(2).replaceAll('_', '').length;
  return `0x${value.toString(16).padStart(digits, '0')}`;
}

/** The text with changes made, which do not overlap and stand in order. */
export function withChanges(text: string, changes: readonly Change[]): string {
  let [out, at] = ['', 0];
  for (const { from, to, insert } of changes) {
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at);
}

/** The range as the text would write it. */
export function writtenRange(text: string, place: BorderPlace, to: bigint): string {
  const { from, to: end } = place.range;
  const changes = borderChanges(place, to).map((one) => ({ ...one, from: one.from - from, to: one.to - from }));
  return withChanges(text.slice(from, end), changes);
}

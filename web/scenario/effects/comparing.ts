// SPDX-License-Identifier: GPL-2.0-or-later
//
// The expectations that compare, two values or two trees, and what they say.

import { toHex } from '../../base/index64';
import { spanText } from '../../base/number-base';
import type { StoredRange } from '../../model/machine';
import { compare, evaluateValue, resultText } from '../world/evaluate';
import type { Context } from './operations';
import { printValue } from '../syntax/print-parts';
import type { Expectation } from '../syntax/syntax';
import type { Verdict } from './verdict';
import { flagWords } from '../../model/vma-flags';
import type { ListedVma } from '../oracle/vma-parts';
import type { Named } from '../world/world';

/** Two values, as they were written and as they are. */
export function comparison(what: Extract<Expectation, { kind: 'compare' }>, context: Context): Verdict {
  const left = evaluateValue(what.left, context);
  const right = evaluateValue(what.right, context);
  const [found, wanted] = [resultText(left), resultText(right)];
  const held = compare(left, what.operator, right);
  const message = comparisonText(what, found, wanted);
  return held || what.operator !== '='
    ? { held, message }
    : { held, message, instead: { kind: 'value', spelled: printValue(what.right), found } };
}

// `live() is 6, wanted = 5`; the right side is explained where it does not say its own value.
function comparisonText(what: Extract<Expectation, { kind: 'compare' }>, left: string, right: string): string {
  const [spelledLeft, spelledRight] = [printValue(what.left), printValue(what.right)];
  const found = spelledLeft === left ? '' : `${spelledLeft} is ${left}, `;
  const explained = spelledRight === right ? '' : ` (${spelledRight})`;
  return `${found === '' ? `${left}, ` : found}wanted ${what.operator} ${right}${explained}`;
}

/** Whether two trees hold the same; if not, how many places differ, and the first of them. */
export function same(a: Named, b: Named, { world }: Context): Verdict {
  const unlike =
    a.vmas !== null && b.vmas !== null
      ? unlikes(a.vmas, b.vmas, vmaText)
      : world.machine.contents(a.handle) === world.machine.contents(b.handle)
        ? NONE_UNLIKE
        : unlikes(joined(world.machine.ranges(a.handle)), joined(world.machine.ranges(b.handle)), rangeText);
  if (unlike.count === 0) return { held: true, message: `${a.name} and ${b.name} have equal contents` };
  const shown = unlike.first.map(([left, right]) => `${a.name} has ${left} where ${b.name} has ${right}`);
  if (unlike.count === 1) return { held: false, message: shown.join('') };
  const more = unlike.count - shown.length;
  return {
    held: false,
    message:
      `${a.name} and ${b.name} differ in ${unlike.count} places: ` +
      [...shown, ...(more === 0 ? [] : [`and ${more} more`])].join('; '),
  };
}

/** Whether two trees are laid out alike. */
export function identical(a: Named, b: Named, { world }: Context): Verdict {
  const sums = [world.machine.sum(a.handle), world.machine.sum(b.handle)];
  if (sums[0] === sums[1]) return { held: true, message: `${a.name} and ${b.name} are laid out alike` };
  return { held: false, message: `${a.name} has the sum ${sums[0]}, ${b.name} has ${sums[1]}` };
}

// Contents are what each index holds: how many ranges hold it makes no difference.
function* joined(ranges: Iterable<StoredRange>): Generator<StoredRange> {
  let first: StoredRange | undefined;
  let last: StoredRange | undefined;
  for (const range of ranges) {
    if (first !== undefined && last !== undefined && (last.word !== range.word || last.last + 1n !== range.first)) {
      yield { ...first, last: last.last };
      first = undefined;
    }
    first ??= range;
    last = range;
  }
  if (first !== undefined && last !== undefined) yield { ...first, last: last.last };
}

interface Unlike {
  readonly count: number;
  readonly first: readonly (readonly [left: string, right: string])[];
}

const NONE_UNLIKE: Unlike = { count: 0, first: [] };
const SHOWN = 5;

const absent = (next: unknown): string => (next === null ? 'nothing more' : 'nothing there');

// Two ascending sequences, place by place: what begins at the same index is one place.
function unlikes<T extends { readonly first: bigint }>(
  a: Iterable<T>,
  b: Iterable<T>,
  text: (one: T) => string,
): Unlike {
  const [left, right] = [a[Symbol.iterator](), b[Symbol.iterator]()];
  const nextOf = (from: Iterator<T>): T | null => {
    const next = from.next();
    return next.done === true ? null : next.value;
  };
  const first: [string, string][] = [];
  let count = 0;
  let [x, y] = [nextOf(left), nextOf(right)];
  while (x !== null || y !== null) {
    const here: T | null = x !== null && (y === null || x.first <= y.first) ? x : null;
    const there: T | null = y !== null && (x === null || y.first <= x.first) ? y : null;
    const told = [here === null ? absent(x) : text(here), there === null ? absent(y) : text(there)] as [string, string];
    if (told[0] !== told[1] && count++ < SHOWN) first.push(told);
    if (here !== null) x = nextOf(left);
    if (there !== null) y = nextOf(right);
  }
  return { count, first };
}

function rangeText({ first, last, word }: StoredRange): string {
  return `${spanText(first, last)} with the entry word ${toHex(word)}`;
}

function vmaText({ first, last, perms, offset, path, flags }: ListedVma): string {
  const words = flagWords(flags);
  return (
    `0x${first.toString(16)}..0x${last.toString(16)} ${perms} ${offset.toString(16)} ${path}`.trimEnd() +
    (words === '' ? '' : ` (${words})`)
  );
}

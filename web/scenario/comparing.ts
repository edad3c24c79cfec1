// SPDX-License-Identifier: GPL-2.0-or-later
//
// The expectations that compare, two values or two trees, and what they say. Floor 2. Fetched with the first text that has one.

import type { StoredRange } from '../model/machine';
import { compare, evaluateValue, resultText } from './evaluate';
import { SPACES } from './later-spaces';
import type { Context } from './operations';
import { printValue } from './printer';
import type { Expectation } from './syntax';
import type { Verdict } from './verdict';
import type { ListedVma } from './vma-list';
import type { Named } from './world';

/** Two values, as they were written and as they are. */
export function comparison(what: Extract<Expectation, { kind: 'compare' }>, context: Context): Verdict {
  const left = evaluateValue(what.left, context);
  const right = evaluateValue(what.right, context);
  return { held: compare(left, what.operator, right), message: comparisonText(what, resultText(left), resultText(right)) };
}

// `live() is 6, wanted = 5`; the right side is explained where it does not say its own value.
function comparisonText(what: Extract<Expectation, { kind: 'compare' }>, left: string, right: string): string {
  const [spelledLeft, spelledRight] = [printValue(what.left), printValue(what.right)];
  const found = spelledLeft === left ? '' : `${spelledLeft} is ${left}, `;
  const explained = spelledRight === right ? '' : ` (${spelledRight})`;
  return `${found === '' ? `${left}, ` : found}wanted ${what.operator} ${right}${explained}`;
}

/** Whether two trees hold the same. */
export function same(a: Named, b: Named, { world }: Context): Verdict {
  const difference =
    a.vmas !== null && b.vmas !== null
      ? firstUnlike(a.vmas, b.vmas, vmaText)
      : world.machine.contents(a.handle) === world.machine.contents(b.handle)
        ? null
        : firstUnlike(joined(world.machine.ranges(a.handle)), joined(world.machine.ranges(b.handle)), rangeText);
  if (difference === null) return { held: true, message: `${a.name} and ${b.name} have equal contents` };
  return { held: false, message: `${a.name} has ${difference[0]} where ${b.name} has ${difference[1]}` };
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

function firstUnlike<T>(a: Iterable<T>, b: Iterable<T>, text: (one: T) => string): readonly [string, string] | null {
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    const told = [x.done === true ? 'nothing more' : text(x.value), y.done === true ? 'nothing more' : text(y.value)] as const;
    if (told[0] !== told[1]) return told;
    if (x.done === true) return null;
  }
}

function rangeText({ first, last, word }: StoredRange): string {
  return `0x${first.toString(16)}..0x${last.toString(16)} with the entry word 0x${word.toString(16)}`;
}

function vmaText({ first, last, perms, offset, path, flags }: ListedVma): string {
  const words = SPACES.now().flagWords(flags);
  return `0x${first.toString(16)}..0x${last.toString(16)} ${perms} ${offset.toString(16)} ${path}`.trimEnd() + (words === '' ? '' : ` (${words})`);
}

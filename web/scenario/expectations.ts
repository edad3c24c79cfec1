// SPDX-License-Identifier: GPL-2.0-or-later
//
// What `expect` asks, and the sentence that says what was found. Floor 2.

import { assertNever } from '../base/assert';
import type { StoredRange } from '../model/machine';
import type { StepReport } from '../model/report';
import { contentsTroubles, structureTroubles } from './audit';
import { compare, evaluateValue, resultText } from './evaluate';
import { PRINTING } from './later-running';
import { SPACES } from './later-spaces';
import type { Context } from './operations';
import type { Expectation } from './syntax';
import type { ListedVma } from './vma-list';
import type { Named } from './world';

export interface Verdict {
  readonly held: boolean;
  /** What was found and wanted. */
  readonly message: string;
}

/** Decides one expectation; `last` is the step before it. */
export function judge(what: Expectation, last: StepReport | null, context: Context): Verdict {
  const { world } = context;
  switch (what.kind) {
    case 'ok':
    case 'error': {
      if (last === null) return { held: false, message: 'no step has been done yet' };
      const wanted = what.kind === 'ok' ? null : what.name.text;
      const found = last.error ?? 'ok';
      const survived = last.error === null && wanted === 'ENOMEM' ? survivedText(last, context) : '';
      return { held: last.error === wanted, message: `\`${last.op}\` gave ${found}, wanted ${wanted ?? 'ok'}${survived}` };
    }
    case 'exists':
    case 'absent': {
      const exists = world.has(what.name.text);
      return { held: exists === (what.kind === 'exists'), message: `\`${what.name.text}\` ${exists ? 'exists' : 'does not exist'}` };
    }
    case 'valid': {
      const trees = what.tree === null ? [...world.names.values()] : [world.find(what.tree)];
      return valid(trees, context);
    }
    case 'same':
      return same(world.find(what.left), world.find(what.right), context);
    case 'identical':
      return identical(world.find(what.left), world.find(what.right), context);
    case 'compare': {
      const left = evaluateValue(what.left, context);
      const right = evaluateValue(what.right, context);
      return { held: compare(left, what.operator, right), message: comparisonText(what, resultText(left), resultText(right)) };
    }
    default:
      return assertNever(what);
  }
}

// Why a call that was refused nodes is no failure, and what would have made it one, where that is known.
function survivedText({ op, rk }: StepReport, { world }: Context): string {
  const refused = rk.replace(/[a-z]/g, '').length;
  if (refused === 0) return '';
  const more = world.armings.oneMore(rk);
  const told = `: ${refused === 1 ? 'a request was refused' : `${refused} requests were refused`}, and the \`${op}\` asked again`;
  return more === null ? told : `${told}: \`${more.text}\` (line ${more.line}) refuses that too`;
}

// `live() is 6, wanted = 5`; the right side is explained where it does not say its own value.
function comparisonText(what: Extract<Expectation, { kind: 'compare' }>, left: string, right: string): string {
  const { printValue } = PRINTING.now();
  const [spelledLeft, spelledRight] = [printValue(what.left), printValue(what.right)];
  const found = spelledLeft === left ? '' : `${spelledLeft} is ${left}, `;
  const explained = spelledRight === right ? '' : ` (${spelledRight})`;
  return `${found === '' ? `${left}, ` : found}wanted ${what.operator} ${right}${explained}`;
}

function valid(trees: readonly Named[], { world }: Context): Verdict {
  const troubles = trees.flatMap((named) => {
    const fresh: Named = { ...named, differs: false, broken: new Set() };
    return [...structureTroubles(world.machine, fresh), ...contentsTroubles(world.machine, fresh)];
  });
  if (troubles.length > 0) return { held: false, message: troubles.join('; ') };
  return { held: true, message: trees.length === 1 ? `${trees[0]?.name} is valid` : `all ${trees.length} trees are valid` };
}

function same(a: Named, b: Named, { world }: Context): Verdict {
  const difference =
    a.vmas !== null && b.vmas !== null
      ? firstUnlike(a.vmas, b.vmas, vmaText)
      : world.machine.contents(a.handle) === world.machine.contents(b.handle)
        ? null
        : firstUnlike(joined(world.machine.ranges(a.handle)), joined(world.machine.ranges(b.handle)), rangeText);
  if (difference === null) return { held: true, message: `${a.name} and ${b.name} have equal contents` };
  return { held: false, message: `${a.name} has ${difference[0]} where ${b.name} has ${difference[1]}` };
}

function identical(a: Named, b: Named, { world }: Context): Verdict {
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

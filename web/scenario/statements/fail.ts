// SPDX-License-Identifier: GPL-2.0-or-later

// The failures from here on: fail SITE, every, chance, off.

import type { Site } from '../../model/memory';
import { siteName } from '../../words/failure-points';
import { arm } from '../effects/failures';
import { child, children, EXPRESSIONS, expressionAt, wordIn, type SyntaxNode } from '../syntax/build-nodes';
import { printExpression, printPart } from '../syntax/print-parts';
import type { Expression } from '../syntax/syntax';
import { silent, type Part, type Source } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    /** `first` and `times` null: 1. `vma` null: anywhere. */
    'fail-site': {
      readonly site: Site;
      readonly siteWord: Word;
      readonly vma: Expression | null;
      readonly first: Expression | null;
      readonly times: Expression | null;
    };
    /** `times` null: for ever. */
    'fail-every': { readonly every: Expression; readonly times: Expression | null };
    'fail-chance': { readonly percent: Expression; readonly seed: Expression; readonly times: Expression | null };
    'fail-off': unknown;
  }
}

export const about: Record<'fail', About> = {
  fail: {
    form: 'fail SITE [at vma V] [K] [times N]',
    doc:
      'Makes pass number K of a failure point fail, counted from here; with times N, N passes from K on. ' +
      'SITE is one of: request node mm signal commit vma policy uffd anon page hook. ' +
      'Also: fail every K, fail chance P% seed S, fail off.',
    words: {
      request: 'a request to the node allocator fails',
      node: { fail: 'the request that contains the K-th node fails', corrupt: 'the node on line N of the dump' },
      mm: siteName('mm'),
      signal: siteName('signal'),
      commit: siteName('commit'),
      vma: siteName('vma'),
      policy: { fail: siteName('policy'), advise: 'a memory policy of its own' },
      uffd: { fail: siteName('uffd'), advise: 'one that asked for fork events' },
      anon: siteName('anon'),
      page: siteName('page'),
      hook: siteName('hook'),
      every: 'every K-th request fails',
      chance: 'each request fails with a probability of P %',
      seed: 'the seed of the random numbers',
      off: { fail: 'fault injection is off', advise: 'the advice no longer holds', limit: 'no limit' },
    },
  },
};

const what = (node: SyntaxNode): SyntaxNode => node.children.at(-1) ?? node;
const isA =
  (form: string) =>
  (node: SyntaxNode): boolean =>
    what(node).name === form;

/** The site of a `fail` or a `sweep`. */
export function siteOf(node: SyntaxNode): Site | null {
  return (child(node, 'Site')?.children[0]?.name ?? null) as Site | null;
}

// Expression number `at` of the form behind the word.
function operand(at: number, before = ''): Part<Expression> {
  return {
    build: ({ builder, node }) => expressionAt(builder, what(node), at),
    print: (value) => printPart(before, value),
    check: (value, checker) => checker.expression(value),
  };
}

function maybe(build: (source: Source) => Expression | null, before: string): Part<Expression | null> {
  return {
    build,
    print: (value) => printPart(before, value),
    check: (value, checker) => checker.expression(value),
  };
}

// The expression of a part of the form, which may be missing.
function inside(node: string): (source: Source) => Expression | null {
  return ({ builder, node: at }) => {
    const found = child(what(at), node);
    return found === null ? null : expressionAt(builder, found, 0);
  };
}

const times = maybe(inside('Times'), 'times');

export const statements = [
  define<'fail-site'>({
    kind: 'fail-site',
    node: 'Fail',
    when: isA('FailSite'),
    parts: {
      site: silent(({ node }) => siteOf(what(node)) ?? 'request'),
      siteWord: silent(({ builder, node }) => wordIn(builder, what(node), 'Site')),
      vma: maybe(inside('AtVma'), ''),
      first: maybe(
        ({ builder, node }) =>
          children(what(node)).some((one) => EXPRESSIONS.has(one.name)) ? expressionAt(builder, what(node), 0) : null,
        '',
      ),
      times,
    },
    print(statement) {
      const first = printPart('', statement.first);
      const vma = printPart('', statement.vma);
      // A name before `(` would be a function.
      const at = vma === '' ? '' : ` at vma${first.startsWith(' (') ? ` (${vma.trim()})` : vma}`;
      return `fail ${statement.site}${at}${first}${printPart('times', statement.times)}`;
    },
    check(statement, checker) {
      if (checker.inSweep) checker.cannotSweep(statement);
      checker.names.mayFail = true;
      checker.parts(statement);
      const { siteWord, site, vma } = statement;
      if (vma !== null && (site === 'mm' || site === 'hook')) checker.tell(siteWord, (w) => w.atNoVma(site));
    },
    act: (statement, context) => arm(statement, context.world, context),
  }),
  define<'fail-every'>({
    kind: 'fail-every',
    node: 'Fail',
    when: isA('FailEvery'),
    parts: { every: operand(0, 'every'), times },
    check(statement, checker) {
      if (checker.inSweep) checker.cannotSweep(statement);
      checker.names.mayFail = true;
      checker.parts(statement);
    },
    act: (statement, context) => arm(statement, context.world, context),
  }),
  define<'fail-chance'>({
    kind: 'fail-chance',
    node: 'Fail',
    when: isA('FailChance'),
    parts: {
      percent: {
        build: ({ builder, node }) => expressionAt(builder, child(what(node), 'Percent') ?? what(node), 0),
        print(percent) {
          const text = printExpression(percent);
          return ` chance ${percent.kind === 'number' || percent.kind === 'name' ? text : `(${text})`}%`;
        },
        check: (value, checker) => checker.expression(value),
      },
      seed: operand(0, 'seed'),
      times,
    },
    check(statement, checker) {
      if (checker.inSweep) checker.cannotSweep(statement);
      checker.names.mayFail = true;
      checker.parts(statement);
      const { percent } = statement;
      if (percent.kind === 'number' && percent.value > 100n) checker.tell(percent, (w) => w.percent());
    },
    act: (statement, context) => arm(statement, context.world, context),
  }),
  define<'fail-off'>({
    kind: 'fail-off',
    node: 'Fail',
    parts: {},
    print: () => 'fail off',
    check(statement, checker) {
      if (checker.inSweep) checker.cannotSweep(statement);
    },
    act: (statement, context) => arm(statement, context.world, context),
  }),
];

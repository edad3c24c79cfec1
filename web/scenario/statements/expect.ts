// SPDX-License-Identifier: GPL-2.0-or-later

import { assertNever } from '../../base/assert';
import { child, children, valueAt, word, wordIn, type Builder, type SyntaxNode } from '../syntax/build-nodes';
import { printValue } from '../syntax/print-parts';
import type { CompareOperator, Expectation, Word } from '../syntax/syntax';
import { part } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    expect: { readonly what: Expectation };
  }
}

export const about: Record<'expect', About> = {
  expect: {
    form: 'expect X = Y',
    doc:
      'Checks what must hold here. ' +
      'Also: expect error NAME, ok, valid [NAME], same A B, identical A B, exists NAME, absent NAME.',
    place: 'Checks',
    words: {
      error: 'the last step failed with this error',
      ok: 'the last step succeeded',
      valid: 'every invariant holds',
      same: 'equal contents',
      identical: 'equal layout, node for node',
      exists: 'the name is in use',
      absent: 'the name is not in use',
    },
  },
};

export const statements = [
  define<'expect'>({
    kind: 'expect',
    node: 'Expect',
    parts: {
      what: part(
        ({ builder, node }) => expectation(builder, node),
        (what) => ` ${printExpectation(what)}`,
      ),
    },
    check: ({ what }, checker) => checker.expectation(what),
    asks: [{ after: /[=<>]$/, message: 'what is it compared with?', hint: 'such as `1`, `"heap"` or `null`' }],
  }),
];

function expectation(builder: Builder, node: SyntaxNode): Expectation {
  const what = node.children.at(-1) ?? node;
  const place = { from: what.from, to: what.to };
  const trees = children(what)
    .filter((one) => one.name === 'TreeName')
    .map((one) => word(builder, one));
  switch (what.name) {
    case 'ExpectError':
      return { ...place, kind: 'error', name: wordIn(builder, what, 'ErrorName') };
    case 'ExpectOk':
      return { ...place, kind: 'ok' };
    case 'ExpectValid':
      return { ...place, kind: 'valid', tree: trees[0] ?? null };
    case 'ExpectSame':
    case 'ExpectIdentical':
      return {
        ...place,
        kind: what.name === 'ExpectSame' ? 'same' : 'identical',
        left: trees[0] as Word,
        right: trees[1] as Word,
      };
    case 'ExpectExists':
    case 'ExpectAbsent':
      return { ...place, kind: what.name === 'ExpectExists' ? 'exists' : 'absent', name: trees[0] as Word };
    default: {
      const operator = child(what, 'CompareOp') ?? what;
      return {
        ...place,
        kind: 'compare',
        operator: builder.text.slice(operator.from, operator.to) as CompareOperator,
        left: valueAt(builder, what, 0),
        right: valueAt(builder, what, 1),
      };
    }
  }
}

// The text after its word.
function printExpectation(what: Expectation): string {
  switch (what.kind) {
    case 'ok':
      return 'ok';
    case 'error':
    case 'exists':
    case 'absent':
      return `${what.kind} ${what.name.text}`;
    case 'valid':
      return what.tree === null ? 'valid' : `valid ${what.tree.text}`;
    case 'same':
    case 'identical':
      return `${what.kind} ${what.left.text} ${what.right.text}`;
    case 'compare':
      return `${printValue(what.left)} ${what.operator} ${printValue(what.right)}`;
    default:
      return assertNever(what);
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arbitrary pieces of scenarios for the property tests of the language.

import fc from 'fast-check';
import type { BinaryOperator, Expression } from '../../../web/scenario/syntax';

/** The seed of this run; printed by fast-check when a property fails, and set by SEED=n. */
export const SEED = Number(process.env['SEED'] ?? 20261121);

const OPERATORS: readonly BinaryOperator[] = ['*', '/', '%', '+', '-', '<<', '>>', '&', '^', '|'];
const spelled = fc.constantFrom('0', '1', '7', '4K', '2M', '1_000', '0xff', '0x7fff_f000', '18446744073709551615', '1E');

/** Expressions over the variables a and b, without places. */
export const expression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    spelled.map((spelling): Expression => ({ kind: 'number', value: 0n, spelling, from: 0, to: 0 })),
    fc.constantFrom('a', 'b').map((name): Expression => ({ kind: 'name', name, from: 0, to: 0 })),
    fc.constant<Expression>({ kind: 'max', from: 0, to: 0 }),
    fc.constantFrom('live', 'requests').map((text): Expression => ({ kind: 'call', callee: { text, from: 0, to: 0 }, args: [], from: 0, to: 0 })),
    fc
      .tuple(fc.constantFrom(...OPERATORS), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right, from: 0, to: 0 })),
  ),
})).tree;

const small = fc.integer({ min: 0, max: 400 });
const range = fc.oneof(
  small.map(String),
  fc.tuple(small, fc.integer({ min: 0, max: 60 })).map(([first, more]) => `${first}..${first + more}`),
  fc.tuple(small, fc.integer({ min: 1, max: 9 })).map(([first, length]) => `${first}..+${length}`),
  fc.constantFrom('0..max', 'max', '5..2', '0x1000..0xffff_ffff', 'max - 3..max'),
);
const value = fc.oneof(fc.integer({ min: 0, max: 9 }).map(String), fc.constantFrom('null', 'zero', '"heap"', '"stack"', '4G'));

/** A statement about the tree t that any tree may meet. */
const operation = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(range, value).map(([r, v]) => `store ${r} = ${v}`) },
  { weight: 2, arbitrary: fc.tuple(range, value).map(([r, v]) => `insert ${r} = ${v}`) },
  { weight: 2, arbitrary: small.map((at) => `erase ${at}`) },
  { weight: 1, arbitrary: small.map((at) => `load ${at}`) },
  { weight: 2, arbitrary: fc.tuple(range.filter((r) => r !== '5..2'), value).map(([r, v]) => `prealloc ${r} = ${v}`) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0, max: 20 }), small, fc.boolean()).map(([size, first, top]) => `gap ${size} within ${first}..${first + 100}${top ? ' from top' : ''}`) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).map(([k, n]) => `fail request ${k} times ${n}`) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((k) => `fail node ${k}`) },
  { weight: 1, arbitrary: fc.constant('fail off') },
  { weight: 1, arbitrary: fc.constant('dup t as u') },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }).map((n) => `repeat ${n} as i {\n  store i * 7..+5 = i\n}`) },
  { weight: 1, arbitrary: fc.nat(1000).map((seed) => `for i in shuffle(0..30, ${seed}) { store i * 11 = i }`) },
);

/** A scenario of a plain tree t in any mode, whose every statement can be run. A copy is gone before the next is made. */
export const treeScenario: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', ' alloc', ' rcu', ' alloc rcu'), fc.array(operation, { minLength: 1, maxLength: 60 }))
  .map(([mode, operations]) => {
    const lines = operations.flatMap((one) => (one === 'dup t as u' ? ['fail off', one, 'expect identical t u', 'store 17..90 = 3 in u', 'destroy u'] : [one]));
    return [`tree t${mode}`, ...lines, ''].join('\n');
  });

/** Ascending VMAs, some of them next to each other. */
export const mapsText: fc.Arbitrary<string> = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 40 }), fc.constantFrom('r--p', 'rw-p', 'r-xp', '---p')), { minLength: 1, maxLength: 80 }).map((vmas) => {
  let at = 0x5000;
  return vmas
    .map(([gap, pages, perms]) => {
      const first = at + gap * 4096;
      at = first + pages * 4096;
      return `${first.toString(16)}-${at.toString(16)} ${perms} 00000000 00:00 0`;
    })
    .join('\n');
});

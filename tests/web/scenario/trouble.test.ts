// SPDX-License-Identifier: GPL-2.0-or-later
//
// Troubles are data: kind, tree and cause stand beside the message, so that nobody has to read it.

import { expect, test } from 'vitest';
import { itemsOf } from './run';

const EIGHT = 'tree t\nrepeat 8 as i { store 10 * i = i }\n';

test('what `corrupt` broke names the invariant, the tree and the line that did it', () => {
  const troubles = itemsOf(`${EIGHT}corrupt t node 0 pivot 2 = 1`).flatMap((item) =>
    item.kind === 'step' ? item.troubles : [],
  );
  expect(troubles.map(({ kind }) => kind)).toContain('invariant');
  expect(troubles.map(({ invariant }) => invariant)).toContain(12);
  for (const { tree, cause } of troubles) expect([tree, cause]).toEqual(['t', { by: 'corrupt', lines: [3] }]);
});

test('an `expect valid` that fails through `corrupt` fails on purpose, and any other does not', () => {
  const text = `${EIGHT}corrupt t node 0 pivot 2 = 1\nexpect valid t\nexpect entries(t) = 3`;
  const told = itemsOf(text).flatMap((item) => (item.kind === 'expect' ? [item.expect] : []));
  expect(told.map(({ held, onPurpose }) => [held, onPurpose])).toEqual([
    [false, true],
    [false, false],
  ]);
});

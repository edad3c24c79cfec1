// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under either policy.

import { expect, test } from 'vitest';
import { policiesOf } from '../../../web/scenario/check/policy-text';

test('every tree that is made gets the policy, and lines stay where they are', () => {
  const text =
    '# tree in a comment { tree x\ntree t alloc rcu  # kept\n  tree u\nrepeat 1 { tree v }\nstore 1 = "tree x"\nstore 1 = "{ tree x"\nmaps m {\n}\n';
  const whole =
    '# tree in a comment { tree x\ntree t alloc rcu whole_height  # kept\n  tree u whole_height\nrepeat 1 { tree v whole_height }\nstore 1 = "tree x"\nstore 1 = "{ tree x"\nmaps m {\n}\n';
  expect(policiesOf(text)).toEqual({ texts: { 'whole height': whole, vacancy: text }, own: 'vacancy' });
  expect(policiesOf(whole)).toEqual({ texts: { 'whole height': whole, vacancy: text }, own: 'whole height' });
  expect(policiesOf('map 0..1 rw')).toBeNull();
});

test('of trees with one and with the other all have the one, or all the other', () => {
  expect(policiesOf('tree a whole_height alloc\ntree b')).toEqual({
    texts: { 'whole height': 'tree a whole_height alloc\ntree b whole_height', vacancy: 'tree a alloc\ntree b' },
    own: null,
  });
});

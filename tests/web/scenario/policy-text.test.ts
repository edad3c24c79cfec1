// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under the other policy.

import { expect, test } from 'vitest';
import { otherPolicy } from '../../../web/scenario/policy-text';

test('every tree that is made gets the other policy, and lines stay where they are', () => {
  const text = '# tree in a comment\ntree t alloc rcu  # kept\n  tree u\nstore 1 = "tree x"\nmaps m {\n}\n';
  const whole = otherPolicy(text);
  expect(whole).toEqual({ name: 'whole height', text: '# tree in a comment\ntree t alloc rcu whole_height  # kept\n  tree u whole_height\nstore 1 = "tree x"\nmaps m {\n}\n' });
  expect(otherPolicy(whole!.text)).toEqual({ name: 'vacancy', text });
  expect(otherPolicy('tree a whole_height alloc\ntree b')).toEqual({ name: 'vacancy', text: 'tree a alloc\ntree b' });
  expect(otherPolicy('map 0..1 rw')).toBeNull();
});

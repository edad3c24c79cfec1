// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under each release.

import { expect, test } from 'vitest';
import { policiesOf } from '../../../web/scenario/check/release-text';

test('every tree that is made follows the release, and lines stay where they are', () => {
  const text =
    '# tree in a comment { tree x\ntree t alloc rcu  # kept\n  tree u\nrepeat 1 { tree v }\nstore 1 = "tree x"\n' +
    'store 1 = "{ tree x"\nmaps m {\n}\n';
  const whole =
    '# tree in a comment { tree x\ntree t alloc rcu whole_height  # kept\n  tree u whole_height\n' +
    'repeat 1 { tree v whole_height }\nstore 1 = "tree x"\nstore 1 = "{ tree x"\nmaps m {\n}\n';
  const texts = { '6_16': text, '6_16_WHOLE_HEIGHT': whole };
  expect(policiesOf(text)).toEqual({ texts, own: '6_16' });
  expect(policiesOf(whole)).toEqual({ texts, own: '6_16_WHOLE_HEIGHT' });
  expect(policiesOf('map 0..1 rw')).toBeNull();
});

test('trees of different releases all follow the chosen one', () => {
  expect(policiesOf('tree a whole_height alloc\ntree b')).toEqual({
    texts: {
      '6_16': 'tree a alloc\ntree b',
      '6_16_WHOLE_HEIGHT': 'tree a whole_height alloc\ntree b whole_height',
    },
    own: null,
  });
});

test('a release that is named twice is named once', () => {
  expect(policiesOf('tree a whole_height rcu whole_height')).toEqual({
    texts: { '6_16': 'tree a rcu', '6_16_WHOLE_HEIGHT': 'tree a rcu whole_height' },
    own: null,
  });
});

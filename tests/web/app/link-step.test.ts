// SPDX-License-Identifier: GPL-2.0-or-later
//
// The link of the page holds the step that is shown.

import { expect, test } from 'vitest';
import { linkOf } from '../../../web/app/store/links/link-of';
import { readLink } from '../../../web/app/store/links/open-link';
import { plainEnds } from '../../../web/app/store/page/texts';
import { step, text } from '../../../web/app/store/page/state';

test('the link of another step is another one, and that of the same step is the same', () => {
  const keep = { paths: 'keep', addresses: 'keep' } as const;
  text.value = 'tree t\nstore 1 = 2\nstore 3 = 4\n';
  const links = [1, 2, 3, 2].map((at) => {
    step.value = at;
    return linkOf(keep, null, 'http://here/').fragment;
  });
  expect(new Set(links).size).toBe(3);
  expect(links).not.toContain(null);
  expect(links[3]).toBe(links[1]);
});

test('a text opens with the line ends of the editor, so that a place in it is the same in both', async () => {
  const keep = { paths: 'keep', addresses: 'keep' } as const;
  text.value = 'tree t\r\nstore 1 = 2\rstore 3 = 4\n\r\n';
  step.value = 2;
  const opened = await readLink(linkOf(keep, null, 'http://here/').fragment ?? '');
  expect(opened).toMatchObject({ kind: 'yes', state: { script: 'tree t\nstore 1 = 2\nstore 3 = 4\n\n', step: 2 } });
  expect(plainEnds('a\r\r\nb')).toBe('a\n\nb');
});

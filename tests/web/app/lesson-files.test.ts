// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page finds the text of each lesson of its track.

import { expect, test } from 'vitest';
import { failure, sourceOf } from '../../../web/app/store/lessons/lesson-state';
import { TRACK } from '../../../web/lesson/track';

test.each(TRACK)('$title', async ({ file, title }) => {
  expect(await sourceOf(file)).toContain(`# ${title}`);
  expect(failure.value).toBe('');
});

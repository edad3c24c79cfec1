// SPDX-License-Identifier: GPL-2.0-or-later
//
// Screens as slides, with the speaker's notes apart from what is projected.

import { expect, test } from 'vitest';
import { parseLesson } from '../../../web/lesson/parse';
import { slidesOf } from '../../../web/lesson/slides';
import { track } from './lessons';

const TEXT =
  '# Ranges\n\nSeen.\n\n> Note: Ask `first`.\n>\n> - then wait\n\n---\n\nNo heading.\n\n> A quote.\n\n---\n\n' +
  '## Last\n\n> Note: End.\n';

test('each slide has its code, a title and its notes; other quotes are seen', () => {
  const slides = slidesOf(parseLesson(TEXT, { number: 3 }).lesson);
  expect(slides.map(({ code, title, noteTexts }) => [code, title, noteTexts])).toEqual([
    ['3.1', 'Ranges', ['Ask first.', 'then wait']],
    ['3.2', 'Ranges', []],
    ['3.3', 'Last', ['End.']],
  ]);
  expect(JSON.stringify(slides.map(({ screen }) => screen.blocks))).not.toContain('then wait');
  expect(JSON.stringify(slides[1]?.screen.blocks)).toContain('A quote.');
});

test('an empty lesson is one slide', () => {
  expect(slidesOf(parseLesson('').lesson)).toMatchObject([{ code: '1', title: '', notes: [] }]);
});

test.each(track)('$name has a note for the speaker', ({ text, number }) => {
  const slides = slidesOf(parseLesson(text, { number }).lesson);
  expect(slides.flatMap(({ noteTexts }) => noteTexts).filter((one) => one.length > 10).length).toBeGreaterThan(0);
  expect(slides.every(({ title }) => title !== '')).toBe(true);
});

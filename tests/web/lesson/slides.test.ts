// SPDX-License-Identifier: GPL-2.0-or-later
//
// Screens as slides, with the speaker's notes apart from what is projected.

import { expect, test } from 'vitest';
import type { Ask, AskKind, Truth } from '../../../web/lesson/lesson';
import { parseLesson } from '../../../web/lesson/parse';
import { slidesOf } from '../../../web/lesson/slides';
import { callingHint } from '../../../web/lesson/words';
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

test.each(track.filter(({ number }) => [1, 2, 4].includes(number)))(
  '$name, with which a workshop begins, has a note for each of its screens',
  ({ text, number }) => {
    const slides = slidesOf(parseLesson(text, { number }).lesson);
    expect(slides.filter(({ notes }) => notes.length === 0).map(({ code }) => code)).toEqual([]);
  },
);

test('a question tells a room how to name a slot, a leaf and requests, unless its text does', () => {
  const ask = { question: null, expression: '', choices: null };
  const place = { leaf: 1, leaves: 1, node: 1 };
  const calls = (kind: AskKind, truth: Truth, choices: readonly string[] | null = null): string =>
    callingHint({ ...ask, kind, choices } as Ask, truth);
  expect(calls('slot', { kind: 'slot', slot: 4, ...place })).toBe('Call its number. The first slot is 0.');
  expect(calls('slot', { kind: 'slot', slot: 4, ...place, leaves: 2 })).toContain('7.12');
  expect(calls('leaf', { kind: 'leaf', ...place })).toBe('Call its number. The leftmost leaf is 1.');
  expect(calls('leaf', { kind: 'leaf', ...place }, ['1', '2'])).toBe('');
  expect(calls('allocator', { kind: 'list', values: [1, 6] })).toContain('in order');
  expect(calls('nodes', { kind: 'number', value: 3n })).toBe('');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons in links: they come back letter for letter, old links open for ever, and whatever is wrong with one is
// reported.

import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { crc32, toBase64Url, writer } from '../../../web/share/bytes';
import {
  LESSON_BYTES_MAX,
  decodeLesson,
  encodeLesson,
  namedLessonLink,
  withExtras,
  type DecodedLesson,
} from '../../../web/share/lesson-link';

const TRACK = 'web/lesson/track';
const linkOf = (source: string, screen = 0): string => {
  const encoded = encodeLesson(source, screen);
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
};
const whole = (source: string, screen: number): DecodedLesson => ({
  kind: 'lesson',
  lesson: { kind: 'whole', source, screen },
});

test('each lesson of the track comes back letter for letter', () => {
  for (const file of readdirSync(TRACK).filter((name) => name.endsWith('.md'))) {
    const source = readFileSync(`${TRACK}/${file}`, 'utf8');
    expect(decodeLesson(linkOf(source, 3))).toEqual(whole(source, 3));
  }
});

test('any text comes back, also from inside an address and from mail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(9999), (source, screen) => {
      const link = linkOf(source, screen);
      expect(decodeLesson(link)).toEqual(whole(source, screen));
      expect(decodeLesson(`https://example.org/maple/#${link}`)).toEqual(whole(source, screen));
      expect(decodeLesson(`> #${link.slice(0, 20)}\n> ${link.slice(20)}`)).toEqual(whole(source, screen));
    }),
    { seed: 19 },
  );
});

test('a link of today opens for ever', () => {
  expect(decodeLesson('l1.Dqpaco0AAgsjIE9uZSAqdHdvKgA')).toEqual(whole('# One *two*', 2));
  expect(linkOf('# One *two*', 2)).toBe('l1.Dqpaco0AAgsjIE9uZSAqdHdvKgA');
});

test('a lesson of the track has a short link, with screens counted from 1', () => {
  expect(namedLessonLink('03-walking', 4)).toBe('lesson=03-walking&screen=5');
  const named = (name: string, screen: number | null): DecodedLesson => ({
    kind: 'lesson',
    lesson: { kind: 'named', name, screen },
  });
  expect(decodeLesson('#lesson=03-walking&screen=5')).toEqual(named('03-walking', 4));
  expect(decodeLesson('lesson=03-walking')).toEqual(named('03-walking', null));
  expect(decodeLesson('lesson=03-walking&screen=0')).toEqual(named('03-walking', 0));
  expect(decodeLesson('lesson=../../secret')).toEqual(named('', null));
});

describe('what stands behind a lesson', () => {
  const own = { id: '8.6-hunt-1', text: 'tree t\nstore 1..2 = "é & ="\n' };
  const named = { kind: 'link', fragment: namedLessonLink('08-gaps', 5) } as const;

  test.each([
    [named, { kind: 'named', name: '08-gaps', screen: 5 }],
    [encodeLesson('# One', 2), { kind: 'whole', source: '# One', screen: 2 }],
  ])('comes back: a variant, a text for a hunt, or both', (link, lesson) => {
    for (const more of [{ variant: 4127 }, { own }, { variant: 1, own }]) {
      const whole = withExtras(link, more);
      if (whole.kind !== 'link') throw new Error(whole.message);
      expect(decodeLesson(whole.fragment)).toEqual({ kind: 'lesson', lesson: { ...lesson, ...more } });
      expect(decodeLesson(`#${whole.fragment}`)).toEqual({ kind: 'lesson', lesson: { ...lesson, ...more } });
    }
    expect(withExtras(link, {})).toEqual(link);
  });

  test.each(['variant=0', 'variant=x', 'variant=1e3', 'for=8.6-hunt-1', 'own=l1.AAAA', 'for=__proto__&own=l1.x'])(
    'passes over %s',
    (more) => {
      expect(decodeLesson(`lesson=08-gaps&screen=6&${more}`)).toEqual({
        kind: 'lesson',
        lesson: { kind: 'named', name: '08-gaps', screen: 5 },
      });
    },
  );

  test('that is damaged gives a message, and opens nothing', () => {
    const link = withExtras(named, { own });
    const fragment = link.kind === 'link' ? link.fragment : '';
    expect(decodeLesson(fragment.slice(0, -6)).kind).toBe('unreadable');
  });

  test('that is too long makes no link', () => {
    const long = { id: '8.6-hunt-1', text: 'x'.repeat(LESSON_BYTES_MAX + 1) };
    expect(withExtras(named, { own: long }).kind).toBe('too-long');
  });
});

test('`write` is the page to write a lesson', () => {
  for (const fragment of ['write', '#write'])
    expect(decodeLesson(fragment)).toEqual({ kind: 'lesson', lesson: { kind: 'write' } });
  expect(decodeLesson('writer').kind).toBe('not-a-lesson');
});

test.each(['', 'm1.AAAA', 'ex=first', 'l', 'l1', 'hello l1. there'])('%s is no lesson', (text) => {
  expect(decodeLesson(text)).toEqual({ kind: 'not-a-lesson' });
});

describe('mistakes are reported', () => {
  const link = linkOf('# A lesson that is long enough to be cut somewhere in the middle of its letters\n', 1);
  const messageOf = (fragment: string): string => {
    const decoded = decodeLesson(fragment);
    return decoded.kind === 'unreadable' ? decoded.message : decoded.kind;
  };

  test('version 0, which no page ever made', () => {
    expect(decodeLesson(`l0.${link.slice(3)}`)).toEqual({
      kind: 'unreadable',
      isNewer: false,
      message:
        'The lesson’s link is damaged: some characters were changed on the way. Copy it again. Your text is unchanged.',
    });
  });

  test('a newer version', () => {
    expect(messageOf(`l2.${link.slice(3)}`)).toBe(
      'The lesson’s link is of version l2; this page reads up to l1. Reload this page to update it. Your text is ' +
        'unchanged.',
    );
    // The page offers to update for such a link, and for no other.
    expect(decodeLesson(`l2.${link.slice(3)}`)).toMatchObject({ isNewer: true });
    expect(decodeLesson(link.slice(0, -6))).toMatchObject({ kind: 'unreadable', isNewer: false });
  });

  test('a missing end', () => {
    for (let length = 4; length < link.length - 2; length++)
      expect(messageOf(link.slice(0, length))).toMatch(/^The lesson’s link is (?:not complete|damaged): /);
  });

  test('changed letters are never another lesson', () => {
    for (let at = 3; at < link.length - 1; at++) {
      const other = link[at] === 'A' ? 'B' : 'A';
      const decoded = decodeLesson(link.slice(0, at) + other + link.slice(at + 1));
      if (decoded.kind === 'lesson') expect(decoded).toEqual(decodeLesson(link));
      else expect(decoded).toMatchObject({ message: expect.stringMatching(/Your text is unchanged\.$/) as string });
    }
  });

  test('a lesson that would unfold beyond the bound, and one that says less than it holds', () => {
    const sealed = (content: Uint8Array): string => {
      const out = writer();
      out.varint(content.length);
      const crc = crc32(content);
      for (let k = 0; k < 32; k += 8) out.byte((crc >>> k) & 0xff);
      out.bytes(content);
      out.byte(0);
      return `l1.${toBase64Url(out.done())}`;
    };
    const large = writer();
    large.byte(0);
    large.varint(0);
    large.varint(LESSON_BYTES_MAX + 1);
    expect(messageOf(sealed(large.done()))).toMatch(/^The lesson is larger than 262,144 bytes/);
    const short = writer();
    short.byte(0);
    short.varint(0);
    short.varint(1);
    short.bytes(Uint8Array.of(65, 66));
    expect(messageOf(sealed(short.done()))).toMatch(/damaged/);
    expect(messageOf(sealed(Uint8Array.of(2, 0, 0)))).toMatch(/newer version of this page/);
  });

  test('too much text makes no link', () => {
    expect(encodeLesson('x'.repeat(LESSON_BYTES_MAX + 1), 0)).toEqual({
      kind: 'too-long',
      message: 'The lesson has 262,145 bytes; a link holds at most 262,144. Send it as a file.',
    });
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons in links: a lesson of the track by its name, `lesson=NAME&screen=N`, and any other one whole, as `l1.`: an
// envelope (teaching-codes.ts) round the number of its screen, from 0, and its text in UTF-8. `write` opens the page to
// write one. Pure and deterministic.
//
// Behind either may stand `&variant=N`, the variant of its questions, and `&for=ID&own=l1.…`, a text that someone wrote
// for the task or hunt with this id, packed as a lesson is.

import { opened, sealed, type EnvelopeKind, type EnvelopeTrouble } from './teaching-codes';
import { LINK_LETTERS_MAX } from './link-state';
import { fromUtf8, toUtf8 } from './utf8';

/** A lesson in a link may have so many bytes of UTF-8; longer ones travel as files. */
export const LESSON_BYTES_MAX = 256 << 10;
const WHOLE: EnvelopeKind = { letter: 'l', newest: 1, most: LESSON_BYTES_MAX, numbers: 1 };
const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const ID = /^[0-9.]{1,12}-(?:task|hunt)-[0-9]{1,4}$/;
const VARIANT = /^[1-9][0-9]{0,8}$/;
const SCREEN = /^\d{1,4}$/;

/** The contents of a link besides the lesson. */
export interface LessonExtras {
  /** Of every question that varies; absent: as it is written. */
  readonly variant?: number;
  /** A text for the task or hunt with this id. */
  readonly own?: { readonly id: string; readonly text: string };
}

/** A lesson that someone sent, or the page to write one. */
export type SentLesson = LessonExtras &
  /** `source`: what to begin with; absent: the draft that was written last. */
  (
    | { readonly kind: 'write'; readonly source?: string }
    /** A pack, as its file or fragment. */
    | { readonly kind: 'pack'; readonly text: string }
    /** One of the track; `screen` from 0, null: where the reader left it. */
    | { readonly kind: 'named'; readonly name: string; readonly screen: number | null }
    | { readonly kind: 'whole'; readonly source: string; readonly screen: number }
  );

export type DecodedLesson =
  | { readonly kind: 'lesson'; readonly lesson: SentLesson }
  | { readonly kind: 'not-a-lesson' }
  /** `isNewer`: a newer page could read it. */
  | { readonly kind: 'unreadable'; readonly isNewer: boolean; readonly message: string };

export type EncodedLesson =
  /** `fragment` goes after `#`. */
  { readonly kind: 'link'; readonly fragment: string } | { readonly kind: 'too-long'; readonly message: string };

/** The link of a lesson of the track. In the address screens count from 1. */
export function namedLessonLink(name: string, screen: number): string {
  return `lesson=${name}&screen=${screen + 1}`;
}

/** The link of a lesson with all its text. */
export function encodeLesson(source: string, screen: number): EncodedLesson {
  const text = toUtf8(source);
  const tooLong: EncodedLesson = {
    kind: 'too-long',
    message:
      `The lesson has ${text.length.toLocaleString('en')} bytes; a link holds at most ` +
      `${LESSON_BYTES_MAX.toLocaleString('en')}. Send it as a file.`,
  };
  if (text.length > LESSON_BYTES_MAX) return tooLong;
  const fragment = sealed(WHOLE, { numbers: [screen], bytes: text });
  return fragment.length > LINK_LETTERS_MAX ? tooLong : { kind: 'link', fragment };
}

/** A link with more behind it. A text that no link would hold makes it too long. */
export function withExtras(link: EncodedLesson, { variant, own }: LessonExtras): EncodedLesson {
  if (link.kind !== 'link') return link;
  const packed = own === undefined ? null : encodeLesson(own.text, 0);
  if (packed?.kind === 'too-long') return packed;
  const fragment = [
    link.fragment,
    ...(variant === undefined ? [] : [`variant=${variant}`]),
    ...(own === undefined || packed === null ? [] : [`for=${own.id}`, `own=${packed.fragment}`]),
  ].join('&');
  return fragment.length > LINK_LETTERS_MAX
    ? { kind: 'too-long', message: 'Lesson and text together are too long for a link. Send them as files.' }
    : { kind: 'link', fragment };
}

/** Reads a fragment with or without `#`. Never throws. */
export function decodeLesson(fragment: string): DecodedLesson {
  if (/^#?write$/.test(fragment)) return { kind: 'lesson', lesson: { kind: 'write' } };
  const found = decodeAlone(fragment);
  const more = fragment.indexOf('&');
  return found.kind === 'lesson' && more >= 0 ? decodeExtras(found.lesson, fragment.slice(more + 1)) : found;
}

function decodeExtras(lesson: SentLesson, more: string): DecodedLesson {
  const said = new URLSearchParams(more);
  const variant = said.get('variant') ?? '';
  const [id, packed] = [said.get('for') ?? '', said.get('own')];
  const own = packed === null || !ID.test(id) ? null : decodeAlone(packed);
  if (own?.kind === 'unreadable') return own;
  return {
    kind: 'lesson',
    lesson: {
      ...lesson,
      ...(VARIANT.test(variant) ? { variant: Number(variant) } : {}),
      ...(own?.kind === 'lesson' && own.lesson.kind === 'whole' ? { own: { id, text: own.lesson.source } } : {}),
    },
  };
}

function decodeAlone(fragment: string): DecodedLesson {
  const named = readNamed(fragment.replace(/^#/, ''));
  if (named !== null) return { kind: 'lesson', lesson: named };
  const found = opened(WHOLE, fragment, ({ numbers: [screen = 0], bytes }): SentLesson => {
    return { kind: 'whole', source: fromUtf8(bytes), screen };
  });
  if (found.kind === 'read') return { kind: 'lesson', lesson: found.value };
  const { code } = found.trouble;
  if (code === 'none') return { kind: 'not-a-lesson' };
  const isNewer = code === 'newer' || code === 'flags';
  return { kind: 'unreadable', isNewer, message: `${told(found.trouble)} Your text is unchanged.` };
}

function readNamed(fragment: string): SentLesson | null {
  const said = new URLSearchParams(fragment);
  const name = said.get('lesson');
  if (name === null || !fragment.startsWith('lesson=')) return null;
  const screen = said.get('screen') ?? '';
  return {
    kind: 'named',
    name: NAME.test(name) ? name : '',
    screen: SCREEN.test(screen) ? Math.max(0, Number(screen) - 1) : null,
  };
}

function told(trouble: EnvelopeTrouble): string {
  switch (trouble.code) {
    case 'newer':
      return (
        `The lesson’s link is of version l${trouble.version}; this page reads up to l${WHOLE.newest}. ` +
        'Reload this page to update it.'
      );
    case 'cut':
      return 'The lesson’s link is not complete: its end is missing. Copy it again, or ask for the lesson as a file.';
    case 'flags':
      return 'The lesson was made by a newer version of this page. Reload this page to update it.';
    case 'too large':
      return (
        `The lesson is larger than ${trouble.most.toLocaleString('en')} bytes, the most that a link may hold. ` +
        'Ask for it as a file.'
      );
    default:
      return 'The lesson’s link is damaged: some characters were changed on the way. Copy it again.';
  }
}

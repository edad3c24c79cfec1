// SPDX-License-Identifier: GPL-2.0-or-later
//
// A class code: how far a learner is, and what they answered, as letters that travel by chat, mail, QR code or file.
// It contains answers and no verdicts: the page that collects codes grades the answers again. Pure and deterministic.
//
// `c1.`, an envelope (share/teaching-codes.ts) round this form; a string is a varint of its bytes, then UTF-8:
//
//   6 bytes  the learner: a number drawn once in their browser
//   varint   serial: a later code of the same learner has a larger one
//   string   name, empty unless the learner typed one
//   string   id of the pack, empty for none
//   varint   lessons; for each
//     string   name: its file in the track, or its title
//     4 bytes  CRC-32 of its text in UTF-8, lowest byte first
//     varint   the furthest screen that was read, from 0
//     varint   answers; for each
//       varint   screen of the question, from 1
//       byte     0 predict, 1 task, 2 hunt
//       varint   its place among those of its kind on the screen, from 1
//       varint   how often an answer was checked
//       varint   hints that were opened
//       byte     bits 0-1, 2-3, 4-5: which of the answers below was the first, the last, the one that solved it
//                (1 … 3, 0 for none); bit 6: the learner was shown the answer
//       byte     different answers, 0 … 3; for each
//         varint   seed of its variant + 1; 0 as written
//         varint   strings, then each: the answers as typed, or the text of a task

import { BytesError, TooLarge, crc32, reader, writer, type Reader, type Writer } from '../share/bytes';
import { opened, sealed, type Content, type EnvelopeKind, type EnvelopeTrouble } from '../share/teaching-codes';
import { fromUtf8, toUtf8 } from '../share/utf8';
import type { HandedIn } from '../lesson/grade-again';

export interface ClassCode {
  /** 12 hexadecimal digits. */
  readonly learner: string;
  readonly serial: number;
  /** Empty unless the learner typed one. */
  readonly name: string;
  /** Id of the pack that the lessons are of; empty: none. */
  readonly pack: string;
  readonly lessons: readonly HandedLesson[];
}

export interface HandedLesson {
  /** Its file in the track, or its title. */
  readonly name: string;
  /** `digestOf` its text. */
  readonly digest: number;
  /** The furthest screen that was read, from 0. */
  readonly screen: number;
  readonly answers: readonly HandedAnswer[];
}

export interface HandedAnswer {
  /** Id of the question in a lesson without a number: `2-predict-1`. */
  readonly id: string;
  /** How often an answer was checked. */
  readonly tries: number;
  /** Hints that were opened. */
  readonly hints: number;
  /** The learner requested the answer before any right answer. */
  readonly told: boolean;
  readonly first: HandedIn | null;
  readonly last: HandedIn | null;
  /** The verdict of the learner's own page. */
  readonly best: HandedIn | null;
}

export const CONTENT_MOST = 256 << 10;
export const CODE: EnvelopeKind = { letter: 'c', newest: 1, most: CONTENT_MOST, numbers: 0 };
const NAME_MOST = 60;
const LESSONS_MOST = 60;
const ANSWERS_MOST = 400;
const STRINGS_MOST = 16;
const COUNT_MOST = 1_000_000;
/** Codes that are read in one text. */
const CODES_MOST = 1_000;
/** Letters of a text that a code may take, line ends and marks of quotations included. */
const CODE_LETTERS_MOST = CONTENT_MOST * 3;

const KINDS = ['predict', 'task', 'hunt'];
const ID = /^(?:[0-9]+\.)?([0-9]+)-(predict|task|hunt)-([0-9]+)$/;

/** Which text a lesson has: the CRC-32 of its UTF-8, line ends as `\n`. */
export function digestOf(source: string): number {
  return crc32(toUtf8(source.replace(/\r\n?/g, '\n')));
}

/** The id of a question or task whatever the number of its lesson: `3.2-task-1` becomes `2-task-1`. */
export function idWithoutNumber(id: string): string {
  return id.replace(/^[0-9]+\.(?=[0-9]+-)/, '');
}

/** A name as a code holds it: one line, no control characters, at most 60 letters. */
export function nameIn(typed: string): string {
  const plain = typed.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return Array.from(plain).slice(0, NAME_MOST).join('').trim();
}

// ---- Writing ----

/** The letters of a code; null: it would hold more than a code may. */
export function encodeCode(code: ClassCode): string | null {
  const out = writer();
  for (let k = 0; k < 12; k += 2) out.byte(Number.parseInt(code.learner.slice(k, k + 2), 16) || 0);
  out.varint(code.serial);
  text(out, nameIn(code.name));
  text(out, code.pack);
  const lessons = code.lessons.slice(0, LESSONS_MOST);
  out.varint(lessons.length);
  for (const one of lessons) lesson(out, one);
  const bytes = out.done();
  return bytes.length > CONTENT_MOST ? null : sealed(CODE, { numbers: [], bytes });
}

function lesson(out: Writer, { name, digest, screen, answers }: HandedLesson): void {
  text(out, nameIn(name));
  for (let k = 0; k < 32; k += 8) out.byte((digest >>> k) & 0xff);
  out.varint(screen);
  const known = answers.filter(({ id }) => ID.test(id)).slice(0, ANSWERS_MOST);
  out.varint(known.length);
  for (const one of known) answer(out, one);
}

function answer(out: Writer, { id, tries, hints, told, first, last, best }: HandedAnswer): void {
  const [, screen = '', kind = '', place = ''] = ID.exec(id) ?? [];
  out.varint(Number(screen));
  out.byte(KINDS.indexOf(kind));
  out.varint(Number(place));
  out.varint(tries);
  out.varint(hints);
  const different: HandedIn[] = [];
  const indexOf = (one: HandedIn | null): number => {
    if (one === null) return 0;
    const at = different.findIndex((other) => isSame(one, other));
    return at >= 0 ? at + 1 : different.push(one);
  };
  const places = indexOf(first) | (indexOf(last) << 2) | (indexOf(best) << 4);
  out.byte(places | (told ? 64 : 0));
  out.byte(different.length);
  for (const { seed, typed } of different) {
    out.varint(seed === null ? 0 : seed + 1);
    out.varint(Math.min(typed.length, STRINGS_MOST));
    for (const one of typed.slice(0, STRINGS_MOST)) text(out, one);
  }
}

function isSame(one: HandedIn, other: HandedIn): boolean {
  return (
    one.seed === other.seed &&
    one.typed.length === other.typed.length &&
    one.typed.every((typed, k) => typed === other.typed[k])
  );
}

function text(out: Writer, written: string): void {
  const bytes = toUtf8(written);
  out.varint(bytes.length);
  out.bytes(bytes);
}

// ---- Reading ----

export interface FoundCode {
  readonly code: ClassCode;
  /** As they stand for the code, without blanks: what to keep. */
  readonly letters: string;
}

export type CodeTrouble =
  | EnvelopeTrouble
  /** The text has more codes than are read at once; the rest is passed over. */
  | { readonly code: 'too many'; readonly most: number };

export interface FoundCodes {
  readonly codes: readonly FoundCode[];
  /** In order of place; lines and columns from 1. */
  readonly troubles: readonly {
    readonly line: number;
    readonly column: number;
    /** How the place begins. */
    readonly letters: string;
    readonly trouble: CodeTrouble;
  }[];
}

/** Every code in a text, whatever stands between and around them. Never throws. */
export function codesIn(text: string): FoundCodes {
  const codes: FoundCode[] = [];
  const troubles: FoundCodes['troubles'][number][] = [];
  const starts = [...startsIn(text)];
  const places = new Places(text);
  starts.slice(0, CODES_MOST).forEach((from, k) => {
    const to = Math.min(starts[k + 1] ?? text.length, from + CODE_LETTERS_MOST);
    const read = readCode(text.slice(from, to));
    if ('code' in read) codes.push(read);
    else troubles.push({ ...places.of(from), letters: text.slice(from, from + 12), trouble: read.trouble });
  });
  const next = starts[CODES_MOST];
  if (next !== undefined)
    troubles.push({
      ...places.of(next),
      letters: text.slice(next, next + 12),
      trouble: { code: 'too many', most: CODES_MOST },
    });
  return { codes, troubles };
}

// No letter of a code is a dot, so a new code may stand right behind another.
function* startsIn(text: string): Generator<number> {
  let count = 0;
  for (const { index } of text.matchAll(/c[1-9][0-9]{0,5}\.(?=[\s>]*[A-Za-z0-9_-]{6})/g)) {
    // Not the end of a word, as in "abc1.example".
    if (/[A-Za-z0-9_]/.test(text[index - 1] ?? '') && !isCodeEnd(text, index)) continue;
    yield index;
    if (++count > CODES_MOST) return;
  }
}

// Codes end with A.
function isCodeEnd(text: string, at: number): boolean {
  return text[at - 1] === 'A' && at > 16;
}

class Places {
  private at = 0;
  private line = 1;
  private start = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Offsets come in order. */
  of(offset: number): { readonly line: number; readonly column: number } {
    for (let next = this.text.indexOf('\n', this.at); next >= 0 && next < offset;) {
      this.line++;
      this.start = next + 1;
      this.at = next + 1;
      next = this.text.indexOf('\n', this.at);
    }
    return { line: this.line, column: offset - this.start + 1 };
  }
}

function readCode(slice: string): FoundCode | { readonly trouble: CodeTrouble } {
  const found = opened(CODE, slice, contentOf);
  return found.kind === 'read' ? { code: found.value, letters: found.letters } : found;
}

function contentOf({ bytes }: Content): ClassCode {
  const from = reader(bytes);
  const learner = [...from.bytes(6)].map((one) => one.toString(16).padStart(2, '0')).join('');
  const serial = from.varint();
  const name = nameIn(string(from));
  const pack = string(from);
  if (!/^[0-9a-f]{0,16}$/.test(pack)) throw new BytesError('its pack is none');
  const lessons = several(from, LESSONS_MOST, lessonIn);
  if (from.left() > 0) throw new BytesError('there is more behind its end');
  return { learner, serial, name, pack, lessons };
}

function several<T>(from: Reader, most: number, one: (from: Reader) => T): readonly T[] {
  const count = from.varint();
  if (count > most) throw new TooLarge();
  return Array.from({ length: count }, () => one(from));
}

function string(from: Reader): string {
  return fromUtf8(from.bytes(from.varint()));
}

function bounded(from: Reader): number {
  const value = from.varint();
  if (value > COUNT_MOST) throw new BytesError('a count is too large');
  return value;
}

function lessonIn(from: Reader): HandedLesson {
  const name = nameIn(string(from));
  let digest = 0;
  for (let k = 0; k < 4; k++) digest += from.byte() * 2 ** (8 * k);
  return { name, digest, screen: bounded(from), answers: several(from, ANSWERS_MOST, answerIn) };
}

function answerIn(from: Reader): HandedAnswer {
  const screen = bounded(from);
  const kind = KINDS[from.byte()];
  if (kind === undefined) throw new BytesError('there is no such kind of question');
  const id = `${screen}-${kind}-${bounded(from)}`;
  const tries = bounded(from);
  const hints = bounded(from);
  const places = from.byte();
  const different = several(from, 3, handedIn);
  const at = (bits: number): HandedIn | null => {
    const place = (places >> bits) & 3;
    const found = place === 0 ? null : different[place - 1];
    if (found === undefined) throw new BytesError('an answer is missing');
    return found;
  };
  return { id, tries, hints, told: (places & 64) !== 0, first: at(0), last: at(2), best: at(4) };
}

function handedIn(from: Reader): HandedIn {
  const seed = from.varint();
  if (seed > 2 ** 32) throw new BytesError('a seed is too large');
  return { seed: seed === 0 ? null : seed - 1, typed: several(from, STRINGS_MOST, string) };
}

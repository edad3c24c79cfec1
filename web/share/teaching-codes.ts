// SPDX-License-Identifier: GPL-2.0-or-later
//
// The envelope of lessons, packs and class codes: a letter and version, and the wrapping of all links (container.ts)
// round this form. Bytes are deflated with the preset dictionary of all links if that is shorter.
//
//   byte     bit 0 the bytes are deflated; the other bits are 0, and a reader that finds one set asks for a newer page
//   varint   each number of the kind: the screen of a lesson; packs and codes have none
//   varint   length of the bytes before they were deflated
//   bytes    the content, to the end

import { deflateSync } from 'fflate';
import { BytesError, TooLarge, reader, writer } from './bytes';
import { inflate, unwrap, wrapped, type ContainerTrouble } from './container';
import { DICTIONARY } from './dictionary';

export interface EnvelopeKind {
  /** The first letter of envelopes of the kind, before their version: one lower-case letter. */
  readonly letter: string;
  /** The newest version, from 1: it is written, and no newer one is read. */
  readonly newest: number;
  /** Bytes of content, at most. */
  readonly most: number;
  /** How many numbers stand before the bytes. */
  readonly numbers: number;
}

export interface Content {
  /** As many as the kind has, from 0. */
  readonly numbers: readonly number[];
  readonly bytes: Uint8Array;
}

export type EnvelopeTrouble =
  | Extract<ContainerTrouble, { readonly code: 'none' | 'newer' | 'cut' }>
  /** The version is known; a flag of the content is not. */
  | { readonly code: 'flags' }
  | { readonly code: 'damaged' }
  | { readonly code: 'too large'; readonly most: number };

export type Opened<T> =
  | { readonly kind: 'read'; readonly value: T; /** As `sealed` wrote it. */ readonly letters: string }
  | { readonly kind: 'trouble'; readonly trouble: EnvelopeTrouble };

const IS_DEFLATED = 1;
/** Bytes of the form besides its content, at most. */
const FORM_MOST = 32;

class UnknownFlags extends BytesError {}

/** `c1.…`. `content` has at most `kind.most` bytes: the caller checks. */
export function sealed(kind: EnvelopeKind, { numbers, bytes }: Content): string {
  const deflated = deflateSync(bytes, { level: 9, mem: 10, dictionary: DICTIONARY });
  const isShorter = deflated.length < bytes.length;
  const out = writer();
  out.byte(isShorter ? IS_DEFLATED : 0);
  for (const one of numbers) out.varint(one);
  out.varint(bytes.length);
  out.bytes(isShorter ? deflated : bytes);
  return lettersOf(kind, out.done());
}

function lettersOf({ letter, newest }: EnvelopeKind, form: Uint8Array): string {
  return `${letter}${newest}.${wrapped(form)}`;
}

/** Reads what `unwrap` reads. `read` may throw `BytesError` and `TooLarge`; nothing else comes out of here. */
export function opened<T>(kind: EnvelopeKind, text: string, read: (content: Content) => T): Opened<T> {
  const { letter, newest, most } = kind;
  const state = { hasUnknownFlags: false };
  const found = unwrap(text, {
    letter,
    newest,
    contentMax: most + FORM_MOST,
    read: (form) => {
      try {
        return { value: read(contentOf(kind, form)), letters: lettersOf(kind, form) };
      } catch (error) {
        state.hasUnknownFlags = error instanceof UnknownFlags;
        throw error;
      }
    },
  });
  if (found.kind === 'read') return { kind: 'read', ...found.value };
  if (state.hasUnknownFlags) return { kind: 'trouble', trouble: { code: 'flags' } };
  switch (found.trouble.code) {
    case 'none':
    case 'newer':
    case 'cut':
      return { kind: 'trouble', trouble: found.trouble };
    case 'too-large':
      return { kind: 'trouble', trouble: { code: 'too large', most } };
    // `sealed` writes no such length either.
    case 'length':
    case 'changed':
    case 'bytes':
      return { kind: 'trouble', trouble: { code: 'damaged' } };
  }
}

function contentOf({ most, numbers }: EnvelopeKind, form: Uint8Array): Content {
  const from = reader(form);
  const flags = from.byte();
  if ((flags & ~IS_DEFLATED) !== 0) throw new UnknownFlags('it was made by a newer page');
  const before = Array.from({ length: numbers }, () => from.varint());
  const length = from.varint();
  if (length > most) throw new TooLarge();
  const body = from.bytes(from.left());
  const bytes = (flags & IS_DEFLATED) !== 0 ? inflate(body, length) : body;
  if (bytes.length !== length) throw new BytesError('its content is not as long as it says');
  return { numbers: before, bytes };
}

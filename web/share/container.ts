// SPDX-License-Identifier: GPL-2.0-or-later
//
// The wrapping that all links share: a letter and version, then base64url of a length, a checksum and the content.
// Links travel through mail and chat: blanks, line ends and the `> ` of quotations inside a link are passed over, one
// round of percent-encoding is undone, and text after its end is ignored. Inflating stops at a bound, so that a small
// link cannot fill the memory. An error is a code; the decoder of each kind makes the words.

import { Inflate } from 'fflate';
import { BytesError, TooLarge, crc32, fromBase64Url, reader, toBase64Url, writer } from './bytes';
import { DICTIONARY } from './dictionary';

export type ContainerTrouble =
  /** The text has no link of this letter. */
  | { readonly code: 'none' }
  | { readonly code: 'newer'; readonly version: number }
  /** The end is missing. */
  | { readonly code: 'cut' }
  /** The length is larger than any link's. */
  | { readonly code: 'length' }
  /** The checksum is not that of the content. */
  | { readonly code: 'changed' }
  | { readonly code: 'too-large' }
  /** The bytes contradict each other. */
  | { readonly code: 'bytes'; readonly what: string };

export type Unwrapped<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'trouble'; readonly trouble: ContainerTrouble };

export interface ContainerKind<T> {
  /** The first letter of links of the kind, before their version: one lower-case letter. */
  readonly letter: string;
  /** The newest version that is read, from 1. */
  readonly newest: number;
  /** A content of more bytes is none. */
  readonly contentMax: number;
  /** May throw `BytesError` and `TooLarge`. */
  readonly read: (content: Uint8Array) => T;
}

/** A content as the letters after `#m1.`; they end with A, since programs that find links in text cut off - and _. */
export function wrapped(content: Uint8Array): string {
  const out = writer();
  out.varint(content.length);
  const crc = crc32(content);
  for (let k = 0; k < 32; k += 8) out.byte((crc >>> k) & 0xff);
  out.bytes(content);
  out.byte(0);
  return toBase64Url(out.done());
}

/** Reads an address, a fragment with or without `#`, or a text around it. Throws only what is our own mistake. */
export function unwrap<T>(text: string, kind: ContainerKind<T>): Unwrapped<T> {
  const link = findLink(text, kind.letter);
  if (link === null) return trouble({ code: 'none' });
  if (link.version === 0) return trouble({ code: 'bytes', what: 'no page ever made one of version 0' });
  if (link.version > kind.newest) return trouble({ code: 'newer', version: link.version });
  try {
    const content = contentOf(fromBase64Url(link.letters), kind.contentMax);
    return content instanceof Uint8Array ? { kind: 'read', value: kind.read(content) } : trouble(content);
  } catch (error) {
    if (error instanceof TooLarge) return trouble({ code: 'too-large' });
    if (error instanceof BytesError) return trouble({ code: 'bytes', what: error.message });
    throw error;
  }
}

function trouble(found: ContainerTrouble): { readonly kind: 'trouble'; readonly trouble: ContainerTrouble } {
  return { kind: 'trouble', trouble: found };
}

// None of these can be part of a link: blanks, quotation marks of mail, padding, and letters without width.
const BETWEEN = /[\s>=\u00ad\u200b-\u200d\u2060\ufeff]+/g;

function findLink(text: string, letter: string): { readonly version: number; readonly letters: string } | null {
  const clean = percentDecoded(text).replace(BETWEEN, '');
  const match = new RegExp(`(?:^|#)${letter}(\\d{1,6})\\.(?=[A-Za-z0-9_-]|$)`).exec(clean);
  return match === null ? null : { version: Number(match[1]), letters: clean.slice(match.index + match[0].length) };
}

// Undoes one round; what is no such code stays as it is.
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function contentOf(bytes: Uint8Array, most: number): Uint8Array | ContainerTrouble {
  const from = reader(bytes);
  let length: number;
  try {
    length = from.varint();
  } catch (error) {
    if (error instanceof BytesError && bytes.length < 8) return { code: 'cut' };
    throw error;
  }
  if (from.left() < 4 + length) return { code: length > most ? 'length' : 'cut' };
  let crc = 0;
  for (let k = 0; k < 4; k++) crc += from.byte() * 2 ** (8 * k);
  const content = from.bytes(length);
  return crc32(content) === crc ? content : { code: 'changed' };
}

/** Inflates in small bites, and stops as soon as there is more than the announced `length`. Throws `BytesError`. */
export function inflate(deflated: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const state = { used: 0, over: false };
  const stream = new Inflate({ dictionary: DICTIONARY }, (chunk) => {
    if (state.used + chunk.length > length) state.over = true;
    else out.set(chunk, state.used);
    state.used += chunk.length;
  });
  const BITE = 1024;
  try {
    for (let at = 0; at < deflated.length && !state.over; at += BITE) {
      stream.push(deflated.subarray(at, at + BITE));
    }
  } catch {
    throw new BytesError('its packed part cannot be unpacked');
  }
  if (state.over) throw new TooLarge();
  if (state.used !== length) throw new BytesError('its packed part is shorter than it says');
  return out;
}

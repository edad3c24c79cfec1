// SPDX-License-Identifier: GPL-2.0-or-later
//
// From what a person opened or pasted back to a state. Never throws: everything that can be wrong with a link is a
// value with a plain message. The layout is drawn in encode.ts.
//
// Links travel through mail and chat: blanks, line ends and the `> ` of quotations inside a link are passed over, one
// round of percent-encoding is undone, and what follows its end is ignored. Inflating stops at a bound, so that a small
// link cannot fill the memory.

import { Inflate } from 'fflate';
import { joinScript, OPENING_MIN, type Part } from './blocks';
import { BytesError, TooLarge, crc32, fromBase64Url, reader, type Reader } from './bytes';
import { expandMaps } from './compact-maps';
import { DICTIONARY } from './dictionary';
import { HAS_ENGINE, HAS_ENGINE_TEXT, HAS_SUM, IS_DEFLATED } from './encode';
import { SCRIPT_BYTES_MAX, type LinkState } from './state';
import { fromUtf8 } from './utf8';
import { LANGUAGE_NEWEST, LINK_NEWEST, lift } from './versions';

export type LinkTrouble = 'truncated' | 'damaged' | 'newer' | 'too-large';

export type Decoded =
  | { readonly kind: 'link'; readonly state: LinkState }
  /** There is no link in the text: an empty fragment, or one of another kind. */
  | { readonly kind: 'not-a-link'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly trouble: LinkTrouble; readonly message: string };

// A body packs a script and little else; what inflates beyond this is none of ours.
const BODY_BYTES_MAX = 2 * SCRIPT_BYTES_MAX;
const START = /(?:^|#)m(\d{1,6})\.(?=[A-Za-z0-9_-]|$)/;
// None of these can be part of a link: blanks, quotation marks of mail, padding, and letters without width.
const BETWEEN = /[\s>=\u00ad\u200b-\u200d\u2060\ufeff]+/g;

/** Reads an address, a fragment with or without `#`, or a text around it. */
export function decodeLink(text: string): Decoded {
  const link = findLink(text);
  if (link === null)
    return {
      kind: 'not-a-link',
      message: 'There is no Maplescope link in this text: it would contain #m1. and letters after it.',
    };
  if (link.version === 0 || link.version > LINK_NEWEST) {
    return unreadable(
      'newer',
      `The link is of version m${link.version}; this page reads versions up to m${LINK_NEWEST}. Reload the page to get a newer one.`,
    );
  }
  try {
    return readContainer(fromBase64Url(link.letters));
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge();
    if (error instanceof BytesError)
      return unreadable('damaged', `The link is damaged: ${error.message}. Copy it once more from where it came.`);
    throw error;
  }
}

function unreadable(trouble: LinkTrouble, message: string): Decoded {
  return { kind: 'unreadable', trouble, message: `${message} What the page shows is not its scenario.` };
}

function tooLarge(): Decoded {
  return unreadable(
    'too-large',
    `The link's script is larger than ${SCRIPT_BYTES_MAX} bytes, which is all that this page opens from a link.`,
  );
}

function findLink(text: string): { readonly version: number; readonly letters: string } | null {
  const clean = percentDecoded(text).replace(BETWEEN, '');
  const match = START.exec(clean);
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

function readContainer(bytes: Uint8Array): Decoded {
  const from = reader(bytes);
  const cut = (): Decoded =>
    unreadable(
      'truncated',
      'The link is not complete: its end is missing. Some programs cut long links; copy it once more from where it came, or ask for the script as a file.',
    );
  let length: number;
  try {
    length = from.varint();
  } catch (error) {
    if (error instanceof BytesError && bytes.length < 8) return cut();
    throw error;
  }
  if (from.left() < 4 + length) {
    return length > 2 * SCRIPT_BYTES_MAX
      ? unreadable('damaged', 'The link is damaged: its length cannot be right. Copy it once more from where it came.')
      : cut();
  }
  let crc = 0;
  for (let k = 0; k < 4; k++) crc += from.byte() * 2 ** (8 * k);
  const content = from.bytes(length);
  if (crc32(content) !== crc) {
    return unreadable(
      'damaged',
      'The link is damaged: some of its letters were changed on the way. Copy it once more from where it came.',
    );
  }
  return readContent(content);
}

function readContent(content: Uint8Array): Decoded {
  const from = reader(content);
  const flags = from.byte();
  if ((flags & ~(HAS_ENGINE | HAS_ENGINE_TEXT | HAS_SUM | IS_DEFLATED)) !== 0) {
    return unreadable(
      'newer',
      'The link holds something that this page does not know yet. Reload the page to get a newer one.',
    );
  }
  const language = from.varint();
  if (language === 0 || language > LANGUAGE_NEWEST) {
    return unreadable(
      'newer',
      `The link's script is written in version ${language} of the language; this page knows versions up to ${LANGUAGE_NEWEST}. Reload the page to get a newer one.`,
    );
  }
  const step = from.varint();
  const engine = readEngine(from, flags);
  const sum = (flags & HAS_SUM) !== 0 ? hexDigits(from.bytes(8)) : null;
  let body: Uint8Array;
  if ((flags & IS_DEFLATED) !== 0) {
    const length = from.varint();
    if (length > BODY_BYTES_MAX) return tooLarge();
    body = inflate(from.bytes(from.left()), length);
  } else body = from.bytes(from.left());
  return { kind: 'link', state: lift({ script: readBody(body), language, step, engine, sum }) };
}

function readEngine(from: Reader, flags: number): string | null {
  if ((flags & HAS_ENGINE) !== 0) return `linux-6.16/${hexDigits(from.bytes(6))}`;
  if ((flags & HAS_ENGINE_TEXT) !== 0) return fromUtf8(from.bytes(from.varint()));
  return null;
}

function hexDigits(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Inflates in small bites and stops as soon as there is more than was announced.
function inflate(deflated: Uint8Array, length: number): Uint8Array {
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

function readBody(body: Uint8Array): string {
  const from = reader(body);
  const count = from.varint();
  if (count > body.length) throw new BytesError('it names more blocks than it can hold');
  const heads: { readonly before: number; readonly indent: string; readonly length: number }[] = [];
  for (let k = 0; k < count; k++) {
    heads.push({ before: from.varint(), indent: fromUtf8(from.bytes(from.varint())), length: from.varint() });
  }
  const blocks = heads.map((head) => from.bytes(head.length));
  const parts: Part[] = [];
  let left = SCRIPT_BYTES_MAX;
  const take = (letters: number): void => {
    left -= letters;
    if (left < 0) throw new TooLarge();
  };
  for (const [k, head] of heads.entries()) {
    parts.push({ kind: 'text', text: fromUtf8(from.bytes(head.before)) });
    const lines = expandMaps(blocks[k]!, left);
    // A writer packs what stands between the first line of a block and its last: without this bound a few kilobytes
    // could unfold to any number of blocks that are no text at all.
    if (lines.length === 0) throw new BytesError(`its block ${k + 1} of maps has no line`);
    if (head.before < OPENING_MIN) throw new BytesError(`the line that opens its block ${k + 1} of maps is missing`);
    take(head.before);
    take(lines.reduce((letters, line) => letters + head.indent.length + line.length + 1, 0) - 1);
    parts.push({ kind: 'maps', name: '', indent: head.indent, lines });
  }
  take(from.left());
  parts.push({ kind: 'text', text: fromUtf8(from.bytes(from.left())) });
  return joinScript(parts);
}

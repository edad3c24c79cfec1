// SPDX-License-Identifier: GPL-2.0-or-later
//
// Text as UTF-8 and back, for every text that a JavaScript string can hold: half a surrogate pair is written as three
// bytes of its own (WTF-8), and a byte-order mark is a letter like any other, so that a script is restored exactly. The
// platform's own encoder changes both.

import { BytesError, writer } from './bytes';

/** The bytes of a text. */
export function toUtf8(text: string): Uint8Array {
  const out = writer();
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) out.byte(code);
    else {
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      out.byte((code >> (6 * more)) | LEAD[more]!);
      for (let k = more - 1; k >= 0; k--) out.byte(((code >> (6 * k)) & 0x3f) | 0x80);
    }
  }
  return out.done();
}

const LEAD = [0, 0xc0, 0xe0, 0xf0];
// The smallest code that needs so many further bytes.
const LEAST = [0, 0x80, 0x800, 0x10000];

/** The text of bytes; throws BytesError on bytes that `toUtf8` never makes. */
export function fromUtf8(bytes: Uint8Array): string {
  const parts: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at++]!;
    const more =
      lead < 0x80
        ? 0
        : lead >= 0xc0 && lead < 0xe0
          ? 1
          : lead >= 0xe0 && lead < 0xf0
            ? 2
            : lead >= 0xf0 && lead < 0xf8
              ? 3
              : -1;
    if (more < 0) throw new BytesError('not UTF-8');
    let code = more === 0 ? lead : lead & (0x3f >> more);
    for (let k = 0; k < more; k++) {
      // Undefined behind the end, which is no further byte either.
      const next = bytes[at++]!;
      if ((next & 0xc0) !== 0x80) throw new BytesError('not UTF-8');
      code = (code << 6) | (next & 0x3f);
    }
    if (code < LEAST[more]! || code > 0x10ffff) throw new BytesError('not UTF-8');
    codes.push(code);
    if (codes.length === 4096) {
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  parts.push(String.fromCodePoint(...codes));
  return parts.join('');
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes one after another: varints, words, text; CRC-32; base64url. Imports nothing.
//
// A varint holds 7 bits a byte, lowest first, the high bit set on all bytes but the last; numbers are 0 … 2^53−1.
// A reader throws BytesError where the bytes end early or say something impossible; decode.ts turns that into a value.

/** Bytes that cannot be what they should be. Never leaves web/share. */
export class BytesError extends Error {}
/** Bytes that would become more than a link may bring. */
export class TooLarge extends BytesError {}

export interface Writer {
  readonly byte: (value: number) => void;
  readonly bytes: (value: Uint8Array) => void;
  readonly varint: (value: number) => void;
  /** Small numbers of both signs: 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 … */
  readonly zigzag: (value: number) => void;
  readonly length: () => number;
  readonly done: () => Uint8Array;
}

/** Writes into a buffer that grows. */
export function writer(): Writer {
  let buffer = new Uint8Array(256);
  let used = 0;
  const room = (more: number): void => {
    if (used + more <= buffer.length) return;
    const bigger = new Uint8Array(Math.max(buffer.length * 2, used + more));
    bigger.set(buffer.subarray(0, used));
    buffer = bigger;
  };
  const byte = (value: number): void => {
    room(1);
    buffer[used++] = value;
  };
  const varint = (value: number): void => {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a varint: ${value}`);
    let rest = value;
    while (rest >= 0x80) {
      byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    byte(rest);
  };
  return {
    byte,
    varint,
    bytes: (value) => {
      room(value.length);
      buffer.set(value, used);
      used += value.length;
    },
    zigzag: (value) => varint(value < 0 ? -2 * value - 1 : 2 * value),
    length: () => used,
    done: () => buffer.slice(0, used),
  };
}

export interface Reader {
  readonly byte: () => number;
  readonly bytes: (count: number) => Uint8Array;
  readonly varint: () => number;
  readonly zigzag: () => number;
  readonly left: () => number;
}

/** Reads what a writer wrote. */
export function reader(data: Uint8Array): Reader {
  let at = 0;
  const byte = (): number => {
    const value = data[at];
    if (value === undefined) throw new BytesError('the bytes end early');
    at++;
    return value;
  };
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new BytesError('a number is too large');
      if (next < 0x80) return value;
      if (next === 0x80 && scale >= 2 ** 49) throw new BytesError('a number is too long');
    }
  };
  return {
    byte,
    varint,
    bytes: (count) => {
      if (count > data.length - at) throw new BytesError('the bytes end early');
      at += count;
      return data.slice(at - count, at);
    },
    zigzag: () => {
      const value = varint();
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
    left: () => data.length - at,
  };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let k = 0; k < 8; k++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (polynomial 0xedb88320 reflected, as in zip and PNG). */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const value of data) crc = CRC_TABLE[(crc ^ value) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]));

/** RFC 4648 section 5, without padding. */
export function toBase64Url(data: Uint8Array): string {
  const out: string[] = [];
  for (let k = 0; k < data.length; k += 3) {
    const three = (data[k]! << 16) | ((data[k + 1] ?? 0) << 8) | (data[k + 2] ?? 0);
    const letters = Math.min(data.length - k, 3) + 1;
    for (let n = 0; n < letters; n++) out.push(ALPHABET[(three >> (18 - 6 * n)) & 63]!);
  }
  return out.join('');
}

/** The bytes of the letters up to the first one that is none; a last group of one letter gives no byte. */
export function fromBase64Url(text: string): Uint8Array {
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let used = 0;
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) break;
    held = ((held << 6) | value) & 0x3fff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[used++] = (held >> bits) & 0xff;
    }
  }
  return out.slice(0, used);
}

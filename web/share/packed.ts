// SPDX-License-Identifier: GPL-2.0-or-later
//
// A content of bytes, deflated with the preset dictionary of all links where that is shorter.
//
//   byte     bit 0 the content is deflated; the other bits are 0
//   varint   its length in bytes, from 0
//   bytes    the content, to the end

import { deflateSync } from 'fflate';
import { BytesError, TooLarge, reader, writer } from './bytes';
import { inflate } from './container';
import { DICTIONARY } from './dictionary';

const IS_DEFLATED = 1;

export function packed(content: Uint8Array): Uint8Array {
  const deflated = deflateSync(content, { level: 9, mem: 10, dictionary: DICTIONARY });
  const isShorter = deflated.length < content.length;
  const out = writer();
  out.byte(isShorter ? IS_DEFLATED : 0);
  out.varint(content.length);
  out.bytes(isShorter ? deflated : content);
  return out.done();
}

/** Throws `BytesError`, and `TooLarge` where the content has more than `most` bytes. */
export function unpacked(bytes: Uint8Array, most: number): Uint8Array {
  const from = reader(bytes);
  const flags = from.byte();
  if ((flags & ~IS_DEFLATED) !== 0) throw new BytesError('it was made by a newer page');
  const length = from.varint();
  if (length > most) throw new TooLarge();
  const body = from.bytes(from.left());
  const content = (flags & IS_DEFLATED) !== 0 ? inflate(body, length) : body;
  if (content.length !== length) throw new BytesError('its content is not as long as it says');
  return content;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// From a state to the letters after `#`. Pure and deterministic; equal states give equal links.
//
//     link     m1. + base64url of:
//              varint   length of the content
//              4 bytes  CRC-32 of the content, lowest first
//              content
//              0        so that the last letter is always A: programs that find links in text cut off - and _
//     content  byte     bit 0 engine as six bytes, bit 1 engine as text, bit 2 sum, bit 3 the body is deflated; the
//                       other bits are 0, and a reader that finds one set asks for a newer page
//              varint   version of the scenario language
//              varint   step
//              [engine] 6 bytes (linux-6.16/ and 12 hex digits), or varint length and UTF-8
//              [sum]    8 bytes, highest first
//              [varint] length of the body before it was deflated
//              body     raw deflate with the preset dictionary, or as it is
//     body     varint   number of maps blocks that are packed
//              a block  varint bytes of text before it · varint length, indentation · varint length
//              …        the packed blocks, one after the other (compact-maps.ts)
//              …        the text: what is left of the script without the packed blocks, UTF-8
//
// A script is tried with its maps blocks packed and as mere text, deflated and not; the shortest is taken.

import { deflateSync } from 'fflate';
import { cutScript, type Part } from './blocks';
import { writer } from './bytes';
import { compactMaps } from './compact-maps';
import { wrapped } from './container';
import { DICTIONARY } from './dictionary';
import { LINK_LETTERS_MAX, SCRIPT_BYTES_MAX, type LinkState } from './link-state';
import { toUtf8 } from './utf8';

export const HAS_ENGINE = 1;
export const HAS_ENGINE_TEXT = 2;
export const HAS_SUM = 4;
export const IS_DEFLATED = 8;

/** The first letters of today's links. */
export const PREFIX = 'm1.';
/** An engine that fits six bytes. */
export const ENGINE = /^linux-6\.16\/([0-9a-f]{12})$/;

export type Encoded =
  /** `fragment` goes after `#`. */
  { readonly kind: 'link'; readonly fragment: string } | { readonly kind: 'too-long'; readonly message: string };

/** The link of a state. Throws only on a state that is none (a negative step, a sum that is no sum). */
export function encodeLink(state: LinkState): Encoded {
  const bytes = toUtf8(state.script).length;
  if (bytes > SCRIPT_BYTES_MAX) {
    return {
      kind: 'too-long',
      message:
        `The scenario has ${bytes.toLocaleString('en')} bytes; a link holds at most ` +
        `${SCRIPT_BYTES_MAX.toLocaleString('en')}. Send it as a file.`,
    };
  }
  const content = shortest(state);
  const fragment = PREFIX + wrapped(content);
  if (fragment.length > LINK_LETTERS_MAX) {
    return {
      kind: 'too-long',
      message:
        `The link would have ${fragment.length.toLocaleString('en')} characters; browsers open at most about ` +
        `${LINK_LETTERS_MAX.toLocaleString('en')}. Send the scenario as a file.`,
    };
  }
  return { kind: 'link', fragment };
}

function shortest(state: LinkState): Uint8Array {
  const parts = cutScript(state.script);
  const asText: Part[] = [{ kind: 'text', text: state.script }];
  const bodies = parts.length > 1 ? [packBody(parts), packBody(asText)] : [packBody(asText)];
  let best: Uint8Array | null = null;
  for (const body of bodies) {
    const deflated = deflateSync(body, { level: 9, mem: 10, dictionary: DICTIONARY });
    for (const candidate of [packContent(state, deflated, body.length), packContent(state, body, null)]) {
      if (best === null || candidate.length < best.length) best = candidate;
    }
  }
  return best!;
}

function packContent(state: LinkState, body: Uint8Array, inflatedLength: number | null): Uint8Array {
  const out = writer();
  const short = state.engine === null ? undefined : ENGINE.exec(state.engine)?.[1];
  const engine = short !== undefined ? HAS_ENGINE : state.engine !== null ? HAS_ENGINE_TEXT : 0;
  out.byte(engine | (state.sum !== null ? HAS_SUM : 0) | (inflatedLength !== null ? IS_DEFLATED : 0));
  out.varint(state.language);
  out.varint(state.step);
  if (short !== undefined) out.bytes(hexBytes(short));
  else if (state.engine !== null) {
    const text = toUtf8(state.engine);
    out.varint(text.length);
    out.bytes(text);
  }
  if (state.sum !== null) {
    if (!/^[0-9a-f]{16}$/.test(state.sum)) throw new RangeError(`not a sum: ${state.sum}`);
    out.bytes(hexBytes(state.sum));
  }
  if (inflatedLength !== null) out.varint(inflatedLength);
  out.bytes(body);
  return out.done();
}

function hexBytes(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, k) => Number.parseInt(digits.slice(2 * k, 2 * k + 2), 16));
}

function packBody(parts: readonly Part[]): Uint8Array {
  const out = writer();
  const packed: Uint8Array[] = [];
  const texts: Uint8Array[] = [];
  out.varint(parts.filter((part) => part.kind === 'maps').length);
  let before = 0;
  for (const part of parts) {
    if (part.kind === 'text') {
      const bytes = toUtf8(part.text);
      texts.push(bytes);
      before += bytes.length;
      continue;
    }
    const { bytes } = compactMaps(part.lines);
    const indent = toUtf8(part.indent);
    out.varint(before);
    out.varint(indent.length);
    out.bytes(indent);
    out.varint(bytes.length);
    packed.push(bytes);
    before = 0;
  }
  for (const bytes of [...packed, ...texts]) out.bytes(bytes);
  return out.done();
}

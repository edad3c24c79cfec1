// SPDX-License-Identifier: GPL-2.0-or-later
//
// From what a person opened or pasted back to a state. Never throws: everything that can be wrong with a link is a
// value with a plain message. The layout is drawn in encode.ts.

import { joinScript, OPENING_MIN, type Part } from './blocks';
import { BytesError, TooLarge, reader, type Reader } from './bytes';
import { expandMaps } from './compact-maps';
import { inflate, unwrap, type ContainerTrouble } from './container';
import { HAS_ENGINE, HAS_ENGINE_TEXT, HAS_SUM, IS_DEFLATED } from './encode';
import { SCRIPT_BYTES_MAX, type LinkState } from './link-state';
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
const UPDATE = 'Update the page to open it.';
const COPY_AGAIN = 'copy it once more from where it came';

/** Reads an address, a fragment with or without `#`, or a text around it. */
export function decodeLink(text: string): Decoded {
  const found = unwrap(text, {
    letter: 'm',
    newest: LINK_NEWEST,
    contentMax: 2 * SCRIPT_BYTES_MAX,
    read: readContent,
  });
  return found.kind === 'read' ? found.value : told(found.trouble);
}

function told(trouble: ContainerTrouble): Decoded {
  switch (trouble.code) {
    case 'none':
      return {
        kind: 'not-a-link',
        message: 'There is no Maplescope link in this text: it would contain #m1. and letters after it.',
      };
    case 'newer':
      return unreadable(
        'newer',
        `The link is of version m${trouble.version}; this page reads versions up to m${LINK_NEWEST}. ${UPDATE}`,
      );
    case 'cut':
      return unreadable(
        'truncated',
        `The link is not complete: its end is missing. Some programs cut long links; ${COPY_AGAIN}, or ask for ` +
          'the scenario as a file.',
      );
    case 'length':
      return unreadable(
        'damaged',
        'The link is damaged: its length cannot be right. Copy it once more from where it came.',
      );
    case 'changed':
      return unreadable(
        'damaged',
        'The link is damaged: some of its characters were changed on the way. Copy it once more from where it came.',
      );
    case 'bytes':
      return unreadable('damaged', `The link is damaged: ${trouble.what}. Copy it once more from where it came.`);
    case 'too-large':
      return tooLarge();
  }
}

function unreadable(trouble: LinkTrouble, message: string): Decoded {
  return { kind: 'unreadable', trouble, message: `${message} What the page shows is not its scenario.` };
}

function tooLarge(): Decoded {
  return unreadable(
    'too-large',
    `The link’s scenario is larger than ${SCRIPT_BYTES_MAX.toLocaleString('en')} bytes, the most that this page opens.`,
  );
}

function readContent(content: Uint8Array): Decoded {
  const from = reader(content);
  const flags = from.byte();
  if ((flags & ~(HAS_ENGINE | HAS_ENGINE_TEXT | HAS_SUM | IS_DEFLATED)) !== 0) {
    return unreadable(
      'newer',
      'The link holds something that this page does not know yet. Update the page to open it.',
    );
  }
  const language = from.varint();
  if (language === 0 || language > LANGUAGE_NEWEST) {
    return unreadable(
      'newer',
      `The link’s scenario is written in version ${language} of the language; this page knows versions up to ` +
        `${LANGUAGE_NEWEST}. Update the page to open it.`,
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

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads a pasted or dropped text: decodes files, refuses binary ones, and parses the text as the kind that it looks
// like. Runs in the reader's worker, so that a text of any size never blocks the page. Pure except for reading files;
// knows neither page nor worker.

import { thrownText } from '../../base/thrown';
import { joined } from './dropped';
import { blockOf, isKnown, isReady, sizeOf, take, understood, type Taken } from './intake';
import { notRead, notText } from './limits';
import type { UnreadLine } from './maps-intake';
import { isBinary, lineCount } from '../store/page/texts';

const HEAD_LINES = 12;
const HEAD_LETTERS = 160;
/** The dialog names at most this many of the lines left out. */
const UNREAD_SHOWN = 50;

export type Source = string | readonly File[];

/** The dialog's account of a text. */
export interface Understanding {
  readonly kind: Taken['kind'];
  readonly name: string;
  readonly ready: boolean;
  readonly known: boolean;
  readonly size: string;
  readonly parts: readonly string[];
  readonly unread: readonly UnreadLine[];
  /** Lines left out beyond those in `unread`. */
  readonly moreUnread: number;
  readonly damaged: boolean;
}

/** The size of the text and its first lines. */
export interface Glance {
  readonly letters: number;
  readonly lines: number;
  readonly head: string;
}

/** The lines that go into the scenario. */
export interface Made {
  /** The lines as one text, without a newline at its end. */
  readonly text: string;
  readonly size: string;
  /** The text that the run is compared with; null if there is nothing to compare. */
  readonly compared: Taken | null;
}

export type ReadRequest =
  { readonly kind: 'read'; readonly source: Source } | { readonly kind: 'make'; readonly name: string };
export type ReadReply =
  | { readonly kind: 'far'; readonly done: number; readonly of: number }
  | { readonly kind: 'read'; readonly understanding: Understanding; readonly glance: Glance }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'made'; readonly made: Made };

export function understandingOf(taken: Taken): Understanding {
  return {
    kind: taken.kind,
    name: taken.name,
    ready: isReady(taken),
    known: isKnown(taken),
    size: sizeOf(taken),
    parts: understood(taken),
    unread: taken.unread.slice(0, UNREAD_SHOWN).map((one) => ({ ...one, text: one.text.slice(0, 80) })),
    moreUnread: Math.max(0, taken.unread.length - UNREAD_SHOWN),
    damaged: taken.kind === 'mismatch' && taken.report.kind === 'damaged',
  };
}

export function madeOf(taken: Taken, name: string): Made {
  const compared = taken.kind === 'dump' || taken.kind === 'difference' || taken.kind === 'mismatch' ? taken : null;
  return { text: blockOf(taken, name).join('\n'), size: sizeOf(taken), compared };
}

/** Answers the requests of one dialog. */
export function createReader(post: (reply: ReadReply) => void): { take(request: ReadRequest): Promise<void> } {
  let taken: Taken | null = null;
  const read = async (source: Source): Promise<void> => {
    const text =
      typeof source === 'string' ? source : await textOf(source, (done, of) => post({ kind: 'far', done, of }));
    if (typeof source === 'string' && isBinary(text)) throw new Error(notText('The pasted content'));
    taken = take(text);
    post({ kind: 'read', understanding: understandingOf(taken), glance: glanceOf(text) });
  };
  return {
    take: async (request) => {
      try {
        if (request.kind === 'read') await read(request.source);
        else if (taken !== null) post({ kind: 'made', made: madeOf(taken, request.name) });
      } catch (error) {
        post({ kind: 'failed', message: thrownText(error) });
      }
    },
  };
}

// Joins the files in order, such as a map before and a map after. Stops reading at the first sign of a binary file.
async function textOf(files: readonly File[], tell: (done: number, of: number) => void): Promise<string> {
  const of = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const texts: string[] = [];
  for (const file of files) {
    const decoder = new TextDecoder();
    const reader = file.stream().getReader();
    let text = '';
    for (;;) {
      const { done: ended, value } = await reader.read().catch(() => {
        throw new Error(notRead(file.name));
      });
      const words = ended ? decoder.decode() : decoder.decode(value, { stream: true });
      if (words.includes('\0')) throw new Error(notText(file.name));
      text += words;
      if (ended) break;
      done += value.length;
      tell(done, of);
    }
    if (isBinary(text)) throw new Error(notText(file.name));
    texts.push(text);
  }
  return joined(texts);
}

function glanceOf(text: string): Glance {
  const head = text
    .slice(0, HEAD_LINES * 4096)
    .split('\n', HEAD_LINES)
    .map((line) => (line.length > HEAD_LETTERS ? `${line.slice(0, HEAD_LETTERS)}…` : line));
  return { letters: text.length, lines: lineCount(text), head: head.join('\n') };
}

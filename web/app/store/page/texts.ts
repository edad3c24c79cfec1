// SPDX-License-Identifier: GPL-2.0-or-later
//
// Small questions about the text of a scenario that need no parser. Pure.

import { counted } from '../../../base/text';

/** A text of more characters is parsed in the engine's worker alone: in the page's thread it would take too long. */
export const PARSED_MAX = 2_000_000;

/** The name shown in the header: the comment at the head, else the memory map and its size, else none. */
export function titleOf(text: string): string {
  for (const line of text.split('\n', 50)) {
    const words = line.trim();
    if (words === '' || words === '#') continue;
    const comment = /^#+\s*(.*)$/.exec(words)?.[1];
    if (comment !== undefined) return shortened(comment);
    const map = /^maps\s+(\w+)/.exec(words)?.[1];
    return map === undefined ? UNTITLED : `${map} · ${counted(vmaLines(text), 'VMA')}`;
  }
  return UNTITLED;
}

/** The same for a list of texts, where the first statement says more than that there is no title. */
export function listTitleOf(text: string): string {
  const title = titleOf(text);
  const first = /^[^\S\n]*([^#\s].*)$/m.exec(text)?.[1];
  return title === UNTITLED && first !== undefined ? shortened(first.trim()) : title;
}

const UNTITLED = 'Untitled';

function shortened(words: string): string {
  return words.length > 72 ? `${words.slice(0, 71)}…` : words;
}

// Mappings in the first block of maps.
function vmaLines(text: string): number {
  const block = text.split('"""', 2)[1] ?? '';
  return block.split('\n').filter((line) => /^[> \t]*[0-9a-f]+-[0-9a-f]+ /.test(line) && !line.includes('[vsyscall]'))
    .length;
}

/** The text with the line ends that the editor has: offsets into either are then the same. */
export function plainEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** How many lines a text has; the empty text has none. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (at + 1 < text.length) count++;
  return count;
}

/** "step 1,234 of 200,001" */
export function placeWords(step: number, steps: number): string {
  return `step ${step.toLocaleString('en')} of ${steps.toLocaleString('en')}`;
}

/** A name that the text does not use yet: `child`, `child2`, … Strings and comments count as use, which is harmless. */
export function freeName(text: string, wish: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wish : `${wish}${n}`;
    if (!new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`).test(text)) return name;
  }
}

/** The text with lines added at its end, each on a line of its own. */
export function withLines(text: string, lines: readonly string[]): string {
  const head = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${head}${lines.join('\n')}\n`;
}

/** `isBinary` examines a text in windows of this many letters, so that binary bytes show anywhere in it. */
const WINDOW_LETTERS = 65_536;

/**
 * Whether the text was decoded from a binary file: it has a NUL, or in some window more than one letter in fifty was
 * not UTF-8.
 */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  for (let from = 0; from < text.length; from += WINDOW_LETTERS) {
    const start = Math.max(0, Math.min(from, text.length - WINDOW_LETTERS));
    if (isUnread(text.slice(start, start + WINDOW_LETTERS))) return true;
  }
  return false;
}

function isUnread(window: string): boolean {
  // The last letter may be cut in two.
  let unread = 0;
  for (let at = window.indexOf('\ufffd'); at >= 0 && at < window.length - 1; at = window.indexOf('\ufffd', at + 1))
    unread++;
  return unread > 4 && unread * 50 > window.length;
}

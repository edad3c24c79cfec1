// SPDX-License-Identifier: GPL-2.0-or-later
//
// The missing part where a statement breaks off, as a plain question with an example: `store 5 =` lacks the value to
// store. Pure.
//
// Only lines that the grammar refuses are asked about. A gap that has no question here is described by what could stand
// in it.

import { asksOf } from '../statements/all';
import type { Ask } from '../statements/statement';

/** The question, and an example of an answer. */
export interface Gap {
  readonly message: string;
  readonly hint: string;
}

/** Beginnings of a range, wherever one stands. */
const OPEN_RANGES: readonly Ask[] = [
  { after: /\.\.$/, message: 'where does the range end?', hint: 'its last index belongs to it, such as `10..19`' },
  { after: /\.\.\+$/, message: 'how long is the range?', hint: 'such as `10..+4`, which is `10..13`' },
];

/** The missing part behind `beginning`, with `found` in its place: the end of the line, or the text after the gap. */
export function gapAt(beginning: string, found: string): Gap | null {
  // A second `=` is a habit, and no gap before it.
  if (!['', '=', '}', '{'].includes(found) || (found === '=' && beginning.endsWith('='))) return null;
  // In a block on one line, the statement is the one that was begun last.
  const statement = beginning
    .slice(beginning.lastIndexOf('{') + 1)
    .trim()
    .replace(/\s+/g, ' ');
  const [word = ''] = /^\w+/.exec(statement) ?? [];
  const rest = statement.slice(word.length).trim();
  const one = [...asksOf(word), ...OPEN_RANGES].find(({ after }) => after.test(rest));
  return one === undefined ? null : { message: one.message, hint: one.hint };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kind of a pasted or dropped text, by the look of its lines: checked before anything is read. Pure, and
// light, since every paste is checked.

import { ANY_MEMORY_CALL } from '../import/memory-calls';
import { isSmapsLine } from '../import/smaps-line';

/** `maps` stands for smaps and for two maps as well: their reader distinguishes them. */
export type InputKind = 'lesson' | 'maps' | 'strace' | 'dump' | 'ftrace' | 'mismatch';

const MAPS_LINE = /^[> \t]*[0-9a-f]{5,16}-[0-9a-f]{5,16}[ \t]+[-r][-w][-x][-ps][ \t]/;
// A log that holds the map of the program which it begins with.
const MAP_IN_LOG =
  /\bexecve(?:at)?\([^\n]*\)\s+= 0\b[^\n]*\n[> \t]*[0-9a-f]{5,16}-[0-9a-f]{5,16}[ \t]+[-r][-w][-x][-ps][ \t]/;
/** A block that only lessons have. */
const LESSON_BLOCK = /^```(?:maple|predict|task|hunt)\b/m;
const MISMATCH = /^[> \t]*Maplescope (?:mismatch report|scenario) \d+[ \t]*$/m;
const DUMP = /maple_tree\([^\n]{0,40}\) flags [0-9A-Fa-f]+, height \d+|: node \S+ depth \d+ type \d+ parent \S+/;
const EVENT = /\bma_(?:op|read|write):\s+\w+\s+Node/;
const CALL = new RegExp(String.raw`(?<![\w(<])${ANY_MEMORY_CALL}\(`);
const RESULT = /\)\s+= \S|<unfinished \.\.\.>$/;
const LINES_ASKED = 200;

/** The kind of text that is almost certain; null for all else. */
export function inputKind(text: string): InputKind | null {
  // Before all else: its scenarios may hold maps and logs.
  if (LESSON_BLOCK.test(text)) return 'lesson';
  if (MISMATCH.test(text)) return 'mismatch';
  if (EVENT.test(text)) return 'ftrace';
  if (DUMP.test(text)) return 'dump';
  if (MAP_IN_LOG.test(text)) return 'strace';
  if (isMaps(text)) return 'maps';
  return isStrace(text) ? 'strace' : null;
}

/** Most of its lines are lines of a map. */
export function isMaps(text: string): boolean {
  const lines = firstLines(text);
  const hits = lines.filter((line) => MAPS_LINE.test(line)).length;
  const smaps = hits === 0 ? 0 : lines.filter((line) => isSmapsLine(line.replace(/^[> \t]+/, '').trimEnd())).length;
  return hits + Math.min(smaps, 1) >= 2 && (hits + smaps) * 2 > lines.length;
}

/** Several of its lines are memory calls with their results. */
export function isStrace(text: string): boolean {
  const lines = firstLines(text);
  const hits = lines.filter((line) => CALL.test(line) && RESULT.test(line)).length;
  return hits >= 2 && (hits * 4 > lines.length || hits >= 10);
}

function firstLines(text: string): string[] {
  return text.split('\n', LINES_ASKED).filter((line) => line.trim() !== '');
}

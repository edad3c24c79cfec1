// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is still to be said where a statement breaks off, as a plain question with an example: `store 5 =` lacks what is
// to be stored. Pure.
//
// Only lines that the grammar refuses are asked about. A gap that has no question here is told by what could stand in
// it.

/** What is asked, and what an answer looks like. */
export interface Gap {
  readonly message: string;
  readonly hint: string;
}

/** The statement up to the gap → what belongs there. */
const GAPS: readonly (readonly [before: RegExp, message: string, hint: string])[] = [
  [/^(?:store|insert|prealloc)$/, 'which index or range?', 'such as `5` or `10..19`'],
  [/^(?:store|insert|prealloc|alloc|cyclic)\b[^=]*=$/, 'what is to be stored?', 'such as `1` or `"heap"`'],
  [/^(?:erase|load|walk|next|prev|find|find_rev|next_range|prev_range)$/, 'which index?', 'such as `5`'],
  [/^(?:gap|alloc)$/, 'how many indexes?', 'such as `16`'],
  [/^(?:gap|alloc|cyclic)\b.*\bwithin$/, 'within which range?', 'such as `0..999`'],
  [/^bulk$/, 'how many entries are expected?', 'such as `100`'],
  [/^repeat$/, 'how many times?', 'such as `10`'],
  [/^for$/, 'which name counts the turns?', 'such as `for i in 0..9 { … }`'],
  [/^for \w+ in$/, 'over which range?', 'such as `0..9`'],
  [/^(?:tree|mm)$/, 'what is it to be called?', 'a name, such as `t`'],
  [/^(?:dup|fork) \w+ as$/, 'what is the copy to be called?', 'a name, such as `u`'],
  [/^(?:unmap|protect|touch|advise|remap)$/, 'which range of addresses?', 'such as `0x1000..0x2fff` or `0x1000..+8K`'],
  [/^remap\b.*\bsize$/, 'how large is it then?', 'such as `16K`'],
  [/^remap\b.*\bto$/, 'where does it come to lie?', 'such as `0x9000`'],
  [/^limit$/, 'which limit?', 'such as `limit vmas 100` or `limit as 64K`'],
  [/^limit \w+$/, 'how much is allowed?', 'such as `100` or `64K`; `off` is without limit'],
  [/^lockall$/, 'what is locked?', '`current` what is mapped now, `future` what will be, or both; `off` unlocks all'],
  [/^let \w+ =$/, 'which number?', 'such as `5`'],
  [/^expect\b.*[=<>]$/, 'what is it compared with?', 'such as `1`, `"heap"` or `null`'],
  [/^note$/, 'what is to be said?', 'in quotes, such as `"the leaf is full"`'],
];

/** Beginnings of a range, wherever one stands. */
const OPEN_RANGES: readonly (readonly [before: RegExp, message: string, hint: string])[] = [
  [/\.\.$/, 'where does the range end?', 'its last index belongs to it, such as `10..19`'],
  [/\.\.\+$/, 'how long is the range?', 'such as `10..+4`, which is `10..13`'],
];

/**
 * What is missing behind `beginning`, where `found` stands instead: the end of the line, or what comes after the gap.
 */
export function gapAt(beginning: string, found: string): Gap | null {
  // A second `=` is a habit, and no gap before it.
  if (!['', '=', '}', '{'].includes(found) || (found === '=' && beginning.endsWith('='))) return null;
  // In a block on one line, the statement is the one that was begun last.
  const statement = beginning
    .slice(beginning.lastIndexOf('{') + 1)
    .trim()
    .replace(/\s+/g, ' ');
  const one = [...GAPS, ...OPEN_RANGES].find(([before]) => before.test(statement));
  return one === undefined ? null : { message: one[1], hint: one[2] };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A finding of the validator in words: what was there, and what the invariant requires. Pure. The core gives two
// numbers; where the invariant wants a kind of thing and not one number, the words are chosen here by its number
// (core/README.md, "Invariants").

import { toHex } from '../base/index64';
import { indexText } from '../base/number-base';
import { HINT_INVARIANTS, SLOTS_MOST } from '../model/finding';
import type { CorruptField, Finding } from '../model/machine';

/** The value of a node's field: a pivot or a gap is about indexes, every other field is a word. */
export function fieldText(field: CorruptField, value: bigint): string {
  return field === 'pivot' || field === 'gap' ? indexText(value) : toHex(value);
}

/** `found …, wanted …`; empty for what is only noted. */
export function findingText(finding: Finding): string {
  const { invariant, found, wanted } = finding;
  if (HINT_INVARIANTS.has(invariant)) return '';
  const told = (what: string, should: string): string => `found ${what}, wanted ${should}`;
  switch (invariant) {
    case 1:
      return told(toHex(found), 'NULL, an entry, or a node’s word with the root mark');
    case 2:
      return told(`height ${found}`, String(wanted));
    case 4:
      return told(toHex(found), 'a child word: a node’s address with 0xc, 0x14 or 0x1c in its low byte');
    case 6:
      return told(`${toHex(found)}, which names the node itself`, 'the word of a node that is alive');
    case 8:
      return told(`slot ${found}`, `slot ${wanted}`);
    case 10:
      return told(toHex(found), 'a node that no other slot holds');
    case 11:
      return told('0', 'a child word');
    case 12:
      return told(indexText(found), `at least ${indexText(wanted)}`);
    case 13:
      return told(
        indexText(found),
        found < wanted
          ? `at least ${indexText(wanted)}`
          : found === wanted
            ? `below ${indexText(wanted)}: only the last used slot ends there`
            : `nothing beyond ${indexText(wanted)}`,
      );
    case 14:
      return told('0', 'not 0');
    case 16:
    case 19:
      return told(found < SLOTS_MOST ? `end ${found}` : `end ${found}, which is outside the node`, `${wanted}`);
    case 21:
      return `found ${found + 1n} used slots, wanted at least ${wanted + 1n}`;
    case 22:
      return `found ${found + 1n} child, wanted at least ${wanted + 1n}`;
    case 23:
    case 24:
      return told('NULL', 'an entry');
    case 27:
      return told(indexText(found), `at most ${indexText(wanted)}`);
    case 29:
      return told(`slot ${found}`, `at most ${wanted}`);
    case 35:
      // After the last index comes index 0.
      return told(
        indexText(found),
        wanted === 0n && (found === 0n || finding.slot >= 0) ? 'nothing after the last index' : indexText(wanted),
      );
    default:
      return told(indexText(found), indexText(wanted));
  }
}

/** `I12 is broken at node 9, slot 1: found …`. */
export function brokenText(finding: Finding): string {
  const { invariant, node, slot } = finding;
  const where = node === 0 ? 'the tree' : slot < 0 ? `node ${node}` : `node ${node}, slot ${slot}`;
  const what = findingText(finding);
  return `I${invariant} is broken at ${where}${what === '' ? '' : `: ${what}`}`;
}

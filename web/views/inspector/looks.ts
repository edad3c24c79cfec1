// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slots that a gap search examined, as the lines of a list: the verdict on each, and how many of its free indexes
// lie inside the window, since the verdict depends on those. Consecutive refusals on one node share a line. Pure.
//
// Invariants: every look is in exactly one line, in order; at most one line is `taken`, and only if the search found.

import type { TrailMark } from '../../model/run';
import { signOf, type SignKind } from '../shared/trail';
import { verdictLook } from '../shared/verdicts';

export interface Window {
  readonly first: bigint;
  readonly last: bigint;
}

export interface LookLine {
  readonly marks: readonly TrailMark[];
  /** Each different verdict once, in the order of the slots: "too small", "occupied". */
  readonly verdicts: readonly string[];
  readonly signs: readonly SignKind[];
  /** Free indexes inside the window, the most of any slot of the line; null if not known. */
  readonly inside: bigint | null;
  /** There may be less: in other slots of the line, or since only the whole below the slot is recorded. */
  readonly atMost: boolean;
  /** Free indexes of that slot, window or not. */
  readonly whole: bigint;
  /** The line restarts the search: 1 or 2, the first pass of two included; else 0. */
  readonly pass: 0 | 1 | 2;
}

const SPAN = 1n << 64n;

/** The lines of a search that ended on `found`; with `each`, one for every slot. */
export function lookLines(
  looks: readonly TrailMark[],
  window: Window | null,
  found: TrailMark | null,
  each = false,
): readonly LookLine[] {
  const second = secondPass(looks);
  const lines: LookLine[] = [];
  looks.forEach((mark, k) => {
    const sign = signOf(mark, found) ?? 'untracked';
    const inside = insideOf(mark, window);
    const line: LookLine = {
      marks: [mark],
      verdicts: [verdictOf(mark, sign, inside)],
      signs: [sign],
      inside,
      atMost: sign === 'went in' && inside !== wholeOf(mark),
      whole: wholeOf(mark),
      pass: second < 0 ? 0 : k === 0 ? 1 : k === second ? 2 : 0,
    };
    const before = lines.at(-1);
    if (
      !each &&
      before !== undefined &&
      refused(before) &&
      refused(line) &&
      line.pass === 0 &&
      before.marks[0]?.node === mark.node
    )
      lines[lines.length - 1] = joined(before, line);
    else lines.push(line);
  });
  return lines;
}

function refused({ signs: [sign] }: LookLine): boolean {
  return sign !== 'taken' && sign !== 'went in';
}

function joined(a: LookLine, b: LookLine): LookLine {
  const more = (b.inside ?? 0n) > (a.inside ?? 0n) || ((b.inside ?? 0n) === (a.inside ?? 0n) && b.whole > a.whole);
  return {
    ...a,
    marks: [...a.marks, ...b.marks],
    verdicts: [...new Set([...a.verdicts, ...b.verdicts])],
    signs: [...new Set([...a.signs, ...b.signs])],
    inside: a.inside === null || b.inside === null ? null : more ? b.inside : a.inside,
    atMost: (a.inside ?? 0n) > 0n || (b.inside ?? 0n) > 0n,
    whole: more ? b.whole : a.whole,
  };
}

// A search goes through a node from one end to the other: the same slot of its first node twice is the second pass.
function secondPass(looks: readonly TrailMark[]): number {
  const seen = new Set<number>();
  return looks.findIndex(({ node, slot }) => {
    if (node !== looks[0]?.node) return false;
    const again = seen.has(slot);
    seen.add(slot);
    return again;
  });
}

function verdictOf(mark: TrailMark, sign: SignKind, inside: bigint | null): string {
  if (sign !== 'too small' || mark.has < mark.wants) return verdictLook(sign).name;
  return inside === 0n ? 'outside the window' : 'too small inside';
}

// The length of a run of all indexes is given as 0.
function wholeOf({ has, verdict }: TrailMark): bigint {
  return has === 0n && verdict === 'taken' ? SPAN : has;
}

function insideOf(mark: TrailMark, window: Window | null): bigint | null {
  const whole = wholeOf(mark);
  const { verdict, range, wants } = mark;
  if (verdict === 'untracked') return null;
  if (verdict === 'before the window') return 0n;
  if (window === null || range === null) return whole;
  const first = range.first > window.first ? range.first : window.first;
  const last = range.last < window.last ? range.last : window.last;
  const shared = last < first ? 0n : last - first + 1n;
  const inside = shared < whole ? shared : whole;
  // A pass that begins inside the window (at the counter of cyclic) has less of it than the whole window has.
  return verdict !== 'taken' && wants > 0n && inside >= wants ? wants - 1n : inside;
}

/** "too small or occupied" */
export function verdictText({ verdicts }: LookLine): string {
  return verdicts.join(' or ');
}

/** "0–2", "4": the slots of a line. */
export function slotsText({ marks }: LookLine): string {
  const slots = marks.map(({ slot }) => slot);
  const [low, high] = [Math.min(...slots), Math.max(...slots)];
  return low === high ? `${low}` : `${low}–${high}`;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A short summary of the troubles of a run, shown before everything else. Pure.

import { linesText } from '../../../base/line-list';
import { briefAt, kindAt, stepsLike, type RunSummary } from '../../../model/run';
import { counted } from '../../../base/text';

/** "damaged at line 6: 4 breaches"; empty for a sound run. */
export function troubleWords({ steps, troubles }: Pick<RunSummary, 'steps' | 'troubles'>): string {
  const lines = [
    ...new Set(
      stepsLike(steps, ({ op, error }) => op === 'corrupt' && error === null).map((step) => steps.lines[step - 1]!),
    ),
  ];
  // A leak on purpose (`ceiling wrong`) is a finding.
  const count = troubles.filter(({ cause }) => cause?.by !== 'ceiling wrong').length;
  const found = count === 0 ? 'nothing found' : counted(count, 'breach', 'breaches');
  if (lines.length > 0) return `damaged at ${linesText(lines, 3)}: ${found}`;
  return count === 0 ? '' : found;
}

/**
 * How the last tree went: "book was destroyed: 7 nodes freed"; empty while there was none, or where a tree is
 * left.
 */
export function lastGone(steps: RunSummary['steps'], at: number): string {
  const ends = stepsLike(steps, ({ op, error }) => error === null && (op === 'destroy' || op === 'exit'));
  const gone = kindAt(steps, ends.findLast((step) => step <= at) ?? 0);
  if (gone === undefined || gone.tree === null) return '';
  const went = gone.op === 'exit' ? 'has exited' : 'was destroyed';
  return `${gone.tree} ${went}: ${counted(gone.freed, 'node')} freed`;
}

/**
 * From which step on a tree is corrupted, by which lines, and up to which step: that one destroys it, or another line
 * corrupts it too.
 */
export interface CorruptedSpan {
  readonly tree: string;
  readonly lines: readonly number[];
  readonly from: number;
  to: number;
}

/** In the order of their steps. A tree that is destroyed and made again is sound again. */
export function corruptionsOf(steps: RunSummary['steps']): readonly CorruptedSpan[] {
  const open = new Map<string, CorruptedSpan>();
  const spans: CorruptedSpan[] = [];
  for (const step of stepsLike(steps, ({ op, error }) => error === null && (op === 'corrupt' || op === 'destroy'))) {
    const { op, tree, line } = briefAt(steps, step)!;
    if (tree === null) continue;
    const known = open.get(tree);
    const lines = known?.lines ?? [];
    if (op === 'corrupt' && lines.includes(line)) continue;
    if (known !== undefined) known.to = step;
    open.delete(tree);
    if (op === 'destroy') continue;
    const span = { tree, lines: [...lines, line], from: step, to: Infinity };
    open.set(tree, span);
    spans.push(span);
  }
  return spans;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fixes of the mistakes on the page, and remarks on a text without any: worked out when there is something to say,
// with code that is fetched then.

import { effect, signal } from '@preact/signals';
import type { Diagnostic } from '../../../model/diagnostic';
import type { Change, Fix, Remark } from '../../../scenario/check/quick-fixes';
import { diagnostics, ran, text } from './state';

/** Of a text with many mistakes only the first ones get fixes; of a very long text none do. */
const FIXED_MAX = 12;
const TEXT_MAX = 60_000;

export const fixes = signal<ReadonlyMap<Diagnostic, readonly Fix[]>>(new Map());
/** Remarks on the text that ran. */
export const remarks = signal<readonly Remark[]>([]);

/** Follows mistakes and runs until the returned function is called. */
export function startFixes(): () => void {
  return effect(() => {
    const found = diagnostics.value;
    const run = ran.value;
    fixes.value = new Map();
    remarks.value = [];
    const wanted = found.length > 0 ? text.peek() : run?.text;
    if (wanted === undefined || wanted.length > TEXT_MAX || (found.length === 0 && !mayNeedRemarks(wanted))) return;
    void import('../../../scenario/check/quick-fixes').then(
      ({ fixesFor, remarksOn }) => {
        // Other news may have come while the code was on its way.
        if (found !== diagnostics.peek() || run !== ran.peek() || text.peek() !== wanted) return;
        if (found.length > 0)
          fixes.value = new Map(found.slice(0, FIXED_MAX).map((one) => [one, fixesFor(wanted, one)]));
        else remarks.value = remarksOn(wanted);
      },
      () => undefined,
    );
  });
}

// Only a range, a subtraction in the place of one, or an address can bring one: most texts need no look.
function mayNeedRemarks(words: string): boolean {
  const ranges = /([0-9][\w]*)\s*\.\.\s*([0-9][\w]*)/g;
  return (
    /\b(?:store|insert|prealloc)\s+[0-9]\w*\s*-\s*[0-9]/.test(words) ||
    [...words.matchAll(ranges)].some(
      ([, a = '', b = '']) => Number(a.replaceAll('_', '')) > Number(b.replaceAll('_', '')),
    ) ||
    /\b(?:map|unmap|protect|advise)\s+0x[0-9a-f_]*[1-9a-f][0-9a-f]{0,2}\b/.test(words)
  );
}

/** Where a fix's changes are made: the editor gives itself. */
let change: ((changes: readonly Change[]) => void) | null = null;

export function attachFixer(next: typeof change): void {
  change = next;
}

/** Changes the text of the editor, as an edit that undo takes back. */
export function changeText(changes: readonly Change[]): void {
  change?.(changes);
}

/** Makes the changes of a fix in the text. */
export function applyFix({ changes }: Fix): void {
  changeText(changes);
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tidies the text: what scenario/language/format makes of it takes its place, as an edit that undo takes back.

import { say } from '../store/actions/actions';
import { changeText } from '../store/page/fixes';
import { text } from '../store/page/state';

/** Formats the text of the editor; says so when it cannot, since it has a mistake. */
export async function formatText(): Promise<void> {
  const before = text.value;
  const { format } = await import('../../scenario/language/format');
  const tidy = format(before);
  if (text.value !== before) return;
  if (tidy === null) say('plain', 'The text has a mistake, so it was not formatted. Correct the mistake first.');
  else if (tidy !== before) changeText(smallest(before, tidy));
}

// Lines that stay as they are keep their marks and breakpoints: only what is between them is changed.
function smallest(before: string, after: string): { from: number; to: number; insert: string }[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length === now.length) {
    let at = 0;
    return old.flatMap((line, k) => {
      const from = at;
      at += line.length + 1;
      return line === now[k] ? [] : [{ from, to: from + line.length, insert: now[k] ?? '' }];
    });
  }
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [{ from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) }];
}

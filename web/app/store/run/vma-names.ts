// SPDX-License-Identifier: GPL-2.0-or-later
//
// The VMA that a step of a `maps` block stores, by its line: `libc.so.6 r-x, 1.3 MiB`.

import { kindAt } from '../../../model/run';
import type { Ran } from '../page/state';
import { ran } from '../page/state';
import { bytesText } from '../../../views/shared/text';

const LINE =
  /^\s*([0-9a-f]{1,16})-([0-9a-f]{1,16})\s+(\S{3})\S*(?:\s+[0-9a-f]+(?:\s+[0-9a-f]+:[0-9a-f]+\s+\d+)?)?\s*(.*?)\s*$/;

let known: { readonly of: Ran; readonly lines: readonly string[] } | null = null;

/** The VMA that a step of the run on the page stores; null for a step that is no line of a map. */
export function vmaName(step: number): string | null {
  const run = ran.value;
  if (run === null || kindAt(run.summary.steps, step)?.op !== 'maps') return null;
  if (known?.of !== run) known = { of: run, lines: run.text.split('\n') };
  const [, first, end, perms, path = ''] = LINE.exec(known.lines[run.summary.steps.lines[step - 1]! - 1] ?? '') ?? [];
  if (first === undefined || end === undefined) return null;
  return `${path.split('/').at(-1) || 'anonymous'} ${perms}, ${bytesText(BigInt(`0x${end}`) - BigInt(`0x${first}`))}`;
}

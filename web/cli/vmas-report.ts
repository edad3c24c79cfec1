// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address spaces after the run, or after the step of --at, as /proc/PID/maps shows them: standard output has
// nothing else, so that it can be compared with a real map. Failed expectations go to standard error.

import { PAGE } from '../model/memory';
import type { Vma } from '../model/vma';
import { KERNEL_STYLE, NO_DEVICE, printMapsLine } from '../share/maps-line';
import { vmFlagsLine } from '../scenario/import/smaps';
import { lastTrees } from './last-trees';
import type { Teller } from './telling';

/** With more than one address space, each has its name above it. */
export const vmasReport: Teller = async (items, { output, options }) => {
  const { trees, ok, reached } = lastTrees(items, options.at);
  if (!reached) return false;
  const spaces = trees.filter((tree) => tree.vmas !== null);
  if (spaces.length === 0)
    process.stderr.write('No address space exists at this step: `mm`, `maps`, `trace` and `fork` make one.\n');
  for (const { name, vmas } of spaces) {
    if (spaces.length > 1) await output.write(`# ${name}\n`);
    for (const vma of vmas ?? [])
      await output.write(`${lineOf(vma)}\n${options.flags ? `${vmFlagsLine(vma.flags ?? 0)}\n` : ''}`);
  }
  return ok && spaces.length > 0;
};

function lineOf({ first, last, perms, offset, path }: Vma): string {
  const [firstPage, pages, offsetPage] = [first / PAGE, (last + 1n - first) / PAGE, offset / PAGE].map(Number) as [
    number,
    number,
    number,
  ];
  return printMapsLine({ firstPage, pages, perms, offsetPage, device: NO_DEVICE, inode: 0, path }, KERNEL_STYLE);
}

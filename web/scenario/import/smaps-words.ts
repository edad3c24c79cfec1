// SPDX-License-Identifier: GPL-2.0-or-later
//
// The VmFlags of smaps that the model does not keep, in words, with their meaning in Linux. A file of its own, because
// only a map with such a flag needs it.

import { counted } from '../../base/text';

const APART =
  'it takes part in no fork, account or search, but in ' +
  'Linux a VMA stays apart from a neighbour that differs in it alone';
const SPECIAL = 'Linux does not let it grow by mremap and merges it with nothing';

const WHY: Readonly<Record<string, string>> = {
  ht:
    'memory of hugetlbfs is taken as pages of 4 KiB; in Linux it has ' +
    'pages of its own size, is not charged, and merges with no other memory',
  dp:
    'droppable memory is taken as any other; Linux does not charge it, ' +
    'gives a fork’s child none of its pages, and merges it with nothing else',
  io: SPECIAL,
  ui: 'a userfaultfd that waits for minor faults is not kept, and a fork does not notify it',
  ss: 'a shadow stack is taken as any other memory; Linux merges it with nothing else',
};

// Read ahead, synchronous faults, the processor's own.
const OF_FLAGS: ReadonlySet<string> = new Set(['sr', 'rr', 'sf', 'ar', 'bt', 'mt']);

function why(flag: string): string {
  return WHY[flag] ?? (OF_FLAGS.has(flag) ? APART : 'it is not known here');
}

/** One sentence a reason; `vmas`, where it is known, how many VMAs have the flag. Empty without a flag. */
export function unmodelledFlags(
  flags: readonly { readonly flag: string; readonly vmas?: number }[],
): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { flag, vmas } of flags) {
    const reason = why(flag);
    byReason.set(reason, [
      ...(byReason.get(reason) ?? []),
      vmas === undefined ? flag : `${flag} (${counted(vmas, 'VMA')})`,
    ]);
  }
  return [...byReason].map(
    ([reason, names]) => `VmFlags ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not modelled: ${reason}`,
  );
}

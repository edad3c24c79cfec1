// SPDX-License-Identifier: GPL-2.0-or-later
//
// Differences between this model, which is Linux 6.16, and a running kernel that have a name and a reason. A program
// that meets one is compared up to there. Each is recognised by the call and by what the kernel showed around it, never
// by what our engine did, so that no other fault can hide under its name.

import { readCall, type CallEffect } from '../../web/scenario/import/strace-calls';
import { readStraceLine } from '../../web/scenario/import/strace-line';
import { lastOfFile, type Line, type Mismatch } from './replay';

export interface Known {
  readonly name: string;
  readonly reason: string;
  readonly is: (call: Seen) => boolean;
}

/** A call of the operation that differs. */
interface Seen {
  readonly name: string;
  readonly args: string;
  readonly failed: boolean;
  readonly effect: CallEffect | null;
  readonly mismatch: Mismatch;
}

const NO_FILES = { name: () => ({ path: '', which: '' }), fresh: () => ({ path: '', which: '' }), segment: () => null };

export const KNOWN: readonly Known[] = [
  {
    name: 'mremap of several VMAs',
    reason:
      'Linux moves several VMAs, or one with a hole behind it, by one mremap from 6.17 on; 6.16 refuses it with EFAULT',
    is: ({ effect, mismatch }) =>
      effect?.kind === 'remap' &&
      effect.now !== effect.first &&
      effect.bytes === effect.newBytes &&
      !isInOne(mismatch.before, effect.first, effect.bytes),
  },
  {
    name: 'a VMA split by an mremap that failed',
    reason:
      'an mremap that is refused while it clears its new place has split the VMA there already; the model refuses ' +
      'it first',
    is: ({ name, failed, mismatch }) => failed && name === 'mremap' && mismatch.after.length > mismatch.before.length,
  },
  {
    name: 'page tables above a page that no file holds',
    reason:
      'an mlock that fails behind the end of a file has made the tables above the first page there; locking makes ' +
      'no page present in the model',
    is: ({ effect, mismatch }) =>
      effect?.kind === 'advise' &&
      effect.failed === 'ENOMEM' &&
      mismatch.before.some((vma) => vma.first <= effect.last && vma.last >= effect.first && lastOfFile(vma) < vma.last),
  },
];

/** The name of a difference; null if it has none. */
export function nameOf(mismatch: Mismatch): Known | null {
  const calls = mismatch.log.flatMap((row): Seen[] => {
    const line = readStraceLine(row);
    // A log may have a fork in two halves.
    if (line.kind === 'begun') return [{ name: line.name, args: line.args, failed: false, effect: null, mismatch }];
    if (line.kind !== 'call') return [];
    const read = readCall(line.name, line.args, line.result, NO_FILES);
    return [
      {
        name: line.name,
        args: line.args,
        failed: /^-1 /.test(line.result),
        effect: read !== null && 'kind' in read ? read : null,
        mismatch,
      },
    ];
  });
  return KNOWN.find((one) => calls.some(one.is)) ?? null;
}

// Whether all of a range lies in one VMA.
function isInOne(lines: readonly Line[], first: bigint, bytes: bigint): boolean {
  return lines.some((one) => one.first <= first && one.last >= first + bytes - 1n);
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What people paste or drop: a memory map, smaps, or a log of strace. Floor 5, pure. Which of them a text is, is seen from
// its lines; what it becomes, and what of it is left out, is said before anything is put into the scenario.

import { looksLikeMaps, mapsBlock, takeIn, type Intake } from './maps-intake';
import { counted } from './texts';
import { looksLikeTrace, takeInTrace, traceBlock, type TraceIntake } from './trace-intake';

export type Taken = Intake | TraceIntake;

/** True for text that becomes a block of its own: that of maps, smaps or strace. */
export function looksLikeIntake(text: string): boolean {
  return looksLikeMaps(text) || looksLikeTrace(text);
}

/** Reads a text as what it looks like; what looks like nothing is read as a map, so that its lines are named. */
export function take(text: string): Taken {
  return !looksLikeMaps(text) && looksLikeTrace(text) ? takeInTrace(text) : takeIn(text);
}

/** Whether there is anything to put into the scenario. */
export function isReady(taken: Taken): boolean {
  return taken.kind === 'strace' ? taken.calls > 0 : taken.vmas > 0;
}

/** Whether it looks like any of what is read at all. */
export function isKnown(taken: Taken): boolean {
  return isReady(taken) || taken.lines.length > 0;
}

/** Said of a text that does not. */
export const NOT_KNOWN =
  'This is neither a memory map nor a log of strace. A line of maps or smaps begins with START-END in hex, as in 7f00-8f00; one of strace with a call, as in mmap(…) = 0x7f00.';

/** The part of a scenario that it becomes. */
export function blockOf(taken: Taken, name: string): string[] {
  return taken.kind === 'strace' ? traceBlock(name, taken.lines) : mapsBlock(name, taken.lines);
}

/** "23 VMAs", "31 memory calls" */
export function sizeOf(taken: Taken): string {
  return taken.kind === 'strace' ? counted(taken.calls, 'memory call') : counted(taken.vmas, 'VMA');
}

/** What was understood, what it will do, and what is left out: a part a sentence. */
export function understood(taken: Taken): string[] {
  const parts = [taken.kind === 'strace' ? `a log of strace: ${sizeOf(taken)}, replayed one a step` : taken.kind === 'smaps' ? `smaps: ${sizeOf(taken)}, stored one a step` : sizeOf(taken)];
  if (taken.kind === 'strace') {
    if (taken.rest !== '') parts.push(taken.rest);
    if (taken.leftOut > 0) parts.push(`${counted(taken.leftOut, 'line')} that no replay needs ${taken.leftOut === 1 ? 'is' : 'are'} dropped`);
  } else {
    if (taken.dontcopy > 0) parts.push(`${taken.dontcopy.toLocaleString('en')} not copied by a fork`);
    if (taken.wipeonfork > 0) parts.push(`${taken.wipeonfork.toLocaleString('en')} wiped in the child`);
    if (taken.vsyscall) parts.push('the [vsyscall] line is shown, not stored: it is no VMA of the process');
    if (taken.dropped > 0) parts.push(`device and inode numbers of ${counted(taken.dropped, 'line')} dropped`);
    if (taken.sizes > 0) parts.push(`${counted(taken.sizes, 'line')} of sizes dropped: they do not tell which pages are present, so no page is`);
  }
  if (taken.unread.length > 0) parts.push(`${counted(taken.unread.length, 'line')} left out:`);
  return parts;
}

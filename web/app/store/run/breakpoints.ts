// SPDX-License-Identifier: GPL-2.0-or-later
//
// Breakpoints: lines of the text at whose steps play stops. They belong to the lines as they stand in the editor, move
// with them, and are kept with the text of this tab; no link has them.

import { computed, effect, signal } from '@preact/signals';
import { ran, stale } from '../page/state';
import { breakpoints } from '../page/time';

/** 1-based lines, ascending. The editor moves them with its text. */
export const breakpointLines = signal<readonly number[]>([]);

const NONE: readonly number[] = [];

/** The steps of those lines, ascending; none while the run belongs to another text. */
export const breakpointSteps = computed<readonly number[]>(() => {
  const lines = new Set(breakpointLines.value);
  const summary = ran.value?.summary;
  if (lines.size === 0 || summary === undefined || stale.value) return NONE;
  const found: number[] = [];
  summary.steps.lines.forEach((line, k) => lines.has(line) && found.push(k + 1));
  return found;
});

/** Lines with a breakpoint at which no step stands: nothing ever stops there. */
export const idleBreakpoints = computed<readonly number[]>(() => {
  const summary = ran.value?.summary;
  if (breakpointLines.value.length === 0 || summary === undefined || stale.value) return NONE;
  return breakpointLines.value.filter((line) => !summary.steps.lines.includes(line));
});

/** Puts lines in place of those there are. */
export function setBreakpoints(lines: readonly number[]): void {
  const next = [...new Set(lines)].filter((line) => Number.isInteger(line) && line > 0).sort((a, b) => a - b);
  if (next.join() !== breakpointLines.value.join()) breakpointLines.value = next;
}

/** Sets a breakpoint, or takes it away; true if the line has one now. */
export function toggleBreakpoint(line: number): boolean {
  const had = breakpointLines.value.includes(line);
  setBreakpoints(had ? breakpointLines.value.filter((one) => one !== line) : [...breakpointLines.value, line]);
  return !had;
}

/** Reports them to the timeline and to play, until the returned function is called. */
export function startBreakpoints(): () => void {
  return effect(() => {
    breakpoints.value = breakpointSteps.value;
  });
}

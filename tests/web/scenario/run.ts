// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs scenarios on the real engine, for tests.

import { setNumberBase } from '../../../web/base/number-base';
import { textBase } from '../../../web/scenario/check/text-base';
import { machineOver } from '../../../web/engine/core/machine';
import type { Diagnostic } from '../../../web/model/diagnostic';
import type { RunItem, StepItem } from '../../../web/model/item';
import { reasonsText } from '../../../web/model/reason';
import type { Machine } from '../../../web/model/machine';
import type { Report } from '../../../web/model/report';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario, type RunOptions } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { loadCore } from '../../../web/cli/core-file';

const core = await loadCore();

/** A machine as new. All tests of a file share one core, one after the other. */
export function freshMachine(): Machine {
  core.calls.mpl_reset();
  return machineOver(core);
}

/** All items of a text that must be right. */
export function itemsOf(text: string, options: RunOptions = {}): RunItem[] {
  const read = readScenario(text);
  if (read.kind === 'refused') throw new Error(`refused: ${placesOf(read.diagnostics).join('; ')}\n${text}`);
  setNumberBase(textBase(read.program).base);
  return [...runScenario(read.program, freshMachine(), options)];
}

export function stepsOf(text: string, options: RunOptions = {}): StepItem[] {
  return itemsOf(text, options).filter((item) => item.kind === 'step');
}

export function reportOf(text: string, options: RunOptions = {}): Report {
  return gatherReport(itemsOf(text, options), 'test');
}

/** `2:9 the line ends too early` for each diagnostic. */
export function placesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** What is wrong with a text, in the same form; empty if nothing is. */
export function refusals(text: string): string[] {
  const read = readScenario(text);
  return read.kind === 'refused' ? placesOf(read.diagnostics) : [];
}

/** What the last step of a text adds, in one line; empty if there is no step. */
export function lastHint(text: string): string {
  return hintOf(stepsOf(text).at(-1));
}

/** What a step adds to its result, in one line. */
export function hintOf(step: StepItem | undefined): string {
  return reasonsText(step?.hint ?? []);
}

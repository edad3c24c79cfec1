// SPDX-License-Identifier: GPL-2.0-or-later
//
// The list of what is wrong: errors of the text, the run error, failed expects, differences from the oracle; and, as a
// remark, what was armed and never failed. A click goes to the place; nothing is listed twice and nothing is hidden.

import { causeWords, foundText, troubleText } from '../../words/trouble';
import type { Fix, Remark } from '../../scenario/check/quick-fixes';
import type { Diagnostic } from '../../model/diagnostic';
import type { RunSummary } from '../../model/run';
import { isOnPurpose } from '../../model/trouble';
import { focusEditor, focusLine, openDialog, turnToTab } from '../store/actions/actions';
import { expectFix } from './expect-fix';
import { ShrinkHere } from './shrink-here';
import { applyFix, fixes, remarks } from '../store/page/fixes';
import { seek } from '../store/run/run';
import { diagnostics, ran, stale } from '../store/page/state';
import { mistakes } from '../store/run/half-word';
import { openHelp } from '../store/actions/help-topic';
import { pause } from '../store/run/player';
import { counted } from '../../base/text';
import { Words } from '../ui/message-text';
import './problems.css';

export interface Problem {
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string;
  /** Nothing is wrong: worth knowing all the same. */
  readonly remark?: true;
  /** A remark that says what the text was made to find. */
  readonly isFinding?: true;
  readonly go: () => void;
  readonly fixes?: readonly Fix[];
  /** A line begins with no statement, and nothing like it is known: the list of statements is offered. */
  readonly isNoStatement?: boolean;
  /** Of a failed expect: the step that it looks at. */
  readonly step?: number;
}

/** So many failed expects are offered what was found. */
const FIXED_MAX = 40;

/** Everything that is wrong now, in the order of its lines; remarks come last. */
export function problemsNow(): readonly Problem[] {
  if (diagnostics.value.length > 0) return mistakes.value.map(mistakeOf);
  const run = ran.value;
  if (run === null || stale.value) return [];
  const { summary } = run;
  const { stopped } = summary;
  // A remark that says in plain words why the run stopped stands for the error.
  const plain = remarks.value.find(
    ({ stops, from }) =>
      stopped !== null && stops !== undefined && stops === stopped.code && lineAt(from) === stopped.line,
  );
  const found = [
    ...(stopped === null ? [] : [stopOf(stopped, plain)]),
    ...breachesAt(summary.troubles).map((breach) => problemOf(breach, summary)),
  ];
  for (const expect of summary.expects)
    if (!expect.held) found.push(failedOf(expect, found.length < FIXED_MAX ? expectFix(run.text, expect) : null));
  found.push(...summary.unreached.map(unreachedOf), ...remarks.value.filter((one) => one !== plain).map(remarkOf));
  return found.sort((a, b) => Number(a.remark === true) - Number(b.remark === true) || (a.line ?? 0) - (b.line ?? 0));
}

function mistakeOf(one: Diagnostic): Problem {
  return {
    line: one.line,
    column: one.column,
    message: one.message,
    hint: one.hint,
    go: () => focusEditor(one.from),
    fixes: fixes.value.get(one) ?? [],
    isNoStatement: isUnguessed(one),
  };
}

function stopOf({ line, message }: NonNullable<RunSummary['stopped']>, plain: Remark | undefined): Problem {
  return {
    line,
    column: null,
    message: plain?.message ?? message,
    hint: 'The run ended there; every step before it is kept.',
    go: () => focusLine(line),
    fixes: plain?.fixes ?? [],
  };
}

function problemOf({ step, messages, cause, isIntended }: BreachAt, summary: RunSummary): Problem {
  const place = step.toLocaleString('en');
  const [message = ''] = messages;
  return {
    line: summary.steps.lines[step - 1] ?? null,
    column: null,
    ...(messages.length === 1 && cause === ''
      ? { message, hint: `At step ${place}.` }
      : { message: `${counted(messages.length, 'rule')} broken at step ${place}`, hint: cause }),
    go: () => goToBreach(step),
    ...(isIntended ? ({ remark: true, isFinding: true } as const) : {}),
  };
}

function failedOf({ line, message, step }: RunSummary['expects'][number], fix: Fix | null): Problem {
  return { line, column: null, message, hint: '', go: () => goTo(step, line), step, fixes: fix === null ? [] : [fix] };
}

function unreachedOf({ line, message }: RunSummary['unreached'][number]): Problem {
  return {
    line,
    column: null,
    message: `\`fail\` ${message}`,
    hint: 'Nothing is wrong: the run is the same as without that line.',
    remark: true,
    go: () => focusLine(line),
  };
}

function remarkOf({ from, message, fixes: known }: Remark): Problem {
  return {
    line: lineAt(from),
    column: null,
    message,
    hint: '',
    remark: true,
    go: () => focusEditor(from),
    fixes: known,
  };
}

function isUnguessed({ mistake }: Diagnostic): boolean {
  return mistake?.code === 'no-statement' && mistake.likely.length === 0 && !mistake.isAdvised;
}

function lineAt(from: number): number | null {
  return ran.value?.text.slice(0, from).split('\n').length ?? null;
}

function goTo(step: number, line: number | null): void {
  pause();
  void seek(step);
  if (line !== null) focusLine(line);
}

interface BreachAt {
  readonly step: number;
  /** The statement that did it on purpose, with its lines; empty if none did. */
  readonly cause: string;
  /** A fork that leaks on purpose. */
  readonly isIntended: boolean;
  readonly messages: readonly string[];
}

// One for each step and line that damages: the step itself lists them rule by rule.
function breachesAt(troubles: RunSummary['troubles']): readonly BreachAt[] {
  const found: { step: number; cause: string; isIntended: boolean; messages: string[] }[] = [];
  for (const one of troubles) {
    const { step, cause: made } = one;
    const cause = made?.by === 'corrupt' ? causeWords(made) : '';
    const message = cause === '' ? troubleText(one) : foundText(one);
    const isIntended = made?.by === 'ceiling wrong';
    const last = found.at(-1);
    if (last !== undefined && last.step === step && last.cause === cause && last.isIntended === isIntended)
      last.messages.push(message);
    else found.push({ step, cause, isIntended, messages: [message] });
  }
  return found;
}

function goToBreach(step: number): void {
  turnToTab('step');
  goTo(step, null);
}

/**
 * The step at which the page's own checks found something that is not on purpose; null: none. Failed expects do not
 * count.
 */
function mismatchStep(): number | null {
  const summary = ran.value?.summary;
  if (summary === undefined || stale.value || diagnostics.value.length > 0) return null;
  return summary.troubles.find((one) => !isOnPurpose(one))?.step ?? null;
}

// The report is about the step shown.
async function reportStep(at: number): Promise<void> {
  pause();
  await seek(at);
  openDialog('mismatch');
}

export function Problems() {
  const found = problemsNow();
  if (found.length === 0) return null;
  const reported = mismatchStep();
  const fails = diagnostics.value.length === 0 && ran.value?.summary.ok === false;
  return (
    <div class="problems">
      <h2 class="section-head">
        {found.some(({ remark }) => remark !== true)
          ? 'Problems'
          : found.some(({ isFinding }) => isFinding)
            ? 'Findings'
            : 'Remarks'}
      </h2>
      <ul>
        {found.slice(0, 200).map((problem, k) => (
          <li key={k}>
            <button type="button" onClick={problem.go}>
              <span class={problem.remark === true ? 'place mono remark' : 'place mono'}>{placeWords(problem)}</span>
              <span class="words">
                <Words of={problem.message} />
                {problem.hint !== '' && (
                  <span class="hint">
                    <Words of={problem.hint} />
                  </span>
                )}
              </span>
            </button>
            {problem.isNoStatement === true && (
              <p class="fixes">
                <button type="button" class="button small" onClick={() => openHelp({ section: null })}>
                  The statements
                </button>
              </p>
            )}
            {((problem.fixes?.length ?? 0) > 0 || problem.step !== undefined) && (
              <p class="fixes">
                {problem.step !== undefined && (
                  <button type="button" class="button small" onClick={problem.go}>
                    Go to step {problem.step.toLocaleString('en')}
                  </button>
                )}
                {problem.fixes?.map((fix, n) => (
                  <button
                    key={n}
                    type="button"
                    class="button small"
                    title={n === 0 && problem.step === undefined ? 'In the editor, on this line: Ctrl-.' : undefined}
                    onClick={() => applyFix(fix)}
                  >
                    <Words of={fix.label.charAt(0).toUpperCase() + fix.label.slice(1)} />
                  </button>
                ))}
              </p>
            )}
          </li>
        ))}
        {fails && (
          <li class="fixes">
            <ShrinkHere />
          </li>
        )}
        {reported !== null && (
          <li class="fixes">
            <button
              type="button"
              class="button small"
              title={`Makes a text for a mail, if Linux gives another result at step ${reported.toLocaleString('en')}`}
              onClick={() => void reportStep(reported)}
            >
              Report a mismatch…
            </button>
          </li>
        )}
        {found.length > 200 && <li class="muted">and {found.length - 200} more</li>}
      </ul>
    </div>
  );
}

function placeWords({ line, column }: Problem): string {
  if (line === null) return '';
  return column === null ? `${line}` : `${line}:${column}`;
}

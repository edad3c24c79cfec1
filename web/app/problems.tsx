// SPDX-License-Identifier: GPL-2.0-or-later
//
// The list of what is wrong: errors of the text, the run error, failed expects, differences from the oracle. Floor 5.
// A click goes to the place; nothing is listed twice and nothing is hidden.

import { focusEditor, focusLine } from './actions';
import { seek } from './run';
import { diagnostics, ran, stale } from './state';
import { pause } from './player';
import { Words } from './words';

export interface Problem {
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string;
  readonly go: () => void;
}

/** Everything that is wrong now, in the order in which it should be read. */
export function problemsNow(): readonly Problem[] {
  if (diagnostics.value.length > 0) {
    return diagnostics.value.map(({ line, column, message, hint, from }) => ({ line, column, message, hint, go: () => focusEditor(from) }));
  }
  const summary = ran.value?.summary;
  if (summary === undefined || stale.value) return [];
  const found: Problem[] = [];
  const stopped = summary.stopped;
  if (stopped !== null) {
    const hint = 'The run ended there; every step before it is kept.';
    found.push({ line: stopped.line, column: null, message: stopped.message, hint, go: () => focusLine(stopped.line) });
  }
  let told = '';
  for (const trouble of summary.troubles) {
    const line = summary.steps[trouble.step - 1]?.line ?? null;
    // Of breaches that a line did on purpose, step and line are said once.
    const [, words = trouble.message, cause = ''] = /^([\s\S]*?) \(damaged by `corrupt` at line (\d+)\)$/.exec(trouble.message) ?? [];
    const place = cause === '' ? `At step ${trouble.step}.` : `At step ${trouble.step}: damaged by \`corrupt\` at line ${cause}.`;
    found.push({ line, column: null, message: words, hint: cause !== '' && place === told ? '' : place, go: () => goTo(trouble.step, null) });
    told = place;
  }
  for (const expect of summary.expects) {
    if (!expect.held) found.push({ line: expect.line, column: null, message: expect.message, hint: '', go: () => goTo(expect.step, expect.line) });
  }
  return found;
}

function goTo(step: number, line: number | null): void {
  pause();
  void seek(step);
  if (line !== null) focusLine(line);
}

export function Problems() {
  const found = problemsNow();
  if (found.length === 0) return null;
  return (
    <div class="problems">
      <h3 class="section-head">Problems</h3>
      <ul>
        {found.slice(0, 200).map((problem, k) => (
          <li key={k}>
            <button type="button" onClick={problem.go}>
              <span class="place mono">{placeWords(problem)}</span>
              <span class="words">
                <Words of={problem.message} />
                {problem.hint !== '' && (
                  <span class="hint">
                    <Words of={problem.hint} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
        {found.length > 200 && <li class="muted">and {found.length - 200} more</li>}
      </ul>
    </div>
  );
}

function placeWords({ line, column }: Problem): string {
  if (line === null) return '';
  return column === null ? `${line}` : `${line}:${column}`;
}

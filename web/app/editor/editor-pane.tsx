// SPDX-License-Identifier: GPL-2.0-or-later
//
// The room of the editor: the way to the gallery above where the header has no room for it, the text, how the last run
// went and what is wrong below.

import { cancel, runNow } from '../store/actions/actions';
import { LessonRoom } from '../lesson/lesson-entry';
import { LeftTabs, SourceRoom } from '../time/motion-entry';
import { onDemand } from '../ui/on-demand';
import { remarks } from '../store/page/fixes';
import { ScriptWaiting } from './script-waiting';
import { leftTab } from '../store/run/source';
import { Splitter } from '../ui/splitter';
import { provideTextEditor } from '../ui/text-editing';
import { mistakes } from '../store/run/half-word';
import { busy, diagnostics, engineless, fetching, ran, stale } from '../store/page/state';
import { stepsLike } from '../../model/run';
import { counted } from '../../base/text';
import { troubleWords } from '../store/page/trouble';

const Editor = onDemand('The editor', async () => (await import('./editor-room')).EditorRoom, undefined, ScriptWaiting);
provideTextEditor(async () => (await import('./editor-room')).mountTextEditor);

const Problems = onDemand('The list of problems', async () => (await import('./problems')).Problems);

export function EditorPane() {
  return (
    <section class="editor-pane" aria-label="Scenario" data-tab={leftTab.value}>
      <div class="pane-head">
        <LeftTabs />
      </div>
      <div
        class={stale.value ? 'editor-host stale-results' : 'editor-host'}
        id="left-scenario"
        role="tabpanel"
        aria-labelledby="tab-left-scenario"
      >
        <Editor />
      </div>
      <SourceRoom />
      <LessonRoom />
      {mayHaveProblems() && <Problems />}
      <RunLine />
      <Splitter />
    </section>
  );
}

/** Of the line at the foot, beside its button. */
const FOOT_LETTERS = 46;

function RunLine() {
  const summary = ran.value?.summary;
  const trouble =
    summary === undefined || stale.value || busy.value !== null || diagnostics.value.length > 0
      ? ''
      : troubleWords(summary);
  return (
    <div class="run-line">
      <span class={mistakes.value.length > 0 ? 'words bad' : 'words muted'} title={trouble && runWords()}>
        {trouble !== '' && <strong class="bad">{trouble}</strong>}
        {trouble !== '' && ' · '}
        {runWords(FOOT_LETTERS - trouble.length)}
      </span>
      <span class="spring" />
      {/* Where the picture stands beside it, Stop is there, under the progress. */}
      {busy.value?.shown === true ? (
        <button type="button" class="button small only-one-pane" title="Stops the run" onClick={cancel}>
          Stop
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          title="Runs the scenario now (Ctrl-Enter); it also runs by itself when you stop typing"
          disabled={engineless.value}
          onClick={() => void runNow()}
        >
          Run
        </button>
      )}
    </div>
  );
}

// Whether the list could have anything in it: it is fetched then.
function mayHaveProblems(): boolean {
  if (diagnostics.value.length > 0) return true;
  const summary = ran.value?.summary;
  if (summary === undefined || stale.value) return false;
  return (
    summary.stopped !== null ||
    summary.troubles.length + summary.unreached.length + remarks.value.length > 0 ||
    summary.expects.some(({ held }) => !held)
  );
}

/**
 * How the text and its run stand, in a few words. Where they would be more than `room` letters, the steps, which the
 * picture counts too, are left out.
 */
function runWords(room = Infinity): string {
  if (fetching.value) return 'waiting for the engine…';
  if (busy.value !== null) return 'running…';
  const wrong = mistakes.value.length;
  if (wrong === 0 && diagnostics.value.length > 0) return 'not run yet';
  if (wrong > 0) return `${counted(wrong, 'problem')} in the text: not run`;
  if (engineless.value) return 'not run: the engine did not load';
  const summary = ran.value?.summary;
  if (summary === undefined || stale.value) return 'not run yet';
  const failed = summary.expects.filter((expect) => !expect.held).length;
  const parts = [counted(summary.steps.length, 'step')];
  const refused = stepsLike(summary.steps, ({ error }) => error !== null).length;
  if (refused > 0) parts.push(`${counted(refused, 'call')} failed`);
  if (summary.stopped !== null) parts.push(`stopped at line ${summary.stopped.line.toLocaleString('en')}`);
  // Breaches that are not on purpose are listed first.
  const asked = new Set(summary.troubles.flatMap(({ cause, step }) => (cause?.by === 'ceiling wrong' ? [step] : [])));
  if (asked.size > 0) parts.push(counted(asked.size, 'finding'));
  const { length } = summary.expects;
  if (failed > 0) parts.push(`${counted(failed, 'expect')} failed`);
  else if (length > 0)
    parts.push(['the expect holds', 'both expects hold'][length - 1] ?? `all ${length} expects hold`);
  if (parts.length > 1 && parts.join(' · ').length > room) parts.shift();
  return parts.join(' · ');
}

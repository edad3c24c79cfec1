// SPDX-License-Identifier: GPL-2.0-or-later
//
// The room of the editor: examples above, the text, how the last run went and what is wrong below. Floor 5.

import type { Extension } from '@codemirror/state';
import { useEffect, useRef } from 'preact/hooks';
import { attachEditor, cancel, runNow } from './actions';
import { mountEditor } from './editor';
import { ExamplesMenu } from './examples-menu';
import { Problems } from './problems';
import { Splitter } from './splitter';
import { busy, diagnostics, ran, stale } from './state';
import { counted } from './texts';
import { troubleWords } from './trouble';

export function EditorPane({ language }: { readonly language: Extension }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const { view, dispose } = mountEditor(host.current, language);
    attachEditor(view);
    return () => {
      attachEditor(null);
      dispose();
    };
  }, [language]);
  return (
    <section class="editor-pane" aria-label="Scenario">
      <div class="pane-head">
        <h2>Scenario</h2>
        <span class="spring" />
        <ExamplesMenu />
      </div>
      <div class={stale.value ? 'editor-host stale-results' : 'editor-host'} ref={host} />
      <Problems />
      <RunLine />
      <Splitter />
    </section>
  );
}

function RunLine() {
  const summary = ran.value?.summary;
  const trouble = summary === undefined || stale.value || busy.value !== null || diagnostics.value.length > 0 ? '' : troubleWords(summary);
  return (
    <div class="run-line">
      <span class={diagnostics.value.length > 0 ? 'words bad' : 'words muted'}>
        {trouble !== '' && <strong class="bad">{trouble}</strong>}
        {trouble !== '' && ' · '}
        {runWords()}
      </span>
      <span class="spring" />
      {busy.value?.shown === true ? (
        <button type="button" class="button small" title="Gives up the run that is under way" onClick={cancel}>
          Stop
        </button>
      ) : (
        <button type="button" class="button small" title="Runs by itself after a pause in typing; at once with Ctrl-Enter" onClick={() => void runNow()}>
          Run
        </button>
      )}
    </div>
  );
}

/** How the text and its run stand, in a few words. */
function runWords(): string {
  if (busy.value !== null) return 'running…';
  const wrong = diagnostics.value.length;
  if (wrong > 0) return `${counted(wrong, 'problem')} in the text: not run`;
  const summary = ran.value?.summary;
  if (summary === undefined || stale.value) return 'not run yet';
  const failed = summary.expects.filter((expect) => !expect.held).length;
  const parts = [counted(summary.steps.length, 'step')];
  const refused = summary.steps.filter(({ error }) => error !== null).length;
  if (refused > 0) parts.push(`${counted(refused, 'call')} failed`);
  if (summary.stopped !== null) parts.push(`stopped at line ${summary.stopped.line.toLocaleString('en')}`);
  if (failed > 0) parts.push(`${counted(failed, 'expect')} failed`);
  else if (summary.expects.length > 0) parts.push(summary.expects.length === 1 ? 'the expect holds' : `all ${summary.expects.length} expects hold`);
  return parts.join(' · ');
}

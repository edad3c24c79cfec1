// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hunts: the reader looks for lines that show a defect of the core. Each text runs on the sound core as well, whose
// verdict stands beside the other. What is found can be cut to the shortest text, and sent as a link.

import { useEffect, useState } from 'preact/hooks';
import type { Hunt } from '../../lesson/lesson';
import { isFound, judgeHunt, type HuntVerdict, type SoundRun } from '../../lesson/task';
import { withCode } from '../../views/inspector/why';
import { counted } from '../../base/text';
import { CopyLink } from './copy-link';
import { Hints } from './hints';
import {
  endEngine,
  hinted,
  leading,
  lessonEngine,
  lessonLink,
  showText,
  solved,
  tried,
} from '../store/lessons/lesson-state';
import { BeginAgain, OwnLines, showTry, useOwn } from './own-lines';
import { ShowPicture } from './show-picture';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'shrinking' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'judged'; readonly verdict: HuntVerdict; readonly text: string };

const TRIES_MOST = 300;

// The shortest text whose run still shows the defect in the same way, on both cores each time.
async function shortest(hunt: Hunt, from: string, kind: HuntVerdict['kind']): Promise<string> {
  const { shrink } = await import('../../lesson/shrink');
  const still = async (one: string): Promise<boolean> => (await judgeHunt(lessonEngine(), hunt, one)).kind === kind;
  return (await shrink(from, still, { most: TRIES_MOST })).text;
}

export function HuntCard({ hunt }: { readonly hunt: Hunt }) {
  const own = useOwn(hunt);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const busy = state.kind === 'running' || state.kind === 'shrinking';
  const found = state.kind === 'judged' && isFound(state.verdict);
  const attempt = async (kind: 'running' | 'shrinking', work: () => Promise<State>): Promise<void> => {
    setState({ kind });
    try {
      setState(await work());
    } catch (error) {
      if (error instanceof Error && error.name === 'Cancelled') setState({ kind: 'stopped' });
      else setState({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const judged = async (text: string): Promise<State> => {
    const verdict = await judgeHunt(lessonEngine(), hunt, text);
    if (isFound(verdict) && own.onWall === null) solved(hunt.id, own.answer(text));
    return { kind: 'judged', verdict, text };
  };
  const check = (): Promise<void> => {
    showText(hunt.id, own.text, null, null);
    tried(hunt.id, { seed: null, typed: [own.text] });
    showTry(hunt, own);
    return attempt('running', () => judged(own.text));
  };
  const shorten = (): Promise<void> =>
    attempt('shrinking', async () => {
      const text = await shortest(hunt, own.text, state.kind === 'judged' ? state.verdict.kind : 'caught');
      own.write(text);
      return judged(text);
    });
  useEffect(() => {
    if (own.onWall === null) setState({ kind: 'idle' });
    else void attempt('running', () => judged(own.text));
  }, [own.onWall]);
  useEffect(() => {
    if (own.wasSent) void check();
    else if (leading.peek() === hunt.id) showText(`${hunt.id} start`, `${own.text}\n`, null, null);
  }, [hunt]);
  return (
    <section class="lesson-card" aria-label="Hunt">
      <p class="section-head">
        Hunt: {hunt.defect}
        {found && <span class="good"> · found</span>}
      </p>
      {own.wasSent && <p class="muted">This text came with the link.</p>}
      <OwnLines own={own} run={() => void check()} />
      <div class="lesson-acts">
        <button type="button" class="button primary" disabled={busy} onClick={() => void check()}>
          {state.kind === 'running' ? 'Running…' : 'Run on both cores'}
        </button>
        {busy && (
          <button type="button" class="button" title="Stops the run, without a verdict" onClick={endEngine}>
            Stop
          </button>
        )}
        {(found || state.kind === 'shrinking') && (
          <button type="button" class="button" disabled={busy} onClick={() => void shorten()}>
            {state.kind === 'shrinking' ? 'Shrinking…' : 'Shrink it'}
          </button>
        )}
        {found && (
          <CopyLink
            title="Copies a link that opens this hunt with these lines"
            make={() => lessonLink({ id: hunt.id, text: own.text })}
            of={own.text}
            inBar
          />
        )}
        <ShowPicture />
        <BeginAgain own={own} start={hunt.start.text} />
      </div>
      <div role="status">
        <Told state={state} now={own.text} />
      </div>
      <Hints hints={hunt.hints} opened={(count) => hinted(hunt.id, count)} />
    </section>
  );
}

function Told({ state, now }: { readonly state: State; readonly now: string }) {
  switch (state.kind) {
    case 'idle':
    case 'running':
    case 'shrinking':
      return null;
    case 'stopped':
      return <p class="muted">Stopped before there was a verdict. Your lines are unchanged.</p>;
    case 'broken':
      return <p class="bad">The run failed: {state.message}. Your lines are unchanged; run them again.</p>;
    case 'judged':
      return (
        <>
          <Verdict of={state.verdict} />
          {state.text !== now && <p class="muted">The lines have changed since. Run them again.</p>}
        </>
      );
  }
}

function Verdict({ of }: { readonly of: HuntVerdict }) {
  switch (of.kind) {
    case 'no defects':
      return <p class="bad">This build has no core with a defect, so nothing can be hunted.</p>;
    case 'refused':
      return (
        <ul class="bad">
          {of.diagnostics.map(({ line, message, hint }, k) => (
            <li key={k}>
              Line {line}: {withCode(message)} {hint !== '' && <span class="muted">{withCode(hint)}</span>}
            </li>
          ))}
        </ul>
      );
    case 'unsound':
      return <p class="bad">The sound core finds something wrong as well: {withCode(of.what.join('; '))}</p>;
    case 'missed':
      return <p class="bad">Both cores come to the same result: the defect does not show here.</p>;
    case 'caught':
      return (
        <Cores sound={of.sound}>
          <strong>Caught at step {of.step}:</strong> {withCode(of.message)}
        </Cores>
      );
    case 'crashed':
      return (
        <Cores sound={of.sound}>
          <strong>It crashed:</strong> {of.message}.
        </Cores>
      );
  }
}

interface CoresProps {
  readonly sound: SoundRun;
  readonly children: preact.ComponentChildren;
}

function Cores({ sound, children }: CoresProps) {
  return (
    <dl class="lesson-cores">
      <div>
        <dt>Core with the defect</dt>
        <dd class="good">{children}</dd>
      </div>
      <div>
        <dt>Sound core</dt>
        <dd>
          {counted(sound.steps, 'step')}, no invariant is broken and nothing is lost.
          {sound.expects > 0 && ` ${sound.held} of ${counted(sound.expects, 'expectation')} held.`}
        </dd>
      </div>
    </dl>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tasks: the reader writes lines, the engine runs them and checks the goal. Hunts: the reader looks for lines that show
// a defect of the core.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Hint, Hunt, Task } from '../../lesson/lesson';
import { judgeHunt, judgeTask, taskText, type HuntVerdict, type TaskVerdict } from '../../lesson/task';
import { withCode } from '../../views/inspector/why';
import { counted } from '../store/texts';
import { answered, drafted, leading, lessonEngine, showText, solved } from '../store/lesson-state';

// What the reader has written, here or the last time.
function useOwn({ id, start }: Task | Hunt) {
  const [{ answer, isDone }] = useState(() => answered(id));
  const [own, setOwn] = useState(answer?.typed[0] ?? start.text);
  const write = (next: string): void => {
    setOwn(next);
    drafted(id, { seed: null, typed: [next] });
  };
  return { own, write, isDone };
}

export function TaskCard({ task }: { readonly task: Task }) {
  const { own, write, isDone } = useOwn(task);
  const [verdict, setVerdict] = useState<TaskVerdict | null>(null);
  const told = useRef<HTMLDivElement>(null);
  const judge = async (): Promise<void> => {
    const found = await judgeTask(lessonEngine(), task, own);
    setVerdict(found);
    if (found.kind === 'solved') solved(task.id, { seed: null, typed: [own] });
  };
  const check = async (): Promise<void> => {
    showText(task.id, taskText(task, own), null, null);
    await judge();
    told.current?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (isDone) void judge();
    if (leading.peek() === task.id)
      showText(`${task.id} start`, `${task.given === null ? '' : `${task.given.text}\n`}${own}\n`, null, null);
  }, [task]);
  return (
    <section class="lesson-card" aria-label="Task">
      <p class="section-head">Task{verdict?.kind === 'solved' && <span class="good"> · solved</span>}</p>
      {task.given !== null && <pre class="mono lesson-given">{task.given.text.trimEnd()}</pre>}
      <OwnLines own={own} write={write} run={() => void check()} />
      <p class="muted lesson-goal-head">Reached when this holds:</p>
      <pre class="mono lesson-given">{task.goal.text.trimEnd()}</pre>
      <div class="lesson-acts">
        <button type="button" class="button primary" onClick={() => void check()}>
          Run and check
        </button>
        <Reset start={task.start.text} own={own} write={write} />
        {task.par !== null && <span class="muted">A good solution takes {counted(task.par.steps, 'step')}.</span>}
      </div>
      <div role="status" ref={told}>
        {verdict !== null && <Verdict verdict={verdict} par={task.par?.steps ?? null} />}
      </div>
      <Hints hints={task.hints} />
    </section>
  );
}

function Verdict({ verdict, par }: { readonly verdict: TaskVerdict; readonly par: number | null }) {
  switch (verdict.kind) {
    case 'solved':
      return (
        <p class="good">
          <strong>Solved</strong> with {counted(verdict.steps, 'step')}
          {par !== null &&
            (verdict.steps > par ? `; it can be done with ${par}.` : '; nobody needs fewer, as far as we know.')}
          {par === null && '.'}
        </p>
      );
    case 'unsolved':
      return (
        <div class="bad">
          <p>Not yet:</p>
          <ul>
            {verdict.missing.map((one) => (
              <li key={one}>{withCode(one)}</li>
            ))}
          </ul>
        </div>
      );
    case 'stopped':
      return (
        <p class="bad">
          The run stops at line {verdict.line}: {withCode(verdict.message)}.
        </p>
      );
    case 'refused':
      return (
        <ul class="bad">
          {verdict.diagnostics.map((one, k) => (
            <li key={k}>
              {one.where === 'own' ? `Line ${one.line}: ` : ''}
              {withCode(one.message)}
              {one.hint !== '' && <span class="muted"> {withCode(one.hint)}</span>}
            </li>
          ))}
        </ul>
      );
  }
}

export function HuntCard({ hunt }: { readonly hunt: Hunt }) {
  const { own, write } = useOwn(hunt);
  const [verdict, setVerdict] = useState<HuntVerdict | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (leading.peek() === hunt.id) showText(`${hunt.id} start`, `${own}\n`, null, null);
  }, [hunt]);
  // The shortest text whose run still shows the defect, on both cores each time.
  const shorten = async (): Promise<void> => {
    setBusy(true);
    try {
      const { shrink } = await import('../../lesson/shrink');
      const { text } = await shrink(
        own,
        async (one) => (await judgeHunt(lessonEngine(), hunt, one)).kind === 'caught',
        { most: 300 },
      );
      write(text);
      solved(hunt.id, { seed: null, typed: [text] });
      setVerdict(await judgeHunt(lessonEngine(), hunt, text));
    } finally {
      setBusy(false);
    }
  };
  const check = async (): Promise<void> => {
    showText(hunt.id, own, null, null);
    const found = await judgeHunt(lessonEngine(), hunt, own);
    setVerdict(found);
    if (found.kind === 'caught') solved(hunt.id, { seed: null, typed: [own] });
  };
  return (
    <section class="lesson-card" aria-label="Hunt">
      <p class="section-head">Hunt: {hunt.defect}</p>
      <OwnLines own={own} write={write} run={() => void check()} />
      <div class="lesson-acts">
        <button type="button" class="button primary" onClick={() => void check()}>
          Run on both cores
        </button>
        {verdict?.kind === 'caught' && (
          <button type="button" class="button" disabled={busy} onClick={() => void shorten()}>
            {busy ? 'Shrinking…' : 'Shrink it'}
          </button>
        )}
        <Reset start={hunt.start.text} own={own} write={write} />
      </div>
      <div role="status">
        {verdict !== null && <p class={verdict.kind === 'caught' ? 'good' : 'bad'}>{huntWords(verdict)}</p>}
      </div>
      <Hints hints={hunt.hints} />
    </section>
  );
}

function huntWords(verdict: HuntVerdict): string {
  switch (verdict.kind) {
    case 'no defects':
      return 'This build has no core with a defect, so nothing can be hunted.';
    case 'refused':
      return verdict.diagnostics.map(({ line, message }) => `Line ${line}: ${message}`).join('; ');
    case 'unsound':
      return `The sound core finds something wrong as well: ${verdict.what.join('; ')}`;
    case 'missed':
      return 'Both cores come to the same: the defect does not show here.';
    case 'caught':
      return `Caught at step ${verdict.step}: ${verdict.message}`;
  }
}

interface OwnProps {
  readonly own: string;
  readonly write: (own: string) => void;
  readonly run: () => void;
}

function OwnLines({ own, write, run }: OwnProps) {
  return (
    <textarea
      class="mono lesson-own"
      aria-label="Your lines"
      spellcheck={false}
      autocomplete="off"
      rows={Math.min(14, Math.max(4, own.split('\n').length + 1))}
      value={own}
      onInput={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        run();
      }}
    />
  );
}

interface ResetProps {
  readonly start: string;
  readonly own: string;
  readonly write: (own: string) => void;
}

// What was typed is not lost by it: pressed again, it brings that back.
function Reset({ start, own, write }: ResetProps) {
  const [aside, setAside] = useState<string | null>(null);
  const back = own === start && aside !== null;
  return (
    <button
      type="button"
      class="button"
      disabled={own === start && aside === null}
      onClick={() => {
        setAside(back ? null : own);
        write(back ? aside : start);
      }}
    >
      {back ? 'Bring mine back' : 'Begin again'}
    </button>
  );
}

function Hints({ hints }: { readonly hints: readonly Hint[] }) {
  const [told, setTold] = useState(0);
  if (hints.length === 0) return null;
  return (
    <div class="lesson-hints">
      {hints.slice(0, told).map(({ text }, k) => (
        <p key={k}>{withCode(text)}</p>
      ))}
      {told < hints.length && (
        <button type="button" class="button small" onClick={() => setTold(told + 1)}>
          {told === 0 ? 'Hint' : 'Another hint'}
        </button>
      )}
    </div>
  );
}

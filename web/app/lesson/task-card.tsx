// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tasks: the reader writes lines, the engine runs them and checks the goal.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Task } from '../../lesson/lesson';
import { judgeTask, taskText, type TaskVerdict } from '../../lesson/task';
import { withCode } from '../../views/inspector/why';
import { counted } from '../../base/text';
import { Hints } from './hints';
import { hinted, leading, lessonEngine, showText, solved, tried } from '../store/lessons/lesson-state';
import { onWall } from '../store/page/projector';
import { BeginAgain, OwnLines, showTry, useOwn } from './own-lines';
import { ShowPicture } from './show-picture';

export function TaskCard({ task }: { readonly task: Task }) {
  const own = useOwn(task);
  const [verdict, setVerdict] = useState<TaskVerdict | null>(null);
  const [broken, setBroken] = useState('');
  const told = useRef<HTMLDivElement>(null);
  const judge = async (): Promise<void> => {
    setBroken('');
    try {
      const found = await judgeTask(lessonEngine(), task, own.text);
      setVerdict(found);
      if (found.kind === 'solved' && own.onWall === null) solved(task.id, own.answer(own.text));
    } catch (error) {
      setVerdict(null);
      setBroken(error instanceof Error ? error.message : String(error));
    }
  };
  const check = async (): Promise<void> => {
    showText(task.id, taskText(task, own.text), null, null);
    tried(task.id, { seed: null, typed: [own.text] });
    showTry(task, own);
    await judge();
    told.current?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (own.onWall === null) setVerdict(null);
    else void judge();
  }, [own.onWall]);
  useEffect(() => {
    if (own.isDone) void judge();
    if (leading.peek() === task.id)
      showText(`${task.id} start`, `${task.given === null ? '' : `${task.given.text}\n`}${own.text}\n`, null, null);
  }, [task]);
  const verdictHere = (
    <div role="status" ref={told}>
      {broken !== '' && <p class="bad">The run failed: {broken}. Your lines are unchanged; run them again.</p>}
      {verdict !== null && <Verdict verdict={verdict} par={task.par?.steps ?? null} />}
    </div>
  );
  return (
    <section class="lesson-card" aria-label="Task">
      <p class="section-head">Task{verdict?.kind === 'solved' && <span class="good"> · solved</span>}</p>
      {task.given !== null && <pre class="mono lesson-given">{task.given.text.trimEnd()}</pre>}
      <OwnLines own={own} run={() => void check()} />
      {onWall.value && verdictHere}
      <p class="muted lesson-goal-head">Reached when this holds:</p>
      <pre class="mono lesson-given">{task.goal.text.trimEnd()}</pre>
      <div class="lesson-acts">
        <button type="button" class="button primary" onClick={() => void check()}>
          Run and check
        </button>
        <ShowPicture />
        <BeginAgain own={own} start={task.start.text} />
        {task.par !== null && <span class="muted">A good solution takes {counted(task.par.steps, 'step')}.</span>}
      </div>
      {!onWall.value && verdictHere}
      <Hints hints={task.hints} opened={(count) => hinted(task.id, count)} />
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

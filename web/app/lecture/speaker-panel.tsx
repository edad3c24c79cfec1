// SPDX-License-Identifier: GPL-2.0-or-later
//
// What only the speaker sees, in the place of the inspector: clock, notes, what the class is asked with its answer,
// and what comes next.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Hunt, Predict, Task } from '../../lesson/lesson';
import { predictionOf, type Prediction, type Unpredicted } from '../../lesson/predict';
import { slidesOf, type Slide } from '../../lesson/slides';
import { isVaried } from '../../lesson/vary';
import { placeOfCode } from '../../lesson/track';
import { baseOf, questionText, toldText } from '../../lesson/words';
import { rightLetters } from '../../lesson/answers';
import { ahead, isAtEnd, isEndAsked, isWallCut, takenFrom, toldToClass } from '../store/lessons/lecture-room';
import { withCode } from '../../views/inspector/why';
import { isExercise } from '../../lesson/grade-again';
import { lessonEngine, open, screenAt, variantNow } from '../store/lessons/lesson-state';
import { codedLessons, inPack } from '../store/lessons/pack-codes';
import { codeOf, lessonAfter } from '../store/lessons/pack-state';
import { ProseBlock } from '../lesson/prose';
import { learning } from '../store/run/source';
import { stepColumns, currentNotes, ran, stepHere, steps, text } from '../store/page/state';
import { begun, black, projectorAddress, projectorIs, thread } from '../store/lessons/lecture';
import {
  backToLecture,
  endLecture,
  goOnHere,
  jumpTo,
  nextLesson,
  openProjector,
  press,
  startLecture,
  type Jump,
} from './speaker';
import { goOnWithKept } from './go-on';
import './speaker.css';

/** Opens a window for the projector and makes this one the speaker's; `goesOn`: with the lecture that was kept. */
export async function startPanel(goesOn: boolean): Promise<void> {
  if (goesOn) await goOnWithKept(SpeakerPanel);
  else startLecture(SpeakerPanel);
}

function SpeakerPanel() {
  const lesson = learning.value ? (open.value?.lesson ?? null) : null;
  const slides = useMemo(() => (lesson === null ? [] : slidesOf(lesson)), [lesson]);
  const slide = slides[screenAt.value] ?? null;
  const next = slides[screenAt.value + 1] ?? null;
  const code = (screen: number): string => (open.value === null ? '' : codeOf(open.value, screen));
  return (
    <section class="inspector speaker" aria-label="Speaker">
      <div class="pane-head">
        <h2>Speaker</h2>
        <span class="spring" />
        <button
          type="button"
          class="button small"
          title="Ends the lecture in both windows  Esc, twice"
          onClick={endLecture}
        >
          End
        </button>
      </div>
      <div class="speaker-top">
        <Clock />
        {isEndAsked.value && (
          <p class="speaker-note" role="status">
            <strong>Press Esc again</strong> to end the lecture.
          </p>
        )}
        <ProjectorNeeds />
        <Away />
        <Taken />
        <Place slide={slide} code={code(screenAt.value)} />
      </div>
      <div class="speaker-body">
        <Notes slide={slide} />
        <ProjectorState />
        {slide !== null && <OtherComputer code={code(screenAt.value)} />}
      </div>
      <div class="speaker-foot">
        {slide !== null && <Asked slide={slide} />}
        <Next slide={next} code={code(screenAt.value + 1)} lesson={lesson !== null} />
        <GoTo />
      </div>
    </section>
  );
}

const TICK_MS = 1000;

// Time of day, and how long the lecture has run. Neither is part of what a scenario shows.
function Clock() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - begun.value) / 1000));
  const two = (part: number): string => String(part).padStart(2, '0');
  const time = new Date(now);
  return (
    <p class="speaker-clock" role="timer" aria-label="Clock">
      <span>
        {two(time.getHours())}:{two(time.getMinutes())}
      </span>
      <span class="muted">
        {Math.floor(seconds / 3600)}:{two(Math.floor(seconds / 60) % 60)}:{two(seconds % 60)}
      </span>
    </p>
  );
}

// The class sees nothing until the speaker does something.
function ProjectorNeeds() {
  switch (projectorIs.value) {
    case 'here':
      if (!black.value) return null;
      return (
        <p class="speaker-note" role="status">
          The projector’s window follows this one. <strong>It is black: press b.</strong>
        </p>
      );
    case 'awaited':
      return null;
    case 'blocked':
    case 'closed':
      return (
        <div class="speaker-note" role="alert">
          <p>
            {projectorIs.value === 'blocked'
              ? 'The browser blocked the projector’s window. Allow pop-up windows for this page, or open it here:'
              : 'The projector’s window was closed.'}
          </p>
          <p class="row">
            <button type="button" class="button small" onClick={openProjector}>
              Open it again
            </button>
            <a class="ms-link" href={projectorAddress.value} target="maplescope-projector" rel="opener">
              projector’s window
            </a>
          </p>
        </div>
      );
  }
}

function ProjectorState() {
  if (projectorIs.value === 'here' && !black.value)
    return (
      <p class="muted">
        The projector’s window follows this one. <kbd>F11</kbd> pressed in it fills the screen.
        {isWallCut.value && <strong> It has more below: press PageDown.</strong>}
      </p>
    );
  if (projectorIs.value === 'awaited')
    return (
      <p class="muted">
        Waiting for the projector’s window. Move it to the projector and press <kbd>F11</kbd> in it (on a Mac,{' '}
        <kbd>Control</kbd> <kbd>Command</kbd> <kbd>F</kbd>) to fill the screen.
      </p>
    );
  return null;
}

// A question has led away from the lecture.
function Away() {
  const { at, away } = thread.value;
  if (!away) return null;
  const isListed = at.screen !== null && open.value === null && text.value === at.text;
  return (
    <div class="speaker-note away" role="status">
      {isListed ? (
        <p>You left the lesson in this window only. The projector’s still shows screen {at.screen + 1} of it.</p>
      ) : (
        <p>
          You left the lecture at step {at.step}
          {at.screen !== null && ` of this screen’s scenario`}. Its text is kept.
        </p>
      )}
      <p class="row">
        <button type="button" class="button small primary" onClick={() => void backToLecture()}>
          Back to the lecture
        </button>
        {!isListed && (
          <button
            type="button"
            class="button small"
            title="Makes the scenario on the page the lecture, in the place of the one that you left"
            onClick={goOnHere}
          >
            Lecture on this
          </button>
        )}
      </p>
    </div>
  );
}

// Another lesson was opened from the list, and the class sees it.
function Taken() {
  const from = takenFrom.value;
  if (from === null) return null;
  return (
    <div class="speaker-note away" role="status">
      <p>The lecture, and the projector with it, went to another lesson.</p>
      <p class="row">
        <button type="button" class="button small primary" onClick={from.back}>
          Back to {from.name}
        </button>
      </p>
    </div>
  );
}

const AHEAD_WORDS = { ask: 'Next question', tell: 'Tell me', page: 'More below' } as const;

function Place({ slide, code }: { readonly slide: Slide | null; readonly code: string }) {
  const count = slide === null ? steps.value : (open.value?.lesson.screens.length ?? 1) - 1;
  const at = slide === null ? stepHere.value : screenAt.value;
  const next = slide === null ? null : ahead.value;
  const hasMore = next !== null || (slide !== null && open.value !== null && lessonAfter(open.value) !== null);
  return (
    <div class="speaker-place">
      <p>
        {slide === null ? (
          <>
            Step <strong class="mono speaker-code">{at}</strong> of {count}
          </>
        ) : (
          <>
            <strong class="mono speaker-code">{code}</strong> {slide.title}
          </>
        )}
      </p>
      <p class="row">
        <button type="button" class="button" disabled={at === 0} title="PageUp" onClick={() => press('back')}>
          Back
        </button>
        <button
          type="button"
          class="button primary"
          disabled={at >= count && !hasMore}
          title="PageDown"
          onClick={() => press('next')}
        >
          {next === null ? 'Next' : AHEAD_WORDS[next]}
        </button>
        <button
          type="button"
          class="button"
          aria-pressed={black.value}
          title="Makes the projector black  b"
          onClick={() => press('black')}
        >
          Black
        </button>
      </p>
    </div>
  );
}

function OtherComputer({ code }: { readonly code: string }) {
  if (codedLessons.value !== null && inPack(codedLessons.value, code) !== null)
    return (
      <p class="muted speaker-elsewhere">
        Another computer does not follow this window by itself. With this pack open, it shows this screen when{' '}
        <kbd>Ctrl</kbd> <kbd>K</kbd> is pressed there and <code>{code}</code> typed.
      </p>
    );
  if (placeOfCode(code) === null) return null;
  return (
    <p class="muted speaker-elsewhere">
      Another computer does not follow this window by itself. It shows this screen when its page is opened at{' '}
      <code>#{code}</code>, or when <kbd>Ctrl</kbd> <kbd>K</kbd> is pressed there and the code typed.
    </p>
  );
}

function Notes({ slide }: { readonly slide: Slide | null }) {
  const notes = currentNotes.value;
  const empty = slide === null ? notes.length === 0 : slide.notes.length === 0;
  return (
    <section aria-label="Notes">
      <h3 class="section-head">Notes</h3>
      <div class="speaker-notes">
        {slide === null
          ? notes.map(({ text }, k) => <p key={k}>{withCode(text)}</p>)
          : slide.notes.map((prose, k) => <ProseBlock key={k} prose={prose} picture={slide.screen.picture} />)}
        {empty && <p class="muted">{slide === null ? 'This step has no note.' : 'No notes.'}</p>}
      </div>
    </section>
  );
}

// Questions with their answers, tasks with a solution: for the speaker's eyes.
function Asked({ slide }: { readonly slide: Slide }) {
  const exercises = slide.screen.blocks.filter(isExercise);
  if (exercises.length === 0) return null;
  return (
    <section aria-label="Asked of the class">
      <h3 class="section-head">Asked of the class</h3>
      <div class="speaker-all-asked" tabIndex={0}>
        {exercises.map((one) => (
          <div key={one.id} class="speaker-asked">
            {one.kind === 'predict' ? <Answers of={one} /> : <Solution of={one} />}
          </div>
        ))}
      </div>
    </section>
  );
}

function Answers({ of }: { readonly of: Predict }) {
  const [found, setFound] = useState<Prediction | Unpredicted | null>(null);
  const seed = isVaried(of) ? variantNow.value : null;
  useEffect(() => {
    let wanted = true;
    predictionOf(lessonEngine(), of, seed).then(
      (made) => wanted && setFound(made),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [of, seed]);
  if (found === null) return <p class="muted">…</p>;
  if (found.kind !== 'prediction') return <p class="muted">This question could not be made.</p>;
  return (
    <>
      <p>
        <code>{found.line}</code>
      </p>
      {found.questions.map(({ ask, truth, after }, k) => (
        <p key={k}>
          {withCode(questionText(ask))}{' '}
          <strong>
            {[rightLetters(ask, truth), toldText(truth, after, baseOf(ask, found.line))].filter(Boolean).join(': ')}
          </strong>
        </p>
      ))}
    </>
  );
}

function Solution({ of }: { readonly of: Task | Hunt }) {
  return (
    <>
      <p>{of.kind === 'task' ? 'A task. One solution:' : `A hunt for a defect (${of.defect}). One solution:`}</p>
      {of.solution === null ? (
        <p class="muted">The lesson has none.</p>
      ) : (
        <pre class="mono">{of.solution.text.trimEnd()}</pre>
      )}
    </>
  );
}

interface NextProps {
  readonly slide: Slide | null;
  readonly code: string;
  readonly lesson: boolean;
}

function Next({ slide, code, lesson }: NextProps) {
  const line = stepColumns.value.lines[stepHere.value];
  const written = line === undefined ? '' : (ran.value?.text.split('\n')[line - 1] ?? '').trim();
  return (
    <section aria-label="Next">
      <h3 class="section-head">Next</h3>
      {lesson ? (
        slide === null ? (
          <LastScreen />
        ) : (
          <p>
            <strong class="mono">{code}</strong> {slide.title}
          </p>
        )
      ) : written === '' ? (
        <p class="muted">This is the last step.</p>
      ) : (
        <p class="mono">{written}</p>
      )}
    </section>
  );
}

function LastScreen() {
  const next = open.value === null ? null : lessonAfter(open.value);
  return (
    <>
      <p class="muted">This is the last screen.</p>
      {next !== null && (
        <p>
          <button type="button" class="button small" onClick={() => void nextLesson()}>
            Next lesson: {next.title}
          </button>
        </p>
      )}
      {next !== null && isAtEnd.value && (
        <p role="status">
          <strong>Press PageDown again</strong> for the next lesson, {next.title}.
        </p>
      )}
    </>
  );
}

// Where the lecture stands; what was said of a jump is about one such place. Of a jump that led nowhere, the step does
// not matter: it may still change as the screen comes.
function placeKey(step: number | null): string {
  return [open.value?.name, screenAt.value, step, toldToClass.value.length].join(' ');
}

function GoTo() {
  const [typed, setTyped] = useState('');
  const [came, setCame] = useState<Jump>({ kind: 'done' });
  const [about, setAbout] = useState('');
  const here = placeKey(stepHere.value);
  useEffect(() => {
    if ((came.kind === 'step' ? here : placeKey(null)) !== about) setCame({ kind: 'done' });
  }, [here]);
  return (
    <form
      class="speaker-goto"
      onSubmit={(event) => {
        event.preventDefault();
        void jumpTo(typed).then((jump) => {
          setCame(jump);
          setAbout(placeKey(jump.kind === 'step' ? jump.step : null));
          if (jump.kind === 'done' || jump.kind === 'step') setTyped('');
        });
      }}
    >
      <label>
        Go to{' '}
        <input
          type="text"
          class="mono"
          placeholder="3.2 or a step"
          autocomplete="off"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setCame({ kind: 'done' });
          }}
        />
      </label>
      <button type="submit" class="button small">
        Go
      </button>
      {came.kind !== 'done' && (
        <p class={came.kind === 'step' ? undefined : 'bad'} role={came.kind === 'step' ? 'status' : 'alert'}>
          {jumpWords(came)}
        </p>
      )}
    </form>
  );
}

function jumpWords(jump: Jump): string {
  switch (jump.kind) {
    case 'done':
      return '';
    case 'step':
      return jump.isLesson
        ? `Step ${jump.step} of this screen. Lesson ${jump.step} begins at ${jump.step}.1.`
        : `Step ${jump.step} of this screen.`;
    case 'not fetched':
      return 'The lesson could not be loaded. Check the connection, then try again.';
    case 'no lesson':
      return `No such place. There are lessons 1 to ${jump.lessons}, and their screens count from 1, as in 3.2.`;
    case 'no screen':
      return `No such place. Lesson ${jump.lesson} has the screens ${jump.lesson}.1 to ${jump.lesson}.${jump.screens}.`;
    case 'nowhere':
      return `No such place. Type the code of a screen, such as 3.2, or a step from 0 to ${steps.value}.`;
  }
}

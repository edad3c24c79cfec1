// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson beside the picture: one screen of it, and the way on. Without a lesson, the list of them.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Block, Maple } from '../../lesson/lesson';
import { TRACK } from '../../lesson/track';
import { publicBase, rememberCopied } from '../store/links';
import { copyWords } from '../ui/saving';
import {
  closeLesson,
  goTo,
  leaveLessons,
  lessonLink,
  open,
  openBuiltIn,
  screen,
  screenAt,
  showMaple,
  shown,
} from '../store/lesson-state';
import { LessonList } from './lesson-list';
import { PredictCard } from './predict-card';
import { ProseBlock } from './prose';
import { HuntCard, TaskCard } from './task-card';
import './lesson.css';

export function LessonPane() {
  return open.value === null ? <LessonList /> : <Screen />;
}

function Screen() {
  const body = useRef<HTMLDivElement>(null);
  const now = open.value;
  const here = screen.value;
  const first = useRef(true);
  useEffect(() => {
    body.current?.scrollTo(0, 0);
    // A reader hears where the way on has led; who has only opened the lesson is not moved.
    if (!first.current) body.current?.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true });
    first.current = false;
  }, [here]);
  if (now === null || here === null) return null;
  const { lesson } = now;
  const last = lesson.screens.length - 1;
  const place = `${screenAt.value + 1} of ${last + 1}`;
  const following = lesson.number === null ? undefined : TRACK[lesson.number];
  const maples = here.blocks.filter((one) => one.kind === 'maple');
  return (
    <div class="lesson">
      <div class="lesson-head">
        <button type="button" class="ms-link" onClick={closeLesson}>
          Lessons
        </button>
        <strong title={lesson.title}>
          {lesson.number === null ? lesson.title : `${lesson.number}. ${lesson.title}`}
        </strong>
        <span class="muted">{place}</span>
        <CopyLink />
        <button
          type="button"
          class="button small quiet"
          title="Closes the lessons and restores your previous text"
          onClick={leaveLessons}
        >
          Leave
        </button>
      </div>
      <progress class="lesson-bar" aria-label="Screens" value={screenAt.value + 1} max={last + 1} />
      <div class="lesson-body" ref={body} key={here.code}>
        {here.blocks.map((one, k) => (
          <BlockOf key={k} of={one} several={maples.length > 1} />
        ))}
      </div>
      <div class="lesson-foot">
        <button type="button" class="button" disabled={screenAt.value === 0} onClick={() => goTo(screenAt.value - 1)}>
          Back
        </button>
        <span class="spring" />
        {screenAt.value < last ? (
          <button type="button" class="button primary" onClick={() => goTo(screenAt.value + 1)}>
            Next
          </button>
        ) : (
          <>
            <button type="button" class="button" onClick={closeLesson}>
              All lessons
            </button>
            {following !== undefined && (
              <button type="button" class="button primary" onClick={() => void openBuiltIn(following.file)}>
                Next lesson
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

// Copies a link to this lesson at this screen; where the clipboard is refused, shows it to be copied by hand.
function CopyLink() {
  const [told, setTold] = useState<'copy' | 'copied' | { readonly address: string } | { readonly why: string }>('copy');
  const here = screenAt.value;
  useEffect(() => setTold('copy'), [here]);
  const copy = async (): Promise<void> => {
    const link = lessonLink();
    if (link === null) return;
    if (link.kind === 'too-long') {
      setTold({ why: link.message });
      return;
    }
    const address = `${publicBase()}#${link.fragment}`;
    setTold((await copyWords(address, null)) ? 'copied' : { address });
    rememberCopied(link.fragment);
  };
  if (typeof told === 'object' && 'address' in told)
    return <input class="lesson-link mono" aria-label="Link to this screen" readOnly value={told.address} />;
  return (
    <>
      <button
        type="button"
        class="button small quiet"
        title="Copies a link to this screen of the lesson"
        onClick={() => void copy()}
      >
        {told === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      {typeof told === 'object' && (
        <span class="bad" role="alert">
          {told.why}
        </span>
      )}
    </>
  );
}

function BlockOf({ of, several }: { readonly of: Block; readonly several: boolean }) {
  switch (of.kind) {
    case 'prose':
      return <ProseBlock prose={of.prose} picture={of.picture} />;
    case 'maple':
      return <Scenario of={of} several={several} />;
    case 'predict':
      return <PredictCard key={of.id} predict={of} />;
    case 'task':
      return <TaskCard key={of.id} task={of} />;
    case 'hunt':
      return <HuntCard key={of.id} hunt={of} />;
  }
}

// The text of a scenario, for who wants to read it; the picture shows it.
function Scenario({ of, several }: { readonly of: Maple; readonly several: boolean }) {
  return (
    <div class="lesson-scenario">
      <details>
        <summary>Scenario</summary>
        <pre class="mono">{of.source.text.trimEnd()}</pre>
      </details>
      {(several || shown.value !== of.id) && (
        <button type="button" class="button small" aria-pressed={shown.value === of.id} onClick={() => showMaple(of)}>
          Show it
        </button>
      )}
    </div>
  );
}

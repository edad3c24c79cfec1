// SPDX-License-Identifier: GPL-2.0-or-later
//
// One screen of the open lesson, and the way on: read beside the picture, or beside the text where it is written.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Block, Maple } from '../../lesson/lesson';
import { HuntCard } from './hunt-card';
import {
  closeLesson,
  goTo,
  open,
  openWriter,
  screen,
  screenAt,
  showMaple,
  shown,
  type OpenLesson,
} from '../store/lessons/lesson-state';
import { forgetWayBack, lookAtPicture } from '../store/lessons/look';
import { lessonAfter } from '../store/lessons/pack-state';
import { pane } from '../store/page/state';
import { onWall } from '../store/page/projector';
import { isWide } from '../store/page/window';
import { PredictCard } from './predict-card';
import { ProseBlock } from './prose';
import { TaskCard } from './task-card';
import { WallScript } from './wall-question';

/** `moved`: the reader has gone to the screen that begins at this line of the text. */
export function LessonScreen({ moved = () => undefined }: { readonly moved?: (line: number) => void }) {
  const body = useRef<HTMLDivElement>(null);
  const now = open.value;
  const here = screen.value;
  const first = useRef(true);
  const isDraft = now?.isDraft === true;
  const at = now === null ? '' : `${now.name} ${screenAt.value}`;
  useEffect(() => {
    body.current?.scrollTo(0, 0);
    // After a move to another screen its heading is announced; opening or writing a lesson does not move the focus.
    if (!first.current && !isDraft) body.current?.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true });
    first.current = false;
  }, [at]);
  const keepPlace = usePlace(body, at);
  if (now === null || here === null) return null;
  const { lesson } = now;
  const last = lesson.screens.length - 1;
  const several = here.blocks.filter((one) => one.kind === 'maple').length > 1;
  const go = (to: number): void => {
    goTo(to);
    moved(lesson.screens[to]?.line ?? 1);
  };
  return (
    <>
      <progress class="lesson-bar" aria-label="Screens" value={screenAt.value + 1} max={last + 1} />
      <div class="lesson-body" ref={body} key={here.code} onScroll={keepPlace}>
        {here.blocks.map((one, k) => (
          <BlockOf key={k} of={one} several={several} />
        ))}
      </div>
      <div class="lesson-foot">
        <button type="button" class="button" disabled={screenAt.value === 0} onClick={() => go(screenAt.value - 1)}>
          Back
        </button>
        {lesson.number === null && !isDraft && (
          <button
            type="button"
            class="button"
            title="Opens a copy of this lesson to change it"
            onClick={() => openWriter(now.source)}
          >
            Edit a copy
          </button>
        )}
        <span class="spring" />
        {isDraft && (
          <span class="muted">
            screen {screenAt.value + 1} of {last + 1}
          </span>
        )}
        {isDraft && <span class="spring" />}
        {screenAt.value < last || isDraft ? (
          <button
            type="button"
            class="button primary"
            disabled={screenAt.value === last}
            onClick={() => go(screenAt.value + 1)}
          >
            Next
          </button>
        ) : (
          <WayOn now={now} />
        )}
      </div>
    </>
  );
}

// On a narrow page the text is not laid out while its picture is shown: it comes back where it was read.
function usePlace(body: RefObject<HTMLDivElement | null>, at: string): () => void {
  const place = useRef({ at, top: 0 });
  if (place.current.at !== at) place.current = { at, top: 0 };
  const hidden = pane.value !== 'scenario';
  useLayoutEffect(() => {
    if (hidden) return;
    forgetWayBack();
    if (!isWide()) body.current?.scrollTo(0, place.current.top);
  }, [hidden]);
  useEffect(() => forgetWayBack, []);
  return () => {
    if (pane.peek() === 'scenario') place.current.top = body.current?.scrollTop ?? 0;
  };
}

// From the last screen: to the list, and to the next lesson of the track or pack.
function WayOn({ now }: { readonly now: OpenLesson }) {
  const next = lessonAfter(now);
  return (
    <>
      <button type="button" class="button" onClick={closeLesson}>
        All lessons
      </button>
      {next !== null && (
        <button type="button" class="button primary" title={next.title} onClick={() => void next.go()}>
          Next lesson
        </button>
      )}
    </>
  );
}

let made = 0;
const serials = new WeakMap<Block, number>();

// A changed question or task starts over.
function serialOf(block: Block): number {
  const serial = serials.get(block) ?? ++made;
  serials.set(block, serial);
  return serial;
}

function BlockOf({ of, several }: { readonly of: Block; readonly several: boolean }) {
  switch (of.kind) {
    case 'prose':
      return <ProseBlock prose={of.prose} picture={of.picture} />;
    case 'maple':
      return <Scenario of={of} several={several} />;
    case 'predict':
      return <PredictCard key={serialOf(of)} predict={of} />;
    case 'task':
      return <TaskCard key={serialOf(of)} task={of} />;
    case 'hunt':
      return <HuntCard key={serialOf(of)} hunt={of} />;
  }
}

// The text of a scenario, for those who want to read it; the picture shows it.
function Scenario({ of, several }: { readonly of: Maple; readonly several: boolean }) {
  const text = of.source.text.trimEnd();
  if (onWall.value) return <WallScript text={text} />;
  return (
    <div class="lesson-scenario">
      <details>
        <summary>Scenario</summary>
        <pre class="mono">{text}</pre>
      </details>
      {(several || shown.value !== of.id || !isWide()) && (
        <button
          type="button"
          class="button small"
          aria-pressed={isWide() ? shown.value === of.id : undefined}
          onClick={() => {
            showMaple(of);
            lookAtPicture();
          }}
        >
          Show it
        </button>
      )}
    </div>
  );
}

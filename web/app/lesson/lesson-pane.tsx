// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons beside the picture: the one that is read, the one that is written, or the list of them.

import { useEffect } from 'preact/hooks';
import { onDemand } from '../ui/on-demand';
import { counted } from '../../base/text';
import { Leave } from './leave';
import { CopyLink } from './copy-link';
import { lecturing, present } from '../store/page/projector';
import { closeLesson, isBeyond, lessonLink, open, screenAt, writing } from '../store/lessons/lesson-state';
import { lessonPlace } from '../store/lessons/pack-state';
import { pane } from '../store/page/state';
import { isWide } from '../store/page/window';
import { NotKept } from './not-kept';
import { LessonList } from './lesson-list';
import { LessonScreen } from './lesson-screen';
import './lesson.css';

const Writer = onDemand('The page to write lessons', async () => (await import('./writer')).Writer, closeLesson);

export function LessonPane() {
  if (writing.value) return <Writer />;
  return open.value === null ? <LessonList /> : <Reader />;
}

/** In a frame, and in the projector's own window, there is nothing to present. */
const keepsNothing = document.documentElement.dataset['keeps'] === 'nothing';

// “Lessons” in the page's head leads from the lesson that is in sight to their list.
function useListButton(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      const isPressed = target instanceof Element && target.closest('.lessons-button') !== null;
      if (isPressed && (isWide() || pane.peek() === 'scenario')) closeLesson();
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}

function Reader() {
  const now = open.value;
  useListButton();
  if (now === null) return null;
  const { lesson } = now;
  const place = lessonPlace(now);
  return (
    <div class="lesson">
      <div class="lesson-head">
        <button type="button" class="ms-link" onClick={closeLesson}>
          Lessons
        </button>
        <strong title={lesson.title}>{place === null ? lesson.title : `${place}. ${lesson.title}`}</strong>
        <span class="muted lesson-place">
          {screenAt.value + 1} of {lesson.screens.length}
        </span>
        <CopyLink
          title="Copies a link to this screen of the lesson"
          make={lessonLink}
          of={screenAt.value}
          quiet
          inBar
        />
        {!keepsNothing && lecturing.value === null && (
          <button
            type="button"
            class="button small quiet"
            title="Opens a window for the projector; this one becomes the speaker’s"
            onClick={present}
          >
            Present
          </button>
        )}
        <Leave />
      </div>
      <NotKept />
      {isBeyond.value && (
        <p class="lesson-beyond" role="status">
          {place === null ? 'This lesson' : `Lesson ${place}`} has {counted(lesson.screens.length, 'screen')}. This is
          the last.
        </p>
      )}
      <LessonScreen />
    </div>
  );
}

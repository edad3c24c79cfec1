// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture goes on after the speaker's window was loaded anew: at the same stop, with its clock, its notes and the
// answers that were out; the projector's window follows again by itself. A window that was closed leaves its lecture
// to the next one, which offers it.

import type { ComponentType } from 'preact';
import { say, unsay } from '../store/actions/actions';
import { putText, setAside, showLent } from '../store/actions/session';
import { goTo, open, openText, screen, shown } from '../store/lessons/lesson-state';
import { isExercise } from '../../lesson/grade-again';
import { toggleBlack } from '../store/lessons/lecture';
import { tellAgain, tryForClass } from '../store/lessons/lecture-room';
import { leaveBarLink } from '../store/links/links';
import { lecturing } from '../store/page/projector';
import { seek } from '../store/run/run';
import { showLessons } from '../store/run/source';
import { chosenBase, ran, step, text } from '../store/page/state';
import { goToShown } from './go-to-shown';
import { forgetIn, keptIn, takeLecture, type KeptLecture } from './kept-lecture';
import type { Show, ShownLesson } from './messages';
import { questionsBack, until } from './questions-back';
import { attachReturn, becomeSpeaker, callProjector, openProjector, showFrom, startTelling } from './speaker';
import { scrollToBlocks } from './spot';

/** An older lecture is not offered. */
const OFFERED_MS = 12 * 60 * 60 * 1000;

/** Goes on with the lecture of this tab; where it has none, offers the one that a closed window has left. */
export async function goOnWithKept(panel: ComponentType): Promise<void> {
  const kept = keptIn('sessionStorage');
  if (kept === null) {
    forgetIn('sessionStorage');
    await offerLeft(panel);
    return;
  }
  const release = await takeLecture(kept.code);
  if (release !== 'taken') {
    await goOn(panel, kept, text.peek(), typeof release === 'string' ? () => undefined : release);
    return;
  }
  // The tab was duplicated: its copy shows the same stop, but gives no lecture.
  forgetIn('sessionStorage');
  await showStop(kept, text.peek());
}

async function offerLeft(panel: ComponentType): Promise<void> {
  const left = keptIn('localStorage');
  const release = left === null ? 'unknown' : await takeLecture(left.code);
  // Its window is open, or there is no telling.
  if (left === null || typeof release === 'string') return;
  release();
  // It is offered once.
  forgetIn('localStorage');
  if (Date.now() - left.begun > OFFERED_MS) return;
  say('plain', 'The speaker’s window of a lecture was closed.', {
    label: 'Go on with the lecture',
    act: () => void takeOver(panel, left),
  });
}

async function takeOver(panel: ComponentType, left: KeptLecture): Promise<void> {
  unsay();
  const release = await takeLecture(left.code);
  if (release === 'taken' || lecturing.peek() !== null) return;
  leaveBarLink();
  await goOn(panel, left, null, typeof release === 'string' ? () => undefined : release);
}

// A lecture that was ended goes on, in a new window for the projector.
attachReturn((panel, ended) => {
  unsay();
  leaveBarLink();
  let release = (): void => undefined;
  void goOn(panel, ended, text.peek(), () => release(), 'closed');
  queueMicrotask(() => {
    void takeLecture(ended.code).then((taken) => (release = typeof taken === 'string' ? release : taken));
  });
});

// `wall`: of the projector's window. `typed`: what stands on the page; null: another text than the lecture's.
async function goOn(
  panel: ComponentType,
  kept: KeptLecture,
  typed: string | null,
  release: () => void,
  wall: 'open' | 'closed' = 'open',
): Promise<void> {
  becomeSpeaker(panel, kept, release);
  if (wall === 'closed') openProjector();
  if (kept.show.black) toggleBlack();
  try {
    await showStop(kept, typed);
  } finally {
    startTelling();
    if (kept.scrolled > 0) showFrom(kept.scrolled);
    if (wall === 'open') callProjector();
  }
}

async function showStop({ content, show, thread, scrolled }: KeptLecture, typed: string | null): Promise<void> {
  if (content.lesson !== null) await openStop(content.lesson, show, thread.at.text);
  const wanted = thread.away ? (typed ?? content.text) : thread.at.text;
  const hasRun = wanted === content.text;
  const at = hasRun ? show.step : thread.at.step;
  if (text.peek() !== wanted || chosenBase.peek() !== show.place.base) {
    const isLent = thread.at.lent && !thread.away;
    if (!isLent) setAside(wanted);
    await (isLent ? showLent(wanted, at, null) : putText(wanted, { kind: 'step', step: at }, show.place.base));
  } else if (step.peek() !== at) await seek(at);
  if (hasRun && ran.peek()?.text === wanted) await goToShown(show, false);
  scrollToBlocks(scrolled);
}

// Until the screen's question has put its picture on the page, with its answer if that was out. `of`: the text that the
// lecture shows.
async function openStop({ name, source, number, variant }: ShownLesson, show: Show, of: string): Promise<void> {
  tellAgain(show.told);
  openText(name, source, number, variant === null ? {} : { variant });
  showLessons();
  goTo(Math.min(show.screen, (open.peek()?.lesson.screens.length ?? 1) - 1));
  if (show.tried !== null) tryForClass(show.tried);
  if (screen.peek()?.blocks.some(isExercise) === true) await until(() => shown.value !== null);
  await questionsBack(show, of);
}

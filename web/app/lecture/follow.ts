// SPDX-License-Identifier: GPL-2.0-or-later
//
// The projector's window of a lecture, `#projector=CODE`: it shows what the speaker's window sends, keeps nothing, and
// sends the keys that are pressed in it back. The last message wins; a state that is not shown yet is skipped.

import { goTo, hideAsSpeaker, leaveLessons, open, openText, screenAt } from '../store/lessons/lesson-state';
import { becomeProjector, showLessonBeside } from '../store/lessons/lecture';
import { hover } from '../store/actions/actions';
import { followLab, labResults } from '../store/actions/lab-address';
import { fragmentNow } from '../store/links/links';
import { keepNothing } from '../store/page/keep-nothing';
import type { Press } from '../store/page/projector';
import { seek } from '../store/run/run';
import { putText } from '../store/actions/session';
import { learning, showLessons } from '../store/run/source';
import { chosenBase, dialog, ran, shownTrees, step, text } from '../store/page/state';
import { listTitleOf } from '../store/page/texts';
import { setPlaceOnWall } from '../store/lessons/pack-codes';
import { setToldOnWall, setTriedOnWall } from '../store/lessons/lecture-room';
import { goToShown } from './go-to-shown';
import { watchMoreBelow } from './more-below';
import { fromSpeaker, isCode, wrap, type Content, type FromProjector, type Point, type Show } from './messages';
import { placeOfSpot, scrollToBlocks } from './spot';
import { createWire, type Wire } from './wire';
import './projector-window.css';

const HELLO_MS = 700;
const ARROWS: Readonly<Record<string, Press>> = { ArrowRight: 'forward', ArrowLeft: 'backward', ' ': 'next' };

const CLICKER: Readonly<Record<string, Press>> = {
  PageDown: 'next',
  PageUp: 'back',
  b: 'black',
  '.': 'black',
  Escape: 'leave',
};

/** Before the page starts: nothing of it is kept. */
export const prepareProjector = keepNothing;

let code = '';
let wire: Wire | null = null;
let content: Content | null = null;
let show: Show | null = null;
let spot: Point['spot'] = null;
let scrolled = 0;
let lessonOpen: Content['lesson'] = null;
/** Looks again what of the screen is seen, and tells the speaker's window. */
let lookBelow = (): void => undefined;

/** Makes the page that has just started the projector's. */
export function followSpeaker(): void {
  const said = new URLSearchParams(fragmentNow());
  code = said.get('projector') ?? '';
  const shown = (['light', 'dark'] as const).find((one) => one === said.get('theme')) ?? 'system';
  becomeProjector(shown, (press) => tell({ kind: 'press', press }));
  document.title = 'Maplescope: projector';
  if (!isCode(code)) {
    cover('This address belongs to a lecture. Open Maplescope, then choose “Present”.');
    return;
  }
  cover(
    'Waiting for the speaker’s window… This window follows only a speaker’s window of the same browser on the same ' +
      'machine.',
  );
  const opener = window.opener as Window | null;
  wire = createWire(code, opener === null ? [] : [opener], hear);
  text.subscribe(() => {
    if (!busy && strayed()) void apply();
  });
  labResults.subscribe(() => scrollToBlocks(scrolled));
  shownTrees.subscribe((trees) => nameLeaves(trees.reduce((sum, { picture }) => sum + picture.nodes.length, 0)));
  document.addEventListener('keydown', onKey, true);
  window.addEventListener('pagehide', () => tell({ kind: 'bye' }));
  window.addEventListener('resize', drawSpot);
  lookBelow = watchMoreBelow(
    () => screenAt.peek(),
    (view) => {
      // A question's card comes later than its screen, and makes the text longer.
      scrollToBlocks(scrolled);
      tell({ kind: 'cut', ...view });
    },
  );
  // Another lecture in the same window.
  window.addEventListener('hashchange', () => location.reload());
  greet();
}

let greeting: ReturnType<typeof setInterval> | null = null;

// Says hello until the speaker's window answers.
function greet(): void {
  greeting ??= setInterval(() => tell({ kind: 'hello' }), HELLO_MS);
  tell({ kind: 'hello' });
}

function stopGreeting(): void {
  if (greeting !== null) clearInterval(greeting);
  greeting = null;
}

function tell(message: FromProjector): void {
  wire?.send(wrap(code, message));
}

// Nothing but the speaker moves this window: no other key of the page has a meaning here.
function onKey(event: KeyboardEvent): void {
  // While labs are open, the page leaves these keys to them.
  const press = ARROWS[event.key] ?? (dialog.peek() === 'labs' ? CLICKER[event.key] : undefined);
  // The key that lit a dark screen has done its work.
  if (event.defaultPrevented) return;
  if (press !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    tell({ kind: 'press', press });
  }
  event.stopPropagation();
}

function hear(data: unknown): boolean {
  const said = fromSpeaker(code, data);
  switch (said?.kind) {
    case undefined:
      return false;
    case 'content':
      // What comes new is shown from its top: the speaker's page tells only where it is scrolled to afterwards.
      if (said.lesson?.source !== content?.lesson?.source) scrolled = 0;
      content = said;
      void apply();
      break;
    case 'show':
      if (said.screen !== show?.screen) scrolled = 0;
      show = said;
      stopGreeting();
      void apply();
      break;
    case 'point':
      spot = said.spot;
      scrolled = said.scrolled;
      hover(said.hovered);
      scrollToBlocks(scrolled);
      drawSpot();
      break;
    case 'greet':
      greet();
      break;
    case 'end':
      cover('The lecture has ended. You can close this window.');
      window.close();
      break;
  }
  return true;
}

let busy = false;
let again = false;

// One state after another; the last one is shown in the end.
async function apply(): Promise<void> {
  again = true;
  if (busy) return;
  busy = true;
  try {
    while (again) {
      again = false;
      if (content !== null && show !== null && show.of === content.id) {
        await showNow(content, show);
        again ||= strayed();
      }
      // The text of the state has not come: it is asked for.
      else if (show !== null && show.of > (content?.id ?? -1)) tell({ kind: 'hello' });
    }
  } finally {
    busy = false;
  }
}

/** Another text than the speaker's has come onto the page. */
function strayed(): boolean {
  return content !== null && content.id === show?.of && ran.peek() !== null && text.peek() !== content.text;
}

async function showNow({ text: wanted, lesson }: Content, now: Show): Promise<void> {
  document.documentElement.toggleAttribute('data-black', now.black);
  setToldOnWall(now.told);
  setTriedOnWall(now.tried);
  hideAsSpeaker(now.hidden);
  if (lesson === null) {
    if (learning.value) leaveLessons();
    showLessonBeside(false);
    lessonOpen = null;
  } else {
    const { name, source, number, place, variant } = lesson;
    setPlaceOnWall(place);
    if (lessonOpen?.source !== source || lessonOpen.variant !== variant)
      openText(name, source, number, variant === null ? {} : { variant });
    lessonOpen = lesson;
    showLessons();
    showLessonBeside(true);
    const last = (open.value?.lesson.screens.length ?? 1) - 1;
    if (screenAt.value !== Math.min(now.screen, last)) goTo(Math.min(now.screen, last));
  }
  const { base } = now.place;
  if (ran.value === null || text.value !== wanted || chosenBase.value !== base)
    await putText(wanted, { kind: 'step', step: now.step }, base);
  else if (step.value !== now.step) await seek(now.step);
  await goToShown(now, true);
  nameAside(now.aside);
  followLab(now.lab);
  uncover();
  scrollToBlocks(scrolled);
  lookBelow();
  drawSpot();
}

// ---- What lies over the page ----

let covering: HTMLElement | null = null;

function cover(words: string): void {
  covering ??= document.body.appendChild(
    Object.assign(document.createElement('div'), { className: 'projector-cover' }),
  );
  covering.setAttribute('role', 'status');
  covering.textContent = words;
  covering.hidden = false;
}

function uncover(): void {
  if (covering !== null) covering.hidden = true;
}

let aside: HTMLElement | null = null;

// What is shown beside the lecture is named: nobody takes it for the lesson's tree.
function nameAside(isAside: boolean): void {
  aside ??= document.body.appendChild(Object.assign(document.createElement('p'), { className: 'wall-aside' }));
  aside.hidden = !isAside;
  aside.textContent = isAside ? `Aside: ${listTitleOf(text.peek())}` : '';
}

// So few leaves are drawn larger: projector-window.css.
function nameLeaves(nodes: number): void {
  const { dataset } = document.documentElement;
  if (nodes === 1) dataset['leaves'] = '1';
  else if (nodes > 0 && nodes <= 3) dataset['leaves'] = '2';
  else delete dataset['leaves'];
}

let dot: HTMLElement | null = null;

function drawSpot(): void {
  const place = spot === null ? null : placeOfSpot(spot);
  dot ??= document.body.appendChild(Object.assign(document.createElement('div'), { className: 'speaker-spot' }));
  dot.hidden = place === null;
  if (place !== null) dot.style.transform = `translate(${place.x}px, ${place.y}px)`;
}

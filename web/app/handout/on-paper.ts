// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page as the browser's own command prints it if no handout is open: the screen of the lesson, or the scenario,
// above the picture as it is on the page, and the way to a handout.

import { learning } from '../store/run/source';
import { stepHere, steps, text } from '../store/page/state';
import { titleOf } from '../store/page/texts';
import './on-paper.css';

/** Width between the margins of A4, in CSS pixels. */
const PAPER = 680;

/** From now on what is printed is laid out for paper. */
export function startPaper(): void {
  let sheet: HTMLElement | null = null;
  const clear = (): void => sheet?.remove();
  window.addEventListener('beforeprint', () => {
    clear();
    if (document.querySelector('.handout') !== null) return;
    sheet = document.querySelector('.handout-room') === null ? sheetNow() : sheetEarly();
    document.body.prepend(sheet);
  });
  window.addEventListener('afterprint', clear);
}

function sheetNow(): HTMLElement {
  const sheet = document.createElement('section');
  sheet.className = 'on-paper';
  const screen = learning.peek() ? document.querySelector('.lesson-bar + .lesson-body') : null;
  const note = 'For a handout with room to write, and answers on a page of their own, press Ctrl K in Maplescope and ';
  sheet.append(element('p', `${note}choose “Print a handout”.`));
  if (screen === null) sheet.append(element('h1', titleOf(text.peek())), element('pre', text.peek()));
  else sheet.append(screen.cloneNode(true));
  for (const folded of sheet.querySelectorAll('details')) folded.open = true;
  sheet.append(element('p', `The picture shows step ${stepHere.peek()} of ${steps.peek()}.`));
  // The picture keeps the size that it was drawn in, as much smaller as the paper needs it.
  const { width = PAPER, height = PAPER } = document.querySelector('.picture-pane')?.getBoundingClientRect() ?? {};
  const { style } = document.documentElement;
  style.setProperty('--paper-width', `${width}px`);
  style.setProperty('--paper-height', `${height}px`);
  style.setProperty('--paper-zoom', String(Math.min(1, PAPER / width)));
  return sheet;
}

// The handout that is open has no pictures yet.
function sheetEarly(): HTMLElement {
  const sheet = document.createElement('section');
  sheet.className = 'on-paper is-early';
  sheet.append(element('p', 'The handout is not drawn yet. Wait until its pages are on the screen, then print again.'));
  return sheet;
}

function element(name: string, words: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: words });
}

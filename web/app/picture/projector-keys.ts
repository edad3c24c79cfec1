// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys of projector mode: those of a clicker go from step to step, Escape leaves, b makes the screen black until the
// next key or press. Heard before the page's own keys; not in a dialog, nor where something is written.

import { clicker, lecturing, projector, toggleProjector, type Press } from '../store/page/projector';
import { handsAt } from '../store/actions/hands';
import { stepBy } from '../store/run/player';
import { dialog } from '../store/page/state';

const BLACK = 'data-black';
const FIELDS = 'input, textarea, select, [contenteditable=true], .cm-editor';
/** One line: there is nothing to page in it. */
const LINES = 'input:is([type=text], [type=search], :not([type]))';

const PRESSES: Readonly<Record<string, Press>> = { PageDown: 'next', PageUp: 'back', b: 'black', Escape: 'leave' };

/** More keys of clickers, which have another meaning on the page outside a lecture. */
const CLICKER: Readonly<Record<string, Press>> = { '.': 'black' };

const isPageKey = ({ key, shiftKey }: KeyboardEvent): boolean => !shiftKey && (key === 'PageDown' || key === 'PageUp');

// Whether PageDown has something to do in what has the focus.
function pages(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.scrollHeight > field.clientHeight;
  return !field.matches(LINES);
}

const ACTS: Readonly<Partial<Record<Press, () => void>>> = {
  next: () => stepBy(1),
  back: () => stepBy(-1),
  black: () => document.documentElement.setAttribute(BLACK, ''),
  leave: toggleProjector,
};

/** Listens until the returned function is called, which also brings the light back. */
export function startPresenting(): () => void {
  const root = document.documentElement;
  const lit = (event: Event): boolean => {
    if (!root.hasAttribute(BLACK)) return false;
    // In a lecture of two windows the speaker's brings the light back.
    if (clicker.value === null) root.removeAttribute(BLACK);
    else clicker.value('black');
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (lit(event)) return;
    const press = PRESSES[event.key] ?? (clicker.value === null ? undefined : CLICKER[event.key]);
    const inField =
      event.target instanceof Element &&
      event.target.closest(FIELDS) !== null &&
      !(clicker.value !== null && isPageKey(event) && !pages(event.target));
    if (
      press === undefined ||
      !(projector.value || lecturing.value !== null) ||
      (press === 'leave' && handsAt.value !== null) ||
      dialog.value !== null ||
      inField ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    if (clicker.value === null) ACTS[press]?.();
    else clicker.value(press);
  };
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', lit, true);
  return () => {
    root.removeAttribute(BLACK);
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', lit, true);
  };
}

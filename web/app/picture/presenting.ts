// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys of projector mode: those of a clicker go from step to step, Escape leaves, b makes the screen black until the
// next key or press. Heard before the page's own keys; not in a dialog, nor where something is written.

import { projector, toggleProjector } from '../store/projector';
import { stepBy } from '../store/player';
import { dialog } from '../store/state';

const BLACK = 'data-black';
const FIELDS = 'input, textarea, select, [contenteditable=true], .cm-editor';

const ACTS: Readonly<Record<string, () => void>> = {
  PageDown: () => stepBy(1),
  PageUp: () => stepBy(-1),
  b: () => document.documentElement.setAttribute(BLACK, ''),
  Escape: toggleProjector,
};

/** Listens until the function that it gives back is called, which also brings the light back. */
export function startPresenting(): () => void {
  const root = document.documentElement;
  const lit = (event: Event): boolean => {
    if (!root.hasAttribute(BLACK)) return false;
    root.removeAttribute(BLACK);
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (lit(event)) return;
    const act = ACTS[event.key];
    const inField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    if (
      act === undefined ||
      !projector.value ||
      dialog.value !== null ||
      inField ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', lit, true);
  return () => {
    root.removeAttribute(BLACK);
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', lit, true);
  };
}

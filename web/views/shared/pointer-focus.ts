// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pictures that have keys of their own take the focus from the keyboard only: whoever clicks on a node and presses an
// arrow wants the next step, not the picture moved.

/**
 * Presses of a pointer in `frame` take the focus from what had it, and give it to nobody; a frame that has it keeps it.
 */
export function focusByKeysOnly(frame: HTMLElement): void {
  // On the way down: below, a press is taken by what zooms.
  frame.addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('button, a, input') !== null) return;
      event.preventDefault();
      const active = document.activeElement;
      if (active instanceof HTMLElement && !frame.contains(active)) active.blur();
    },
    { capture: true },
  );
}

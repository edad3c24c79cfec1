// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sign on the wall that a lesson's screen or a lab goes on below what is seen of it. It stands on a line of its own
// below the text, which has that line back when nothing more is below.

import type { WallView } from '../store/lessons/lecture-thread';
import { nextPage, reading } from './spot';

/** The space below the last line; what is less than it hides no text. CSS pixels. */
const NO_TEXT = 24;
/** The line of the sign, as in projector-window.css. CSS pixels. */
const SIGN = 32;

/**
 * Keeps the sign. Calls `changed` at first and whenever another part of the text is seen. Returns a function that looks
 * again.
 */
export function watchMoreBelow(screen: () => number, changed: (view: WallView) => void): () => void {
  const sign = document.createElement('div');
  sign.className = 'wall-more';
  sign.textContent = '↓ more below';
  sign.hidden = true;
  document.body.append(sign);
  let last = '';
  const look = (): void => {
    const body = reading();
    const room = body === null ? 0 : body.clientHeight + (sign.hidden ? 0 : SIGN);
    const below = body !== null && body.scrollTop + room < body.scrollHeight - NO_TEXT;
    sign.hidden = !below;
    document.documentElement.toggleAttribute('data-more', below);
    if (below) {
      const { right, bottom } = body.getBoundingClientRect();
      sign.style.right = `${window.innerWidth - right + 18}px`;
      sign.style.top = `${bottom}px`;
    }
    const view = { screen: screen(), below, next: nextPage() };
    const now = JSON.stringify(view);
    if (now !== last) changed(view);
    last = now;
  };
  let isAwaited = false;
  const soon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      look();
    });
  };
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true, characterData: true });
  window.addEventListener('resize', soon);
  document.addEventListener('scroll', soon, true);
  soon();
  return soon;
}

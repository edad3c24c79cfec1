// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sign on the wall that a lesson's screen or a lab goes on below what is seen of it.

import { reading } from './spot';

/** The space below the last line; what is less than it hides no text. CSS pixels. */
const NO_TEXT = 24;

/** Keeps the sign; `changed` is told at first, and whenever it comes or goes. */
export function watchMoreBelow(changed: (below: boolean) => void): void {
  const sign = document.createElement('div');
  sign.className = 'wall-more';
  sign.textContent = '↓ more below';
  sign.hidden = true;
  document.body.append(sign);
  let last: boolean | null = null;
  const look = (): void => {
    const body = reading();
    const below = body !== null && body.scrollTop + body.clientHeight < body.scrollHeight - NO_TEXT;
    sign.hidden = !below;
    if (below) {
      const { right, bottom } = body.getBoundingClientRect();
      sign.style.right = `${window.innerWidth - right + 18}px`;
      sign.style.bottom = `${window.innerHeight - bottom + 8}px`;
    }
    if (below !== last) changed(below);
    last = below;
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
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The browser asks whether to leave while it has refused to keep what a person made.

import type { ReadonlySignal } from '@preact/signals';

/**
 * Makes the browser ask before leaving while `isKept` is false and `isWorth`, called on leaving, says that something
 * would be lost. The listener exists only while `isKept` is false: with one, browsers may not keep the page for Back.
 */
export function askBeforeLeaving(
  isKept: ReadonlySignal<boolean>,
  isWorth: () => boolean,
  page: EventTarget | null = typeof window === 'undefined' ? null : window,
): () => void {
  const onLeave = (event: Event): void => {
    if (isWorth()) event.preventDefault();
  };
  const stop = isKept.subscribe((kept) => {
    if (kept) page?.removeEventListener('beforeunload', onLeave);
    else page?.addEventListener('beforeunload', onLeave);
  });
  return () => {
    stop();
    page?.removeEventListener('beforeunload', onLeave);
  };
}

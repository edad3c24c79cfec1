// SPDX-License-Identifier: GPL-2.0-or-later
//
// The window as the rooms see it.

import { signal, type Signal } from '@preact/signals';

let wide: Signal<boolean> | null = null;

/** The window is wide enough for rooms side by side, as in the style sheets; followed from the first call on. */
export function isWide(): boolean {
  wide ??= follow(matchMedia('(min-width: 901px)'));
  return wide.value;
}

function follow(query: MediaQueryList): Signal<boolean> {
  const now = signal(query.matches);
  query.addEventListener('change', ({ matches }) => {
    now.value = matches;
  });
  return now;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The window as the rooms see it.

import { signal, type Signal } from '@preact/signals';

const followed = new Map<string, Signal<boolean>>();

/** The window is wide enough for rooms side by side, as in the style sheets; followed from the first call on. */
export function isWide(): boolean {
  return matches('(min-width: 901px)');
}

/** A media query holds; followed from the first call on. */
export function matches(query: string): boolean {
  let now = followed.get(query);
  if (now === undefined) followed.set(query, (now = follow(matchMedia(query))));
  return now.value;
}

function follow(query: MediaQueryList): Signal<boolean> {
  const now = signal(query.matches);
  query.addEventListener('change', ({ matches }) => {
    now.value = matches;
  });
  return now;
}

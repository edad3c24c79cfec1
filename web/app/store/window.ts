// SPDX-License-Identifier: GPL-2.0-or-later
//
// The window as the rooms see it.

import { signal } from '@preact/signals';

// As in the style sheets: narrower windows show one room at a time.
const rooms = matchMedia('(min-width: 901px)');
const wide = signal(rooms.matches);
rooms.addEventListener('change', ({ matches }) => {
  wide.value = matches;
});

/** The window is wide enough for rooms side by side. */
export const isWide = wide;

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts that need not wait for the rest of the page: its theme, so that nothing flashes; the engine, which loads at
// the same time; keys, which nothing else handles yet. This file loads before all others, so it stays small, and its
// imports import nothing.

import { spawnAhead } from '../../engine/service/spawn';
import { recordKeys } from '../store/page/early-keys';

// As preferences.ts keeps it, who also sees to it that it changes.
try {
  const theme = localStorage.getItem('maplescope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
} catch {
  // Without a place to keep a theme there is none.
}
recordKeys();
spawnAhead();

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What need not wait for the rest of the page: its theme, so that nothing flashes; the engine, which is fetched at the
// same time; keys, which nobody else hears yet. A file of its own that comes before all others: it stays small, and
// what it imports imports nothing.

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

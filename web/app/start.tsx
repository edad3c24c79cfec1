// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts the page together: engine, store, shell, keys, session, automation. Floor 5.

import { render } from 'preact';
import { createAutomation } from './automation';
import { startDrops } from './drops';
import { startEngine } from './engine';
import { startKeys } from './keys';
import { maple } from './language';
import { startPreferences } from './preferences';
import { startSession } from './session';
import { Shell } from './shell';

/** Starts the page in an element; gives back what takes it down. */
export function startPage(host: HTMLElement): () => void {
  const stops = [startPreferences(), startEngine(), startSession(), startKeys(), startDrops()];
  render(<Shell language={maple} />, host);
  globalThis.maplescope = createAutomation();
  return () => {
    globalThis.maplescope = undefined;
    render(null, host);
    for (const stop of stops.reverse()) stop();
  };
}

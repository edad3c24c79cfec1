// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts the page together: engine, store, shell, keys, session, automation.

import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { writeHere } from '../store/actions';
import { createAutomation } from './automation';
import { startBranches } from '../store/branches';
import { startBreakpoints } from '../store/breakpoints';
import { startDrops } from '../import/drops';
import { pressHeard } from '../store/early-keys';
import { startEngine } from '../store/engine';
import { startFixes } from '../editor/fixes';
import { startKeys } from './keys';
import { startMotion } from '../store/motion';
import { startNodeChanges } from '../store/node-changes';
import { fetchAhead, fetchMissed } from '../ui/on-demand';
import { startPreferences } from '../store/preferences';
import { startSession } from '../store/session';
import { Shell } from './shell';
import { scene } from '../store/state';

/** Starts the page in an element; gives back what takes it down. */
export function startPage(host: HTMLElement): () => void {
  const stops = [startPreferences(), startEngine(), startBranches(), startSession(), startMotion(), startNodeChanges(), startKeys(), startDrops(), startBreakpoints(), startFixes(), startFetchingAhead()];
  render(
    <>
      <Shell />
      <Listening />
    </>,
    host,
  );
  globalThis.maplescope = createAutomation();
  return () => {
    globalThis.maplescope = undefined;
    render(null, host);
    for (const stop of stops.reverse()) stop();
  };
}

// Behind all others, so that rooms and editor stand when keys from before reach them.
function Listening() {
  useEffect(() => pressHeard(writeHere), []);
  return null;
}

// When the first run is on the page; before, everything else can wait. And again when the network is back, first what was
// wanted meanwhile.
function startFetchingAhead(): () => void {
  let end = (): void => undefined;
  const begin = (): void => {
    end();
    end = fetchAhead();
  };
  const onOnline = (): void => {
    fetchMissed();
    if (scene.value !== null) begin();
  };
  const stop = effect(() => {
    if (scene.value === null) return;
    untracked(begin);
    queueMicrotask(() => stop());
  });
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('online', onOnline);
    stop();
    end();
  };
}

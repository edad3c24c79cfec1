// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts the page together: engine, store, shell, keys, session, automation.

import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { writeHere } from '../store/actions/actions';
import { startBranches } from '../store/actions/branches';
import { startBreakpoints } from '../store/run/breakpoints';
import { startDrops } from '../import/drops';
import { replayKeys } from '../store/page/early-keys';
import { startEngine } from '../store/run/engine';
import { startFixes } from '../store/page/fixes';
import { startKeys } from './keys';
import { startMotion } from '../store/run/motion';
import { startNodeChanges } from '../store/run/node-changes';
import { alsoAhead, fetchAhead, fetchMissed } from '../ui/on-demand';
import { hadTime } from '../store/page/spare-time';
import { startPreferences } from '../store/page/preferences';
import { startSession } from '../store/actions/session';
import { Shell } from './shell';
import { diagnostics, engineFailure, scene } from '../store/page/state';

/** Starts the page in an element; returns a function that removes it. */
export function startPage(host: HTMLElement): () => void {
  const stops = [
    startPreferences(),
    startEngine(),
    startBranches(),
    startSession(),
    startMotion(),
    startNodeChanges(),
    startKeys(),
    startDrops(),
    startBreakpoints(),
    startFixes(),
    startFetchingAhead(),
  ];
  render(
    <>
      <Shell />
      <Listening />
    </>,
    host,
  );
  stops.push(startAutomation());
  return () => {
    render(null, host);
    for (const stop of stops.reverse()) stop();
  };
}

// For programs and for paper: fetched once people have what they wait for, or know that they will not get it.
function startAutomation(): () => void {
  let ended = false;
  const stop = effect(() => {
    if (!hadTime.value && engineFailure.value === null && diagnostics.value.length === 0) return;
    queueMicrotask(() => stop());
    const fetched = import('./late').then(({ createAutomation, startPaper }) => {
      if (ended) return;
      globalThis.maplescope = createAutomation();
      startPaper();
    });
    fetched.catch(() => undefined);
  });
  return () => {
    ended = true;
    stop();
    globalThis.maplescope = undefined;
  };
}

// Behind all others, so that rooms and editor stand when keys from before reach them.
function Listening() {
  useEffect(() => replayKeys(writeHere), []);
  return null;
}

// After the first run is on the page, everything else may load. Again when the network is back, beginning with the
// parts whose load failed.
function startFetchingAhead(): () => void {
  let end = (): void => undefined;
  const begin = (): void => {
    end();
    end = fetchAhead();
  };
  // For the next visit; who asks to save data is spared it.
  const dropOffline = alsoAhead(async () => (await import('../store/page/updates')).startUpdates());
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
    dropOffline();
    stop();
    end();
  };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The service worker: with it the page opens and runs without a network after the first visit. A new version is
// fetched in the background and waits until the person takes it; nothing reloads by itself. While a lecture runs in
// any window of this browser, no window takes a new version, because the old one's files would be gone.
//
// Not by workbox-window: it misses a version that another window is installing when this one registers.

import { effect } from '@preact/signals';
import { lecturing, projector } from './projector';
import { notice, update, type Notice } from './state';

/** Held, shared, by every window that presents. */
const LECTURE = 'maplescope lecture';
const SCRIPT = './sw.js';
/** A page that stays open looks for a new version this often. */
const LOOK_MS = 60 * 60 * 1000;

/** Exists in browsers with trusted types; the others take the URL as a string. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('maplescope-offline', {
  createScriptURL: (url) => {
    if (url !== SCRIPT) throw new TypeError('not the service worker');
    return url;
  },
});

let registration: ServiceWorkerRegistration | null = null;
let started: Promise<void> | null = null;
let asked = false;

function canWorkOffline(): boolean {
  return (
    import.meta.env.PROD &&
    import.meta.env.MODE !== 'single' &&
    'serviceWorker' in navigator &&
    window.self === window.top
  );
}

/** Registers the service worker; called once the first view is done. It does nothing where there can be none. */
export function startUpdates(): Promise<void> {
  started ??= canWorkOffline() ? register() : Promise.resolve();
  return started;
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  holdWhilePresenting();
  let hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    // Another window has taken a new version: this one still runs the old one.
    else if (hadOne) update.value = () => location.reload();
    hadOne = true;
  });
  try {
    registration = await serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT);
  } catch {
    // Storage is blocked, or the host does not have the file: the page works with a network.
    return;
  }
  const now = registration;
  offer();
  follow(now.installing);
  now.addEventListener('updatefound', () => follow(now.installing));
  setInterval(() => void now.update().catch(() => undefined), LOOK_MS);
}

function follow(coming: ServiceWorker | null): void {
  coming?.addEventListener('statechange', offer);
}

// The first version of all takes over by itself and is no update.
function offer(): void {
  if (registration !== null && registration.waiting !== null && navigator.serviceWorker.controller !== null)
    update.value = () => void takeUpdate();
}

let holds = false;

/** From the first call on, a window that presents holds off updates in all windows. */
export function holdWhilePresenting(): void {
  if (holds || !('locks' in navigator)) return;
  holds = true;
  effect(() => {
    if (!projector.value && lecturing.value === null) return;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // Not before the projector's window is open: a lock granted while a debugger holds a page that opens is lost.
    queueMicrotask(() => void navigator.locks.request(LECTURE, { mode: 'shared' }, () => held));
    return () => release();
  });
}

async function lectureRuns(): Promise<boolean> {
  if (projector.value || lecturing.value !== null) return true;
  if (!('locks' in navigator)) return false;
  return ((await navigator.locks.query()).held ?? []).some(({ name }) => name === LECTURE);
}

function say(tone: Notice['tone'], text: string): void {
  notice.value = { tone, text, offer: null };
}

/** Reloads the page in its new version, unless a lecture runs. The text, the step and the address stay. */
async function takeUpdate(): Promise<void> {
  if (await lectureRuns()) {
    say('plain', 'A lecture is running in this browser. Update when it has ended.');
    return;
  }
  asked = true;
  // As workbox's service worker expects it.
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Looks for a new version and takes it; for a link that this version cannot read. */
export async function updateNow(): Promise<void> {
  if (!canWorkOffline()) {
    location.reload();
    return;
  }
  await startUpdates();
  await registration?.update().catch(() => undefined);
  await installed(registration?.installing ?? null);
  if (registration !== null && registration.waiting !== null) await takeUpdate();
  else
    say('warning', 'No newer version was found: check your connection, or ask whoever hosts this page to update it.');
}

function installed(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker === null || worker.state !== 'installing') resolve();
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of the page that are fetched when they are first wanted, or before, once the page has nothing better to do: a
// part that is here is drawn at once. Their weight is not paid by who opens a link to look.

import type { ComponentChildren, ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { fetchTerms } from '../../views/shared/glossary';
import { fetchZooming } from '../../views/shared/zooming';
import { say, unsay } from '../store/actions/actions';
import { awaitBesides } from '../store/run/run';
import { hadTime, haveTime, timeToSpare } from '../store/page/spare-time';
import { notice, type Notice } from '../store/page/state';

let loaders: readonly (() => Promise<unknown>)[] = [fetchZooming, fetchTerms];

/** Has something fetched as well while the page is idle, until the returned function is called. */
export function alsoAhead(load: () => Promise<unknown>): () => void {
  loaders = [...loaders, load];
  return () => {
    loaders = loaders.filter((other) => other !== load);
  };
}

/**
 * Has nothing to take back where a part could not be fetched, but its place stays free: what is below does not move.
 */
export function keepsRoom(): void {
  // The element shown while loading keeps the place.
}

/** Nothing is to be taken back where a part could not be fetched: in its place stands that it could not. */
function staysThere(): void {
  // As the name says.
}

/**
 * A component that loads when it is first drawn. `Meanwhile`, if given, is drawn until it arrives. If loading fails, a
 * sentence and a button to try again are drawn, unless `onFail` removes the component; a later load that succeeds
 * replaces them.
 */
export function onDemand<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  onFail: () => void = staysThere,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let made: ComponentType<Props> | null = null;
  const drawn = new Set<() => void>();
  const fetch = async (): Promise<void> => {
    if (made !== null) return;
    made = await load();
    hasCome(what);
    for (const draw of drawn) draw();
  };
  alsoAhead(fetch);
  return function OnDemand(props: Props) {
    const [, again] = useState(0);
    const [failed, setFailed] = useState(false);
    // As it is drawn, so that who waits for the step waits for it.
    useLayoutEffect(() => {
      if (made !== null) return;
      const draw = (): void => again((n) => n + 1);
      drawn.add(draw);
      const asked = fetch();
      awaitBesides(asked);
      asked.catch(() => {
        if (!drawn.has(draw)) return;
        setFailed(true);
        onFail();
        sayNotFetched(what, fetch);
      });
      return () => {
        drawn.delete(draw);
      };
    }, []);
    const Component = made;
    if (Component !== null) return <Component {...props} />;
    const waiting = Meanwhile === undefined ? null : <Meanwhile {...props} />;
    if (failed)
      return (
        <>
          {waiting}
          <NotFetched what={what} again={fetch} />
        </>
      );
    if (waiting !== null) return waiting;
    if (onFail !== keepsRoom) return null;
    return (
      <div class="room-kept" aria-busy="true">
        <p class="beginning coming">Fetching the picture…</p>
      </div>
    );
  };
}

// In the place of a part that did not come.
function NotFetched({ what, again }: { readonly what: string; readonly again: () => Promise<void> }) {
  return (
    <section class="ms-panel">
      <p class="ms-why">{what} could not be fetched.</p>
      <button type="button" class="button small" onClick={() => tryAgain(what, again)}>
        Try again
      </button>
    </section>
  );
}

/** The part whose load failed, until it has loaded. */
const missed = new Map<string, () => Promise<unknown>>();
let told: { readonly what: string; readonly notice: Notice | null } | null = null;

/** Tells that something could not be fetched when it was wanted, until it has come; `again` tries once more. */
export function sayNotFetched(what: string, again: (() => Promise<unknown>) | null = null): void {
  if (again !== null) missed.set(what, again);
  say(
    'warning',
    `${what} could not be fetched. Check your connection.`,
    again === null ? null : { label: 'Try again', act: () => tryAgain(what, again) },
  );
  told = { what, notice: notice.value };
}

function tryAgain(what: string, again: () => Promise<unknown>): void {
  again().then(
    () => hasCome(what),
    () => sayNotFetched(what, again),
  );
}

function hasCome(what: string): void {
  missed.delete(what);
  if (told?.what !== what) return;
  if (notice.value === told.notice) unsay();
  told = null;
}

/** Fetches what was wanted and did not come. */
export function fetchMissed(): void {
  for (const [what, again] of missed) {
    const fetched = (): Promise<void> => again().then(() => hasCome(what));
    // The first may be the one that was under way when the network came back.
    fetched()
      .catch(fetched)
      .catch(() => undefined);
  }
}

/**
 * For parts below the first view: loaded and drawn once the page was idle. Callers that wait until all of a step is
 * shown wait for them too.
 */
export function Below({ children }: { readonly children: ComponentChildren }) {
  useLayoutEffect(() => {
    if (!hadTime.value) awaitBesides(timeToSpare);
  }, []);
  return hadTime.value ? <>{children}</> : null;
}

const IDLE_MS_MAX = 4000;

/**
 * Loads every other part, one after another while the page is idle, so that each is ready even if the host is gone by
 * then. Not if the visitor asks to save data. A part that cannot load now loads on demand. Returns a function that
 * stops it.
 */
export function fetchAhead(): () => void {
  let ended = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  const idle = (act: () => void): unknown =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: IDLE_MS_MAX }) : setTimeout(act, IDLE_MS_MAX);
  const next = (k: number): void => {
    const load = loaders[k];
    if (ended || load === undefined) return;
    const on = (): unknown => idle(() => next(k + 1));
    load().then(on, on);
  };
  idle(() => {
    haveTime();
    next(0);
  });
  return () => {
    ended = true;
  };
}

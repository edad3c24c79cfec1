// SPDX-License-Identifier: GPL-2.0-or-later
//
// The browser's history: another text opens an entry of its own, and Back and Forward lead to what was on the page
// there. Knows what an entry is to hold as plain data, and not how it comes on the page.
//
// An entry carries only a name; what it holds is kept beside it, since an entry that was left cannot be written any
// more. Inside a frame the history belongs to the page around it: nothing is entered there.

import type { Kept } from './autosave';

/** The state of the page when its history entry was left. */
export interface Visit extends Kept {
  /** The branches of the text, as branches.ts packs them. */
  readonly branches: string;
}

const KEY = 'maplescope.visits';
/** The part that survives a reload: it shares the storage with the tab's own text. */
const CHARACTERS_MAX = 1_000_000;
const VISITS_MAX = 24;

export interface Visits {
  /** The current state stays with this entry; the next state gets an entry of its own, with a bare address. */
  readonly openAnother: () => void;
  readonly stop: () => void;
}

/** Follows the history: `present` is what is on the page, `show` puts on what an entry held. */
export function followVisits(
  stored: Storage | null,
  newId: () => string,
  present: () => Visit,
  show: (visit: Visit) => void,
): Visits {
  if (window.self !== window.top) return { openAnother: () => undefined, stop: () => undefined };
  const visits = readVisits(stored);
  let now = nameOf(history.state) ?? named(newId());
  const leave = (): void => {
    visits.delete(now);
    visits.set(now, present());
    keepVisits(stored, visits);
  };
  const arrive = (): void => {
    const name = nameOf(history.state);
    if (name === now) return;
    leave();
    // An entry that the browser made, for a link that was followed: who follows the address opens it.
    now = name ?? named(newId());
    const visit = visits.get(now);
    if (visit !== undefined) show(visit);
  };
  window.addEventListener('popstate', arrive);
  window.addEventListener('hashchange', arrive);
  return {
    openAnother() {
      leave();
      const name = newId();
      try {
        history.pushState({ visit: name }, '', location.href.split('#')[0]);
        now = name;
      } catch {
        // The browser refuses entries that come too fast: the text is shown in the current entry then.
      }
    },
    stop() {
      window.removeEventListener('popstate', arrive);
      window.removeEventListener('hashchange', arrive);
    },
  };
}

function named(name: string): string {
  try {
    history.replaceState({ visit: name }, '');
  } catch {
    // Without a name, Back leads to the address alone.
  }
  return name;
}

function nameOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('visit' in state)) return null;
  return typeof state.visit === 'string' ? state.visit : null;
}

function readVisits(stored: Storage | null): Map<string, Visit> {
  try {
    // Nobody else writes there.
    return new Map(JSON.parse(stored?.getItem(KEY) ?? '[]') as [string, Visit][]);
  } catch {
    return new Map();
  }
}

// The latest ones, as many as there is room for.
function keepVisits(stored: Storage | null, visits: Map<string, Visit>): void {
  for (const name of [...visits.keys()].slice(0, -VISITS_MAX)) visits.delete(name);
  let room = CHARACTERS_MAX;
  const kept = [...visits].reverse().filter(([, { text, branches }]) => (room -= text.length + branches.length) >= 0);
  try {
    stored?.setItem(KEY, JSON.stringify(kept.reverse()));
  } catch {
    // They hold until a reload.
  }
}

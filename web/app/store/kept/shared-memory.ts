// SPDX-License-Identifier: GPL-2.0-or-later
//
// State that all tabs of this browser share, under one key of localStorage. A change is a function, applied to the
// stored value at that moment, so that no tab overwrites another tab's change.

import { signal, type Signal } from '@preact/signals';

/** How one memory is kept. `read` takes null where nothing is; `write` gives null to keep nothing. Both are pure. */
export interface MemoryForm<T> {
  readonly key: string;
  readonly read: (text: string | null) => T;
  readonly write: (of: T) => string | null;
}

export interface SharedMemory<T> {
  readonly value: Signal<T>;
  /** The browser kept the last change. One that it did not keep holds as long as the page. */
  readonly isKept: Signal<boolean>;
  /** Changes what is kept now, and keeps it. `by` is pure: it may be applied again, to what another tab has written. */
  change(by: (now: T) => T): void;
  /** The stored value, read again. */
  stored(): T;
  /** Takes up what other tabs write, from now on; the target is the window. Returns a function that ends it. */
  follow(storageEvents: EventTarget): () => void;
  /** From now on the page has this, and nothing more is read or kept. */
  detach(as: T): void;
}

/** A memory of all tabs; `storage` may throw where the browser blocks it. Nothing here throws. */
export function sharedMemory<T>(form: MemoryForm<T>, storage: () => Storage): SharedMemory<T> {
  const { key, read, write } = form;
  // Undefined: it cannot be read.
  const text = (): string | null | undefined => {
    try {
      return storage().getItem(key);
    } catch {
      return undefined;
    }
  };
  /** The text that `value` was read from or written to. */
  let seen = text();
  let unkept: ((now: T) => T)[] = [];
  let isDetached = false;
  const value = signal(read(seen ?? null));
  const isKept = signal(true);
  const now = (): T => {
    const there = text();
    if (isDetached || there === undefined || there === seen) return value.peek();
    seen = there;
    return unkept.reduce((so, by) => by(so), read(there));
  };
  return {
    value,
    isKept,
    change(by) {
      value.value = by(now());
      if (isDetached) return;
      try {
        const next = write(value.peek());
        if (next === null) storage().removeItem(key);
        else storage().setItem(key, next);
        seen = next;
        unkept = [];
        isKept.value = true;
      } catch {
        unkept.push(by);
        isKept.value = false;
      }
    },
    stored: () => read(text() ?? null),
    follow(storageEvents) {
      const onStorage = (event: Event): void => {
        const changed = (event as StorageEvent).key;
        // Null: everything was cleared.
        if (changed === key || changed === null) value.value = now();
      };
      // The browser restores a page from its cache as it was, without the events since.
      const onShow = (event: Event): void => {
        if ((event as PageTransitionEvent).persisted) value.value = now();
      };
      storageEvents.addEventListener('storage', onStorage);
      storageEvents.addEventListener('pageshow', onShow);
      return () => {
        storageEvents.removeEventListener('storage', onStorage);
        storageEvents.removeEventListener('pageshow', onShow);
      };
    },
    detach(as) {
      isDetached = true;
      value.value = as;
    },
  };
}

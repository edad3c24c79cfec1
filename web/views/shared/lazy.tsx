// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of a view that are fetched when they are first drawn. Who puts the views onto a page may fetch all of them
// before, and is told of what could not be fetched.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const loads: (() => Promise<void>)[] = [];
type Tell = (what: string, again: () => Promise<void>) => void;
let tell: Tell = () => undefined;

/** Calls `next` with the name of each part that could not be fetched when it was to be drawn, and what tries again. */
export function whenNotFetched(next: Tell): void {
  tell = next;
}

/** Fetches every such part; rejected where the host is gone. */
export async function fetchLazyParts(): Promise<void> {
  for (const load of loads) await load();
}

export function lazy<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let made: ComponentType<Props> | null = null;
  const drawn = new Set<() => void>();
  const fetch = async (): Promise<void> => {
    if (made !== null) return;
    made = await load();
    for (const draw of drawn) draw();
  };
  loads.push(fetch);
  return function Lazy(props: Props) {
    const [, again] = useState(0);
    useEffect(() => {
      if (made !== null) return;
      const draw = (): void => again((n) => n + 1);
      drawn.add(draw);
      fetch().catch(() => {
        if (drawn.has(draw)) tell(what, fetch);
      });
      return () => {
        drawn.delete(draw);
      };
    }, []);
    const Made = made;
    return Made === null ? null : <Made {...props} />;
  };
}

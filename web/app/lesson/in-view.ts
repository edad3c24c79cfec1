// SPDX-License-Identifier: GPL-2.0-or-later
//
// Brings an answer into view when it comes.

import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Scrolls as little as needed when `what` changes; not at first, and not while `quiet`. */
export function useInView(element: RefObject<HTMLElement | null>, what: unknown, quiet: boolean): void {
  const last = useRef(what);
  useEffect(() => {
    if (last.current === what) return;
    last.current = what;
    if (!quiet) element.current?.scrollIntoView({ block: 'nearest' });
  }, [what, quiet]);
}

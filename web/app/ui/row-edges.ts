// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sides on which a row of buttons continues out of sight: there it fades (dialogs.css).

import { useEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** `edges` is what is to stand behind the classes of the row, `look` what it is to do when it is scrolled. */
export function useRowEdges(list: RefObject<HTMLElement | null>): {
  readonly edges: string;
  readonly look: () => void;
} {
  const [edges, setEdges] = useState('');
  const look = (): void => {
    const row = list.current;
    if (row === null) return;
    const { scrollLeft, clientWidth, scrollWidth } = row;
    setEdges(`${scrollLeft > 1 ? ' before' : ''}${scrollLeft + clientWidth < scrollWidth - 1 ? ' behind' : ''}`);
  };
  useEffect(() => {
    if (list.current === null) return;
    const seen = new ResizeObserver(look);
    seen.observe(list.current);
    return () => seen.disconnect();
  }, []);
  return { edges, look };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A word with its meaning: shown on hover, on focus and on tap, hidden by Escape. Read out with the word.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fetchTerms, meaningOf } from './glossary';
import { oneTip } from './one-tip';
import { TERM_NAMES, type TermId } from './terms';

export interface TermProps {
  readonly id: TermId;
  /** The word as it stands in the sentence; the term's own name if left out. */
  readonly children?: ComponentChildren;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

const MARGIN = 8;

export function Term({ id, children }: TermProps) {
  const name = TERM_NAMES[id];
  const meaning = meaningOf(id);
  const tipId = useId();
  const word = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [, again] = useState(0);
  const [place, setPlace] = useState<Place>({ left: 0, top: 0 });

  useEffect(() => {
    if (!open) return;
    const one = oneTip(() => setOpen(false));
    one.shown();
    return one.end;
  }, [open]);

  useEffect(() => {
    if (!open || meaning !== '') return;
    let gone = false;
    // Where they cannot be fetched, only the name is shown.
    fetchTerms().then(
      () => {
        if (!gone) again((n) => n + 1);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [open, meaning]);

  useLayoutEffect(() => {
    if (!open || word.current === null || tip.current === null) return;
    const at = word.current.getBoundingClientRect();
    const size = tip.current.getBoundingClientRect();
    const left = Math.max(MARGIN, Math.min(at.left, window.innerWidth - size.width - MARGIN));
    const under = at.bottom + 6;
    setPlace({ left, top: under + size.height > window.innerHeight - MARGIN ? at.top - size.height - 6 : under });
  }, [open, meaning]);

  return (
    <span class="ms-term" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        ref={word}
        aria-describedby={tipId}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          setOpen(false);
          event.stopPropagation();
        }}
      >
        {children ?? name}
      </button>
      <span
        role="tooltip"
        id={tipId}
        ref={tip}
        class={open ? 'ms-term-tip open' : 'ms-term-tip'}
        style={{ left: `${place.left}px`, top: `${place.top}px` }}
      >
        <strong>{name}</strong> {meaning}
      </span>
    </span>
  );
}

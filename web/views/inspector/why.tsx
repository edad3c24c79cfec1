// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentence on why: the first one leads, the rest is smaller. The room is always the same, so that what follows stays
// where it is from step to step; what does not fit is a click away, and stays open then.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** As in the style sheet: five lines. */
const FOLDED_EM = 7.5;
const LINE_EM = 1.5;

interface WhyProps {
  readonly text: string;
  /** Lines for which there is room besides. */
  readonly more: number;
}

export function Why({ text, more }: WhyProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Five lines have room, or the more of a step without a note; of what is longer one line less is shown, and the button
    // stands where the last would.
    const measure = (): void => setCut(element.scrollHeight > (FOLDED_EM + LINE_EM * more) * parseFloat(getComputedStyle(element).fontSize) + 1);
    // It is called for the first time in this very frame, once the page is laid out and before it is painted.
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [text, open, more]);
  const [lead, rest] = leadOf(text);
  return (
    <div class="ms-why-box">
      <div ref={box} class={open ? 'ms-why folds open' : cut ? 'ms-why folds cut' : 'ms-why folds'} style={{ '--more': more }}>
        {withCode(lead)}
        {rest !== '' && <span class="rest"> {withCode(rest)}</span>}
      </div>
      {(cut || open) && (
        <button type="button" class={open ? 'ms-link ms-why-more' : 'ms-link ms-why-more over'} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'all of it'}
        </button>
      )}
    </div>
  );
}

/** The first sentence, and the rest. */
export function leadOf(text: string): readonly [string, string] {
  const end = /[.!?](?= +\S)/.exec(text);
  return end === null ? [text, ''] : [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()];
}

/** Words between backticks are of the scenario. */
export function withCode(text: string): ComponentChildren {
  return text.split('`').map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>));
}

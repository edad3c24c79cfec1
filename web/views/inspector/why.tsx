// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentence on why: the first one leads in lines of its own, the rest is smaller. The room is always the same, so
// that what follows stays where it is from step to step; sentences that do not fit whole are a click away, and stay
// open then. The button stands in the line of the last sentence that is seen, if that has room for it.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { watchSize } from '../shared/skeleton';
import { withCode } from '../shared/with-code';

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
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Five lines have room, or the more of a step without a note.
    const measure = (): void => {
      const button = element.querySelector<HTMLElement>('.ms-why-more')!;
      const sentences = [...element.querySelectorAll<HTMLElement>('.rest > span')];
      const em = parseFloat(getComputedStyle(element).fontSize);
      const room = (FOLDED_EM + LINE_EM * more) * em + 1;
      for (const one of sentences) one.hidden = false;
      button.hidden = true;
      const over = element.scrollHeight > room;
      button.hidden = !over;
      element.removeAttribute('data-lead');
      if (!over || open) return;
      for (const one of sentences.reverse()) {
        if (element.scrollHeight <= room) return;
        one.hidden = true;
      }
      // The first sentence alone fills the room: the button stands over its end.
      element.toggleAttribute('data-lead', element.scrollHeight > room);
    };
    // At once: the observer's first call may come after a paint.
    measure();
    return watchSize(element, measure);
  }, [text, open, more]);
  const [lead = '', ...rest] = sentencesOf(text);
  return (
    <div ref={box} class={open ? 'ms-why folds open' : 'ms-why folds'} style={{ '--more': more }}>
      {withCode(lead)}
      <div class="rest">
        {rest.map((one) => (
          <span>{withCode(one)}</span>
        ))}{' '}
        <button
          type="button"
          class={open ? 'ms-link ms-why-more' : 'ms-link ms-why-more over'}
          aria-expanded={open}
          hidden
          onClick={() => setOpen(!open)}
        >
          {open ? 'less' : 'all of it'}
        </button>
      </div>
    </div>
  );
}

/** Each but the first begins with the space before it; words between backticks are not divided. */
export function sentencesOf(text: string): readonly string[] {
  return text.match(/(`[^`]*`|.)+?([.!?](?= +\S)|$)/gs) ?? [];
}

export { withCode };

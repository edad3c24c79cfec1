// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentence on why: the first one leads, the rest is smaller. The room is always the same, so that what follows stays
// where it is from step to step; what does not fit is a click away, and stays open then.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** `whole`: all of it from the beginning, where the step is told by it. */
export function Why({ text, whole = false }: { readonly text: string; readonly whole?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [text, open]);
  const [lead, rest] = leadOf(text);
  return (
    <div class="ms-why-box">
      <div ref={box} class={whole ? 'ms-why folds open' : open ? 'ms-why folds open' : cut ? 'ms-why folds cut' : 'ms-why folds'}>
        {withCode(lead)}
        {rest !== '' && <span class="rest"> {withCode(rest)}</span>}
      </div>
      {!whole && (cut || open) && (
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

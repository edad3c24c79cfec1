// SPDX-License-Identifier: GPL-2.0-or-later
//
// A short list of scenarios that work, and the texts of this browser's other visits. Floor 5.

import { useEffect, useRef, useState } from 'preact/hooks';
import { loadExample, loadRecent, recentTexts } from './actions';
import { EXAMPLE_COLUMNS, EXAMPLES, type ExampleGroup } from './examples';
import { ChevronIcon } from './icons';
import { text } from './state';
import { counted, lineCount, listTitleOf } from './texts';

export function ExamplesMenu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('.menu button')?.focus();
    const outside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="menu-box" ref={box} onKeyDown={(event) => onMenuKey(event, box.current, close)}>
      <button ref={button} type="button" class="button small" aria-expanded={open} aria-controls="examples-menu" onClick={() => setOpen(!open)}>
        Examples <ChevronIcon />
      </button>
      {open && (
        <div class="menu" id="examples-menu">
          <Choices close={close} />
        </div>
      )}
    </div>
  );
}

function Choices({ close }: { readonly close: () => void }) {
  const recent = recentTexts();
  return (
    <>
      <div class="examples">
        {EXAMPLE_COLUMNS.map((groups) => (
          <div key={groups[0]}>
            {groups.map((group) => (
              <Group key={group} name={group} close={close} />
            ))}
          </div>
        ))}
      </div>
      {recent.length > 0 && (
        <>
          <h3 class="section-head" id="recent-head">
            Your other texts, kept in this browser
          </h3>
          <ul aria-labelledby="recent-head">
            {recent.map((kept) => (
              <li key={kept.id}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void loadRecent(kept);
                  }}
                >
                  <strong>{listTitleOf(kept.text)}</strong>
                  <span class="muted">
                    {counted(lineCount(kept.text), 'line')} · {new Date(kept.when).toLocaleString()}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Group({ name, close }: { readonly name: ExampleGroup; readonly close: () => void }) {
  const id = `examples-${name.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section>
      <h3 class="section-head" id={id}>
        {name}
      </h3>
      <ul aria-labelledby={id}>
        {EXAMPLES.filter((example) => example.group === name).map((example) => (
          <li key={example.name}>
            <button
              type="button"
              aria-current={text.value === example.text ? 'true' : undefined}
              onClick={() => {
                close();
                void loadExample(example);
              }}
            >
              <strong>{example.title}</strong>
              <span class="muted">{example.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function onMenuKey(event: KeyboardEvent, box: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
    close();
    return;
  }
  const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const move = moves[event.key];
  const buttons = [...(box?.querySelectorAll<HTMLElement>('.menu button') ?? [])];
  if (move === undefined || buttons.length === 0) return;
  event.preventDefault();
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + move + buttons.length) % buttons.length]?.focus();
}

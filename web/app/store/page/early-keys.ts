// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys pressed while the page is still loading: recorded, and replayed once the page listens. Loads before all other
// scripts (first.ts), so it imports nothing.
//
// Invariant: each key is replayed once, in the order of pressing.

/** More keys than anyone presses while the page loads. */
const RECORDED_MAX = 64;

let recorded: KeyboardEvent[] = [];
let stop = (): void => undefined;

/** Keeps what is pressed from now on. */
export function recordKeys(): void {
  const onKey = (event: KeyboardEvent): void => {
    if (!isForThePage(event) || recorded.length >= RECORDED_MAX) return;
    // The browser has a use of its own for some of them, such as `/` and Ctrl-K.
    event.preventDefault();
    recorded.push(event);
  };
  document.addEventListener('keydown', onKey);
  stop = () => document.removeEventListener('keydown', onKey);
}

/**
 * The page listens now: dispatches the recorded keys on the element that has the focus by now.
 * @param write  puts letters into the text: those behind an `e`, which leads there
 */
export function replayKeys(write: (letters: string) => void): void {
  stop();
  const pressed = recorded;
  recorded = [];
  for (const [k, event] of pressed.entries()) {
    const { key, code, shiftKey, ctrlKey, metaKey } = event;
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }),
    );
    if (key !== 'e' || !isLetter(event)) continue;
    write(
      pressed
        .slice(k + 1)
        .filter(isLetter)
        .map((letter) => letter.key)
        .join(''),
    );
    return;
  }
}

function isForThePage(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (altKey || isComposing) return false;
  return ctrlKey || metaKey
    ? key.toLowerCase() === 'k'
    : isLetter(event) || /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key);
}

function isLetter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && /^.$/u.test(key);
}

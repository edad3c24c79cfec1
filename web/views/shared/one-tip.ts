// SPDX-License-Identifier: GPL-2.0-or-later
//
// One explanation at a time: a tip goes when another one comes, when the focus moves, and by Escape.

const SHOWN = 'ms-tip-shown';

export interface OneTip {
  /** To be called when the tip is shown. */
  readonly shown: () => void;
  readonly end: () => void;
}

export function oneTip(hide: () => void): OneTip {
  let own = false;
  const listen = (event: Event): void => {
    if (!own && (!(event instanceof KeyboardEvent) || event.key === 'Escape')) hide();
  };
  const types = [SHOWN, 'focusin', 'keydown'];
  for (const type of types) document.addEventListener(type, listen, true);
  return {
    shown() {
      own = true;
      document.dispatchEvent(new Event(SHOWN));
      own = false;
    },
    end() {
      for (const type of types) document.removeEventListener(type, listen, true);
    },
  };
}

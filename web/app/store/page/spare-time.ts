// SPDX-License-Identifier: GPL-2.0-or-later

import { signal } from '@preact/signals';

/** The page was idle once: parts that are not in the first view may load. */
export const hadTime = signal(false);

let begun = (): void => undefined;

/** Settles when it has. */
export const timeToSpare = new Promise<void>((resolve) => {
  begun = resolve;
});

/** The page has nothing to do. */
export function haveTime(): void {
  hadTime.value = true;
  begun();
}

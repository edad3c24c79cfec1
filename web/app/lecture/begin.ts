// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way into a lecture of two windows, and back into one after a reload; it is fetched then.

import { sayNotFetched } from '../ui/on-demand';

/** Opens a window for the projector and makes this one the speaker's; `goesOn`: with the lecture that was kept. */
export function present(goesOn: boolean): void {
  const start = async (): Promise<void> => (await import('./speaker-panel')).startPanel(goesOn);
  start().catch(() => sayNotFetched('The speaker’s panel', start));
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way into a lecture of two windows, which is fetched then.

import { sayNotFetched } from '../ui/on-demand';

const start = async (): Promise<void> => (await import('./speaker-panel')).startPanel();

/** Opens a window for the projector and makes this one the speaker's. */
export function present(): void {
  start().catch(() => sayNotFetched('The speaker’s panel', start));
}

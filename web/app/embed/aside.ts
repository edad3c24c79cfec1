// SPDX-License-Identifier: GPL-2.0-or-later
//
// Windows that are not a person's own page: a frame on another site, and the projector's window of a lecture, which
// shows what the speaker's sends.

import { startPage } from '../shell/start';

/** Starts one in an element of the page. */
export async function startAside(app: HTMLElement): Promise<void> {
  if ('embed' in document.documentElement.dataset) {
    const { startEmbed } = await import('./start-embed');
    startEmbed(app);
    return;
  }
  const { followSpeaker, prepareProjector } = await import('../lecture/follow');
  prepareProjector();
  app.replaceChildren();
  startPage(app);
  followSpeaker();
}

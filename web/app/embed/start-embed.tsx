// SPDX-License-Identifier: GPL-2.0-or-later
//
// Puts the page together for a frame on another site. It keeps nothing, never rewrites its address, and takes nothing
// but a theme and a step from the page around it.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { embedText, readEmbed } from '../../share/embed';
import { startBreakpoints } from '../store/run/breakpoints';
import { startEngine } from '../store/run/engine';
import { startFramed } from '../store/actions/framed';
import { fragmentNow } from '../store/links/links';
import { startMotion } from '../store/run/motion';
import { startNodeChanges } from '../store/run/node-changes';
import { keepNothing } from '../store/page/keep-nothing';
import { startSession } from '../store/actions/session';
import { engineFailure, scene } from '../store/page/state';
import { startKeys } from '../shell/keys';
import { EmbedShell } from './embed-shell';
import { startEmbedHands } from './keys';
import { startOrders } from './outside';

/** Starts the page in an element of a frame. */
export function startEmbed(host: HTMLElement): void {
  keepNothing();
  host.replaceChildren();
  const options = readEmbed(fragmentNow());
  startFramed(options);
  startOrders();
  startEmbedHands(options);
  startEngine();
  startSession();
  startMotion();
  startNodeChanges();
  startKeys();
  startBreakpoints();
  render(<EmbedShell options={options} />, host);
  window.addEventListener('hashchange', () => {
    // Other panes: the page around the frame has changed its address. Another scenario is opened by the session.
    if (embedText(readEmbed(fragmentNow())) !== embedText(options)) location.reload();
  });
  const stop = effect(() => {
    if (scene.value === null && engineFailure.value === null) return;
    queueMicrotask(() => stop());
    void import('../shell/automation').then(
      ({ createAutomation }) => (globalThis.maplescope = createAutomation()),
      () => undefined,
    );
  });
}

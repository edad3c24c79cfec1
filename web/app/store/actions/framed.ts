// SPDX-License-Identifier: GPL-2.0-or-later
//
// The store in a frame on another site: the site chooses theme and panes, nothing is stored, and no dialog opens.

import { batch, effect } from '@preact/signals';
import type { EmbedOptions, EmbedTheme } from '../../../share/embed';
import { say } from './actions';
import { applyTheme } from '../page/preferences';
import { haveTime } from '../page/spare-time';
import { raiseNoAlarm } from '../page/lost';
import { beside, dialog, readOnly, theme } from '../page/state';

/** Takes the options of the frame. Returns a function that ends it. */
export function startFramed({ theme: wanted, editable, panes }: EmbedOptions): () => void {
  delete document.documentElement.dataset['everything'];
  batch(() => {
    theme.value = wanted;
    readOnly.value = !editable;
    beside.value = panes.includes('inspector');
  });
  haveTime();
  const stops = [
    effect(() => applyTheme(theme.value)),
    // The frame's own bar says that nothing is kept here.
    raiseNoAlarm(),
    effect(closeDialogs),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The site around the frame has changed its theme. */
export function setTheme(wanted: EmbedTheme): void {
  theme.value = wanted;
}

// A pasted map and the link of a lab open a dialog without a click; in a frame there is no room for it.
function closeDialogs(): void {
  const asked = dialog.value;
  if (asked === null) return;
  dialog.value = null;
  if (asked === 'paste' || asked === 'labs')
    say('plain', `${asked === 'paste' ? 'A memory map' : 'A lab'} needs the whole page: open Maplescope.`);
}

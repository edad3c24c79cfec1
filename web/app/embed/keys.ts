// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys, wheel and drops in a frame. Keys that lead to panes a frame does not have do nothing; the wheel scrolls the
// page around the frame and zooms only with Ctrl or ⌘; nothing can be dropped.

import type { EmbedOptions } from '../../share/embed';

/** Gallery, paste, share, branches, everything, theme, help, keys, projector, side by side. */
const ROOMLESS = new Set('gmskadh?pv'.split(''));
const OF_SCRIPT = new Set(['e']);
const OF_INSPECTOR = new Set('12345'.split(''));
const FIELDS = 'input, textarea, select, [contenteditable=true], .cm-editor';
const ZOOMED = '.tree-host, .strip-host, .timeline-host, .large-host';

/** Listens, before every other part of the page, until the returned function is called. */
export function startEmbedHands({ panes }: EmbedOptions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const command = ctrlKey || metaKey || altKey;
    const inField = target instanceof Element && target.closest(FIELDS) !== null;
    const palette = command && key.toLowerCase() === 'k';
    const roomless =
      ROOMLESS.has(key) ||
      (OF_SCRIPT.has(key) && !panes.includes('script')) ||
      (OF_INSPECTOR.has(key) && !panes.includes('inspector'));
    if (palette || (roomless && !inField && !command)) event.stopImmediatePropagation();
  };
  const onWheel = (event: WheelEvent): void => {
    const zoomed = event.target instanceof Element && event.target.closest(ZOOMED) !== null;
    if (zoomed && !event.ctrlKey && !event.metaKey) event.stopImmediatePropagation();
  };
  const onDrop = (event: DragEvent): void => {
    // Else the browser would open the file in place of the frame.
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('wheel', onWheel, { capture: true, passive: true });
  window.addEventListener('dragover', onDrop);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('wheel', onWheel, true);
    window.removeEventListener('dragover', onDrop);
    window.removeEventListener('drop', onDrop);
  };
}

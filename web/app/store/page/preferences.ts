// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tastes that outlive a visit: theme, width of the editor, single-key shortcuts, whether the first steps were put away.
// Kept in localStorage, one key each; a value that cannot be read counts as not set.

import { effect } from '@preact/signals';
import { projector } from './projector';
import { editorWidth, everything, singleKeys, theme, welcomed, type Theme } from './state';

export const EDITOR_WIDTH_MIN = 240;
export const EDITOR_WIDTH_MAX = 720;

/** The width of the editor, in pixels, that suits this window. */
export function editorWidthHere(): number {
  // Without the inspector the text has room.
  const width = window.innerWidth;
  if (!everything.peek()) return width >= 1920 ? 520 : Math.round(Math.max(360, Math.min(0.4 * width - 152, 424)));
  if (width >= 1920) return 492;
  if (width >= 1520) return 380;
  // Below, two leaves of the first example stand side by side only if the picture keeps its room.
  return width >= 1440 ? 350 : 330;
}

function get(key: string): string | null {
  try {
    return localStorage.getItem(`maplescope.${key}`);
  } catch {
    return null;
  }
}

function set(key: string, value: string): void {
  try {
    localStorage.setItem(`maplescope.${key}`, value);
  } catch {
    // Not kept: the taste lasts as long as the page.
  }
}

/** Reads the kept tastes into the store, and from then on keeps what changes. Returns a function that ends it. */
export function startPreferences(): () => void {
  const kept = get('theme');
  if (kept === 'light' || kept === 'dark') theme.value = kept;
  singleKeys.value = get('single-keys') !== 'off';
  projector.value = get('projector') === 'on';
  welcomed.value = get('welcome') === 'off';
  everything.value = get('everything') === 'on';
  const width = Number(get('editor-width') ?? NaN);
  editorWidth.value = width >= EDITOR_WIDTH_MIN && width <= EDITOR_WIDTH_MAX ? width : editorWidthHere();
  let usual = editorWidthHere();
  const stops = [
    everything.subscribe(() => {
      const was = usual;
      usual = editorWidthHere();
      if (editorWidth.peek() === was) editorWidth.value = usual;
    }),
    effect(() => {
      applyTheme(theme.value);
      set('theme', theme.value);
    }),
    effect(() => {
      document.documentElement.style.setProperty('--editor-width', `${editorWidth.value}px`);
      // Only a width that a person chose is kept: another screen has its own.
      if (editorWidth.value !== editorWidthHere()) set('editor-width', String(editorWidth.value));
    }),
    effect(() => set('projector', projector.value ? 'on' : 'off')),
    // The frame that stands before the script reads both too (index.html).
    effect(() => {
      document.documentElement.toggleAttribute('data-everything', everything.value);
      set('everything', everything.value ? 'on' : 'off');
    }),
    effect(() => {
      document.documentElement.toggleAttribute('data-welcomed', welcomed.value);
      if (welcomed.value) set('welcome', 'off');
    }),
    effect(() => set('single-keys', singleKeys.value ? 'on' : 'off')),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows a theme; nothing is kept. */
export function applyTheme(wanted: Theme): void {
  const root = document.documentElement;
  if (wanted === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', wanted);
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a person chose once outlives the visit, and a value that cannot be read counts as not chosen.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPreferences } from '../../../web/app/store/page/preferences';
import { projector } from '../../../web/app/store/page/projector';
import { editorWidth, everything, singleKeys, theme, welcomed } from '../../../web/app/store/page/state';

let kept: Map<string, string>;
let shown: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  shown = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('window', { innerWidth: 1280 });
  vi.stubGlobal('document', {
    documentElement: {
      setAttribute: (name: string, value: string) => shown.set(name, value),
      removeAttribute: (name: string) => shown.delete(name),
      toggleAttribute: (name: string, on: boolean) => (on ? shown.set(name, '') : shown.delete(name)),
      style: { setProperty: (name: string, value: string) => shown.set(name, value) },
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  theme.value = 'system';
});

/** A visit: what it finds kept, then what is done in it. */
function visit(act: () => void = () => undefined): void {
  const stop = startPreferences();
  act();
  stop();
}

test.each(['light', 'dark'] as const)('a theme that was chosen, %s, is there at the next visit', (chosen) => {
  visit(() => (theme.value = chosen));
  theme.value = 'system';
  visit(() => expect([theme.value, shown.get('data-theme')]).toEqual([chosen, chosen]));
});

test('so is a width, all that the page has, the projector, no keys, and what was put away', () => {
  visit(() => {
    [editorWidth.value, everything.value, projector.value, singleKeys.value, welcomed.value] = [
      444,
      true,
      true,
      false,
      true,
    ];
  });
  [editorWidth.value, everything.value, projector.value, singleKeys.value, welcomed.value] = [
    300,
    false,
    false,
    true,
    false,
  ];
  visit(() =>
    expect([editorWidth.value, everything.value, projector.value, singleKeys.value, welcomed.value]).toEqual([
      444,
      true,
      true,
      false,
      true,
    ]),
  );
});

test('what cannot be read counts as not chosen', () => {
  for (const key of ['theme', 'editor-width', 'everything', 'projector', 'welcome']) kept.set(`maplescope.${key}`, 'x');
  visit(() => {
    expect([theme.value, everything.value, projector.value, welcomed.value]).toEqual(['system', false, false, false]);
    expect(shown.has('data-theme')).toBe(false);
  });
});

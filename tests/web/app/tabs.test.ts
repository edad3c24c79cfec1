// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's tabs are one list: keys, help, palette and the frame derive from it.

import { expect, test } from 'vitest';
import { TABS, tabsHere } from '../../../web/app/inspector/tabs';
import { INSPECTOR_TABS } from '../../../web/app/store/page/state';
import { KEY_ACTS } from '../../../web/app/shell/keys';
import { KEYS } from '../../../web/app/shell/key-words';

test('each tab has a key, a label, words for the help and a command of the palette', () => {
  const row = KEYS.find(({ keys }) => keys[0] === '1');
  expect(row?.keys).toEqual(INSPECTOR_TABS.map((_, k) => `${k + 1}`));
  for (const key of row?.keys ?? []) expect(key, 'one digit is one key').toMatch(/^[1-9]$/);
  expect(row?.each).toEqual(INSPECTOR_TABS.map((name) => TABS[name].command));
  for (const name of INSPECTOR_TABS) {
    const { label, subject, command } = TABS[name];
    expect(row?.does).toContain(subject);
    for (const words of [label, subject, command]) expect(words.length, name).toBeGreaterThan(2);
  }
  expect(new Set(INSPECTOR_TABS.map((name) => TABS[name].label)).size).toBe(INSPECTOR_TABS.length);
  expect(new Set(INSPECTOR_TABS.map((name) => TABS[name].command)).size).toBe(INSPECTOR_TABS.length);
  expect(KEY_ACTS.find(({ keys }) => keys[0] === '1')?.keys).toHaveLength(INSPECTOR_TABS.length);
});

test('without an address space all are there but those that need one, wherever they stand in the list', () => {
  expect(tabsHere()).toEqual(INSPECTOR_TABS.filter((name) => name !== 'space'));
});

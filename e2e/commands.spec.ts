// SPDX-License-Identifier: GPL-2.0-or-later
//
// All commands by name, and all keys on one sheet.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

test('a command, a step and an example are found by a few letters and done', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'What to do' });
  await expect(field).toBeFocused();
  await page.keyboard.type('3');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(options.first()).toHaveText(/Go to step 3/);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(rooms.transport.place).toContainText('step 3 of');
  // What a command leads to has the focus, and Escape leads back.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('editor');
  await expect(options.first()).toContainText(/editor/i);
  await page.keyboard.press('Enter');
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nothing of that name');
  await expect(page.getByText('Nothing is called that.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('gallery corrupt');
  await expect(options.first()).toContainText(/corrupt/i);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await rooms.settled();
  await expect(rooms.editor.text).toContainText('corrupt');
});

test('the sheet of keys names each key that works', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.keyboard.press('?');
  const sheet = rooms.dialog('Keys');
  await expect(sheet.getByRole('row', { name: /^→ ?\. one step forward/ })).toBeVisible();
  await expect(sheet.getByRole('table', { name: 'Keys: Editor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(rooms.dialog('Help')).toBeVisible();
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A click may write to the clipboard, without anybody being asked: in Chromium as people have it. Its headless shell
// refuses that, since it has nobody to ask.

import { WHOLE_CHROMIUM } from './browsers';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

test.use({ launchOptions: WHOLE_CHROMIUM });

const SCRIPT = '# a shared text\ntree a\nrepeat 20 as i { store i = i }';

test('a copied link stands in the bar, and leads back to the same place', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(SCRIPT);
  await rooms.inside.seek(7);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  await expect(dialog.locator('dd').last()).toHaveText(/^[0-9a-f]{16}$/);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog).toContainText('Copied.');
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  await expect.poll(() => page.evaluate(() => location.href)).toBe(link);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // Pasted from the clipboard it is that link.
  await rooms.editor.text.press('ControlOrMeta+End');
  await page.keyboard.insertText('\n# ');
  await rooms.editor.text.press('ControlOrMeta+v');
  await expect.poll(async () => (await rooms.inside.state()).text).toContain(`# ${link}`);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  await page.evaluate((address) => {
    location.href = address;
  }, link);
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(SCRIPT);
  await expect(rooms.transport.place).toHaveText('step 7 of 21');
});

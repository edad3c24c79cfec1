// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hands in the picture: a slot offers what can be done with it, and each writes its line behind the step shown.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const TEXT = 'tree t\nstore 0x10..0x1f = "alpha"\nstore 0x30..0x3f = "gamma"\nload 0x30';

test('a slot offers what can be done with it; it is written behind the step shown, run, and taken back by undo', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  await rooms.inside.seek(3);
  const cell = rooms.picture.locator('.tree-host svg rect.cell').nth(1);
  await cell.click();
  const list = page.getByRole('group', { name: /^alpha: 16 indexes from 0x10$/ });
  await expect(list.getByRole('button')).toHaveText(['Look up 0x10', 'Store over it…', 'Erase it']);
  // Beside its slot and within the window.
  const [box, slot] = [(await list.boundingBox())!, (await cell.boundingBox())!];
  expect(box.y).toBeGreaterThanOrEqual(slot.y + slot.height);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await list.getByRole('button', { name: 'Erase it' }).click();
  await rooms.settled();
  expect((await rooms.inside.state()).text).toBe('tree t\nstore 0x10..0x1f = "alpha"\nstore 0x30..0x3f = "gamma"\nerase 0x10 in t\nload 0x30\n');
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await expect(list).toBeHidden();
  await page.locator('.cm-line').first().click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(TEXT);
});

test('what is to be chosen is selected in the text; the list leaves with Escape, a key or a click beside it, and Tab leads into it', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  const cell = rooms.picture.locator('.tree-host svg rect.cell').nth(3);
  const list = page.locator('.hands');
  for (const leave of ['Escape', 'ArrowLeft'] as const) {
    await cell.click();
    await expect(list).toBeVisible();
    await page.keyboard.press(leave);
    await expect(list).toBeHidden();
  }
  await rooms.settled();
  await cell.click();
  await expect(list).toBeVisible();
  await page.locator('.tree-host').click({ position: { x: 5, y: 5 } });
  await expect(list).toBeHidden();
  await cell.click();
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await rooms.settled();
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.type('5');
  await expect.poll(async () => (await rooms.inside.state()).text).toContain('store 0x30..0x3f = 5 in t');
});

test('a VMA offers what fails a fork at its copy', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('mm app\nmap 64K..+48K rw\nmap 256K..+48K r');
  await rooms.picture.locator('.tree-host svg rect.cell').nth(1).click();
  await page.locator('.hands').getByRole('button', { name: /Fail a fork here/ }).click();
  await rooms.settled();
  expect((await rooms.inside.state()).text).toContain('fail vma at vma 1\nfork app as unborn');
  await expect(rooms.transport.place).toHaveText('step 4 of 4');
  await expect(rooms.picture).toContainText('unborn');
});

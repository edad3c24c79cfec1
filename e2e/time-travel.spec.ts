// SPDX-License-Identifier: GPL-2.0-or-later
//
// Going through the steps by the player and by the text. That every step is right, forward and back, is held by
// examples.spec.ts.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

test('play goes step by step to the end and stops at a pause', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\npause\nstore 3 = 3\nnote "the last one"\nstore 4 = 4');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('15');
  await rooms.transport.first.click();
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 3 of 5');
  await expect(rooms.transport.play).toHaveAccessibleName('Play');
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 5 of 5');
  // On a wide screen a note stands once: with the step.
  await expect(rooms.inspector.getByText('the last one', { exact: true })).toBeVisible();
  await expect(page.locator('.transport').getByText('the last one', { exact: true })).toBeHidden();
});

test('a click on a line shows its step', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3');
  await page.locator('.cm-line', { hasText: 'store 2' }).click();
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  await page.locator('.cm-lineNumbers .cm-gutterElement', { hasText: /^2$/ }).click();
  await expect(rooms.transport.place).toHaveText('step 2 of 4');
});

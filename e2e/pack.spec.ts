// SPDX-License-Identifier: GPL-2.0-or-later
//
// A pack: made in the page, sent as a link, listed in place of the built-in lessons; a damaged one gets a message.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { resize, roomsOf } from './rooms/page';

test('a pack is made, ordered and sent; learners get its lessons and variants and keep their place @story', async ({
  page,
  context,
}) => {
  // Firefox lets no test read the clipboard.
  await context.addInitScript(() => {
    // An empty page has none.
    const { clipboard } = navigator as { readonly clipboard?: Clipboard };
    if (clipboard !== undefined)
      clipboard.writeText = (text) => {
        Object.assign(globalThis, { copied: text });
        return Promise.resolve();
      };
  });
  const copied = (of: Page): Promise<string> => of.evaluate(() => (globalThis as { copied?: string }).copied ?? '');
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lessons = page.getByRole('tabpanel', { name: 'Lessons' });
  await lessons.getByRole('button', { name: 'Make a pack' }).click();
  const maker = page.getByRole('dialog', { name: 'Make a pack' });
  await maker.getByRole('textbox', { name: 'Title' }).fill('Two hours');
  const add = maker.getByRole('combobox', { name: 'Add to the pack' });
  await add.selectOption('here');
  await add.selectOption('02-nodes');
  await maker.getByRole('textbox', { name: 'A note' }).fill('# Break\n\nBe back at eleven.');
  await maker.getByRole('button', { name: 'Add note' }).click();
  const items = maker.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await items.nth(1).getByRole('spinbutton').pressSequentially('7');
  await items.nth(1).getByRole('button', { name: /up$/ }).click();
  await expect(items.nth(0)).toContainText('Nodes, slots, pivots');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(items.nth(1)).toContainText('Nodes, slots, pivots');
  await page.keyboard.press('Alt+ArrowUp');
  await items
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await maker.getByRole('button', { name: 'Undo' }).click();
  await expect(items).toHaveCount(3);
  await maker.getByRole('checkbox', { name: 'Hide solutions' }).check();
  await maker.getByRole('button', { name: 'Copy link' }).click();
  await expect(maker.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await copied(page);
  expect(link).toMatch(/#p1\./);

  // On a phone nothing is cut off, and each control can be hit.
  await resize(page, 390, 844);
  const controls = maker.locator('button, select, input:not([type=file]), textarea').filter({ visible: true });
  for (const control of await controls.all()) {
    const box = (await control.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    if ((await control.getAttribute('type')) !== 'checkbox') expect(box.height).toBeGreaterThanOrEqual(24);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await resize(page, 1280, 800);

  const learner = await context.newPage();
  await learner.goto(link);
  const pane = learner.getByRole('tabpanel', { name: 'Lessons' });
  const pack = pane.getByRole('region', { name: 'Pack' });
  await expect(pack.getByRole('heading', { name: 'Two hours' })).toBeVisible();
  await expect(pack.getByRole('listitem')).toHaveCount(3);
  await pack.getByRole('button', { name: 'Copy the pack’s link' }).click();
  await expect(pack.getByRole('status')).toHaveText('Copied.');
  expect(await copied(learner)).toBe(link);
  await pack.getByRole('button', { name: /Nodes, slots, pivots/ }).click();
  for (let k = 0; k < 4; k++) await pane.getByRole('button', { name: 'Next', exact: true }).click();
  const card = pane.getByRole('region', { name: 'Question' });
  await expect(card.getByText('variant 7')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Check' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Tell me' })).toHaveCount(0);
  // Its code is that of its place in the pack; what is kept does not name the place.
  await expect(pane.locator('.lesson-head strong')).toHaveText('1. Nodes, slots, pivots');
  const goTo = async (code: string): Promise<void> => {
    await learner.keyboard.press('Control+k');
    await learner.getByRole('combobox', { name: 'What to do' }).fill(code);
    await expect(learner.getByRole('dialog').getByRole('option').first()).toContainText(`Go to screen ${code}`);
    await learner.keyboard.press('Enter');
  };
  await goTo('1.2');
  await expect(pane.locator('.lesson-place')).toHaveText('2 of 7');
  await goTo('3.1');
  await expect(pane.getByText('Be back at eleven.')).toBeVisible();
  await goTo('1.5');
  await expect(card.getByText('variant 7')).toBeVisible();
  const kept = await learner.evaluate(() => localStorage.getItem('maplescope.lessons') ?? '');
  expect(Object.keys(JSON.parse(kept) as object).filter((key) => key.startsWith('pack:'))).toHaveLength(2);
  await learner.reload();
  await expect(pack.getByRole('button', { name: /Nodes, slots, pivots/ })).toContainText('screen 5');
  await pack.getByRole('button', { name: /Break/ }).click();
  await expect(pane.getByText('Be back at eleven.')).toBeVisible();
  await pane.getByRole('button', { name: 'Lessons', exact: true }).click();
  await pack.getByRole('button', { name: 'Close the pack' }).click();
  await expect(pane.getByRole('button', { name: /^1 Ranges, not keys/ })).toBeVisible();

  // A damaged link gets a message, and what is open stays.
  const damaged = link.replace(/#p1\..{30}/, '$&x');
  await learner.goto('about:blank');
  await learner.goto(damaged);
  await expect(pane.getByText('The pack’s link is damaged')).toBeVisible();
  await expect(pane.getByRole('button', { name: /^1 Ranges, not keys/ })).toBeVisible();
});

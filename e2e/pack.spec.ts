// SPDX-License-Identifier: GPL-2.0-or-later
//
// A pack: made in the page, sent as a link, listed in place of the built-in lessons; a damaged one gets a message.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

test('a pack is made, ordered and sent as a link; learners get its lessons and variants and keep their place', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
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
  await items.nth(1).getByRole('spinbutton').fill('7');
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
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#p1\./);

  const learner = await context.newPage();
  await learner.goto(link);
  const pane = learner.getByRole('tabpanel', { name: 'Lessons' });
  const pack = pane.getByRole('region', { name: 'Pack' });
  await expect(pack.getByRole('heading', { name: 'Two hours' })).toBeVisible();
  await expect(pack.getByRole('listitem')).toHaveCount(3);
  await pack.getByRole('button', { name: 'Copy the pack’s link' }).click();
  await expect(pack.getByRole('status')).toHaveText('Copied.');
  expect(await learner.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await pack.getByRole('button', { name: /Nodes, slots, pivots/ }).click();
  for (let k = 0; k < 4; k++) await pane.getByRole('button', { name: 'Next', exact: true }).click();
  const card = pane.getByRole('region', { name: 'Question' });
  await expect(card.getByText('variant 7')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Check' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Tell me' })).toHaveCount(0);
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

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Help: from the few lines of the first page to all of the language, by its contents and by a search.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const it = onOnePage();
test('Help, from its first page to all of the language', it.inTurn);

it('Help leads to the whole language, its sections, and the table of failure points', async ({ page, rooms }) => {
  await rooms.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const before = page.url();
  await page.keyboard.press('h');
  const dialog = rooms.dialog('Help');
  await expect(dialog.getByRole('heading', { name: 'The language in ten lines' })).toBeVisible();
  await expect(dialog.getByText('The number under the right edge of a slot is its')).toBeVisible();
  await expect(dialog.getByText('another continuation of the same beginning')).toBeVisible();
  // The page of the language comes when it is wanted.
  expect(asked.filter((url) => url.includes('help-language'))).toEqual([]);
  await dialog.getByRole('button', { name: 'The whole language' }).click();
  const text = dialog.getByRole('region', { name: 'The scenario language' });
  await expect(text.getByRole('heading', { name: 'The scenario language' })).toBeVisible();
  expect(asked.filter((url) => url.includes('help-language'))).not.toEqual([]);

  const contents = dialog.getByRole('navigation', { name: 'Sections of the language' });
  await contents.getByRole('button', { name: 'exit NAME' }).click();
  await expect(text.getByRole('heading', { name: 'exit NAME' })).toBeInViewport();
  await expect(text.getByRole('heading', { name: 'The scenario language' })).not.toBeInViewport();

  await dialog.getByRole('searchbox', { name: 'Search the language' }).fill('hollow');
  await expect(dialog.getByRole('status')).toHaveText('1 section found');
  await expect(text.getByRole('heading', { name: 'hollow root' })).toBeInViewport();
  await expect(text.getByRole('heading', { name: 'exit NAME' })).toHaveCount(0);
  await dialog.getByRole('searchbox').fill('quokka');
  await expect(dialog.getByRole('status')).toHaveText('Nothing found');

  await dialog.getByRole('button', { name: 'Failure points F1 to F12' }).first().click();
  await expect(text.getByRole('heading', { name: 'Failure points F1 to F12' })).toBeInViewport();
  await expect(text.getByRole('row', { name: /^F7/ })).toContainText('VMA object');
  await expect(text.getByRole('button', { name: /^Try a fork that fails at F\d+$/ })).toHaveCount(12);
  // A link of the page leads to its section, and leaves the address alone.
  await contents.getByRole('button', { name: /^fork A as B/ }).click();
  await text.getByRole('button', { name: 'failure point', exact: true }).first().click();
  await expect(text.getByRole('heading', { name: 'Failure points F1 to F12' })).toBeInViewport();
  expect(page.url()).toBe(before);
  await dialog.getByRole('group', { name: 'Parts of Help' }).getByRole('button', { name: 'Glossary' }).click();
  await expect(text.getByRole('heading', { name: 'Glossary' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

it('on a phone every part of Help keeps its way out, its parts and its search in sight', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rooms.open();
  await page.keyboard.press('h');
  const dialog = rooms.dialog('Help');
  const parts = dialog.getByRole('group', { name: 'Parts of Help' });
  const text = dialog.getByRole('region', { name: 'The scenario language' });
  for (const name of ['Glossary', 'The whole language', 'Failure points F1 to F12']) {
    await parts.getByRole('button', { name }).click();
    await expect(parts.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    // To the end of it.
    await text.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    await expect(parts.getByRole('button', { name })).toBeInViewport();
    await expect(dialog.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
  }
  await parts.getByRole('button', { name: 'In short' }).click();
  const end = dialog.getByRole('button', { name: 'Report a mismatch…' });
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport({ ratio: 1 });
  await expect(parts).toBeInViewport({ ratio: 0.9 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

it('the parts of Help fade on a phone where they go on, and only there', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rooms.open();
  await page.keyboard.press('h');
  const dialog = rooms.dialog('Help');
  const parts = dialog.getByRole('group', { name: 'Parts of Help' });
  await expect(parts).toHaveClass(/ behind$/);
  await expect(parts).not.toHaveClass(/before/);
  await parts.evaluate((row) => row.scrollTo(row.scrollWidth, 0));
  await expect(parts).toHaveClass(/ before$/);
  await expect(parts).toHaveCSS('mask-image', /^linear-gradient/);
  // The ground stays: what scrolls below it is not seen through it.
  await expect(parts.locator('..')).toHaveCSS('mask-image', 'none');
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(parts).not.toHaveClass(/before|behind/);
  await expect(parts).toHaveCSS('mask-image', 'none');
});

it('each example of the help that is a scenario can be tried; the text that was there stays in the gallery', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  await rooms.editor.write('# Mine\ntree mine');
  await rooms.settled();
  await rooms.editor.text.blur();
  await page.keyboard.press('h');
  const help = rooms.dialog('Help');
  const tried = help.getByRole('button', { name: 'Try', exact: true });
  await expect.poll(() => tried.count()).toBeGreaterThan(1);
  await rooms.nextRun(() => tried.nth(1).click());
  await expect(help).toBeHidden();
  const { text, steps } = await rooms.inside.state();
  expect(text).toContain('fork');
  expect(steps).toBeGreaterThan(3);
  await page.keyboard.press('g');
  await expect(rooms.dialog('Gallery').locator('.kept strong').first()).toHaveText('Mine');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The network goes and comes back while the page stands there: what is asked for meanwhile is reported and comes
// afterwards, with its style sheet; and keys that are pressed before there is anything to step through count.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

// The console reports each request that fails.
test.describe(() => {
  test.use({ loud: true });
  test('after a short loss of the network a part loads with its style sheet, and the message goes @story', async ({
    page,
    context,
  }) => {
    const rooms = roomsOf(page);
    await rooms.open();
    await context.setOffline(true);
    await page.getByRole('tab', { name: 'Source' }).click();
    await expect(rooms.notice).toContainText('The source of the core could not be fetched.');
    await expect(page.getByRole('tab', { name: 'Scenario' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Invariants' }).click();
    await expect(rooms.inspector).toContainText('The invariants tab could not be fetched.');
    await rooms.inspector.getByRole('button', { name: 'Try again' }).click();
    await expect(rooms.inspector).toContainText('The invariants tab could not be fetched.');
    await context.setOffline(false);
    await expect(rooms.inspector).not.toContainText('could not be fetched');
    await expect(rooms.inspector.locator('.ms-invariants, .ms-panel').first()).toBeVisible();
    await expect(rooms.notice).toHaveCount(0);
    await page.getByRole('tab', { name: 'Source' }).click();
    await expect(page.locator('.source-room')).toBeVisible();
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href, sheet }) => ({
        href,
        here: sheet !== null,
      })),
    );
    expect(sheets.filter(({ here }) => !here)).toEqual([]);
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.css')),
    );
    // Each sheet that was ever asked for is in the document now.
    expect(asked.filter((name) => !sheets.some(({ href }) => href === name))).toEqual([]);
  });
});

test('keys that step count before the first run is on the page', async ({ page }) => {
  let go = (): void => undefined;
  const held = new Promise<void>((done) => (go = done));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('./');
  await page.locator('main.frame').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  go();
  await expect(roomsOf(page).transport.place).toHaveText(/^step 2 of /);
});

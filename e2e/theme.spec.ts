// SPDX-License-Identifier: GPL-2.0-or-later
import type { Page } from '@playwright/test';
import { beenHere, expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const LIGHT = 'rgb(251, 250, 248)';
const DARK = 'rgb(23, 22, 20)';

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

for (const [scheme, colour] of [
  ['light', LIGHT],
  ['dark', DARK],
] as const) {
  test(`the page is ${scheme} where the system is @story`, async ({
    browserName,
    playwright,
    browser,
    baseURL,
  }, info) => {
    // Firefox takes it from a preference, Chromium from the protocol.
    const firefoxUserPrefs = {
      ...info.project.use.launchOptions?.firefoxUserPrefs,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    };
    const own =
      browserName === 'firefox'
        ? await playwright.firefox.launch({
            ...info.project.use.launchOptions,
            channel: 'moz-firefox',
            firefoxUserPrefs,
          })
        : browser;
    const page = await own.newPage({ baseURL: baseURL ?? '', colorScheme: scheme });
    await roomsOf(page).open();
    await expect.poll(() => ground(page)).toBe(colour);
    await page.close();
    if (own !== browser) await own.close();
  });
}

test('a choice by hand goes before the system, and is kept', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: /^Theme: as the system/ }).click();
  await expect.poll(() => ground(page)).toBe(LIGHT);
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await expect.poll(() => ground(page)).toBe(DARK);
  await page.reload();
  await rooms.settled();
  await expect.poll(() => ground(page)).toBe(DARK);
  await page.getByRole('button', { name: /^Theme: dark/ }).click();
  await expect(page.getByRole('button', { name: /^Theme: as the system/ })).toBeVisible();
});

test('without motion asked for, nothing moves; with it, the same picture stands at the end @story', async ({
  browser,
  baseURL,
}) => {
  const pictures: string[] = [];
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await browser.newPage({
      baseURL: baseURL ?? '',
      reducedMotion,
      viewport: { width: 1280, height: 800 },
    });
    await page.addInitScript(beenHere);
    const rooms = roomsOf(page);
    await rooms.open();
    // Motion comes with the outline, after the first look.
    await page.locator('.ms-outline [role=treeitem]').first().waitFor({ state: 'attached' });
    await rooms.transport.forward.click();
    await rooms.transport.back.click();
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length))
      .toBe(0);
    await expect
      .poll(async () => {
        const before = await page.locator('.tree-host svg').first().innerHTML();
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return before === (await page.locator('.tree-host svg').first().innerHTML());
      })
      .toBe(true);
    pictures.push(await page.locator('.tree-host svg').first().innerHTML());
    await page.close();
  }
  expect(pictures[1]).toBe(pictures[0]);
});

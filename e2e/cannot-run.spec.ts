// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the page cannot run, a sentence says so and what to do: opened as a file, in a frame whose sandbox takes its
// origin away, and without its script.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const DIST = fileURLToPath(new URL('../dist/index.html', import.meta.url));
const FROM_FILE =
  /^\s*This page cannot run from a file: .* Open maplescope\.html\s+instead.* Or serve this folder, for example with/s;
const IN_SANDBOX =
  /^\s*Maplescope cannot run in this frame: .*\s+Add allow-same-origin to the frame’s sandbox attribute/;

test.describe('opened as a file', () => {
  // The browser refuses the scripts, and says so on the console. The Firefox of these tests is set up to allow them.
  test.use({ loud: true });
  test('the page names the file that runs from a disk, and says to serve its folder', async ({ page }) => {
    await page.goto(pathToFileURL(DIST).href);
    await expect(page.locator('p:visible')).toHaveText([FROM_FILE]);
  });
});

test.describe('in a sandboxed frame', () => {
  test.use({ loud: true });
  for (const sandbox of ['allow-scripts', 'allow-scripts allow-forms']) {
    test(`the page says what the frame lacks: ${sandbox} @story`, async ({ page }) => {
      await page.route('**/frame.html', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><iframe sandbox="${sandbox}" src="/" width="1000" height="600"></iframe>`,
        }),
      );
      await page.goto('./frame.html');
      await expect(page.frameLocator('iframe').locator('p:visible')).toHaveText([IN_SANDBOX]);
    });
  }
});

test.describe('without its script', () => {
  test.use({ loud: true });
  test('the page says so in place of its bare frame', async ({ page }) => {
    await page.route(/\/page-[^/]*\.js$/, (route) => route.abort());
    await page.goto('./');
    await expect(page.locator('p:visible')).toHaveText([/^\s*Maplescope’s script could not be loaded.*reload/s]);
    await page.unroute(/\/page-[^/]*\.js$/);
    await page.reload();
    await expect(page.locator('svg .ms-node').first()).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  });
});

test('in a sandboxed frame with its origin, the page runs @story', async ({ page }) => {
  await page.route('**/frame.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body:
        '<!doctype html><link rel="icon" href="data:,"><iframe sandbox="allow-scripts allow-same-origin" src="/" ' +
        'width="1200" height="700"></iframe>',
    }),
  );
  await page.goto('./frame.html');
  await expect(page.frameLocator('iframe').locator('svg .ms-node').first()).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Maplescope cannot run')).toHaveCount(0);
});

test('Help links to the licenses of all shipped code', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Help' }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Licenses of all code on this page' });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('@codemirror/view - ');
});

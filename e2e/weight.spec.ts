// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a browser really fetches until the first tree stands, parts that come by import() and the core included: no more
// than what the built files are held to. The editor, which comes beside it, has a bound of its own. What is fetched
// while the page is idle is held off, so that nothing of it is counted.

import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';

import { BOUNDS } from '../tests/bench/bounds';
import { firstView } from '../tests/bench/weigh';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const KB = 1000;
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

// As on a first visit, which shows the least.
test.use({ firstTime: true });

test('a bare address fetches no more than it says until its first tree stands', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // Asked for where a run takes so long that its length is shown: by the machine, not by the page.
  const counting = /\/step-count-[^/]*\.js$/;
  await page.route(counting, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const stepsIn = () => null; export const tooMany = () => null;',
    }),
  );
  const parts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // What page and worker both need is fetched once and kept.
    if (/(?:\/|\.html|\.css|\.js|\.wasm)$/.test(pathname) && !counting.test(pathname) && !parts.has(pathname))
      parts.set(pathname, response.body());
  });
  const rooms = roomsOf(page);
  await page.goto('./');
  await expect(rooms.picture.locator('svg .ms-node').first()).toBeVisible();
  await expect(rooms.page.getByRole('region', { name: 'Story' })).toContainText(/uses 16 of 16 slots/);
  await expect(rooms.editor.text).toContainText('# A small process: its heap splits a full leaf');
  await page.waitForLoadState('networkidle');

  const weights = await Promise.all(
    [...parts].map(async ([path, body]) => ({
      path,
      bytes: gzipSync(await body, { level: constants.Z_BEST_COMPRESSION }).length,
    })),
  );
  const ofEditor = new Set(
    firstView(DIST)
      .parts.filter(({ by }) => by === 'editor')
      .map(({ path }) => `/${path}`),
  );
  const sum = weights.reduce((all, { path, bytes }) => (ofEditor.has(path) ? all : all + bytes), 0);
  const told = weights
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes }) => `${String(bytes).padStart(8)} ${path}`)
    .join('\n');
  // The page, its styles, the editor, the engine's worker: less would mean that something was not seen.
  expect(weights.length, told).toBeGreaterThanOrEqual(10);
  expect(sum / KB, told).toBeLessThanOrEqual(BOUNDS.firstTreeKb);
  console.log(`${told}\n${sum} bytes until the first tree stands`);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a browser really fetches until the first view stands, parts that come by import() included: no more than what the
// built files are held to. What is fetched while the page is idle is held off, so that nothing of it is counted.

import { constants, gzipSync } from 'node:zlib';

import { BOUNDS } from '../tests/bench/bounds';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const KB = 1000;

test('the first view of a bare address fetches no more than it says', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // Asked for where a run takes so long that its length is told: by the machine, not by the page.
  const counting = /\/step-count-[^/]*\.js$/;
  await page.route(counting, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export const stepsIn = () => null; export const tooMany = () => null;' }));
  const parts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // What page and worker both need is fetched once and kept.
    if (/(?:\/|\.html|\.css|\.js)$/.test(pathname) && !counting.test(pathname) && !parts.has(pathname)) parts.set(pathname, response.body());
  });
  const rooms = roomsOf(page);
  await page.goto('./');
  await expect(rooms.picture.locator('svg .ms-node').first()).toBeVisible();
  await expect(rooms.inspector).toContainText(/uses 16 of 16 slots/);
  await expect(rooms.editor.text).toContainText('# A leaf splits, a copy fails');
  await page.waitForLoadState('networkidle');

  const weights = await Promise.all([...parts].map(async ([path, body]) => ({ path, bytes: gzipSync(await body, { level: constants.Z_BEST_COMPRESSION }).length })));
  const sum = weights.reduce((all, { bytes }) => all + bytes, 0);
  const told = weights.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${String(bytes).padStart(8)} ${path}`).join('\n');
  // The page, its styles, the editor, the engine's worker: less would mean that something was not seen.
  expect(weights.length, told).toBeGreaterThanOrEqual(10);
  expect(sum / KB, told).toBeLessThanOrEqual(BOUNDS.seenKb);
  console.log(`${told}\n${sum} bytes until the first view stands`);
});

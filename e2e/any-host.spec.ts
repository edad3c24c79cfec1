// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built page from a host that knows nothing of it, under a sub-path.

import { expect, test } from './fixtures';
import { startHost, type Host } from './rooms/host';
import { roomsOf } from './rooms/page';

const elsewhere = test.extend<{ host: Host }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  host: async ({}, use) => {
    const host = await startHost();
    await use(host);
    await host.goAway();
  },
  baseURL: async ({ host }, use) => use(host.address),
});

elsewhere('under a sub-path of another host the page opens and runs its scenario @story', async ({ page, host }) => {
  await page.goto(host.address);
  const rooms = roomsOf(page);
  await expect(rooms.transport.place).toHaveText(/^step [1-9]\d* of [1-9]/);
  expect((await rooms.inside.report()).ok).toBe(true);
  expect(host.asked[0]).toBe(host.under);
  expect(host.asked.filter((path) => !path.startsWith(host.under))).toEqual([]);
  await page.close();
});

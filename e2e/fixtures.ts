// SPDX-License-Identifier: GPL-2.0-or-later
//
// What every browser test stands on. A test fails also when the page throws, writes an error to the console, or asks
// any other host for anything: nothing leaves the page but by the person's own act.
//
// The visitor of most tests asks to save data: what the page needs later comes when it is wanted, and not by chance
// before. Those who use the page at length (`ahead: true`) have it fetched while the page is idle, as most visitors do.
//
// Nor are most here for the first time: what is shown to newcomers was put away, and the page shows all that it has
// (`firstTime: true` is as it comes).
//
// A test that has the browser refuse something on purpose is `loud`: the console reports what is refused, and such a
// test says by itself what it expects of it.

import { test as base, expect } from '@playwright/test';

export { expect };

export const test = base.extend<{ ahead: boolean; firstTime: boolean; loud: boolean; quiet: undefined }>({
  ahead: [false, { option: true }],
  firstTime: [false, { option: true }],
  loud: [false, { option: true }],
  quiet: [
    async ({ context, baseURL, ahead, firstTime, loud }, use) => {
      if (!firstTime) await context.addInitScript(beenHere);
      if (!ahead)
        await context.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
        );
      const troubles: string[] = [];
      context.on('weberror', (error) => troubles.push(`the page threw: ${error.error().message}`));
      context.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`the console has an error: ${message.text()}`);
      });
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url)) troubles.push(`the page asked for ${url}`);
      });
      await use(undefined);
      if (!loud) expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

// As preferences.ts keeps it. What a test changes stays changed; where nothing can be kept, all is as for a first
// visit.
export function beenHere(): void {
  try {
    localStorage.setItem('maplescope.welcome', localStorage.getItem('maplescope.welcome') ?? 'off');
    localStorage.setItem('maplescope.everything', localStorage.getItem('maplescope.everything') ?? 'on');
  } catch {
    // Blocked.
  }
}

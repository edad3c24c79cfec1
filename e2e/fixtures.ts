// SPDX-License-Identifier: GPL-2.0-or-later
//
// What every browser test stands on. A test fails also when the page throws, writes an error to the console, or asks
// any other host for anything: nothing leaves the page but by the person's own act.

import { test as base, expect } from '@playwright/test';

export { expect };

export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ context, baseURL }, use) => {
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
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

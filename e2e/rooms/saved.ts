// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the page saves as a file, in either browser.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

/**
 * What a click on the button saves as a file. Firefox's driver reports no downloads: there it is read on its way to the
 * file.
 */
export async function savedBy(page: Page, button: Locator): Promise<Buffer> {
  if (page.context().browser()?.browserType().name() === 'chromium') {
    const download = page.waitForEvent('download');
    await button.click();
    return readFileSync(await (await download).path());
  }
  await page.evaluate(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      Object.assign(window, { savedFile: (blob as Blob).text() });
      return make(blob);
    };
  });
  await button.click();
  return Buffer.from(
    await page.evaluate(() => (window as unknown as { readonly savedFile: Promise<string> }).savedFile),
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from './fixtures';

test('the page opens', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Maplescope');
});

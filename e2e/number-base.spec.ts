// SPDX-License-Identifier: GPL-2.0-or-later
//
// The base of indexes: that of the text; a key switches it in all that is shown, and a link keeps it.

import { encodeLink } from '../web/share/encode';
import { LANGUAGE_VERSION } from '../web/share/link-state';
import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const TEXT = 'tree t\nstore 100..109 = 1\nstore 200..209 = 2\nerase 105\n';

const it = onOnePage();
test('numbers are written in the base that was chosen', it.inTurn);

it('pictures, sentences and Find count as the text does; # counts in the other base, and the link keeps it', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(TEXT);
  await expect(page.locator('main')).toContainText('0 to 199 is now one free range');
  await expect(rooms.picture.locator('.ms-tree-view svg')).toContainText('199');
  await page.keyboard.press('#');
  await expect(page.locator('main')).toContainText('0x0 to 0xc7 is now one free range');
  await expect(rooms.picture.locator('.ms-tree-view svg')).toContainText('c7');
  await expect(rooms.picture.locator('.ms-tree-view svg')).not.toContainText('199');
  await page.keyboard.press('#');
  await expect(page.locator('main')).toContainText('0 to 199 is now one free range');
  // An address space is written in hexadecimal only.
  await rooms.inside.run('mm p\nmap 4096..8191 rw\n');
  await page.keyboard.press('#');
  await expect(rooms.picture.locator('.ms-tree-view svg')).toContainText('1fff');
});

it('a link opens in the base that it says', async ({ page, rooms }) => {
  const link = encodeLink({ script: TEXT, language: LANGUAGE_VERSION, step: 4, engine: null, sum: null });
  await rooms.open(link.kind === 'link' ? `${link.fragment}&base=hexadecimal` : '');
  await expect(page.locator('main')).toContainText('0x0 to 0xc7 is now one free range');
});

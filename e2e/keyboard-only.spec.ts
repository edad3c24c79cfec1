// SPDX-License-Identifier: GPL-2.0-or-later
//
// The whole story without a pointer: nothing is clicked, and the focus is always somewhere that can be seen.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { CAT_MAPS, CAT_VMAS } from './rooms/maps';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

test.use({ ahead: true });

/** Tabs until the element with this name has the focus; each stop on the way must show that it has it. */
async function tabTo(page: Page, role: string, name: RegExp, most = 60): Promise<void> {
  for (let k = 0; k < most; k++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const node = document.activeElement;
      if (node === null || node === document.body) return null;
      const style = getComputedStyle(node);
      const inEditor = node.closest('.cm-editor') !== null;
      // The picture's outline is read, not seen: the drawing shows where its focus is.
      const inDrawing =
        node.getAttribute('role') === 'treeitem' && document.querySelector('.tree-host svg .focused') !== null;
      const seen = inEditor || inDrawing || style.outlineStyle !== 'none';
      const tag = node.tagName.toLowerCase();
      return {
        role: node.getAttribute('role') ?? tag,
        name: node.getAttribute('aria-label') ?? node.textContent.trim(),
        seen,
      };
    });
    if (found === null) continue;
    expect(found.seen, `focus on ${found.role} “${found.name}” can be seen`).toBe(true);
    if (found.role === role && name.test(found.name)) return;
  }
  throw new Error(`no ${role} named ${name.source} within ${most} stops`);
}

test('the whole story by keyboard alone @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();

  // In: the paste dialog, by its key.
  await page.keyboard.press('m');
  const paste = rooms.dialog('Paste a memory map');
  await expect(paste.getByRole('textbox', { name: 'Text of the memory map' })).toBeFocused();
  await page.keyboard.insertText(CAT_MAPS);
  await tabTo(page, 'button', /^Show its tree$/);
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(paste).toBeHidden();
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS} of ${CAT_VMAS}`);
  await expect(rooms.announcer).toContainText(`Step ${CAT_VMAS} of ${CAT_VMAS}: maps cat`);

  // Steps.
  await page.keyboard.press('Home');
  await expect(rooms.transport.place).toHaveText(`step 0 of ${CAT_VMAS}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(rooms.announcer).toContainText(`Step 2 of ${CAT_VMAS}`);
  await page.keyboard.press('ArrowLeft');
  await expect(rooms.transport.place).toHaveText(`step 1 of ${CAT_VMAS}`);
  await page.keyboard.press('End');
  await page.keyboard.press('3');
  await expect(page.getByRole('tab', { name: 'Allocator' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('4');
  await expect(page.getByRole('tab', { name: 'Invariants' })).toHaveAttribute('aria-selected', 'true');

  // Fork, and the fork that fails, by the buttons beside the picture.
  await tabTo(page, 'button', /^fork cat$/);
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(rooms.picture).toContainText('no node leaked');
  await tabTo(page, 'button', /^fork, refuse request 2$/);
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  expect((await rooms.inside.report()).steps.at(-1)).toMatchObject({ op: 'fork', error: 'ENOMEM' });
  await expect(rooms.picture).toContainText('no node leaked');

  // Into the editor and out of it.
  await page.keyboard.press('e');
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nexpect valid child');
  await rooms.nextRun(() => page.keyboard.press('ControlOrMeta+Enter'));
  expect((await rooms.inside.report()).expects.failed).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(rooms.editor.text).not.toBeFocused();

  // Out: the share panel.
  await page.keyboard.press('s');
  const share = rooms.dialog('Share');
  await expect(share.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(share.getByText(/^Copied\.|Ctrl-C/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
});

const it = onOnePage();
test('keys and their meaning', it.inTurn);

it('a sheet lists the keys; single keys can be turned off; keys in a field stay there', async ({ page, rooms }) => {
  await rooms.open();
  const before = await rooms.transport.place.innerText();
  await page.keyboard.press('?');
  const sheet = rooms.dialog('Keys');
  await expect(sheet).toContainText('one step forward');
  await sheet.getByRole('checkbox', { name: /single-key/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('m');
  await expect(rooms.dialog('Paste a memory map')).toBeHidden();
  await rooms.editor.text.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(rooms.transport.place).toHaveText(before);
});

it('Space, arrows and Enter keep their meaning where the focus has a use for them', async ({ page, rooms }) => {
  await rooms.open();
  const before = await rooms.transport.place.innerText();
  await page.getByRole('tab', { name: 'Step' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Node' })).toBeFocused();
  await expect(rooms.transport.place).toHaveText(before);
  await page.getByRole('separator', { name: 'Width of the editor' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('separator', { name: 'Width of the editor' })).toHaveAttribute('aria-valuenow', '346');
  await expect(rooms.transport.place).toHaveText(before);
});

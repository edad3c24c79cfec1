// SPDX-License-Identifier: GPL-2.0-or-later
//
// The second question of a lecture's screen is open: whatever happens to the windows, the class sees it, whole and with
// its own tree, and a press tells nothing that the wall does not show.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { FOLLOWS, lessonOf, present, readOn } from './rooms/lecture';
import { roomsOf } from './rooms/page';

/** Numbers of the cards on the wall that are seen to their end, and of those whose answer is out. */
const cards = (wall: Page): Promise<{ readonly seen: number[]; readonly told: number[] }> =>
  wall.locator('.lesson-body').evaluate((body) => {
    const { top, bottom } = body.getBoundingClientRect();
    const all = [...body.querySelectorAll('.lesson-card')];
    const those = (is: (card: Element) => boolean): number[] => all.flatMap((card, k) => (is(card) ? [k] : []));
    return {
      seen: those((card) => {
        const box = card.getBoundingClientRect();
        return box.bottom <= bottom + 1 && box.bottom > top;
      }),
      told: those((card) => card.querySelector('.is-right, .wall-answer') !== null),
    };
  });

const treeOf = async (of: Page): Promise<string> => (await roomsOf(of).inside.state()).text;

test('the second question of a screen stays open, whole and with its tree, whatever the windows do @story', async ({
  page,
}) => {
  await roomsOf(page).open('4.7');
  const { panel, wall } = await present(page);
  await expect(wall.locator('.wall-question').nth(1)).toBeAttached();
  const tell = panel.getByRole('button', { name: 'Tell me', exact: true });
  await readOn(panel, wall, 'Tell me');
  await wall.keyboard.press('PageDown');
  await expect.poll(async () => (await cards(wall)).told).toEqual([0]);
  const first = await treeOf(wall);
  await wall.keyboard.press('PageDown');
  await expect.poll(async () => (await cards(wall)).seen).toContain(1);
  await expect.poll(() => treeOf(wall)).not.toBe(first);
  const second = await treeOf(wall);
  const isOpen = async (on: Page, what: string): Promise<void> => {
    await expect(panel, what).toContainText(FOLLOWS);
    await expect(tell, what).toBeVisible();
    await expect.poll(() => cards(on), what).toMatchObject({ seen: expect.arrayContaining([1]), told: [0] });
    await expect.poll(() => treeOf(on), what).toBe(second);
    await expect.poll(() => treeOf(page), what).toBe(second);
    await expect(tell, what).toBeVisible();
  };
  await isOpen(wall, 'asked');
  await page.reload();
  await isOpen(wall, 'the speaker’s window is reloaded');
  await wall.reload();
  await isOpen(wall, 'the projector’s window is reloaded');
  await lessonOf(page).getByRole('button', { name: 'Lessons', exact: true }).click();
  await expect(panel).toContainText('You left the lesson in this window only');
  await wall.keyboard.press('PageDown');
  await isOpen(wall, 'back from the list');
  // A dark wall: the press of a clicker that the speaker's window hears only brings the light back.
  await panel.getByRole('button', { name: 'Black', exact: true }).click();
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await expect(panel.getByText('It is black: press b')).toBeInViewport({ ratio: 0.95 });
  await page.keyboard.press('PageDown');
  await expect(wall.locator('html')).not.toHaveAttribute('data-black');
  await isOpen(wall, 'light again');
  // Some clickers send a full stop for it.
  await page.keyboard.press('.');
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await wall.keyboard.press('.');
  await expect(wall.locator('html')).not.toHaveAttribute('data-black');
  await isOpen(wall, 'light again by a full stop');
  // Another projector's window, in which less is seen at a time.
  const opening = page.context().waitForEvent('page');
  await wall.close();
  await expect(panel.getByRole('button', { name: 'Open it again' })).toBeInViewport({ ratio: 0.95 });
  await panel.getByRole('button', { name: 'Open it again' }).click();
  const other = await opening;
  await other.setViewportSize({ width: 1280, height: 600 });
  await isOpen(other, 'the projector’s window is opened again');
  // A code that leads nowhere leaves the focus in its field.
  await panel.getByRole('textbox', { name: 'Go to' }).fill('4.77');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('No such place');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await cards(other)).told).toEqual([0, 1]);
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

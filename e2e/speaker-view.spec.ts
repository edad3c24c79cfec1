// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the speaker needs at every screen is in sight without scrolling, and “Lessons” leads to the list.

import { expect, test } from './fixtures';
import { FOLLOWS, lectureAt, lessonOf, present } from './rooms/lecture';
import { roomsOf } from './rooms/page';

test('answers, Next and “Go to” are in sight at every screen; Lessons leads to the list, and nothing leaves', async ({
  page,
}) => {
  await roomsOf(page).open('2.6');
  // Outside a lecture the same button of the page's head leads from a lesson to the list, and back to a lesson.
  await expect(lessonOf(page).getByRole('button', { name: 'Leave' })).toBeVisible();
  const { panel, wall } = await present(page);
  for (const code of ['1.7', '4.7', '5.6', '2.6']) {
    await lectureAt(panel, code);
    const asked = panel.getByRole('region', { name: 'Asked of the class' });
    await expect(asked).not.toContainText('…');
    for (const one of [
      ...(code === '1.7' ? [asked.locator('pre')] : await asked.locator('strong').all()),
      panel.locator('.speaker-place .primary'),
      panel.getByRole('region', { name: 'Next' }),
      panel.getByRole('textbox', { name: 'Go to' }),
      panel.getByRole('button', { name: 'Go', exact: true }),
    ])
      await expect.soft(one, code).toBeInViewport({ ratio: 0.95 });
  }
  // What a question of the class leads to is named on the wall, until the lecture goes on.
  await page.goto('./#ex=fork-vma');
  await expect(wall.locator('.wall-aside')).toHaveText(
    'Aside: A fork fails at a VMA: the marker, and the undo that came before it',
  );
  await panel.getByRole('button', { name: 'Back to the lecture' }).click();
  await expect(wall.locator('.wall-aside')).toBeHidden();
  await expect(wall.locator('.lesson-head')).toContainText('6 of 7');
  const before = await wall.locator('.lesson-head').innerText();
  await expect(lessonOf(page).getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click();
  await expect(lessonOf(page).getByRole('heading', { name: 'For teachers' })).toBeVisible();
  await expect(panel).toContainText('You left the lesson in this window only.');
  expect(await wall.locator('.lesson-head').innerText()).toBe(before);
  // An example of the gallery, opened from there, is beside the lecture too; a reload changes nothing.
  await page.getByRole('banner').getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('dialog', { name: 'Gallery' }).getByRole('searchbox').fill('a fork fails at a VMA');
  await page.keyboard.press('Enter');
  for (const what of ['opened', 'reloaded']) {
    await expect(wall.locator('.wall-aside'), what).toHaveText(/^Aside: A fork fails at a VMA/);
    await expect(panel, what).toContainText(FOLLOWS);
    await expect(panel, what).toContainText('You left the lecture');
    await expect(panel, what).not.toContainText('in this window only');
    if (what === 'opened') await page.reload();
  }
  await wall.keyboard.press('PageDown');
  await expect(wall.locator('.wall-aside')).toBeHidden();
  await expect(panel.locator('.speaker-place')).toContainText('2.6');
  await expect(panel).not.toContainText('You left the lecture');
  expect(await wall.locator('.lesson-head').innerText()).toBe(before);
  // Another lesson that is opened there takes the lecture with it, and there is a way back.
  await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click();
  await lessonOf(page)
    .getByRole('button', { name: /What a store can do/ })
    .click();
  await expect(wall.locator('.lesson-head')).toContainText('What a store can do');
  await panel.getByRole('button', { name: 'Back to 2.6' }).click();
  await expect(panel.locator('.speaker-place')).toContainText('2.6');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toBe(before);
  await expect(panel.getByRole('button', { name: 'Back to 2.6' })).toHaveCount(0);
  // Only the speaker makes it the lecture.
  await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click();
  await expect(panel).toContainText('You left the lesson in this window only.');
  await page.goto('./#ex=fork-vma');
  await expect(wall.locator('.wall-aside')).toBeVisible();
  await panel.getByRole('button', { name: 'Lecture on this' }).click();
  await expect(wall.locator('.wall-aside')).toBeHidden();
  await expect(wall.locator('.lesson-body')).toBeHidden();
  await expect(panel.locator('.speaker-place')).toContainText(/^Step \d+ of/);
});

test('a sentence that is longer than its room stands whole on the wall', async ({ page }) => {
  await roomsOf(page).open('5.4');
  const { wall } = await present(page);
  await roomsOf(wall).settled();
  const words = wall.locator('.projected-words > span');
  await wall.keyboard.press('ArrowRight');
  await expect(words).toContainText('push');
  await expect.poll(() => words.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  await expect(wall.locator('.projected').getByRole('button')).toHaveCount(0);
  // The tree keeps its pivots.
  await expect(wall.locator('.tree-host svg .ms-node .pivot')).not.toHaveCount(0);
  const box = (await words.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(720);
});

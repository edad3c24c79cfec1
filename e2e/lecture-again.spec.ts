// SPDX-License-Identifier: GPL-2.0-or-later
//
// A window of a lecture that is loaded anew, or closed and opened again: the lecture goes on where it was.

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { FOLLOWS, lectureAt, lessonOf, panelOf, present, readOn, stepOnWall } from './rooms/lecture';
import { roomsOf } from './rooms/page';

async function secondsOf(panel: Locator): Promise<number> {
  const [, h, m, s] = /(\d+):(\d\d):(\d\d)$/.exec((await panel.getByRole('timer').innerText()).trim()) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}

test('the speaker’s window is reloaded in a lesson: stop, clock and revealed answers stay @story', async ({ page }) => {
  await roomsOf(page).open('4.1');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.3');
  const answer = wall.locator('.wall-choices .is-right');
  // A wall that has just turned to this screen reports late that it goes on below: the press may page it once more.
  await expect(async () => {
    if ((await answer.count()) > 0) return;
    await readOn(panel, wall, 'Tell me');
    await wall.keyboard.press('PageDown');
    await expect(answer).not.toHaveCount(0, { timeout: 3000 });
  }).toPass();
  const answers = await answer.count();
  await wall.keyboard.press('b');
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await expect.poll(() => secondsOf(panel)).toBeGreaterThan(1);
  const seconds = await secondsOf(panel);
  const { text, step } = await roomsOf(page).inside.state();

  await page.reload();
  await expect(panel).toContainText(FOLLOWS);
  await expect(panel.locator('.speaker-place')).toContainText('4.3');
  await expect(panel.getByRole('region', { name: 'Asked of the class' }).locator('strong').first()).not.toBeEmpty();
  expect(await secondsOf(panel)).toBeGreaterThanOrEqual(seconds);
  await expect(lessonOf(page).locator('.lesson-head')).toContainText('3 of ');
  await expect(lessonOf(page).getByText('This is what happens.')).toHaveCount(1);
  await roomsOf(page).settled();
  expect(await roomsOf(page).inside.state()).toMatchObject({ text, step });
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await expect(answer).toHaveCount(answers);
  // The clicker goes on: light, then the next question or screen.
  await wall.keyboard.press('b');
  await expect(wall.locator('html')).not.toHaveAttribute('data-black');
  // The wall shows the lower part of the screen. The first press leads to its top, the second to the screen before.
  const top = (): Promise<number> => wall.locator('.lesson-body').evaluate((body) => body.scrollTop);
  await expect.poll(top).toBeGreaterThan(0);
  await wall.keyboard.press('PageUp');
  await expect.poll(top).toBe(0);
  await wall.keyboard.press('PageUp');
  await expect(panel.locator('.speaker-place')).toContainText('4.2');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('2 of ');
  // Ended is ended.
  await panel.getByRole('button', { name: 'End', exact: true }).click();
  await expect.poll(() => wall.isClosed()).toBe(true);
  await page.reload();
  await roomsOf(page).settled();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('Go on with the lecture')).toHaveCount(0);
});

test('reloaded during a question, the speaker’s window keeps the typed text and the way back @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=first&step=8');
  const { panel, wall } = await present(page);
  await expect.poll(() => stepOnWall(wall)).toBe('8');
  const { text: before } = await rooms.inside.state();
  await rooms.editor.text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nstore 999 = 9\n');
  await rooms.settled();
  await expect(panel).toContainText('You left the lecture at step 8');
  await page.keyboard.insertText('store 1000 =');
  await expect(rooms.problems.first()).toBeVisible();
  const { text } = await rooms.inside.state();

  await page.reload();
  await expect(panel).toContainText('You left the lecture at step 8');
  await expect(panel).toContainText(FOLLOWS);
  expect(await rooms.inside.state()).toMatchObject({ text });
  await wall.keyboard.press('PageDown');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(before);
  await expect(rooms.transport.place).toHaveText('step 8 of 11');
  await expect.poll(() => stepOnWall(wall)).toBe('8');
  await expect(panel).not.toContainText('You left the lecture');
  await expect(page.getByRole('region', { name: 'Branches' })).toContainText('question at step 8');
});

test('the projector’s window is reloaded: it returns to the stop by itself @story', async ({ page }) => {
  await roomsOf(page).open('4.1');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.3');
  const lesson = lessonOf(page);
  await lesson.getByRole('button', { name: 'Tell me' }).first().click();
  await expect(wall.locator('.wall-choices .is-right')).not.toHaveCount(0);
  const answers = await wall.locator('.wall-choices .is-right').count();
  await lesson.locator('.lesson-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  const body = wall.locator('.lesson-body');
  await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
  await wall.reload();
  await expect(panel).toContainText(FOLLOWS);
  await expect(wall.locator('.projector-cover')).toBeHidden();
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  await expect(wall.locator('.wall-choices .is-right')).toHaveCount(answers);
  await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
  // Both at once.
  await Promise.all([page.reload(), wall.reload()]);
  await expect(panel).toContainText(FOLLOWS);
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  await lectureAt(panel, '4.1');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('1 of ');
});

test('the speaker’s window was closed: a new one offers the lecture; a copy of the tab gives none', async ({
  page,
}) => {
  await roomsOf(page).open('4.1');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.2');
  const storage = await page.evaluate(() => Object.entries<string>(sessionStorage));
  // A duplicated tab has the storage of its original.
  const copy = await page.context().newPage();
  await copy.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, storage);
  await copy.goto('./');
  await expect(lessonOf(copy).locator('.lesson-head')).toContainText('2 of ');
  await expect(panelOf(copy)).toHaveCount(0);
  await copy.close();
  // So has every other window as long as the speaker's is open.
  const other = await page.context().newPage();
  await other.goto('./');
  await roomsOf(other).settled();
  const waits = (): Promise<number> =>
    other.evaluate(async () => ((await navigator.locks.query()).pending ?? []).length);
  await expect.poll(waits).toBe(1);
  await expect.poll(waits).toBe(0);
  await expect(other.getByText('Go on with the lecture')).toHaveCount(0);
  const seconds = await secondsOf(panel);
  await page.close();
  await other.reload();
  await other.getByRole('button', { name: 'Go on with the lecture' }).click();
  const next = panelOf(other);
  await expect(next).toContainText(FOLLOWS);
  await expect(next.locator('.speaker-place')).toContainText('4.2');
  expect(await secondsOf(next)).toBeGreaterThanOrEqual(seconds);
  await wall.keyboard.press('PageDown');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  await expect(next.locator('.speaker-place')).toContainText('4.3');
});

test('reloaded after an answer was shown, the projector has the tree of the answer', async ({ page }) => {
  await roomsOf(page).open('4.1');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.4');
  const place = roomsOf(page).transport.place;
  const right = wall.locator('.wall-choices .is-right');
  for (const step of ['7', '8']) {
    await lessonOf(page).getByRole('button', { name: 'Tell me' }).first().click();
    await expect(place).toHaveText(`step ${step} of ${step}`);
    await expect.poll(() => stepOnWall(wall)).toBe(step);
    const answers = await right.count();
    await wall.reload();
    await expect(wall.locator('.projector-cover')).toBeHidden();
    await expect(right).toHaveCount(answers);
    await roomsOf(wall).settled();
    await expect.poll(() => stepOnWall(wall)).toBe(step);
    const shown = async (of: Page): Promise<object> => {
      const { text, step } = await roomsOf(of).inside.state();
      return { text, step };
    };
    expect(await shown(wall)).toEqual(await shown(page));
  }
});

test('a lecture that is ended and begun again has no word of the end', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('4.2');
  const { panel } = await present(page);
  await panel.getByRole('button', { name: 'End', exact: true }).click();
  await expect(rooms.notice).toContainText('The lecture has ended.');
  await lessonOf(page).getByRole('button', { name: 'Present', exact: true }).click();
  await expect(panel).toContainText(FOLLOWS);
  await expect(page.getByText('The lecture has ended.')).toHaveCount(0);
});

test('the list of lessons does not change the wall, and going back restores the answers', async ({ page }) => {
  await roomsOf(page).open('4.2');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.3');
  await readOn(panel, wall, 'Tell me');
  await wall.keyboard.press('PageDown');
  const right = wall.locator('.wall-choices .is-right');
  await expect(right).not.toHaveCount(0);
  const answers = await right.count();
  const shown = async (): Promise<object> => ({
    lesson: await wall.locator('.lesson-head').innerText(),
    right: await right.count(),
    step: await stepOnWall(wall),
  });
  await roomsOf(wall).settled();
  const before = await shown();
  await lessonOf(page).getByRole('button', { name: 'Lessons', exact: true }).click();
  await expect(panel).toContainText('You left the lesson in this window only. The projector’s still shows screen 3');
  for (const [part, button] of [
    ['Collect a class', 'Add'],
    ['Print a handout', 'Print'],
  ] as const) {
    await lessonOf(page).getByRole('button', { name: part }).click();
    // The page itself is there, not the dialog that waits for it.
    await expect(page.getByRole('dialog').getByRole('button', { name: button, exact: true })).toBeVisible();
    await roomsOf(wall).settled();
    expect(await shown()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await wall.keyboard.press('b');
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await wall.keyboard.press('b');
  await expect(wall.locator('html')).not.toHaveAttribute('data-black');
  expect(await shown()).toEqual(before);
  await wall.keyboard.press('PageDown');
  await expect(panel.locator('.speaker-place')).toContainText('4.3');
  await expect(lessonOf(page).locator('.lesson-head')).toContainText('3 of ');
  await expect(lessonOf(page).getByText('This is what happens.')).toHaveCount(1);
  await expect(right).toHaveCount(answers);
  await expect.poll(shown).toEqual(before);
});

test('a lecture that was ended goes on with its clock, its screen and its answers @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('4.2');
  const { panel, wall } = await present(page);
  await lectureAt(panel, '4.4');
  await readOn(panel, wall, 'Tell me');
  await wall.keyboard.press('PageDown');
  const right = wall.locator('.wall-choices .is-right');
  await expect(right).not.toHaveCount(0);
  const answers = await right.count();
  await expect.poll(() => secondsOf(panel)).toBeGreaterThan(2);
  const seconds = await secondsOf(panel);
  await panel.getByRole('button', { name: 'End', exact: true }).click();
  await expect(panel).toHaveCount(0);
  const opening = page.context().waitForEvent('page');
  await rooms.notice.getByRole('button', { name: 'Back to the lecture' }).click();
  const next = await opening;
  await expect(panel).toContainText(FOLLOWS);
  expect(await secondsOf(panel)).toBeGreaterThanOrEqual(seconds);
  await expect(panel.locator('.speaker-place')).toContainText('4.4');
  await expect(next.locator('.wall-choices .is-right')).toHaveCount(answers);
  // It is this window's again, and kept.
  await page.reload();
  await expect(panel).toContainText(FOLLOWS);
  await expect(panel.locator('.speaker-place')).toContainText('4.4');
});

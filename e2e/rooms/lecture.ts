// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture in two windows: how it begins, and how the speaker's panel is used.

import { expect, type Locator, type Page } from '@playwright/test';
import { painted, roomsOf } from './page';

export interface Lecture {
  /** The speaker's panel. */
  readonly panel: Locator;
  /** The projector's window. */
  readonly wall: Page;
}

export const FOLLOWS = 'The projector’s window follows this one.';

export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Speaker' });

/** Begins a lecture of what is on the page; the wall is a projector of 1280 × 720. */
export async function present(page: Page): Promise<Lecture> {
  const opening = page.context().waitForEvent('page');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('speaker projector');
  await page.keyboard.press('Enter');
  const wall = await opening;
  await wall.setViewportSize({ width: 1280, height: 720 });
  const panel = panelOf(page);
  await expect(panel).toContainText(FOLLOWS);
  return { panel, wall };
}

/** Sends the lecture to a screen by its code. */
export async function lectureAt(panel: Locator, code: string): Promise<void> {
  await panel.getByRole('textbox', { name: 'Go to' }).fill(code);
  await panel.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(panel.locator('.speaker-place')).toContainText(code);
}

export const lessonOf = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Lessons' });

export const stepOnWall = (wall: Page): Promise<string> => wall.locator('.projected-step').innerText();

/** Pages the wall with the clicker until the panel's button says this. */
export async function readOn(panel: Locator, wall: Page, until: 'Tell me' | 'Next'): Promise<void> {
  await roomsOf(wall).settled();
  await expect(async () => {
    await painted(wall);
    if (await panel.getByRole('button', { name: 'More below' }).isVisible()) await wall.keyboard.press('PageDown');
    await expect(panel.getByRole('button', { name: until, exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ways of the workshop that a teacher looks for: every button of the list of lessons is in the window, the commands
// have the file to take along, a handout is of any lesson, paper has what was meant, and a code without a screen is
// answered.

import { expect, test } from './fixtures';
import { resize, roomsOf } from './rooms/page';

test('every button below the list of lessons is whole in windows of laptops', async ({ page }) => {
  await roomsOf(page).open('2.1');
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: 'Lessons', exact: true }).click();
  await expect(lesson.getByRole('button', { name: 'Save progress' })).toBeEnabled();
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await resize(page, width, height);
    const pane = (await lesson.boundingBox())!;
    for (const one of await lesson.locator('.lesson-foot > *').all()) {
      const box = (await one.boundingBox())!;
      if (box.height === 0) continue;
      expect(box.x + box.width, `${await one.innerText()} at ${width}`).toBeLessThanOrEqual(pane.x + pane.width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
  }
});

test('the list of commands has the file to take along', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=first&step=8');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('take this');
  await page.keyboard.press('Enter');
  await expect(rooms.dialog('Share').getByRole('tab', { name: 'File' })).toHaveAttribute('aria-selected', 'true');
  await expect(rooms.dialog('Share')).toContainText('Take this with you');
});

test('a handout opened from the list of lessons is of a lesson, and of any that is chosen', async ({ page }) => {
  await roomsOf(page).open('');
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  await page.getByRole('tabpanel', { name: 'Lessons' }).getByRole('button', { name: 'Print a handout' }).click();
  const handout = page.getByRole('dialog', { name: 'Handout' });
  await expect(handout.getByRole('article', { name: 'Ranges, not keys' })).toBeVisible();
  const menu = handout.getByRole('combobox', { name: 'What to print' });
  await menu.selectOption('Lesson 2. Nodes, slots, pivots');
  await expect(handout.getByRole('article', { name: 'Nodes, slots, pivots' })).toBeVisible();
  await expect(handout.getByRole('article', { name: 'Ranges, not keys' })).toHaveCount(0);
  await menu.selectOption('The scenario on the page');
  await expect(handout.getByRole('textbox', { name: 'Steps' })).toBeVisible();
});

test('a code without a screen is answered with what there is', async ({ page }) => {
  const rooms = roomsOf(page);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await rooms.open('77.1');
  await expect(rooms.notice).toContainText('There are lessons 1 to 15, and their screens count from 1');
  await rooms.notice.getByRole('button', { name: 'Show the lessons' }).click();
  await expect(lesson.getByRole('button', { name: /^15 / })).toBeVisible();
  await page.goto('./#9.0');
  await expect(rooms.notice).toContainText('No screen has the code 9.0.');
  await page.goto('./#9.99');
  await expect(lesson.getByText(/^Lesson 9 has \d+ screens. This is the last.$/)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('77.1');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toContainText(
    'Lesson 77 does not exist: list lessons 1 to 15',
  );
  await page.getByRole('combobox', { name: 'What to do' }).fill('4.44');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await expect(commands.getByRole('option').first()).toContainText(
    'Screen 4.44 does not exist: open lesson 4, 4.1 to 4.',
  );
  await expect(commands.getByRole('option').filter({ hasText: 'Go to screen 4.44' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  // In a lecture, the wall stays where it is.
  await page.goto('./#2.2');
  await expect(lesson.locator('.lesson-head')).toContainText('2 of ');
  const opening = page.context().waitForEvent('page');
  await lesson.getByRole('button', { name: 'Present' }).click();
  await opening;
  const panel = page.getByRole('region', { name: 'Speaker' });
  const field = panel.getByRole('textbox', { name: 'Go to' });
  for (const [code, words] of [
    ['9.99', /Lesson 9 has the screens 9\.1 to 9\.\d+\./],
    ['77.1', /There are lessons 1 to 15/],
    ['x', /Type the code of a screen/],
  ] as const) {
    await field.fill(code);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('alert').filter({ hasText: 'No such place' })).toContainText(words);
    await expect(panel.locator('.speaker-place')).toContainText('2.2');
  }
  // Large enough to be read out.
  const size = await panel.locator('.speaker-code').evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  expect(size).toBeGreaterThanOrEqual(30);
  await expect(panel).toContainText('does not follow this window by itself');
});

test('without a handout the browser prints the lesson or the scenario, with the picture in light colours', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium makes a PDF here');
  const rooms = roomsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await rooms.open('ex=first&step=8');
  const { text } = await rooms.inside.state();
  const paper = page.locator('.on-paper');
  const begin = (): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await begin();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(paper).toContainText('press Ctrl K in Maplescope and choose “Print a handout”');
  await expect(paper.locator('pre')).toHaveText(text);
  await expect(rooms.picture.locator('svg .ms-node').first()).toBeVisible();
  for (const hidden of ['.header', '.editor-pane', '.inspector', '.transport', '.panes'])
    await expect(page.locator(hidden).first()).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const wide = await rooms.picture.evaluate((one) => one.getBoundingClientRect().right);
  expect(wide).toBeLessThanOrEqual(700);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await page.goto('./#2.3');
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await expect(lesson.locator('.lesson-head')).toContainText('3 of ');
  await begin();
  await page.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('heading', { name: 'What takes a slot' })).toBeVisible();
  await expect(paper.locator('pre').first()).toBeVisible();
  await expect(paper).toContainText(/The picture shows step \d+ of \d+\./);
});

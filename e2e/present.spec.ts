// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture in two windows: the projector's follows the speaker's, a clicker works in both, a question leaves the
// lecture and comes back, and no window takes an update meanwhile.

import type { Locator } from '@playwright/test';
import { packLink } from '../web/pack/pack';
import { expect, test } from './fixtures';
import { lectureAt, lessonOf, panelOf, present, readOn, stepOnWall } from './rooms/lecture';
import { resize, roomsOf, type Rooms } from './rooms/page';

/** Sizes of projectors. */
const WALLS = [
  [1280, 720],
  [1920, 1080],
] as const;

/**
 * In the page: what of a lesson's screen a room cannot read or use: small type, fields and buttons, a card that is
 * higher or wider than the screen.
 */
function unfitForWall(body: Element): string[] {
  const named = (element: Element, what: string): string => `${what}: ${element.outerHTML.slice(0, 80)}`;
  const seen = [...body.querySelectorAll('*')].filter(
    (one) => one.checkVisibility() && one.closest('.ms-term-tip, .ms-term') === null,
  );
  const holdsText = (one: Element): boolean =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
  return [
    ...seen
      .filter((one) => holdsText(one) && parseFloat(getComputedStyle(one).fontSize) < 20)
      .map((one) => named(one, 'small')),
    ...seen.filter((one) => one.matches('button, input, textarea, summary')).map((one) => named(one, 'to be pressed')),
    ...[...body.querySelectorAll('.lesson-card')]
      .filter((card) => card.clientHeight > body.clientHeight || card.scrollWidth > card.clientWidth)
      .map((card) => named(card, 'too large')),
    ...(body.scrollWidth > body.clientWidth ? [named(body, 'too wide')] : []),
  ];
}

const stateOf = async ({ inside }: Rooms): Promise<{ readonly text: string; readonly step: number }> => {
  const { text, step } = await inside.state();
  return { text, step };
};

test('the projector follows a scenario; a question leaves the lecture and the clicker comes back to it @story', async ({
  page,
}) => {
  await roomsOf(page).open('ex=first&step=8');
  const speaker = roomsOf(page);
  const { panel, wall } = await present(page);
  const projector = roomsOf(wall);
  await expect.poll(() => stepOnWall(wall)).toBe('8');
  await expect(wall.locator('html')).toHaveAttribute('data-projector', 'alone');

  // A clicker in either window.
  await wall.keyboard.press('PageDown');
  await expect(speaker.transport.place).toHaveText('step 9 of 11');
  await expect.poll(() => stepOnWall(wall)).toBe('9');
  await page.locator('.pane-head h2').first().click();
  await page.keyboard.press('PageUp');
  await expect.poll(() => stepOnWall(wall)).toBe('8');
  await expect(panel.getByRole('region', { name: 'Next' })).toContainText('store');
  await page.keyboard.press('b');
  await expect(wall.locator('html')).toHaveAttribute('data-black');
  await wall.keyboard.press('x');
  await expect(wall.locator('html')).not.toHaveAttribute('data-black');

  // The ring of a chosen slot, and the pointer, are seen on the wall at the same node.
  const slot = speaker.picture.locator('svg .ms-node [data-slot="1"]').first();
  await slot.hover();
  await expect(wall.locator('.speaker-spot')).toBeVisible();
  const spots = await Promise.all([
    wall.locator('.speaker-spot').boundingBox(),
    wall.locator('svg .ms-node').first().boundingBox(),
  ]);
  const [dot, node] = [spots[0]!, spots[1]!];
  const at = { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 };
  expect(at.x).toBeGreaterThan(node.x);
  expect(at.x).toBeLessThan(node.x + node.width);
  expect(at.y).toBeGreaterThan(node.y);
  expect(at.y).toBeLessThan(node.y + node.height);

  // A question: the lecture's text is kept, and the wall sees what is tried.
  const before = await stateOf(speaker);
  await speaker.editor.text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nstore 999 = 9\n');
  await speaker.settled();
  await expect(panel).toContainText('You left the lecture at step 8');
  await expect.poll(async () => (await stateOf(projector)).text).toContain('store 999 = 9');
  await wall.keyboard.press('PageDown');
  await expect.poll(() => stateOf(speaker)).toEqual(before);
  await expect.poll(() => stateOf(projector)).toEqual(before);
  await expect(panel).not.toContainText('You left the lecture');
  await expect(page.getByRole('region', { name: 'Branches' })).toContainText('question at step 8');

  // The lock that keeps updates away; the projector's window keeps nothing.
  const locks = await page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name));
  expect(locks).toContain('maplescope lecture');
  // A key that was hit by mistake ends nothing; the second press does.
  await wall.keyboard.press('Escape');
  await expect(panel.getByRole('status')).toContainText('Press Esc again to end the lecture.');
  await wall.keyboard.press('b');
  await wall.keyboard.press('b');
  await expect(panel).not.toContainText('Press Esc again');
  await wall.keyboard.press('Escape');
  await expect(panel).toContainText('Press Esc again');
  // The window is gone before the key is up.
  await wall.keyboard.press('Escape').catch(() => undefined);
  await expect(panel).toHaveCount(0);
  await expect(speaker.notice).toContainText('The lecture has ended.');
  await expect.poll(() => wall.isClosed()).toBe(true);
});

test('a lesson is presented with its question’s answer for the speaker alone; a code jumps to a screen', async ({
  page,
  browser,
}) => {
  await roomsOf(page).open('2.2');
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await expect(lesson.locator('.lesson-head')).toContainText('2 of ');
  const opening = page.context().waitForEvent('page');
  await lesson.getByRole('button', { name: 'Present' }).click();
  const wall = await opening;
  await wall.setViewportSize({ width: 1280, height: 720 });
  const panel = panelOf(page);
  await expect(panel).toContainText('2.2');
  const shown = wall.locator('.lesson-body');
  await expect(shown).toBeVisible();
  await expect(wall.locator('html')).toHaveAttribute('data-projector', 'editor');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('2 of ');

  // To the first screen that asks the class something.
  await lectureAt(panel, '4.3');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  // The wall has the script and lists the choices, large enough for the room; nothing there asks for a click.
  const asking = shown.getByRole('region', { name: 'Question' });
  await expect(asking.first().locator('.wall-script')).toContainText('tree t');
  await expect(asking.first().getByRole('listitem')).not.toHaveCount(0);
  // The first press of a clicker tells the answer on the wall, by its letter for the speaker; the picture goes on.
  const choices = asking.first().locator('.wall-choices').first();
  const right = choices.locator('.is-right');
  const answers = panel.getByRole('region', { name: 'Asked of the class' });
  await expect(answers.locator('strong').first()).toHaveText(/^[A-Z]: /);
  await expect(right).toHaveCount(0);
  await readOn(panel, wall, 'Tell me');
  await wall.keyboard.press('PageDown');
  await expect(right).toHaveCount(1);
  const list = await choices.getByRole('listitem').allInnerTexts();
  const letter = String.fromCharCode(65 + list.findIndex((one) => one.includes('✓')));
  await expect(answers.locator('strong').first()).toHaveText(new RegExp(`^${letter}: `));
  await expect(panel.locator('.speaker-place')).toContainText('4.3');
  for (const code of ['4.6', '7.4', '2.5']) {
    await lectureAt(panel, code);
    await expect(asking.first().locator('.wall-question').first()).toBeVisible();
    for (const [width, height] of WALLS) {
      await resize(wall, width, height);
      expect(await shown.evaluate(unfitForWall)).toEqual([]);
    }
  }
  await expect(asking).toContainText('The first slot is 0.');
  await resize(wall, 1280, 720);
  await lectureAt(panel, '4.3');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  // Another variant is the same one on the wall, in the picture and for the speaker's eyes; so is what is scrolled to.
  // The answer stays shown.
  const card = lesson.locator('.lesson-card').first();
  await expect(right).toHaveCount(1);
  await card.getByRole('button', { name: 'Another one' }).click();
  await expect(card.getByText(/variant \d/)).toBeVisible();
  const asked = (of: Locator): Promise<string> => of.locator('code').first().innerText();
  const line = await asked(card);
  await expect.poll(() => asked(shown.locator('.lesson-card').first())).toBe(line);
  await expect(panel.getByRole('region', { name: 'Asked of the class' })).toContainText(line);
  await expect(wall.locator('.wall-more')).toBeVisible();
  await expect(panel).toContainText('It has more below');
  await lesson.locator('.lesson-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await expect.poll(() => shown.evaluate((body) => body.scrollTop)).toBeGreaterThan(0);
  await expect(wall.locator('.wall-more')).toBeHidden();
  await expect(panel).not.toContainText('It has more below');
  // The pointer is shown in a picture, and never over text.
  await page.locator('.tree-host svg .ms-node').first().hover();
  await expect(wall.locator('.speaker-spot')).toBeVisible();
  await lesson.locator('.lesson-body .lesson-card').last().hover();
  await expect(wall.locator('.speaker-spot')).toBeHidden();
  // Nobody moves the wall but the speaker.
  await wall.keyboard.press('g');
  await wall.keyboard.press('Control+k');
  await expect(wall.getByRole('dialog')).toHaveCount(0);
  await wall.keyboard.press('PageUp');
  await expect(panel.locator('.speaker-place')).toContainText('4.2');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('2 of ');
  // What a screen hides from its readers is hidden on the wall.
  await expect(wall.locator('.projected')).toBeVisible();
  await lectureAt(panel, '1.1');
  await expect(wall.locator('.projected')).toBeHidden();
  await lectureAt(panel, '4.2');
  await expect(wall.locator('.projected')).toBeVisible();
  // The plan goes on: at the last screen the next lesson is offered, and a clicker's second press opens it.
  await lectureAt(panel, '1.7');
  await expect(panel.getByRole('button', { name: 'Next lesson: Nodes, slots, pivots' })).toBeVisible();
  await readOn(panel, wall, 'Next');
  // Lines of the class that the speaker runs stand on the wall with their verdict.
  const task = shown.getByRole('region', { name: 'Task' });
  for (const [lines, verdict] of [
    ['store 140..160 = null', 'Not yet:'],
    ['store 140..159 = null', 'Solved with 1 step'],
  ] as const) {
    await expect(task).not.toContainText(verdict);
    await lesson.getByRole('textbox', { name: 'Your lines' }).fill(lines);
    await lesson.getByRole('button', { name: 'Run and check' }).click();
    await expect(task.getByRole('status')).toContainText(verdict);
    await expect(task.getByRole('status')).toBeInViewport({ ratio: 0.95 });
    await expect(task.locator('.lesson-given').filter({ hasText: lines })).toBeInViewport({ ratio: 0.95 });
  }
  await readOn(panel, wall, 'Next');
  // A box of lines that has nothing to page leaves the clicker's keys to the lecture.
  await lesson.getByRole('textbox', { name: 'Your lines' }).focus();
  await page.keyboard.press('PageDown');
  await expect(panel.getByRole('status')).toContainText(
    'Press PageDown again for the next lesson, Nodes, slots, pivots.',
  );
  await expect(panel.locator('.speaker-place')).toContainText('1.7');
  await wall.keyboard.press('PageDown');
  await expect(panel.locator('.speaker-place')).toContainText('2.1');
  await lectureAt(panel, '4.2');
  await panel.getByRole('textbox', { name: 'Go to' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(panel.locator('.speaker-goto')).toContainText('Step 1 of this screen. Lesson 1 begins at 1.1.');
  await panel.getByRole('textbox', { name: 'Go to' }).fill('77.1');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toContainText('No such place');

  // A computer that shares nothing with this one goes there by the code that the panel names.
  const apart = await browser.newContext();
  const far = await apart.newPage();
  await far.goto(new URL('#1.1', page.url()).href);
  await expect(far.locator('.lesson-head')).toContainText('1 of ');
  await far.goto(new URL(await panel.locator('.speaker-elsewhere code').innerText(), page.url()).href);
  await expect(far.locator('.lesson-head')).toContainText('2 of ');
  expect(await far.locator('.lesson-head strong').innerText()).toBe(
    await lesson.locator('.lesson-head strong').innerText(),
  );
  await far.goto(new URL('#9.99', page.url()).href);
  await expect(far.locator('.lesson').getByText(/^Lesson 9 has \d+ screens. This is the last.$/)).toBeVisible();
  // The projector's window is of no use there, and says so.
  const stray = await apart.newPage();
  await stray.goto(new URL('#projector=abcdef012345', page.url()).href);
  await expect(stray.locator('.projector-cover')).toContainText('the same browser on the same machine');
  await apart.close();

  // Both windows show the same tree.
  const rooms = [roomsOf(page), roomsOf(wall)] as const;
  await expect.poll(async () => JSON.stringify(await stateOf(rooms[1]))).toBe(JSON.stringify(await stateOf(rooms[0])));
  for (const [width, height] of WALLS) {
    await resize(wall, width, height);
    const size = await shown.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(20);
    const room = (await wall.locator('.tree-host').boundingBox())!;
    const tree = (await wall.locator('.tree-host svg .ms-node').first().boundingBox())!;
    expect(tree.x).toBeGreaterThanOrEqual(room.x - 1);
    expect(tree.x + tree.width).toBeLessThanOrEqual(room.x + room.width + 1);
  }
  await wall.close();
  await expect(panel).toContainText('The projector’s window was closed.');
  await panel.getByRole('button', { name: 'End', exact: true }).click();
  await expect(panel).toHaveCount(0);
});

test('the next stop is shown from its top, however far the last one was scrolled', async ({ page }) => {
  await roomsOf(page).open('4.2');
  const lecture = await present(page);
  const { panel } = lecture;
  const projector = roomsOf(lecture.wall);
  const wall = lecture.wall.locator('.lesson-body');
  const speaker = page.getByRole('tabpanel', { name: 'Lessons' }).locator('.lesson-body');
  const top = (of: Locator): Promise<number> => of.evaluate((body) => body.scrollTop);
  await expect.poll(() => lecture.wall.locator('.lesson-head').innerText()).toContain('2 of ');
  await speaker.evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await expect.poll(() => top(wall)).toBeGreaterThan(0);
  await lectureAt(panel, '4.3');
  await expect.poll(() => lecture.wall.locator('.lesson-head').innerText()).toContain('3 of ');
  await expect(wall.locator('.wall-question').first()).toBeVisible();
  await projector.settled();
  expect(await top(speaker)).toBe(0);
  await expect.poll(() => top(wall)).toBe(0);
});

test('a lab of the speaker runs on the projector too, with the same values; the clicker pages it', async ({ page }) => {
  await roomsOf(page).open('ex=first&step=8');
  const speaker = roomsOf(page);
  const { wall } = await present(page);
  await expect.poll(() => stepOnWall(wall)).toBe('8');
  await page.goto('./#lab=preallocation&n=1000');
  const [labs, shown] = [page, wall].map((each) => each.getByRole('dialog', { name: 'Labs' })) as [Locator, Locator];
  const claim = (of: Locator): Promise<string> => of.locator('.lab-claim').innerText();
  await expect(labs.locator('.lab-claim')).toBeVisible();
  const first = await claim(labs);
  await expect.poll(() => claim(shown)).toBe(first);
  await expect(shown.getByRole('button', { name: 'Run', exact: true })).toBeHidden();
  // What is typed is not shown before it has run.
  const stores = labs.getByLabel('Stores or calls');
  await stores.fill('100');
  await expect(shown.getByLabel('Stores or calls')).toHaveValue('1000');
  await labs.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(shown.getByLabel('Stores or calls')).toHaveValue('100');
  await expect.poll(() => claim(labs)).not.toBe(first);
  const second = await claim(labs);
  await expect.poll(() => claim(shown)).toBe(second);
  for (const [width, height] of WALLS) {
    await resize(wall, width, height);
    expect(await shown.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(
      16,
    );
    expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
  // The pointer and the black screen lie above it.
  await labs.locator('h1').hover();
  await expect(wall.locator('.speaker-spot')).toBeVisible();
  await wall.keyboard.press('PageDown');
  await expect.poll(() => labs.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect.poll(() => shown.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect(speaker.transport.place).toHaveText('step 8 of 11');
  await labs.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toBeHidden();
  await expect.poll(() => stepOnWall(wall)).toBe('8');
});

test('where pop-up windows are blocked, the speaker gets a link; the window opened by it follows', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const rooms = roomsOf(page);
  await rooms.open('ex=first&step=4');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('speaker projector');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByRole('alert')).toContainText('blocked');
  const address = await panel.getByRole('link', { name: 'projector’s window' }).getAttribute('href');
  const wall = await page.context().newPage();
  await wall.goto(address ?? '');
  await expect.poll(() => stepOnWall(wall)).toBe('4');
  // What no speaker said does nothing.
  await wall.evaluate(() => window.postMessage({ maplescope: 'lecture', code: 'no', message: { kind: 'end' } }, '*'));
  await rooms.transport.forward.click();
  await expect.poll(() => stepOnWall(wall)).toBe('5');
  await wall.goto('./#projector=%22%3E');
  await expect(wall.locator('.projector-cover')).toContainText('This address belongs to a lecture.');
});

test('a lecture of a pack goes from lesson to lesson in the order of the pack', async ({ page }) => {
  const items = ['02-nodes', '04-nine-types'].map((file) => ({ kind: 'track' as const, file, seed: null }));
  await roomsOf(page).open(packLink({ id: '0a1b2c3d', title: 'Plan', hideSolutions: false, items })!);
  await page
    .getByRole('region', { name: 'Pack' })
    .getByRole('button', { name: /Nodes, slots, pivots/ })
    .click();
  const { panel, wall } = await present(page);
  await lectureAt(panel, '7');
  await expect(panel.getByRole('button', { name: 'Next lesson: What a store can do' })).toBeVisible();
  await readOn(panel, wall, 'Next');
  await wall.keyboard.press('PageDown');
  await expect(panel).toContainText('Press PageDown again');
  await wall.keyboard.press('PageDown');
  await expect(lessonOf(page).locator('.lesson-head')).toContainText('What a store can do');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('What a store can do');
  await expect(lessonOf(page).locator('.lesson-head')).toContainText('1 of ');
  // The class is sent to a screen by its lesson's place in the pack; the number alone is of the open lesson.
  await expect(panel.locator('.speaker-code')).toHaveText('2.1');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('2. What a store can do');
  await lectureAt(panel, '1.3');
  await expect(panel.locator('.speaker-code')).toHaveText('1.3');
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toMatch(/1\. Nodes, slots, pivots\s+3 of 7/);
  await expect(panel.locator('.speaker-elsewhere')).toContainText('With this pack open');
  await lectureAt(panel, '5');
  await expect(panel.locator('.speaker-code')).toHaveText('1.5');
  const goTo = panel.getByRole('textbox', { name: 'Go to' });
  for (const [code, why] of [
    ['3.1', 'There are lessons 1 to 2'],
    ['1.8', 'Lesson 1 has the screens 1.1 to 1.7'],
  ] as const) {
    await goTo.fill(code);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('alert')).toContainText(why);
  }
  await expect(panel.locator('.speaker-code')).toHaveText('1.5');
});

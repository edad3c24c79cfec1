// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lessons: read, asked, answered in the picture, graded, tried; what was on the page before comes back.

import { readdirSync, readFileSync } from 'node:fs';
import { parseLesson } from '../web/lesson/parse';
import { expect, test } from './fixtures';
import { resize, roomsOf } from './rooms/page';
import { savedBy } from './rooms/saved';

const TEXT = 'tree mine\nstore 1 = 1\n';

test('a lesson asks before it shows; clicks, choices and lines are graded; leaving restores the page @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  const next = lesson.getByRole('button', { name: 'Next', exact: true });
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  await lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
  await expect(lesson.getByText('This tree has 1 node.')).toBeVisible();
  await expect(rooms.picture).toContainText('leaf');
  for (let k = 0; k < 4; k++) await next.click();
  const card = lesson.getByRole('region', { name: 'Question' });
  const check = card.getByRole('button', { name: 'Check' });
  await expect(check).toBeDisabled();
  await rooms.settled();
  // Nothing of the step that is asked about is shown.
  await expect(rooms.transport.place).toHaveText('step 4 of 4');
  const cell = (k: number) => rooms.picture.locator('.tree-host svg rect.cell').nth(k);
  await cell(1).click();
  await check.click();
  await expect(card.getByText('Not yet.')).toBeVisible();
  // Why it is wrong is said, without the right answer.
  await expect(card.getByText('Slot 1 covers 4..6, and 27 lies to the right of that.')).toBeVisible();
  await cell(4).click();
  await expect(card.getByRole('textbox')).toHaveValue(/slot 4/);
  await check.click();
  await expect(card.getByText('Right.')).toBeVisible();
  await expect(rooms.transport.place).toHaveText('step 5 of 5');
  await card.getByRole('button', { name: 'Another one' }).click();
  await expect(check).toBeDisabled();
  await next.click();
  // What is solved is still solved after leaving the screen.
  await lesson.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(card.getByText('Right.')).toBeVisible();
  await expect(card.getByText('✓ slot 4')).toBeVisible();
  await next.click();
  await next.click();
  const task = lesson.getByRole('region', { name: 'Task' });
  await task.getByRole('button', { name: 'Run and check' }).click();
  await expect(task.getByText('Not yet:')).toBeVisible();
  await task
    .getByRole('textbox', { name: 'Your lines' })
    .fill('repeat 7 as i { store 10*i + 10..+5 = i }\nstore 15 = 7');
  await task.getByRole('button', { name: 'Run and check' }).click();
  await expect(task.getByText('Solved', { exact: true })).toBeVisible();
  await lesson.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(TEXT);
  await page.reload();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const entry = lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ });
  await expect(entry).toContainText('screen 7, 2 solved');
  // A reload leaves the list open.
  await page.reload();
  await expect(entry).toBeVisible();
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(TEXT);

  // Progress leaves as a file, and comes back from it.
  const saved = await savedBy(page, lesson.getByRole('button', { name: 'Save progress' }));
  await lesson.getByRole('button', { name: 'Begin lesson 2 again' }).click();
  await expect(entry).toContainText('8 min');
  const file = lesson.locator('input[type=file]');
  await file.setInputFiles({
    name: 'maplescope-progress.json',
    mimeType: '',
    buffer: saved,
  });
  await expect(entry).toContainText('screen 7, 2 solved');
  await lesson.getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toContainText('8 min');
  await file.setInputFiles({ name: 'p.json', mimeType: '', buffer: Buffer.from('{"format": "maplescope-progress"}') });
  await expect(lesson.getByRole('alert')).toContainText('This file of progress is damaged');
});

test('a hunt is caught on the core with the defect, and shrunk; the sound core passes the same text', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: /^8 Gaps/ }).click();
  for (let k = 0; k < 5; k++) await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  const card = lesson.getByRole('region', { name: 'Hunt' });
  const run = card.getByRole('button', { name: 'Run on both cores' });
  await run.click();
  await expect(card.getByText('Both cores come to the same')).toBeVisible();
  await card
    .getByRole('textbox', { name: 'Your lines' })
    .fill('tree t alloc\nrepeat 30 as i { store 10*i = i }\nload 7\nerase 0\n');
  await run.click();
  await expect(card.getByText(/^Caught at step \d+: t: I25 is broken/)).toBeVisible();
  await card.getByRole('button', { name: 'Shrink it' }).click();
  await expect(card.getByRole('textbox', { name: 'Your lines' })).toHaveValue(
    'tree t alloc\nrepeat 9 as i { store 10*i = i }\nerase 0\n',
    { timeout: 60_000 },
  );
  await expect(card.getByRole('button', { name: 'Shrink it' })).toBeEnabled();
  await expect(card.getByText('11 steps, no invariant is broken and nothing is lost.')).toBeVisible();
  // Sent, it opens at the same hunt with these lines, and is run there.
  await card.getByRole('button', { name: 'Copy link' }).click();
  await expect
    .poll(() => page.evaluate(() => location.hash))
    .toMatch(/^#lesson=08-gaps&screen=6&for=8\.6-hunt-1&own=l1\./);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(card.getByRole('textbox', { name: 'Your lines' })).toHaveValue(
    'tree t alloc\nrepeat 9 as i { store 10*i = i }\nerase 0\n',
  );
  await expect(card.getByText(/^Caught at step \d+: t: I25 is broken/)).toBeVisible();
});

test('a variant has a number: another reader gets another, and the same number gives the same question', async ({
  page,
}) => {
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  const card = lesson.getByRole('region', { name: 'Question' });
  const line = card.locator('p code').first();
  await page.goto('./#lesson=02-nodes&screen=5&variant=833');
  await expect(card.getByText('variant 833')).toBeVisible();
  const theirs = await line.textContent();
  await card.getByRole('button', { name: 'Tell me' }).click();
  await card.getByRole('button', { name: 'Another one' }).click();
  await expect(card.getByText(/variant 8[34]\d/)).not.toHaveText(/833/);
  await page.goto('about:blank');
  await page.goto('./#lesson=02-nodes&screen=5&variant=833');
  await expect(line).toHaveText(theirs ?? '');
});

test('a lesson is written beside what readers will see: its mistakes, its picture, its link; nothing is lost', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: 'Write a lesson' }).click();
  const text = lesson.getByRole('textbox', { name: 'Text of the lesson' });
  const shown = lesson.getByRole('region', { name: 'The lesson as readers see it' });
  const status = lesson.getByText(/^No mistakes: 1 scenario, 1 live value, 2 answers, 1 task/);
  await expect(status).toBeVisible();
  await expect(shown.getByText('The tree holds 2 ranges.')).toBeVisible();
  await expect(rooms.picture).toContainText('a');
  // While one types, the page names each mistake with its line and a fix, as the command does.
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n---\n\n## Mine\n\n{nodes(t)} and {nodes(x)}.\n');
  await expect(shown.getByRole('heading', { name: 'Mine' })).toBeVisible();
  const mistake = lesson.getByRole('button', { name: /^line \d+ .*nodes\(x\).* has no value here/ });
  await expect(mistake).toBeVisible();
  await expect(lesson.getByText('1 mistake', { exact: true })).toBeVisible();
  await mistake.click();
  await expect(text).toBeFocused();
  await page.reload();
  await expect(lesson.getByText('1 mistake', { exact: true })).toBeVisible();
  // The editor draws what is in sight only.
  await mistake.click();
  await expect(text).toContainText('## Mine');
  // Another one begins with a copy of a built-in lesson; this one stays among the person's own.
  await lesson.getByRole('combobox', { name: 'Start from a lesson' }).selectOption('07-spanning');
  await expect(shown.getByRole('heading', { name: 'A store over many leaves' })).toBeVisible();
  await lesson.getByRole('button', { name: 'Copy link' }).click();
  await expect(lesson.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#l1\./);
  await lesson.getByRole('button', { name: 'Lessons', exact: true }).click();
  await lesson.getByRole('button', { name: /^My lesson/ }).click();
  await mistake.click();
  await expect(text).toContainText('## Mine');
  // A phone shows one of the two at a time.
  await page.setViewportSize({ width: 390, height: 844 });
  await lesson.getByRole('button', { name: 'Lesson', exact: true }).click();
  await expect(text).toBeHidden();
  await expect(shown.getByRole('heading', { name: 'Mine' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** What is drawn on a canvas: its distance from each edge, in pixels, and the share of the height that it takes. */
function extentOf(element: Element): readonly number[] {
  const canvas = element as HTMLCanvasElement;
  const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if ([0, 1, 2, 3].every((part) => data[at + part] === data[part])) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  return [left, top, width - 1 - right, height - 1 - bottom, (bottom - top) / height];
}

test('the first picture of lesson 3 is whole, and the page asks before answers are lost that it cannot keep', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('3.1');
  await rooms.settled();
  await expect(page.getByRole('tabpanel', { name: 'Lessons' })).toContainText('126');
  const picture = rooms.picture.locator('.tree-host canvas').first();
  await expect(picture).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await resize(page, width, height);
    // What is drawn ends before the canvas does, on every side, and is not small: nothing is cut off.
    const drawn = (): Promise<readonly number[]> => picture.evaluate(extentOf);
    await expect.poll(async () => Math.min(...(await drawn()).slice(0, 4))).toBeGreaterThan(3);
    expect((await drawn())[4]).toBeGreaterThan(0.4);
  }
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('./#2.5');
  await page.reload();
  expect(asked).toEqual([]);
  await page.evaluate(() => {
    Storage.prototype.setItem = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const card = page.getByRole('region', { name: 'Question' });
  await card.getByRole('textbox').fill('slot 1');
  await card.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Your answers are not saved')).toBeVisible();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

/** How many screens each built-in lesson has, in the order of the track. */
function screensOfTrack(): number[] {
  const folder = new URL('../web/lesson/track/', import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((file, k) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return parseLesson(text, { number: k + 1 }).lesson.screens.length;
    });
}

// That every answer, value and solution of every lesson holds is proven by tests/web/lesson/track.test.ts.
// Firefox walks lesson 1 here, and lesson 2 in the first test of this file.
for (const { named, first, last, story } of [
  { named: 'lesson 1', first: 1, last: 1, story: ' @story' },
  { named: 'lessons 2 to 6', first: 2, last: 6, story: '' },
  { named: 'lessons 7 to 11', first: 7, last: 11, story: '' },
  { named: 'lessons 12 to 15', first: 12, last: 15, story: '' },
])
  test(`${named}, to the last screen: each question asks, answers and shows; values are known${story}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const rooms = roomsOf(page);
    await rooms.open();
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
    const list = lesson.locator('.lesson-entry');
    const track = screensOfTrack();
    await expect(list).toHaveCount(track.length);
    expect(track).toHaveLength(15);
    for (const [k, screens] of track.slice(first - 1, last).entries()) {
      await list.nth(first - 1 + k).click();
      for (let at = 1; at <= screens; at++) {
        await expect(lesson.locator('.lesson-head')).toContainText(`${at} of ${screens}`);
        await expect(lesson.locator('[aria-busy=true]')).toHaveCount(0);
        await expect(lesson.locator('.lesson-value').filter({ hasText: /^[…?]$/ })).toHaveCount(0);
        await expect(lesson.getByText('could not be made')).toHaveCount(0);
        for (let left = await lesson.getByRole('button', { name: 'Tell me' }).count(); left > 0; left--)
          await lesson.getByRole('button', { name: 'Tell me' }).first().click();
        await expect(lesson.getByText('This is what happens.')).toHaveCount(
          await lesson.getByRole('region', { name: 'Question' }).count(),
        );
        if (at < screens) await lesson.getByRole('button', { name: 'Next', exact: true }).click();
      }
      // The last screen has a button of its own that leads back to the list.
      await lesson.getByRole('button', { name: 'All lessons', exact: true }).click();
    }
  });

const OWN = [
  '# Two ranges',
  '',
  'A tree of {entries(t)} entries.',
  '',
  '```maple',
  'tree t',
  'store 1..2 = 3',
  'store 7 = 8',
  '```',
  '',
  '---',
  '',
  '## The second screen',
  '',
  'Here it ends.',
  '',
].join('\n');

test('a lesson travels: a link opens it at its screen, a reload too, and leaving brings back the text @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await page.goto('./#lesson=02-nodes&screen=2');
  await expect(lesson.getByText('2 of ')).toBeVisible();
  await page.reload();
  await expect(lesson.getByText('2 of ')).toBeVisible();
  await lesson.getByRole('button', { name: 'Leave' }).click();
  await expect(lesson).toHaveCount(0);
  await rooms.settled();
  // A file that is dropped, and its link, which holds all of it.
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'own.md', { type: 'text/markdown' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  }, OWN);
  await expect(lesson.getByText('A tree of 2 entries.')).toBeVisible();
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(lesson.getByText('Here it ends.')).toBeVisible();
  await lesson.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#l1\./);
  const hash = await page.evaluate(() => location.hash);
  const other = await page.context().newPage();
  await other.goto(`./${hash}`);
  await expect(other.getByText('Here it ends.')).toBeVisible();
  await other.goto('about:blank');
  await other.goto(`./${hash.slice(0, 40)}`);
  await expect(other.getByText('The lesson’s link is not complete')).toBeVisible();
});

test('a lesson that a link opened over a text is there after a reload, and Back leads to the text', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await rooms.open();
  await rooms.editor.write(TEXT);
  await rooms.settled();
  await page.evaluate(() => {
    location.hash = 'lesson=02-nodes&screen=2';
  });
  await expect(lesson.getByText('2 of ')).toBeVisible();
  await page.reload();
  await expect(lesson.getByText('2 of ')).toBeVisible();
  await rooms.settled();
  await page.goBack();
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(TEXT);
});

test('a pasted lesson opens; a hostile one does nothing', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const paste = (text: string): Promise<void> =>
    page.evaluate((words) => {
      const data = new DataTransfer();
      data.setData('text/plain', words);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  await paste(`# Hostile\n\n<img src=x onerror="window.hit=1">\n\n[go](javascript:window.hit=1)\n\n${OWN}`);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await expect(lesson.getByText('A tree of 2 entries.')).toBeVisible();
  await expect(lesson.locator('img, a[href^="javascript"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('on a phone what a lesson shows comes into view, and the way back leads to where one read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  await rooms.open('lesson=01-ranges&screen=4');
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  const panes = page.getByRole('navigation', { name: 'Panes' });
  await expect(panes.getByRole('button', { name: 'Lesson', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const back = panes.getByRole('button', { name: 'Back to the text' });
  const body = lesson.locator('.lesson-body');
  const link = lesson.getByRole('button', { name: 'One step earlier' });
  await link.scrollIntoViewIfNeeded();
  const read = await body.evaluate((text) => text.scrollTop);
  await link.click();
  await expect(rooms.picture).toBeInViewport({ ratio: 0.9 });
  await expect(back).toBeFocused();
  const { step, steps } = await rooms.inside.state();
  expect(step).toBe(steps - 1);
  await back.click();
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(link).toBeFocused();
  await expect(back).toHaveCount(0);
  expect(await body.evaluate((text) => text.scrollTop)).toBe(read);
  expect((await rooms.inside.state()).step).toBe(step);
});

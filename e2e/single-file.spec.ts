// SPDX-License-Identifier: GPL-2.0-or-later
//
// maplescope.html opened from a disk: no host, no network, and everything works. `npm run build -- --single` makes it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { digestOf, encodeCode } from '../web/classroom/code';
import { packLink, type Pack } from '../web/pack/pack';
import { expect, test } from './fixtures';
import { readOn } from './rooms/lecture';
import { roomsOf } from './rooms/page';
import { savedBy as fileSavedBy } from './rooms/saved';

const FILE = new URL('../dist/maplescope.html', import.meta.url);
const DIST_PAGE = new URL('../dist/index.html', import.meta.url).href;
const NODES = readFileSync(new URL('../web/lesson/track/02-nodes.md', import.meta.url), 'utf8');
const PACK: Pack = {
  id: '0123abcd',
  title: 'Two hours',
  hideSolutions: false,
  items: [{ kind: 'note', title: 'Break', text: '# Break\n\nBe back at eleven.' }],
};

test.use({ baseURL: 'file:///', ahead: true });
test.beforeAll(() => {
  expect(existsSync(fileURLToPath(FILE)), 'npm run build -- --single makes dist/maplescope.html').toBe(true);
});

test('the single file runs, steps, forks and shares from a disk @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await page.goto(FILE.href);
  await rooms.settled();
  const report = await rooms.inside.run('mm p\nmap 0x1000..0x2fff rw\nmap 0x5000..0x5fff r\nfork p as child\n');
  expect(report.ok).toBe(true);
  await expect(rooms.picture).toContainText('child');
  await rooms.transport.back.click();
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  await rooms.settled();
  const link = await rooms.inside.shareUrl();
  expect(link.startsWith(`${FILE.href}#m1.`)).toBe(true);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(rooms.dialog('Share')).toContainText('Public address');
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(roomsOf(other).transport.place).toHaveText('step 3 of 4');
  // No other file lies beside it: the licenses are inside.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await rooms.dialog('Help').getByRole('button', { name: 'Licenses of all code on this page' }).click();
  await expect(rooms.dialog('Help').locator('.licenses')).toContainText('## Maplescope (GPL-2.0-or-later)');
  await expect(rooms.dialog('Help').locator('.licenses')).toContainText('Permission is hereby granted');
  await page.keyboard.press('Escape');
  await rooms.editor.write('tree typed\nstore 1 = 1');
  await rooms.settled();
  await page.reload();
  await rooms.settled();
  expect((await rooms.inside.state()).text).toBe('tree typed\nstore 1 = 1');
  // In a lecture on another computer: the code of a screen behind the file's address leads there.
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await page.goto(`${FILE.href}#3.2`);
  await expect(lesson.locator('.lesson-head')).toContainText('2 of ');
  await page.goto(`${FILE.href}#4.1`);
  await expect(lesson.locator('.lesson-head')).toContainText('1 of ');
});

/** A learner who answered the first question of the second lesson wrongly. */
function wrongAnswer(): string {
  const answer = { seed: null, typed: ['slot 1'] };
  const one = { id: '5-predict-1', tries: 1, hints: 0, told: false, first: answer, last: answer, best: null };
  const lesson = { name: '02-nodes', digest: digestOf(NODES), screen: 4, answers: [one] };
  return encodeCode({ learner: 'b'.repeat(12), serial: 1, name: 'Ben', pack: PACK.id, lessons: [lesson] }) ?? '';
}

test('the single file lists a pack, and grades the code of a learner, by links from a disk @story', async ({
  page,
}) => {
  await page.goto(`${FILE.href}#${packLink(PACK) ?? ''}`);
  const pane = page.getByRole('tabpanel', { name: 'Lessons' });
  await pane.getByRole('region', { name: 'Pack' }).getByRole('button', { name: /Break/ }).click();
  await expect(pane.getByText('Be back at eleven.')).toBeVisible();
  // The page stays: a link typed into the bar.
  await page.goto(`${FILE.href}#${wrongAnswer()}`);
  const teacher = page.getByRole('dialog', { name: 'Class' });
  await expect(teacher.getByRole('row', { name: /^Ben / })).toContainText('wrong, 1 try');
  await expect(teacher).toContainText('The engine graded every answer again.');
});

test('the single file has the lessons, hunts on a core with a defect, and labs @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await page.goto(FILE.href);
  await rooms.settled();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: /^8 Gaps/ }).click();
  for (let k = 0; k < 5; k++) await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  const card = lesson.getByRole('region', { name: 'Hunt' });
  await card
    .getByRole('textbox', { name: 'Your lines' })
    .fill('tree t alloc\nrepeat 30 as i { store 10*i = i }\nload 7\nerase 0\n');
  await card.getByRole('button', { name: 'Run on both cores' }).click();
  await expect(card.getByText(/^Caught at step \d+: t: I25 is broken/)).toBeVisible();
  await page.goto(`${FILE.href}#lab=preallocation&n=100`);
  await expect(rooms.dialog('Labs').getByRole('link', { name: 'Open in the playground' })).toBeVisible();
  await page.goto(`${FILE.href}#ex=first`);
  await rooms.settled();
});

test('a page that needs a host names the file that needs none', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(DIST_PAGE);
  await expect(page.getByText('Open maplescope.html instead')).toBeVisible();
  await page.close();
});

test('a saved copy opens with the scenario, the step and the lesson, and makes a copy of itself', async ({ page }) => {
  const rooms = roomsOf(page);
  await page.goto(FILE.href);
  await rooms.settled();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await rooms.settled();
  const { text } = await rooms.inside.state();
  await page.goto(`file://${await savedBy(page)}`);
  const again = page.getByRole('tabpanel', { name: 'Lessons' });
  await expect(again.locator('.lesson-head')).toContainText('2 of ');
  await rooms.settled();
  expect((await rooms.inside.state()).text).toBe(text);
  await again.getByRole('button', { name: 'Leave' }).click();
  const HOSTILE = '# </script><script>document.title = "bad"</script><!--\ntree mine\nstore 1 = 1\nstore 2 = 2';
  await rooms.inside.run(HOSTILE);
  await rooms.inside.seek(2);
  const copy = `file://${await savedBy(page)}`;
  await page.keyboard.press('Escape');
  // The copy opens with what it carries, whatever the tab had.
  await rooms.editor.write('tree typed\nstore 1 = 1');
  await rooms.settled();
  await page.goto(copy);
  await rooms.settled();
  expect(await rooms.inside.state()).toMatchObject({ text: HOSTILE, step: 2 });
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(page.locator('.kept .gallery-card strong')).toContainText(['tree typed']);
  await page.keyboard.press('Escape');
  await rooms.editor.write('tree after\nstore 1 = 1');
  await rooms.settled();
  await page.reload();
  await rooms.settled();
  expect(await rooms.inside.state()).toMatchObject({ text: 'tree after\nstore 1 = 1' });
  await expect(page).not.toHaveTitle('bad');
});

let copies = 0;
async function savedBy(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'File' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save maplescope.html' }).click(),
  ]);
  const path = test.info().outputPath(`copy-${++copies}.html`);
  await download.saveAs(path);
  return path;
}

test('a file taken along has the scenario, the lesson at its screen and the other texts @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await page.goto(FILE.href);
  await rooms.settled();
  await rooms.editor.write('tree earlier\nstore 1 = 1');
  await rooms.settled();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await rooms.settled();
  const { text, step } = await rooms.inside.state();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('take this');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /with your \d+ other text/ }).check();
  const path = test.info().outputPath('taken.html');
  writeFileSync(path, await fileSavedBy(page, page.getByRole('button', { name: 'Save maplescope.html' })));
  // Another computer: nothing of the first one is there.
  const apart = await page.context().browser()!.newContext();
  const other = await apart.newPage();
  await other.goto(`file://${path}`);
  const there = roomsOf(other);
  await there.settled();
  await expect(other.getByRole('tabpanel', { name: 'Lessons' }).locator('.lesson-head')).toContainText('2 of ');
  expect(await there.inside.state()).toMatchObject({ text, step });
  await there.transport.back.click();
  await expect(there.transport.place).toHaveText(`step ${step - 1} of ${step}`);
  await other.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(other.locator('.kept .gallery-card strong')).toContainText(['tree earlier']);
  await apart.close();
});

test('a lecture given from a disk goes on after a reload of either window @story', async ({ page }) => {
  await page.goto(`${FILE.href}#4.1`);
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
  await expect(lesson.locator('.lesson-head')).toContainText('1 of ');
  const opening = page.context().waitForEvent('page');
  await lesson.getByRole('button', { name: 'Present' }).click();
  const wall = await opening;
  const panel = page.getByRole('region', { name: 'Speaker' });
  await expect(panel).toContainText('The projector’s window follows this one.');
  await readOn(panel, wall, 'Next');
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('2 of ');
  await page.reload();
  await expect(panel.locator('.speaker-place')).toContainText('4.2');
  await expect(panel).toContainText('The projector’s window follows this one.');
  await readOn(panel, wall, 'Next');
  await panel.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
  await wall.reload();
  await expect(wall.locator('.projector-cover')).toBeHidden();
  await expect.poll(() => wall.locator('.lesson-head').innerText()).toContain('3 of ');
});

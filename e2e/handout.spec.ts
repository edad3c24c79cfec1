// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson on paper: each picture and question is on it, as vector, in both sizes; answers have a page of their own.

import { readFileSync } from 'node:fs';
import { parseLesson } from '../web/lesson/parse';
import { packLink } from '../web/pack/pack';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const LESSON = parseLesson(readFileSync(new URL('../web/lesson/track/02-nodes.md', import.meta.url), 'utf8'), {
  number: 2,
}).lesson;
const BLOCKS = LESSON.screens.flatMap(({ blocks }) => blocks);
/** Points, 72 an inch. */
const SIZES = { A4: [595, 842], Letter: [612, 792] } as const;

test('a lesson prints with pictures, questions and answers, on A4 and Letter, light from a dark page', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium makes a PDF here');
  await page.emulateMedia({ colorScheme: 'dark' });
  const rooms = roomsOf(page);
  // Links of paper lead to a page that others can open.
  await page.addInitScript(() => localStorage.setItem('maplescope.public-base', 'https://maple.example.org/'));
  await page.goto('./#lesson=02-nodes&screen=1&variant=3');
  await rooms.settled();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('Print a handout');
  await page.keyboard.press('Enter');
  const handout = page.getByRole('dialog', { name: 'Handout' });
  await expect(handout.getByRole('button', { name: 'Print' })).toBeEnabled();
  const article = handout.getByRole('article', { name: LESSON.title });
  const drawn = BLOCKS.filter(({ kind }) => kind === 'maple' || kind === 'predict').length;
  expect(drawn).toBeGreaterThan(4);
  await expect(article.locator('.handout-picture img')).toHaveCount(drawn);
  const questions = BLOCKS.filter(({ kind }) => kind === 'predict' || kind === 'task' || kind === 'hunt').length;
  await expect(article.locator('.handout-card')).toHaveCount(questions);
  await expect(article).not.toContainText('…}');
  // The lines of each scenario are beside its picture, and choices have the letters of the wall.
  for (const block of BLOCKS)
    if (block.kind === 'maple')
      await expect(article.locator('pre').getByText(block.source.text.trim()).first()).toBeVisible();
  for (const question of await article.getByText(/^\d+\. Predict\./).all())
    await expect(question.locator('xpath=../../pre')).toContainText('tree t');
  await expect(article.locator('.handout-choices').first()).toHaveText(/^☐ A 1\s*☐ B 2\s*☐ C 3$/);
  await expect(handout.getByRole('article', { name: 'Answers' })).toContainText(/leaf \d+; [ABC]: \d/);
  await expect(article.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(article.locator('figcaption').first()).toContainText('Variant 3');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  for (const picture of await article.locator('.handout-picture img').all()) {
    await expect(picture).toBeVisible();
    await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml,/);
    expect(await picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 100)).toBe(true);
  }
  await expect(handout.locator('.handout')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // A term is no box that a full stop could fall behind, and no page ends within a paragraph.
  await expect(article.locator('p button').first()).toHaveCSS('display', 'contents');
  await expect(article.locator('p').first()).toHaveCSS('break-inside', 'avoid');
  await page.emulateMedia({ media: null });
  const pages: Record<string, number> = {};
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await handout.getByRole('combobox', { name: 'Paper' }).selectOption(size);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [
      Math.round(Number(w)),
      Math.round(Number(h)),
    ]);
    pages[size] = boxes.length;
    for (const box of boxes) {
      expect(Math.abs(box[0]! - width)).toBeLessThanOrEqual(1);
      expect(Math.abs(box[1]! - height)).toBeLessThanOrEqual(1);
    }
  }
  expect(pages['A4']).toBeGreaterThanOrEqual(4);
  expect(pages['A4']).toBeLessThanOrEqual(12);
  // The answers begin a page: without them there is one less, or more.
  await handout.getByRole('combobox', { name: 'Paper' }).selectOption('A4');
  await handout.getByRole('checkbox', { name: /answers/ }).uncheck();
  const without = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect([...without.matchAll(/\/MediaBox/g)].length).toBeLessThan(pages['A4']!);
});

test('a scenario is printed with the steps and views that the teacher chooses, a fork as a fork', async ({ page }) => {
  await roomsOf(page).open('ex=fork-6421&step=6425');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('Print a handout');
  await page.keyboard.press('Enter');
  const handout = page.getByRole('dialog', { name: 'Handout' });
  const pictures = handout.locator('.handout-picture img');
  const drawn = async (): Promise<string[]> => {
    await expect(handout.getByRole('button', { name: 'Print' })).toBeEnabled();
    const sources = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''));
    return sources.map((source) => decodeURIComponent(source));
  };
  expect((await drawn())[0]).toContain('Step 6425');
  expect((await drawn())[0]).toContain('VMAs stored');
  await handout.getByRole('textbox', { name: 'Steps' }).fill('6421-6423, 9999');
  await page.keyboard.press('Enter');
  await expect(handout.getByRole('alert')).toContainText('“9999” is not a step. Write steps from 0 to 6425');
  await handout.getByRole('textbox', { name: 'Steps' }).fill('6423, 6425');
  await page.keyboard.press('Enter');
  await expect(pictures).toHaveCount(2);
  await handout.getByRole('combobox', { name: 'Pictures' }).selectOption('The VMAs');
  await expect(handout.getByRole('button', { name: 'Print' })).toBeDisabled();
  for (const svg of await drawn()) expect(svg).toContain('VMAs of ');
});

test('a pack prints under its title; two forks share a page, and a wide tree is folded where nothing happens', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium makes a PDF here');
  const items = ['09-preallocation', '12-fork'].map((file) => ({ kind: 'track' as const, file, seed: null }));
  const link = packLink({ id: '0a1b2c3d', title: 'Allocations and forks', hideSolutions: false, items })!;
  await roomsOf(page).open(link);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('Print a handout');
  await page.keyboard.press('Enter');
  const handout = page.getByRole('dialog', { name: 'Handout' });
  await expect(handout.getByRole('button', { name: 'Print' })).toBeEnabled();
  await expect(handout.getByRole('heading', { level: 1, name: 'Allocations and forks' })).toBeVisible();

  const [advance, fork] = ['Asking for nodes in advance', 'Fork by duplication'];
  const folded = handout.getByRole('article', { name: advance }).locator('[data-view=tree] img');
  const widths = await folded.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  expect(Math.max(...widths)).toBeLessThanOrEqual(1100);
  const sources = await folded.evaluateAll((all) =>
    all.map((one) => decodeURIComponent(one.getAttribute('src') ?? '')),
  );
  expect(sources.filter((svg) => /\d+ nodes under folded inner nodes are not drawn\./.test(svg)).length).toBe(5);

  await page.emulateMedia({ media: 'print' });
  const forks = handout.getByRole('article', { name: fork }).locator('[data-view=fork] img');
  const heights = await forks.evaluateAll((all) => all.map((one) => (one.getBoundingClientRect().height * 25.4) / 96));
  expect(heights).toHaveLength(4);
  expect(Math.max(...heights)).toBeLessThanOrEqual(113);
  await page.emulateMedia({ media: null });
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false })).toString('latin1');
  expect([...pdf.matchAll(/\/MediaBox/g)].length).toBeLessThanOrEqual(13);
});

test('printed before it is drawn, a handout says so, and no scenario is printed in its place', async ({ page }) => {
  const rooms = roomsOf(page);
  await page.goto('./#lesson=04-nine-types&screen=1');
  await rooms.settled();
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('.handout-room') === null) return;
      watch.disconnect();
      const early = document.querySelector('.handout') === null;
      window.dispatchEvent(new Event('beforeprint'));
      document.documentElement.dataset['early'] = String(early);
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('Print a handout');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-early', 'true');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('The handout is not drawn yet.')).toBeVisible();
  await expect(page.locator('.picture-pane')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.handout-picture').first()).toBeVisible();
});

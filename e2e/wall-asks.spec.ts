// SPDX-License-Identifier: GPL-2.0-or-later
//
// While a question of a lesson is open, the wall shows the tree to read the answer off, and prints none itself.

import { readFileSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseLesson } from '../web/lesson/parse';
import { expect, test } from './fixtures';
import { lectureAt, present, readOn } from './rooms/lecture';
import { roomsOf } from './rooms/page';

const FOLDER = 'web/lesson/track/';

/** The codes of the screens of a lesson that ask something, with the number of cards on each. */
function asking(lesson: number): readonly (readonly [code: string, cards: number])[] {
  const file = readdirSync(FOLDER).find((name) => Number(name.slice(0, 2)) === lesson)!;
  return parseLesson(readFileSync(FOLDER + file, 'utf8'), { number: lesson }).lesson.screens.flatMap(
    ({ code, blocks }) => {
      const cards = blocks.filter(({ kind }) => kind === 'predict').length;
      return cards === 0 ? [] : [[code, cards] as const];
    },
  );
}

/**
 * In the wall: what is printed outside the lesson and is not read off the tree or the line of addresses: neither a
 * border, nor an entry, nor the number of a node.
 */
function printed(): readonly string[] {
  const read = '.pivot, .bounds, .letter, .kind, .id, .ms-strip-view svg, .ms-offscreen, .lesson, script, style, title';
  const isClipped = (node: Element | null): boolean =>
    node !== null && (getComputedStyle(node).clipPath !== 'none' || isClipped(node.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const around = text.parentElement;
    if (around === null || (text.textContent ?? '').trim() === '' || around.closest(read) !== null) continue;
    const { width } = around.getBoundingClientRect();
    if (width > 1 && !isClipped(around) && around.checkVisibility({ visibilityProperty: true }))
      found.push(text.textContent!.trim());
  }
  return found;
}

const HINT = /\d|_|\bno\b|\bnode|\bentr|\bfree\b/i;

const marks = (wall: Page): Promise<number> =>
  wall
    .locator(':is(.mark.touched, .ms-tree-view .trail *, .is-rewritten .frame, .is-new .frame, .edge.on-path)')
    .evaluateAll(
      (all) =>
        all.filter((one) => {
          const { visibility, stroke, strokeDasharray } = getComputedStyle(one);
          if (!one.matches('.frame, .edge')) return visibility !== 'hidden';
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'var(--line-strong)';
          const colour = getComputedStyle(probe).color;
          probe.remove();
          return stroke !== colour || strokeDasharray !== 'none';
        }).length,
    );

for (const lessons of [
  [1, 2, 3],
  [4, 5],
])
  test(`the wall prints no answer to an open question of lessons ${lessons.join(', ')}`, async ({ page }) => {
    await roomsOf(page).open('1.1');
    const { panel, wall } = await present(page);
    const all = lessons.flatMap((one) => asking(one));
    expect(all.length).toBeGreaterThan(4);
    for (const [code, cards] of all) {
      await lectureAt(panel, code);
      await expect(wall.locator('.lesson-card')).toHaveCount(cards);
      for (let card = 0; card < cards; card++) {
        await readOn(panel, wall, 'Tell me');
        await roomsOf(wall).settled();
        const what = `${code}, card ${card + 1}`;
        await expect(async () => {
          expect((await wall.evaluate(printed)).filter((one) => HINT.test(one))).toEqual([]);
          expect(await marks(wall)).toBe(0);
        }, what).toPass({ timeout: 10_000 });
        // Once the answer is out, all of it is there again.
        const answer = wall.locator('.lesson-card').nth(card).locator('.is-right, .wall-answer').first();
        await expect(async () => {
          if (!(await answer.isVisible())) await wall.keyboard.press('PageDown');
          await expect(answer).toBeAttached({ timeout: 2000 });
        }).toPass();
        await expect(wall.locator('.projected')).toBeVisible();
        await expect(wall.locator('.picture-head .facts')).toBeVisible();
        if (card + 1 < cards) await panel.getByRole('button', { name: 'Next question' }).click();
      }
    }
  });

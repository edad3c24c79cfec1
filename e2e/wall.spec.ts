// SPDX-License-Identifier: GPL-2.0-or-later
//
// The projector's window, read from the back of a room: every letter in the picture and beside it has a least size on
// either kind of projector, pivots are there, leaves stand beside each other, and a script of up to twelve lines is
// whole.

import type { Locator, Page } from '@playwright/test';
import { encodeLesson } from '../web/share/lesson-link';
import { expect, test } from './fixtures';
import { lectureAt, lessonOf, present } from './rooms/lecture';
import { resize, roomsOf } from './rooms/page';

/** Size of the projector, and the least size of its letters. */
const WALLS = [
  [1280, 720, 14],
  [1920, 1080, 18],
] as const;

interface Seen {
  readonly text: string;
  readonly px: number;
  readonly where: string;
}

/** Every text that is seen, with the size of its letters on the screen. */
function typeSeen(): readonly Seen[] {
  const isClipped = (node: Element | null): boolean =>
    node !== null && (getComputedStyle(node).clipPath !== 'none' || isClipped(node.parentElement));
  const found: Seen[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const around = text.parentElement;
    const words = (text.textContent ?? '').trim();
    if (around === null || words === '' || around.closest('script, style, title, .ms-offscreen') !== null) continue;
    const { left, right, top, bottom, width } = around.getBoundingClientRect();
    if (width <= 1 || right < 0 || bottom < 0 || left > innerWidth || top > innerHeight || isClipped(around)) continue;
    if (!around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // In an SVG the matrix has all that enlarges it.
    const matrix = around instanceof SVGGraphicsElement ? around.getScreenCTM() : null;
    const zoom = matrix === null ? ((around as { currentCSSZoom?: number }).currentCSSZoom ?? 1) : 1;
    const by = matrix === null ? zoom : Math.hypot(matrix.a, matrix.b);
    const px = Math.round(parseFloat(getComputedStyle(around).fontSize) * by * 10) / 10;
    const where = around.closest('[class]')?.getAttribute('class') ?? '';
    found.push({ text: words.slice(0, 40), px, where });
  }
  return found;
}

async function small(wall: Page, least: number): Promise<readonly Seen[]> {
  const all = await wall.evaluate(typeSeen);
  expect(all.length).toBeGreaterThan(5);
  return all.filter(({ px }) => px < least - 0.1);
}

const pivots = (wall: Page): Locator => wall.locator('.tree-host svg .ms-node .pivot');

/** Leaves of one parent stand beside each other, not in a column. */
const rowsOfLeaves = (wall: Page): Promise<number> =>
  wall
    .locator('.tree-host svg .ms-node')
    .evaluateAll((nodes) => new Set(nodes.map((one) => Math.round(one.getBoundingClientRect().top))).size);

/** Trees of three nodes or fewer: their pivots are there. */
const SMALL = ['1.1', '1.3', '2.1', '2.3', '2.4', '2.6', '4.1', '4.3', '4.4'];

test('on either projector the letters of lessons 1, 2, 4 and 9 are large, and their pivots are there', async ({
  page,
}) => {
  await roomsOf(page).open('1.1');
  const { panel, wall } = await present(page);
  for (const code of [...SMALL, '9.1', '9.3']) {
    await lectureAt(panel, code);
    for (const [width, height, least] of WALLS) {
      await resize(wall, width, height);
      await roomsOf(wall).settled();
      // The wall turns and draws after the speaker's panel has named the screen.
      await expect.soft.poll(() => small(wall, least), `${code} at ${width}`).toEqual([]);
      if (!SMALL.includes(code)) continue;
      await expect.soft.poll(() => pivots(wall).count(), `pivots of ${code} at ${width}`).toBeGreaterThan(0);
      const max = pivots(wall).filter({ hasText: /^max$/ });
      await expect.soft.poll(() => max.count(), `max of ${code} at ${width}`).toBeGreaterThan(0);
    }
  }
});

/** Pixels of the smallest pivot. */
const leastPivot = (wall: Page): Promise<number> =>
  pivots(wall).evaluateAll((all) =>
    Math.min(
      ...all.map((one) => {
        const { a, b } = (one as SVGGraphicsElement).getScreenCTM()!;
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
      }),
    ),
  );

/** The least height, in its own pixels, at which a timeline has letters below its bars. */
const LETTERED = 72;

test('a tree of one or two leaves uses its room, and the bars below it have letters', async ({ page }) => {
  await roomsOf(page).open('1.3');
  const { panel, wall } = await present(page);
  for (const [code, least] of [
    ['1.3', [19, 29]],
    ['2.4', [14.7, 21]],
    ['4.6', [19, 29]],
    ['6.3', [15, 21]],
  ] as const) {
    await lectureAt(panel, code);
    for (const [k, [width, height]] of WALLS.entries()) {
      await resize(wall, width, height);
      await roomsOf(wall).settled();
      await expect.poll(() => leastPivot(wall), `${code} at ${width}`).toBeGreaterThan(least[k]!);
      // Nothing of it is beyond the picture, and its entries have their texts.
      await expect(async () => {
        const room = (await wall.locator('.tree-host').boundingBox())!;
        for (const box of await wall.locator('.tree-host svg .ms-node').evaluateAll((all) =>
          all.map((one) => {
            const { left, right, bottom } = one.getBoundingClientRect();
            return { left, right, bottom };
          }),
        )) {
          expect(box.left).toBeGreaterThanOrEqual(room.x);
          expect(box.right).toBeLessThanOrEqual(room.x + room.width);
          expect(box.bottom).toBeLessThanOrEqual(room.y + room.height);
        }
      }).toPass();
      const texts = wall.locator('.tree-host svg .ms-node .letter');
      await expect.poll(() => texts.count(), code).toBeGreaterThan(1);
      const bars = wall.locator('.timeline-host');
      const high = (): Promise<number> =>
        bars.evaluate(
          (one) =>
            one.getBoundingClientRect().height / ((one as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1),
        );
      await expect.poll(high, `bars of ${code} at ${width}`).toBeGreaterThanOrEqual(LETTERED);
    }
  }
});

test('the two leaves of screen 2.6 stand beside each other', async ({ page }) => {
  await roomsOf(page).open('2.6');
  const { wall } = await present(page);
  for (const [width, height] of WALLS) {
    await resize(wall, width, height);
    await expect.poll(() => rowsOfLeaves(wall)).toBe(2);
  }
});

test('a fork and slow motion have large letters on either projector', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=fork-vma');
  const { wall } = await present(page);
  for (const [width, height, least] of WALLS) {
    await resize(wall, width, height);
    await expect(wall.locator('.fork-host')).toBeVisible();
    expect.soft(await small(wall, least), `the fork at ${width}`).toEqual([]);
  }
  await page.goto('./#ex=first&step=10');
  await rooms.settled();
  // The leaf that was split, its two new leaves and their pivots.
  for (const [width, height, least] of WALLS) {
    await resize(wall, width, height);
    await roomsOf(wall).settled();
    await expect.poll(() => pivots(wall).count()).toBeGreaterThan(15);
    expect.soft(await small(wall, least), `a split at ${width}`).toEqual([]);
  }
  await page.keyboard.press('i');
  await expect(wall.locator('.slow-row')).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  for (const [width, height, least] of WALLS) {
    await resize(wall, width, height);
    await roomsOf(wall).settled();
    expect.soft(await small(wall, least), `slow motion at ${width}`).toEqual([]);
    expect.soft(await pivots(wall).count(), `pivots at ${width}`).toBeGreaterThan(0);
  }
});

test('a script of twelve lines is whole on the wall', async ({ page }) => {
  const lines = ['tree t', ...Array.from({ length: 11 }, (_, k) => `store ${10 * k}..${10 * k + 5} = ${k}`)];
  const link = encodeLesson(`# Own\n\n## One\n\n\`\`\`maple\n${lines.join('\n')}\n\`\`\`\n\nWords.\n`, 0);
  await roomsOf(page).open(link.kind === 'link' ? link.fragment : '');
  await expect(page.getByRole('tabpanel', { name: 'Lessons' }).locator('.lesson-head')).toContainText('Own');
  const { wall } = await present(page);
  await expect(wall.locator('.wall-script')).toContainText(lines[0]!);
  for (const [width, height] of WALLS) {
    await resize(wall, width, height);
    for (const line of lines) await expect(wall.locator('.wall-script')).toContainText(line);
    await expect(wall.locator('.wall-script')).not.toContainText('above');
    const script = (await wall.locator('.wall-script pre').boundingBox())!;
    expect(script.y + script.height).toBeLessThanOrEqual(height);
  }
});

/** Numbers of the questions' cards on the wall that are seen to their end. */
const seenCards = (wall: Page): Promise<number[]> =>
  wall.locator('.lesson-body').evaluate((body) => {
    const { top, bottom } = body.getBoundingClientRect();
    return [...body.querySelectorAll('.lesson-card')].flatMap((card, k) => {
      const box = card.getBoundingClientRect();
      return box.bottom <= bottom + 1 && box.bottom > top ? [k] : [];
    });
  });

/** Numbers of the cards whose answer is out. */
const toldCards = (wall: Page): Promise<number[]> =>
  wall
    .locator('.lesson-card')
    .evaluateAll((cards) =>
      cards.flatMap((card, k) => (card.querySelector('.is-right, .wall-answer') === null ? [] : [k])),
    );

for (const code of ['2.6', '4.4'])
  test(`a clicker shows the second question of ${code}, with its tree, before its answer`, async ({ page }) => {
    await roomsOf(page).open(code);
    for (const [width, height] of WALLS) {
      // Each lecture begins with nothing told.
      const { panel, wall } = await present(page);
      await resize(wall, width, height);
      await expect(wall.locator('.wall-question').nth(2)).toBeAttached();
      await roomsOf(wall).settled();
      const asked = await lessonOf(page).locator('.lesson-card p code').nth(1).innerText();
      const treeOf = async (): Promise<string> => (await roomsOf(wall).inside.state()).text;
      const press = (): Promise<void> => wall.keyboard.press('PageDown');
      if (!(await seenCards(wall)).includes(0)) await press();
      await expect.poll(() => seenCards(wall)).toContain(0);
      expect(await toldCards(wall)).toEqual([]);
      await press();
      await expect.poll(() => toldCards(wall)).toEqual([0]);
      const first = await treeOf();
      // The second question is shown whole, with its own tree and without its answer.
      await press();
      await expect.poll(() => seenCards(wall)).toContain(1);
      await expect.poll(treeOf).not.toBe(first);
      expect(await treeOf()).not.toContain(asked);
      expect(await toldCards(wall)).toEqual([0]);
      await press();
      await expect.poll(() => toldCards(wall)).toEqual([0, 1]);
      await expect.poll(treeOf).toContain(asked);
      await expect.poll(() => seenCards(wall)).toContain(1);
      await expect(panel.locator('.speaker-place')).toContainText(code);
      await panel.getByRole('button', { name: 'End', exact: true }).click();
      await expect.poll(() => wall.isClosed()).toBe(true);
    }
  });

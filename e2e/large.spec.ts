// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of two hundred thousand entries: its own picture, by pointer and by keyboard, and the nodes in it as they are.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const ENTRIES = 200_000;
const TEXT = `tree t alloc\nbulk ${ENTRIES} {\n  repeat ${ENTRIES} as i { store i*16..i*16+7 = i % 1000 }\n}\nstore 100000..100020 = 3\nstore 480000 = null\n`;

test('opens, goes to a node, shows its slots as they are, and follows the steps', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  const picture = page.locator('.ms-large-view');
  const ground = page.getByRole('application', { name: /^t: 28,12\d nodes in 6 levels/ });
  await expect(ground).toBeVisible();
  await expect(rooms.picture).toContainText('zoom in to see each with its slots');
  await expect(picture).toHaveAttribute('data-step', '4');
  const zoom = async (): Promise<number> => Number(await picture.getAttribute('data-zoom'));
  const whole = await zoom();

  // Into the leaf in the middle.
  await ground.focus();
  await page.keyboard.press('Enter');
  await expect.poll(zoom).toBeGreaterThan(300);
  const head = rooms.inspector.getByRole('heading', { name: /#\d+/ }).first().locator('span').first();
  await expect(head).toContainText('leaf');
  const id = Number(/#(\d+)/.exec((await head.textContent()) ?? '')?.[1]);
  const node = async (): Promise<{ readonly lasts: readonly string[]; readonly entries: readonly unknown[] | null } | undefined> => (await rooms.inside.layout())?.nodes.find((one) => one.id === id);
  await expect.poll(async () => (await node())?.lasts.length).toBe(16);
  const { lasts, entries } = (await node())!;
  // A range ends at 7, its hole at 15 modulo 16; the entry is the number of the range modulo 1,000.
  expect(entries).toEqual(lasts.map((last) => (BigInt(last) % 16n === 7n ? Number((BigInt(last) / 16n) % 1000n) : null)));
  const told = await rooms.inspector.getByRole('row').allTextContents();
  for (const entry of entries!.filter((one) => one !== null)) expect(told.some((line) => line.includes(`value ${JSON.stringify(entry)}`))).toBe(true);

  // To its neighbour, its parent, and back to the whole.
  await page.keyboard.press('Shift+ArrowRight');
  await expect(head).not.toContainText(`#${id}`);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(head).toContainText('arange');
  await page.keyboard.press('0');
  await expect.poll(zoom).toBeCloseTo(whole, 3);
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowDown');
  await expect.poll(zoom).toBeGreaterThan(whole * 1.3);

  // A level folded, and shown again.
  const level = page.getByRole('toolbar', { name: 'Levels: which are shown' }).getByRole('button', { name: /25,00\d leaves/ });
  await level.click();
  await expect(level).toHaveAttribute('aria-pressed', 'false');
  await level.click();

  // The step before, then in words: the way to what it was about.
  await rooms.inside.seek(3);
  await expect(picture).toHaveAttribute('data-step', '3');
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  const way = page.locator('.ms-large-table tbody').first().locator('tr[data-node]');
  await expect(way).toHaveCount(6);
  await expect(way.last()).toContainText(/leaf.*(new|rewritten)/);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Time at length: a run of 100,000 steps opens, is zoomed, moved and gone through; branches are kept, also over a
// reload.

import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const LONG =
  'tree t alloc\nrepeat 60000 as i { store (i * 7919 % 1009) * 8..+5 = i }\nfail request 1\n' +
  'repeat 40 as i { store i*8..+2 = 7 }\nrepeat 39959 as i { store (i * 31 % 1009) * 8..+5 = i }\n';
const STEPS = 100_000;

async function shown(rooms: Rooms): Promise<{ first: number; last: number }> {
  const slider = rooms.page.getByRole('slider', { name: 'Step' });
  return slider.evaluate((element) => ({
    first: Number((element as HTMLElement).dataset['first']),
    last: Number((element as HTMLElement).dataset['last']),
  }));
}

/** What is shown once no wheel turns it any more. */
async function still(rooms: Rooms): Promise<{ first: number; last: number }> {
  let before = await shown(rooms);
  await expect(async () => {
    const now = await shown(rooms);
    const same = now.first === before.first && now.last === before.last;
    before = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [150] });
  return before;
}

async function place(rooms: Rooms): Promise<number> {
  return Number(await rooms.page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuenow'));
}

const it = onOnePage();
test('the timeline', it.inTurn);

it('the timeline’s tip covers neither bars nor neighbouring rooms, nor the controls if it has room', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await rooms.inside.run(
    'tree t\nrepeat 900 as i { store i*3 = i }\nnote "A split, and a note that stands with it."\nstore 0..4000 = 7',
  );
  const bars = (await page.locator('.timeline-host').boundingBox())!;
  const room = (await page.locator('.transport').boundingBox())!;
  const tip = page.locator('.timeline-host .ms-tip');
  const steps = new Set<string>();
  for (const x of [20, bars.width / 2, bars.width - 30]) {
    await page.mouse.move(bars.x + x, bars.y + bars.height / 2);
    await expect(tip).toContainText(/of 90\d/);
    steps.add((await tip.textContent())!);
    const box = (await tip.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(room.y - 3);
    expect(box.y + box.height).toBeLessThanOrEqual(bars.y);
    expect(box.x).toBeGreaterThanOrEqual(room.x);
    expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width);
    const last = (await page.locator('.slow-toggle').boundingBox())!;
    if (box.width < room.x + room.width - last.x - last.width - 64)
      expect(box.x).toBeGreaterThanOrEqual(last.x + last.width);
  }
  expect(steps.size).toBe(3);
  // The number of the highest bar has its unit, and does not touch the edge.
  await expect(page.locator('.timeline-host .scale')).toHaveText(/^\d+ nodes?$/);
  expect((await page.locator('.timeline-host .scale').boundingBox())!.x).toBeGreaterThanOrEqual(room.x + 3);
});

test('100,000 steps: zoom, move, seek, failures, play @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write(LONG);
  await expect.poll(async () => (await rooms.inside.state()).steps, { timeout: 120_000 }).toBe(STEPS);
  await rooms.inside.seek(STEPS);
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = (await slider.boundingBox())!;

  // At the end of a long run the detail shows its last steps; an overview of all stands below.
  expect((await shown(rooms)).last).toBe(STEPS);
  expect((await shown(rooms)).last - (await shown(rooms)).first).toBeLessThan(300);
  // Everything at once, then nearer around the pointer, without leaving the step.
  await slider.focus();
  await page.keyboard.press('0');
  await expect.poll(() => shown(rooms)).toEqual({ first: 0, last: STEPS });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 8; notch++) await page.mouse.wheel(0, -160);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await shown(rooms)).last - (await shown(rooms)).first).toBeLessThan(6000);
  const near = await still(rooms);
  expect(Math.abs((near.first + near.last) / 2 - STEPS / 2)).toBeLessThan(1500);
  expect(await place(rooms)).toBe(STEPS);
  // The wheel alone moves.
  await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await shown(rooms)).first).toBeGreaterThan(near.first);
  // A press goes there, and what is shown stays.
  const before = await still(rooms);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
  await expect.poll(() => place(rooms)).toBeLessThan(60_000);
  expect(await still(rooms)).toEqual(before);
  await expect(slider).toHaveAttribute('aria-valuetext', /^step [\d,]+ of 100,000: store/);
  // The tooltip describes the step under the pointer.
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
  await expect(page.locator('.timeline-host .ms-tip')).toContainText('of 100,000');

  // To the failure, from either side.
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Next failure' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /a request was refused/);
  const failed = await place(rooms);
  expect(failed).toBeGreaterThan(60_000);
  expect(failed).toBeLessThanOrEqual(60_041);
  await expect(page.getByRole('button', { name: 'Next failure' })).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+X');
  await expect.poll(() => place(rooms)).toBe(failed);

  // Fast play goes on by many steps, and is stopped by a key.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('500');
  await rooms.transport.play.click();
  await expect.poll(() => place(rooms)).toBeGreaterThan(failed + 100);
  await rooms.transport.play.click();
  await expect(rooms.transport.play).toHaveAccessibleName('Play');
});

it('the steps that change a node are visited one after the other', async ({ page, rooms }) => {
  // The leaf is written by the first stores, not by loads, and once more at the end.
  await rooms.inside.run('tree t\nrepeat 5 as i { store i*2 = i }\nrepeat 300 as i { load i }\nerase 4\n');
  await rooms.inside.seek(100);
  const id = (await rooms.inside.layout())!.nodes[0]!.id;
  await page
    .locator('.ms-node')
    .first()
    .click({ position: { x: 12, y: 8 } });
  const [before, next] = [
    page.getByRole('button', { name: `Previous change of #${id}` }),
    page.getByRole('button', { name: `Next change of #${id}` }),
  ];
  await next.click();
  await expect.poll(() => place(rooms)).toBe(307);
  await expect(next).toBeDisabled();
  await before.click();
  await expect.poll(() => place(rooms)).toBe(6);
  await page.keyboard.press('Shift+C');
  await expect.poll(() => place(rooms)).toBe(5);
});

test('another future is opened, kept, renamed, left and taken back; a reload has all of them', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const text = 'tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n';
  await rooms.inside.run(text);
  const branches = page.getByRole('tree', { name: 'Branches' });
  await expect(branches).toHaveCount(0);
  await rooms.transport.back.click();
  await page.locator('.cm-line', { hasText: 'store 1' }).click();
  await page.keyboard.press('End');
  await rooms.nextRun(() => page.keyboard.type('0'));
  await rooms.nextRun(() => page.keyboard.type('0'));
  await expect(branches.getByRole('treeitem')).toHaveCount(2);
  await expect(
    branches.getByRole('treeitem', { name: 'from line 2: the same up to step 1 · 4 steps · no failure · ok' }),
  ).toHaveAttribute('aria-selected', 'true');
  const first = branches.getByRole('treeitem', { name: /^first text/ });
  await first.click();
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(text);
  await expect.poll(() => place(rooms)).toBe(2);
  // By keys: down, rename, go there.
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(branches.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('a hundred');
  await page.keyboard.press('Enter');
  await expect(branches.getByRole('treeitem', { name: /^a hundred/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(text.replace('1 = 1', '1 = 100'));

  await page.reload();
  await rooms.settled();
  await expect(branches.getByRole('treeitem')).toHaveCount(2);
  await expect(branches.getByRole('treeitem', { name: /^a hundred/ })).toHaveAttribute('aria-selected', 'true');
  expect((await rooms.inside.state()).text).toBe(text.replace('1 = 1', '1 = 100'));
  // Removed, and taken back.
  await branches.getByRole('treeitem', { name: /^a hundred/ }).focus();
  await page.keyboard.press('Delete');
  await expect(branches).toHaveCount(0);
  expect((await rooms.inside.state()).text).toBe(text);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(branches.getByRole('treeitem')).toHaveCount(2);
});

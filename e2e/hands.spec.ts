// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hands in the picture: a slot offers what can be done with it, and each writes its line behind the step shown.

import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { CAT_MAPS } from './rooms/maps';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const TEXT = 'tree t\nstore 0x10..0x1f = "alpha"\nstore 0x30..0x3f = "gamma"\nload 0x30';

test('a slot offers its actions; one is written behind the step shown, run, and undone @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  await rooms.inside.seek(3);
  const cell = rooms.picture.locator('.tree-host svg rect.cell').nth(1);
  await cell.click();
  const list = page.getByRole('group', { name: /^alpha: 16 indexes from 0x10$/ });
  await expect(list.getByRole('button')).toHaveText([
    'Look up 0x10',
    'Store over it…',
    'Erase it',
    'Walk on from here',
  ]);
  // Beside its slot and within the window.
  const [box, slot] = [(await list.boundingBox())!, (await cell.boundingBox())!];
  expect(box.y).toBeGreaterThanOrEqual(slot.y + slot.height);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await rooms.nextRun(() => list.getByRole('button', { name: 'Erase it' }).click());
  expect((await rooms.inside.state()).text).toBe(
    'tree t\nstore 0x10..0x1f = "alpha"\nstore 0x30..0x3f = "gamma"\nerase 0x10 in t\nload 0x30\n',
  );
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await expect(list).toBeHidden();
  // The focus is outside the editor.
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(TEXT);
});

// Firefox's driver makes no double clicks: it sends two single ones.
test('what is clicked stays under the pointer @story', async ({ page, browserName }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect(rooms.inspector).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run('tree t alloc\nfor i in 1..8 { store i*0x10 = i }\nstore 0x25 = 9\nload 0x10');
  const leaf = rooms.picture.locator('.tree-host .ms-node').nth(1);
  const cell = leaf.locator('rect.cell').nth(2);
  const before = (await cell.boundingBox())!;
  const at = [before.x + before.width / 2, before.y + before.height / 2] as const;
  await page.mouse.click(...at);
  const list = rooms.picture.locator('.hands');
  await expect(list).toBeVisible();
  await expect(rooms.inspector).toBeHidden();
  expect(await cell.boundingBox()).toEqual(before);
  // When the inspector has opened, the tree takes the room that it has now.
  await list.getByRole('button', { name: 'Show its node’s 256 bytes' }).click();
  await expect(list).toBeHidden();
  await expect(rooms.inspector).toBeVisible();
  await expect.poll(() => cell.boundingBox()).not.toEqual(before);

  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(rooms.inspector).toBeHidden();
  await expect.poll(() => cell.boundingBox()).toEqual(before);
  if (browserName === 'firefox') return;
  const { text } = await rooms.inside.state();
  await page.mouse.dblclick(...at);
  await expect(list).toBeHidden();
  await expect(rooms.inspector).toBeHidden();
  expect((await rooms.inside.state()).text).toBe(text);
});

test.describe('in a real map, as the page is at first', () => {
  test.use({ firstTime: true });

  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [390, 844],
  ] as const) {
    test(`a clicked slot stays, its list beside it, no action under the pointer, at ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      const rooms = roomsOf(page);
      await rooms.open();
      await rooms.inside.run(`maps cat """\n${CAT_MAPS}"""`);
      const cells = rooms.picture.locator('.ms-tree-frame .ms-node rect.cell');
      const list = rooms.picture.locator('.hands');
      const seen: Locator[] = [];
      for (const cell of await cells.all()) {
        const box = (await cell.boundingBox())!;
        const isFree = await cell.evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return one.closest('.ms-node')!.contains(at) || at?.closest('.ms-tree-frame') !== null;
        });
        if (isFree && box.x > 0 && box.x + box.width < width) seen.push(cell);
      }
      // At both ends, and between.
      expect(seen.length).toBeGreaterThan(8);
      for (const cell of [0, 0.3, 0.6, 0.9, 1].map((part) => seen[Math.floor(part * (seen.length - 1))]!)) {
        const before = (await cell.boundingBox())!;
        const at = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
        await page.mouse.click(at.x, at.y);
        await expect(list).toBeVisible();
        await rooms.settled();
        expect(await cell.boundingBox()).toEqual(before);
        const box = (await list.boundingBox())!;
        const [right, bottom] = [box.x + box.width, box.y + box.height];
        expect(Math.min(box.x, box.y, width - right, height - bottom)).toBeGreaterThanOrEqual(0);
        const apart = Math.max(
          before.x - right,
          box.x - before.x - before.width,
          before.y - bottom,
          box.y - before.y - before.height,
        );
        expect(apart).toBeGreaterThan(0);
        expect(apart).toBeLessThan(40);
        const under = await page.evaluate(
          ({ x, y }) => document.elementFromPoint(x, y)?.closest('button, a, .inspector, .hands')?.className ?? null,
          at,
        );
        expect(under).toBeNull();
        await page.keyboard.press('Escape');
        await expect(list).toBeHidden();
        const close = page.getByRole('button', { name: 'Close the inspector' });
        if (await close.isVisible()) await close.click();
        await rooms.settled();
      }
    });
  }

  test('the list of a slot, wherever it stands, leads to the node’s bytes; a click on a node too', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const rooms = roomsOf(page);
    await rooms.open();
    await rooms.inside.run(`maps cat """\n${CAT_MAPS}"""`);
    const cells = rooms.picture.locator('.ms-tree-frame .ms-node rect.cell');
    const bytes = rooms.inspector.getByRole('tabpanel', { name: 'Node' });
    for (const cell of [cells.nth(2), cells.last()]) {
      await cell.click();
      await expect(rooms.picture.locator('.hands')).toBeVisible();
      await expect(rooms.inspector).toBeHidden();
      await rooms.picture.locator('.hands').getByRole('button', { name: 'Show its node’s 256 bytes' }).click();
      await expect(bytes).toBeVisible();
      await expect(rooms.picture.locator('.hands')).toBeHidden();
      await page.getByRole('button', { name: 'Close the inspector' }).click();
      await expect(rooms.inspector).toBeHidden();
    }
    await page.locator('.welcome').getByRole('button', { name: 'Click a node' }).click();
    await expect(bytes).toBeVisible();
  });
});

test('dragging a border on the strip changes its number in the text; Escape restores it @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(TEXT);
  await rooms.inside.seek(3);
  const strip = page.locator('.strip-host');
  const ends = strip.locator('.border .area');
  const take = async (): Promise<{ x: number; y: number }> => {
    const mark = (await strip.locator('.mark.touched').boundingBox())!;
    await page.mouse.move(mark.x + mark.width / 2, mark.y + 12);
    await expect(async () => {
      await page.mouse.move(mark.x + mark.width / 2 + 2, mark.y + 12);
      await page.mouse.move(mark.x + mark.width / 2, mark.y + 12);
      await expect(ends).toHaveCount(2, { timeout: 500 });
    }).toPass();
    const area = (await ends.nth(1).boundingBox())!;
    const at = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y, { steps: 3 });
    await expect(strip.locator('.ms-tip')).toHaveText(/^line 3: 0x30\.\.0x[0-9a-f]+$/);
    return at;
  };
  await take();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(strip.locator('.held')).toHaveCount(0);
  expect((await rooms.inside.state()).text).toBe(TEXT);

  await take();
  await page.mouse.up();
  const moved = /^store 0x30\.\.0x(?!3f )[0-9a-f]+ = "gamma"$/m;
  await expect.poll(async () => (await rooms.inside.state()).text).toMatch(moved);
  await rooms.settled();
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  const written = (await rooms.inside.state()).text;

  // The same by keys.
  await strip.locator('.frame').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(rooms.announcer).toHaveText(/^line 3: 0x30\.\.0x/);
  await page.keyboard.press('Escape');
  expect((await rooms.inside.state()).text).toBe(written);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await rooms.inside.state()).text).not.toBe(written);
  await expect(strip.locator('.frame')).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a border is dragged with a finger; a gesture that is taken away leaves the text', async ({
    page,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium takes touches that move');
    const rooms = roomsOf(page);
    await rooms.open();
    await rooms.inside.run(TEXT);
    await rooms.inside.seek(3);
    const strip = page.locator('.strip-host');
    const ends = strip.locator('.border .area');
    await expect(strip.locator('.mark.touched')).toBeVisible();
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x?: number, y = 0) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    const drag = async (): Promise<void> => {
      await expect(ends).toHaveCount(2);
      const area = (await ends.nth(1).boundingBox())!;
      const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
      await touch('touchStart', x, y);
      for (const by of [8, 16, 24, 32]) await touch('touchMove', x + by, y);
      await expect(strip.locator('.ms-tip')).toHaveText(/^line 3: 0x30\.\.0x[0-9a-f]+$/);
    };
    const mark = (await strip.locator('.mark.touched').boundingBox())!;
    await page.touchscreen.tap(mark.x + mark.width / 2, mark.y + 12);
    await drag();
    await touch('touchCancel');
    await expect(strip.locator('.held')).toHaveCount(0);
    expect((await rooms.inside.state()).text).toBe(TEXT);
    await drag();
    await touch('touchEnd');
    const moved = /^store 0x30\.\.0x(?!3f )[0-9a-f]+ = "gamma"$/m;
    await expect.poll(async () => (await rooms.inside.state()).text).toMatch(moved);
    await rooms.settled();
    await expect(rooms.transport.place).toHaveText('step 3 of 4');
  });
});

const it = onOnePage();
test('what a slot, a border and a VMA offer', it.inTurn);

it('a border whose number a loop computes cannot be dragged, and says so', async ({ page, rooms }) => {
  const text = 'tree t\nrepeat 2 as i { store 0x10 * i + 4..+8 = i + 1 }';
  await rooms.inside.run(text);
  await page.locator('.strip-host .frame').focus();
  await expect(async () => {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(rooms.notice).toContainText('a loop computes it', { timeout: 500 });
  }).toPass();
  expect((await rooms.inside.state()).text).toBe(text);
});

it('the place to fill is selected in the text; Escape, a key or a click closes the list; Tab enters it', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(TEXT);
  const cell = rooms.picture.locator('.tree-host svg rect.cell').nth(3);
  const list = page.locator('.hands');
  for (const leave of ['Escape', 'ArrowLeft'] as const) {
    await cell.click();
    await expect(list).toBeVisible();
    await page.keyboard.press(leave);
    await expect(list).toBeHidden();
  }
  await rooms.settled();
  // What lies under the pointer is not told beneath the list.
  const tip = rooms.picture.locator('.tree-host .ms-tip');
  const beside = rooms.picture.locator('.tree-host svg rect.cell').nth(2);
  await beside.hover();
  await expect(tip).toBeVisible();
  await cell.click();
  await expect(list).toBeVisible();
  await beside.hover();
  await expect(tip).toHaveText(/\S/);
  await expect(tip).toBeHidden();
  await page.locator('.tree-host').click({ position: { x: 5, y: 5 } });
  await expect(list).toBeHidden();
  await cell.click();
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.type('5');
  await expect.poll(async () => (await rooms.inside.state()).text).toContain('store 0x30..0x3f = 5 in t');
});

it('a VMA offers what fails a fork at its copy', async ({ page, rooms }) => {
  await rooms.inside.run('mm app\nmap 64K..+48K rw\nmap 256K..+48K r');
  await rooms.picture.locator('.tree-host svg rect.cell').nth(1).click();
  const fail = page.locator('.hands').getByRole('button', { name: /^Make a fork fail here/ });
  await rooms.nextRun(() => fail.click());
  expect((await rooms.inside.state()).text).toContain('fail vma at vma 1\nfork app as unborn');
  await expect(rooms.transport.place).toHaveText('step 4 of 4');
  await expect(rooms.picture).toContainText('unborn');
});

it('the list of VMAs and the strip offer the same; an inner node offers what is below it', async ({ page, rooms }) => {
  await rooms.inside.run('mm app\nrepeat 20 as i { map 64K + i*64K..+48K rw }');
  await rooms.picture.getByRole('button', { name: 'VMAs' }).click();
  await rooms.picture.getByRole('row', { name: /^3 / }).click();
  const list = page.getByRole('group', { name: /^VMA 3: anonymous rw-, 48 KiB$/ });
  await expect(
    list.getByRole('button', { name: 'Make a fork fail here: allocating the VMA object (failure point F7)' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await rooms.picture.getByRole('button', { name: 'Tree', exact: true }).click();
  await rooms.picture.locator('.strip-host svg').click({ position: { x: 60, y: 14 } });
  await expect(page.locator('.hands')).toBeVisible();
  await page.keyboard.press('Escape');
  await rooms.picture
    .locator('.tree-host svg rect.cell')
    .first()
    .click({ position: { x: 3, y: 3 } });
  await expect(page.getByRole('group', { name: /^Child for 0x0 to / }).getByRole('button')).toHaveCount(4);
  await rooms.nextRun(() => page.getByRole('button', { name: 'Copy it, and refuse a request for nodes' }).click());
  expect((await rooms.inside.state()).text).toContain(
    'fail request 2\nfork app as unborn\nexpect error ENOMEM\nexpect absent unborn\nexpect valid app',
  );
});

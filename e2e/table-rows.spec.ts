// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a low window, a page at 200 % and a phone still show of a fork and of a tree: the player, the ranges of nodes,
// the step; and what a damaged node is told by in the table.

import { expect, test } from './fixtures';
import { resize, roomsOf } from './rooms/page';

const MAPS = 'mm cat\nrepeat 16 as i { map 0x555555554000 + i*64K..+48K rw }\nfail vma at vma 8\nfork cat as unborn\n';

const LOW = [
  [720, 450],
  [390, 844],
] as const;

test('in a low window the player of a fork stays over what scrolls, and every range can be read', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(MAPS);
  for (const [width, height] of LOW)
    await test.step(`${width} × ${height}`, async () => {
      await resize(page, width, height);
      await rooms.inside.seek(18);
      const play = page.getByRole('group', { name: /^Within this step/ });
      const picture = page.locator('.ms-fork .stand');
      await expect(play).toBeInViewport({ ratio: 1 });
      const apart = async (): Promise<number> =>
        (await picture.boundingBox())!.y -
        (await page.locator('.ms-fork .dock').boundingBox())!.y -
        (await page.locator('.ms-fork .dock').boundingBox())!.height;
      await expect.poll(apart).toBeGreaterThanOrEqual(0);
      // At the end of what scrolls the legend is there, and so is the player.
      await page.getByRole('list', { name: 'What the picture shows' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('list', { name: 'What the picture shows' })).toBeInViewport();
      await expect(play).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.step-count, .step-place').filter({ visible: true })).toHaveCount(1);

      await rooms.inside.seek(16);
      const nodes = page.locator('.tree-host .ms-tree-frame .ms-node');
      await expect(nodes).toHaveCount(3);
      const heads = await nodes.evaluateAll((all) =>
        all.map((node) => {
          const [bounds, frame] = [
            node.querySelector('.bounds'),
            node.querySelector('.frame')!.getBoundingClientRect(),
          ];
          const box = bounds?.getBoundingClientRect();
          // The size of the letters on the screen; how high the box of a text is, each browser says in its own way.
          const size =
            bounds instanceof SVGGraphicsElement
              ? parseFloat(getComputedStyle(bounds).fontSize) * (bounds.getScreenCTM()?.a ?? 0)
              : 0;
          return {
            words: bounds?.textContent ?? '',
            within: box !== undefined && box.left >= frame.left && box.right <= frame.right + 0.5,
            size,
          };
        }),
      );
      for (const { words, within, size } of heads) {
        expect(words).toMatch(/^[0-9a-f\s]+–([0-9a-f\s]+|\s?max)$/);
        expect(within).toBe(true);
        expect(size).toBeGreaterThanOrEqual(7);
      }
    });
});

test('a row of the table is as high with a letter as without, and the file of a VMA is not cut', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(
    'maps cat """\n00400000-00402000 r--p 00000000 fe:00 1234 /usr/lib/x86_64-linux-gnu/a/long/way/down/libc.so.6\n' +
      '7ffff7fc0000-7ffff7fc2000 rw-p 00000000 00:00 0\n"""',
  );
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  const rows = rooms.picture.locator('.ms-outline [role=treeitem]:not([aria-expanded]) > .row');
  await expect(rows).toHaveCount(5);
  const seen = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [box, swatch] = [row.getBoundingClientRect(), row.querySelector('.ms-swatch')!.getBoundingClientRect()];
      const whole = [...row.querySelectorAll('.file, .range, .size')].every(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
      );
      return {
        height: box.height,
        middle: Math.round(Math.abs(swatch.top + swatch.bottom - box.top - box.bottom)) <= 3,
        whole,
      };
    }),
  );
  // Places in a page are rounded to fractions of a pixel.
  const heights = seen.map(({ height }) => height);
  expect(Math.max(...heights) - Math.min(...heights), heights.join()).toBeLessThan(0.5);
  expect(seen.map(({ middle, whole }) => ({ middle, whole }))).toEqual(seen.map(() => ({ middle: true, whole: true })));
  await expect(rows.nth(1).locator('.file')).toHaveText('libc.so.6');
  await expect(rows.nth(1).locator('.what')).toContainText('VMA 1: r--p /usr/lib/');
});

test('a range that runs backwards and the broken invariants are named in the row of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(
    'tree book alloc\nfor i in 0..39 { store i*10..i*10+5 = i }\ncorrupt book node 1 pivot 3 = 5\n',
  );
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  const row = rooms.picture.locator('.ms-outline li.is-backward > .row');
  await expect(row).toHaveCount(1);
  await expect(row.locator('.range')).toContainText('ends before it begins');
  await expect(row.locator('.size')).toHaveText('');
  await expect(row.locator('.ms-breach').first()).toHaveText('I12');
  const colours = await row.evaluate((element) => {
    const bad = document.createElement('i');
    bad.style.color = 'var(--bad)';
    element.append(bad);
    return [getComputedStyle(element.querySelector('.range')!).color, getComputedStyle(bad).color];
  });
  expect(colours[0]).toBe(colours[1]);
});

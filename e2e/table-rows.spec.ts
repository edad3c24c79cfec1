// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rows of a tree as a table: their height, the file of a VMA, and the sign of a damaged node.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const it = onOnePage();
test('rows of the table', it.inTurn);

it('a row of the table is as high with a letter as without, and the file of a VMA is not cut', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
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

it('a range that runs backwards and the broken invariants are named in the row of the table', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
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

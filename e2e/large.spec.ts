// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of two hundred thousand entries: its own picture, by pointer and by keyboard, and the nodes in it as they are.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const ENTRIES = 200_000;
const TEXT =
  `tree t alloc\nbulk ${ENTRIES} {\n  repeat ${ENTRIES} as i { store i*16..i*16+7 = i % 1000 }\n}\n` +
  'store 100000..100020 = 3\nstore 480000 = null\n';

const it = onOnePage();
test('a large tree', it.inTurn);

it('opens, goes to a node, shows its slots as they are, and follows the steps', async ({ page, rooms }) => {
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
  await expect(page.locator('.ms-large-map')).toBeVisible();
  const head = rooms.inspector.getByRole('heading', { name: /#\d+/ }).first().locator('span').first();
  await expect(head).toContainText('leaf');
  const id = Number(/#(\d+)/.exec((await head.textContent()) ?? '')?.[1]);
  const node = async (): Promise<
    { readonly lasts: readonly string[]; readonly entries: readonly unknown[] | null } | undefined
  > => (await rooms.inside.layout())?.nodes.find((one) => one.id === id);
  await expect.poll(async () => (await node())?.lasts.length).toBe(16);
  const { lasts, entries } = (await node())!;
  // A range ends at 7, its hole at 15 modulo 16; the entry is the number of the range modulo 1,000.
  expect(entries).toEqual(
    lasts.map((last) => (BigInt(last) % 16n === 7n ? Number((BigInt(last) / 16n) % 1000n) : null)),
  );
  const told = await rooms.inspector.getByRole('row').allTextContents();
  for (const entry of entries!.filter((one) => one !== null))
    expect(told.some((line) => line.includes(`value ${JSON.stringify(entry)}`))).toBe(true);

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
  const level = page
    .getByRole('toolbar', { name: 'Levels: which are shown' })
    .getByRole('button', { name: /25,00\d leaves/ });
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

it('NULL is hatched as in a small tree, and not of the colour of children', async ({ page, rooms }) => {
  await rooms.inside.run(TEXT);
  await rooms.inside.seek(2);
  await expect(page.locator('.ms-large-view')).toHaveAttribute('data-step', '2');
  // Every second slot of a leaf holds NULL, which stands over its entries; the row above is of children only.
  const seen = await page.locator('.ms-large-view').evaluate((view) => {
    const canvas = view.querySelector('canvas')!;
    const pen = canvas.getContext('2d')!;
    const ratio = canvas.width / canvas.clientWidth;
    const box = canvas.getBoundingClientRect();
    const names = [...view.querySelectorAll('.ms-large-name')].map((name) => name.getBoundingClientRect());
    const colours = (level: number): string[] => {
      // Under the name of the level, below its lines and the part of it that is empty.
      const top = names[level]!.bottom - box.top + 13;
      const { data } = pen.getImageData(Math.round(box.width * 0.4 * ratio), Math.round(top * ratio), 24, 4);
      return [...new Set(Array.from({ length: data.length / 4 }, (_, k) => data.slice(4 * k, 4 * k + 3).join()))];
    };
    const token = (name: string): string => {
      const probe = document.createElement('i');
      probe.style.color = `var(--${name})`;
      view.append(probe);
      const found = getComputedStyle(probe).color.match(/\d+/g)!.slice(0, 3).join();
      probe.remove();
      return found;
    };
    return {
      children: colours(names.length - 2),
      nulls: colours(names.length - 1),
      ground: token('panel'),
      child: token('far-child'),
    };
  });
  expect(seen.children).toEqual([seen.child]);
  expect(seen.nulls).toContain(seen.ground);
  await expect(rooms.picture.locator('.large-note')).toContainText(
    'entries NULL children all of them new in this step',
  );
});

it('a tree of a thousand nodes, made store by store: its slots, its table, what is found in it', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run('tree t alloc\nrepeat 8000 as i { store i*16..i*16+7 = i % 4000 }\nstore 4800 = null\n');
  const ground = page.getByRole('application', { name: /^t: 1,1\d\d nodes in 5 levels/ });
  await expect(ground).toBeVisible();
  await expect(rooms.picture.locator('.large-note')).toContainText('changed by the step way to it');
  await expect(page.getByRole('toolbar', { name: 'Levels: which are shown' }).getByRole('button').nth(1)).toHaveText(
    /^level 2 · \d+ arange nodes$/,
  );
  // The leaf that is rewritten is at least nine pixels wide, in the colour of change.
  await expect(page.locator('.ms-large-view')).toHaveAttribute('data-step', '8002');
  const widest = await page.locator('.ms-large-view').evaluate((view) => {
    const canvas = view.querySelector('canvas')!;
    const ratio = canvas.width / canvas.clientWidth;
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    view.append(probe);
    const accent = getComputedStyle(probe).color.match(/\d+/g)!.slice(0, 3).map(Number);
    probe.remove();
    const leaves =
      [...view.querySelectorAll('.ms-large-name')].at(-1)!.getBoundingClientRect().bottom -
      canvas.getBoundingClientRect().top;
    // The upper edge of its outline stands there, a few rows below the name of the level.
    const { data } = canvas
      .getContext('2d')!
      .getImageData(0, Math.round(leaves * ratio), canvas.width, Math.round(24 * ratio));
    let [most, run] = [0, 0];
    for (let k = 0; k < data.length; k += 4) {
      run = k % (4 * canvas.width) !== 0 && accent.every((part, n) => Math.abs(part - data[k + n]!) < 12) ? run + 1 : 0;
      most = Math.max(most, run);
    }
    return most / ratio;
  });
  expect(widest).toBeGreaterThanOrEqual(7);

  // Both slots that hold it are ringed.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('entry 301');
  await expect(page.locator('#find-said')).toHaveText('2 slots at step 8002');
  await expect(rooms.picture.locator('.large-note .found')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('#find-said')).toHaveText('1 of 2 slots at step 8002');
  const zoomed = async (): Promise<number> => Number(await page.locator('.ms-large-view').getAttribute('data-zoom'));
  await expect.poll(zoomed).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await expect(rooms.inspector).toContainText('value 301');

  await rooms.picture.getByRole('button', { name: 'table' }).click();
  await expect(page.locator('.ms-large-table tbody').first().locator('tr[data-node]')).toHaveCount(5);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What stands around the picture: of which process, of which moment, and within the window.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const FORKS =
  'mm cat\nrepeat 20 as i { map 64K + i*64K..+48K rw }\nfork cat as child\nfail request 2\nfork cat as unborn\n';

const it = onOnePage();
test('the frame of the picture names its process and moment', it.inTurn);

it('after a failed fork all rooms speak of one process, and the other can be chosen', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(FORKS);
  await rooms.inside.seek(23);
  await rooms.inspector.getByRole('tab', { name: 'Space' }).click();
  const head = rooms.inspector.getByRole('heading', { name: 'Address space' });
  await expect(head).toHaveText('Address space cat');
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'VMAs' }).click();
  await expect(rooms.picture.getByRole('heading', { name: 'VMAs of cat' })).toBeVisible();
  await rooms.inspector.getByLabel('process').selectOption('child');
  await expect(head).toHaveText('Address space child');
  await expect(rooms.picture.getByRole('heading', { name: 'VMAs of child' })).toBeVisible();
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Tree' }).click();
  // A list where the buttons have no room: nothing of the choice lies under what stands at the right.
  const choice = rooms.picture.getByRole('combobox', { name: 'Tree' });
  await expect(choice.locator('option:checked')).toHaveText('child');
  const [choiceBox, nextBox] = [
    await choice.boundingBox(),
    await rooms.picture.getByRole('button', { name: 'A | B' }).boundingBox(),
  ];
  expect(choiceBox!.x + choiceBox!.width).toBeLessThanOrEqual(nextBox!.x);
  await choice.selectOption('cat');
  await expect(head).toHaveText('Address space cat');
});

it('at an event head, strip and balance tell the event', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run('tree t\nrepeat 9 as i { store i*16..i*16 + 9 = i }\n');
  await rooms.inside.seek(10);
  const facts = rooms.picture.locator('.facts');
  await expect(facts).toContainText('3 nodes');
  await expect(facts).not.toContainText('at the event');
  await page.keyboard.press('i');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(facts).toHaveText(/^at the event ?1 node/);
  await expect(rooms.picture.locator('.balance')).toHaveText(
    /^nodes at event 1: 1 in t; after the step: no node leaked$/,
  );
  await page.keyboard.press('i');
  await expect(rooms.picture.locator('.balance')).toHaveText('balance: 3 nodes = 3 in t; no node leaked');
});

it('the heads of the requests stand over their columns', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.open();
  await rooms.inspector.getByRole('tab', { name: 'Allocator' }).click();
  const table = page.getByRole('table', { name: 'Requests of the run' });
  await expect(table.locator('.rows .row').first()).toBeVisible();
  const edges = await table.evaluate((host) =>
    [host.querySelector('.titles')!, host.querySelector('.rows .row')!].map((row) =>
      [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().right)),
    ),
  );
  expect(edges[0]!.slice(0, 7)).toEqual(edges[1]!.slice(0, 7));
});

it('at 1280 the figures of the tree and the balance are whole, as is the sentence of projector mode', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rooms.open();
  const shown = page.locator('.facts > span').filter({ hasText: /node|entr/ });
  for (const fact of await shown.all()) {
    const inside = await fact.evaluate(
      (node) => node.getBoundingClientRect().bottom <= node.closest('.facts')!.getBoundingClientRect().bottom + 1,
    );
    expect(inside, (await fact.textContent()) ?? '').toBe(true);
  }
  const whole = (): Promise<boolean> =>
    rooms.picture
      .locator('.balance > span')
      .evaluateAll((all) =>
        all.every(
          (node) =>
            node.scrollWidth <= node.clientWidth + 1 &&
            node.getBoundingClientRect().bottom <= node.closest('.picture-foot')!.getBoundingClientRect().bottom,
        ),
      );
  await expect.poll(whole).toBe(true);
  await page.keyboard.press('i');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(rooms.picture.locator('.balance')).toContainText('nodes at event 1');
  await expect.poll(whole).toBe(true);
  await page.keyboard.press('i');
  await page.keyboard.press('p');
  const words = page.locator('.projected-words');
  await expect(words).toContainText('an old one.');
  await expect.poll(() => words.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(1);
});

it('two trees side by side both tell their figures', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run('tree book alloc\nfor i in 0..10 { store i*0x100..+0x60 = i }\ndup book as copy');
  await expect(rooms.picture.locator('.titles .title')).toHaveText([
    /^book.*3 nodes · 11 entries$/,
    /^copy.*3 nodes · 11 entries$/,
  ]);
});

it('without a tree nothing is offered that needs one, and stepping to one moves nothing', async ({ page, rooms }) => {
  await rooms.open();
  const head = page.locator('.picture-head');
  const find = head.getByRole('button', { name: 'find' });
  const table = head.getByRole('button', { name: 'table' });
  const slow = page.getByRole('button', { name: 'slow motion' });
  const strip = page.locator('.strip-host');
  const place = async (): Promise<unknown> => ({
    strip: await strip.boundingBox(),
    find: await find.boundingBox(),
    time: await page.locator('.timeline-host').boundingBox(),
  });

  // As a table, to the step at which the tree is gone: nothing is pressed that cannot be.
  await rooms.inside.run('tree t\nstore 1 = 2\ndestroy t');
  await rooms.inside.seek(2);
  await table.click();
  await expect(table).toHaveAttribute('aria-pressed', 'true');
  await expect(strip).toBeVisible();
  const before = await place();
  await rooms.inside.seek(3);
  await expect(table).toHaveAttribute('aria-pressed', 'false');
  for (const button of [table, find, head.getByRole('button', { name: 'A | B' })]) await expect(button).toBeDisabled();
  await expect(slow).toBeEnabled();
  await expect(strip).toBeHidden();
  expect(await place()).toEqual(before);
  await rooms.inside.seek(2);
  await expect(find).toBeEnabled();
  await expect(table).toHaveAttribute('aria-pressed', 'true');

  // Without a step there is no bar that would be the current one, and nothing to slow down.
  await rooms.inside.run('');
  for (const button of [table, find, slow, head.getByRole('button', { name: 'A | B' })])
    await expect(button).toBeDisabled();
  await expect(page.locator('.key-toggle')).toHaveCount(0);
  const drawn = (): Promise<number> =>
    page
      .locator('.timeline-host canvas')
      .first()
      .evaluate(
        (canvas: HTMLCanvasElement) =>
          new Set(new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer))
            .size,
      );
  await expect.poll(drawn).toBe(1);
});

it('the same facts stand in the same places at every step, and the number of entries is one of them', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const facts = (): Promise<readonly string[]> =>
    page
      .locator('.facts > span')
      .evaluateAll((all) =>
        all
          .filter((fact) => !(fact as HTMLElement).inert)
          .map(
            (fact) =>
              `${/entr|node|height/.exec(fact.textContent)?.[0] ?? fact.textContent} ` +
              `${Math.round(fact.getBoundingClientRect().left)}`,
          ),
      );
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await rooms.inside.seek(10);
    // Taken away as soon as they are laid out, all that have no room.
    await expect.poll(async () => (await facts()).length, `${width}`).toBeLessThan(4);
    const told = await facts();
    expect(told[1]).toMatch(/^entr/);
    for (const step of [1, 2, 9, 11, 12]) {
      await rooms.inside.seek(step);
      await expect.poll(facts, `${width}, step ${step}`).toEqual(told);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // Up to 40 nodes and 300 entries, whole height: more is asked for than goes into the tree.
  await rooms.inside.run('tree t whole_height\nrepeat 300 as i { store i*16..i*16+9 = i }');
  await rooms.inside.seek(301);
  await expect.poll(facts).toContainEqual(expect.stringMatching(/^entr/));
  const told = await facts();
  for (const step of [2, 9, 60, 150]) {
    await rooms.inside.seek(step);
    await expect.poll(facts, `step ${step}`).toEqual(told);
    // The first number stands at the beginning of its room: no hole between it and the name.
    const hole = await page
      .locator('.facts > span')
      .first()
      .evaluate((fact) => {
        const words = document.createRange();
        words.selectNodeContents(document.createTreeWalker(fact, NodeFilter.SHOW_TEXT).nextNode()!);
        return words.getBoundingClientRect().left - fact.getBoundingClientRect().left;
      });
    expect(hole, `step ${step}`).toBeLessThanOrEqual(1);
  }
  await rooms.inside.run('mm cat\nrepeat 20 as i { map 64K + i*64K..+48K rw }');
  for (const step of [3, 21]) {
    await rooms.inside.seek(step);
    await expect
      .poll(async () => (await facts()).map((one) => one.split(' ')[0]), `step ${step}`)
      .toEqual(['node', 'entr']);
  }
});

it('a tree of one node has no way to its touched slot in the legend', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nstore 10..19 = "code"\nstore 30..39 = "data"');
  await expect(page.locator('.ms-legend')).toContainText('touched slot');
  await expect(page.locator('.ms-legend')).not.toContainText('way to it');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step in slow motion: its events as a strip and a list, the tree half-way, the reserve beside it, the line of the
// core that emits the event, and all of it as plain text.

import { readFileSync } from 'node:fs';
import type { HalfLayout, TreeLayout } from '../web/app/shell/automation';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

// The last step splits a leaf whose right sibling is full.
const SPLIT = 'tree book alloc\nfor i in 0..30 { store i*0x10..i*0x10+9 = i }\nstore 0x77..0x78 = 99';
const LAST = 33;

const halfOf = (rooms: Rooms): Promise<HalfLayout | null> => rooms.page.evaluate(() => globalThis.maplescope!.half());
const seekEvent = (
  rooms: Rooms,
  event: number,
): Promise<{ name: string; text: string; file: string; line: number } | null> =>
  rooms.page.evaluate(async ([step, at]) => globalThis.maplescope!.seek(step!, at), [LAST, event]);

/** Every event of a step, with the state at it. */
function everyEvent(
  rooms: Rooms,
  step: number,
): Promise<{ found: { name: string; file: string; line: number }; half: HalfLayout }[]> {
  return rooms.page.evaluate(async (at) => {
    const all = [];
    for (
      let found = await globalThis.maplescope!.seek(at, 0);
      found !== null;
      found = await globalThis.maplescope!.seek(at, all.length)
    )
      all.push({ found, half: globalThis.maplescope!.half()! });
    return all;
  }, step);
}

function drawn(tree: Pick<TreeLayout, 'nodes'> | undefined): unknown {
  return tree?.nodes.map(({ id, lasts, entries, children }) => ({ id, lasts, entries, children }));
}

const it = onOnePage();
test('a step in slow motion: events, the tree half-way, the line of the core', it.inTurn);

it('a split unfolds into events; half-way the tree is as before, and then as after', async ({ page, rooms }) => {
  await rooms.inside.run(SPLIT);
  const after = drawn((await rooms.inside.layout('book'))!);
  await rooms.inside.seek(LAST - 1);
  const before = drawn((await rooms.inside.layout('book'))!);
  await rooms.inside.seek(LAST);
  const states = new Map<string, number>();
  const list = page.getByRole('listbox', { name: 'Events of the step' });
  await page.getByRole('button', { name: 'slow motion' }).click();
  const strip = page.getByRole('slider', { name: 'Event of the step' });
  await expect(strip).toHaveAttribute('aria-valuemax', String(LAST));
  await expect(list).toBeVisible();
  let reserved = 0;
  for (const [event, { found, half }] of (await everyEvent(rooms, LAST)).entries()) {
    expect([half.event, half.source.file, half.source.line]).toEqual([event, found.file, found.line]);
    states.set(found.name, event);
    reserved = Math.max(reserved, half.reserve.length);
    if (found.name === 'arrive' && event < 5) expect(drawn(half.trees[0])).toEqual(before);
    if (found.name === 'free_single') expect(drawn(half.trees[0])).toEqual(after);
  }
  // All that was requested stood in reserve at once.
  expect(reserved).toBe((await rooms.inside.report()).steps.at(-1)!.requests.reduce((sum, one) => sum + one, 0));
  // There is no event beyond the last one: the step as a whole is shown.
  expect(await rooms.inside.state()).toMatchObject({ step: LAST, event: null });
  await seekEvent(rooms, LAST - 1);
  expect(await rooms.inside.state()).toMatchObject({ step: LAST, event: LAST - 1 });
  // Built and not linked: it lies beside the tree, and the reserve too.
  const built = (await seekEvent(rooms, states.get('cut_chosen')! + 2))!;
  const half = (await halfOf(rooms))!;
  expect([built.name, half.loose.map(({ id, state }) => [id, state]), half.reserve.length]).toEqual([
    'node_built',
    [[half.node, 'made']],
    2,
  ]);
  await expect(rooms.picture).toContainText('preallocated');
  await expect(rooms.picture).toContainText('made, not linked yet');
  // The step beyond leaves the event, and so does closing the row.
  await rooms.inside.seek(LAST - 1);
  expect((await rooms.inside.state()).event).toBeNull();
  await seekEvent(rooms, 3);
  await page.getByRole('button', { name: 'slow motion' }).click();
  await expect(strip).toBeHidden();
  expect([(await rooms.inside.state()).event, await halfOf(rooms)]).toEqual([null, null]);
});

it('an append is written word by word: between first and last the leaf is neither as before nor as after', async ({
  rooms,
}) => {
  await rooms.inside.run('tree t\nrepeat 12 as i { store i*10..+10 = i + 1 }');
  const after = JSON.stringify(drawn((await rooms.inside.layout('t'))!));
  await rooms.inside.seek(12);
  const before = JSON.stringify(drawn((await rooms.inside.layout('t'))!));
  const seen = (await everyEvent(rooms, 13)).map(({ half }) => JSON.stringify(drawn(half.trees[0])));
  expect(seen[0]).toBe(before);
  expect(seen.filter((one) => one !== before && one !== after).length).toBeGreaterThan(0);
});

it('by keys alone, heard, and with the line of the core that tells it', async ({ page, rooms }) => {
  await rooms.inside.run(SPLIT);
  await page.locator('body').press('i');
  const strip = page.getByRole('slider', { name: 'Event of the step' });
  await expect(strip).toBeVisible();
  await rooms.settled();
  const top = (await strip.boundingBox())?.y;
  await page.locator('body').press('Shift+ArrowRight');
  await expect(rooms.announcer).toHaveText(
    /^Event 1 of 33: The walk goes down from slot 0 of node \d+ to leaf \d+, which covers 0x0 to 0x79\.$/,
  );
  await page.locator('body').press('>');
  await expect(rooms.announcer).toHaveText(/^Event 2 of 33: The walk arrives in leaf \d+, which uses 15 of 16 slots/);
  await strip.focus();
  await strip.press('End');
  await expect(rooms.announcer).toHaveText(/^Event 33 of 33: /);
  expect((await rooms.inside.state()).step).toBe(LAST);
  await strip.press('Home');
  await strip.press('PageDown');
  await expect(rooms.announcer).toHaveText(/^Step 33 of 33: store/);
  for (let k = 0; k < 10; k++) await strip.press('ArrowRight');
  await expect(rooms.announcer).toHaveText(
    /^Event 10 of 33: The row of 17, items 0 to 16, is cut in the middle, after item 8: 9 and 8\.$/,
  );
  expect((await strip.boundingBox())?.y).toBe(top);
  // The list goes along, and can be walked too.
  const list = page.getByRole('listbox', { name: 'Events of the step' });
  await expect(list.getByRole('option', { selected: true })).toContainText('deal.c');
  await list.focus();
  await list.press('ArrowDown');
  await list.press('ArrowDown');
  const row = list.getByRole('option', { selected: true });
  await expect(row).toContainText(/Leaf \d+ is built outside the tree for 0x0 to 0x49, with 9 slots\./);
  await expect(row).toBeInViewport({ ratio: 1 });
  // The source opens when it is asked for, at the line, in its function.
  await page.getByRole('button', { name: /^deal\.c:\d+$/ }).click();
  const source = page.getByRole('tabpanel', { name: 'Source' });
  const marked = source.locator('.line.marked');
  await expect(marked).toContainText('MPL_EVENT(node_built,');
  await expect(marked.locator('.n')).toBeInViewport({ ratio: 1 });
  await expect(source.locator('.function')).toHaveText('mpl_deal_node()');
  const line = (await halfOf(rooms))?.source.line;
  await expect(source.locator('.line.marked .n')).toContainText(String(line));
  await list.press('ArrowUp');
  await expect(marked).toContainText('MPL_EVENT(prealloc_take,');
  // Of the step as a whole it shows the function that did it, from its head on, with each line whole.
  await strip.press('Escape');
  await expect(marked).toHaveText(/^\W*\d+bool mpl_split_store\(struct mpl_write \*write\)$/);
  await expect(source.locator('.function')).toHaveText('mpl_split_store()');
  await expect(marked).toBeInViewport({ ratio: 1 });
  const code = source.locator('.code');
  expect(await code.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const body = source.locator('.line', { hasText: 'mpl_replace_top(write, &top' });
  await expect(body).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Scenario' }).click();
  await expect(rooms.editor.text).toBeVisible();
});

it('the sentence of an event is read whole, in its row and in the list, and so is the line of the core', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(readFileSync(new URL('../web/app/examples/cat.maple', import.meta.url), 'utf8'));
  await page.evaluate(() => globalThis.maplescope!.seek(22, 20));
  const whole = (name: string): Promise<boolean> =>
    page
      .locator(name)
      .evaluate((node) => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth);
  const sentence = /^The children that cover 0x0 to max, .* can hold them \(at most 10\)\.$/;
  for (const name of ['.event-words', '.ms-event-list [aria-selected=true] .text']) {
    await expect(page.locator(name)).toHaveText(sentence);
    await expect.poll(() => whole(name), name).toBe(true);
  }
  await page.getByRole('tab', { name: 'Source', exact: true }).click();
  const line = page.locator('.ms-source .line.marked .c');
  await expect(line).toContainText('MPL_EVENT(gathered');
  const cut = (): Promise<boolean> =>
    line.evaluate(
      (node) => node.getBoundingClientRect().right > node.closest('.code')!.getBoundingClientRect().right + 1,
    );
  await expect.poll(cut).toBe(false);
});

test.describe('at first, in the windows of laptops', () => {
  test.use({ firstTime: true });

  for (const [width, height] of [
    [1280, 720],
    [1280, 800],
    [1440, 900],
  ] as const) {
    test(`${width} × ${height}: headline and all of the preallocation are seen, labels where there is room`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      const rooms = roomsOf(page);
      await rooms.open();
      await rooms.inside.seek(10);
      const headline = page.locator('.story h2');
      await expect(headline).toHaveText('The store split its leaf in two, and the tree grew.');
      await page.evaluate(() => globalThis.maplescope!.seek(10, 5));
      await expect(headline).toBeVisible();
      const dock = page.locator('.ms-dock');
      await expect(dock.locator('.chip.is-event')).toBeVisible();
      const foot = await dock.evaluate((element) => element.getBoundingClientRect().bottom);
      // The ring around the event's node is 3 pixels away and 2 wide.
      for (const chip of await dock.locator('.chip').all()) {
        const box = (await chip.boundingBox())!;
        expect(box.y + box.height + 5).toBeLessThanOrEqual(foot);
      }
      // Letters of 12 pixels come first: where a leaf is narrower, its labels are short.
      if (width < 1440) return;
      const labels = (await page.locator('.ms-tree-frame svg .world text').allTextContents()).join(' ');
      expect(labels).toContain('stack');
      expect(labels).not.toContain('…');
    });
  }
});

test('a step is copied as plain text that a mail leaves alone @story', async ({ page }) => {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void kept.push(text)) },
    });
    Object.assign(globalThis, { kept });
  });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(SPLIT);
  await page.getByRole('button', { name: 'slow motion' }).click();
  await page.getByRole('button', { name: 'copy as text' }).click();
  await expect(rooms.notice).toContainText('on the clipboard');
  const text = await page.evaluate(() => (globalThis as unknown as { kept: string[] }).kept[0]!);
  const lines = text.split('\n');
  expect(lines[0]).toBe('Step 33 of 33, line 3: store book 0x77..0x78 (split_store)');
  expect(lines.filter((one) => one.length >= 78)).toEqual([]);
  expect(lines.filter((one) => /^ ?\d+ {2}[A-Z]/.test(one))).toHaveLength(33);
  expect(text.replace(/\s+/g, ' ')).toContain((await rooms.inside.state()).why);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`nodes beside the tree are ringed and keep their place from event to event, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const rooms = roomsOf(page);
    await rooms.open();
    await rooms.inside.run('tree book alloc\nfor i in 0..10 { store i*0x100..i*0x100+0x5f = i }');
    const picture = page.locator('.ms-tree-view');
    const [docks, ringed, drawnOf] = [new Set<string>(), new Set<number>(), new Set<string>()];
    let seen = 0;
    for (let event = 0; (await page.evaluate((at) => globalThis.maplescope!.seek(10, at), event)) !== null; event++) {
      await expect.poll(async () => (await halfOf(rooms))?.event).toBe(event);
      if (event === 0) await expect(page.getByRole('slider', { name: 'Event of the step' })).toBeVisible();
      const half = (await halfOf(rooms))!;
      const cards = picture.locator('.ms-shelf .card');
      await expect(cards).toHaveCount(half.reserve.length + half.loose.length);
      const ids = [...half.reserve, ...half.loose.map(({ id }) => id)];
      if (half.node !== null && ids.includes(half.node)) {
        await expect(picture.locator('.ms-shelf .is-event')).toBeVisible();
        ringed.add(half.node);
      }
      for (const card of await cards.all()) {
        await expect(card).toBeInViewport({ ratio: 1 });
        drawnOf.add((await card.getAttribute('data-state'))!);
      }
      seen += ids.length;
      if (ids.length > 0) docks.add(JSON.stringify(await picture.locator('.ms-dock').boundingBox()));
      if (half.trees[0]?.nodes.length !== 1) continue;
      // As large as beside the leaf that there will be, or where that would be too small, as large as there is room
      // for.
      const leaf = (await picture.locator('.nodes .frame').first().boundingBox())!;
      expect(leaf.width).toBeGreaterThan((await picture.boundingBox())!.width * (width < 600 ? 0.88 : 0.45));
      const font = await picture
        .locator('.nodes .pivot')
        .first()
        .evaluate(
          (node) =>
            parseFloat(getComputedStyle(node).fontSize) *
            Number(getComputedStyle(node.closest('.ms-tree-view')!).getPropertyValue('--zoom')),
        );
      expect(font).toBeGreaterThanOrEqual(9.5);
    }
    expect(seen).toBeGreaterThan(20);
    expect(ringed.size).toBeGreaterThan(2);
    expect([...drawnOf].sort()).toEqual(['cut off', 'dead', 'held', 'made']);
    expect([...docks]).toHaveLength(1);
    await expect(page.getByRole('button', { name: /^duplicate/ })).toHaveCount(width < 600 ? 0 : 2);
  });
}

it('what plays the events says so, and what plays the steps stands back without moving', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(SPLIT);
  await rooms.inside.seek(LAST);
  const steps = page.getByRole('group', { name: 'Steps' });
  const play = steps.getByRole('button', { name: 'Play', exact: true });
  const look = (): Promise<readonly (string | number)[]> =>
    play.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return [getComputedStyle(button).borderTopColor, x, y, width, height];
    });
  const [framed, ...at] = await look();
  await page.keyboard.press('i');
  const row = page.getByRole('region', { name: 'Slow motion' });
  await expect(row.getByText('events', { exact: true })).toBeVisible();
  expect(await look()).toEqual(['rgba(0, 0, 0, 0)', ...at]);
  await expect(row.getByRole('button', { name: 'Play the events' })).toHaveCSS('border-top-color', String(framed));
  // The row has room for all that stands in it.
  expect(
    await row.locator('.motion-controls').evaluate((controls) => controls.scrollWidth - controls.clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.keyboard.press('i');
  await expect.poll(look).toEqual([framed, ...at]);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree picture as it moves and folds: from step to step entries fly and are at rest soon, without a node being
// drawn anew for it; nothing flies for those who asked for stillness or who seek far; what is folded, ringed, on the
// shelf and chosen is shown by pictures and outline alike; and there are never more elements than a browser draws at
// once.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const SPLITS = 'tree t alloc\nfor i in 1..40 { store i*0x10 = i }';
/** Three levels; far more nodes than are drawn in full at once. */
const DEEP = 'tree t\nfor i in 0..700 { store i*4 = i }';
// Outline and motion come while the page is idle.
test.use({ ahead: true });

/** Of the pictures: their elements, and how many of those were made since they were last counted. */
const MOST = 3000;

async function opened(page: Page, text: string): Promise<Rooms> {
  const rooms = roomsOf(page);
  await rooms.open();
  await shown(rooms, text);
  return rooms;
}

/** Runs the text on the page that is open. */
async function shown({ page, inside }: Rooms, text: string): Promise<void> {
  await inside.run(text);
  await page.locator('.ms-tree-frame').waitFor();
  // Outline and motion come together, after the first look.
  await page.locator('.ms-outline [role=treeitem]').first().waitFor({ state: 'attached' });
}

/** Resolves when nothing in the tree picture moves any more. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect
    .poll(() => page.evaluate(() => document.querySelector('.ms-tree-view')!.getAnimations({ subtree: true }).length))
    .toBe(0);
}

async function splitStep(rooms: Rooms, nth = 0): Promise<number> {
  const { steps } = await rooms.inside.report();
  const splits = steps.flatMap(({ storeType }, k) => (storeType === 'split_store' ? [k + 1] : []));
  return splits[nth]!;
}

test.describe('motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('takes entries to their new slots, draws no node again for it, and is over within 600 ms @story', async ({
    page,
  }) => {
    const rooms = await opened(page, SPLITS);
    const at = await splitStep(rooms, 1);
    await rooms.inside.seek(at - 1);
    await atRest(page);
    const seen = await page.evaluate(async (step) => {
      const view = document.querySelector('.ms-tree-view')!;
      const [flights, nodes] = ['flights', 'nodes'].map((name) => view.querySelector(`.${name}`)!);
      // As they are drawn: on a slow machine all may have landed before the seek reports that it is done.
      let [flown, longest, made, moved] = [0, 0, 0, false];
      const takeOff = new MutationObserver((records) => {
        const added = records.reduce(
          (sum, { addedNodes }) =>
            sum + [...addedNodes].filter((one) => one instanceof Element && one.matches('.ms-flight')).length,
          0,
        );
        flown += added;
        moved ||= added > 0;
        longest = Math.max(
          longest,
          ...view.getAnimations({ subtree: true }).map((one) => Number(one.effect?.getComputedTiming().endTime)),
        );
      });
      takeOff.observe(flights!, { childList: true, subtree: true });
      await globalThis.maplescope!.seek(step);
      const observer = new MutationObserver(
        (records) => (made += records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)),
      );
      observer.observe(nodes!, { childList: true, subtree: true });
      await Promise.all(view.getAnimations({ subtree: true }).map((one) => one.finished.catch(() => undefined)));
      // What is at rest stays at rest, and is taken away.
      for (let k = 0; k < 600 && flights!.childElementCount > 0; k++)
        await new Promise((done) => requestAnimationFrame(done));
      for (let k = 0; k < 10; k++) await new Promise((done) => requestAnimationFrame(done));
      takeOff.disconnect();
      observer.disconnect();
      return {
        flown,
        longest,
        made,
        moved,
        left: flights!.childElementCount,
        moving: view.getAnimations({ subtree: true }).length,
      };
    }, at);
    expect(seen.moved).toBe(true);
    expect(seen.longest).toBeGreaterThan(0);
    expect(seen.flown).toBeGreaterThan(4);
    expect(seen.longest).toBeLessThanOrEqual(600);
    expect(seen).toMatchObject({ made: 0, left: 0, moving: 0 });
  });

  test('is cut off by the next step, and there is none from far away', async ({ page }) => {
    const rooms = await opened(page, SPLITS);
    const at = await splitStep(rooms, 1);
    await rooms.inside.seek(at - 1);
    await atRest(page);
    const seen = await page.evaluate(async (step) => {
      const view = document.querySelector('.ms-tree-view')!;
      const inFlight = (): Element[] => [...view.querySelectorAll('.ms-flight')];
      // Moving entries are collected while they are drawn. On a slow machine they may arrive before the seek ends.
      const first: Element[] = [];
      const watch = new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          first.push(
            ...[...addedNodes].filter((one): one is Element => one instanceof Element && one.matches('.ms-flight')),
          );
      });
      watch.observe(view, { childList: true, subtree: true });
      await globalThis.maplescope!.seek(step);
      await Promise.resolve();
      watch.disconnect();
      await globalThis.maplescope!.seek(step + 1);
      const left = first.filter((one) => one.isConnected).length;
      for (let k = 0; k < 600 && inFlight().length > 0; k++) await new Promise((done) => requestAnimationFrame(done));
      await globalThis.maplescope!.seek(3);
      return { first: first.length, left, far: inFlight().length };
    }, at);
    expect(seen.first).toBeGreaterThan(4);
    expect(seen).toMatchObject({ left: 0, far: 0 });
  });
});

const it = onOnePage();
test('the tree as it folds, is chosen from, replaced and looked at closely', it.inTurn);

it('something moves only for those who did not ask for less motion', async ({ page, rooms }) => {
  await shown(rooms, SPLITS);
  const at = await splitStep(rooms, 1);
  await rooms.inside.seek(at - 1);
  await atRest(page);
  const seen = await page.evaluate(async (step) => {
    let moves = false;
    const takeOff = new MutationObserver(
      (records) =>
        (moves ||= records.some(({ addedNodes }) =>
          [...addedNodes].some((one) => one instanceof Element && one.matches('.ms-flight')),
        )),
    );
    takeOff.observe(document.querySelector('.ms-tree-view')!, { childList: true, subtree: true });
    await globalThis.maplescope!.seek(step);
    await Promise.resolve();
    takeOff.disconnect();
    return { moves, less: matchMedia('(prefers-reduced-motion: reduce)').matches };
  }, at);
  // A browser that cannot be asked for it by the test has not been asked.
  expect(seen.moves).toBe(!seen.less);
});

it('levels fold and unfold, nodes by their handle, and no zoom draws too many elements', async ({
  page,
  rooms,
  spend,
}) => {
  spend();
  await shown(rooms, DEEP);
  const tools = page.getByRole('group', { name: 'What the picture shows' });
  await expect(tools).toContainText('3 levels');
  const counts: number[] = [];
  const count = async (): Promise<number> => {
    const now = await page.evaluate(() => document.querySelectorAll('.ms-tree-view svg *').length);
    counts.push(now);
    return now;
  };
  await count();
  await tools.getByRole('button', { name: 'Fold the lowest level' }).click();
  await expect(tools).toContainText('2 of 3 levels');
  await expect(page.locator('.ms-tree-view .nodes .ms-node')).toHaveCount(
    (await rooms.inside.layout())!.nodes.filter(({ kind }) => kind !== 'leaf').length,
  );
  await page.locator('.nodes .ms-fold.is-closed').first().click();
  await expect(tools).toContainText(/(?<!2 of )3 levels/);
  await page.keyboard.press('(');
  await expect(tools).toContainText('2 of 3 levels');
  await page.keyboard.press(')');
  await expect(tools).toContainText(/(?<!2 of )3 levels/);
  for (let k = 0; k < 6; k++) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await count();
  }
  await expect(page.locator('.ms-minimap')).toBeVisible();
  expect(Math.max(...counts)).toBeLessThanOrEqual(MOST);
  expect(Math.max(...counts)).toBeGreaterThan(300);
});

it('child words tell what they say, and the outline chooses what the picture chooses', async ({ page, rooms }) => {
  await shown(rooms, SPLITS);
  const words = page.getByRole('button', { name: 'child types' });
  await words.click();
  await expect(words).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.nodes .pointer').first()).toHaveText('leaf');
  await expect(page.locator('.nodes .pointer.bits').first()).toHaveText('…0c');
  const { nodes } = (await rooms.inside.layout())!;
  const leaf = nodes.findLast(({ kind }) => kind === 'leaf')!;
  const cell = page.locator(`.ms-tree-view .nodes .ms-node[data-node="${leaf.id}"] rect.cell[data-slot="1"]`);
  const box = (await cell.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const chosen = page.locator('.ms-outline [aria-selected=true]');
  await expect(chosen).toHaveAttribute('aria-label', new RegExp(`^slot 1 of leaf #${leaf.id}`));
  await expect(chosen).toHaveAttribute('tabindex', '0');
  await expect(page.locator('.ms-outline [tabindex="0"]')).toHaveCount(1);
});

it('a step that is half-way has its nodes on a shelf, the event ringed, and nothing jumps', async ({ page, rooms }) => {
  await shown(rooms, SPLITS);
  await rooms.inside.seek(await splitStep(rooms, 1));
  await page.keyboard.press('i');
  const states = new Set<string>();
  const tops = new Set<string>();
  let rings = 0;
  await rooms.settled();
  const of = page.locator('.ms-tree-view');
  const events = Number(await page.getByRole('slider', { name: 'Event of the step' }).getAttribute('aria-valuemax'));
  for (let k = 0; k < events; k++) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => page.evaluate(() => globalThis.maplescope!.half()?.event)).toBe(k);
    const seen = await of.evaluate((view) => ({
      states: [...view.querySelectorAll<HTMLElement>('.ms-shelf .card')].map(({ dataset }) => dataset.state ?? ''),
      // Where it comes to rest, whatever is moving.
      top: /,([\d.-]+)/.exec(view.querySelector('.nodes .ms-node')?.getAttribute('transform') ?? '')?.[1] ?? '',
      zoom: view.querySelector('.world')?.getAttribute('transform') ?? '',
      rings: view.querySelectorAll('.mark.event, .card.is-event').length,
    }));
    for (const state of seen.states) states.add(state);
    tops.add(`${seen.top} ${seen.zoom}`);
    rings += seen.rings;
  }
  expect([...states]).toEqual(expect.arrayContaining(['held', 'made']));
  expect(tops.size).toBe(1);
  expect(rings).toBeGreaterThan(5);
});

it('a node that was replaced is drawn as wide as those that took its place, where there is room', async ({
  page,
  rooms,
}) => {
  await shown(rooms, SPLITS);
  const width = (of: string): Promise<number> =>
    page
      .locator(of)
      .first()
      .evaluate((node) => node.getBoundingClientRect().width);
  for (const nth of [0, 1]) {
    const step = await splitStep(rooms, nth);
    await rooms.inside.seek(step);
    await rooms.settled();
    await expect(page.locator('.ms-ghost').first()).toBeVisible();
    expect(Math.abs((await width('.ms-ghost .frame')) - (await width('.nodes .ms-node .frame')))).toBeLessThan(1);
    const ghosts = await page
      .locator('.ms-ghost')
      .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.getBoundingClientRect())));
    for (const [drawn, words] of ghosts) expect(words!.top).toBeGreaterThanOrEqual(drawn!.bottom);
  }
});

const MAPS = 'mm cat\nrepeat 20 as i { map 0x400000+i*0x4000..0x401fff+i*0x4000 rw }\nunmap 0x408000..0x420fff';

it('what is said of each node that is gone ends over what is said of all', async ({ page, rooms }) => {
  await shown(rooms, MAPS);
  await rooms.inside.seek(22);
  await rooms.settled();
  const remarks = (await page.locator('.ms-dock .remarks').boundingBox())!;
  await expect(page.locator('.ms-ghost svg')).toHaveCount(2);
  for (const words of await page.locator('.ms-ghost p').all()) {
    const { y, height } = (await words.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(remarks.y + 1);
  }
});

it('after a click on a node the arrows step on and the picture stays; by keyboard it moves', async ({
  page,
  rooms,
  spend,
}) => {
  spend();
  await shown(rooms, SPLITS);
  const frame = page.locator('.ms-tree-frame');
  await rooms.inside.seek(20);
  const transform = (): Promise<string | null> =>
    page.locator('.ms-tree-frame svg g[transform]').first().getAttribute('transform');
  const before = await transform();
  await frame
    .locator('.ms-node')
    .last()
    .click({ position: { x: 30, y: 8 } });
  await expect(rooms.inspector.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(rooms.transport.place).toHaveText(/^step 21 of/);
  await page.keyboard.press('ArrowLeft');
  await expect(rooms.transport.place).toHaveText(/^step 20 of/);
  expect(await transform()).toBe(before);

  // The cursor does not stay in the text either.
  await rooms.editor.text.click();
  await frame.click({ position: { x: 8, y: 8 } });
  await page.keyboard.press('ArrowRight');
  await expect(rooms.transport.place).toHaveText(/^step \d+ of/);
  await expect(rooms.editor.text).not.toBeFocused();

  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(transform).not.toBe(before);
});

it('z zooms to the chosen node, a press in the small map goes elsewhere, fit shows the whole', async ({
  page,
  rooms,
  spend,
}) => {
  spend();
  await shown(rooms, DEEP);
  const transform = async (): Promise<string> =>
    (await page.locator('.ms-tree-view .world').getAttribute('transform')) ?? '';
  const scale = async (): Promise<number> => Number(/scale\((.*)\)/.exec(await transform())?.[1]);
  const whole = await transform();
  const chosen = page.locator('.ms-outline [aria-selected=true]');
  const map = page.locator('.ms-minimap');
  expect(await scale()).toBeLessThan(0.6);
  await expect(map).toBeHidden();
  // A leaf near the end, as a search leads to it.
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('leaf covers 2400');
  await expect(page.locator('#find-said')).toHaveText(/^1 slot/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const leaf = (await rooms.inside.layout())!.nodes.find(
    ({ kind, min, max }) => kind === 'leaf' && BigInt(min) <= 2400n && BigInt(max) >= 2400n,
  )!;
  await expect(chosen).toHaveAttribute('aria-label', new RegExp(`leaf #${leaf.id}\\b`));
  await page.locator('body').press('z');
  await expect.poll(scale).toBeGreaterThanOrEqual(1);
  const frame = (await page.locator('.ms-tree-frame').boundingBox())!;
  // In the middle of what the legend and the sentences on gone nodes leave free.
  const covered = await page.evaluate(() =>
    ['.ms-legend', '.ms-dock:not(:empty)']
      .map((part) => document.querySelector<HTMLElement>(`.ms-tree-view ${part}`)?.offsetHeight ?? 0)
      .reduce((sum, one) => sum + one, 0),
  );
  const offCentre = async (): Promise<number> => {
    const box = await page.locator(`.ms-tree-view .nodes .ms-node[data-node="${leaf.id}"] .frame`).boundingBox();
    return box === null
      ? Infinity
      : Math.hypot(
          box.x + box.width / 2 - frame.x - frame.width / 2,
          box.y + box.height / 2 - frame.y - (frame.height - covered) / 2,
        );
  };
  await expect.poll(offCentre).toBeLessThan(3);
  // In the map a press goes where it is made: what is in view is then around it, at the same size.
  await expect(map).toBeVisible();
  const [near, there, area] = [await scale(), await transform(), (await map.boundingBox())!];
  await page.mouse.click(area.x + 30, area.y + area.height / 2);
  await expect.poll(transform).not.toBe(there);
  await expect
    .poll(async () => {
      const { x, width } = (await map.locator('div').boundingBox())!;
      return x <= area.x + 30 && x + width >= area.x + 30;
    })
    .toBe(true);
  expect(await scale()).toBe(near);
  await page.getByRole('button', { name: 'fit', exact: true }).click();
  await expect.poll(transform).toBe(whole);
  await expect(map).toBeHidden();
});

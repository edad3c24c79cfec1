// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is seen and heard while the page is being fetched. Files are held back by the test, so that each moment stands
// still; what comes is counted, never timed.

import type { Page, Route } from '@playwright/test';

import { expect, test } from './fixtures';
import { painted, roomsOf } from './rooms/page';

const PAGE = /\/page-[^/]*\.js$/;
const FIND = /\/find-bar-[^/]*\.js$/;
const EDITOR = /\/editor-room-[^/]*\.js$/;
const PALETTE = /\/palette-[^/]*\.js$/;
const ENGINE = /\/engine-[^/]*\.js$/;

/** Holds back what fits until the function that comes back is called. */
async function held(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let open = false;
  await page.route(files, async (route) => {
    if (open) await route.continue();
    else waiting.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(waiting.splice(0).map((route) => route.continue()));
  };
}

test('the engine loads while the page’s own script is still loading, and the frame stands', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The blank page before it has no storage.
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('maplescope.theme', 'dark');
  });
  const letCome = await held(page, PAGE);
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Maplescope' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => asked.filter((path) => /\/worker-[^/]*\.js$|\.wasm$/.test(path)).length).toBe(2);
  await expect(page.getByRole('button')).toHaveCount(0);
  await letCome();
  await expect(roomsOf(page).transport.place).toHaveText('step 10 of 11');
  // One worker, one core: that which was asked for first is the one that is used.
  expect(asked.filter((path) => /\/worker-[^/]*\.js$/.test(path))).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
});

test('the script can be read and edited before the editor loads, which takes over cursor and letters @story', async ({
  page,
}) => {
  const letCome = await held(page, EDITOR);
  const rooms = roomsOf(page);
  // What is held back may hold the load event back as well.
  await page.goto('./', { waitUntil: 'commit' });
  await expect(rooms.picture.locator('svg .ms-node').first()).toBeVisible();
  const script = page.getByRole('textbox', { name: 'Scenario' });
  await expect(script).toHaveValue(/^# A small process: its heap splits a full leaf/);
  await script.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('tree t\nstore 1..5 = 1\n# end');
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe('tree t\nstore 1..5 = 1\n# end');
  await expect(rooms.transport.place).toHaveText('step 2 of 2');
  await letCome();
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.type('0');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe('tree t\nstore0 1..5 = 1\n# end');
});

test('a fork from a link says that its picture is being fetched, until the picture stands', async ({ page }) => {
  const readLink = await held(page, /\/open-link-[^/]*\.js$/);
  const letCome = await held(page, /\/fork-pane-[^/]*\.js$/);
  const rooms = roomsOf(page);
  await page.goto('./#ex=fork-vma&step=19', { waitUntil: 'commit' });
  const sign = rooms.picture.getByText('Fetching the picture…');
  await expect(sign).toBeInViewport({ ratio: 1 });
  await expect(sign).toHaveCSS('opacity', '1');
  await readLink();
  await expect(rooms.transport.place).toHaveText('step 19 of 20');
  await expect(sign).toBeInViewport({ ratio: 1 });
  await expect(sign).toHaveCSS('opacity', '1');
  await letCome();
  await expect(rooms.picture.locator('.ms-fork .pane.child')).toBeVisible();
  await expect(sign).toHaveCount(0);
});

test('what is typed right after the key of the search is in its box, also while the box is still on its way', async ({
  page,
}) => {
  const letCome = await held(page, FIND);
  // Asked for by the key, or before it while the page has nothing else to do.
  const begun = page.waitForRequest(FIND);
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.settled();
  await page.keyboard.type('/leaf and used > 1');
  await begun;
  const box = page.getByRole('combobox', { name: 'Find' });
  await expect(box).toHaveCount(0);
  // None of the letters was taken for a key of the page.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rooms.transport.place).toHaveText('step 10 of 11');
  await letCome();
  await expect(box).toHaveValue('leaf and used > 1');
  await expect(box).toBeFocused();
  await page.keyboard.type('0');
  await expect(box).toHaveValue('leaf and used > 10');
  // Opened once more it has what was looked for, chosen whole: what is typed stands in its place.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await page.keyboard.type('/x');
  await expect(box).toHaveValue('x');
});

test('keys pressed before the page’s script is here count, each once and in order @story', async ({ page }) => {
  const letCome = await held(page, PAGE);
  // Who asks for the worker hears keys already.
  const begun = page.waitForRequest(/\/worker-[^/]*\.js$/);
  await page.goto('./', { waitUntil: 'commit' });
  await begun;
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', '.', '3']) await page.keyboard.press(key);
  await letCome();
  const rooms = roomsOf(page);
  await expect(rooms.transport.place).toHaveText('step 8 of 11');
  await expect(page.getByRole('tab', { name: 'Allocator' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(rooms.transport.place).toHaveText('step 9 of 11');
});

test('letters pressed behind the key that leads to the text are written there', async ({ page }) => {
  const letCome = await held(page, PAGE);
  const begun = page.waitForRequest(/\/worker-[^/]*\.js$/);
  await page.goto('./', { waitUntil: 'commit' });
  await begun;
  await page.keyboard.type('3e#p');
  await letCome();
  const rooms = roomsOf(page);
  await expect(rooms.editor.text).toContainText('#p');
  await expect(rooms.editor.text).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Allocator' })).toHaveAttribute('aria-selected', 'true');
});

test('while the engine loads, text and rooms stand in their places, and one line says so, with one Stop', async ({
  page,
}) => {
  const letCome = await held(page, ENGINE);
  // What is held back may hold the load event back as well.
  await page.goto('./', { waitUntil: 'commit' });
  const rooms = roomsOf(page);
  await expect(rooms.editor.text).toContainText('# A small process: its heap splits a full leaf');
  const progress = page.getByRole('progressbar');
  await expect(page.getByRole('progressbar', { name: 'The engine is loading' })).toBeVisible();
  await expect(progress).toHaveCount(1);
  await expect(rooms.picture.locator('.running')).toContainText('Fetching the engine…');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(1);
  await expect(rooms.picture).not.toContainText('no tree');
  const places = (): Promise<string> =>
    page.evaluate(() =>
      JSON.stringify(
        [...document.querySelectorAll('.header, .pane-head, .strip-host, .tree-host, .transport, .inspector')].map(
          (room) => room.getBoundingClientRect(),
        ),
      ),
    );
  const before = await places();
  await letCome();
  await expect(rooms.picture.locator('svg .ms-node').first()).toBeVisible();
  await expect(progress).toHaveCount(0);
  expect(await places()).toBe(before);
});

/** Notes what moves in the inspector, from the start. Only Chromium reports layout shifts. */
const watchInspector = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moved: string[] = [];
    (globalThis as { moved?: string[] }).moved = moved;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        for (const { node } of (entry as unknown as { sources: { node: Node | null }[] }).sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element instanceof Element && element.closest('.inspector') !== null) moved.push(element.className);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const movedIn = async (page: Page): Promise<unknown> => {
  await painted(page);
  return page.evaluate(() => (globalThis as { moved?: string[] }).moved);
};

test('nothing in the inspector moves as the first step comes', async ({ page }) => {
  await watchInspector(page);
  const rooms = roomsOf(page);
  await rooms.open();
  await expect(rooms.inspector).toContainText('live nodes');
  await expect(rooms.inspector.getByText('Why this type')).toBeVisible();
  expect(await movedIn(page)).toEqual([]);
});

for (const [part, file] of [
  ['the step', /\/step-panel-[^/]*\.js$/],
  ['the allocator’s numbers', /\/allocator-panel-[^/]*\.js$/],
] as const)
  test(`where ${part} comes last, what stands below waits for it`, async ({ page }) => {
    await watchInspector(page);
    const letCome = await held(page, file);
    const below = page.waitForResponse(/\/decision-part-[^/]*\.js$/);
    await page.goto('./', { waitUntil: 'commit' });
    await (await below).finished();
    // Two frames in which it would be drawn.
    await painted(page);
    await painted(page);
    await letCome();
    const rooms = roomsOf(page);
    await rooms.settled();
    await expect(rooms.inspector.getByText('Why this type')).toBeVisible();
    expect(await movedIn(page)).toEqual([]);
  });

test('keys typed while the list of commands loads wait for it and enter no text; Escape drops them', async ({
  page,
}) => {
  const letCome = await held(page, PALETTE);
  const rooms = roomsOf(page);
  await page.goto('./', { waitUntil: 'commit' });
  const script = rooms.editor.text;
  await script.focus();
  await expect(page.locator('.cm-content')).toBeFocused();
  const before = await script.textContent();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('mine');
  await page.keyboard.press('Escape');
  await expect(script).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('report a mismatch');
  await page.keyboard.press('Enter');
  await letCome();
  await expect(rooms.dialog('Report a mismatch')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(script).toBeFocused();
  expect(await script.textContent()).toBe(before);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// After one visit the page needs no network. A new version waits until it is taken, and none is taken while a lecture
// runs in any window.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { WHOLE_CHROMIUM } from './browsers';
import { expect, test } from './fixtures';
import { startHost, type Host } from './rooms/host';
import { roomsOf } from './rooms/page';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const installed = test.extend<{ host: Host }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  host: async ({}, use) => {
    const host = await startHost();
    await use(host);
    await host.goAway();
  },
  baseURL: async ({ host }, use) => use(host.address),
});
installed.use({ launchOptions: WHOLE_CHROMIUM, serviceWorkers: 'allow', ahead: true });

/** Resolves when the service worker has everything that it keeps. */
async function visited(page: Page): Promise<void> {
  await roomsOf(page).open();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** The host has another version from now on: another title, and a service worker that knows its sum. */
function publishAnother(host: Host): void {
  const page = readFileSync(`${DIST}/index.html`, 'utf8').replace('<title>Maplescope</title>', '<title>Newer</title>');
  const worker = readFileSync(`${DIST}/sw.js`, 'utf8').replace(
    /(url:"index\.html",revision:")[0-9a-f]+/,
    '$1ffffffffffffffffffffffffffffffff',
  );
  expect(worker).toContain('ffffffffffffffffffffffffffffffff');
  host.changed.set('index.html', page);
  host.changed.set('sw.js', worker);
}

const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

installed(
  'after one visit everything works with the network cut: reload, run, fork, lesson, lab',
  async ({ page, host }) => {
    await visited(page);
    await host.goAway();
    const rooms = roomsOf(page);
    await page.reload();
    await rooms.settled();
    const report = await rooms.inside.run('mm p\nmap 0x1000..0x2fff rw\nmap 0x5000..0x5fff r\nfork p as child\n');
    expect(report.ok).toBe(true);
    await expect(rooms.picture).toContainText('child');
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    const lesson = page.getByRole('tabpanel', { name: 'Lessons' });
    await lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
    await expect(lesson.getByText('This tree has 1 node.')).toBeVisible();
    await page.getByRole('tab', { name: 'Source' }).click();
    await expect(page.locator('.source-room')).toContainText('mpl_');
    await page.goto(`${host.address}#lab=preallocation`);
    await expect(rooms.dialog('Labs')).toBeVisible();
    // Whatever stands behind a question mark, it is this page.
    await page.goto(`${host.address}?from=a-chat#ex=first`);
    await expect(rooms.transport.place).toHaveText(/^step [1-9]/);
  },
);

installed('a new version waits until it is taken, and keeps text and step', async ({ page, host }) => {
  await visited(page);
  const rooms = roomsOf(page);
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await rooms.inside.run('tree mine\nstore 1 = 1\nstore 2 = 2\n');
  await rooms.inside.seek(2);
  publishAnother(host);
  await lookForUpdate(page);
  await expect(update).toBeVisible();
  await expect(page).toHaveTitle(/Maplescope$/);
  // Beside it, on a phone, all of the header is reached.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const last of [update, page.getByRole('button', { name: 'Share' })])
    await expect(last).toBeInViewport({ ratio: 1 });
  await update.click();
  await expect.poll(() => page.title()).toContain('Newer');
  await rooms.settled();
  expect(await rooms.inside.state()).toMatchObject({ text: 'tree mine\nstore 1 = 1\nstore 2 = 2\n', step: 2 });
  await expect(update).toHaveCount(0);
});

installed(
  'a lecture is not interrupted by a new version, neither here nor from another window',
  async ({ page, context, host }) => {
    await visited(page);
    const lecture = roomsOf(page);
    await page.getByRole('button', { name: 'Projector mode' }).click();
    await expect(page.locator('.projected')).toBeVisible();
    publishAnother(host);
    await lookForUpdate(page);
    const other = await context.newPage();
    await roomsOf(other).open();
    // The mode is a taste of the browser; this window leaves it.
    await other.keyboard.press('Escape');
    const update = (of: Page) => of.getByRole('button', { name: 'Update', exact: true });
    await update(other).click();
    await expect(roomsOf(other).notice).toContainText('A lecture is running in this browser.');
    await page.keyboard.press('PageUp');
    await expect(lecture.transport.place).toBeVisible();
    await expect(update(page)).toHaveCount(0);
    await expect(page).toHaveTitle(/Maplescope$/);
    await page.keyboard.press('Escape');
    await expect(update(page)).toBeVisible();
    await update(other).click();
    await expect.poll(() => other.title()).toContain('Newer');
    // The window that did not ask goes on as it was, and is offered the same.
    await expect(page).toHaveTitle(/Maplescope$/);
    await update(page).click();
    await expect.poll(() => page.title()).toContain('Newer');
  },
);

installed(
  'a new version that comes in the middle of a lecture of two windows is offered when the lecture has ended',
  async ({ page, host }) => {
    await visited(page);
    const speaker = roomsOf(page);
    await speaker.inside.run('tree mine\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n');
    await speaker.inside.seek(1);
    const opening = page.context().waitForEvent('page');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What to do' }).fill('speaker projector');
    await page.keyboard.press('Enter');
    const wall = await opening;
    const shown = wall.locator('.projected-step');
    await expect(shown).toHaveText('1');
    // Each window would lose this with a reload.
    for (const each of [page, wall]) await each.evaluate(() => Object.assign(globalThis, { untouched: true }));
    const isUntouched = (of: Page): Promise<boolean> => of.evaluate(() => 'untouched' in globalThis);

    publishAnother(host);
    await lookForUpdate(page);
    const waiting = (): Promise<boolean> =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
    await expect.poll(waiting).toBe(true);
    // The files of the lecture's version are gone from the host, as they are after any update.
    await host.goAway();
    const update = page.getByRole('button', { name: 'Update', exact: true });
    // Both go on, by the clicker in either window and by a part that only now is fetched.
    await wall.keyboard.press('PageDown');
    await expect(speaker.transport.place).toHaveText('step 2 of 4');
    await expect(shown).toHaveText('2');
    await page.keyboard.press('PageDown');
    await expect(shown).toHaveText('3');
    await page.keyboard.press('i');
    await expect(wall.locator('.slow-row')).toBeVisible();
    for (const each of [page, wall]) {
      await expect(each.getByRole('button', { name: 'Update', exact: true })).toHaveCount(0);
      expect(await isUntouched(each)).toBe(true);
      await expect(each).not.toHaveTitle(/Newer/);
    }
    // Opened again in the middle, the projector's window is of the same version.
    await wall.reload();
    await expect(shown).toHaveText('3');
    await expect(wall).not.toHaveTitle(/Newer/);
    expect(await waiting()).toBe(true);

    await page.getByRole('region', { name: 'Speaker' }).getByRole('button', { name: 'End', exact: true }).click();
    await expect.poll(() => wall.isClosed()).toBe(true);
    await expect(update).toBeVisible();
    expect(await isUntouched(page)).toBe(true);
    await update.click();
    await expect.poll(() => page.title()).toContain('Newer');
    await speaker.settled();
    const { text, step } = await speaker.inside.state();
    expect([text, step]).toEqual(['tree mine\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n', 3]);
  },
);

installed(
  'what is typed before, during and after an update in another window is kept',
  async ({ page, context, host }) => {
    await visited(page);
    const [here, there] = [roomsOf(page), roomsOf(await context.newPage())];
    await there.open();
    const add = async ({ page: of, editor }: typeof here, words: string): Promise<void> => {
      await editor.text.press('ControlOrMeta+End');
      await of.keyboard.type(words);
    };
    await there.editor.write('# There\ntree t\nstore 1 = 2\n# ');
    await here.editor.write('# Here\ntree h\nstore 1 = 2\n# ');
    publishAnother(host);
    await lookForUpdate(page);
    await add(there, 'before');
    await add(here, 'at the update');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect.poll(() => page.title()).toContain('Newer');
    await here.settled();
    expect((await here.inside.state()).text).toMatch(/^# Here\n[^]*# at the update$/);
    // The old page, with the new service worker behind it.
    await add(there, ' and after');
    await there.page.reload();
    await there.settled();
    expect((await there.inside.state()).text).toMatch(/^# There\n[^]*# before and after$/);
  },
);

installed('a link of a newer page offers to update, and opens where there is a newer one', async ({ page, host }) => {
  await visited(page);
  const rooms = roomsOf(page);
  const offer = rooms.notice.getByRole('button', { name: 'Update' });
  await page.goto(`${host.address}#m2.AAAA`);
  await expect(rooms.notice).toContainText('this page reads versions up to m1');
  await offer.click();
  await expect(rooms.notice).toContainText('No newer version was found');
  await page.goto(`${host.address}#l7.AAAA`);
  await expect(rooms.notice).toContainText('The lesson’s link is of version l7');
  await expect(offer).toBeVisible();
  publishAnother(host);
  await page.goto(`${host.address}#m2.AAAB`);
  await offer.click();
  await expect.poll(() => page.title()).toContain('Newer');
  expect(await page.evaluate(() => location.hash)).toBe('#m2.AAAB');
});

installed('a hosted page saves the file that lies beside it, with what is on the page', async ({ page, host }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree mine\nstore 1 = 1\n');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'File' }).click();
  const save = page.getByRole('button', { name: 'Save maplescope.html' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved).toContain('"text":"tree mine\\nstore 1 = 1\\n","step":2');
  expect(saved.length).toBeGreaterThan(5_000_000);
  // A host without it, which gives its first page for everything.
  host.changed.set('maplescope.html', '<!doctype html><title>Welcome</title>');
  await save.click();
  await expect(page.getByText('This host has no maplescope.html.')).toBeVisible();
});

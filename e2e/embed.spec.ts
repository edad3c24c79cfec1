// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame on another site: the example of web/hosting.md, served from another origin than Maplescope, as a person who
// copies it would have it.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from '@playwright/test';
import { HOST_SCRIPT } from '../web/share/embed';
import { expect, test as base } from './fixtures';
import { startHost, type Host } from './rooms/host';
import { resize, roomsOf } from './rooms/page';

const HOSTING = new URL('../web/hosting.md', import.meta.url);
const PUBLIC = 'https://example.org/maplescope/';

interface Site {
  readonly address: string;
  /** The page that is served next. */
  put(body: string): void;
}

const test = base.extend<{ host: Host; site: Site }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  host: async ({}, use) => {
    const host = await startHost();
    await use(host);
    await host.goAway();
  },
  site: async ({ browserName }, use) => {
    let body = '';
    const server = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><link rel="icon" href="data:,">${body}`),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Another name is another site, not only another origin. Clicks into a frame of another site never arrive in
    // Firefox when Playwright makes them (they hit the <iframe> itself), so there it is another port only.
    const name = browserName === 'firefox' ? '127.0.0.1' : 'localhost';
    const address = `http://${name}:${(server.address() as AddressInfo).port}/`;
    await use({ address, put: (next) => (body = next) });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
  // Everything that is asked for comes from one of the two.
  loud: true,
});

/** The example of the page on hosting, for a Maplescope at another address. */
function exampleFor(host: Host): string {
  const [, example = ''] = /```html\n(<iframe[^]*?)```/.exec(readFileSync(HOSTING, 'utf8')) ?? [];
  expect(example).toContain(PUBLIC);
  expect(example, 'the script that Share copies').toContain(HOST_SCRIPT);
  return example.replaceAll(PUBLIC, host.address);
}

async function framed(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (frame === null) throw new Error('the page has no frame');
  await expect.poll(() => frame.evaluate(() => globalThis.maplescope?.state().settled)).toBe(true);
  return frame;
}

const stepOf = (frame: Frame): Promise<number> => frame.evaluate(() => globalThis.maplescope!.state().step);
const sent = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((data) => document.querySelector('iframe')!.contentWindow!.postMessage(data, '*'), message);

test('the documented example on another site fits, steps, keeps nothing and leads to the page @story', async ({
  page,
  host,
  site,
}) => {
  site.put(exampleFor(host));
  await page.goto(site.address);
  const frame = await framed(page);
  const address = frame.url();
  expect(new URL(address).origin).not.toBe(new URL(site.address).origin);
  expect(await stepOf(frame)).toBe(10);

  // As high as it asks for: nothing in it scrolls, and stepping does not change it.
  const heights = (): Promise<readonly number[]> =>
    page.evaluate(() => [Math.round(document.querySelector('iframe')!.getBoundingClientRect().height)]);
  await expect.poll(async () => (await heights())[0]).not.toBe(562);
  const [before] = await heights();
  await frame.getByRole('button', { name: /^(Step forward|Next step)$/ }).click();
  await expect.poll(() => stepOf(frame)).toBe(11);
  expect((await heights())[0]).toBe(before);
  const scroller = frame.locator('.cm-scroller');
  expect(await scroller.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  expect((await frame.locator('.tree-host').boundingBox())!.height).toBeGreaterThan(200);

  // Read-only: neither the editor nor a slot changes the text.
  const text = await frame.evaluate(() => globalThis.maplescope!.state().text);
  await frame.getByRole('textbox', { name: 'Scenario' }).click();
  await page.keyboard.type('oops');
  await frame
    .locator('.ms-tree-view .nodes .ms-node rect.cell[data-slot="1"]')
    .first()
    .click({ position: { x: 4, y: 4 } });
  expect(await frame.evaluate(() => globalThis.maplescope!.state().text)).toBe(text);
  // A click on a line goes to its step.
  await frame.evaluate(async () => {
    await globalThis.maplescope!.seek(11);
  });
  await expect.poll(() => stepOf(frame)).toBe(11);

  // Where it is narrow, the panes stand one below the other, and the frame is as high as all of them.
  await resize(page, 390, 844);
  const panes = frame.locator('.embed-panes');
  await expect.poll(() => panes.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  expect((await heights())[0]).toBeGreaterThan(800);

  // Nothing is kept, but for what the fixture puts into every page.
  const beside = await page.context().newPage();
  await beside.goto(`${host.address}icon.svg`);
  const kept = await beside.evaluate(async () => [
    ...Object.keys(localStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ...(await caches.keys()),
  ]);
  await beside.close();
  expect(kept.filter((name) => !['maplescope.everything', 'maplescope.welcome'].includes(name))).toEqual([]);

  await expect(frame.getByRole('link', { name: 'Open in Maplescope' })).toHaveAttribute('href', /^\.\/#ex=/);
  await frame.getByRole('link', { name: 'Open in Maplescope' }).hover();
  await expect(frame.getByRole('link', { name: 'Open in Maplescope' })).toHaveAttribute('href', './#ex=first&step=11');
  const [whole] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: 'Open in Maplescope' }).click(),
  ]);
  await expect(roomsOf(whole).transport.place).toHaveText('step 11 of 11');
  await whole.close();
  expect(frame.url()).toBe(address);
});

test('the page around the frame sets its theme and step; whatever else is sent does nothing', async ({
  page,
  host,
  site,
}) => {
  site.put(exampleFor(host));
  await page.goto(site.address);
  const frame = await framed(page);
  const theme = (): Promise<string | null> => frame.evaluate(() => document.documentElement.getAttribute('data-theme'));
  await sent(page, { maplescope: 'theme', theme: 'dark' });
  await expect.poll(theme).toBe('dark');
  await sent(page, { maplescope: 'seek', step: 3 });
  await expect.poll(() => stepOf(frame)).toBe(3);
  const text = await frame.evaluate(() => globalThis.maplescope!.state().text);
  for (const hostile of [
    { maplescope: 'theme', theme: '<img src=x onerror=alert(1)>' },
    { maplescope: 'seek', step: -1 },
    { maplescope: 'seek', step: '5' },
    { maplescope: 'run', text: 'tree bad' },
    '{"maplescope":"seek","step":5}',
    null,
  ])
    await sent(page, hostile);
  // From a window that does not hold the frame: the frame itself.
  await frame.evaluate(() => window.postMessage({ maplescope: 'seek', step: 6 }, '*'));
  // The last one counts again, so all before it have been read.
  await sent(page, { maplescope: 'theme', theme: 'light' });
  await expect.poll(theme).toBe('light');
  expect(await stepOf(frame)).toBe(3);
  expect(await frame.evaluate(() => globalThis.maplescope!.state().text)).toBe(text);

  // The script of the example takes a height only from the frame: not from the page itself, nor out of all bounds.
  const height = (): Promise<string> => page.evaluate(() => document.querySelector('iframe')!.style.height);
  const was = await height();
  await page.evaluate(() => window.postMessage({ maplescope: 'size', height: 77 }, '*'));
  await frame.evaluate(() => window.parent.postMessage({ maplescope: 'size', height: 1e9 }, '*'));
  await frame.evaluate(() => window.parent.postMessage({ maplescope: 'size', height: 333 }, '*'));
  await expect.poll(height).toBe('333px');
  expect(was).not.toBe('333px');
});

test('a frame that may be edited runs the edit and says that it is not saved there', async ({ page, host, site }) => {
  site.put(
    `<iframe src="${host.address}embed.html#ex=first&step=2&edit&panes=script,picture&theme=dark"` +
      ' width="1000" height="600"></iframe>',
  );
  await page.goto(site.address);
  const frame = await framed(page);
  await expect(frame.getByRole('region', { name: 'Time' })).toHaveCount(0);
  await expect(frame.getByText('not saved here')).toHaveCount(0);
  await frame.getByRole('textbox', { name: 'Scenario' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nstore 990 = 9\n');
  await expect.poll(() => frame.evaluate(() => globalThis.maplescope!.state().steps)).toBe(12);
  await expect(frame.getByText('not saved here')).toBeVisible();
  // Keys of rooms that a frame does not have lead nowhere.
  await frame.locator('.embed-bar h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('Control+k');
  await expect(frame.getByRole('dialog')).toHaveCount(0);
});

test('in a sandbox without its origin, the frame says what it lacks', async ({ page, host, site }) => {
  site.put(
    `<iframe sandbox="allow-scripts" src="${host.address}embed.html#ex=first" width="900" height="400"></iframe>`,
  );
  await page.goto(site.address);
  await expect(page.frameLocator('iframe').locator('p:visible')).toContainText('Maplescope cannot run in this frame');
});

test('Share makes the HTML of a frame and says what it holds', async ({ page, host }) => {
  const rooms = roomsOf(page);
  await page.goto(`${host.address}#ex=first&step=10`);
  await rooms.settled();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'Embed' }).click();
  const html = rooms.dialog('Share').getByRole('textbox', { name: 'HTML of the frame' });
  await expect(html).toHaveValue(new RegExp(`^<iframe src="${host.address}embed\\.html#ex=first&amp;step=10"`));
  await expect(rooms.dialog('Share')).toContainText('“first” from the gallery');
  await page.getByRole('checkbox', { name: 'inspector' }).check();
  await page.getByRole('checkbox', { name: /may edit/ }).check();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(html).toHaveValue(/step=10&amp;panes=script,picture,timeline,inspector&amp;edit&amp;theme=dark"/);
  await expect(html).toHaveValue(/source === frame\.contentWindow && origin === new URL\(frame\.src\)\.origin/);
});

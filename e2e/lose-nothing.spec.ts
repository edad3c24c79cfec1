// SPDX-License-Identifier: GPL-2.0-or-later
//
// A person without patience: types, reloads, goes back, opens links, drops files and uses several tabs, in an order
// made from a seed. Whatever they have left is in a tab or in the list of texts after each act, and in the list at the
// end. `ACTS=600 SEED=7 npx playwright test -c e2e lose-nothing` goes on for longer.

import type { BrowserContext, Page } from '@playwright/test';
import { splitMix64 } from '../web/base/random';
import { encodeLink } from '../web/share/encode';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const ACTS = Number(process.env['ACTS'] ?? 40);
const SEED = BigInt(process.env['SEED'] ?? 3);
const TABS_MAX = 3;

interface Tab {
  readonly page: Page;
  /** The person's own text that the tab shows; null while it shows one that came with a link, or none. */
  own: string | null;
}

interface World {
  readonly tabs: Tab[];
  /** Texts that the person wrote and left: each must stay. */
  readonly left: Set<string>;
  readonly acts: string[];
  below(limit: number): number;
  serial: number;
}

function linkTo(script: string): string {
  const encoded = encodeLink({
    script,
    language: 1,
    step: 1,
    engine: 'linux-6.16/000000000000',
    sum: '0123456789abcdef',
  });
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
}

const shown = (page: Page): Promise<string> => page.evaluate(() => globalThis.maplescope!.state().text);

async function ready(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => globalThis.maplescope?.state().settled)).toBe(true);
  await expect(page.locator('.cm-content')).toBeVisible();
}

async function write(world: World, tab: Tab, words: string): Promise<void> {
  const { page } = tab;
  const before = await shown(page);
  await roomsOf(page).editor.selectAll();
  await page.keyboard.insertText(words);
  // Firefox's driver leaves an empty line in front of what it inserts over a selection.
  await expect.poll(async () => (await shown(page)).trimStart()).toBe(words);
  leave(world, tab, before);
  tab.own = await shown(page);
}

function leave(world: World, { own }: Tab, text: string): void {
  if (own === text) world.left.add(own);
}

/** The texts of the list and of what is on its way into it. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The journal first: what leaves it meanwhile is in the database by then.
    const journals = Object.entries(localStorage).flatMap(([key, value]) =>
      key.startsWith('maplescope.journal.') ? [(JSON.parse(String(value)) as { readonly text: string }).text] : [],
    );
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('maplescope');
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(new Error('the database did not open'));
    });
    const found = await new Promise<{ readonly text: string }[]>((resolve, reject) => {
      const all = database.transaction('texts').objectStore('texts').getAll();
      all.onsuccess = () => resolve(all.result as { readonly text: string }[]);
      all.onerror = () => reject(new Error('the texts were not read'));
    });
    database.close();
    return [...found.map(({ text }) => text), ...journals];
  });
}

const ACTS_BY_NAME: Readonly<Record<string, (world: World, tab: Tab) => Promise<void>>> = {
  async 'write another text'(world, tab) {
    await write(world, tab, `# Text ${++world.serial}\ntree t\nstore t ${world.serial} = 1\n`);
  },
  async 'write more'(world, tab) {
    const before = await shown(tab.page);
    await tab.page.locator('.cm-content').click();
    await tab.page.keyboard.press('ControlOrMeta+End');
    await tab.page.keyboard.insertText(`\n# more ${++world.serial}`);
    await expect.poll(() => shown(tab.page)).not.toBe(before);
    tab.own = await shown(tab.page);
    // The same text, one edit on.
    world.left.delete(before);
  },
  async reload(_world, { page }) {
    await page.reload();
    await ready(page);
  },
  async 'write and reload at once'(world, tab) {
    await ACTS_BY_NAME['write more']!(world, tab);
    await tab.page.reload();
    await ready(tab.page);
  },
  async 'go back'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.goBack();
    // Behind the first page of a tab is an empty one.
    if (tab.page.url() === 'about:blank') await tab.page.goForward();
    await arrived(tab);
  },
  async 'go forward'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.goForward();
    await arrived(tab);
  },
  async 'open a link'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.goto(`/#${linkTo(`# From a link ${world.below(3)}\ntree l\nstore l 5 = 5\n`)}`);
    await arrived(tab);
  },
  async 'open a broken link'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.goto('/#m1.this-is-no-link');
    await arrived(tab);
    await tab.page.goto('/');
    await arrived(tab);
  },
  async 'drop a text'(world, tab) {
    leave(world, tab, await shown(tab.page));
    const words = `# Dropped ${++world.serial}\ntree d\n`;
    await drop(tab.page, 'mine.maple', words);
    await expect.poll(() => shown(tab.page)).toBe(words);
    tab.own = words;
  },
  async 'drop a picture'(_world, { page }) {
    await drop(page, 'picture.png', '\u0089PNG\0\0\0');
  },
  async 'drop a map and turn back'(_world, { page }) {
    await drop(page, 'maps', '00400000-00401000 r-xp 00000000 00:00 0 /bin/x\n');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  async 'open a text of the list'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.getByRole('button', { name: 'Gallery', exact: true }).click();
    const cards = tab.page.locator('.kept .gallery-card');
    await expect(tab.page.locator('.examples .gallery-card').first()).toBeVisible();
    const count = await cards.count();
    if (count === 0) await tab.page.keyboard.press('Escape');
    else await cards.nth(world.below(count)).click();
    await expect(tab.page.getByRole('dialog')).toBeHidden();
    await arrived(tab);
    if (count > 0) tab.own = await shown(tab.page);
  },
  async 'open an example'(world, tab) {
    leave(world, tab, await shown(tab.page));
    await tab.page.getByRole('button', { name: 'Gallery', exact: true }).click();
    await tab.page.locator('.examples .gallery-card').first().click();
    await expect(tab.page.getByRole('dialog')).toBeHidden();
    await arrived(tab);
  },
  async 'open a tab'(world, tab) {
    if (world.tabs.length >= TABS_MAX) return;
    const page = await tab.page.context().newPage();
    await page.goto('/');
    await ready(page);
    world.tabs.push({ page, own: null });
  },
  async 'close the tab'(world, tab) {
    if (world.tabs.length < 2) return;
    leave(world, tab, await shown(tab.page));
    world.tabs.splice(world.tabs.indexOf(tab), 1);
    await closed(tab.page);
  },
  async 'write and close the tab at once'(world, tab) {
    if (world.tabs.length < 2) return;
    await ACTS_BY_NAME['write more']!(world, tab);
    await ACTS_BY_NAME['close the tab']!(world, tab);
  },
};

/** The tab may show another text now, and may not be the person's. */
async function arrived(tab: Tab): Promise<void> {
  await ready(tab.page);
  const text = await shown(tab.page);
  if (text !== tab.own) tab.own = null;
}

async function drop(page: Page, name: string, words: string): Promise<void> {
  await page.evaluate(
    ([fileName, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text!], fileName!));
      for (const kind of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, words],
  );
}

async function mustBeThere(world: World): Promise<void> {
  const texts = new Set([
    ...(await kept(world.tabs[0]!.page)),
    ...(await Promise.all(world.tabs.map(({ page }) => shown(page)))),
  ]);
  const lost = [...world.left].filter((text) => !texts.has(text));
  expect(lost, `lost after: ${world.acts.join(', ')}`).toEqual([]);
}

/** Closes the page as a person does: it may still save what was typed last. */
async function closed(page: Page): Promise<void> {
  const gone = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await gone;
}

async function begin(context: BrowserContext): Promise<World> {
  const page = await context.newPage();
  await page.goto('/');
  await ready(page);
  const random = splitMix64(SEED);
  return {
    tabs: [{ page, own: null }],
    left: new Set(),
    acts: [],
    serial: 0,
    below: (limit) => Number(random.next() % BigInt(limit)),
  };
}

// A page that is left while a part of it is being fetched throws in Firefox.
test.use({ loud: true });

test('nothing that was written is lost, whatever order of acts @story', async ({ context }) => {
  test.setTimeout(60_000 + 3000 * ACTS);
  const world = await begin(context);
  const names = Object.keys(ACTS_BY_NAME);
  for (let k = 0; k < ACTS; k++) {
    const tab = world.tabs[world.below(world.tabs.length)]!;
    const name = names[world.below(names.length)]!;
    world.acts.push(`${world.tabs.indexOf(tab)} ${name}`);
    await test.step(world.acts.at(-1)!, async () => {
      await tab.page.bringToFront();
      await ACTS_BY_NAME[name]!(world, tab);
      await mustBeThere(world);
    });
  }
  for (const tab of world.tabs.splice(0)) {
    leave(world, tab, await shown(tab.page));
    await closed(tab.page);
  }
  const last = await context.newPage();
  await last.goto('/');
  await ready(last);
  await last.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(last.locator('.kept .gallery-card').first()).toBeVisible();
  world.tabs.push({ page: last, own: null });
  await expect
    .poll(() => last.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('maplescope.journal.'))))
    .toEqual([]);
  await mustBeThere(world);
  expect(world.left.size).toBeGreaterThan(0);
});

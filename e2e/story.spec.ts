// SPDX-License-Identifier: GPL-2.0-or-later
//
// The main story: paste a map, step through it, fork it, let a request of a fork fail, see that nothing leaked, copy
// the link, and find the same in another browser.

import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures';
import { CAT_MAPS, CAT_VMAS, generatedMaps } from './rooms/maps';
import { pasteMaps, roomsOf, type Rooms } from './rooms/page';

// Who goes through all of it is long enough on the page for its later parts to come by themselves.
test.use({ ahead: true });

interface Seen {
  readonly text: string;
  readonly step: number;
  readonly sums: readonly (string | null)[];
  readonly layouts: readonly unknown[];
}

async function seen(rooms: Rooms): Promise<Seen> {
  const { text, step, trees } = await rooms.inside.state();
  const report = await rooms.inside.report();
  const layouts = [];
  for (const name of trees) layouts.push(await rooms.inside.layout(name));
  return { text, step, sums: report.steps.map(({ sum }) => sum), layouts };
}

async function copiedLink(rooms: Rooms): Promise<string> {
  await rooms.page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  await expect(dialog.getByText('sum of the whole state')).toBeVisible();
  await expect(dialog.locator('dd').last()).toHaveText(/^[0-9a-f]{16}$/);
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

async function openElsewhere(browser: Browser, link: string): Promise<Rooms> {
  const context = await browser.newContext();
  const rooms = roomsOf(await context.newPage());
  await rooms.page.goto(link);
  await rooms.settled();
  return rooms;
}

test('a pasted map of cat: stepped, forked, refused, nothing leaked, and the same in another browser @story', async ({
  page,
  browser,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await pasteMaps(rooms, CAT_MAPS);

  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS} of ${CAT_VMAS}`);
  await expect(rooms.picture).toContainText('can be laid out differently, by its history');
  const { text } = await rooms.inside.state();
  expect(text).not.toMatch(/fe:01|2097318/);
  expect(text).toContain('[vsyscall]');

  // Forward and back.
  await rooms.transport.back.click();
  await rooms.transport.back.click();
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS - 2} of ${CAT_VMAS}`);
  await rooms.transport.forward.click();
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS - 1} of ${CAT_VMAS}`);

  // Fork it: parent and child side by side, every node accounted for.
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork cat' }).click());
  const parent = await rooms.inside.layout('cat');
  const child = await rooms.inside.layout('child');
  expect(child?.sum).toBe(parent?.sum);
  const nodes = parent?.nodes.length ?? 0;
  await expect(rooms.picture).toContainText(`${2 * nodes} nodes = ${nodes} in cat + ${nodes} in child; no node leaked`);

  // The second request of another fork fails.
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork, refuse request 2' }).click());
  const report = await rooms.inside.report();
  expect(report.ok).toBe(true);
  expect(report.steps.at(-1)).toMatchObject({ op: 'fork', error: 'ENOMEM' });
  expect((await rooms.inside.state()).balance).toBe(0);
  expect((await rooms.inside.state()).live).toBe(2 * nodes);
  await expect(rooms.picture).toContainText('no node leaked');
  await expect.poll(() => rooms.editor.results()).toEqual(expect.arrayContaining(['ENOMEM · F3', 'holds']));
  expect((await rooms.inside.layout('cat'))?.sum).toBe(parent?.sum);

  await rooms.transport.back.click();
  await rooms.transport.back.click();
  const link = await copiedLink(rooms);
  const other = await openElsewhere(browser, link);
  expect(await seen(other)).toEqual(await seen(rooms));
  await expect(other.notice).toBeHidden();
  await other.page.context().close();
});

test('a map of 800 VMAs: the same, and its links stay within their lengths', async ({ page, browser }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await pasteMaps(rooms, generatedMaps(800, 7));
  await expect(rooms.transport.place).toHaveText('step 800 of 800');
  const tree = await rooms.inside.layout();
  expect(tree?.height).toBe(3);
  expect(tree?.broken).toEqual([]);
  expect(tree?.nodes.flatMap(({ entries }) => entries ?? []).filter((entry) => entry !== null)).toHaveLength(800);

  // Every step is sound, as the engine sees it; and on the way back the page shows what it showed on the way forward.
  expect(await rooms.inside.audit()).toEqual({ steps: 800, breaches: [] });
  const sums = (await rooms.inside.report()).steps.map(({ sum }) => sum);
  const wrong = await page.evaluate(async (expected) => {
    const surface = globalThis.maplescope!;
    const found: string[] = [];
    for (let step = expected.length; step >= 1; step -= 29) {
      await surface.seek(step);
      const tree = surface.layout();
      const { balance, live } = surface.state();
      if (
        tree === null ||
        tree.sum !== expected[step - 1] ||
        tree.broken.length > 0 ||
        balance !== 0 ||
        live !== tree.nodes.length
      )
        found.push(`step ${step}`);
    }
    return [...found, ...surface.state().troubles.map(({ message }) => message)];
  }, sums);
  expect(wrong).toEqual([]);
  await rooms.transport.last.click();
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: /^fork \w+$/ }).click());
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork, refuse request 2' }).click());
  expect(await rooms.inside.report()).toMatchObject({ ok: true });
  await expect(rooms.picture).toContainText('no node leaked');

  const link = await copiedLink(rooms);
  expect(link.length).toBeLessThanOrEqual(4500);
  const other = await openElsewhere(browser, link);
  expect(await seen(other)).toEqual(await seen(rooms));
  await other.page.context().close();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('radio', { name: /paths replaced/ }).check();
  await expect(rooms.dialog('Share').getByText('replaced', { exact: false }).first()).toBeVisible();
  await expect
    .poll(async () => (await rooms.dialog('Share').getByRole('textbox', { name: 'The link' }).inputValue()).length)
    .toBeLessThanOrEqual(2000);
});

test('a dropped file of a map opens as if it were pasted', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.evaluate((maps) => {
    const data = new DataTransfer();
    data.items.add(new File([maps], 'maps.txt', { type: 'text/plain' }));
    for (const kind of ['dragover', 'drop'])
      document
        .querySelector('main')!
        .dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, CAT_MAPS);
  const dialog = rooms.dialog('Paste a memory map');
  await expect(dialog).toContainText(`${CAT_VMAS} VMAs`);
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Show its tree' }).click());
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS} of ${CAT_VMAS}`);
});

test('a dropped file too large for a text field is read in a worker and shown by its first lines @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const drop = (bytes: number, tail: string): Promise<void> =>
    page.evaluate(
      ([least, end]) => {
        const lines: string[] = [];
        for (let [k, size] = [0, 0]; size < least; k++, size += 64)
          lines.push(
            `${(0x7f0000000000 + 8192 * k).toString(16)}-${(0x7f0000001000 + 8192 * k).toString(16)} rw-p 00000000 ` +
              '00:00 0\n',
          );
        const data = new DataTransfer();
        data.items.add(new File([...lines, end], 'maps.txt', { type: 'text/plain' }));
        for (const kind of ['dragover', 'drop'])
          document
            .querySelector('main')!
            .dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [bytes, tail] as const,
    );
  const dialog = rooms.dialog('Paste a memory map');
  const readers = (): number => page.workers().filter((worker) => /reader/.test(worker.url())).length;
  await drop(400_000, '\0');
  await expect(dialog).toContainText('maps.txt is not a text file.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await drop(400_000, '');
  await expect(dialog).toContainText('6,250 VMAs');
  expect(readers()).toBe(1);
  await expect(dialog.getByRole('textbox', { name: 'Text of the memory map' })).toHaveCount(0);
  await expect(dialog.getByLabel('First lines')).toContainText('7f0000000000-7f0000001000 rw-p');
  expect((await dialog.innerText()).length).toBeLessThan(5000);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Text of the memory map' })).toHaveValue('');
  await expect.poll(readers).toBe(0);
  await page.keyboard.press('Escape');
  await drop(400_000, '');
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Show its tree' }).click());
  await expect(dialog).toBeHidden();
  expect((await rooms.inside.state()).steps).toBe(6250);
});

test('a map pasted into the editor is recognised and offered as a block @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  // Copied from a field, as from a terminal.
  const dialog = rooms.dialog('Paste a memory map');
  await page.getByRole('button', { name: 'Paste a memory map' }).click();
  const field = dialog.getByRole('textbox', { name: 'Text of the memory map' });
  await field.fill(CAT_MAPS);
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+c');
  await field.press('Escape');
  await expect(dialog).toBeHidden();
  await rooms.editor.text.press('ControlOrMeta+End');
  await rooms.editor.text.press('ControlOrMeta+v');
  await expect(dialog).toContainText(`${CAT_VMAS} VMAs`);
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Add to the scenario' }).click());
  const state = await rooms.inside.state();
  expect(state.text).toMatch(/^# A small process/);
  expect(state.trees).toContain('cat');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// All commands by name, and all keys on one sheet.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const it = onOnePage();
test('commands, keys and explanations are found by a few letters', it.inTurn);

it('the list begins with what is wanted most, and then with what was done last', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('ControlOrMeta+k');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(options.nth(0)).toContainText('Play or pause');
  await expect(options.nth(1)).toContainText('Gallery');
  await expect(options.nth(2)).toContainText('Find nodes, slots and entries');
  await page.keyboard.type('light');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(options.nth(0)).toContainText('Switch the theme');
  await expect(options.nth(1)).toContainText('Play or pause');
});

it('a command, a step and an example are found by a few letters and done', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'What to do' });
  await expect(field).toBeFocused();
  await page.keyboard.type('3');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(options.first()).toHaveText(/Go to step 3/);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(rooms.transport.place).toContainText('step 3 of');
  // What a command leads to has the focus, and Escape leads back.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('editor');
  await expect(options.first()).toContainText(/editor/i);
  await page.keyboard.press('Enter');
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nothing of that name');
  await expect(options).toHaveText([/Find “nothing of that name” in the tree/, /Search the help/]);
  await page.keyboard.press('Escape');
  await expect(rooms.editor.text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('find');
  await expect(options.first()).toContainText('Find nodes');
  await field.fill('png');
  await expect(options.first()).toContainText('figure');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('gallery corrupt');
  // The offer to find these words comes first until the gallery has been fetched.
  await expect(options.first()).toContainText(/^(?!Find “).*corrupt/i);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(rooms.editor.text).toContainText('corrupt');
});

it('the sheet of keys names each key that works', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('?');
  const sheet = rooms.dialog('Keys');
  await expect(sheet.getByRole('row', { name: /^→ ?\. one step forward/ })).toBeVisible();
  await expect(sheet.getByRole('table', { name: 'Keys: Editor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(rooms.dialog('Help')).toBeVisible();
});

it('the palette finds explanations: glossary, headings of the language, why the step did it', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  const help = rooms.dialog('Help');
  const ask = async (query: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'What to do' })).toBeFocused();
    await page.keyboard.type(query);
  };
  for (const [word, entry] of [
    ['pivot', 'pivot'],
    ['gap', 'gap'],
    ['RCU', 'RCU mode'],
    ['grace', 'grace period'],
  ] as const) {
    await ask(word);
    await expect(options.filter({ hasText: 'Glossary' }).filter({ hasText: new RegExp(`^${entry}`) })).not.toHaveCount(
      0,
    );
    await page.keyboard.press('Escape');
  }
  await ask('grace period');
  await expect(options.first()).toContainText('Glossary');
  await page.keyboard.press('Enter');
  await expect(help.locator('dt', { hasText: 'grace period' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ask('hollow root');
  await expect(options.first()).toContainText('Language');
  await page.keyboard.press('Enter');
  await expect(help.getByRole('heading', { name: 'hollow root' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await ask('bookkeepers of quokkas');
  await expect(options).toHaveText([
    /Find “bookkeepers of quokkas” in the tree/,
    /Search the help for “bookkeepers of quokkas”/,
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(help.getByRole('searchbox')).toHaveValue('bookkeepers of quokkas');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Node' }).click();
  await ask('why did this');
  await expect(options.first()).toContainText('Why did this step do that?');
  await page.keyboard.press('Enter');
  await expect(rooms.inspector.getByRole('heading', { name: 'Why this type' })).toBeInViewport();
});

test('the palette copies the sentence of the step, or of its event, word for word as it is announced', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Not every browser lets a driver read the clipboard: what is given to it is read where it is given.
  await page.addInitScript(() => {
    // The empty page before has none.
    if (!isSecureContext) return;
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async (words: string) => {
      await write(words);
      (globalThis as { copied?: string }).copied = words;
    };
  });
  const copied = (): Promise<string | undefined> => page.evaluate(() => (globalThis as { copied?: string }).copied);
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.settled();
  const copy = async (name: RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'What to do' })).toBeFocused();
    await page.keyboard.type('copy as text');
    const first = page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first();
    await expect(first).toContainText(name);
    await page.keyboard.press('Enter');
  };
  await expect(rooms.announcer).toHaveText(/^Step 10 of 11: store process split_store\. Leaf \d+ uses 16 of 16 slots/);
  await copy(/Copy as text what step 10 did/);
  await expect(rooms.notice).toContainText('What step 10 did is on the clipboard');
  expect(await copied()).toBe(await rooms.announcer.textContent());
  await page.keyboard.press('Shift+ArrowRight');
  await expect(rooms.announcer).toHaveText(/^Event 1 of \d+: ./);
  await copy(/Copy as text what event 1 of step 10 did/);
  await expect(rooms.notice).toContainText('What event 1 of step 10 did is on the clipboard');
  expect(await copied()).toBe(await rooms.announcer.textContent());
});

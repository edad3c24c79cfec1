// SPDX-License-Identifier: GPL-2.0-or-later
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { modulesOfPath, readQr } from '../tests/web/app/qr-read';
import { expect, test } from './fixtures';
import { resize, roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';
import { regexOf } from '../tests/web/regex-of';

const SCRIPT = '# A leaf splits\ntree t alloc\nrepeat 20 as i { store i * 10..+5 = i } # many\nstore 33 = "libc"';

/** Runs the script on the page that is open, and opens the dialog. */
async function share(rooms: Rooms, script = SCRIPT): Promise<Locator> {
  await rooms.inside.run(script);
  await rooms.page.getByRole('button', { name: 'Share' }).click();
  return rooms.dialog('Share');
}

const it = onOnePage();
test('what Share gives of a run can be read, and read again', it.inTurn);

it('the row of tabs fades on a phone where it goes on, and only there', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = await share(rooms);
  const tabs = dialog.getByRole('tablist', { name: 'Export format' });
  await expect(tabs).toHaveClass(/ behind$/);
  await expect(tabs).not.toHaveClass(/before/);
  await dialog.getByRole('tab', { name: 'mt_dump' }).click();
  await tabs.evaluate((row) => row.scrollTo(row.scrollWidth, 0));
  await expect(tabs).toHaveClass(/ before$/);
  await tabs.evaluate((row) => row.scrollTo((row.scrollWidth - row.clientWidth) / 2, 0));
  await expect(tabs).toHaveClass(/ before behind$/);
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(tabs).not.toHaveClass(/before|behind/);
});

async function tabTo(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('tab', { name, exact: true }).click();
}

async function textOf(dialog: Locator, name: string): Promise<string> {
  await tabTo(dialog, name);
  const field = dialog.getByRole('textbox', { name: 'The text' });
  await expect(field).toHaveValue(/\n/);
  return field.inputValue();
}

declare global {
  /** Files that the page gave to the browser to save, as base64. */
  var savedFiles: { readonly name: string; readonly content: Promise<string> }[] | undefined;
}

// Firefox reports to a driver no file that is made on the page: what is given to be saved is read where it is given.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const files: { readonly name: string; readonly content: Promise<string> }[] = [];
    globalThis.savedFiles = files;
    const blobs = new Map<string, Blob>();
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = make(blob);
      blobs.set(url, blob);
      return url;
    };
    const click = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'click')?.value as (this: HTMLElement) => void;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob === undefined || this.download === '') return;
      const content = blob
        .arrayBuffer()
        .then((buffer) => btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')));
      files.push({ name: this.download, content });
      if (!navigator.userAgent.includes('Firefox')) click.call(this);
    };
  });
});

async function saved(page: Page, act: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const before = await page.evaluate(() => globalThis.savedFiles?.length ?? 0);
  await act();
  await expect.poll(() => page.evaluate(() => globalThis.savedFiles?.length)).toBe(before + 1);
  const [name, content] = await page.evaluate(async () => {
    const file = globalThis.savedFiles?.at(-1);
    return [file?.name ?? '', (await file?.content) ?? ''] as const;
  });
  return { name, bytes: Buffer.from(content, 'base64') };
}

async function pasteWhole(rooms: Rooms, text: string, button: string): Promise<void> {
  await rooms.page.getByRole('button', { name: /^Paste (a memory )?map$/ }).click();
  const dialog = rooms.dialog('Paste a memory map');
  await dialog.getByRole('textbox', { name: 'Text of the memory map' }).fill(text);
  await rooms.nextRun(() => dialog.getByRole('button', { name: button }).click());
  await expect(dialog).toBeHidden();
}

it('the run as text: each kind once, and what can be read again is', async ({ page, context, rooms }) => {
  const dialog = await share(rooms);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rooms.inside.seek(18);
  await page.getByRole('button', { name: 'Share' }).click();

  const mail = await textOf(dialog, 'Mail');
  expect(mail).toMatch(/^Maplescope scenario 1\n/);
  for (const line of mail.split('\n')) expect(line.length).toBeLessThanOrEqual(66);
  expect(mail).toMatch(
    /\n\| Line 3: repeat 20 as i \{.*\[store,\n\| t, 160\.\.164: append\]\n\| The store added .*\n\| /,
  );
  expect(mail.split('\n').length).toBeLessThanOrEqual(30);
  // What it holds besides is ticked; without the scenario the link leads back.
  expect(mail).not.toMatch(/^scenario |leaf 0/m);
  for (const part of ['with the tree', 'with the scenario']) await dialog.getByRole('checkbox', { name: part }).check();
  await expect.poll(() => textOf(dialog, 'Mail')).toMatch(/\n\| #\d+ [^]*\nscenario {2}[0-9a-f]{16}\n/);
  const markdown = await textOf(dialog, 'Markdown');
  expect(markdown).toContain(`\`\`\`maple\n${SCRIPT}\n\`\`\``);
  expect(markdown).toMatch(
    regexOf(
      /\*\*A leaf splits\*\* \(step 18 of 22, linux-6\.16\/[0-9a-f]{12}\)\n\n/,
      /Line 3: `repeat 20 as i .*`, `store, t, 160\.\.164: append`\n\n/,
    ),
  );
  expect(JSON.parse(await textOf(dialog, 'JSON'))).toEqual(JSON.parse(JSON.stringify(await rooms.inside.report())));
  const program = await textOf(dialog, 'C program');
  expect(program).toContain('repro_note(18, mtree_store_range(&tree_t, 0xa0, 0xa4, xa_mk_value(16), GFP_KERNEL));');
  expect(program).not.toContain('repro_note(19,');
  const dump = await textOf(dialog, 'mt_dump');
  expect(dump).toMatch(
    /^# Printed by Maplescope .*\n# .*\nmaple_tree\([0-9a-f]{16}\) flags 9, height 2 root [0-9a-f]{16}\n/,
  );
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Save as file' }).click());
  expect(file.name).toBe('a-leaf-splits-step-18.txt');
  expect(file.bytes.toString()).toBe(dump);
  const layout = await rooms.inside.layout();

  const other = roomsOf(await context.newPage());
  await other.open();
  await pasteWhole(
    other,
    mail
      .split('\n')
      .map((line) => `> > ${line}`.trimEnd())
      .join('\n'),
    'Open it',
  );
  await expect(other.transport.place).toHaveText('step 18 of 22');
  expect((await other.inside.state()).text).toBe(SCRIPT);
  await pasteWhole(other, dump, 'Build it');
  expect(
    (await other.inside.layout())?.nodes.flatMap(({ entries }) => entries ?? []).filter((entry) => entry !== null),
  ).toEqual(layout?.nodes.flatMap(({ entries }) => entries ?? []).filter((entry) => entry !== null));
});

test('the mail of a failed fork is short; pasted back it opens at its mark, though only its link is in it', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=fork-vma&step=19');
  await page.keyboard.press('[');
  await page.getByRole('button', { name: 'Share' }).click();
  const mail = await textOf(rooms.dialog('Share'), 'Mail');
  expect(mail).toMatch(/\nlink\n#ex=fork-vma&step=19&mark=18\n/);
  expect(mail).toMatch(/\n\| balance: .*\n\| Rules 1 to 6 of the account hold\.\n/);
  expect(mail.split('\n').length).toBeLessThanOrEqual(29);
  await page.keyboard.press('Escape');
  await rooms.inside.run('tree t\nstore 1 = 2');
  await pasteWhole(rooms, mail, 'Open it');
  await expect(rooms.transport.place).toHaveText('step 19 of 20');
  await expect(rooms.notice).toContainText('gives the reported checksums at step 19');
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await textOf(rooms.dialog('Share'), 'Mail')).toBe(mail);
});

it('the text of a step says which it was: a refused one, and an exit of what is drawn no more', async ({
  page,
  rooms,
}) => {
  const dialog = await share(
    rooms,
    'tree t\nstore 0..3 = 4\ninsert 0..3 = 4\nmm p\nmap 0x1000..0x4fff rw\nfork p as c2\nexit c2',
  );
  expect(await textOf(dialog, 'Mail')).not.toContain('What is drawn');
  await dialog.getByRole('checkbox', { name: 'with the tree' }).check();
  await expect
    .poll(() => textOf(dialog, 'Mail'))
    .toMatch(/\n\| Line 7: exit c2 \[exit, c2: 1 node freed\]\n[^]*\n\| What is drawn is p, not c2\.\n[^]*\n\n\| p: /);
  expect(await textOf(dialog, 'Markdown')).toContain('\nLine 7: `exit c2`, `exit, c2: 1 node freed`\n');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rooms.inside.seek(3);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => textOf(dialog, 'Mail'))
    .toContain('\n| Line 3: insert 0..3 = 4 [insert, t, 0x0..0x3: EEXIST]\n');
  expect(await textOf(dialog, 'Markdown')).toContain('\nLine 3: `insert 0..3 = 4`, `insert, t, 0x0..0x3: EEXIST`\n');
});

test('a figure stands by itself: nodes, title, step, engine; as SVG in both themes and as PNG @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const dialog = await share(rooms);
  await dialog.getByRole('textbox', { name: 'Public address' }).fill('https://example.org/maplescope/');
  await tabTo(dialog, 'Figure');
  await expect(dialog.getByRole('img', { name: /^Figure: A leaf splits/ })).toBeVisible();
  const light = (await saved(page, () => dialog.getByRole('button', { name: 'Save SVG' }).click())).bytes.toString();
  expect(light).not.toMatch(/var\(|light-dark| class=| style=|<script/);
  expect(light.match(/>#\d+</g)?.length).toBeGreaterThanOrEqual(3);
  expect(light).toMatch(/<title>A leaf splits<\/title>/);
  expect(light).toMatch(/step 22 of 22 · linux-6\.16\/[0-9a-f]{12} · Maplescope/);
  expect(light).toContain('touched slot');
  expect(light).toMatch(/<a href="https:\/\/example\.org\/maplescope\/#m1\.[\w-]+">/);
  const image = dialog.getByRole('img', { name: /^Figure/ });
  const first = await image.getAttribute('src');
  await dialog.getByRole('button', { name: 'dark' }).click();
  await expect(image).not.toHaveAttribute('src', first ?? '');
  const dark = (await saved(page, () => dialog.getByRole('button', { name: 'Save SVG' }).click())).bytes.toString();
  const ground = (svg: string): string | undefined => /<rect fill="(rgb\([^"]*\))" width/.exec(svg)?.[1];
  expect(ground(dark)).toBeDefined();
  expect(ground(dark)).not.toBe(ground(light));
  const png = (await saved(page, () => dialog.getByRole('button', { name: 'Save PNG' }).click())).bytes;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const wide = Number(/<svg[^>]* width="(\d+)"/.exec(dark)?.[1]);
  expect(png.readUInt32BE(16)).toBe(2 * wide);
  // Nothing stays behind on the page.
  await expect(page.locator('.ms-tree-view')).toHaveCount(1);
});

it('a figure has replaced nodes, arrows, sentence and sign; its preview is whole, wide and narrow', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  await rooms.settled();
  const told = await page.locator('.ms-ghost p').allTextContents();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^#\d+ was replaced: of its 16 slots 7 went to #\d+ and 9 to #\d+\.$/);
  const gone = /#\d+/.exec(told[0]!)![0];
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  await tabTo(dialog, 'Figure');
  const image = dialog.getByRole('img', { name: /^Figure/ });
  await expect(image).toBeVisible();
  const svg = (await saved(page, () => dialog.getByRole('button', { name: 'Save SVG' }).click())).bytes.toString();
  const texts = [...svg.matchAll(/>([^<]+)</g)].map(([, text]) => text);
  expect(texts.filter((text) => text === gone)).toHaveLength(1);
  expect(texts.join(' ')).toContain(told[0]);
  expect(texts).toContain('replaced');
  expect(/<desc>([^<]*)</.exec(svg)?.[1]?.split('\n')).toContain(told[0]);
  // Arrows lead from it to what took its place, each to a head that the file has; how many find a way is the layout's.
  const heads = [...svg.matchAll(/ marker-end="url\(#([\w-]+)\)"/g)].map(([, id]) => id);
  expect(heads).not.toHaveLength(0);
  for (const id of heads) expect(svg).toContain(`<marker id="${id}"`);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await resize(page, width, height);
    const room = dialog.getByRole('region', { name: 'The figure' });
    const seen = await image.evaluate((drawn: HTMLImageElement) => {
      const box = drawn.getBoundingClientRect();
      const around = drawn.parentElement!;
      return {
        width: box.width,
        height: box.height,
        ratio: drawn.naturalHeight / drawn.naturalWidth,
        room: around.clientWidth,
        wide: around.scrollWidth,
        ground: getComputedStyle(around).backgroundColor,
      };
    });
    expect(Math.abs(seen.width - seen.room)).toBeLessThan(1);
    expect(seen.wide).toBe(seen.room);
    expect(Math.abs(seen.height - seen.width * seen.ratio)).toBeLessThan(1);
    // What the room is larger by has the figure's own ground.
    expect(svg).toContain(`<rect fill="${seen.ground}" width`);
    await expect(room).toBeVisible();
  }
});

it('the QR code contains the link; a link too long for one says so and offers shorter ones', async ({
  page,
  rooms,
}) => {
  const dialog = await share(rooms);
  // Until the sum is in it, the link is another.
  await expect(dialog.locator('dd').last()).toHaveText(/^[0-9a-f]{16}$/);
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  await tabTo(dialog, 'QR code');
  const code = dialog.getByRole('img', { name: /^QR code of the link/ });
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]) - 8;
  expect(readQr(modulesOfPath((await code.locator('path').getAttribute('d')) ?? '', size))).toBe(link);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Words that do not pack: a comment too long for any code.
  let state = 7;
  const words = Array.from({ length: 700 }, () =>
    ((state = (state * 1103515245 + 12345) % 2147483648) >>> 8).toString(36),
  ).join(' ');
  await rooms.inside.run(`tree t\nstore 1 = 1 # ${words}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog).toContainText(/over [24],000/);
  await tabTo(dialog, 'QR code');
  await expect(dialog).toContainText('more than a phone reads from a code');
  await dialog.getByRole('button', { name: /^without comments: \d+$/ }).click();
  await expect(dialog.getByRole('img', { name: /^QR code of the link/ })).toBeVisible();
  await tabTo(dialog, 'Link');
  await expect(dialog.getByRole('checkbox', { name: /without comments/ })).toBeChecked();
  await expect(dialog).toContainText('good: fits chat and mail');
});

test('a file is saved, and opened again @story', async ({ page, browserName }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const dialog = await share(rooms);
  await tabTo(dialog, 'File');
  const download = browserName === 'chromium' ? page.waitForEvent('download') : null;
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Save scenario.maple' }).click());
  expect(file.name).toBe('scenario.maple');
  expect(file.bytes.toString()).toBe(SCRIPT);
  if (download !== null) expect(await readFile(await (await download).path(), 'utf8')).toBe(SCRIPT);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rooms.inside.run('tree other');
  await page.getByRole('button', { name: 'Share' }).click();
  await tabTo(dialog, 'File');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Open a file…' }).click();
  await (await choosing).setFiles({ name: 'scenario.maple', mimeType: 'text/plain', buffer: file.bytes });
  await expect(dialog).toBeHidden();
  await rooms.settled();
  expect((await rooms.inside.state()).text).toBe(SCRIPT);
});

it('mt_dump prints every node, also of a tree the page holds in part; slow work shows a way to stop it', async ({
  page,
  rooms,
}) => {
  const dialog = await share(rooms, 'tree t alloc\nbulk 30000 { repeat 30000 as i { store i*16..+7 = i } }');
  const dump = await textOf(dialog, 'mt_dump');
  expect(dump).toMatch(/^# Printed by Maplescope .*: tree t after step 2 of 2\.$/m);
  await expect(dialog.getByText(/^6\d,\d{3} lines; the preview is cut$/)).toBeVisible();

  // The answer is held back, so that the moment stands still.
  await page.evaluate(() => {
    const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
      this: Worker,
      ...given: unknown[]
    ) => void;
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      if ((given[0] as { kind?: string }).kind !== 'report') post.apply(this, given);
    };
  });
  await tabTo(dialog, 'JSON');
  await expect(dialog.getByText('It is made')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled: no text was made.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make it anyway' })).toBeVisible();
});

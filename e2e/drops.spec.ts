// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files and texts that people drop and paste: those that cannot be taken are refused with a sentence, and the text on
// the page stays as it was typed; large ones do not block the page.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const MAPS = '00400000-00401000 r-xp 00000000 00:00 0 /bin/x\n';
const BINARY = '\u007fELF\u0002\u0001\0\0\u0003'.repeat(2000);

/** Dispatches the events of a file that is dropped on an element. */
function drop(on: Locator, name: string, words: string): Promise<void> {
  return on.evaluate(
    (element, [fileName, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text!], fileName!));
      for (const kind of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, words],
  );
}

function paste(on: Locator, words: string): Promise<void> {
  return on.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, words);
}

const it = onOnePage();
test('what is dropped or pasted and cannot be taken is refused with a sentence', it.inTurn);

it('a binary pasted into the editor or dropped on it is refused, and what was typed stays', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.editor.write('tree mine\nstore 1 = 2');
  const text = async (): Promise<string> => (await rooms.inside.state()).text;
  for (const [name, act] of [
    ['The pasted content', () => paste(rooms.editor.text, BINARY)],
    ['core.bin', () => drop(rooms.editor.text, 'core.bin', BINARY)],
    ['mine.maple', () => drop(rooms.editor.text, 'mine.maple', BINARY)],
    ['core.bin', () => drop(page.locator('body'), 'core.bin', BINARY)],
  ] as const) {
    await act();
    await expect(rooms.notice).toContainText(
      `${name} is not a text file. Drop a memory map, a log, a dump or a scenario. Your text is unchanged.`,
    );
    expect(await text()).toBe('tree mine\nstore 1 = 2');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await rooms.notice.getByRole('button', { name: 'Close this message' }).click();
  }
  // More than the page lays out: the dialog says it, and takes nothing.
  await drop(rooms.editor.text, 'large.bin', BINARY.repeat(20));
  await expect(page.getByRole('dialog')).toContainText('large.bin is not a text file.');
  await page.keyboard.press('Escape');
  expect(await text()).toBe('tree mine\nstore 1 = 2');
  await rooms.editor.text.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nstore 3 = 4');
  await expect.poll(text).toBe('tree mine\nstore 1 = 2\nstore 3 = 4');
  // A file from Windows has the line ends of the editor.
  await drop(rooms.editor.text, 'mine.maple', 'tree mine\r\nstore 1 = 3\r\n');
  await expect.poll(text).toBe('tree mine\nstore 1 = 3\n');
});

test.describe('without a connection', () => {
  // The browser writes the failed request to the console.
  test.use({ loud: true });
  test('a large file whose reader cannot be fetched is refused for that reason, and read once it can', async ({
    page,
  }) => {
    const rooms = roomsOf(page);
    await rooms.open();
    await page.getByRole('button', { name: 'Paste a memory map' }).click();
    const dialog = rooms.dialog('Paste a memory map');
    await expect(dialog).toBeVisible();
    await page.route(/\/reader-[^/]*\.js$/, (route) => route.abort());
    const many = Array.from({ length: 5000 }, (_, k) => MAPS.replaceAll('004', `1${k.toString().padStart(6, '0')}`));
    await drop(page.locator('body'), 'maps', many.join(''));
    await expect(dialog).toContainText('part of this page could not be fetched. Check your connection');
    await page.unroute(/\/reader-[^/]*\.js$/);
    await drop(page.locator('body'), 'maps', many.join(''));
    await expect(dialog).toContainText('5,000 VMAs');
  });
});

it('dropping an empty file says that it is empty', async ({ page, rooms }) => {
  await rooms.open();
  const { text } = await rooms.inside.state();
  for (const name of ['maps.txt', 'empty.maple']) {
    await drop(page.locator('body'), name, '');
    await expect(rooms.notice).toContainText(`${name} is empty. Your text is unchanged.`);
    expect((await rooms.inside.state()).text).toBe(text);
  }
});

it('a dropped file is taken whatever dialog is open', async ({ page, rooms }) => {
  await rooms.open();
  for (const button of ['Gallery', 'Help', 'Paste a memory map']) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // Beside the field.
    await drop(page.getByRole('dialog').getByRole('heading').first(), 'maps', MAPS);
    await expect(rooms.dialog('Paste a memory map')).toContainText('1 VMA');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** As the browser itself drops it. */
async function dropPath(session: CDPSession, path: string): Promise<void> {
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
}

test('dropping a folder says that it is not a file', { tag: '@chromium' }, async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maplescope-drop-'));
  try {
    const rooms = roomsOf(page);
    await rooms.open();
    const session = await context.newCDPSession(page);
    await dropPath(session, folder);
    await expect(rooms.notice).toContainText('could not be read: it is a folder, or the file has changed.');
    await page.getByRole('button', { name: 'Paste a memory map' }).click();
    // Also before the dialog has been fetched.
    await expect(page.getByRole('dialog')).toBeVisible();
    await dropPath(session, folder);
    await expect(page.getByRole('dialog')).toContainText('could not be read: it is a folder');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Time of the processor that one task of the page's main thread takes at most. */
const TASK_MS_MAX = 200;

interface Large {
  readonly kind: 'maps' | 'smaps' | 'strace';
  readonly way: 'dropped' | 'into the editor' | 'into the dialog';
  readonly count: number;
  /** What the dialog says of it, and its button. */
  readonly told: string;
  readonly button: string;
}

// One way of each kind: what a way costs depends on the size alone.
const LARGE: readonly Large[] = [
  { kind: 'maps', way: 'dropped', count: 120_000, told: '120,000 VMAs', button: 'Show its tree' },
  { kind: 'smaps', way: 'into the editor', count: 20_000, told: '20,000 VMAs', button: 'Show its tree' },
  { kind: 'strace', way: 'into the dialog', count: 30_000, told: '30,000 memory calls', button: 'Replay it' },
];

test('megabytes of a map or a log never block the page', { tag: '@chromium' }, async ({ page, browser }) => {
  test.setTimeout(600_000);
  const rooms = roomsOf(page);
  await rooms.open();
  const dialog = rooms.dialog('Paste a memory map');
  for (const { kind, way, count, told, button } of LARGE) {
    await test.step(`${kind} ${way}`, async () => {
      // A string of this length would take the driver seconds; made before the measurement begins.
      await page.evaluate(makeLarge, { kind, count });
      if (way === 'into the dialog') {
        await page.getByRole('button', { name: 'Paste a memory map' }).click();
        await expect(dialog.getByRole('textbox', { name: 'Text of the memory map' })).toBeVisible();
      }
      await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
      await page.evaluate(giveLarge, way);
      await expect(dialog).toContainText(told, { timeout: 120_000 });
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => stepsOf(page), { timeout: 300_000 }).toBe(count);
      await rooms.settled();
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
        readonly traceEvents: readonly TraceEvent[];
      };
      const [longest = 0] = longestTasks(traceEvents);
      expect(longest).toBeGreaterThan(0);
      expect(longest, `${kind} ${way}`).toBeLessThan(TASK_MS_MAX);
    });
    await expect(page.locator('.cm-foldPlaceholder')).toHaveText(/\d\d,000 lines/);
  }
});

function stepsOf(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.maplescope!.state().steps);
}

/** In the page: a text of so many VMAs or calls, as a file and as what the clipboard holds. */
function makeLarge({ kind, count }: Pick<Large, 'kind' | 'count'>): void {
  const hex = (at: number): string => at.toString(16).padStart(12, '0');
  const sizes = ['Size', 'Rss', 'Pss', 'Shared_Clean', 'Private_Clean', 'Private_Dirty', 'Referenced', 'LazyFree'];
  const below = [...sizes, 'Swap', 'SwapPss', 'Locked'].map((name) => `${`${name}:`.padEnd(20)}4 kB\n`).join('');
  const text = Array.from({ length: count }, (_, k) => {
    if (kind === 'strace') {
      const at = (0x7f0000000000 - k * 0x8000).toString(16);
      return `[pid 7] mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x${at}\n`;
    }
    const at = 0x100000 + k * 0x8000;
    const path = `/usr/lib/some/folder/library-${k % 500}.so`;
    const vma = `${hex(at)}-${hex(at + 0x4000)} rw-p 00000000 00:00 0                          ${path}\n`;
    return kind === 'maps' ? vma : `${vma}${below}VmFlags: rd wr mr mw me sd\n`;
  }).join('');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], kind));
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  Object.assign(globalThis, { large: { dataTransfer, clipboardData } });
}

/** In the page: drops or pastes that text. */
function giveLarge(way: Large['way']): void {
  const { large } = globalThis as unknown as { readonly large: Record<string, DataTransfer> };
  const flags = { ...large, bubbles: true, cancelable: true };
  if (way === 'dropped') document.body.dispatchEvent(new DragEvent('drop', flags));
  else {
    const into = way === 'into the editor' ? '.cm-content' : '[role=dialog] textarea, dialog textarea';
    document.querySelector(into)!.dispatchEvent(new ClipboardEvent('paste', flags));
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Time of the processor, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** What the tasks of pages took of the processor, in milliseconds, longest first. */
function longestTasks(events: readonly TraceEvent[]): number[] {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ tdur }) => (tdur ?? 0) / 1000)
    .sort((a, b) => b - a);
}

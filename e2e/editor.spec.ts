// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writing a scenario and bringing one in: completion, words explained, fixes, breakpoints, formatting, the gallery, and
// what becomes of texts that are pasted.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

async function textOf(rooms: Rooms): Promise<string> {
  return (await rooms.inside.state()).text;
}

async function pasteText(page: Page, rooms: Rooms, text: string): Promise<ReturnType<Rooms['dialog']>> {
  await page.getByRole('button', { name: /^Paste (a memory )?map$/ }).click();
  const dialog = rooms.dialog('Paste a memory map');
  await dialog.getByRole('textbox', { name: 'Text of the memory map' }).fill(text);
  return dialog;
}

test('completion offers what can stand here, words under the pointer are explained @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('tree book alloc\nmm app\nfork ');
  await page.keyboard.press('Control+Space');
  const list = page.locator('.cm-tooltip-autocomplete');
  await expect(list.getByRole('option')).toHaveText([/^app/]);
  await page.keyboard.press('Escape');
  await rooms.editor.write('tree book alloc\nstore 1..5 = 1');
  await rooms.settled();
  const told = page.locator('.hover-doc');
  // A hover over text that was drawn anew under a pointer at rest opens once it moves again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await page.locator('.cm-line', { hasText: 'store' }).getByText('store', { exact: true }).hover();
    await expect(told).toContainText('store R = V', { timeout: 3000 });
  }).toPass();
  await expect(told).toContainText('In Linux: mtree_store_range()');
  await rooms.editor.text.focus();
  await page.keyboard.press('Shift');
  await expect(told).toBeHidden();
  await page.mouse.move(0, 0);
  await page.locator('.cm-line', { hasText: 'store' }).getByText('store', { exact: true }).hover();
  await told.getByRole('button').click();
  await expect(rooms.dialog('Help').getByRole('heading', { name: 'store R = V' })).toBeVisible();
});

const it = onOnePage();
test('writing a scenario, and what becomes of texts that are pasted', it.inTurn);

it('a mistake is put right by its fix, in the list and by a key', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.editor.write('tree t\nstroe 1 = 1\nexpect load(1) == 1');
  await rooms.problems.getByRole('button', { name: 'Write store' }).click();
  await expect.poll(() => textOf(rooms)).toBe('tree t\nstore 1 = 1\nexpect load(1) == 1');
  await rooms.editor.text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(rooms.problems.getByRole('button', { name: 'Write =' })).toBeVisible();
  await rooms.nextRun(() => page.keyboard.press('ControlOrMeta+.'));
  await expect.poll(() => textOf(rooms)).toBe('tree t\nstore 1 = 1\nexpect load(1) = 1');
  await expect(rooms.problems).toBeHidden();
});

test('play stops at a breakpoint, which moves with its line and outlives a reload, and is in no link', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\nstore 4 = 4');
  await rooms.settled();
  await page.locator('.cm-line', { hasText: 'store 3' }).click();
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await page.keyboard.press('F9');
  await expect(page.locator('.breakpoint')).toHaveClass(['breakpoint']);
  const plain = await rooms.inside.shareUrl();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('# above\n');
  await expect.poll(() => textOf(rooms)).toMatch(/^# above\ntree t\n/);
  await rooms.settled();
  // No step runs on the comment.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('F9');
  await expect(page.locator('.breakpoint')).toHaveClass(['breakpoint idle', 'breakpoint']);
  await page.keyboard.press('F9');
  await expect(page.locator('.breakpoint')).toHaveClass(['breakpoint']);
  await rooms.transport.first.click();
  await expect(rooms.transport.place).toHaveText('step 0 of 5');
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await expect(rooms.transport.play).toHaveAttribute('aria-label', 'Play');
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await expect(page.locator('.saved')).toHaveText('saved');
  await page.reload();
  await rooms.settled();
  await expect(page.locator('.breakpoint')).toHaveCount(1);
  const other = await page.context().newPage();
  await other.goto(plain);
  await roomsOf(other).settled();
  await expect(other.locator('.breakpoint:not(.idle)')).toHaveCount(0);
});

it('formatting keeps comments and is taken back by undo', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.editor.write('tree t   # why\n\n\nstore 1..2=3');
  await rooms.settled();
  await page.keyboard.press('Shift+Alt+F');
  await expect.poll(() => textOf(rooms)).toBe('tree t  # why\n\nstore 1..2 = 3');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => textOf(rooms)).toBe('tree t   # why\n\n\nstore 1..2=3');
});

it('the gallery finds by words and store type, and is walked by keys', async ({ page, rooms }) => {
  await rooms.open();
  await page.getByRole('button', { name: 'Gallery' }).click();
  const gallery = rooms.dialog('Gallery');
  // The ring of the field is not under the head.
  await expect(gallery.getByRole('searchbox')).toBeFocused();
  const ring = await gallery.getByRole('searchbox').evaluate((field) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(field);
    return (
      field.getBoundingClientRect().top -
      parseFloat(outlineOffset) -
      parseFloat(outlineWidth) -
      field.closest('dialog')!.querySelector('.modal-head')!.getBoundingClientRect().bottom
    );
  });
  expect(ring).toBeGreaterThanOrEqual(0);
  await gallery.getByRole('combobox').selectOption('spanning_store');
  await expect(gallery.getByRole('status')).toHaveText('1 scenario');
  await gallery.getByRole('combobox').selectOption('');
  await gallery.getByRole('searchbox').fill('marker undo range');
  await page.keyboard.press('ArrowDown');
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(gallery).toBeHidden();
  await expect(page.locator('.scenario-title')).toContainText('A fork fails at a VMA');
});

it('a dump from a kernel log is built again, and its layout compared', async ({ page, rooms }) => {
  await rooms.open();
  const dump = readFileSync(new URL('../tests/core/dumps/addresses-hex.txt', import.meta.url), 'utf8');
  const log = dump
    .split('\n')
    .map((line) => `[   42.123456][  T101] ${line}`)
    .join('\n');
  const dialog = await pasteText(page, rooms, `usb 1-1: new device\n${log}`);
  await expect(dialog.getByRole('status')).toContainText(
    'a dump of a tree: 9 entries in 3 nodes, gaps tracked, RCU mode',
  );
  await expect(dialog.getByRole('status')).toContainText('usb 1-1: new device');
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Build it' }).click());
  await expect(rooms.notice).toContainText('is the dumped one, node for node (3 nodes)');
  expect((await rooms.inside.layout('dumped'))?.nodes).toHaveLength(3);
  const other = await pasteText(
    page,
    rooms,
    readFileSync(new URL('../tests/core/dumps/three-levels-decimal.txt', import.meta.url), 'utf8'),
  );
  await rooms.nextRun(() => other.getByRole('button', { name: 'Build it' }).click());
  await rooms.notice.getByRole('button', { name: 'Show the list' }).click();
  await expect(rooms.dialog('Layout dumped and layout built').getByRole('row').nth(1)).toContainText('depth 0');
});

it('two maps become the calls between them; a report of a mismatch opens where it was made', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const first =
    '10000-20000 r--p 00000000 fe:00 12 /bin/a\n30000-40000 rw-p 00000000 00:00 0\n50000-60000 rw-p 00000000 00:00 0\n';
  const dialog = await pasteText(
    page,
    rooms,
    first + first.replace('40000 rw-p', '40000 r--p').replace(/^50000.*\n/m, ''),
  );
  await expect(dialog.getByRole('status')).toContainText('two maps of one process: 3 VMAs, then 2 calls');
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Show the difference' }).click());
  await expect(rooms.notice).toContainText('These calls lead exactly to the second map: 2 VMAs');
  const script = await textOf(rooms);
  expect(script).toContain('protect 0x30000..0x3ffff r\nunmap 0x50000..0x5ffff');

  await rooms.transport.back.click();
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Report a mismatch' }).click();
  const report = await rooms.dialog('Report a mismatch').getByRole('textbox').inputValue();
  await page.keyboard.press('Escape');
  expect(report.split('\n').every((line) => line.length < 78)).toBe(true);
  await rooms.inside.run('tree other');
  const again = await pasteText(
    page,
    rooms,
    report
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  );
  await rooms.nextRun(() => again.getByRole('button', { name: 'Open it' }).click());
  await expect(rooms.transport.place).toHaveText('step 4 of 5');
  await expect(rooms.notice).toContainText('gives the reported checksums at step 4');
  expect(await textOf(rooms)).toBe(
    script
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  );
});

it('completion gives the likeliest word; Tab takes it; Enter ends a whole line', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.editor.write('');
  const list = page.locator('.cm-tooltip-autocomplete li');
  await page.keyboard.type('tr');
  await expect(list.first()).toHaveAttribute('aria-selected', 'true');
  await expect(list.first()).toContainText('tree');
  // The list takes no key in its first moment, nor while it is made anew.
  const takesKeys = async (): Promise<void> => {
    await page.waitForTimeout(300);
    await expect(page.locator('.cm-tooltip-autocomplete')).not.toHaveClass(/disabled/);
  };
  await takesKeys();
  await page.keyboard.press('Enter');
  await page.keyboard.type('demo ');
  await expect(list.first()).toContainText('alloc');
  await takesKeys();
  await page.keyboard.press('Enter');
  await page.keyboard.type('er');
  await expect(list.first()).toContainText('erase');
  await takesKeys();
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await expect.poll(() => textOf(rooms)).toBe('tree demo \nerase 5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.locator('.cm-content')).not.toBeFocused();
});

it('a long path is elided in its middle, but on the line of the cursor; the text and its copy stay whole', async ({
  page,
  rooms,
}) => {
  await rooms.open('ex=fork-vma&step=19');
  const path = '/usr/lib/x86_64-linux-gnu/libc.so.6';
  const line = page.locator('.cm-line', { hasText: 'libc.so.6' }).first();
  await expect(line).toContainText('/usr/…/libc.so.6');
  await expect(line.locator('.cm-left-out')).toHaveAttribute('title', path);
  expect(await textOf(rooms)).toContain(path);
  // The sentence on the failure has the same path.
  await expect(page.locator('.inspector, .story').filter({ hasText: 'VMA 8' }).first()).toContainText(
    '/usr/…/libc.so.6',
  );
  await expect(page.locator('.inspector, .story').filter({ hasText: path })).toHaveCount(0);
  await line.click({ position: { x: 40, y: 5 } });
  await expect(line).toContainText(path);
  await page.keyboard.press('ControlOrMeta+End');
  await expect(page.locator('.cm-line', { hasText: path })).toHaveCount(0);
});

it('long lines go on in the next row, round their result, and nothing moves sideways', async ({ page, rooms }) => {
  await rooms.inside.run(
    `tree demo\nstore 1 = 1  # ${'far '.repeat(40)}needle\nnote "${'a-very-long-word'.repeat(12)}"\nload 1\n` +
      'store 0x100..0x17f = "and_a_name_as_wide_as_it_can_be"',
  );
  await rooms.settled();
  await expect(page.locator('.cm-results .result')).toHaveCount(4);
  const { wide, over, rows } = await page.locator('.cm-scroller').evaluate((scroller) => {
    const results = [...document.querySelectorAll('.cm-results .result')].map((one) => one.getBoundingClientRect());
    const lines = [...document.querySelectorAll('.cm-line')];
    const words = lines.flatMap((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return [...range.getClientRects()];
    });
    return {
      wide: scroller.scrollWidth - scroller.clientWidth,
      over: results.filter((result) =>
        words.some(
          (word) =>
            word.right > result.left + 9 &&
            word.left < result.right &&
            word.bottom > result.top + 2 &&
            word.top < result.bottom - 2,
        ),
      ).length,
      rows: lines.map((line) => Math.round(line.getBoundingClientRect().height / 20)),
    };
  });
  expect(wide).toBe(0);
  expect(over).toBe(0);
  expect(
    rows.slice(1, 3).every((n) => n > 2),
    rows.join(),
  ).toBe(true);
  expect([rows[0], rows[3]]).toEqual([1, 1]);
  // A search finds what is far down a line, and the line stays in sight.
  await page.locator('.cm-line').first().click();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.locator('.cm-search')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('needle');
  await page.keyboard.press('Enter');
  await expect(page.locator('.cm-searchMatch-selected')).toBeInViewport();
  expect(await page.locator('.cm-scroller').evaluate((scroller) => scroller.scrollLeft)).toBe(0);
});

it('a failed expect offers its step and what was found; the report is of that step and takes words', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run('tree demo\nstore 40..70 = "wide"\nexpect load(45) = 45\nerase 60');
  const offers = page.locator('.problems .fixes button');
  await expect(offers).toHaveText(['Go to step 2', 'Write "wide", as it was found', 'Shrink the scenario']);
  await offers.first().click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('report a mismatch');
  await page.keyboard.press('Enter');
  const report = rooms.dialog('Report a mismatch').getByRole('textbox');
  await expect(report).toHaveValue(/^step {6}2 of 3$/m);
  await page.keyboard.type('45, since I say so.');
  await expect(report).toHaveValue(/and why:\n45, since I say so\.\n/);
  await page.keyboard.press('Escape');
  await rooms.nextRun(() => offers.nth(1).click());
  await expect(rooms.problems).toBeHidden();
  expect(await textOf(rooms)).toContain('expect load(45) = "wide"');
});

it('Enter in the gallery’s search opens the best result', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('g');
  await rooms.dialog('Gallery').getByRole('searchbox').fill('at a VMA');
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect(rooms.dialog('Gallery')).toBeHidden();
  await expect(page.locator('.scenario-title')).toContainText('at a VMA');
});

test('lines fold by key and gutter, words have colours, the line of the step is marked @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('tree t  # why\nrepeat 3 as i {\n  store i = 7\n  load i\n}\nnote "done"');
  await rooms.settled();
  const mark = page.locator('.cm-foldPlaceholder');
  const lines = page.locator('.cm-line');
  await lines.nth(1).click();
  await page.keyboard.press('Control+Shift+BracketLeft');
  await expect(mark).toHaveText('2 lines');
  await expect(lines).toHaveCount(3);
  await page.keyboard.press('Control+Shift+BracketRight');
  await expect(mark).toHaveCount(0);
  await expect(lines).toHaveCount(6);
  await page.locator('.cm-foldGutter .cm-gutterElement span').filter({ visible: true }).click();
  await expect(lines).toHaveCount(3);
  await mark.click();
  await expect(lines).toHaveCount(6);
  // The step's line, and no other.
  const marked = page.locator('.cm-line.current-step');
  await rooms.inside.seek(3);
  await expect(marked).toHaveText('  load i');
  await rooms.inside.seek(1);
  await expect(marked).toHaveText('tree t  # why');
  // The ground is a part of its own, behind what is selected.
  const ground = (line: Element): string => getComputedStyle(line, '::after').backgroundColor;
  expect(await marked.evaluate(ground)).not.toBe(await lines.nth(1).evaluate(ground));
  // A word of the language, a remark and a text look each another way, and none as the rest, which numbers are part of.
  const lookOf = (line: number, words: string): Promise<string> =>
    lines.nth(line).evaluate((node, sought) => {
      const part = [...node.querySelectorAll('span')].find((one) => one.textContent === sought);
      if (part === undefined) return 'none';
      const { color, fontWeight } = getComputedStyle(part);
      return `${color} ${fontWeight}`;
    }, words);
  const looks = [
    await lines.nth(1).evaluate((line) => `${getComputedStyle(line).color} ${getComputedStyle(line).fontWeight}`),
    await lookOf(1, 'repeat'),
    await lookOf(0, '# why'),
    await lookOf(5, '"done"'),
  ];
  expect(new Set(looks).size, looks.join()).toBe(looks.length);
  expect(looks).not.toContain('none');
});

it('events of ftrace are replayed, and a tree that crash printed is built', async ({ page, rooms }) => {
  await rooms.open();
  const write = (at: number, call: string, range: string, value: string): string =>
    `             cat-1234    [001] .....   10${at}.123456: ma_write: ${call}\tNode 00000000a1b2c3d4 (0 ` +
    `18446744073709551615) range:${range} piv (0) val ${value}`;
  const events = [
    '# tracer: nop',
    write(1, 'mtree_store_range', '9-9', '0x13'),
    write(2, 'mas_wr_node_store', '9-9', '0x13'),
    write(3, 'mtree_store_range', '20-29', '0xffff888003f1a2c8'),
    'no event',
  ];
  const traced = await pasteText(page, rooms, events.join('\n'));
  await expect(traced.getByRole('status')).toContainText('events of the maple tree: 2 calls');
  await expect(traced.getByRole('status')).toContainText('no event');
  await rooms.nextRun(() => traced.getByRole('button', { name: 'Replay it' }).click());
  await expect.poll(() => textOf(rooms)).toContain('tree traced');
  expect(await textOf(rooms)).toContain('store 9 = 9\nstore 20..29 = "0xffff888003f1a2c8"');
  expect((await rooms.inside.layout('traced'))!.nodes.flatMap(({ entries }) => entries)).toEqual([
    null,
    9,
    null,
    { label: '0xffff888003f1a2c8' },
    null,
  ]);

  const printed =
    'crash> tree -t maple -v 0xffff888004a1c400\n' +
    'maple_tree(ffff888004a1c400) flags 305, height 1 root 0xffff8880052a191e\n' +
    '0-18446744073709551615: node 0xffff8880052a1900 depth 0 type 1 parent 0xffff888004a1c401 contents: 0x0 9 ' +
    '0xffff888003f1a2c8 19 0x0 18446744073709551615\n  0-9: 0x0\n  10-19: 0xffff888003f1a2c8\n' +
    '  20-18446744073709551615: 0x0';
  const built = await pasteText(page, rooms, printed);
  await expect(built.getByRole('status')).toContainText('crash> tree -t maple -v');
  await rooms.nextRun(() => built.getByRole('button', { name: 'Build it' }).click());
  await expect.poll(() => textOf(rooms)).toContain('tree dumped');
  const dumped = (await rooms.inside.layout('dumped'))!;
  expect(dumped.mode.alloc).toBe(true);
  expect(dumped.nodes.map(({ lasts, entries }) => [lasts, entries])).toEqual([
    [
      ['0x9', '0x13', '0xffffffffffffffff'],
      [null, { label: '0xffff888003f1a2c8' }, null],
    ],
  ]);
});

it('an edit shows the first step that it changed; a line without a step leads to the step it is about', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(
    'tree t\nfor i in 0..8 { store i*0x100..+0x60 = i }\nfail request 1\ndup t as u\nexpect error ENOMEM\nload 5',
  );
  await rooms.inside.seek(3);
  const line = (words: string): Locator => page.locator('.cm-line').filter({ hasText: words });
  await line('fail request').click();
  await expect(rooms.transport.place).toHaveText('step 11 of 12');
  await line('for i in').click({ position: { x: 20, y: 8 } });
  await expect(rooms.transport.place).toHaveText('step 10 of 12');
  await page.keyboard.press('Home');
  for (let k = 0; k < 'for i in 0..8'.length; k++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('9');
  await expect.poll(() => textOf(rooms)).toContain('for i in 0..9 {');
  await rooms.settled();
  // One more store: the first step that is not as before is the one after the nine of before.
  await expect(rooms.transport.place).toHaveText('step 11 of 13');
  const slider = page.getByRole('slider', { name: /time|step/i }).first();
  await expect(slider).toHaveAttribute('aria-valuetext', /the first step that the edit changed/);
  // A run that no edit led to marks nothing.
  await rooms.inside.run(await textOf(rooms));
  await rooms.inside.seek(11);
  await expect(slider).not.toHaveAttribute('aria-valuetext', /the edit changed/);
});

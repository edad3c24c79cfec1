// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces, forks and failure on the page: a fork mark by mark, what was undone and what came back, the same fork
// in every other way, each failure in turn and the way into one of them and back; smaps and logs of strace as people
// paste them.

import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { painted, roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

function example(name: string): string {
  return readFileSync(new URL(`../web/app/examples/${name}.maple`, import.meta.url), 'utf8').trimEnd();
}

function views(rooms: Rooms): Locator {
  return rooms.picture.getByRole('group', { name: 'View' });
}

/** Steps of the last report that are of this kind, counted from 1. */
async function stepsOf(rooms: Rooms, op: string): Promise<number[]> {
  const report = await rooms.inside.report();
  return report.steps.flatMap((step, k) => (step.op === op ? [k + 1] : []));
}

const it = onOnePage();
test('forks and sweeps, from the picture and from what was pasted', it.inTurn);

it('a fork that fails at a VMA is shown mark by mark, and its account is settled', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(example('fork-vma'));
  const [first = 0, second = 0] = await stepsOf(rooms, 'fork');
  await rooms.inside.seek(first);
  const fork = rooms.picture.getByRole('region', { name: 'Fork of cat as unborn' });
  await expect(fork).toBeVisible();
  await expect(views(rooms).getByRole('button', { name: 'Fork' })).toHaveAttribute('aria-pressed', 'true');

  // At first it rests where it fails, the marker in its place; the marks can be gone through, and played.
  const moment = fork.getByRole('slider', { name: 'Moment of the fork' });
  const marks = Number(await moment.getAttribute('max'));
  expect(marks).toBeGreaterThan(20);
  await expect(moment).toHaveAttribute('aria-valuetext', /marker/);
  const rest = Number(await moment.inputValue());
  expect(rest).toBeLessThan(marks);
  // Counters are those of the mark; the account beside them is that of the whole step.
  await expect(fork.getByRole('button', { name: 'failure', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(fork.locator('.figures .at')).toHaveText(`at mark${rest}`);
  await expect(rooms.picture.locator('.balance')).toHaveText(
    /^after the step: (\d+) nodes = \1 in cat; no node leaked$/,
  );
  await page.keyboard.press('[');
  await expect(moment).toHaveValue((rest - 1).toString());
  await page.keyboard.press(']');
  await expect(moment).toHaveValue(rest.toString());
  await moment.fill(marks.toString());
  await fork.getByRole('button', { name: 'failure', exact: true }).click();
  await expect(moment).toHaveAttribute('aria-valuetext', /marker/);
  await moment.fill('0');
  await expect(fork).toContainText('Before the fork begins');
  await fork.getByRole('button', { name: 'Play' }).click();
  await expect(moment).toHaveValue(marks.toString(), { timeout: 90_000 });
  await expect(fork.getByRole('button', { name: 'Play' })).toBeVisible();

  // What was obtained came back, by all six rules.
  await expect(rooms.inspector.getByRole('heading', { name: 'Account of unborn after the step' })).toBeVisible();
  await expect(rooms.inspector.locator('.ms-balance-sheet tr.lost')).toHaveCount(0);
  for (const word of ['anon_vmas', 'anon_vma chain elements', 'charged pages', 'exit path'])
    await expect(
      rooms.inspector.locator('.ms-balance-sheet').getByRole('button', { name: word, exact: true }),
    ).toHaveCount(1);
  await expect(fork.locator('.legend').getByRole('button', { name: 'the marker' })).toBeVisible();
  // At the foot of the picture the tip of a slot stands above the pointer.
  const canvas = fork.locator('.pane.child canvas');
  const { width, height } = (await canvas.boundingBox())!;
  await canvas.hover({ position: { x: width * 0.3, y: height * 0.9 } });
  const told = (await fork.locator('.ms-tip').boundingBox())!;
  expect(told.y + told.height).toBeLessThanOrEqual((await fork.locator('.dock').boundingBox())!.y);
  await page.mouse.move(0, 0);
  await expect(rooms.inspector.locator('.ms-rules li.held')).toHaveCount(6);

  // The other undo walks as far and gives back as much; a place in one fork is no place in another.
  await moment.fill('3');
  await rooms.inside.seek(second);
  await expect(moment).toHaveAttribute('aria-valuetext', /fail/i);
  expect(Number(await moment.inputValue())).toBeGreaterThan(3);
  await expect(rooms.inspector.locator('.ms-rules li.held')).toHaveCount(6);

  // The trees are a key away, and stay chosen.
  await page.getByRole('tab', { name: 'Step' }).focus();
  await page.keyboard.press('f');
  await expect(fork).toBeHidden();
  await expect(rooms.picture.locator('.tree-host')).toBeVisible();
  await expect(rooms.picture.locator('.balance')).toHaveText(/^balance: /);
  await rooms.inside.seek(first);
  await expect(rooms.picture.locator('.tree-host')).toBeVisible();
  // Drawn while the page is dimmed for a run that is under way, letters have their full ink all the same.
  const dim = (on: boolean): Promise<void> =>
    page.evaluate((is) => void document.querySelector('.frame')!.classList.toggle('is-running', is), on);
  await views(rooms).getByRole('button', { name: 'Fork' }).click();
  await expect(fork).toBeVisible();
  await dim(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await painted(page);
  await dim(false);
  expect(await canvas.evaluate(pixelsOfInk)).toBeGreaterThan(100);
  await page.emulateMedia({ colorScheme: 'light' });
});

/** How many of its pixels have the colour of what is written. */
function pixelsOfInk(canvas: HTMLCanvasElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const ink = (/\d+, \d+, \d+/.exec(getComputedStyle(document.body).color)?.[0] ?? '').split(', ').map(Number);
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let k = 0; k < data.length; k += 4)
    if (ink.every((part, c) => data[k + c] === part) && data[k + 3] === 255) found++;
  return found;
}

it('a refused copy fails at the request; the legend has the picture’s cells, also in forced colours', async ({
  page,
  rooms,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(example('fork-tree-copy'));
  const fork = rooms.picture.getByRole('region', { name: 'Fork of app as unborn' });
  const moment = fork.getByRole('slider', { name: 'Moment of the fork' });
  await expect(moment).toHaveAttribute('aria-valuetext', /: refused\.$/);
  const failure = fork.getByRole('button', { name: 'failure', exact: true });
  await expect(failure).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(']');
  await expect(fork.getByRole('button', { name: 'undone', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // No leaf is ever filled.
  await expect(fork.locator('.legend')).toContainText('node freed');
  await expect(fork.locator('.legend')).not.toContainText('the parent’s VMA');
  for (const hatched of ['.track .undo', '.stage.undo i', '.legend .key.freed'])
    await expect(fork.locator(hatched)).toHaveCSS('background-image', /repeating-linear-gradient/);

  await rooms.inside.run(example('fork-vma'));
  const [first = 0] = await stepsOf(rooms, 'fork');
  await rooms.inside.seek(first);
  const sample = (of: string): Promise<readonly string[]> =>
    // The first: letters of kinds come after.
    page
      .locator(`.ms-fork .legend .key.${of}`)
      .first()
      .evaluate((key) => {
        const probe = document.createElement('i');
        probe.style.cssText = 'forced-color-adjust: none; color: var(--cell-read-only)';
        key.append(probe);
        const kind = getComputedStyle(probe).color;
        probe.remove();
        const { backgroundColor, borderTopColor } = getComputedStyle(key);
        return [
          key.textContent,
          ...(backgroundColor === kind ? ['filled'] : []),
          ...(borderTopColor === kind ? ['outlined'] : []),
        ];
      });
  await expect(page.locator('.ms-fork .legend .key.own').first()).toBeVisible();
  expect(await sample('own')).toEqual(['r', 'filled']);
  expect(await sample('copied')).toEqual(['r', 'outlined']);
});

it('the page as it opens has a button that shows parent and child side by side', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Story' })).toBeVisible();
  await rooms.inside.run('mm app\nmap 0x10000..+0x2000 rw\nfork app as kid\n');
  await rooms.picture.getByRole('button', { name: 'A | B' }).click();
  await expect(rooms.picture.getByRole('button', { name: 'app | kid' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.ms-differ-sums')).toContainText('kid · step 3');
});

it('a wrong ceiling leaves page tables: shown in the picture, in the account and among the problems', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const report = await rooms.inside.run(example('ceiling'));
  const forks = report.steps.flatMap((step, k) =>
    step.fork === undefined || step.fork === null ? [] : [{ at: k + 1, fork: step.fork }],
  );
  const wrong = forks.filter(({ fork }) => fork.wrongCeiling);
  expect(wrong.map(({ fork }) => fork.tablesLeft * 4096)).toEqual([12288, 8192, 4096, 0]);
  expect(forks.filter(({ fork }) => !fork.wrongCeiling).map(({ fork }) => fork.tablesLeft)).toEqual([0]);
  await rooms.inside.seek(wrong[0]!.at);
  const tables = rooms.picture.getByRole('region', { name: 'Page tables of unborn' });
  await expect(tables).toContainText('12,288');
  await expect(rooms.inspector.locator('.ms-balance-sheet tr.lost')).toContainText('page tables');
  await expect(rooms.inspector.locator('.ms-rules li.broken')).not.toHaveCount(0);
  await expect(rooms.problems).toContainText('ceiling wrong');
  expect((await rooms.inside.state()).balance).toBe(0);
  await expect(rooms.picture.locator('.balance.bad')).toContainText('3 page tables leaked: 12,288 bytes');
  await expect(rooms.picture.locator('.balance')).not.toContainText('no node leaked');
});

it('the same fork in every other way, side by side', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run('mm app\nrepeat 121 as i { map 64K + i*64K..+48K rw }\nfork app as child');
  await views(rooms).getByRole('button', { name: 'Compare' }).click();
  const table = rooms.picture.getByRole('group', { name: 'Strategies side by side' });
  await expect(table).toBeVisible();
  await expect(table.getByRole('columnheader', { name: /by dup.*this step/ })).toHaveCount(1);
  await expect(table.getByRole('columnheader', { name: /by bulk/ })).not.toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: /by stores/ })).not.toHaveCount(0);
  // It changes nothing of the run.
  expect((await rooms.inside.layout('child'))?.sum).toBe((await rooms.inside.layout('app'))?.sum);
  await rooms.inside.seek(2);
  await rooms.inside.seek(123);
  await expect(table).toBeVisible();
});

it('a failed fork has a column for each way to undo it, which opens its picture; forks stand side by side', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(example('ceiling'));
  const forks = await stepsOf(rooms, 'fork');
  await rooms.inside.seek(forks[0]!);
  await views(rooms).getByRole('button', { name: 'Compare' }).click();
  const table = rooms.picture.getByRole('group', { name: 'Strategies side by side' });
  const cellsOf = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(table.getByRole('columnheader', { name: 'by dup undo by' })).toHaveText([
    /wrong ceiling.*this step/,
    /undo by marker/,
    /undo by range/,
  ]);
  await expect(cellsOf('page tables leaked')).toHaveText([/12,288 bytes/, '0', '0', '0', '0', '0', '0', '0']);
  await table.getByRole('button', { name: 'Picture: by dup, undo by marker' }).click();
  await expect(rooms.picture.locator('.ms-fork')).toContainText('The last call has no ceiling');
  const { text, step } = await rooms.inside.state();
  expect(step).toBe(forks[0]);
  const [own, other] = ['fork app as unborn undo range ceiling wrong', 'fork app as unborn'];
  expect(text).toBe(example('ceiling').replace(own, other));
  // What was written is said, and taken back with a press.
  await expect(rooms.notice).toContainText(/^Line \d+ of the scenario now reads “fork app as unborn”\./);
  await rooms.nextRun(() => rooms.notice.getByRole('button', { name: 'Undo' }).click());
  await expect(table).toBeVisible();
  expect((await rooms.inside.state()).text).toBe(example('ceiling'));
  expect((await rooms.inside.state()).step).toBe(forks[0]);
  await expect(rooms.notice).toHaveCount(0);
  await rooms.inside.seek(forks[2]!);
  await rooms.picture.getByRole('button', { name: 'A | B' }).click();
  await rooms.picture.getByRole('button', { name: 'fork before | this fork' }).click();
  await expect(table.getByRole('columnheader', { name: /^Fork at step/ })).toHaveText([
    `Fork at step ${forks[1]!}by dup, undo by range`,
    `Fork at step ${forks[2]!}by dup, undo by range, wrong ceiling`,
  ]);
  await expect(cellsOf('page tables leaked')).toHaveText(['0', /8,192 bytes/]);
});

it('a sweep is a strip; a cell opens that run, and there is a way back', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const text =
    'mm app\nrepeat 121 as i { map 64K + i*64K..+48K rw }\nsweep vma {\n  fork app as child\n  exit child\n}';
  const report = await rooms.inside.run(text);
  expect(report.ok).toBe(true);
  const sweep = report.sweeps[0]!;
  expect(sweep).toMatchObject({ line: 3, site: 'vma', times: 1 });
  expect(sweep.runs).toHaveLength(122);
  expect(
    sweep.runs
      .slice(0, -1)
      .every(({ failed, outcome, error, line }) => failed && outcome === 'undone' && error === 'ENOMEM' && line === 4),
  ).toBe(true);
  await expect(views(rooms).getByRole('button', { name: 'Sweep' })).toHaveAttribute('aria-pressed', 'true');
  const strip = rooms.picture.getByRole('region', { name: 'Sweep' });
  await expect(strip.getByRole('list', { name: 'Outcomes' }).locator('.run-undone')).toHaveText('↶');
  const current = strip.locator('button.current');
  await current.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(current).toHaveAccessibleName(
    /^VMA object 3 of the block fails in line 4 \(allocating the VMA object, F7, at VMA 3 of the parent\)/,
  );
  const before = await rooms.inside.state();
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect.poll(async () => (await rooms.inside.state()).text).toContain('fail vma 3');
  const opened = await rooms.inside.report();
  const state = await rooms.inside.state();
  expect(opened.steps[state.step - 1]).toMatchObject({ op: 'fork', error: 'ENOMEM' });
  // What needs the child that was not made is left out of the text, so that it goes on to its end.
  expect(opened).toMatchObject({ ok: true, stopped: null });
  expect(state.text).toContain('# not reached: exit child');
  await expect(rooms.problems).toBeHidden();
  expect(opened.steps[state.step - 1]?.fork).toMatchObject({ at: 3, point: 'F7' });
  await expect(rooms.picture.getByRole('region', { name: 'Fork of app as child' })).toBeVisible();
  await expect(rooms.notice).toContainText('Run 3 of the sweep at line 3');
  await rooms.nextRun(() => rooms.notice.getByRole('button', { name: 'Back to the sweep' }).click());
  expect(await rooms.inside.state()).toMatchObject({ text: before.text, step: before.step });
  await expect(strip).toBeVisible();
  // Undo in the editor does the same.
  await current.focus();
  await rooms.nextRun(() => page.keyboard.press('Enter'));
  await expect.poll(async () => (await rooms.inside.state()).text).toContain('fail vma');
  await rooms.editor.text.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe(before.text);
});

it('a long sweep tells how far it is and can be stopped', async ({ rooms }) => {
  await rooms.open();
  await rooms.editor.write('mm app\nrepeat 3000 as i { map 64K + i*64K..+48K rw }\nsweep vma { fork app as child }');
  await expect(rooms.picture.locator('.running')).toContainText(/Sweeping… [\d,]+ of 3,001 runs/);
  await rooms.picture.locator('.running').getByRole('button', { name: 'Stop' }).click();
  await expect(rooms.notice).toContainText('stopped');
  await expect(rooms.picture.locator('.running')).toBeHidden();
  const report = await rooms.inside.run('tree t\nstore 1 = 2');
  expect(report.ok).toBe(true);
});

it('an address space has its counters, page tables and VMAs; a row leads to its slot', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(
    'tree t\nmm app\nmap 0x10000..+64K rw\nmap 0x40000..+8K r file "lib.so" at 4K\nadvise 0x10000..+4K dontfork\n' +
      'touch 0x12000..+8K',
  );
  const { space } = (await rooms.inside.layout('app'))!;
  expect(space?.vmas).toMatchObject([
    { first: '0x10000', last: '0x10fff', perms: 'rw-p', anon: 0 },
    { first: '0x11000', last: '0x1ffff', perms: 'rw-p', anon: 1, chain: 1 },
    { number: 2, first: '0x40000', last: '0x41fff', perms: 'r--p', path: 'lib.so', offset: '0x1000' },
  ]);
  expect(space?.vmas[0]?.flags).toContain('dontcopy');
  expect(space?.tables.map(({ level }) => level)).toEqual([3, 2, 1]);
  expect(space?.facts).toMatchObject({ vmas: 3, totalVm: 18, rssAnon: 2, tables: 3 });
  expect((await rooms.inside.layout('t'))?.space).toBeNull();
  await page.getByRole('tab', { name: 'Space' }).click();
  await expect(page.getByRole('tab', { name: 'Space' })).toHaveAttribute('aria-selected', 'true');
  await expect(rooms.inspector.getByRole('heading', { name: 'Address space app' })).toBeVisible();
  await expect(rooms.inspector.getByRole('region', { name: 'Page tables of app' })).toBeVisible();
  await rooms.inspector.getByRole('button', { name: 'Show the VMAs' }).click();
  await rooms.picture.getByRole('group', { name: /^VMAs of app/ }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await views(rooms).getByRole('button', { name: 'Tree' }).click();
  await expect(rooms.picture.locator('.mark.selected')).not.toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Space' })).toHaveAttribute('aria-selected', 'true');
  // A plain tree has none.
  await rooms.inside.seek(1);
  await expect(page.getByRole('tab', { name: 'Space' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Step' })).toHaveAttribute('aria-selected', 'true');
});

const SMAPS = `$ cat /proc/self/smaps
55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234                       /usr/bin/cat
Size:                  8 kB
Anonymous:             0 kB
VmFlags: rd mr mw me sd
7f0000000000-7f0000001000 rw-p 00000000 00:00 0
Size:                  4 kB
Anonymous:             4 kB
VmFlags: rd wr mr mw me ac dc sd
7f0000002000-7f0000003000 rw-p 00000000 00:00 0
VmFlags: rd wr mr mw me wf ac sd
`;

it('smaps are recognised; the flags that matter to a fork are kept and reported', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('m');
  const dialog = rooms.dialog('Paste a memory map');
  await dialog.getByRole('textbox', { name: 'Text of the memory map' }).fill(SMAPS);
  await expect(dialog).toContainText('smaps: 3 VMAs');
  await expect(dialog).toContainText('1 not copied by a fork');
  await expect(dialog).toContainText('1 wiped in the child');
  await expect(dialog).toContainText('3 lines of sizes dropped');
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Show its tree' }).click());
  const space = (await rooms.inside.layout('cat'))?.space;
  expect(space?.vmas.map(({ flags }) => flags.filter((flag) => flag === 'dontcopy' || flag === 'wipeonfork'))).toEqual([
    [],
    ['dontcopy'],
    ['wipeonfork'],
  ]);
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork cat' }).click());
  expect((await rooms.inside.layout('child'))?.space?.vmas).toHaveLength(2);
});

it('a log of strace is recognised and replayed a call a step', async ({ page, rooms }) => {
  await rooms.open();
  const block = /"""\n([\s\S]*)\n"""/.exec(example('strace'))?.[1] ?? '';
  // Dropped as a file, which every browser lets a test make.
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.items.add(new File([words], 'cat.log', { type: 'text/plain' }));
    for (const kind of ['dragover', 'drop'])
      document
        .querySelector('main')!
        .dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, `$ strace -e trace=memory cat /dev/null\n${block}\nread(3, "", 4096) = 0\n+++ exited with 0 +++\n`);
  const dialog = rooms.dialog('Paste a memory map');
  await expect(dialog).toContainText(`a log of strace: ${block.split('\n').length} memory calls`);
  await expect(dialog).toContainText('skipped: read');
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Replay it' }).click());
  await expect(dialog).toBeHidden();
  const report = await rooms.inside.report();
  expect(report.stopped).toBeNull();
  expect(report.steps).toHaveLength(block.split('\n').length);
  expect((await rooms.inside.layout())?.space?.vmas.length).toBeGreaterThan(5);
});

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
] as const)
  test(`in slow motion the legend of a failed fork is seen whole at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => localStorage.setItem('maplescope.everything', 'off'));
    const rooms = roomsOf(page);
    await rooms.open();
    await rooms.inside.run(example('fork-vma'));
    const [first = 0] = await stepsOf(rooms, 'fork');
    await rooms.inside.seek(first);
    await page.getByRole('button', { name: 'slow motion' }).click();
    await expect(page.getByRole('slider', { name: 'Event of the step' })).toBeVisible();
    const items = page.getByRole('list', { name: 'What the picture shows' }).getByRole('listitem');
    const cut = (): Promise<number> =>
      items.evaluateAll((all) => {
        const room = all[0]!.closest('.fork-host')!.getBoundingClientRect();
        const under = document.querySelector('.slow-row')!.getBoundingClientRect().top;
        return all.filter((one) => one.getBoundingClientRect().bottom > Math.min(room.bottom, under)).length;
      });
    expect(await items.count()).toBeGreaterThan(10);
    await expect.poll(cut).toBe(0);
  });

test.describe('as the page is at first', () => {
  test.use({ firstTime: true, viewport: { width: 1280, height: 720 } });

  test('in a low window with the panel open, outcome, account and legend of a fork are whole', async ({ page }) => {
    const rooms = roomsOf(page);
    await rooms.open('ex=fork-vma&step=19');
    await page.keyboard.press('1');
    await expect(rooms.inspector).toBeVisible();
    const head = page.getByRole('region', { name: 'Story' }).getByRole('heading');
    await expect(head).toHaveText('The fork failed at VMA 8: out of memory (injected).');
    await expect.poll(() => head.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    const over = (): Promise<number> =>
      page.locator('.picture-foot').evaluate((foot) => {
        const { top, bottom } = foot.getBoundingClientRect();
        const words = foot.querySelector('.balance')!.getBoundingClientRect();
        return Math.max(0, top - words.top, words.bottom - bottom);
      });
    await expect.poll(over).toBe(0);
    // With the space before it.
    const verdict = page.locator('.picture-foot .verdict');
    await expect.poll(() => verdict.evaluate((words: HTMLElement) => words.innerText)).toBe(' no node leaked');
    const where = page.locator('.picture-foot .where');
    await expect(where).toHaveText('after the step: 3 nodes = 3 in cat;');
    expect(await where.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('list', { name: 'What the picture shows' }).first()).toBeInViewport({ ratio: 1 });
  });
});

test.describe('to one who comes by a link', () => {
  test.use({ firstTime: true });

  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const)
    for (const address of ['ex=cat&step=24', 'ex=cat', 'ex=fork-6421'])
      test(`what a fork shows is explained beside it, without scrolling: ${address} at ${width} × ${height}`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height });
        const rooms = roomsOf(page);
        await rooms.open(address);
        const legend = page.getByRole('list', { name: 'What the picture shows' });
        await expect(legend).toBeInViewport({ ratio: 1 });
        const place = (locator: Locator): Promise<DOMRect> => locator.evaluate((one) => one.getBoundingClientRect());
        const dock = await place(page.locator('.ms-fork .dock'));
        expect((await place(legend)).bottom).toBeLessThanOrEqual(dock.top + 1);
        // Nothing lies on anything: neither the trees nor their titles.
        const [key, ...others] = await page
          .locator('.ms-fork')
          .evaluate((fork) =>
            ['.legend', '.pane canvas', '.pane figcaption > *']
              .flatMap((all) => [...fork.querySelectorAll(all)])
              .map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
          );
        for (const other of others)
          expect(
            key!.left >= other.right - 1 ||
              key!.right <= other.left + 1 ||
              key!.top >= other.bottom ||
              key!.bottom <= other.top + 24,
            JSON.stringify([key, other]),
          ).toBe(true);
      });

  test('the account of a fork is seen without scrolling at 1440 × 900', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const rooms = roomsOf(page);
    await rooms.open('ex=cat&step=24');
    const figures = page.locator('.ms-fork .figures');
    await expect(figures).toContainText('nodes allocated');
    await expect(figures).toBeInViewport({ ratio: 1 });
    const host = (await rooms.picture.locator('.fork-host').boundingBox())!;
    const box = (await figures.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(host.y + host.height + 1);
  });

  test('where page tables leave no room for it, the legend of a fork is one press away', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const rooms = roomsOf(page);
    await rooms.open('ex=fork-vma&step=19');
    const legend = page.getByRole('list', { name: 'What the picture shows' });
    await expect(legend).toBeHidden();
    await page.getByText('What the colours mean').click();
    await expect(legend).toBeInViewport({ ratio: 1 });
    expect(await legend.getByRole('listitem').count()).toBeGreaterThan(10);
  });
});

test('on a phone the colours of a fork are explained over its trees', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(example('fork-vma'));
  const [first = 0] = await stepsOf(rooms, 'fork');
  await rooms.inside.seek(first);
  const colours = page.getByRole('list', { name: 'What the colours mean' });
  await expect(colours).toBeInViewport({ ratio: 1 });
  await expect(colours).toContainText('the marker');
  for (const name of ['text', 'read-only', 'file, writable', 'anonymous', 'heap', 'stack'])
    await expect(colours.getByRole('listitem').filter({ hasText: new RegExp(`${name}$`) })).toBeVisible();
  const trees = (await rooms.picture.locator('.ms-fork .trees').boundingBox())!;
  const box = (await colours.boundingBox())!;
  expect(trees.y - box.y - box.height).toBeLessThan(12);
  expect(box.height).toBeLessThan(80);
  // Each sign is explained once.
  const rest = page.getByRole('list', { name: 'What the picture shows' });
  await expect(rest.getByRole('listitem')).not.toHaveCount(0);
  await expect(rest.getByText('the marker')).toHaveCount(0);
});

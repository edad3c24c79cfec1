// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';
import { roomsOf } from './rooms/page';

const it = onOnePage();
test('what is wrong with a text or a run is said once, with its place, and can be put right', it.inTurn);

it('an error of the text, an error of the run, a failed expect: each is reported with its place', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  await test.step('an error of the text: nothing runs, place and word are named, the picture stays', async () => {
    await rooms.inside.run('tree a\nstore 1 = 2');
    await page.locator('.cm-line', { hasText: 'store' }).getByText('store').dblclick();
    await page.keyboard.insertText('stroe');
    await expect(rooms.problems).toContainText('2:1');
    await expect(rooms.problems).toContainText('stroe');
    await expect(rooms.problems).toContainText('store');
    await expect(page.getByText('previous run')).toBeVisible();
    expect(await rooms.inside.state()).toMatchObject({ stale: true, trees: ['a'] });
    await expect(page.locator('.cm-lintRange-error')).toBeVisible();

    await rooms.problems.getByRole('button').first().click();
    await expect(rooms.editor.text).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Delete');
    await rooms.nextRun(() => page.keyboard.insertText('store '));
    await expect(rooms.problems).toBeHidden();
  });
  await test.step('a run error: the run ends at its line and keeps every step before it', async () => {
    await rooms.editor.write('tree a\nstore 1 = 2\nlet x = 1 / 0\nstore 3 = 4');
    await expect(rooms.problems).toContainText(/zero/);
    await rooms.settled();
    expect(await rooms.inside.state()).toMatchObject({ steps: 2, stale: false });
    expect((await rooms.inside.report()).stopped).toMatchObject({ line: 3 });
    await expect(page.getByText('stopped at line 3')).toBeVisible();
  });
  await test.step('a failed expect: its line says what was found and wanted, the run goes on', async () => {
    await rooms.editor.write('tree a\nstore 1 = 2\nexpect load(1) = 3\nstore 4 = 5');
    await expect.poll(() => rooms.editor.results()).toContain('fails');
    await expect(rooms.problems).toContainText('2');
    await expect(rooms.problems).toContainText('3');
    expect(await rooms.inside.report()).toMatchObject({ ok: false, expects: { passed: 0, failed: [{ line: 3 }] } });
    await rooms.problems.getByRole('button').first().click();
    await expect(rooms.transport.place).toHaveText('step 2 of 3');
  });
});

it('what a run or a text lacks is reported once, in plain words, and its button fixes it', async ({ rooms }) => {
  await rooms.open();
  const text = async (): Promise<string> => (await rooms.inside.state()).text;
  for (const [wrong, told, button, right] of [
    [
      'tree t\nstore 5-9 = 1',
      '5-9 is a subtraction, and numbers begin at 0: a range is written 5..9',
      'Write 5..9',
      'tree t\nstore 5..9 = 1',
    ],
    [
      'tree t alloc\ngap 1 within 9..5',
      'this range ends before it begins: 9 is above 5',
      'Write 5..9',
      'tree t alloc\ngap 1 within 5..9',
    ],
    [
      'store 5 = 1\ntree t',
      'tree t is made below, in line 2: move that line up',
      'Move tree t above',
      'tree t\nstore 5 = 1',
    ],
    ['tree t\nstore 1,000 = 5', 'numbers have no commas', 'Write 1_000', 'tree t\nstore 1_000 = 5'],
    [
      'tree t\nfor i in 0..5 { store i = i',
      'the block that { opens here is not closed',
      'Write }',
      'tree t\nfor i in 0..5 { store i = i }',
    ],
  ] as const) {
    await rooms.editor.write(wrong);
    await expect(rooms.problems).toContainText(told);
    // Each problem begins with its line; the last item of a run that failed offers to shrink the scenario.
    await expect(rooms.problems.getByRole('listitem').filter({ hasText: /^\d/ })).toHaveCount(1);
    await rooms.nextRun(() => rooms.problems.getByRole('button', { name: button, exact: true }).click());
    await expect.poll(text).toBe(right);
    await expect(rooms.problems).toBeHidden();
  }
  await rooms.editor.write('tree t\nstore 5 =');
  await expect(rooms.problems).toContainText('what should be stored?such as 1 or "heap"');
});

it('a map with a line that is none: the line is named with what is wrong, the rest is kept', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  await page.getByRole('button', { name: 'Paste a memory map' }).click();
  const dialog = rooms.dialog('Paste a memory map');
  await dialog
    .getByRole('textbox', { name: 'Text of the memory map' })
    .fill(
      '00400000-00401000 r-xp 00000000 08:01 7 /bin/a\nwhat is this\n00401000-00402000 rw-p 00000000 08:01 7 /bin/a',
    );
  await expect(dialog).toContainText('2 VMAs');
  await expect(dialog).toContainText('line 2');
  await expect(dialog).toContainText('START-END in hex');
  // The keys that run a text take what was pasted.
  await rooms.nextRun(() =>
    dialog.getByRole('textbox', { name: 'Text of the memory map' }).press('ControlOrMeta+Enter'),
  );
  await expect(dialog).toBeHidden();
  expect(await rooms.inside.state()).toMatchObject({ trees: ['a'], steps: 2 });
});

test('a run that takes long can be stopped, and the page goes on @story', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  // Long enough to be stopped on any machine.
  await rooms.editor.write(
    'tree long\nrepeat 1900000 as i { store i*2 = i }\nmm app\nrepeat 3000 as i { map 64K + i*64K..+48K rw }\n' +
      'sweep vma { fork app as child }',
  );
  await expect(page.getByRole('progressbar')).toBeVisible();
  await rooms.picture.locator('.running').getByRole('button', { name: 'Stop' }).click();
  await expect(rooms.notice).toContainText('stopped');
  await rooms.editor.write('tree a\nstore 1 = 2');
  await rooms.settled();
  expect(await rooms.inside.state()).toMatchObject({ steps: 2, stale: false, balance: 0 });
});

it('a text with more steps than the limit is reported while it runs', async ({ rooms }) => {
  await rooms.open();
  await rooms.editor.write('tree t\nrepeat 100000000 as i { store i*2 = i }');
  await expect(rooms.notice).toContainText('100,000,001 steps, but a run ends at 2,000,000');
  await rooms.picture.locator('.running').getByRole('button', { name: 'Stop' }).click();
  await expect(rooms.notice).toContainText('none of its steps are kept');
});

it('what was wrong with a text is not said of the one that runs in its place, nor once that is stopped', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const problems = async (): Promise<readonly unknown[]> => (await rooms.inside.state()).problems;
  await rooms.editor.write('tree t\nfor i in 0..10 {\n  store i = i');
  await expect(rooms.problems).toContainText('never closed');
  await rooms.editor.write(
    'tree t\nrepeat 1900000 as i { store i*2 = i }\nmm app\nrepeat 3000 as i { map 64K + i*64K..+48K rw }\n' +
      'sweep vma { fork app as child }',
  );
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect.poll(problems).toEqual([]);
  await rooms.picture.locator('.running').getByRole('button', { name: 'Stop' }).click();
  await expect(rooms.notice).toContainText('stopped');
  expect(await problems()).toEqual([]);
  await expect(rooms.problems).toBeHidden();
  await expect(page.locator('.run-line')).toContainText('not run yet');
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(0);
});

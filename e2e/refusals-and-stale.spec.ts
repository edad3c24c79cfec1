// SPDX-License-Identifier: GPL-2.0-or-later
//
// What was refused and went through all the same, and what belongs to a run that the text has left behind: both are
// shown, and alike in every room.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const REFUSED =
  'tree t alloc\nrepeat 8 as i { store i*256..i*256+95 = i }\nfail request 1\nstore 2048..2143 = 8\n' +
  'expect error ENOMEM\nexpect valid t';

const it = onOnePage();
test('what was refused, and what belongs to an older run, is shown in every room', it.inTurn);

it('a survived refusal is reported first, and the page offers one that fails', async ({ rooms }) => {
  await rooms.open();
  await rooms.editor.write(REFUSED);
  await rooms.settled();
  await expect(rooms.inspector).toContainText(
    'Request 1 of this step was refused; the store asked again and got what it needed.',
  );
  await expect(rooms.inspector).toContainText(
    'fail request 1 times 2 at line 3 would refuse the repeated request as well.',
  );
  expect(await rooms.editor.results()).toContain('refused, retried');
  await expect(rooms.problems).toContainText(
    'a request was refused, and the store asked again: fail request 1 times 2 (line 3) refuses that too',
  );
  await rooms.nextRun(() =>
    rooms.problems.getByRole('button', { name: 'Write fail request 1 times 2 at line 3' }).click(),
  );
  await expect(rooms.problems).toBeHidden();
  expect(await rooms.editor.results()).toEqual(expect.arrayContaining(['ENOMEM', 'holds']));
  // What the sentence says no card says again.
  await expect(rooms.inspector.locator('.ms-why')).toContainText('was refused');
  await expect(rooms.inspector.locator('.ms-error')).toHaveCount(0);
});

it('a fact that has no room is not reached by keys, and the others stay', async ({ page, rooms }) => {
  await rooms.open();
  const facts = page.locator('.facts > span');
  await expect(facts.first()).toBeVisible();
  for (const width of [1440, 1100, 960]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await facts.evaluateAll((all) =>
      all.map((fact) => (fact as HTMLElement).offsetTop > (fact.parentElement?.offsetTop ?? 0) + 4),
    );
    await expect.poll(() => facts.evaluateAll((all) => all.map((fact) => (fact as HTMLElement).inert))).toEqual(cut);
    for (let k = 0; k < cut.length; k++) {
      const word = facts.nth(k).getByRole('button').or(facts.nth(k).locator('[tabindex]')).first();
      if ((await word.count()) === 0) continue;
      await word.evaluate((node) => (node as HTMLElement).focus());
      expect(await word.evaluate((node) => node === document.activeElement)).toBe(cut[k] === false);
    }
    expect(await page.locator('.facts').evaluate((box) => box.scrollTop)).toBe(0);
  }
});

it('on a phone every room says that the text has a mistake, and leads to it', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rooms.open();
  const panes = page.getByRole('navigation', { name: 'Panes' });
  await panes.getByRole('button', { name: 'Scenario' }).click();
  await rooms.editor.write('tree t\nstor 5 = 1\n');
  await panes.getByRole('button', { name: 'Picture' }).click();
  await expect(panes.getByRole('button', { name: 'Scenario 1 wrong' })).toBeVisible();
  const bar = panes.getByRole('button', { name: '1 problem, in line 2 · show' });
  await expect(bar).toBeVisible();
  await panes.getByRole('button', { name: 'Step' }).click();
  await bar.click();
  await expect(rooms.editor.text).toBeFocused();
  await expect(bar).toBeHidden();
  await rooms.editor.write('tree t\nstore 5 = 1\n');
  await rooms.settled();
  await expect(panes.getByRole('button', { name: 'Scenario', exact: true })).toBeVisible();
});

// Pictures pale, words keep the contrast that they need: what both lose is their colour.
const faded = (page: Page, rooms: readonly string[]): Promise<readonly boolean[]> =>
  page.evaluate(
    (all) => all.map((one) => getComputedStyle(document.querySelector(one)!).filter.startsWith('grayscale')),
    rooms,
  );

// In one go, so that no text between the two is ever run.
async function replaceText(page: Page, words: string): Promise<void> {
  await roomsOf(page).editor.text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(words);
}

it('all that belongs to the run before fades alike in every room, and one mark says whose it is', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const old = [
    '.strip-host',
    '.tree-host',
    '.picture-foot',
    '.facts',
    '.step-count',
    '.timeline-host',
    '.inspector-panel',
  ];
  expect(new Set(await faded(page, old))).toEqual(new Set([false]));
  await replaceText(page, 'tree t\nstor 5 = 1\n');
  await expect(page.getByText('previous run')).toHaveCount(1);
  await expect.poll(async () => new Set(await faded(page, old))).toEqual(new Set([true]));
  expect(await faded(page, ['.editor-host', '.stale-mark'])).toEqual([false, false]);
  await replaceText(page, 'tree t\nstore 5 = 1\n');
  await expect(page.getByText('previous run')).toHaveCount(0);
  await expect.poll(async () => new Set(await faded(page, old))).toEqual(new Set([false]));
});

it('with a text that was not run, results fade in the editor, Share says so, and there is no figure', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run('tree t\nstore 5 = 1');
  const colours = (): Promise<readonly string[]> =>
    page.locator('.editor-host .result').evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const dialog = rooms.dialog('Share');
  const warning = dialog.getByText('The text has changed since the last run that worked');
  const save = dialog.getByRole('button', { name: 'Save SVG' });
  const openShare = (): Promise<void> => page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(async () => (await colours()).length).toBeGreaterThan(0);
  const fresh = await colours();
  await openShare();
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toBeVisible();
  await expect(warning).toBeHidden();
  await dialog.getByRole('tab', { name: 'Figure' }).click();
  await expect(save).toBeEnabled();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await rooms.editor.text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nstor 6 = 1');
  await expect(page.getByText('previous run')).toBeVisible();
  await expect.poll(async () => (await colours()).filter((colour, k) => colour === fresh[k])).toEqual([]);
  expect(await colours()).toHaveLength(fresh.length);
  await openShare();
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toBeVisible();
  await expect(warning).toBeVisible();
  await dialog.getByRole('tab', { name: 'Figure' }).click();
  await expect(dialog).toContainText('The text on the page has not been run');
  await expect(save).toHaveCount(0);
});

it('while a long run is under way there is one Stop, and the strip is not covered', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.editor.write('tree t\nrepeat 400000 as i { store i = i }\n');
  const told = page.locator('.running > p');
  await expect(told).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(1);
  const [strip, words] = [await page.locator('.strip-host').boundingBox(), await told.boundingBox()];
  expect(words!.y).toBeGreaterThan(strip!.y + strip!.height);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(told).toHaveCount(0);
});

it('before the first step the picture says how to go on, as a drawing and as a table', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('Home');
  const start = page.getByText('Before the first step: press');
  await expect(start).toBeVisible();
  await page.keyboard.press('t');
  await expect(start).toBeVisible();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Go to the first step' }).click();
  await expect(rooms.transport.place).toContainText('step 1 of');
  await expect(start).toHaveCount(0);
  const table = page.getByRole('button', { name: 'table', exact: true });
  await page.keyboard.press('t');
  await expect(table).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('t');
  await expect(table).toHaveAttribute('aria-pressed', 'false');
});

it('two trees side by side follow a text that no longer has them', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('v');
  await expect(page.locator('.differ-body')).toContainText('process');
  await expect(page.locator('.picture-head .tree-name')).toHaveText('process');
  await rooms.editor.write('tree other\nrepeat 12 as i { store i = i }\n');
  await rooms.settled();
  await expect(page.locator('.differ-body')).toContainText('other');
  await expect(page.locator('.differ-note.bad')).toHaveCount(0);
});

it('plain words are looked for in the names of entries, and the search says so', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nstore 1 = "libc.so"\nstore 5 = "libc.so"\nstore 9 = "heap"');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Find' });
  const said = page.locator('#find-said');
  await field.fill('libc');
  await expect(said).toContainText('2 entries with “libc” in their labels or paths at step 4');
  // What is selected in the picture is the result that the line names, or none.
  await field.press('Enter');
  await expect(said).toContainText('1 of 2 entries');
  const cells = rooms.picture.locator('.tree-host svg rect.cell');
  await cells.nth(3).click();
  await expect(said).toContainText('2 of 2 entries');
  await cells.nth(5).click();
  await expect(said).toHaveText(/^2 entries/);
  await field.fill('leef');
  await expect(said).toHaveText(/No entry with “leef” in its label or path at step 4\s*; did you mean leaf\?/);
  await field.fill('leaf where usd < 7');
  await expect(said).toHaveText('usd is not a word of a query: did you mean used?');
});

it('with nothing chosen the node tab shows the leaf that the step is about', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nstore 1..5 = 1\nstore 9 = 2');
  await page.keyboard.press('2');
  await expect(rooms.inspector).toContainText('The leaf that this step is about.');
  await expect(rooms.inspector).toContainText('leaf #1');
  await page.keyboard.press('Home');
  await expect(rooms.inspector).toContainText('Choose a node or a slot in the picture');
});

it('keeping a branch moves nothing of the picture', async ({ page, rooms }) => {
  await rooms.open();
  const strip = page.locator('.strip-host');
  const before = await strip.boundingBox();
  await page.keyboard.press('k');
  await expect(rooms.notice).toContainText('belong to another branch');
  expect(await strip.boundingBox()).toEqual(before);
});

it('the mark of the run before moves nothing in the head of the picture', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run('tree book alloc\nstore 1..5 = 1\ndup book as copy');
  const places = (): Promise<readonly string[]> =>
    page.locator('.picture-head :is(button, select, .step-count)').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top } = one.getBoundingClientRect();
        return `${one.textContent} ${Math.round(left)} ${Math.round(right)} ${Math.round(top)}`;
      }),
    );
  await expect(page.locator('.tree-choice').getByRole('button', { name: 'copy', exact: true })).toBeVisible();
  const before = await places();
  await rooms.editor.text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nstore 7 = 3b');
  const mark = page.getByText('previous run');
  await expect(mark).toBeVisible();
  expect(await places()).toEqual(before);
  // Nor does it lie on what the strip shows.
  const under = await page
    .locator('.strip-host .ms-strip-view rect')
    .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().top)));
  expect((await mark.boundingBox())!.y + (await mark.boundingBox())!.height).toBeLessThanOrEqual(under + 1);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Links to scenarios of the gallery by name, and the place in the page that a link opens at.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

test('a link by name opens at its step, mark and view; the bar follows the step until the text is edited', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=ceiling&step=14&view=compare');
  await expect(page.locator('.scenario-title')).not.toHaveText('Untitled');
  await expect(rooms.transport.place).toContainText('step 14 of');
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#ex=ceiling&step=13');
  // A step that the bar has not passed on the way.
  await rooms.inside.seek(5);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#ex=ceiling&step=5');
  // A reload leads to the same place, and is no link that somebody sent.
  await page.reload();
  await rooms.settled();
  await expect(rooms.transport.place).toContainText('step 5 of');
  await rooms.editor.write('tree mine');
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
});

test('a gallery scenario is shared by name or text, any other text as text, both at the step shown', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=ceiling&step=14');
  await rooms.inside.seek(14);
  await page.getByRole('button', { name: 'Fork', exact: true }).click();
  await page.keyboard.press('[');
  const mark = /mark=(\d+)/;
  await page.keyboard.press('s');
  const share = rooms.dialog('Share');
  const link = share.getByRole('textbox', { name: 'The link' });
  await expect(link).toHaveValue(/#ex=ceiling&step=14&mark=\d+$/);
  const short = (await link.inputValue()).split('#')[1]!;
  expect(short.length).toBeLessThan(60);
  await share.getByRole('checkbox', { name: /short: the name/ }).uncheck();
  await expect(link).toHaveValue(/#m1\.[\w-]+&mark=\d+$/);
  const whole = (await link.inputValue()).split('#')[1]!;
  expect(mark.exec(whole)?.[1]).toBe(mark.exec(short)?.[1]);
  // Both open the same.
  for (const fragment of [short, whole]) {
    const other = await page.context().newPage();
    const there = roomsOf(other);
    await other.goto(`/#${fragment}`);
    await there.settled();
    await expect(there.transport.place).toContainText('step 14 of');
    // It opens there too, and would show the same mark.
    await other.keyboard.press('s');
    await expect(there.dialog('Share').getByRole('textbox', { name: 'The link' })).toHaveValue(
      new RegExp(`mark=${mark.exec(short)![1]!}$`),
    );
    await other.close();
  }
});

test('a link holds the comparison of two forks', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=fork-vma&step=20');
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'fork before | this fork' }).click();
  const verdict = page.locator('.ms-differ-verdict');
  const forks = page.getByRole('columnheader', { name: /^Fork at step/ });
  await expect(forks).toHaveText([/step 19/, /step 20/]);
  await expect(verdict).toBeVisible();
  const told = await verdict.textContent();
  await page.keyboard.press('s');
  const share = rooms.dialog('Share');
  const link = share.getByRole('textbox', { name: 'The link' });
  await expect(link).toHaveValue(/#ex=fork-vma&step=20&view=differ&a=19&b=shown$/);
  await expect(share).toContainText('two trees side by side, A step 19, B step shown');
  await share.getByRole('checkbox', { name: /short: the name/ }).uncheck();
  await expect(link).toHaveValue(/#m1\.[\w-]+&view=differ&a=19&b=shown$/);
  const whole = (await link.inputValue()).split('#')[1]!;
  const other = await page.context().newPage();
  await other.goto(`/#${whole}`);
  await roomsOf(other).settled();
  await expect(other.getByRole('columnheader', { name: /^Fork at step/ })).toHaveText([/step 19/, /step 20/]);
  await expect(other.locator('.ms-differ-verdict')).toHaveText(told!);
  await other.close();
});

test('a link holds event, tree and presenting; an unknown name gets a message and a way to the gallery', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open('ex=first&step=10&event=2&present');
  await expect(page.locator('html')).toHaveAttribute('data-projector', /.*/);
  expect((await rooms.inside.state()).event).toBe(2);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto('/#ex=nothing-of-that-name');
  await rooms.settled();
  await expect(rooms.notice).toContainText('no scenario of the name in this link');
  await rooms.notice.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(rooms.dialog('Gallery')).toBeVisible();
});

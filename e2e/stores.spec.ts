// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stores of a step that makes several: the list, its pages, and the table of the one that is chosen.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const SPACE =
  'mm a\nrepeat 120 as i { map 0x10000 + i*0x3000 .. 0x10fff + i*0x3000 rw }\nadvise 0x13000..0x13fff dontfork\n';

const it = onOnePage();
test('a step of several stores lists them', it.inTurn);

it('a fork lists its stores, a page at a time, and the chosen one has its table', async ({ page, rooms }) => {
  await rooms.inside.run(`${SPACE}fork a as b\n`);
  const list = page.getByRole('region', { name: 'Stores of this step' });
  await expect(list.getByRole('heading')).toHaveText('Stores of this step 120');
  await expect(rooms.inspector.getByText('120 stores: 119 exact_fit, 1 node_store.')).toHaveCount(1);
  await expect(list.locator('tbody tr')).toHaveCount(50);
  const fired = page.locator('.ms-decision tr.fired');
  await expect(fired).toContainText('exact_fit');
  await list.getByRole('button', { name: /^store 2:/ }).click();
  await expect(list.locator('tr.chosen')).toContainText('NULL');
  await expect(fired).toContainText('node');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('button', { name: /^store 3:/ })).toBeFocused();
  await expect(fired).toContainText('exact_fit');
  await list.getByRole('button', { name: 'next' }).click();
  await expect(list).toContainText('51–100 of 120');
  await expect(list.locator('tr.chosen')).toContainText('51');
});

it('a call that makes two stores lists both; a copy says what decides instead', async ({ page, rooms }) => {
  await rooms.inside.run('mm a\nmap 0x7f0000000000..0x7f0004ffffff rw\nprotect 0x7f0000100000..0x7f00001fffff r\n');
  const list = page.getByRole('region', { name: 'Stores of this step' });
  await expect(list.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('.ms-decision tr.fired')).toContainText('node');
  await rooms.inside.run('tree t\nstore 3..9 = 1\ndup t as u\n');
  await expect(page.getByText('No store: the copy takes over each node as it is')).toBeVisible();
  await expect(page.locator('.ms-decision')).toHaveCount(0);
});

it('list and table always belong to the step that is shown', async ({ page, rooms }) => {
  await rooms.inside.run(
    'mm a\nmap 0x10000..0x1ffff rw\nprotect 0x12000..0x13fff r\nmap 0x30000..0x3ffff rw\n' +
      'protect 0x38000..0x39fff r\nfork a as b\n',
  );
  const list = page.getByRole('region', { name: 'Stores of this step' });
  await expect(list.locator('tbody tr')).toHaveCount(6);
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const rows = document.querySelectorAll('[aria-label="Stores of this step"] tbody tr').length;
      const of = globalThis.maplescope!.state().step;
      if (rows > 0) seen.push(`${of}: ${rows}`);
    }).observe(document.querySelector('.inspector-panel')!, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { rowsSeen: seen });
  });
  for (const [step, rows] of [
    [3, 2],
    [6, 6],
    [5, 2],
    [6, 6],
  ] as const) {
    await rooms.inside.seek(step);
    expect(await list.locator('tbody tr').count()).toBe(rows);
    expect(await page.locator('.ms-decision tr.fired').count()).toBe(1);
  }
  const seen = await page.evaluate(() => (globalThis as unknown as { rowsSeen: readonly string[] }).rowsSeen);
  expect(seen.filter((one) => !['3: 2', '5: 2', '6: 6'].includes(one))).toEqual([]);
});

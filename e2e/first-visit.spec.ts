// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

// As most visitors come.
test.use({ ahead: true });

test('the first screen is an eight-line scenario, already run, at the step where its leaf splits', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await expect(page).toHaveTitle(/Maplescope/);
  const state = await rooms.inside.state();
  expect(state.text.split('\n')).toHaveLength(8);
  expect(state).toMatchObject({ stale: false, balance: 0, problems: [], troubles: [] });
  await expect(rooms.transport.place).toHaveText(`step ${state.step} of ${state.steps}`);

  const report = await rooms.inside.report();
  expect(report.ok).toBe(true);
  expect(report.steps[state.step - 1]).toMatchObject({ op: 'store', storeType: 'split_store' });
  // What was replaced by the split is still in the picture, as a ghost.
  await expect(rooms.picture).toContainText(/replaced/i);
  // The rest of the text duplicates the tree, and lets the second request of another copy fail.
  expect(report.steps.filter(({ op }) => op === 'dup').map(({ error }) => error)).toEqual([null, 'ENOMEM']);
  await expect.poll(() => rooms.editor.results()).toEqual(expect.arrayContaining(['ENOMEM', 'holds']));
});

test('without a link the address stays clean, also while one steps and types', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.transport.back.click();
  await rooms.editor.write('tree a\nstore 1 = 2');
  await rooms.settled();
  expect(await page.evaluate(() => location.hash)).toBe('');
});

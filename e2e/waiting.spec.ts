// SPDX-License-Identifier: GPL-2.0-or-later
//
// What takes long is shown from half a second on, with a way to stop it; what is quick never flashes by. The page's
// clock stands still and goes on only as the test lets it, so that this is no matter of how fast the machine is.

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const QUICK = 'tree quick\nstore 1 = 2';
/** Much work: it must not end before it is stopped. */
const LONG =
  'tree long\nrepeat 1900000 as i { store i*2 = i }\nmm app\nrepeat 3000 as i { map 64K + i*64K..+48K rw }\n' +
  'sweep vma { fork app as child }';
/** To look at each of its steps takes some seconds. */
const MANY_STEPS = 20_001;
const MANY = 'tree many alloc\nrepeat 20000 as i { store (i * 7919 % 1009) * 8..+5 = i }';

test('no progress is shown in the first half second of a run, and from then on one that can be stopped', async ({
  page,
}) => {
  await page.clock.install();
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree first');
  const progress = page.getByRole('progressbar', { name: 'The scenario is running' });
  await page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const now = document.querySelector('.running progress') === null ? 'none' : 'progress';
      if (seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { progressSeen: seen });
  });
  const seen = (): Promise<readonly string[]> =>
    page.evaluate(() => (globalThis as unknown as { progressSeen: readonly string[] }).progressSeen);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

  // A quick one: its outcome stands there without a moment having passed, and nothing comes late.
  await rooms.editor.write(QUICK);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => rooms.inside.state()).toMatchObject({ stale: false, trees: ['quick'] });
  await page.clock.runFor(2000);
  expect(await seen()).not.toContain('progress');

  await rooms.editor.write(LONG);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.clock.runFor(450);
  expect(await rooms.inside.state()).toMatchObject({ stale: true, trees: ['quick'] });
  await expect(progress).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(progress).toBeVisible();
  expect(await rooms.inside.state()).toMatchObject({ stale: true, trees: ['quick'] });
  // The picture of the run before stays in its place behind it.
  await expect(page.locator('.tree-host')).toBeVisible();
  await rooms.picture.locator('.running').getByRole('button', { name: 'Stop' }).click();
  await expect(progress).toHaveCount(0);
  await expect(rooms.notice).toContainText('stopped');
  expect((await seen()).filter((one) => one === 'progress')).toHaveLength(1);
});

test('a look at every step can be cancelled from half a second on, and is over then', async ({ page }) => {
  await page.clock.install();
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write(MANY);
  await expect.poll(async () => (await rooms.inside.state()).steps, { timeout: 120_000 }).toBe(MANY_STEPS);
  await rooms.settled();
  await rooms.inspector.getByRole('tab', { name: 'Invariants' }).click();
  const [look, answer] = [
    rooms.inspector.getByRole('button', { name: 'Look at every step' }),
    rooms.inspector.locator('.ms-run .answer'),
  ];
  await expect(look).toBeEnabled();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await look.click();
  await expect(look).toBeDisabled();
  await page.clock.runFor(450);
  await expect(answer).toBeEmpty();
  await page.clock.runFor(100);
  await expect(answer).toContainText(/^(Looking|Looked at)/);
  await answer.getByRole('button', { name: 'cancel' }).click();
  // The core is free for the next question long before it could have looked at all steps; nothing comes of the one
  // before.
  await expect(look).toBeEnabled();
  await rooms.transport.first.click();
  await rooms.settled();
  expect((await rooms.inside.state()).step).toBe(0);
  await expect(answer).toBeEmpty();
});

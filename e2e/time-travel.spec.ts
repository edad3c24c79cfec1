// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every step of every example: the invariants hold, the plain range map agrees, no node is lost; and going back gives
// what going forward gave.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const folder = new URL('../web/app/examples/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.maple'));

for (const name of examples) {
  test(`${name}: each step is sound, and back is as forward`, async ({ page }) => {
    test.setTimeout(120_000);
    const rooms = roomsOf(page);
    await rooms.open();
    const text = readFileSync(new URL(name, folder), 'utf8');
    // A text that writes over a tree on purpose is told so at that tree's steps, and nowhere else.
    const spoils = /^corrupt /m.test(text);
    const report = await rooms.inside.run(text);
    expect(report.ok).toBe(!spoils);
    const found = await page.evaluate(async () => {
      const surface = globalThis.maplescope!;
      const look = async (step: number): Promise<string> => {
        await surface.seek(step);
        const { trees, balance, live, waiting } = surface.state();
        return JSON.stringify({ live: live - waiting, balance, trees: trees.map((tree) => surface.layout(tree)) });
      };
      const { steps } = surface.state();
      const forward: string[] = [];
      for (let step = 0; step <= steps; step++) forward.push(await look(step));
      const differing: number[] = [];
      for (let step = steps; step >= 0; step--) if ((await look(step)) !== forward[step]) differing.push(step);
      return { forward, differing, troubles: surface.state().troubles };
    });
    expect(found.differing).toEqual([]);
    expect(found.troubles.length > 0).toBe(spoils);
    expect(found.troubles.filter(({ message }) => !message.includes('damaged by `corrupt`'))).toEqual([]);
    expect(found.forward).toHaveLength(report.steps.length + 1);
    found.forward.forEach((json, step) => {
      const at = JSON.parse(json) as { balance: number; live: number; trees: { name: string; sum: string; broken: number[]; nodes: unknown[] }[] };
      expect(at.balance, `step ${step}`).toBe(0);
      const spoilt = spoils && report.steps.slice(0, step).some(({ op }) => op === 'corrupt');
      expect(at.trees.flatMap(({ broken }) => broken).length > 0, `step ${step}`).toBe(spoilt && at.trees.length > 0);
      expect(at.trees.reduce((sum, { nodes }) => sum + nodes.length, 0), `step ${step}`).toBe(at.live);
      const told = report.steps[step - 1];
      const tree = at.trees.find((one) => one.name === told?.tree);
      if (typeof told?.sum === 'string' && tree !== undefined) expect(tree.sum, `step ${step}`).toBe(told.sum);
    });
  });
}

test('play goes step by step to the end and stops at a pause', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\npause\nstore 3 = 3\nnote "the last one"\nstore 4 = 4');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('15');
  await rooms.transport.first.click();
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 3 of 5');
  await expect(rooms.transport.play).toHaveAccessibleName('Play');
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 5 of 5');
  await expect(page.locator('.transport').getByText('the last one', { exact: true })).toBeVisible();
  await expect(rooms.inspector.getByText('the last one', { exact: true })).toBeVisible();
});

test('a click on a line shows its step', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3');
  await page.locator('.cm-line', { hasText: 'store 2' }).click();
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  await page.locator('.cm-lineNumbers .cm-gutterElement', { hasText: /^2$/ }).click();
  await expect(rooms.transport.place).toHaveText('step 2 of 4');
});

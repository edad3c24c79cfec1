// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every step of every example: the invariants hold, the plain range map agrees, no node is lost; and going back gives
// what going forward gave.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const folder = new URL('../web/app/examples/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.maple'));

// What a text does on purpose is told so at its steps, and nowhere else: damage by `corrupt`, page tables that a wrong ceiling leaves.
const ON_PURPOSE = /damaged by `corrupt`|`ceiling wrong`/;
/** Above so many steps every 113th is looked at, and the last ones; that each is sound is held by tests/web/app/examples.test.ts. */
const SOME_FROM = 1000;

for (const name of examples) {
  test(`${name}: each step is sound, and back is as forward`, async ({ page }) => {
    test.setTimeout(240_000);
    const rooms = roomsOf(page);
    await rooms.open();
    const text = readFileSync(new URL(name, folder), 'utf8');
    const spoils = /^corrupt /m.test(text);
    const purpose = spoils || / ceiling wrong$/m.test(text);
    const report = await rooms.inside.run(text);
    expect(report.ok).toBe(!purpose);
    expect(report.expects.failed).toEqual([]);
    expect(report.stopped).toBeNull();
    const found = await page.evaluate(async (someFrom) => {
      const surface = globalThis.maplescope!;
      const { steps } = surface.state();
      const every = steps < someFrom ? 1 : 113;
      const told = (step: number): boolean => step % every === 0 || step >= steps - 12;
      const look = async (step: number): Promise<string> => {
        await surface.seek(step);
        const { trees, balance, live, waiting, broken } = surface.state();
        return JSON.stringify({ live: live - waiting, balance, broken, trees: trees.map((tree) => surface.layout(tree)) });
      };
      const forward: string[] = [];
      for (let step = 0; step <= steps; step++) forward.push(told(step) ? await look(step) : '');
      const differing: number[] = [];
      for (let step = steps; step >= 0; step--) if (told(step) && (await look(step)) !== forward[step]) differing.push(step);
      return { forward, differing, troubles: surface.state().troubles };
    }, SOME_FROM);
    expect(found.differing).toEqual([]);
    expect(found.troubles.length > 0).toBe(purpose);
    expect(found.troubles.filter(({ message }) => !ON_PURPOSE.test(message))).toEqual([]);
    expect(found.forward).toHaveLength(report.steps.length + 1);
    found.forward.forEach((json, step) => {
      if (json === '') return;
      const at = JSON.parse(json) as { balance: number; live: number; broken: number[]; trees: { name: string; sum: string; broken: number[]; nodes: unknown[] }[] };
      expect(at.balance, `step ${step}`).toBe(0);
      const spoilt = spoils && report.steps.slice(0, step).some(({ op }) => op === 'corrupt');
      if (!spoilt) expect(at.broken, `step ${step}`).toEqual([]);
      expect(at.trees.flatMap(({ broken }) => broken).length > 0, `step ${step}`).toBe(spoilt && at.trees.length > 0);
      expect(at.trees.reduce((sum, { nodes }) => sum + nodes.length, 0), `step ${step}`).toBe(at.live);
      const step1 = report.steps[step - 1];
      const tree = at.trees.find((one) => one.name === step1?.tree);
      if (typeof step1?.sum === 'string' && tree !== undefined) expect(tree.sum, `step ${step}`).toBe(step1.sum);
    });
    // A fork that failed has given everything back, but for what it leaves on purpose.
    for (const { fork, balance, line } of report.steps) {
      if (balance === undefined || (fork !== null && fork !== undefined && (fork.error === null || fork.wrongCeiling))) continue;
      expect(balance.rows.filter(({ held }) => held !== 0), `line ${line}`).toEqual([]);
      expect(balance.rules.filter(({ held }) => held === false), `line ${line}`).toEqual([]);
    }
    // No run of a sweep is other than it should be.
    for (const { runs, line } of report.sweeps) {
      expect(runs.filter(({ outcome }) => outcome !== 'undone' && outcome !== 'completed'), `line ${line}`).toEqual([]);
      expect(runs.at(-1)).toMatchObject({ failed: false, outcome: 'completed' });
    }
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
  // On a wide screen a note stands once: with the step.
  await expect(rooms.inspector.getByText('the last one', { exact: true })).toBeVisible();
  await expect(page.locator('.transport').getByText('the last one', { exact: true })).toBeHidden();
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

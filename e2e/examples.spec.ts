// SPDX-License-Identifier: GPL-2.0-or-later
//
// The gallery's scenarios in the page: each opens from the gallery, runs, holds what it says, and is drawn as the
// engine has it. That every step of each is sound, and back as forward, is held by
// tests/web/engine/example-steps.test.ts and audit.test.ts; here a few are drawn.

import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';

const FOLDER = new URL('../web/app/examples/', import.meta.url);
/** The texts of all scenarios. */
const EXAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.maple'))
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8').trimEnd());
/** How many tests share the gallery, so that they can run beside each other. */
const PARTS = 2;
/** So many steps of each are drawn, from the first to the last. */
const DRAWN = 3;

interface Shown {
  readonly step: number;
  readonly balance: number;
  /** Nodes of the trees, and those that are out and not kept for a reader. */
  readonly nodes: number;
  readonly live: number;
  readonly broken: number;
}

/** Some steps, as the page shows them. */
function drawn(page: Page, many: number): Promise<readonly Shown[]> {
  return page.evaluate(async (count) => {
    const surface = globalThis.maplescope!;
    const { steps } = surface.state();
    const chosen = new Set(Array.from({ length: count }, (_, k) => Math.round((k * steps) / (count - 1))));
    const shown: Shown[] = [];
    for (const step of chosen) {
      await surface.seek(step);
      const { trees, balance, live, waiting, held, broken } = surface.state();
      const layouts = trees.flatMap((tree) => surface.layout(tree) ?? []);
      const nodes = layouts.reduce((sum, tree) => sum + tree.nodes.length, 0);
      shown.push({ step, balance, nodes, live: live - waiting - held, broken: broken.length });
    }
    return shown;
  }, many);
}

async function expectSound(rooms: Rooms, name: string): Promise<void> {
  const report = await rooms.inside.report();
  // Those that damage a tree, or leave page tables behind, on purpose are not sound, and say why.
  const corrupted = report.steps.findIndex(({ op }) => op === 'corrupt');
  const leaves = report.steps.some(({ fork }) => fork?.wrongCeiling === true);
  expect(report.ok, name).toBe(corrupted < 0 && !leaves);
  expect(report.expects.failed, name).toEqual([]);
  expect(report.stopped, name).toBeNull();
  if (corrupted >= 0) await expect(rooms.problems).toContainText('damaged by corrupt at line');
  else if (leaves) {
    await expect(rooms.problems).toContainText('ceiling wrong at line');
    await expect(rooms.problems.getByRole('heading')).toHaveText('Findings');
  } else await expect(rooms.problems).toBeHidden();

  for (const { step, balance, nodes, live, broken } of await drawn(rooms.page, DRAWN)) {
    const at = `${name}, step ${step}`;
    expect(balance, at).toBe(0);
    expect(nodes, at).toBe(live);
    expect(broken > 0, at).toBe(corrupted >= 0 && step > corrupted && nodes > 0);
  }
}

for (let part = 0; part < PARTS; part++) {
  test(`each scenario of the gallery opens, holds what it says, and is drawn: part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const rooms = roomsOf(page);
    await rooms.open();
    const button = page.getByRole('button', { name: 'Gallery' });
    const choices = page.locator('#gallery .examples .gallery-card');
    await button.click();
    await expect(choices).toHaveCount(EXAMPLES.length);
    await page.keyboard.press('Escape');
    const opened: string[] = [];
    for (let k = part; k < EXAMPLES.length; k += PARTS) {
      await button.click();
      await rooms.nextRun(() => choices.nth(k).click());
      opened.push((await rooms.inside.state()).text.trimEnd());
      await expectSound(rooms, await page.locator('.scenario-title').innerText());
    }
    // Each card opens a scenario of its own.
    expect(new Set(opened).size).toBe(opened.length);
    expect(EXAMPLES).toEqual(expect.arrayContaining(opened));
  });
}

test('the gallery starts a new text, lists own texts first, and opens a scenario at its step or start', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('# My own\ntree mine');
  await rooms.settled();
  const gallery = rooms.dialog('Gallery');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await rooms.nextRun(() => gallery.getByRole('button', { name: 'New', exact: true }).click());
  await expect(rooms.editor.text).toBeFocused();
  expect((await rooms.inside.state()).live).toBe(1);
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(gallery.locator('.gallery-card').first()).toContainText('My own');
  await rooms.nextRun(() =>
    gallery.getByRole('button', { name: 'A full leaf gives to its neighbour: from the start' }).click(),
  );
  await expect(rooms.transport.place).toHaveText('step 0 of 25');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await rooms.nextRun(() => gallery.getByRole('button', { name: /^A full leaf gives to its neighbour The/ }).click());
  await expect(rooms.transport.place).not.toHaveText('step 0 of 25');
});

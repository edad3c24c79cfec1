// SPDX-License-Identifier: GPL-2.0-or-later
//
// The gallery's scenarios in the page: each has a card; one of each kind opens from it, holds what it says, and is
// drawn as the engine has it. That every scenario holds what it says is proven by tests/web/app/examples.test.ts;
// that every step of each is sound, and back as forward, by tests/web/engine/example-steps.test.ts and audit.test.ts.

import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const FOLDER = new URL('../web/app/examples/', import.meta.url);
/** All scenarios, with the titles of their first lines. */
const EXAMPLES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.maple'))
  .map((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd();
    return { name: file.replace('.maple', ''), title: /^# (.*)$/m.exec(text)?.[1] ?? '', text };
  });
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

/** One of each kind: plain, with forks, damaged on purpose, with page tables left behind, with a sweep. */
const OPENED = ['push', 'cat', 'corrupt', 'ceiling', 'sweep'];

const it = onOnePage();
test('the gallery', it.inTurn);

it('the gallery has a card for each scenario; one of each kind opens, holds what it says, and is drawn', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const button = page.getByRole('button', { name: 'Gallery' });
  const cards = page.locator('#gallery .examples .gallery-card');
  await button.click();
  await expect(cards).toHaveCount(EXAMPLES.length);
  // A card says the beginning of its text's title.
  const titles = await cards.locator('strong').allTextContents();
  const behind = titles.map((title) => EXAMPLES.filter((one) => one.title.startsWith(title)).map(({ name }) => name));
  expect(behind.map((names) => names.length)).toEqual(titles.map(() => 1));
  expect(behind.flat().sort()).toEqual(EXAMPLES.map(({ name }) => name).sort());
  await page.keyboard.press('Escape');
  for (const { name, text } of EXAMPLES.filter((one) => OPENED.includes(one.name)))
    await test.step(name, async () => {
      await button.click();
      await rooms.nextRun(() => cards.nth(behind.flat().indexOf(name)).click());
      expect((await rooms.inside.state()).text.trimEnd()).toBe(text);
      await expectSound(rooms, name);
    });
});

it('the gallery starts a new text, lists own texts first, and opens a scenario at its step or start', async ({
  page,
  rooms,
}) => {
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
    gallery.getByRole('button', { name: 'A full leaf pushes slots to its neighbour: from the start' }).click(),
  );
  await expect(rooms.transport.place).toHaveText('step 0 of 25');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await rooms.nextRun(() =>
    gallery.getByRole('button', { name: /^A full leaf pushes slots to its neighbour The/ }).click(),
  );
  await expect(rooms.transport.place).not.toHaveText('step 0 of 25');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The gallery's scenarios in the browser: each opens from the gallery, runs, holds what it says, is sound at every step
// as the engine sees it, and shows the same on the way back as on the way forward. That every single step is shown so
// is held by tests/web/engine/example-steps.test.ts; here some are drawn.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';

/** How many tests share the gallery, so that they can run beside each other. */
const PARTS = 4;
/** So many steps of each are drawn, from the first to the last. */
const DRAWN = 8;
/** What `ceiling wrong` leaves grows from there; nothing else may be found in any text but one that corrupts a tree. */
const LEFT = { step: 14, kind: 'held', tree: null, text: '3 page tables more are held than address spaces have' };

interface Shown {
  readonly step: number;
  readonly balance: number;
  /** Nodes of the trees, and those that are out and not kept for a reader. */
  readonly nodes: number;
  readonly live: number;
  readonly broken: readonly number[];
  readonly sums: readonly (readonly [name: string, sum: string])[];
}

/** Some steps forward, then the same backward; and the steps at which that differs. */
function drawn(
  page: Page,
  many: number,
): Promise<{ readonly forward: readonly Shown[]; readonly differing: readonly number[] }> {
  return page.evaluate(async (count) => {
    const surface = globalThis.maplescope!;
    const { steps } = surface.state();
    const chosen = [...new Set(Array.from({ length: count }, (_, k) => Math.round((k * steps) / (count - 1))))];
    const look = async (step: number): Promise<{ readonly all: string; readonly shown: Shown }> => {
      await surface.seek(step);
      const { trees, balance, live, waiting, held, broken } = surface.state();
      const layouts = trees.flatMap((tree) => surface.layout(tree) ?? []);
      const nodes = layouts.reduce((sum, tree) => sum + tree.nodes.length, 0);
      const sums = layouts.map(({ name, sum }) => [name, sum ?? ''] as const);
      return {
        all: JSON.stringify([layouts, broken]),
        shown: {
          step,
          balance,
          nodes,
          live: live - waiting - held,
          broken: [...broken, ...layouts.flatMap((tree) => tree.broken)],
          sums,
        },
      };
    };
    const forward = [];
    for (const step of chosen) forward.push(await look(step));
    const differing = [];
    for (const one of [...forward].reverse())
      if ((await look(one.shown.step)).all !== one.all) differing.push(one.shown.step);
    return { forward: forward.map(({ shown }) => shown), differing };
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

  const { steps, breaches } = await rooms.inside.audit();
  expect(steps, name).toBe(report.steps.length);
  if (corrupted >= 0)
    expect(breaches[0], name).toMatchObject({
      step: corrupted + 1,
      line: report.steps[corrupted]?.line,
      kind: 'invariant',
    });
  else if (leaves) expect(breaches[0], name).toMatchObject(LEFT);
  expect(
    breaches.filter(
      ({ kind, text }) => corrupted < 0 && !(leaves && kind === 'held' && text.includes('page tables more')),
    ),
    name,
  ).toEqual([]);

  const { forward, differing } = await drawn(rooms.page, DRAWN);
  expect(differing, name).toEqual([]);
  for (const { step, balance, nodes, live, broken, sums } of forward) {
    const at = `${name}, step ${step}`;
    expect(balance, at).toBe(0);
    expect(nodes, at).toBe(live);
    expect(broken.length > 0, at).toBe(corrupted >= 0 && step > corrupted && sums.length > 0);
    const told = report.steps[step - 1];
    const sum = sums.find(([tree]) => tree === told?.tree)?.[1];
    if (typeof told?.sum === 'string' && sum !== undefined) expect(sum, at).toBe(told.sum);
  }
}

for (let part = 0; part < PARTS; part++) {
  test(`each scenario of the gallery holds what it says, at every step, forward and back: part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(1_200_000);
    const rooms = roomsOf(page);
    await rooms.open();
    const button = page.getByRole('button', { name: 'Gallery' });
    const choices = page.locator('#gallery .examples').getByRole('button');
    await button.click();
    await expect(choices.first()).toBeVisible();
    const count = await choices.count();
    expect(count).toBeGreaterThanOrEqual(20);
    await page.keyboard.press('Escape');
    for (let k = part; k < count; k += PARTS) {
      await button.click();
      await choices.nth(k).click();
      await rooms.settled();
      await expectSound(rooms, await page.locator('.scenario-title').innerText());
    }
  });
}

test('a text of one’s own begins from the gallery, and own texts stand first in it; a scenario opens at its step or from the start', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('# My own\ntree mine');
  await rooms.settled();
  const gallery = rooms.dialog('Gallery');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await gallery.getByRole('button', { name: 'New', exact: true }).click();
  await rooms.settled();
  await expect(rooms.editor.text).toBeFocused();
  expect((await rooms.inside.state()).live).toBe(1);
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(gallery.locator('.gallery-card').first()).toContainText('My own');
  await gallery.getByRole('button', { name: 'A full leaf gives to its neighbour: from the start' }).click();
  await rooms.settled();
  await expect(rooms.transport.place).toHaveText('step 0 of 25');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await gallery.getByRole('button', { name: /^A full leaf gives to its neighbour The/ }).click();
  await rooms.settled();
  await expect(rooms.transport.place).not.toHaveText('step 0 of 25');
});

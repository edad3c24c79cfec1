// SPDX-License-Identifier: GPL-2.0-or-later
//
// axe finds no violation, in light and dark, with each dialog open, wide and narrow. What axe cannot see (reach by
// keyboard, the words of the live region) stands in keyboard-only.spec.ts.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from './fixtures';
import { CAT_MAPS } from './rooms/maps';
import { pasteMaps, roomsOf } from './rooms/page';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate(
    async (tags) => (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run({ runOnly: { type: 'tag', values: tags } }),
    TAGS,
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    // Chosen by hand: Firefox does not take the system's scheme from the protocol.
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((chosen) => {
        if (location.protocol === 'http:') localStorage.setItem('maplescope.theme', chosen);
      }, scheme);
    });

    test('the page with a forked map has no violation, in each tab of the inspector and as a table', async ({ page }) => {
      const rooms = roomsOf(page);
      await rooms.open();
      await pasteMaps(rooms, CAT_MAPS);
      await rooms.picture.getByRole('button', { name: 'fork cat' }).click();
      await rooms.settled();
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Tree' }).click();
      for (const tab of ['Step', 'Node', 'Invariants', 'Space']) {
        await page.getByRole('tab', { name: tab }).click();
        expect(await violations(page), tab).toEqual([]);
      }
      await rooms.picture.getByRole('button', { name: 'table' }).click();
      expect(await violations(page), 'table').toEqual([]);
    });

    test('dialogs, menu, problems and messages have no violation', async ({ page }) => {
      const rooms = roomsOf(page);
      await rooms.open('m1.cut');
      expect(await violations(page), 'message').toEqual([]);
      for (const [button, name] of [
        ['Paste a memory map', 'Paste a memory map'],
        ['Help and keyboard shortcuts', 'Help'],
        ['Share', 'Share'],
      ] as const) {
        await page.getByRole('button', { name: button }).click();
        await expect(rooms.dialog(name)).toBeVisible();
        expect(await violations(page), name).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(rooms.dialog(name)).toBeHidden();
      }
      await page.getByRole('button', { name: 'Examples' }).click();
      expect(await violations(page), 'menu').toEqual([]);
      await page.keyboard.press('Escape');
      await rooms.editor.write('tree a\nstroe 1 = 2');
      await expect(rooms.problems).toBeVisible();
      expect(await violations(page), 'problems').toEqual([]);
    });

    test('visits, looks, readers and a spoilt tree have no violation, drawn and as a table', async ({ page }) => {
      test.setTimeout(180_000);
      const rooms = roomsOf(page);
      await rooms.open();
      await rooms.inside.run('tree t alloc rcu\nfor i in 0..39 { store i*10..i*10+6 = i }\nread t at 100 as scan\nerase 100\nnext 50 count 20\ngap 8 within 0..1000\ntree b\nstore 1..5 = 1\nstore 9 = 2\ncorrupt b node 0 pivot 0 = 77');
      for (const [step, what] of [[44, 'visits and a reader'], [45, 'looks'], [49, 'spoilt']] as const) {
        await rooms.inside.seek(step);
        expect(await violations(page), what).toEqual([]);
      }
      await rooms.inside.seek(44);
      await rooms.picture.getByRole('button', { name: 'table' }).click();
      expect(await violations(page), 'as a table').toEqual([]);
    });

    test('forks, their comparison, page tables, VMAs and sweeps have no violation, drawn and as tables', async ({ page }) => {
      test.setTimeout(180_000);
      const rooms = roomsOf(page);
      await rooms.open();
      await rooms.inside.run(
        'mm app\nrepeat 21 as i { map 64K + i*64K..+48K rw }\ntouch 64K..+48K\nfork app as child\nfail vma at vma 9\nfork app as unborn undo range ceiling wrong\nsweep vma {\n  fork app as other\n}\nexit child',
      );
      const view = page.getByRole('group', { name: 'View' });
      for (const [step, what] of [[24, 'a fork'], [26, 'a failed fork'], [27, 'a sweep'], [28, 'an exit']] as const) {
        await rooms.inside.seek(step);
        expect(await violations(page), what).toEqual([]);
        await rooms.picture.getByRole('button', { name: 'table', exact: true }).click();
        expect(await violations(page), `${what} as a table`).toEqual([]);
        await rooms.picture.getByRole('button', { name: 'table', exact: true }).click();
      }
      await rooms.inside.seek(24);
      await view.getByRole('button', { name: 'Compare' }).click();
      await expect(rooms.picture.getByRole('group', { name: 'Strategies side by side' })).toBeVisible();
      expect(await violations(page), 'the comparison').toEqual([]);
      await view.getByRole('button', { name: 'VMAs' }).click();
      expect(await violations(page), 'VMAs').toEqual([]);
    });

    test('a narrow screen has no violation in any pane', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const rooms = roomsOf(page);
      await rooms.open();
      for (const pane of ['Scenario', 'Picture', 'Step']) {
        await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
        expect(await violations(page), pane).toEqual([]);
      }
    });
  });
}

test('there is one first-level heading, and landmarks with names', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Maplescope']);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(rooms.inspector).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scenario' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Time' })).toBeVisible();
});

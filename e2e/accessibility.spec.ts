// SPDX-License-Identifier: GPL-2.0-or-later
//
// axe finds no violation, in light and dark, in every view and dialog, wide and narrow. What axe cannot see (reach by
// keyboard, the words of the live region) stands in keyboard-only.spec.ts. A state is looked at whole in the light
// theme; in the dark one, which differs from it in nothing but colours, by the rules on colours.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from './fixtures';
import { CAT_MAPS } from './rooms/maps';
import { pasteMaps } from './rooms/page';
import { onOnePage } from './rooms/steps';

/**
 * axe keeps the private fields of each colour in weak maps. A page makes so many colours that garbage collection took a
 * third of the test's time. Here each field is a property of the colour itself, under a symbol.
 */
const FIELDS =
  'class { k = Symbol(); get(o) { return o[this.k]; } set(o, v) { o[this.k] = v; return this; } ' +
  'add(o) { return this.set(o, true); } has(o) { return this.k in o; } delete(o) { return delete o[this.k]; } }';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const source = `((WeakMap, WeakSet) => {${axe}\n})(...(F => [F, F])(${FIELDS}))`;
const EVERY_RULE = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
const RULES_ON_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const PICTURE_AND_STEP = ['.picture-pane', '.inspector'];
const DIALOG = ['dialog[open]'];

/** Violations in these parts of the page, or in all of it, in either theme. */
type Look = (what: string, parts?: readonly string[]) => Promise<void>;

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('maplescope.theme', 'light');
  }),
);

function looking(page: Page): Look {
  const violations = (
    theme: 'light' | 'dark',
    rules: unknown,
    parts: readonly string[] | undefined,
  ): Promise<string[]> =>
    page.evaluate(
      async ([chosen, runOnly, include]) => {
        const root = document.documentElement;
        const before = root.getAttribute('data-theme');
        root.setAttribute('data-theme', chosen);
        // A colour on its way is neither.
        await Promise.all(
          document
            .getAnimations()
            .filter((one) => one instanceof CSSTransition)
            .map((one) => one.finished.catch(() => undefined)),
        );
        const { axe } = globalThis as unknown as {
          axe: { run(context: unknown, options: unknown): Promise<AxeResults> };
        };
        const context = include === undefined ? document : { include: include.map((part) => [part]) };
        const results = await axe.run(context, { runOnly, resultTypes: ['violations'] });
        if (before === null) root.removeAttribute('data-theme');
        else root.setAttribute('data-theme', before);
        return results.violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
        );
      },
      [theme, rules, parts] as const,
    );
  return async (what, parts) => {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
    expect(await violations('light', EVERY_RULE, parts), what).toEqual([]);
    expect(await violations('dark', RULES_ON_COLOURS, parts), `${what}, dark`).toEqual([]);
  };
}

const it = onOnePage();
test('axe finds no violation, and letters are letters', it.inTurn);

it('the page with a forked map has no violation, in each tab of the inspector and as a table', async ({
  page,
  rooms,
}) => {
  const look = looking(page);
  await rooms.open();
  await pasteMaps(rooms, CAT_MAPS);
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork cat' }).click());
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Tree' }).click();
  await look('the page');
  const tabs = rooms.inspector.getByRole('tab');
  expect(await tabs.count()).toBe(5);
  for (let k = 1; k < 5; k++) {
    await tabs.nth(k).click();
    await expect(rooms.inspector.getByRole('tabpanel')).not.toBeEmpty();
    await look((await tabs.nth(k).textContent()) ?? '', ['.inspector']);
  }
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  await look('table', ['.picture-pane']);
});

it('dialogs, menu, problems and messages have no violation', async ({ page, rooms }) => {
  const look = looking(page);
  await rooms.open('m1.cut');
  await expect(rooms.notice).toBeVisible();
  await look('message');
  for (const [key, name] of [
    ['m', 'Paste a memory map'],
    ['h', 'Help'],
    ['g', 'Gallery'],
    ['?', 'Keys'],
    ['ControlOrMeta+k', 'Commands'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rooms.dialog(name)).toBeVisible();
    await look(name, DIALOG);
    await page.keyboard.press('Escape');
    await expect(rooms.dialog(name)).toBeHidden();
  }
  await rooms.editor.write('tree a\nstroe 1 = 2');
  await expect(rooms.problems).toBeVisible();
  await look('problems');
});

it('the list of labs, and a lab that ran with its tables open, have no violation', async ({ page }) => {
  const look = looking(page);
  await page.goto('./#labs');
  const labs = page.getByRole('dialog', { name: 'Labs' });
  await expect(labs.locator('.lab-list .lab-plot')).toHaveCount(9, { timeout: 60_000 });
  await look('list of labs', DIALOG);
  // With a message: this number is above its bound.
  await page.goto('./#lab=failure&work=many&n=500');
  await expect(labs.locator('.lab-chart .lab-plot')).toHaveCount(2);
  await expect(labs.getByRole('alert')).toBeVisible();
  for (const summary of await labs.getByText('Data and files').all()) await summary.click();
  await look('a lab', DIALOG);
});

it('each part of the share dialog has no violation; the arrows go from one to the next', async ({ page, rooms }) => {
  const look = looking(page);
  await rooms.inside.run('# A map\ntree t alloc\nrepeat 30 as i { store i * 10..+5 = i }');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  const tabs = dialog.getByRole('tab');
  await tabs.first().focus();
  expect(await tabs.count()).toBeGreaterThan(3);
  for (let k = 0; k < (await tabs.count()); k++) {
    if (k > 0) await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(k)).toBeFocused();
    await expect(tabs.nth(k)).toHaveAttribute('aria-selected', 'true');
    await expect(dialog.getByRole('tabpanel')).not.toBeEmpty();
    await look((await tabs.nth(k).textContent()) ?? '', DIALOG);
  }
});

it('visits, looks, readers and a spoilt tree have no violation, drawn and as a table', async ({ page, rooms }) => {
  const look = looking(page);
  await rooms.inside.run(
    'tree t alloc rcu\nfor i in 0..39 { store i*10..i*10+6 = i }\nread t at 100 as scan\nerase 100\n' +
      'next 50 count 20\ngap 8 within 0..1000\ntree b\nstore 1..5 = 1\nstore 9 = 2\ncorrupt b node 0 pivot 0 = 77',
  );
  for (const [step, what, parts] of [
    [44, 'visits and a reader', PICTURE_AND_STEP],
    [45, 'looks', PICTURE_AND_STEP],
    [49, 'spoilt', undefined],
  ] as const) {
    await rooms.inside.seek(step);
    await look(what, parts);
  }
  await rooms.inside.seek(44);
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  await look('as a table', ['.picture-pane']);
});

it('forks, their comparison, page tables, VMAs and sweeps have no violation, drawn and as tables', async ({
  page,
  rooms,
}) => {
  const look = looking(page);
  await rooms.inside.run(
    'mm app\nrepeat 21 as i { map 64K + i*64K..+48K rw }\ntouch 64K..+48K\nfork app as child\nfail vma at vma 9\n' +
      'fork app as unborn undo range ceiling wrong\nsweep vma {\n  fork app as other\n}\nexit child',
  );
  const view = page.getByRole('group', { name: 'View' });
  for (const [step, what] of [
    [24, 'a fork'],
    [26, 'a failed fork'],
    [27, 'a sweep'],
    [28, 'an exit'],
  ] as const) {
    await rooms.inside.seek(step);
    await look(what, PICTURE_AND_STEP);
    await rooms.picture.getByRole('button', { name: 'table', exact: true }).click();
    await look(`${what} as a table`, ['.picture-pane']);
    await rooms.picture.getByRole('button', { name: 'table', exact: true }).click();
  }
  await rooms.inside.seek(24);
  await view.getByRole('button', { name: 'Compare' }).click();
  await expect(rooms.picture.getByRole('group', { name: 'Strategies side by side' })).toBeVisible();
  await look('the comparison', ['.picture-pane']);
  await view.getByRole('button', { name: 'VMAs' }).click();
  await look('VMAs', ['.picture-pane']);
});

it('the find bar, two trees side by side, slow motion and projector mode have no violation', async ({
  page,
  rooms,
}) => {
  const look = looking(page);
  await rooms.inside.run('tree t alloc\nrepeat 30 as i { store i * 10..+5 = i }\nstore 8..22 = 9\nerase 100');
  await page.getByRole('button', { name: 'find', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill('leaf where used > 3');
  await page.getByRole('button', { name: 'list', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible();
  await look('find', ['.picture-pane']);
  await page.getByRole('combobox', { name: 'Find' }).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await rooms.inside.seek(32);
  await page.getByRole('button', { name: 'A | B' }).click();
  await expect(page.locator('.ms-differ-verdict')).toBeVisible();
  await page.getByRole('button', { name: 'Next difference' }).click();
  await look('A | B', ['.picture-pane']);
  await page.getByRole('button', { name: 'A | B' }).click();
  await page.getByRole('button', { name: 'slow motion' }).click();
  await expect(page.getByRole('slider', { name: 'Event of the step' })).toBeVisible();
  await look('slow motion', PICTURE_AND_STEP);
  await page.getByRole('button', { name: 'slow motion' }).click();
  await page.getByRole('button', { name: 'Projector mode' }).click();
  await expect(page.locator('.projected-words')).toBeVisible();
  await look('projector mode');
});

it('a narrow screen has no violation in any pane', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const look = looking(page);
  await rooms.open();
  for (const pane of ['Scenario', 'Picture', 'Step']) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
    await look(pane);
  }
});

it('there is one first-level heading, and landmarks with names', async ({ page, rooms }) => {
  await rooms.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Maplescope']);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(rooms.inspector).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scenario' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Time' })).toBeVisible();
});

it('letters are drawn, not boxes for letters that no font has', async ({ page, rooms }) => {
  await rooms.open();
  const widths = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = '16px sans-serif';
    return ['iiii', 'mmmm'].map((letters) => context.measureText(letters).width);
  });
  // Boxes are all of one width.
  expect(widths[0]).toBeLessThan(widths[1]! / 2);
});

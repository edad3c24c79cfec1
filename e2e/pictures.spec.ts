// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page in thirteen states, against pictures that a person has looked at (e2e/pictures; `--update-snapshots` takes
// them anew). The fonts are the same everywhere: tests/setup/fonts.mjs.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { WHOLE_CHROMIUM } from './browsers';
import { expect, test } from './fixtures';
import { kindDifferences, otherLetters, requireSameLetters } from './rooms/kept';
import { coarseDifferences, differences, kindsOf, marksOf } from './rooms/marks';
import { smallPng } from './rooms/png';
import { roomsOf, type Rooms } from './rooms/page';

test.use({
  launchOptions: WHOLE_CHROMIUM,
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'UTC',
});

// The pictures of a first visit are taken when the whole page has loaded: its later parts load as soon as it is idle,
// however busy the machine. The other pictures need only what they show.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = (act) =>
      window.setTimeout(() => act({ didTimeout: false, timeRemaining: () => 50 }));
  });
});

function example(name: string): string {
  return readFileSync(new URL(`../web/app/examples/${name}.maple`, import.meta.url), 'utf8').trimEnd();
}

const COMPARED =
  'tree t alloc\nrepeat 60 as i { store i*10..+5 = i }\nstore 205 = "needle"\nstore 300..305 = "pin"\nerase 400';
const LARGE =
  'tree t alloc\nbulk 200000 {\n  repeat 200000 as i { store i*16..i*16+7 = i % 1000 }\n}\n' +
  'store 100000..100020 = 3\nstore 480000 = null';
const REFUSED = 'tree t\nrepeat 20 as i { store i*10..+5 = i }\nstor 5 = 1\nstore 9..3 = 2';

interface State {
  readonly name: string;
  readonly dark?: boolean;
  /** As it comes, without all that the page has. */
  readonly firstTime?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  readonly show: (rooms: Rooms) => Promise<void>;
}

const STATES: readonly State[] = [
  { name: 'first', firstTime: true, show: () => Promise.resolve() },
  { name: 'first-dark', dark: true, firstTime: true, show: () => Promise.resolve() },
  {
    name: 'fork-fails-story',
    firstTime: true,
    async show({ inside, picture }) {
      const report = await inside.run(example('fork-vma'));
      await inside.seek(1 + report.steps.findIndex(({ op }) => op === 'fork'));
      await expect(picture.getByRole('region', { name: 'Fork of cat as unborn' })).toBeVisible();
    },
  },
  {
    name: 'fork-fails',
    dark: true,
    async show({ inside, picture }) {
      const report = await inside.run(example('fork-vma'));
      await inside.seek(1 + report.steps.findIndex(({ op }) => op === 'fork'));
      await expect(picture.getByRole('region', { name: 'Fork of cat as unborn' })).toBeVisible();
    },
  },
  {
    name: 'slow-motion',
    async show({ page, inside }) {
      await inside.run('tree book alloc\nfor i in 0..30 { store i*0x10..i*0x10+9 = i }\nstore 0x77..0x78 = 99');
      await page.evaluate(() => globalThis.maplescope!.seek(33, 21));
      await page.getByRole('button', { name: /^[a-z]+\.c:\d+$/ }).click();
      await expect(page.getByRole('tabpanel', { name: 'Source' }).locator('.line.marked .n').first()).toBeInViewport();
    },
  },
  {
    name: 'find',
    async show({ page, inside }) {
      await inside.run(COMPARED);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('/');
      await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
      await page.keyboard.type('leaf where used < 12');
      await expect(page.locator('#find-said')).toHaveText(/^\d+ nodes? at step/);
      await expect(page.locator('.find-steps')).toContainText('steps');
    },
  },
  {
    name: 'compare',
    async show({ page, inside }) {
      await inside.run(COMPARED);
      await inside.seek(62);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('v');
      await expect(page.locator('.ms-differ-verdict')).toHaveText(/nodes? differ in \d+ places?/);
    },
  },
  {
    name: 'allocator',
    async show({ page, inside }) {
      await inside.run(example('policy'));
      await page.getByRole('tab', { name: 'Allocator' }).click();
      await expect(page.locator('.ms-slab .squares canvas')).toBeVisible();
    },
  },
  {
    name: 'corrupt',
    async show({ page, inside }) {
      await inside.run(example('corrupt'));
      await inside.seek(42);
      await page.getByRole('tab', { name: 'Invariants' }).click();
    },
  },
  {
    name: 'large',
    async show({ page, inside }) {
      await inside.run(LARGE);
      await expect(page.locator('.ms-large-view')).toHaveAttribute('data-step', '4');
    },
  },
  { name: 'phone', firstTime: true, size: { width: 390, height: 844 }, show: () => Promise.resolve() },
  {
    name: 'refused',
    async show(rooms) {
      // The run that it follows has ended, or there would be no tree of before to keep.
      await rooms.settled();
      const { page, editor } = rooms;
      await editor.write(REFUSED);
      await page.keyboard.press('Escape');
      await expect(page.locator('.problems')).toContainText('stor');
      // Where the cursor was, and how far a long line before it had been followed, depends on how fast it was written.
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        document.querySelector('.cm-scroller')?.scrollTo(0, 0);
      });
    },
  },
  {
    name: 'empty',
    dark: true,
    async show({ inside }) {
      await inside.run('tree t');
    },
  },
];

// Until parts that come later are there, nothing moves or fades, and two looks at it are alike.
async function rested(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  // A cursor blinks for ever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  );
  await page.mouse.move(0, 0);
  let before = '';
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await marksOf(page.locator('body')));
        const same = now === before;
        before = now;
        return same;
      },
      { intervals: [150] },
    )
    .toBe(true);
}

for (const { name, dark = false, firstTime = false, size, show } of STATES) {
  test.describe(() => {
    test.use({ firstTime, ahead: firstTime });
    test(`the page as kept: ${name}`, async ({ page }, info) => {
      if (size !== undefined) await page.setViewportSize(size);
      if (dark) await page.emulateMedia({ colorScheme: 'dark' });
      const rooms = roomsOf(page);
      await rooms.open();
      await show(rooms);
      await rooms.settled();
      await page.locator('.engine').evaluate((node) => (node.textContent = 'linux-6.16/000000000000'));
      await rested(page);
      expect(kindDifferences(name, await marksOf(page.locator('body')), info), `${name}: kinds of marks`).toEqual([]);
      await requireSameLetters(page, info);
      expect(await pixelsOf(page)).toMatchSnapshot(`${name}.png`);
    });
  });
}

async function pixelsOf(page: Page): Promise<Buffer> {
  return smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' }));
}

// One thing wrong at a time on the first view: pixels, marks and kinds of marks must show it as far as they can.
const WRONG = [
  { what: 'another colour', style: ':root { --accent: #0b6fd0 !important; }', coarse: true },
  { what: 'a node elsewhere', style: '.tree-host [data-node="3"] { translate: 0 14px }', coarse: false },
  { what: 'something hidden', style: '.tree-host [data-node="2"] { display: none }', coarse: true },
  {
    what: 'other letters',
    style: ':root { --words: "Liberation Serif" !important; --mono: "Liberation Mono" !important }',
    coarse: false,
  },
] as const;

test.describe(() => {
  test.use({ firstTime: true, ahead: true });
  test('a picture that differs in one thing fails', async ({ page }, info) => {
    const rooms = roomsOf(page);
    const opened = async (): Promise<void> => {
      await rooms.settled();
      await page.locator('.engine').evaluate((node) => (node.textContent = 'linux-6.16/000000000000'));
      await rested(page);
    };
    await rooms.open();
    await opened();
    const picture = page.locator('.tree-host');
    const before = await marksOf(picture);
    expect(differences(before, await marksOf(picture))).toEqual([]);
    await requireSameLetters(page, info);
    // The picture is as kept before and after: the planted fault alone makes it differ.
    expect(await pixelsOf(page)).toMatchSnapshot('first.png');
    for (const { what, style, coarse } of WRONG) {
      const sheet = await page.addStyleTag({ content: style });
      const now = await marksOf(picture);
      expect(differences(before, now), what).not.toEqual([]);
      if (coarse) expect(coarseDifferences(kindsOf(before), kindsOf(now)), what).not.toEqual([]);
      expect(await pixelsOf(page), what).not.toMatchSnapshot('first.png');
      if (what === 'other letters') expect(await otherLetters(page)).not.toEqual([]);
      await sheet.evaluate((node) => {
        (node as Element).remove();
      });
    }
    // Opened anew, since the editor keeps the heights of lines that it has measured in other letters.
    await page.reload();
    await opened();
    expect(differences(before, await marksOf(picture))).toEqual([]);
    expect(await pixelsOf(page)).toMatchSnapshot('first.png');
  });
});

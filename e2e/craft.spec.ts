// SPDX-License-Identifier: GPL-2.0-or-later
//
// What holds everywhere on the page: nothing moves while steps go by, it can be used at twice the size, focus can be
// seen, and from the back of a room it can be read.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const STAYING = [
  '.header',
  '.editor-pane',
  '.picture-pane',
  '.picture-head',
  '.strip-host',
  '.tree-host',
  '.picture-foot',
  '.transport',
  '.transport-row',
  '.timeline-host',
  '.inspector',
  '.inspector [role=tablist]',
  '.projected',
];

// What is on the page only after a while must not break any of it.
test.use({ ahead: true });

/** Of the things that are there at every step, those that stand elsewhere at a step than at step 0. */
function moved(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (names) => {
    const surface = globalThis.maplescope!;
    const look = async (step: number): Promise<string[]> => {
      await surface.seek(step);
      // What is drawn with the next frame has moved by then, too.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return names.map((name) => {
        const node = document.querySelector(name);
        if (node === null) return name;
        const { left, top, width, height } = node.getBoundingClientRect();
        return `${name} ${[left, top, width, height].map((n) => Math.round(n)).join(' ')}`;
      });
    };
    const first = await look(0);
    const found: string[] = [];
    for (let step = 1; step <= surface.state().steps; step++)
      found.push(
        ...(await look(step)).filter((place, k) => place !== first[k]).map((place) => `step ${step}: ${place}`),
      );
    return found;
  }, STAYING);
}

const SCRIPTS = [
  '',
  'tree t alloc\nrepeat 40 as i { store i * 16..+7 = i }\nnote "Half of it goes."\n' +
    'for i in 0..20 { erase i * 16 }\nexpect valid t',
  'tree r rcu\nrepeat 20 as i { store i * 10..+4 = i }\nread r at 50 as a\nstore 50 = "x"\n' +
    'resume a\nrelease a\nfail request 1\nstore 51..52 = 3',
];

const it = onOnePage();
test('the page keeps still, and can be read from the back of a room', it.inTurn);

it('stepping moves nothing that stays', async ({ page, rooms }) => {
  for (const script of SCRIPTS) {
    if (script !== '') await rooms.inside.run(script);
    const { steps } = await rooms.inside.state();
    expect(steps).toBeGreaterThan(5);
    expect(await moved(page), script).toEqual([]);
  }
});

test('at 200 % nothing is lost: everything is reached without scrolling sideways @story', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const rooms = roomsOf(page);
  await rooms.open();
  for (const pane of ['Scenario', 'Picture', 'Step']) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
    const outside = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      ...[
        ...document.querySelectorAll(
          '.header .button, .transport-row .button, .panes button, .picture-head button, [role=tab]',
        ),
      ]
        .filter((node) => {
          const { width, left, right } = node.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth);
        })
        .map((node) => node.textContent),
    ]);
    expect(outside, pane).toEqual([0]);
  }
  for (const [key, name] of [
    ['m', 'Paste a memory map'],
    ['g', 'Gallery'],
    ['h', 'Help'],
    ['s', 'Share'],
    ['?', 'Keys'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rooms.dialog(name)).toBeVisible();
    const outside = await rooms.dialog(name).evaluate((dialog) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      return [left < 0, right > innerWidth, top < 0, bottom > innerHeight, dialog.scrollWidth > dialog.clientWidth];
    });
    expect(outside, name).toEqual([false, false, false, false, false]);
    await page.keyboard.press('Escape');
    await expect(rooms.dialog(name)).toBeHidden();
  }
});

it('projector mode puts the picture and the sentence first, and is kept', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rooms.open();
  const cell = (): Promise<number> =>
    page
      .locator('.tree-host svg .ms-node .frame')
      .first()
      .evaluate((node) => Math.sqrt(node.getBoundingClientRect().height * node.getBoundingClientRect().width));
  const before = await cell();
  await page.keyboard.press('p');
  await expect(rooms.inspector).toBeHidden();
  await expect(rooms.editor.text).toBeHidden();
  const words = page.locator('.projected-words');
  await expect(words).toContainText('the write splits one range in three');
  expect(await words.evaluate((node) => parseFloat(getComputedStyle(node).fontSize))).toBeGreaterThanOrEqual(20);
  // The ordinary picture of a low window is nearly as large (157 until its bars gave way to the tree, 206 since).
  await expect.poll(cell).toBeGreaterThan(Math.max(before, 220));
  await page.getByRole('button', { name: 'Editor', exact: true }).click();
  await expect(rooms.editor.text).toBeVisible();
  await page.reload();
  await rooms.settled();
  await expect(words).toBeVisible();
  expect(await moved(page)).toEqual([]);
  await page.getByRole('button', { name: 'Projector mode' }).click();
  await expect(rooms.inspector).toBeVisible();
  await expect(words).toBeHidden();
});

it('a projected sentence that is too long shows whole lines, and all of it at a press; nothing else moves', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rooms.open();
  await page.keyboard.press('p');
  await rooms.inside.run(readFileSync(new URL('../web/app/examples/fork-vma.maple', import.meta.url), 'utf8'));
  const lines = page.locator('.projected-words > span');
  await expect(lines).toContainText('does not exist');
  const whole = (): Promise<boolean> => lines.evaluate((node) => node.scrollHeight <= node.clientHeight + 1);
  const more = page.getByRole('button', { name: 'more', exact: true });
  await expect(more).toBeVisible();
  expect(await whole()).toBe(false);
  const shown = await lines.evaluate((node) => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight));
  expect(Math.abs(shown - Math.round(shown))).toBeLessThan(0.05);
  expect(
    await lines.evaluate((node) => [
      parseFloat(getComputedStyle(node).fontSize) >= 18,
      getComputedStyle(node.parentElement!).maskImage,
    ]),
  ).toEqual([true, 'none']);
  const tree = await page.locator('.picture-pane').boundingBox();
  await more.click();
  await expect.poll(whole).toBe(true);
  expect(await page.locator('.picture-pane').boundingBox()).toEqual(tree);
  await page.getByRole('button', { name: 'less', exact: true }).click();
  await expect.poll(whole).toBe(false);
});

test('parts that are fetched later are there without the host, once the page has been idle', async ({
  page,
  context,
}) => {
  const rooms = roomsOf(page);
  const asked: string[] = [];
  let answered = 0;
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('requestfinished', () => answered++);
  // Idle at once after each part, however busy the machine: what is proved is that all are fetched without being
  // wanted.
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = (act) =>
      window.setTimeout(() => act({ didTimeout: false, timeRemaining: () => 50 }));
  });
  await rooms.open();
  // Each part is asked for as soon as the one before is there: when none follows, all are there.
  await expect(async () => {
    const before = asked.length;
    await page.waitForTimeout(700);
    expect(asked.length).toBe(before);
    expect(answered).toBe(before);
    expect(asked.some((path) => path.includes('palette-'))).toBe(true);
  }).toPass({ timeout: 120_000 });
  await context.setOffline(true);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('projector mode');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  await expect(rooms.inspector.getByRole('tabpanel')).not.toBeEmpty();
});

it('in projector mode a clicker steps, b is a black screen until the next key, and Escape leaves', async ({
  page,
  rooms,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rooms.open();
  const step = async (): Promise<number> => (await rooms.inside.state()).step;
  const at = await step();
  // Outside of it these keys are the browser's.
  await page.keyboard.press('PageUp');
  expect(await step()).toBe(at);
  await page.keyboard.press('p');
  await expect(page.locator('.projected-words')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect.poll(step).toBe(at - 1);
  await page.keyboard.press('PageDown');
  await expect.poll(step).toBe(at);
  const black = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement, '::after').backgroundColor);
  await page.keyboard.press('b');
  await expect.poll(black).toBe('rgb(0, 0, 0)');
  // The key that brings the light back does nothing else.
  await page.keyboard.press('PageDown');
  await expect.poll(black).not.toBe('rgb(0, 0, 0)');
  expect(await step()).toBe(at);
  expect(await page.locator('.tree-host').evaluate((node) => getComputedStyle(node).cursor)).toContain('svg');
  await page.keyboard.press('Escape');
  await expect(page.locator('.projected-words')).toHaveCount(0);
  await expect(rooms.inspector).toBeVisible();
});

it('in forced colours focus is outlined, a choice shows by more than its ground, a node says its kind', async ({
  page,
  rooms,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await rooms.inside.run(SCRIPTS[1] ?? '');
  await rooms.inside.seek(41);
  const kinds = await page
    .locator('.tree-host .ms-node')
    .evaluateAll((nodes) =>
      nodes.map((node) => [node.getAttribute('data-kind'), node.querySelector('.kind')?.textContent]),
    );
  expect(kinds.length).toBeGreaterThan(3);
  expect(kinds.filter(([kind, said]) => said !== (kind === 'leaf' ? 'leaf' : 'inner node'))).toEqual([]);
  const alike = await page.evaluate(() =>
    ['aria-pressed', 'aria-selected'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}=true]`)].flatMap((chosen) => {
        const other = [...(chosen.parentElement?.children ?? [])].find((one) => one.getAttribute(name) === 'false');
        const look = (node: Element): string => {
          const { borderColor, borderWidth, borderStyle, outlineStyle, color, fontWeight, textDecorationLine } =
            getComputedStyle(node);
          return [borderColor, borderWidth, borderStyle, outlineStyle, color, fontWeight, textDecorationLine].join();
        };
        return other !== undefined && chosen.checkVisibility() && look(chosen) === look(other)
          ? [chosen.textContent]
          : [];
      }),
    ),
  );
  expect(alike).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const bare: string[] = [];
  for (let k = 0; k < 40; k++) {
    await page.keyboard.press('Tab');
    bare.push(
      ...(await page.evaluate(() => {
        const node = document.activeElement;
        // In the text of the scenario the caret shows it.
        if (
          node === null ||
          node === document.body ||
          node === document.documentElement ||
          node.matches('[contenteditable=true]')
        )
          return [];
        // An item of the outline shows it around its own row, without those below.
        const { outlineStyle, outlineWidth } = getComputedStyle(
          node.matches('.ms-outline li') ? (node.querySelector('.row') ?? node) : node,
        );
        return outlineStyle === 'none' || parseFloat(outlineWidth) < 1
          ? [`${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`]
          : [];
      })),
    );
  }
  expect(bare).toEqual([]);
});

/** What the Tab key stops at inside of something. */
function stops(page: Page, inside: string): Promise<number> {
  return page
    .locator(inside)
    .evaluateAll(
      (all) =>
        all
          .flatMap((one) => [one, ...one.querySelectorAll('*')])
          .filter(
            (node) =>
              (node as HTMLElement).tabIndex >= 0 &&
              !(node as HTMLButtonElement).disabled &&
              node.checkVisibility({ visibilityProperty: true }),
          ).length,
    );
}

it('a widget is one stop for the Tab key, whatever it holds', async ({ page, rooms }) => {
  await rooms.inside.run(SCRIPTS[1] ?? '');
  await rooms.inside.seek(41);
  for (const widget of ['.timeline-host', '.strip-host', '.ms-tree-frame', '.ms-outline'])
    await expect.poll(() => stops(page, widget), widget).toBe(1);
  await page.getByRole('button', { name: 'slow motion' }).click();
  for (const [role, name] of [
    ['slider', 'Event of the step'],
    ['listbox', 'Events of the step'],
  ] as const)
    await expect(page.getByRole(role, { name })).toBeVisible();
  for (const widget of ['.ms-event-strip', '.ms-event-list'])
    await expect.poll(() => stops(page, widget), widget).toBe(1);
  await page.getByRole('tab', { name: 'Allocator' }).click();
  await expect(page.locator('.ms-ledger .rows .row').nth(3)).toBeVisible();
  for (const widget of ['.ms-slab .squares canvas', '.ms-ledger .rows'])
    await expect.poll(() => stops(page, widget), widget).toBe(1);
  // The arrows reach the rest, and the stop goes along.
  await page.locator('.ms-ledger .rows button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Fail request 2 of the run', exact: true })).toBeFocused();
  await expect.poll(() => stops(page, '.ms-ledger .rows')).toBe(1);
});

it('on a low wall the leaves of a fork are whole in projector mode', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await rooms.inside.run(readFileSync(new URL('../web/app/examples/cat.maple', import.meta.url), 'utf8'));
  await rooms.inside.seek(24);
  await page.keyboard.press('p');
  await expect(rooms.inspector).toBeHidden();
  const free = (): Promise<number> =>
    page.locator('.fork-host').evaluate((host) => {
      const bottoms = [...host.querySelectorAll('.sheet canvas')].map((one) => one.getBoundingClientRect().bottom);
      return host.querySelector('.ms-play')!.getBoundingClientRect().top - Math.max(...bottoms);
    });
  await expect.poll(free).toBeGreaterThanOrEqual(-1);
});

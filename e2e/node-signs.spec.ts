// SPDX-License-Identifier: GPL-2.0-or-later
//
// The signs within a node, counted against the nodes that the core has: what is NULL, unused, implied, a gap; and what
// a step did to a node, shown by the line of its frame and not by its colour alone.

import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';

const SLOTS = { leaf: 16, range: 16, arange: 10 } as const;

/** Signs of each node as they are drawn; those that nobody can see do not count. */
function drawn({ page }: Rooms): Promise<Record<string, unknown>> {
  return page.locator('.ms-tree-view .nodes').evaluate((nodes) => {
    const told = [...nodes.querySelectorAll<SVGElement>('.ms-node')].map((node) => {
      const all = (selector: string): SVGElement[] =>
        [...node.querySelectorAll<SVGElement>(selector)].filter((one) => one.getBoundingClientRect().height > 0);
      const bars = all('.gap').map((bar) => ({
        largest: bar.classList.contains('recorded'),
        fill: getComputedStyle(bar).fill,
        middle: bar.getBoundingClientRect().left + bar.getBoundingClientRect().width / 2,
      }));
      const cells = all('.cell').map((cell) => cell.getBoundingClientRect());
      return [
        node.dataset['node'],
        {
          unused: all('.unused').reduce((sum, path) => sum + (path.getAttribute('d')?.match(/M/g)?.length ?? 0), 0),
          nulls: all('.cell').flatMap((cell) =>
            getComputedStyle(cell).fill.startsWith('url(') ? [Number(cell.dataset['slot'])] : [],
          ),
          implied: all('.tick.implied').filter((tick) => getComputedStyle(tick).strokeDasharray !== 'none').length,
          pivots: all('.tick:not(.implied)').reduce(
            (sum, path) => sum + (path.getAttribute('d')?.match(/M/g)?.length ?? 0),
            0,
          ),
          gaps: bars.map(({ middle }) => cells.findIndex(({ left, right }) => left < middle && right > middle)),
          largest: bars.flatMap(({ largest, fill }, k) =>
            largest && bars.every((other) => other.largest || other.fill !== fill) ? [k] : [],
          ),
        },
      ];
    });
    return Object.fromEntries(told) as Record<string, unknown>;
  });
}

/** The same of the nodes in the core. */
async function wanted({ inside }: Rooms): Promise<Record<string, unknown>> {
  const { nodes } = (await inside.layout())!;
  return Object.fromEntries(
    nodes.map(({ id, kind, lasts, entries, gaps, gapmeta }) => {
      const [room, implied] = [SLOTS[kind], lasts.length === SLOTS[kind] ? 1 : 0];
      const bars = (gaps ?? []).flatMap((gap, slot) => (BigInt(gap) > 0n ? [slot] : []));
      return [
        String(id),
        {
          unused: room - lasts.length,
          nulls: (entries ?? []).flatMap((entry, slot) => (entry === null ? [slot] : [])),
          implied,
          pivots: lasts.length - implied,
          gaps: bars,
          largest: gapmeta === null ? [] : [bars.indexOf(gapmeta)],
        },
      ];
    }),
  );
}

/** How the frame of a node is drawn, but for its colour. */
function line(node: Locator): Promise<string> {
  return node
    .locator('.frame')
    .evaluate((frame) => `${getComputedStyle(frame).strokeWidth} ${getComputedStyle(frame).strokeDasharray}`);
}

test('slots, pivots and gaps are drawn as what they are; changed nodes differ in their lines', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const { steps } = await rooms.inside.report();
  const node = (selector: string): Locator => page.locator(`.ms-tree-view .nodes .ms-node${selector}`);
  const heights = page.locator('.ms-tree-view .level-text');
  const heightsOf = (step: number): string => {
    const { vh, sh } = steps[step - 1]!;
    return vh === sh ? `vacant and sufficient height ${vh}` : `vacant height ${vh} · sufficient height ${sh}`;
  };
  // The scenario that the page opens with, at its split: an old leaf that was full goes, three nodes are new.
  expect((await rooms.inside.state()).step).toBe(10);
  expect(await drawn(rooms)).toEqual(await wanted(rooms));
  await expect(node('[data-change="new"]')).toHaveCount(3);
  await expect(node('')).toHaveCount(3);
  await expect(heights).toContainText(heightsOf(10));
  const ghost = page.locator('.ms-dock .ms-ghost');
  await expect(ghost).toHaveCount(1);
  await expect(ghost).toContainText('#1');
  await expect(page.locator('.ms-tree-view .arrow')).toHaveCount(2);
  const look = {
    made: await line(node('[data-change="new"]').first()),
    replaced: await line(ghost),
    rewritten: '',
    plain: '',
  };
  // One step back the leaf is full: its last pivot is implied. It was written over.
  await rooms.inside.seek(9);
  expect(await drawn(rooms)).toEqual(await wanted(rooms));
  await expect(node('').locator('.tick.implied')).toHaveCount(1);
  await expect(node('[data-change="rewritten"]')).toHaveCount(1);
  await expect(heights).toContainText(heightsOf(9));
  await expect(ghost).toHaveCount(0);
  look.rewritten = await line(node('[data-change="rewritten"]'));

  // In RCU mode a store replaces a leaf that readers may stand in: one new node, the other ones as they were or
  // rewritten.
  const report = await rooms.inside.run('tree r alloc rcu\nrepeat 12 as i { store i*10..+4 = i }\nstore 12 = 7');
  expect(report.steps.at(-1)).toMatchObject({ storeType: 'node_store', used: 1 });
  expect(await drawn(rooms)).toEqual(await wanted(rooms));
  await expect(node('[data-change="new"]')).toHaveCount(1);
  await expect(node('[data-change="new"][data-kind="leaf"]')).toHaveCount(1);
  await expect(ghost).toHaveCount(1);
  look.plain = await line(node(':not([data-change])').first());
  expect(new Set(Object.values(look)).size, JSON.stringify(look)).toBe(4);
});

// A reader who looks for an address finds the leaf by its head, and the place in it by its pivots.
for (const [width, height] of [
  [1280, 720],
  [1440, 900],
] as const)
  test(`a pasted map names addresses in every leaf, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const rooms = roomsOf(page);
    await rooms.open();
    const line = (k: number): string => {
      const at = (n: number): string => (0x7f3d_8be0_0000 + n * 0x23_1000).toString(16);
      return `${at(k)}-${at(k + 1)} ${['r--p', 'r-xp', 'rw-p'][k % 3]!} 00000000 fe:01 131 /usr/lib/l${k >> 2}.so`;
    };
    await rooms.inside.run(`maps tool """\n${Array.from({ length: 56 }, (_, k) => line(k)).join('\n')}\n"""`);
    await expect(page.locator('.ms-tree-view .ms-node[data-kind="leaf"] .pivot').first()).toBeVisible();
    const { nodes } = (await rooms.inside.layout())!;
    for (const { id, kind, min, max, lasts } of nodes.filter((node) => node.kind === 'leaf' && node.lasts.length > 6)) {
      const node = page.locator(`.ms-tree-view .ms-node[data-node="${id}"]`);
      const digits = (text: string): string => text.slice(2);
      const head = (await node.locator('.bounds').textContent())!.replace(/\s/g, '');
      expect(head, kind).toContain(min === '0x0' ? '0' : digits(min));
      if (max !== '0xffffffffffffffff') expect(head).toMatch(new RegExp(`${digits(max).slice(-5)}$`));
      const labels = (await node.locator('.pivot').allTextContents()).filter((label) => label !== 'max');
      expect(labels.length, `leaf ${id}`).toBeGreaterThan(1);
      for (const label of labels)
        expect(lasts.some((last) => digits(last).endsWith(label.split('…').at(-1)!))).toBe(true);
    }
  });

test('slots stay where they are as the touched slot changes from leaf to leaf', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const tops = (): Promise<Record<string, number>> =>
    page
      .locator('.ms-tree-view .nodes .ms-node')
      .evaluateAll((nodes) =>
        Object.fromEntries(
          nodes.map((node): [string, number] => [
            (node as SVGElement).dataset['node'] ?? '',
            Math.round(node.querySelector('.cell')!.getBoundingClientRect().top),
          ]),
        ),
      );
  await rooms.inside.seek(10);
  const before = await tops();
  await rooms.inside.seek(11);
  await expect(page.locator('.ms-tree-view .touched')).toHaveCount(1);
  expect(await tops()).toEqual(before);
});

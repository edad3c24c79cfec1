// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the inspector says, held against the run itself: bits of a node, the decision of a store, the slab and its
// ledger, the failure of one request, invariants, and scenarios found by search.

import type { Locator, Page } from '@playwright/test';
import type { Report } from '../web/model/report';
import { expect, test } from './fixtures';
import { roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const SIXTY = 'tree t alloc\nrepeat 60 as i { store i*10..+5 = i }';

async function tab(rooms: Rooms, name: string): Promise<void> {
  await rooms.inspector.getByRole('tab', { name }).click();
}

async function chooseNode(page: Page, id: number): Promise<void> {
  const { inspector } = roomsOf(page);
  await inspector.getByRole('tab', { name: 'Allocator' }).click();
  await inspector.locator('.ms-slab .squares canvas').focus();
  await page.keyboard.press('Home');
  for (let k = 0; k < 200; k++) {
    if ((await inspector.locator('.ms-slab .told').textContent())?.includes(`node #${id},`) === true) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
}

const it = onOnePage();
test('what the inspector says is what the run did', it.inTurn);

it('the bits of a node say what they mean, and lead to the nodes that they name', async ({ page, rooms }) => {
  await rooms.inside.run(SIXTY);
  const tree = (await rooms.inside.layout())!;
  const leaf = tree.nodes.find(({ parent }) => parent?.slot === 2)!;
  await chooseNode(page, leaf.id);
  await expect(rooms.inspector.locator('.ms-op')).toContainText(`#${leaf.id}`);
  const card = rooms.inspector.locator('.ms-word');
  await expect(card).toContainText('parent word');
  await expect(card).toContainText(`in its slot 2`);
  await expect(card).toContainText('not the root');
  const height = (await card.boundingBox())!.height;
  // The first slot's word begins at byte 128; its low bit marks a value entry.
  await rooms.inspector.locator('.ms-bytes [data-at="128"]').hover();
  await expect(card).toContainText('slot 0');
  expect((await card.boundingBox())!.height).toBe(height);
  await expect(rooms.inspector.locator('.ms-bytes .lit')).toHaveCount(8);
  await expect(rooms.inspector.locator('.ms-slots tr.hovered')).toHaveCount(1);
  // A row of the card lights the bytes that its bits stand in, and the row itself; away from it the whole field is lit.
  await rooms.inspector.locator('.ms-bytes [data-at="0"]').click();
  await page.mouse.move(0, 0);
  const lit = (): Promise<number[]> =>
    rooms.inspector
      .locator('.ms-bytes .lit')
      .evaluateAll((bytes) => bytes.map((one) => Number((one as HTMLElement).dataset['at'])));
  const rows = card.locator('tr');
  await expect(card).toContainText('parent word');
  await expect.poll(lit).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (let k = 0; k < (await rows.count()); k++) {
    const [high = 0, low = high] = (await rows.nth(k).locator('th').textContent())!.match(/\d+/g)!.map(Number);
    await rows.nth(k).hover();
    await expect(rows.nth(k)).toHaveClass('lit');
    const [first, last] = [Math.floor(low / 8), Math.floor(high / 8)];
    await expect
      .poll(lit, `bits ${high} to ${low}`)
      .toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
  }
  // By keys: from the parent word on to the next field, a pivot.
  await rooms.inspector.locator('.ms-bytes').focus();
  await page.mouse.move(0, 0);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('pivot 0');
  await page.keyboard.press('Home');
  await card.getByRole('button', { name: /^the parent/ }).click();
  await expect(rooms.inspector.locator('.ms-op')).toContainText(`#${leaf.parent!.id}`);
  await expect(card).toContainText('it is the root');
});

it('the decision table marks one row, the core’s type, and both formulas give the report’s numbers', async ({
  rooms,
}) => {
  const report = await rooms.inside.run(`${SIXTY}\nstore 100..250 = 9\nerase 300\nstore 400 = 1`);
  const table = rooms.inspector.locator('.ms-decision');
  const shown = new Set<string>();
  for (const [k, { storeType, op, preVacancy, preWhole }] of report.steps.entries()) {
    // That it is so of every store is proven in Node (decision-table.test.ts): here one of each type.
    if (storeType === null || shown.has(storeType)) continue;
    await rooms.inside.seek(k + 1);
    await expect(table.locator('tr.fired')).toHaveCount(1);
    const type = (await table.locator('tr.fired td').last().textContent())!.replace(/, .*/, '');
    expect(storeType.startsWith(type), `${op} at step ${k + 1}: ${type}`).toBe(true);
    const numbers = await rooms.inspector.locator('.ms-needs .formula dd strong').allTextContents();
    expect(numbers.map(Number)).toEqual([preVacancy, preWhole]);
    shown.add(storeType);
  }
  expect(shown.size).toBeGreaterThanOrEqual(6);
});

/** The bars of the histogram: "nodes: how often", as counted from a report. */
function sizesOf({ steps }: Pick<Report, 'steps'>): string[] {
  const counts = new Map<number, number>();
  for (const { requests } of steps) for (const size of requests) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([size, count]) => `${size}: ${count}`);
}

// How high the line of live nodes stands over the current step, of its chart.
function heightAt(chart: Locator): Promise<number> {
  return chart.locator('svg').evaluate((svg) => {
    const line = svg.querySelector<SVGPathElement>('path.live')!;
    const [x, height] = [Number(svg.querySelector('.now')!.getAttribute('x1')), Number(svg.getAttribute('height'))];
    let y = height;
    // Corners, no slopes: the last point that is not right of the step.
    for (let at = 0; at <= line.getTotalLength(); at += 0.25) {
      const point = line.getPointAtLength(at);
      if (point.x > x + 0.5) break;
      y = point.y;
    }
    return (height - 1 - y) / (height - 2);
  });
}

it('slab and counts match the report; the ledger leads to steps and makes a request fail', async ({ page, rooms }) => {
  const report = await rooms.inside.run(
    `${SIXTY.replace('alloc', 'alloc rcu')}\nread t at 100 as scan\nerase 100\nstore 300..310 = 9`,
  );
  await tab(rooms, 'Allocator');
  const state = await rooms.inside.state();
  const legend = rooms.inspector.locator('.ms-slab .legend');
  const { nodes } = (await rooms.inside.layout())!;
  await expect(legend).toContainText(new RegExp(`t ${nodes.length}free`));
  await expect(legend).toContainText(new RegExp(`waiting for readers ${state.waiting}\\b`));
  // So are the requests by size, and the counts at each step: in words, and as high as the line is drawn.
  const bars = (): Promise<string[]> =>
    rooms.inspector
      .locator('.ms-sizes tbody tr')
      .evaluateAll((rows) =>
        rows.map(
          (row) => `${row.querySelector('th')?.textContent ?? ''}: ${row.querySelector('.count')?.textContent ?? ''}`,
        ),
      );
  expect(sizesOf(report).length).toBeGreaterThan(1);
  expect(await bars()).toEqual(sizesOf(report));
  const counts = page.getByRole('slider', { name: 'Live nodes, by step' });
  const most = Math.max(...report.steps.map(({ live }) => live));
  await expect(rooms.inspector.locator('.ms-counts .numbers')).toContainText(`of at most ${most}`);
  await counts.focus();
  await page.keyboard.press('End');
  for (let at = report.steps.length; at > 0; at = Math.max(0, at - 20)) {
    await rooms.inside.seek(at);
    const { live } = report.steps[at - 1]!;
    await expect(counts).toHaveAttribute(
      'aria-valuetext',
      `step ${at}: ${live} live, ${(await rooms.inside.state()).waiting} waiting`,
    );
    expect(await heightAt(counts), `step ${at}`).toBeCloseTo(live / most, 1);
  }
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await rooms.inside.state()).step).toBe(((report.steps.length - 1) % 20) + 2);
  // Every request is in the list, though only those in view are drawn.
  const all = report.steps.flatMap(({ requests }, k) => requests.map(() => k + 1));
  const ledger = rooms.inspector.getByRole('table', { name: 'Requests of the run' });
  await expect(rooms.inspector.locator('.ms-ledger .filter')).toContainText(`${all.length} requests`);
  await rooms.inspector.locator('.ms-ledger .filter').scrollIntoViewIfNeeded();
  expect(await ledger.locator('.rows .row').count()).toBeLessThan(all.length);
  const fifth = page.getByRole('button', { name: 'Fail request 5 of the run', exact: true });
  const row = ledger.locator('.rows .row').filter({ has: fifth });
  await row.getByRole('button', { name: /^Go to step/ }).click();
  await expect.poll(async () => (await rooms.inside.state()).step).toBe(all[4]);
  await expect(row).toHaveClass(/now/);
  const refused = report.steps.flatMap(({ requests }) => requests)[4]!;
  await expect(row.locator('[role=cell]').nth(4)).toHaveText('1');
  await rooms.nextRun(() => fifth.click());
  const other = await rooms.inside.report();
  expect(other.steps[all[4]! - 1]!.rk.charAt(0)).toBe('S');
  expect(await rooms.inside.state()).toMatchObject({ step: all[4] });
  await expect(rooms.notice).toContainText('Request 5 of the run now fails');
  await expect
    .poll(bars)
    .toEqual(sizesOf(other).map((bar) => (bar.startsWith(`${refused}: `) ? `${bar} 1 refused` : bar)));
  // Another future: the one that it leaves is kept.
  const branches = page.getByRole('tree', { name: 'Branches' }).getByRole('treeitem');
  await expect(branches).toHaveCount(2);
  await expect(branches.filter({ hasText: 'request 5 of the run fails' })).toHaveAttribute('aria-selected', 'true');
  await rooms.nextRun(() => rooms.notice.getByRole('button', { name: 'Back to the previous run' }).click());
  expect((await rooms.inside.report()).steps.length).toBe(report.steps.length);
});

it('where damage began is found, and the place is ringed', async ({ page, rooms }) => {
  await rooms.inside.run(`${SIXTY}\nload 5`);
  await tab(rooms, 'Invariants');
  await expect(rooms.inspector.locator('.ms-model')).toContainText('contents equal');
  await rooms.inspector.getByRole('button', { name: 'Look at every step' }).click();
  await expect(rooms.inspector.locator('.ms-run .answer')).toContainText('All 62 steps are sound');
  await rooms.inside.run(
    `${SIXTY}\ntree u\nstore 5 = 1\ncorrupt t node 1 pivot 3 = 5\nstore 9 = 2 in u\nstore 12 = 2 in u`,
  );
  await rooms.inspector.getByRole('button', { name: 'Find where it began' }).click();
  await expect(rooms.inspector.locator('.ms-run .answer')).toContainText('Step 63 is sound, step 64 (line 5) is not');
  await rooms.inspector.locator('.ms-run').getByRole('button', { name: 'go there' }).click();
  await expect.poll(async () => (await rooms.inside.state()).step).toBe(64);
  // A double ring around the border between two cells that the pivot is.
  const node = (await rooms.inside.layout('t'))!.nodes[1]!;
  const ring = page.locator('.ms-tree-view .nodes .broken.outer');
  await expect(ring).toHaveCount(1);
  const drawn = page.locator(`.ms-tree-view .nodes .ms-node[data-node="${node.id}"]`);
  await expect(drawn.locator('.broken.outer')).toHaveCount(1);
  const [around, before, after] = [
    (await ring.boundingBox())!,
    (await drawn.locator('.cell[data-slot="3"]').boundingBox())!,
    (await drawn.locator('.cell[data-slot="4"]').boundingBox())!,
  ];
  expect(around.x + around.width / 2).toBeCloseTo((before.x + before.width + after.x) / 2, 0);
  await rooms.inspector.locator('.ms-board .broken').first().click();
  await expect(rooms.inspector.getByRole('tab', { name: /^Invariants/ })).toHaveAttribute('aria-selected', 'true');
});

it('the card knows which ways were taken, and a search puts a scenario for another into the editor', async ({
  rooms,
}) => {
  await rooms.inside.run('tree t\nstore 5 = 1\nstore 9 = 2');
  const card = rooms.inspector.locator('.ms-paths');
  await expect(card).toContainText('2 of 9 taken');
  await card.getByRole('row').filter({ hasText: 'node_store' }).getByRole('button', { name: 'step 3' }).click();
  await rooms.nextRun(() => card.getByRole('button', { name: 'Show a short scenario that takes split_store' }).click());
  await expect(rooms.notice).toContainText('the last step is of type split_store');
  const { steps } = await rooms.inside.report();
  expect(steps.at(-1)?.storeType).toBe('split_store');
  expect(steps.length).toBeLessThanOrEqual(9);
  await rooms.nextRun(() => rooms.notice.getByRole('button', { name: 'Back to the previous text' }).click());
  expect((await rooms.inside.report()).steps.length).toBe(3);
});

it('a step that failed brings the Step tab to the front; other steps leave the tab that was chosen', async ({
  rooms,
}) => {
  await rooms.inside.run('tree t alloc\nstore 1 = 1\nstore 10..19 = 2\ninsert 12 = 3\nstore 30 = 4');
  await rooms.inside.seek(1);
  await tab(rooms, 'Allocator');
  const chosen = rooms.inspector.getByRole('tab', { selected: true });
  await rooms.inside.seek(2);
  await expect(chosen).toHaveText('Allocator');
  const failed = (await rooms.inside.report()).steps.findIndex(({ error }) => error !== null) + 1;
  expect(failed).toBe(4);
  await rooms.inside.seek(failed);
  await expect(chosen).toHaveText('Step');
  // It is not held there.
  await tab(rooms, 'Allocator');
  await expect(chosen).toHaveText('Allocator');
});

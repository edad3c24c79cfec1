// SPDX-License-Identifier: GPL-2.0-or-later
//
// Steps that read: an iteration shows the way it took and numbers its visits as the report lists them, a search says of
// each slot why it was taken or skipped, a reader keeps its dead node in sight until it leaves; and trees that go by
// the old formula, or were spoilt on purpose, say so.

import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { resize, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const FORTY = 'for i in 0..39 { store i*10..i*10+6 = i }';

/** The numbers, names or verdicts that lie over the tree, and that no two of them overlap. */
async function signs(rooms: Rooms, selector: string): Promise<string[]> {
  const found = rooms.picture.locator(`.trail ${selector}`);
  const boxes = await found.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  for (const [k, a] of boxes.entries()) {
    for (const b of boxes.slice(k + 1)) {
      expect(
        a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1,
      ).toBe(true);
    }
  }
  return found.allTextContents();
}

/** Number and slot of each pill: the cell that its middle is over. */
async function numberedSlots(rooms: Rooms): Promise<string[]> {
  return rooms.picture.locator('.trail .pill-text.visit').evaluateAll((pills) =>
    pills.map((pill) => {
      const box = pill.getBoundingClientRect();
      const middle = box.x + box.width / 2;
      const over = [...document.querySelectorAll<SVGElement>('.ms-node .cell')].find((cell) => {
        const at = cell.getBoundingClientRect();
        return (
          at.x <= middle &&
          middle <= at.right &&
          at.y - 10 <= box.y + box.height / 2 &&
          box.y + box.height / 2 <= at.y + 8
        );
      });
      return (
        `${pill.textContent} ` +
        `${over?.closest<SVGElement>('.ms-node')?.dataset.node ?? ''}:${over?.dataset.slot ?? ''}`
      );
    }),
  );
}

function rowsOf(rooms: Rooms, name: string): Locator {
  return rooms.inspector.getByRole('table', { name }).locator('tbody tr.way');
}

const it = onOnePage();
test('steps that read show their way, their visits and why each slot was taken or skipped', it.inTurn);

it('an iteration numbers its visits on the tree and lists them as the report does', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const report = await rooms.inside.run(`tree t alloc\n${FORTY}\nnext 50 count 20\nprev 200 count 3\nnext 380 count 9`);
  expect(report.ok).toBe(true);
  await rooms.inside.seek(42);
  const visits = report.steps[41]!.result as readonly (readonly [string, string, number])[];
  expect(visits).toHaveLength(20);

  // The list.
  const decimal = (text: string): string => String(BigInt(text));
  await expect(rowsOf(rooms, 'Visits of the step')).toHaveCount(20);
  const told = await rowsOf(rooms, 'Visits of the step').evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')),
  );
  expect(told).toEqual(visits.map(([first, last, value], k) => `${k + 1} ${decimal(first)} ${decimal(last)} ${value}`));

  // The tree: every number over the slot that holds the entry, by the plain layout.
  const tree = await rooms.inside.layout('t');
  const wanted = visits.map(([, last, value], k) => {
    const node = tree!.nodes.find(
      ({ entries, lasts }) => entries?.some((entry, slot) => entry === value && lasts[slot] === last) === true,
    )!;
    return `${k + 1} ${node.id}:${node.lasts.indexOf(last)}`;
  });
  expect((await numberedSlots(rooms)).sort()).toEqual(wanted.sort());
  expect((await signs(rooms, '.pill.visit')).length).toBe(20);
  await expect(rooms.picture.locator('.edge.climbed')).toHaveCount(3);
  await expect(rooms.picture.locator('.edge.on-path')).toHaveCount(4);

  // The strip: what was visited is underlined, its ends are numbered.
  await expect(rooms.picture.locator('.ms-strip-view .flag-text')).toHaveText(['1', '20']);
  await expect(rooms.picture.locator('.ms-strip-view .visited')).toHaveCount(20);

  // The words: the outline describes the way.
  await rooms.picture.getByRole('button', { name: 'table' }).click();
  await expect(
    rooms.picture.getByRole('list', { name: /^The step’s way in t: 20 visits on 4 leaves/ }).getByRole('listitem'),
  ).not.toHaveCount(0);
  await rooms.picture.getByRole('button', { name: 'table' }).click();

  // Backwards, numbers go to the left; and a short tail says why it ended.
  await rooms.inside.seek(43);
  const back = await signs(rooms, '.pill-text.visit');
  expect([...back].sort()).toEqual(['1', '2', '3']);
  await rooms.inside.seek(44);
  await expect(rooms.inspector).toContainText(/It ends there: .* \(status \w+\)/);
});

/** Signs of the step that lie on a text of a node: head, number, fill, entry or pivot. */
async function signsOnTexts(rooms: Rooms): Promise<string[]> {
  return rooms.picture.evaluate((picture) => {
    const texts = [...picture.querySelectorAll('.world .ms-node :is(.kind, .id, .bounds, .fill, .letter, .pivot)')];
    // A text's box has air above and below its letters.
    const boxes = texts
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .map(({ text, box }) => ({
        text,
        left: box.left + 1,
        right: box.right - 1,
        top: box.top + box.height * 0.25,
        bottom: box.bottom - box.height * 0.25,
      }));
    return [...picture.querySelectorAll('.trail :is(.pill.visit, .pill.reader, .pill.caption, .sign)')].flatMap(
      (sign) => {
        const a = sign.getBoundingClientRect();
        return boxes
          .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((b) => `${sign.getAttribute('class')} on ${b.text}`);
      },
    );
  });
}

it('no sign of a step lies on a text, however wide', async ({ page, rooms }) => {
  await rooms.inside.run(
    `tree t alloc rcu\n${FORTY}\nnext 50 count 20\nread t at 123 as scan\nread t at 125 as other\nerase 200\n` +
      'gap 9 within 100..1000\nalloc 9 within 0..1000 = "a long label"',
  );
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [1024, 768],
  ] as const) {
    await resize(page, width, height);
    for (const step of [42, 43, 44, 46, 47]) {
      await rooms.inside.seek(step);
      expect(await rooms.picture.locator('.trail :is(.pill, .sign)').count()).toBeGreaterThan(0);
      expect(await signsOnTexts(rooms), `step ${step}, ${width} wide`).toEqual([]);
    }
    // The label is cut in its cell and said in full beside it; the numbers stay.
    await expect(rooms.picture.locator('.pill-text.caption')).toHaveText('a long label');
    if (width > 1024) await expect(rooms.picture.locator('.world .letter').first()).toBeAttached();
  }
});

it('a thousand visits stay legible: few numbers, the ends among them, and a list that opens', async ({ rooms }) => {
  const report = await rooms.inside.run('tree t\nfor i in 0..1199 { store i*10..i*10+6 = i }\nfind 0 count 1000');
  expect(report.steps.at(-1)!.result).toHaveLength(1000);
  const numbers = await signs(rooms, '.pill-text.visit');
  expect(numbers.length).toBeLessThanOrEqual(14);
  expect(numbers).toEqual(expect.arrayContaining(['1', '500', '1,000']));
  await signs(rooms, '.pill.visit');
  // On the strip, one line as far as the visits reach.
  const line = (await rooms.picture.locator('.ms-strip-view .visited').boundingBox())!;
  const strip = (await rooms.picture.locator('.ms-strip-view canvas').boundingBox())!;
  expect(line.width / strip.width).toBeGreaterThan(0.75);
  expect(line.width / strip.width).toBeLessThan(0.9);
  await expect(rooms.inspector).toContainText('1,000 visits on');
  await expect(rowsOf(rooms, 'Visits of the step')).toHaveCount(12);
  await rooms.inspector.getByRole('button', { name: '988 more rows: show all' }).click();
  await expect(rowsOf(rooms, 'Visits of the step')).toHaveCount(1000);
  // A row leads to its slot.
  await rowsOf(rooms, 'Visits of the step').nth(999).click();
  await rooms.page.getByRole('tab', { name: 'Node' }).click();
  await expect(rooms.inspector.locator('tr.selected')).toHaveCount(1);
});

it('a search says of each slot why it was taken or skipped', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const report = await rooms.inside.run(
    `tree t alloc\n${FORTY}\nerase 200\nerase 210\ngap 20 within 100..1000\ngap 90 within 0..390\n` +
      'alloc 9 within 100..1000 = 7',
  );
  expect(report.ok).toBe(true);
  await rooms.inside.seek(44);
  const result = report.steps[43]!.result as { index: string; last: string };
  await rooms.inspector.getByRole('button', { name: 'each slot' }).click();
  const listed = await rowsOf(rooms, 'Slots that the search looked at').evaluateAll((rows) =>
    rows.map((row) => row.querySelector('.verdict')?.textContent.trim()),
  );
  const drawn = await rooms.picture
    .locator('.trail .sign')
    .evaluateAll((all) => all.map((sign) => (sign as SVGElement).dataset.verdict));
  expect(drawn.length).toBeGreaterThan(3);
  expect([...drawn].sort()).toEqual([...listed].sort());
  expect(listed.at(-1)).toBe('taken');
  expect(listed).toContain('too small');
  await signs(rooms, '.sign');
  // The window stands under the strip; a search that finds nothing has that alone.
  await expect(rooms.picture.locator('.ms-strip-view .window')).toHaveCount(1);
  await expect(rooms.picture.getByRole('group', { name: /Address strip of t.* Searched: 100 – 1000/ })).toBeVisible();
  await expect(rooms.picture.locator('.mark.touched')).not.toHaveCount(0);
  // What was taken holds the result.
  const tree = await rooms.inside.layout('t');
  const leaf = tree!.nodes.find(
    ({ kind, min, max }) =>
      kind === 'leaf' && BigInt(min) <= BigInt(result.index) && BigInt(max) >= BigInt(result.last),
  )!;
  const [, node, slot] = await rowsOf(rooms, 'Slots that the search looked at').last().locator('td').allTextContents();
  expect(node).toBe(`#${leaf.id}`);
  expect(BigInt(leaf.lasts[Number(slot)]!)).toBeGreaterThanOrEqual(BigInt(result.last));
  expect(leaf.entries![Number(slot)]).toBeNull();

  // Nothing fits: no slot of a leaf is taken. Then one that stores: its signs stay, on the leaf or on its ghost.
  await rooms.inside.seek(45);
  await expect(rooms.inspector).toContainText('EBUSY');
  await expect(rooms.picture.locator('.sign.taken')).toHaveCount(0);
  await expect(rooms.picture.locator('.ms-strip-view .window')).toHaveCount(1);
  await expect(rooms.picture.locator('.mark.touched')).toHaveCount(0);
  await rooms.inside.seek(46);
  await expect(rooms.picture.locator('.sign.taken').first()).toBeAttached();
});

it('a reader keeps its dead node in sight, starts again from the root, and leaves', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.inside.run(
    `tree t alloc rcu\n${FORTY}\nread t at 100 as scan\nerase 100\nstore 300..310 = 9\nresume scan count 3\n` +
      'release scan',
  );
  await rooms.inside.seek(42);
  expect(await signs(rooms, '.pill-text.reader')).toEqual(['scan']);
  const before = await rooms.inside.layout('t');
  const leaf = before!.nodes.find(({ kind, max }) => kind === 'leaf' && BigInt(max) >= 100n)!;

  await rooms.inside.seek(43);
  const kept = rooms.picture.locator('.ms-ghost.is-kept');
  await expect(kept).toHaveAttribute('data-node', leaf.id.toString());
  await expect(kept).toContainText('kept for scan, which entered at step 42');
  await expect(kept.locator('.pill-text.reader')).toHaveText('scan');
  expect(await signs(rooms, '.pill-text.reader')).toEqual([]);
  await rooms.inside.seek(44);
  await expect(kept.first()).toHaveAttribute('data-node', leaf.id.toString());
  const { live, waiting, balance, readers } = await rooms.inside.state();
  expect(readers).toEqual(['scan']);
  expect(balance).toBe(0);
  expect(live - waiting).toBe((await rooms.inside.layout('t'))!.nodes.length);
  await expect(rooms.inspector).toContainText(`${waiting} dead nodes are kept for it`);
  await expect(rooms.picture).toContainText(`${waiting} kept for readers`);

  // The dead node itself can be looked at.
  await rooms.inspector.getByRole('button', { name: `of #${leaf.id}` }).click();
  await page.getByRole('tab', { name: 'Node' }).click();
  await expect(rooms.inspector).toContainText('itself: the node is dead');
  await page.getByRole('tab', { name: 'Step' }).click();

  await rooms.inside.seek(45);
  expect(await signs(rooms, '.pill-text.restart')).toEqual([`#${leaf.id} is dead: again from the root`]);
  await expect(kept).toHaveCount(0);
  expect(await signs(rooms, '.pill-text.reader')).toEqual(['scan']);
  await rooms.inside.seek(46);
  await expect(rooms.picture.locator('.trail .pill')).toHaveCount(0);
  expect((await rooms.inside.state()).waiting).toBe(0);
});

it('a tree that goes by the whole height says so, and what each formula asks', async ({ rooms }) => {
  const report = await rooms.inside.run(
    'tree t alloc whole_height\nfor i in shuffle(0..199, 3) { store i*10..i*10+9 = i }\nstore 3..4 = 1\n' +
      'store 13..14 = 2',
  );
  const step = report.steps.at(-1)!;
  await expect(rooms.picture.locator('.picture-head')).toContainText('whole height');
  const facts = rooms.inspector.locator('.ms-nodes .fact');
  const fact = async (name: string): Promise<number> =>
    Number.parseInt(
      (
        (await facts
          .filter({ hasText: new RegExp(`^${name}`) })
          .locator('dd')
          .textContent()) ?? ''
      ).replace(/.*= /, ''),
      10,
    );
  expect(await fact('needed')).toBe(step.pre);
  expect(await fact('by vacancy')).toBe(step.preVacancy);
  expect(await fact('used')).toBe(step.used);
  const requested = step.requests.reduce((sum, n) => sum + n, 0);
  expect(await fact('requested')).toBe(requested);
  expect(await fact('not used')).toBe(requested - step.used);
  expect(step.pre).toBeGreaterThan(step.preVacancy!);
});

it('a tree that was spoilt says at which line, and where it is broken', async ({ page, rooms }) => {
  const report = await rooms.inside.run(
    `tree book alloc\n${FORTY}\ncorrupt book node 1 pivot 3 = 5\nload 3\ndestroy book`,
  );
  expect(report.ok).toBe(false);
  await rooms.inside.seek(42);
  await expect(rooms.picture.locator('.picture-head')).toContainText('corrupted on purpose at line 3');
  const tree = await rooms.inside.layout('book');
  expect(tree!.broken.length).toBeGreaterThan(0);
  await expect(rooms.picture.locator('.ms-node .broken').first()).toBeAttached();
  await page.getByRole('tab', { name: 'Invariants' }).click();
  await expect(rooms.inspector).toContainText('book was corrupted on purpose at line 3');
  for (const number of new Set(tree!.broken))
    await expect(rooms.inspector.getByRole('button', { name: new RegExp(`^I${number}, .*: Broken$`) })).toBeVisible();
  await rooms.inside.seek(44);
  await expect(rooms.picture.locator('.picture-head')).not.toContainText('corrupted');
});

it('what two lines broke is said of each of them', async ({ page, rooms }) => {
  const { steps } = await rooms.inside.run(
    `tree book alloc\n${FORTY}\ncorrupt book node 0 gap 1 = 77\ncorrupt book node 0 gapmeta = 2\nexpect valid`,
  );
  await expect(rooms.problems).toContainText('damaged by corrupt at line 3');
  await expect(rooms.problems).toContainText('damaged by corrupt at line 4');
  const head = rooms.picture.locator('.picture-head');
  await rooms.inside.seek(steps.length - 1);
  await expect(head).toContainText('corrupted on purpose at line 3');
  await rooms.inside.seek(steps.length);
  await expect(head).toContainText('corrupted on purpose at lines 3, 4');
  await page.getByRole('tab', { name: 'Invariants' }).click();
  await expect(rooms.inspector).toContainText('book was corrupted on purpose at lines 3, 4');
});

it('an empty tree has an empty strip; a tree in part is counted whole', async ({ page, rooms }) => {
  await rooms.inside.run('tree t');
  await expect(rooms.picture.getByRole('group', { name: /Address strip of t: 0 stored ranges/ })).toBeVisible();
  await expect(rooms.picture.locator('.ms-strip-view :is(.mark, .visited, .window, .reader)')).toHaveCount(0);
  await rooms.inside.run('tree t\nbulk 120000 { for i in 0..119999 { store i*10..i*10+6 = i } }\nfind 300000 count 30');
  const report = await rooms.inside.report();
  const { live } = await rooms.inside.state();
  expect(report.trees[0]!.nodes).toBe(live);
  const count = live.toLocaleString('en-US');
  await expect(rooms.inspector.locator('.fact').filter({ hasText: /^in t/ }).locator('dd')).toHaveText(count);
  await expect(rooms.picture).toContainText(`${count} nodes = ${count} in t`);
  await expect(rowsOf(rooms, 'Visits of the step')).toHaveCount(30);
  // A tree this large has its own picture, which numbers no visits; the strip underlines them.
  await expect(page.locator('.ms-large-view')).toBeVisible();
  await expect(rooms.picture.locator('.ms-strip-view .visited').first()).toBeAttached();
});

it('where replaced nodes have only a sentence, it is visible, and the others are counted', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const report = await rooms.inside.run('tree t alloc\nfor i in 0..29 { store i*10..i*10+5 = i }');
  await page.keyboard.press('p');
  let several = 0;
  for (const [k, { freed }] of report.steps.entries()) {
    if (freed === 0) continue;
    await rooms.inside.seek(k + 1);
    await rooms.settled();
    const dock = page.locator('.ms-dock.told');
    if ((await dock.count()) === 0) continue;
    const lines = await dock
      .locator('p')
      .evaluateAll((all) =>
        all.map((one) => ({ text: one.textContent, box: one.getBoundingClientRect().toJSON() as DOMRect })),
      );
    const seen = lines.filter(({ box }) => box.height > 0);
    const more = Number(/^(\d+) more /.exec(seen.at(-1)!.text)?.[1] ?? 0);
    expect(seen.filter(({ text }) => text.startsWith('#')).length + more, `step ${k + 1}`).toBe(freed);
    if (more > 0) expect(seen.at(-1)!.box.top - seen.at(-2)!.box.bottom).toBeLessThan(4);
    several += more;
  }
  expect(several).toBeGreaterThan(0);
});

it('sizes are whole in the table, and a long reason ends with a sentence', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await rooms.open();
  await rooms.settled();
  const why = rooms.inspector.locator('.ms-why');
  await expect(rooms.inspector.getByRole('button', { name: 'all of it' })).toBeVisible();
  const cut = await why
    .locator('.rest span')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().bottom > one.closest('.ms-why')!.getBoundingClientRect().bottom)
        .map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
  const hidden = (): Promise<number> =>
    why.locator('.rest span').evaluateAll((all) => all.filter((one) => (one as HTMLElement).hidden).length);
  expect(await hidden()).toBeGreaterThan(0);
  await rooms.inspector.getByRole('button', { name: 'all of it' }).click();
  await expect.poll(hidden).toBe(0);
  await page.getByRole('button', { name: 'table', exact: true }).click();
  const sizes = page.locator('.ms-outline .size').filter({ hasText: 'indexes' });
  await expect(sizes.filter({ hasText: '≈ 2^64 indexes' })).not.toHaveCount(0);
  expect(
    await sizes.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    ),
  ).toEqual([]);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the page says of a step, held against the step itself: results as the language gives them, searches with what is
// free inside their window, dead nodes in one account, damage before all else; and that nothing of it is cut off.

import { expect, test } from './fixtures';
import { resize, roomsOf, type Rooms } from './rooms/page';
import { onOnePage } from './rooms/steps';

const FORTY = 'for i in 0..39 { store i*10..i*10+5 = i }';
const SPOILT =
  `tree book alloc\n${FORTY}\nnote "${'Past every rule, and told at length. '.repeat(6).trim()}"\n` +
  'corrupt book node 1 pivot 3 = 5\nload 33\nexpect error EBUSY\ndestroy book';

async function fact(rooms: Rooms, name: string): Promise<string> {
  const rows = rooms.inspector.locator('.fact').filter({ hasText: new RegExp(`^${name}`) });
  return ((await rows.first().locator('dd').textContent()) ?? '').trim();
}

const it = onOnePage([1440, 900]);
test('what the panel says of a step is what the step did, and none of it is cut off', it.inTurn);

it('a result is what result() gives, and visits are counted beside it', async ({ rooms }) => {
  const reads = ['walk 33', 'next 100 count 5', 'find 1000', 'gap 3 within 10..390', 'load 40', 'load 7', 'erase 40'];
  // What is shown of each is said of it in the next run, which must hold.
  const held: string[] = [];
  const made = `tree t alloc\n${FORTY}\nstore 7 = "seven"`;
  const { steps } = await rooms.inside.run(`${made}\n${reads.join('\n')}`);
  const first = steps.length - reads.length + 1;
  for (const [k, read] of reads.entries()) {
    await rooms.inside.seek(first + k);
    const shown = (await fact(rooms, 'result')).replace(/ (visited last|the first, to .*)$/, '');
    held.push(`${read}\nexpect result() = ${shown === 'NULL' ? 'null' : shown}`);
    const { result } = steps[first + k - 1]!;
    if (Array.isArray(result)) expect(await fact(rooms, 'visits'), read).toBe(result.length.toString());
    else await expect(rooms.inspector.locator('.fact').filter({ hasText: /^visits/ })).toHaveCount(0);
  }
  const report = await rooms.inside.run(`${made}\n${held.join('\n')}`);
  expect(report.expects.failed, held.join('\n')).toEqual([]);
  await rooms.inside.run(`tree t rcu\n${FORTY}\nread t at 33 as r\nrelease r`);
  await expect(rooms.inspector.locator('.fact').filter({ hasText: /^(result|visits)/ })).toHaveCount(0);
});

it('a search shows its last word without scrolling, and goes in before it takes', async ({ rooms }) => {
  await rooms.inside.run(
    'tree t alloc\nfor i in 0..59 { store i*10..i*10+6 = i }\nerase 300\ngap 10 within 5..590\ngap 20 within 5..590',
  );
  const words = rooms.inspector
    .getByRole('table', { name: 'Slots that the search looked at' })
    .locator('.verdict .words');
  await rooms.inside.seek(63);
  await expect(words.last()).toHaveText('taken');
  await expect(words.last()).toBeInViewport({ ratio: 1 });
  await expect(words.filter({ hasText: /^taken$/ })).toHaveCount(1);
  await expect(words.filter({ hasText: /^went in$/ })).not.toHaveCount(0);
  const short = await words.count();
  await rooms.inspector.getByRole('button', { name: 'each slot' }).click();
  await expect.poll(() => words.count()).toBeGreaterThan(short);
  // Free without end, of which the window has too little.
  await rooms.inside.seek(64);
  await expect(rooms.inspector.locator('.ms-op')).toContainText('EBUSY');
  await expect(words.filter({ hasText: /^taken$/ })).toHaveCount(0);
  await expect(rooms.inspector.locator('.ms-error')).toHaveCount(0);
  const free = await rooms.inspector.locator('.looks .way .free').allTextContents();
  for (const text of free) expect(Number(/^(?:≤ )?(\d+)/.exec(text)?.[1])).toBeLessThanOrEqual(64);
});

it('the numbers of a search are not cut off at 1024', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await rooms.inside.run(
    'tree pids alloc\nrepeat 20 as i { cyclic within 300..331 = i }\nerase 304\n' +
      'repeat 13 as i { cyclic within 300..331 = i }\ncyclic within 300..331 = "none left"',
  );
  const table = rooms.inspector.getByRole('table', { name: 'Slots that the search looked at' });
  await expect(table).toContainText('Again from the start of the window');
  const cut = await table
    .locator('th, td')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > innerWidth)
        .map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
});

it('dead nodes have one account: at once, after a grace period, kept for readers', async ({ rooms }) => {
  const report = await rooms.inside.run(
    `tree t alloc rcu\n${FORTY}\nread t at 100 as scan\nerase 100\nstore 300..310 = 9\nrelease scan\nerase 200`,
  );
  for (let step = 42; step <= 46; step++) {
    await rooms.inside.seek(step);
    const { waiting } = await rooms.inside.state();
    const { freed, deferred } = report.steps[step - 1]!;
    if (freed === 0 && step === 42) continue;
    expect(await fact(rooms, 'freed'), `step ${step}`).toBe(freed.toString());
    expect(await fact(rooms, 'at once')).toBe((freed - deferred).toString());
    expect(await fact(rooms, 'after grace')).toBe(deferred.toString());
    expect(Number.parseInt(await fact(rooms, 'kept for readers'), 10)).toBe(waiting);
    await expect(rooms.picture.locator('.balance')).toContainText(
      waiting === 0 ? 'in t; no node leaked' : `${waiting} kept for readers; no node leaked`,
    );
  }
});

it('a spoilt tree says so before anything else', async ({ page, rooms }) => {
  await rooms.inside.run(SPOILT);
  await expect(page.locator('.run-line')).toContainText(
    /^damaged at line 4: \d+ breaches · 1 call failed · the expect holds/,
  );
  // In one line, without the steps; its end is cut, and its title holds all of it.
  const line = page.locator('.run-line > .words');
  expect((await line.boundingBox())!.height).toBeLessThan(24);
  await expect(line).toHaveAttribute('title', '44 steps · 1 call failed · the expect holds');
  for (const step of [42, 43]) {
    await rooms.inside.seek(step);
    const tree = await rooms.inside.layout('book');
    const broken = new Set(tree!.broken);
    const found = rooms.inspector.locator('.ms-found');
    // Those of the bytes, and the contents.
    await expect(found.locator('.ms-head')).toHaveText(`Broken: ${broken.size + 1} invariants`);
    for (const number of broken) await expect(found).toContainText(`I${number} ·`);
    await expect(found).toContainText('I36 ·');
    await expect(rooms.inspector).not.toContainText('vacant height');
    for (const name of ['duplicate book', 'duplicate, refuse request 2'])
      await expect(rooms.picture.getByRole('button', { name })).toBeDisabled();
  }
  const first = Math.min(...(await rooms.inside.layout('book'))!.broken);
  await page.getByRole('tab', { name: /^Invariants \d+ broken$/ }).click();
  await expect(rooms.inspector.locator('.ms-invariant')).toContainText(`I${first} ·`);
  await page.getByRole('tab', { name: 'Step' }).click();
  // A finding leads to its node.
  await rooms.inspector.locator('.ms-found').getByRole('button').first().click();
  await expect(page.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  await rooms.inside.seek(44);
  await expect(page.getByRole('tab', { name: 'Invariants', exact: true })).toBeVisible();
});

it('warning, note and examples are whole, from a telephone to a large screen', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rooms.inside.run(SPOILT);
  await rooms.inside.seek(42);
  for (const [width, height] of [
    [390, 844],
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await resize(page, width, height);
    const warning = await page.locator('.picture-head .corrupted').evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const head = element.parentElement!.getBoundingClientRect();
      return {
        inside: left >= head.left && right <= head.right,
        whole: element.scrollWidth <= element.clientWidth + 1,
      };
    });
    expect(warning).toEqual({ inside: true, whole: true });
    // A fact is there or not; none is cut.
    const cut = await page.locator('.facts > span').evaluateAll((facts) =>
      facts.filter((element) => {
        const box = element.getBoundingClientRect();
        const line = element.parentElement!.getBoundingClientRect();
        return box.width > 0 && box.top < line.bottom - 2 && box.right > line.right + 0.5;
      }),
    );
    expect(cut).toEqual([]);
    const ends = await page
      .locator('.picture-head > *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().width > 0)
          .map((part) => part.getBoundingClientRect().right),
      );
    expect(Math.max(...ends)).toBeLessThanOrEqual(width);

    // The note's line lies on nothing.
    const [note, bars] = [
      await page.locator('.note-text').boundingBox(),
      await page.locator('.timeline-host').boundingBox(),
    ];
    expect(note === null).toBe(width > 900);
    if (note !== null) {
      expect(note.y + note.height).toBeLessThanOrEqual(bars!.y + 0.5);
    }
    if (width < 900)
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Step' }).click();
    await expect(rooms.inspector.locator('.ms-note')).toContainText(/told at length\.$/);
    if (width < 900) {
      const place = page.locator('.step-place');
      await expect(place).toHaveText('42/44');
      // On one line: its parts stand at one height.
      const apart = await place.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const middles = [...words.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ top, height }) => top + height / 2);
        return Math.max(...middles) - Math.min(...middles);
      });
      expect(apart).toBeLessThan(8);
      const [row, panes] = [await page.locator('.transport').boundingBox(), await page.locator('.panes').boundingBox()];
      expect(row!.y + row!.height).toBeLessThanOrEqual(panes!.y + 0.5);
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Scenario' }).click();
    }

    await page.getByRole('button', { name: 'Gallery' }).click();
    await expect(page.locator('#gallery')).toBeVisible();
    const menu = (await page.getByRole('dialog', { name: 'Gallery' }).boundingBox())!;
    expect(menu.x).toBeGreaterThanOrEqual(8);
    expect(menu.x + menu.width).toBeLessThanOrEqual(width - 8);
    expect(menu.y + menu.height).toBeLessThanOrEqual(height - 4);
    await page.keyboard.press('Escape');
    await expect(page.locator('#gallery')).toBeHidden();
  }
});

it('the decision stays where it is from step to step', async ({ rooms }) => {
  await rooms.inside.run(
    'tree ids alloc\nrepeat 24 as i { alloc 1 within 1..1000 = 100+i }\nerase 5\n' +
      'alloc 1 within 1..1000 = "reused"\nstore 400..500 = 3\ngap 4 within 0..900',
  );
  const tops = new Set<number>();
  for (const step of [4, 16, 17, 18, 26, 27, 28, 29]) {
    await rooms.inside.seek(step);
    const next = rooms.inspector.locator('.ms-panels > .ms-panel').nth(1);
    await expect(next.locator('.ms-head')).toHaveText(/^(Decision|Result)$/);
    tops.add(Math.round((await next.boundingBox())!.y));
  }
  expect([...tops]).toHaveLength(1);
  // All of a long reason, on demand.
  await rooms.inside.run('tree t alloc\nfor i in 0..299 { store i*10..i*10+5 = i }\nstore 13..2000 = 1');
  const why = rooms.inspector.locator('.ms-why');
  const told = async (): Promise<string> =>
    (await why.innerText()).replace(/\s+/g, ' ').replace(/ (… )?(all of it|less)$/, '');
  const whole = (await rooms.inside.state()).why.replaceAll('`', '');
  expect(whole.length).toBeGreaterThan((await told()).length);
  await rooms.inspector.getByRole('button', { name: 'all of it' }).click();
  await expect.poll(() => why.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)).toBe(true);
  expect(await told()).toBe(whole);
});

test('what the inspector tells of a store stands at the same place from step to step', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(
    'tree t alloc\nfor i in 0..19 { store i*10..i*10+5 = i }\n' +
      'note "The widest of them, which is told in so many words that they need a second line."\nstore 33..99 = 7\n' +
      'erase 40\nstore 300 = 1',
  );
  const heads = rooms.inspector
    .locator('.ms-head')
    .filter({ hasText: /^(Decision|Nodes|Nodes: none allocated or freed|Allocator|Why this type|Nodes it may need)$/ });
  const tops = (): Promise<string[]> =>
    heads.evaluateAll((all) =>
      all.map((head) => `${head.textContent.split(':')[0]} at ${Math.round(head.getBoundingClientRect().top)}`),
    );
  await rooms.inside.seek(2);
  await expect(heads).toHaveCount(5);
  // No height is found where there is no way down; the panel says so at both places.
  await expect(rooms.inspector.locator('.ms-needs')).toContainText('h 0 · v – · s –');
  await expect(rooms.inspector).toContainText(/vacant height\s*–/);
  const first = await tops();
  // The first step of each store type, and those with a note or without a node.
  const { steps } = await rooms.inside.report();
  const types = steps.map(({ storeType }) => storeType);
  const some = types.flatMap((type, k) => (types.indexOf(type) === k && k >= 2 ? [k + 1] : []));
  expect(some.length).toBeGreaterThan(3);
  for (const step of [...some, 3, 22, 23, 24]) {
    await rooms.inside.seek(step);
    await rooms.settled();
    await expect(heads).toHaveCount(5);
    expect(await tops(), `step ${step}`).toEqual(first);
  }
});

it('a step that needs no node says so over its rows, which stay where they are', async ({ rooms }) => {
  // Both are appends; the first one makes the leaf.
  await rooms.inside.run('tree t\nstore 10..19 = 1\nstore 30..39 = 2\nstore 50..59 = 3');
  const head = rooms.inspector.locator('.ms-panel:has(.ms-nodes) > .ms-head');
  const rows = rooms.inspector.locator('.ms-nodes .fact');
  await rooms.inside.seek(2);
  await expect(head).toHaveText('Nodes');
  const before = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetTop));
  await rooms.inside.seek(3);
  await expect(head).toHaveText('Nodes: none allocated or freed');
  expect(await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetTop))).toEqual(before);
});

/** The name of the row of nodes used, in the step of a copy that failed: the row holds its name twice. */
const UNDONE = 'filled, then freedfilled, then freed';

it('a step that decides on no store has the rows of one that does', async ({ rooms }) => {
  await rooms.inside.run(
    'tree t alloc\nstore 3 = 4\nfor i in 0..19 { store i*10..i*10+5 = i }\nfail request 1\ndup t as u\ndup t as u\n' +
      'destroy u',
  );
  const rows = rooms.inspector.locator('.ms-panels').first().locator('.fact');
  const places = (): Promise<string[]> =>
    rows.evaluateAll((all) =>
      all.map((row) => `${row.querySelector('dt')!.textContent} at ${Math.round(row.getBoundingClientRect().top)}`),
    );
  await rooms.inside.seek(2);
  const first = await places();
  expect(first).toHaveLength(18);
  for (const step of [1, 14, 23, 24, 25]) {
    await rooms.inside.seek(step);
    await rooms.settled();
    // At step 23 the copy fails: the nodes that it had filled did not stay, and their row says so at the same place.
    const rowsThere = first.map((row) => (step === 23 ? row.replace(/^usedused/, UNDONE) : row));
    expect(await places(), `step ${step}`).toEqual(rowsThere);
  }
  await expect(rows.filter({ hasText: 'store type' })).toHaveText(/–$/);
});

test('where the step has no note, its reason has the room that notes have', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.open();
  const run = 'for i in 0..299 { store i*10..i*10+5 = i }\nstore 13..2000 = 1';
  const why = rooms.inspector.locator('.ms-why');
  const lines = async (): Promise<number> => Math.round((await why.boundingBox())!.height / 21);
  await rooms.inside.run(`tree t alloc\n${run}`);
  expect(await lines()).toBe(4);
  await rooms.inside.run(`note "${'Told at some length. '.repeat(7).trim()}"\ntree t alloc\n${run}`);
  const next = rooms.inspector.locator('.ms-panels > .ms-panel').nth(1);
  expect(await lines()).toBeGreaterThan(6);
  const top = (await next.boundingBox())!.y;
  // With it, the reason is as long as ever, and what follows stays where it is.
  await rooms.inside.seek(1);
  await expect(rooms.inspector.locator('.ms-note')).toBeVisible();
  expect((await next.boundingBox())!.y).toBe(top);
});

it('the offered refusal is of a request that the copy makes, and none is offered where there is none', async ({
  rooms,
}) => {
  const offer = rooms.picture.locator('.offers button').nth(1);
  await rooms.inside.run('tree t');
  await expect(offer).toBeDisabled();
  await expect(offer).toHaveAttribute('title', 'No request to refuse: t has no node at the end of the text');
  for (const [text, label] of [
    ['tree t\nstore 10..20 = 1', 'duplicate, refuse request 1'],
    [`tree t\n${FORTY}`, 'duplicate, refuse request 2'],
    ['mm app\nmap 0x10000..+64K rw', 'fork, refuse request 1'],
  ] as const) {
    await rooms.inside.run(text);
    await expect(offer).toHaveAccessibleName(label);
    await rooms.nextRun(() => offer.click());
    const report = await rooms.inside.report();
    expect(report).toMatchObject({ ok: true, unreached: [] });
    expect(report.steps.at(-1)).toMatchObject({ error: 'ENOMEM' });
  }
});

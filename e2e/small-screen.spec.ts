// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is otherwise on a telephone. What holds in every window is the table of windows.spec.ts.

import { fitColumn } from '../web/views/timeline/layout';
import { expect, test } from './fixtures';
import { CAT_MAPS, CAT_VMAS } from './rooms/maps';
import { pasteMaps, roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const it = onOnePage([390, 844]);
test('what is otherwise on a telephone', it.inTurn);

it('on a phone no number of a table is cut: VMAs have a second line, the ways of a fork stand side by side', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(`maps cat """\n${CAT_MAPS}\n"""\nfork cat as child`);
  const views = page.getByRole('group', { name: 'View' });
  await views.getByRole('button', { name: 'VMAs' }).click();
  const list = rooms.picture.getByRole('group', { name: /^VMAs of/ });
  await expect(list.locator('.second .size').first()).toHaveText(/^[\d.]+ KiB$/);
  const cut = await list.evaluate((box) => {
    const right = box.getBoundingClientRect().left + box.clientWidth;
    const texts = [...box.querySelectorAll<HTMLElement>('td, .second .size, .second .file')];
    return {
      sideways: box.scrollWidth - box.clientWidth,
      cut: texts
        .filter((one) => one.getBoundingClientRect().right > right + 0.5 || one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    };
  });
  expect(cut).toEqual({ sideways: 0, cut: [] });
  // The last row is reached, with rows of two lines.
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.locator('tr.current')).toHaveAttribute('aria-rowindex', String(CAT_VMAS + 1));
  await expect(list.locator('tr.current .size')).toBeInViewport({ ratio: 0.99 });
  await expect(list.locator('tr.current')).toBeInViewport({ ratio: 0.95 });

  await views.getByRole('button', { name: 'Compare' }).click();
  const ask = rooms.picture.getByRole('button', { name: 'Compare strategies' });
  const ways = rooms.picture.getByRole('group', { name: 'Strategies side by side' });
  await expect(ask.or(ways)).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(ways.getByRole('columnheader', { name: /^by / })).toHaveCount(3);
  expect(await ways.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  // Sideways, the heads of its groups stay, as those of its rows do.
  const moved = await ways.evaluate((box) => {
    box.style.width = '300px';
    box.querySelector('table')!.style.width = '600px';
    const lefts = () => [...box.querySelectorAll('.group span')].map((one) => one.getBoundingClientRect().left);
    const before = lefts();
    box.scrollLeft = 150;
    return { scrolled: box.scrollLeft > 100, same: String(before) === String(lefts()), heads: before.length > 1 };
  });
  expect(moved).toEqual({ scrolled: true, same: true, heads: true });
});

test('the story fits a telephone: paste, picture, step, share @story', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  await rooms.open();
  await pasteMaps(rooms, CAT_MAPS);
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS} of ${CAT_VMAS}`);
  await rooms.transport.back.click();
  const panes = page.getByRole('navigation', { name: 'Panes' });
  await panes.getByRole('button', { name: 'Step' }).click();
  await expect(rooms.inspector).toBeVisible();
  await panes.getByRole('button', { name: 'Scenario' }).click();
  await expect(rooms.editor.text).toBeVisible();
  await panes.getByRole('button', { name: 'Picture' }).click();
  await rooms.nextRun(() => rooms.picture.getByRole('button', { name: 'fork cat' }).click());
  await expect(rooms.picture).toContainText('no node leaked');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(rooms.dialog('Share').getByRole('button', { name: 'Copy link' })).toBeInViewport();
});

it('on a phone the gallery opens from the header, a key leads to its tab, projector mode wants more width', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  await page.getByRole('banner').getByRole('button', { name: 'Gallery' }).click();
  // No other button leads to the labs.
  await rooms.dialog('Gallery').getByRole('button', { name: 'Labs' }).click();
  await expect(rooms.dialog('Labs')).toBeVisible();
  await expect(rooms.dialog('Gallery')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(rooms.dialog('Labs')).toBeHidden();
  await page.keyboard.press('3');
  await expect(page.getByRole('tab', { name: 'Allocator' })).toBeInViewport();
  await page.keyboard.press('p');
  await expect(page.getByText('Projector mode needs a wider window.').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-projector');
});

it('on a phone what can be done with a slot are targets of 44 pixels, all within the window', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(`maps cat """\n${CAT_MAPS}\n"""`);
  await rooms.picture.locator('.tree-host svg rect.cell').nth(4).click();
  const acts = page.locator('.hands').getByRole('button');
  await expect(acts).not.toHaveCount(0);
  // The way to its bytes says so.
  const way = page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Step' });
  await expect(way).toHaveText(/^Step · node #\d+$/);
  const sizes = await acts.evaluateAll((all) =>
    all.map((one) => {
      const { height, bottom } = one.getBoundingClientRect();
      return height >= 44 && bottom <= innerHeight;
    }),
  );
  expect(new Set(sizes)).toEqual(new Set([true]));
  await page.keyboard.press('Escape');
});

test('the sheet of keys is whole as the first thing that is opened: no key lies under its words', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.keyboard.press('?');
  const sheet = rooms.dialog('Keys');
  await expect(sheet.getByRole('button', { name: 'Help' })).toBeInViewport();
  const over = await sheet
    .locator('tr')
    .evaluateAll(
      (rows) =>
        rows.filter(
          (row) =>
            (row.querySelector('kbd:last-child')?.getBoundingClientRect().right ?? 0) >
            (row.querySelector('td')?.getBoundingClientRect().left ?? 0),
        ).length,
    );
  expect(over).toBe(0);
});

it('the key of the timeline tells the letters and signs that the run has, on a phone and by the keyboard', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run('tree t\nstore 1 = 2\nfail request 1\ndup t as u\nexpect error ENOMEM');
  const toggle = page.getByRole('button', { name: 'key', exact: true });
  const before = await rooms.picture.boundingBox();
  await toggle.focus();
  await toggle.press('Enter');
  const key = page.locator('.timeline-key');
  await expect(key).toBeInViewport({ ratio: 1 });
  await expect(key.locator('dt')).toHaveText(['', '', '', '', 't', 'o', 'D', '', '', 'scale']);
  // Signs are drawn as on the timeline.
  const signs = key.locator('.sign');
  expect(await signs.evaluateAll((all) => all.map((sign) => sign.dataset['sign']))).toEqual(['failed', 'expect-held']);
  const painted = await signs.evaluateAll((all) =>
    all.map((sign) =>
      sign instanceof HTMLCanvasElement
        ? sign
            .getContext('2d')!
            .getImageData(0, 0, sign.width, sign.height)
            .data.filter((part, k) => k % 4 === 3 && part > 128).length
        : 0,
    ),
  );
  for (const points of painted) expect(points).toBeGreaterThan(10);
  for (const bar of ['asked', 'used', 'whole', 'back']) await expect(key.locator(`.bar.${bar}`)).toBeVisible();
  await expect(key.locator('dd')).toHaveText([
    /^requested/,
    /^used/,
    /^whole height/,
    /^freed/,
    'tree',
    'store_root',
    'dup',
    'the step failed',
    'expect holds',
    /^highest bar \d+ nodes?, linear$/,
  ]);
  // The account under the picture is not covered.
  const [box, foot] = [(await key.boundingBox())!, (await page.locator('.picture-foot').boundingBox())!];
  expect(box.y + box.height).toBeLessThanOrEqual(foot.y + 0.5);
  expect(await rooms.picture.boundingBox()).toEqual(before);
  await toggle.press('Escape');
  await expect(key).toHaveCount(0);
});

it('on a phone a tap on the timeline tells the step, and nothing lies on its columns', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nstore 1 = 2\nnote "Once more."\nstore 3..7 = 4\ndestroy t');
  const words = page.locator('.note-text');
  const bars = page.locator('.timeline-host canvas');
  const [box, place] = [(await bars.boundingBox())!, (await words.boundingBox())!];
  for (const [step, told] of [
    [2, /^store · store_root \(o\)/],
    [3, /^Once more\.$/],
    [4, /^destroy \(X\)/],
    [0, /^before the first$/],
  ] as const) {
    await page.mouse.click(box.x + (step + 0.5) * fitColumn(4, box.width), box.y + box.height / 2);
    await expect.poll(async () => (await rooms.inside.state()).step).toBe(step);
    await expect(words).toHaveText(told);
    // At the same place, whatever the step.
    expect(await words.boundingBox()).toEqual(place);
    expect(await bars.boundingBox()).toEqual(box);
  }
  const key = (await page.locator('.key-toggle').boundingBox())!;
  expect(key.x).toBeGreaterThanOrEqual(box.x + box.width);
  const lowest = await page
    .locator('.transport-row button')
    .evaluateAll((all) => Math.max(...all.map((button) => button.getBoundingClientRect().bottom)));
  expect(lowest).toBeLessThanOrEqual(place.y + 1);
});

it('in slow motion on a phone no control is cut off or rises out of its row', async ({ page, rooms }) => {
  await rooms.open();
  await page.keyboard.press('i');
  const row = page.locator('.motion-controls');
  await expect(row).toBeVisible();
  await page.locator('body').press('Shift+ArrowRight');
  for (const pane of ['Picture', 'Step']) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
    await expect(row).toBeVisible();
    const outside = await row.locator('.button').evaluateAll((buttons) => {
      const line = buttons[0]!.parentElement!.getBoundingClientRect();
      return buttons
        .map((button) => button.getBoundingClientRect())
        .filter((box) => box.width > 0 && (box.right > innerWidth || box.top < line.top || box.bottom > line.bottom))
        .length;
    });
    expect(outside, pane).toBe(0);
  }
});

it('on a phone the step stands at one place, whatever the run has, both numbers on one line in a run of few', async ({
  page,
  rooms,
}) => {
  const place = page.locator('.step-place');
  const found = new Set<string>();
  for (const [text, words] of [
    ['tree t\nrepeat 900 as i { store i = 2 }', '901/901'],
    ['mm app\nmap 64K..+48K rw\nfork app as child', '3/3'],
    ['tree t\nstore 1 = 2\ndup t as u', '3/3'],
  ] as const) {
    await rooms.inside.run(text);
    await rooms.inside.seek((await rooms.inside.state()).steps);
    if (words === '901/901') await expect(place).toHaveText(words);
    await expect(page.locator('.step-count')).toBeHidden();
    const { right, top, height } = await place.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { right: Math.round(box.right), top: Math.round(box.top), height: Math.round(box.height) };
    });
    found.add(`${right} ${top} ${height}`);
  }
  expect([...found]).toHaveLength(1);
});

it('the legend of a telephone keeps its height from step to step', async ({ page, rooms }) => {
  await rooms.inside.run(
    'tree pages alloc\nfor i in shuffle(0..39, 7) { store i*64K..+48K = i }\ngap 100K within 0..4M\n' +
      'gap 100K within 0..4M from top',
  );
  await rooms.settled();
  for (const step of [2, 12, 30, 41, 42, 43]) {
    await rooms.inside.seek(step);
    await rooms.settled();
    const legend = page.locator('.ms-tree-view .ms-legend');
    expect(
      await legend.evaluate((node) => [node.clientHeight + 2, node.scrollHeight - node.clientHeight]),
      `step ${step}`,
    ).toEqual([72, 0]);
  }
});

it('on a phone the scenario’s title is in the header, and small parts of the picture answer to a finger', async ({
  page,
  rooms,
}) => {
  await rooms.open();
  const title = page.locator('.scenario-title');
  await expect(title).toHaveText('Watch Linux keep a process’s memory map in a maple tree');
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.step-place')).toHaveText('10/11');
  // In one line: what is before the slash stands as high as the rest.
  const tops = await page.locator('.step-place').evaluate((place) => {
    const range = document.createRange();
    range.selectNode(place.firstChild!);
    return [range.getBoundingClientRect().top, place.querySelector('span')!.getBoundingClientRect().top].map(
      Math.round,
    );
  });
  expect(tops[0]).toBe(tops[1]);
  // Of each, what is 18 pixels from its middle; upwards as well of the handle that folds.
  const missed = await page.evaluate(() => {
    const found: string[] = [];
    const ask = (one: Element, dx: number, dy: number): void => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy);
      if (hit?.closest('.ms-tools button, .ms-fold') !== one.closest('.ms-tools button, .ms-fold'))
        found.push(`${one.textContent} ${dx} ${dy}: ${hit?.outerHTML.slice(0, 80)}`);
    };
    for (const one of document.querySelectorAll('.ms-tools button'))
      for (const [dx, dy] of [
        [18, 0],
        [-18, 0],
        [0, 26],
      ] as const)
        ask(one, dx, dy);
    for (const one of document.querySelectorAll('.ms-fold rect'))
      for (const [dx, dy] of [
        [18, 0],
        [-18, 0],
        [0, 18],
        [0, -18],
      ] as const)
        ask(one, dx, dy);
    return found;
  });
  expect(missed).toEqual([]);
});

test.describe('as the page is at first', () => {
  test.use({ firstTime: true, viewport: { width: 390, height: 844 } });

  test('on a phone the picture says what came of each step, in one place, and more when asked', async ({ page }) => {
    const rooms = roomsOf(page);
    await rooms.open();
    const welcome = page.locator('.welcome');
    await expect(welcome.getByRole('button', { name: 'Step with ‹ ›' })).toBeInViewport({ ratio: 1 });
    await rooms.inside.run('mm app\nmap 64K..+48K rw\nmap 256K..+48K r\nfail vma at vma 2\nfork app as child');
    const story = page.getByRole('region', { name: 'Story' });
    await expect(story).toHaveClass(/failure/);
    await expect(story.getByRole('heading')).toHaveText('The fork failed at VMA 2: out of memory (injected).');
    await expect(story.getByRole('heading')).toBeInViewport({ ratio: 1 });
    const place = await story.boundingBox();
    expect(place?.height).toBeLessThanOrEqual(44);
    const spare = page.locator('.differ-toggle, .ms-tools, .offers').filter({ visible: true });
    await expect(spare).toHaveCount(0);
    for (const step of [3, 2, 0]) {
      await rooms.inside.seek(step);
      await rooms.settled();
      await expect(story).not.toHaveClass(/failure/);
      expect(await story.boundingBox()).toEqual(place);
      const [shown, whole] = await story
        .getByRole('heading')
        .evaluate((line) => [line.clientHeight, line.scrollHeight] as const);
      expect(shown).toBe(whole);
      await expect(spare).toHaveCount(0);
    }
    await rooms.inside.seek(3);
    await rooms.settled();
    const more = story.getByRole('button', { name: 'tools' });
    await more.click();
    await expect(more).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'fork, refuse request 1' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.differ-toggle')).toBeInViewport({ ratio: 1 });
    expect(await story.boundingBox()).toEqual(place);
    await story.getByRole('button', { name: 'why' }).click();
    await expect(rooms.inspector.getByRole('tabpanel', { name: 'Step' })).toBeInViewport();
    // Each tab begins at its top.
    await page.setViewportSize({ width: 390, height: 610 });
    for (const tab of ['Node', 'Invariants', 'Step']) {
      await page.locator('#inspector-panel').evaluate((panel) => {
        panel.scrollTop = 40;
        if (panel.scrollTop !== 40) throw new Error('nothing to scroll');
      });
      await rooms.inspector.getByRole('tab', { name: tab }).click();
      await rooms.settled();
      expect(await page.locator('#inspector-panel').evaluate((panel) => panel.scrollTop), tab).toBe(0);
    }
    await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click();
    await expect(page.getByRole('tab', { name: 'Lessons' })).toBeInViewport({ ratio: 1 });
  });

  test('slow motion on a phone leaves the whole tree in view, at every event', async ({ page }) => {
    const rooms = roomsOf(page);
    await rooms.open();
    await page.getByRole('button', { name: 'slow motion' }).click();
    const next = page.getByRole('button', { name: 'Next event' });
    const cut = () =>
      rooms.picture.locator('.tree-host').evaluate((host) => {
        const room = host.getBoundingClientRect();
        return [...host.querySelectorAll('.ms-tree-frame .ms-node .frame')]
          .map((node) => node.getBoundingClientRect())
          .filter(
            ({ left, right, top, bottom }) =>
              left < room.left || right > room.right || top < room.top || bottom > room.bottom,
          ).length;
      });
    await expect(next).toBeVisible();
    await expect.poll(cut).toBe(0);
    for (let event = 1; event <= 27; event++) {
      await next.click();
      await expect(page.locator('.event-place')).toContainText(`${event} of 27`);
      if (event % 13 !== 1) continue;
      await rooms.settled();
      await expect.poll(cut, `event ${event}`).toBe(0);
    }
  });
});

it('on a phone no sentence on a dead node lies over another', async ({ rooms }) => {
  await rooms.open('ex=reader&step=45');
  const dock = rooms.picture.locator('.ms-dock');
  await expect(dock.locator('.remarks')).toContainText('dead nodes wait for readers');
  const [sentence, remarks] = [
    (await dock.locator('.ms-ghost p').last().boundingBox())!,
    (await dock.locator('.remarks').boundingBox())!,
  ];
  expect(sentence.y + sentence.height).toBeLessThanOrEqual(remarks.y + 1);
});

it('on a phone on its side note and bars give way, and the trees of a fork are seen whole', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await rooms.open('ex=fork-vma&step=19');
  const fork = rooms.picture.getByRole('region', { name: 'Fork of cat as unborn' });
  await expect(fork).toBeVisible();
  await expect(page.locator('.timeline-host')).toBeHidden();
  await expect(page.locator('.note-text')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Step back' })).toBeInViewport({ ratio: 1 });
  const child = fork.locator('.pane.child .sheet');
  await child.evaluate((sheet) => sheet.scrollIntoView({ block: 'end' }));
  await expect(child).toBeInViewport({ ratio: 1 });
  // What plays stands over what scrolls, and not over the tree.
  const [dock, tree, transport] = await Promise.all(
    [fork.locator('.dock'), child, page.locator('.transport')].map(async (part) => (await part.boundingBox())!),
  );
  expect(tree!.y).toBeGreaterThanOrEqual(dock!.y + dock!.height);
  expect(tree!.y + tree!.height).toBeLessThanOrEqual(transport!.y);
});

test.describe('as the page is at first, on a phone on its side', () => {
  test.use({ firstTime: true, hasTouch: true, viewport: { width: 844, height: 390 } });

  test('it says what it is, leads to the lessons, and shows the whole tree in slow motion', async ({ page }) => {
    const rooms = roomsOf(page);
    await rooms.open();
    const title = page.locator('.scenario-title');
    await expect(title).toHaveText('Watch Linux keep a process’s memory map in a maple tree');
    const place = page.locator('.step-place');
    for (const width of [667, 740, 844]) {
      await page.setViewportSize({ width, height: 375 });
      await expect(title).toBeInViewport({ ratio: 1 });
      expect(await title.evaluate((words) => words.scrollHeight - words.clientHeight)).toBeLessThanOrEqual(0);
      expect(await place.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
      await expect(page.locator('.ms-tools, .picture-foot').filter({ visible: true })).toHaveCount(0);
    }
    // The way to all that no button leads to.
    await expect(page.getByRole('button', { name: 'Commands' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole('button', { name: 'slow motion' }).click();
    const next = page.getByRole('button', { name: 'Next event' });
    const cut = () =>
      rooms.picture.locator('.tree-host').evaluate((host) => {
        const room = host.getBoundingClientRect();
        const over = [...document.querySelectorAll('.ms-legend, .slow-row')].map((one) => one.getBoundingClientRect());
        return [...host.querySelectorAll('.ms-tree-frame .ms-node .frame')]
          .map((node) => node.getBoundingClientRect())
          .filter(
            ({ left, right, top, bottom }) =>
              left < room.left ||
              right > room.right ||
              top < room.top ||
              bottom > room.bottom ||
              over.some((one) => one.height > 0 && top < one.bottom && bottom > one.top),
          ).length;
      });
    await expect(next).toBeInViewport({ ratio: 1 });
    await expect.poll(cut).toBe(0);
    for (let event = 1; event <= 27; event++) {
      await next.click();
      await expect(page.locator('.event-place')).toContainText(`${event} of 27`);
      if (event % 13 !== 1) continue;
      await rooms.settled();
      await expect.poll(cut, `event ${event}`).toBe(0);
    }
    await page.getByRole('button', { name: 'slow motion' }).click();
    await expect(next).toHaveCount(0);
    await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click();
    await expect(page.getByRole('tab', { name: 'Lessons' })).toBeInViewport({ ratio: 1 });
  });

  test('with controls for fingers too, the trees of a fork are seen whole between player and controls', async ({
    page,
  }) => {
    const rooms = roomsOf(page);
    await rooms.open('ex=fork-vma&step=19');
    const fork = rooms.picture.getByRole('region', { name: 'Fork of cat as unborn' });
    const child = fork.locator('.pane.child .sheet');
    // More than half of it as the page opens.
    await expect(child).toBeInViewport({ ratio: 0.5 });
    // The outcome stands between the controls and the step's number.
    // What the colours mean is asked beside the button of the table, not over it.
    await fork.getByText('What the colours mean').click({ trial: true });
    const [colours, table] = await Promise.all(
      [fork.locator('.legend-fold'), page.getByRole('button', { name: 'table', exact: true })].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(colours!.x + colours!.width).toBeLessThanOrEqual(table!.x);
    const outcome = page.getByRole('region', { name: 'Story' }).getByRole('heading');
    await expect(outcome).toHaveText(/^The fork failed at VMA 8/);
    await expect(outcome).toBeInViewport({ ratio: 1 });
    const [slow, words, place] = await Promise.all(
      [page.locator('.slow-toggle'), outcome, page.locator('.step-place')].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(words!.x).toBeGreaterThanOrEqual(slow!.x + slow!.width);
    expect(words!.x + words!.width).toBeLessThanOrEqual(place!.x);
    await child.evaluate((sheet) => sheet.scrollIntoView({ block: 'end' }));
    const [dock, tree, transport] = await Promise.all(
      [fork.locator('.dock'), child, page.locator('.transport')].map(async (part) => (await part.boundingBox())!),
    );
    expect(tree!.y).toBeGreaterThanOrEqual(dock!.y + dock!.height);
    expect(tree!.y + tree!.height).toBeLessThanOrEqual(transport!.y);
    await outcome.click();
    await expect(rooms.inspector.getByRole('tabpanel', { name: 'Step' })).toBeInViewport();
  });
});

it('on a phone an expect that fails is counted at the way to its text', async ({ page, rooms }) => {
  await rooms.open();
  const way = page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Scenario' });
  await expect(way.locator('.count')).toHaveCount(0);
  await rooms.inside.run('tree t alloc\nstore 1..9 = 1\nexpect 3 = 2\nexpect 4 = 4\n');
  await expect(way).toHaveAccessibleName('Scenario 1 wrong');
  await rooms.inside.run('tree t alloc\nstore 1..9 = 1\nexpect 3 = 3\n');
  await expect(way).toHaveAccessibleName('Scenario');
  // The list of problems comes up under the line being written, not over it.
  await way.click();
  await rooms.editor.text.click();
  await page.keyboard.press('Control+End');
  for (let line = 0; line < 24; line++) await page.keyboard.press('Enter');
  await page.keyboard.type('stor 1 = 2');
  await expect(page.locator('.problems')).toBeVisible();
  await rooms.settled();
  await expect(page.locator('.cm-line', { hasText: 'stor 1 = 2' })).toBeInViewport({ ratio: 1 });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The query box, and two trees side by side.

import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { CAT_MAPS } from './rooms/maps';
import { roomsOf, type Rooms } from './rooms/page';
import { regexOf } from '../tests/web/regex-of';
import { onOnePage } from './rooms/steps';

const TEXT =
  'tree t alloc\nrepeat 60 as i { store i*10..+5 = i }\nstore 205 = "needle"\nerase 300\ntree u alloc\n' +
  'repeat 60 as i { store (59 - i)*10..+5 = 59 - i }\nuse t\nstore 12..18 = 99\n';

/** Pixels over the bars of the timeline, where its marks are. */
const MARKS = 36;

/**
 * How many steps in view have a tick on the timeline: strokes of the colour that, as long as no node is chosen, nothing
 * else over the bars has.
 */
function ticked({ page }: Rooms): Promise<number> {
  return page.locator('.timeline-host canvas').evaluate((element, marks) => {
    const canvas = element as HTMLCanvasElement;
    const probe = document.createElement('span');
    probe.style.color = 'var(--link)';
    canvas.after(probe);
    const wanted = getComputedStyle(probe).color.match(/\d+/g)!.slice(0, 3).join();
    probe.remove();
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, marks);
    let [count, before] = [0, false];
    for (let x = 0; x < canvas.width; x++) {
      let here = false;
      for (let y = 0; y < marks && !here; y++)
        here =
          data
            .subarray(4 * (y * canvas.width + x))
            .subarray(0, 3)
            .join() === wanted;
      if (here && !before) count++;
      before = here;
    }
    return count;
  }, MARKS);
}

/** The rings in the picture: node and slot of each cell that stands within one. */
function ringed({ page }: Rooms): Promise<readonly string[]> {
  return page.locator('.ms-tree-view').evaluate((view) => {
    const rings = [...view.querySelectorAll('.mark.found')].map((ring) => ring.getBoundingClientRect());
    return [...view.querySelectorAll<SVGElement>('.nodes .cell')].flatMap((cell) => {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      const inside = rings.some(
        (ring) => ring.left <= left && ring.right >= right && ring.top <= top && ring.bottom >= bottom,
      );
      return inside ? [`${cell.closest<SVGElement>('.ms-node')!.dataset['node']} ${cell.dataset['slot']}`] : [];
    });
  });
}

const it = onOnePage();
test('what is found is ringed, counted and gone to; two trees stand side by side', it.inTurn);

it('a query rings its results, follows the step, ticks the timeline, goes from result to result', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(TEXT);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: 'Find' });
  await expect(box).toBeFocused();
  expect(await ticked(rooms)).toBe(0);
  await page.keyboard.type('entry "needle"');
  const said = page.locator('#find-said');
  await expect(said).toHaveText('1 slot at step 125');
  const places = (await rooms.inside.layout('t'))!.nodes.flatMap(({ id, entries }) =>
    (entries ?? []).flatMap((entry, slot) =>
      typeof entry === 'object' && entry !== null && 'label' in entry ? [`${id} ${slot}`] : [],
    ),
  );
  expect(places).toHaveLength(1);
  await expect.poll(() => ringed(rooms)).toEqual(places);
  await expect(page.locator('.ms-tree-view .found-sign')).toHaveCount(1);
  // The label was stored at step 62 and is there ever since.
  await expect(page.locator('.find-steps')).toContainText('in 64 steps');
  const [firstShown, lastShown] = await page
    .getByRole('slider', { name: 'Step' })
    .evaluate(({ dataset }: HTMLElement) => [Number(dataset['first']), Number(dataset['last'])] as const);
  const inView = lastShown + 1 - Math.max(62, firstShown);
  expect(inView).toBeGreaterThan(10);
  await expect.poll(() => ticked(rooms)).toBe(inView);
  await rooms.inside.seek(61);
  await expect(said).toHaveText('No slot at step 61');
  expect(await ringed(rooms)).toEqual([]);
  await page.getByRole('button', { name: 'Next step with a result' }).click();
  await expect(said).toHaveText('1 slot at step 62');
  await box.focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('1 of 1 slot at step 62');
  await expect(page.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  // Completion, a mistake with its hint, the list over both trees.
  await box.fill('leaf an');
  await expect(page.getByRole('option').first()).toContainText('and');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Words' }).getByRole('option', { selected: true })).toContainText(
    'and',
  );
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('leaf and ');
  await page.keyboard.type('usd < 7');
  await expect(said).toContainText('did you mean used?');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await rooms.inside.seek(125);
  await box.fill('in u depth 1');
  await expect(said).toHaveText('9 nodes at step 125');
  await page.getByRole('button', { name: 'list', exact: true }).click();
  await page.getByRole('list', { name: 'Results' }).getByRole('button').nth(2).click();
  // By buttons where all names have room, else by a list.
  await expect(
    page.locator('.choice-room').locator('button[aria-pressed="true"], option:checked').filter({ hasText: /^u$/ }),
  ).not.toHaveCount(0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('n');
  await expect(said).toHaveText('4 of 9 nodes at step 125');
  await page.keyboard.press('N');
  await expect(said).toHaveText('3 of 9 nodes at step 125');
  // Escape closes the list, then the box; what was found is gone.
  await box.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Results' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  expect(await ringed(rooms)).toEqual([]);
});

it('Escape in the search restores the picture: its view and its camera', async ({ page, rooms, spend }) => {
  spend();
  await rooms.inside.run(TEXT);
  const world = page.locator('.ms-tree-frame g.world');
  const place = async (): Promise<string | null> => {
    await rooms.settled();
    return world.getAttribute('transform');
  };
  const box = page.getByRole('combobox', { name: 'Find' });
  const look = async (): Promise<void> => {
    await page.locator('.find-toggle').click();
    await box.fill('entry "needle"');
    await expect(page.locator('#find-said')).toHaveText(/^1 slot/);
    const before = await place();
    await page.keyboard.press('Enter');
    await expect.poll(place).not.toBe(before);
    await box.focus();
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
  };
  const whole = await place();
  await look();
  await expect.poll(place).toBe(whole);
  // Also where somebody had moved it.
  await page.mouse.move(900, 450);
  await page.mouse.wheel(0, -200);
  await expect.poll(place).not.toBe(whole);
  const moved = await place();
  await look();
  await expect.poll(place).toBe(moved);
});

it('an index is found as the picture writes it, and the line below the box says how it was read', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(
    'mm p\nmap 0x7ffff7fb4000..0x7ffff7fb4fff r\nmap 0xf7fb0000..0xf7fb0fff rw\nmap 0x555555554000..0x555555554fff r\n',
  );
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  const [box, said] = [page.getByRole('combobox', { name: 'Find' }), page.locator('#find-said')];
  await box.fill('7fff f7fb 4fff');
  await expect(said).toHaveText('1 slot at step 4, read as covers 0x7ffff7fb4fff');
  await box.fill('max');
  await expect(said).toHaveText('1 slot at step 4, read as covers max');
  await box.fill('overlaps 7fff f7fb 4000..7fff f7fb 4fff');
  await expect(said).toHaveText('1 slot at step 4, read as overlaps 0x7ffff7fb4000..0x7ffff7fb4fff');
  // A name it is unless there is none: then the index is a press away.
  await box.fill('f7fb0fff');
  await expect(said).toHaveText('No entry with “f7fb0fff” in its label or path at step 4');
  await page.getByRole('button', { name: 'covers 0xf7fb0fff' }).click();
  await expect(box).toHaveValue('covers 0xf7fb0fff');
  await expect(box).toBeFocused();
  await expect(said).toHaveText('1 slot at step 4');
  // So are groups of digits alone, which might be decimal.
  await box.fill('5555 5555 4000');
  await expect(said).toContainText('in hex it is 0x555555554000');
  // Whole also in a narrow window.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'covers 0x555555554000' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'covers 0x555555554000' }).click();
  // A phone goes to what it finds at once.
  await expect(said).toHaveText(/^1 of 1 slot(: VMA | at step 4)/);
});

test('on a phone a search in a real map shows its result uncovered, marked, with a whole sentence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  await rooms.open();
  // As the kernel prints it, with the numbers that the recording leaves out.
  const maps = readFileSync(new URL('../tests/traces/python.end', import.meta.url), 'utf8');
  await rooms.inside.run(`maps python """\n${maps.replace(/^(\S+ \S+ \S+)/gm, '$1 fe:01 7')}"""`);
  await page.locator('.find-toggle').click();
  await page.getByRole('combobox', { name: 'Find' }).fill('libc.so');
  const said = page.locator('#find-said');
  await expect(said).toHaveText(/^1 of 5 entries: VMA \d+, r--p libc\.so\.6, [\d.]+ KiB$/);
  const chosen = rooms.picture.locator('.tree-host .mark.found.chosen');
  const stands = (): Promise<string[]> =>
    chosen.evaluate((ring) => {
      const box = ring.getBoundingClientRect();
      const host = ring.closest('.tree-host')!.getBoundingClientRect();
      const wrong = [];
      if (box.width < 12 || box.height < 12) wrong.push(`only ${box.width} × ${box.height}`);
      if (box.left < host.left || box.right > host.right || box.top < host.top || box.bottom > host.bottom)
        wrong.push('not within the picture');
      for (const { className, right, left, top, bottom } of [
        ...document.querySelectorAll('.find-room, .find-sheet, .ms-legend, .ms-dock, .strip-host, .transport'),
      ].map((one) => {
        const { right, left, top, bottom } = one.getBoundingClientRect();
        return { className: one.className, right, left, top, bottom };
      }))
        if (left < box.right && right > box.left && top < box.bottom && bottom > box.top) wrong.push(className);
      return wrong;
    });
  await expect.poll(stands).toEqual([]);
  const isWhole = (): Promise<boolean> =>
    said.evaluate((words) => words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight + 1);
  expect(await isWhole()).toBe(true);
  // Also beside the list, for each of them.
  await page.getByRole('button', { name: 'list', exact: true }).click();
  const rows = page.getByRole('list', { name: 'Results' }).getByRole('button');
  await expect(rows).toHaveCount(5);
  for (const row of await rows.all()) {
    await row.click();
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect.poll(stands).toEqual([]);
  }
  expect((await rooms.picture.locator('.tree-host').boundingBox())!.height).toBeGreaterThan(110);

  // The keyboard of a phone takes half of the window and resizes no page.
  const keyboard = (seen: number): Promise<void> =>
    page.evaluate((height) => {
      Object.defineProperty(visualViewport, 'height', { get: () => height, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    }, seen);
  await page.getByRole('button', { name: 'list', exact: true }).click();
  const box = page.getByRole('combobox', { name: 'Find' });
  await box.focus();
  await keyboard(470);
  const within = async (part: Locator): Promise<boolean> => {
    const { y, height } = (await part.boundingBox())!;
    return y >= 0 && y + height <= 470;
  };
  await expect.poll(() => within(box)).toBe(true);
  await expect.poll(() => within(chosen)).toBe(true);
  await expect.poll(stands).toEqual([]);
  await box.fill('ld-linux');
  await expect(said).toHaveText(/^1 of \d entries: VMA \d+, r--p ld-linux/);
  await expect.poll(stands).toEqual([]);
  await expect.poll(() => within(chosen)).toBe(true);
  await keyboard(844);
  await expect(page.getByRole('navigation', { name: 'Panes' })).toBeInViewport({ ratio: 1 });
  await expect.poll(stands).toEqual([]);
});

it('in the list of results no address is cut', async ({ page, rooms }) => {
  await rooms.inside.run(`maps cat """\n${CAT_MAPS}\n"""`);
  await page.locator('.find-toggle').click();
  await page.getByRole('combobox', { name: 'Find' }).fill('libc.so');
  await page.getByRole('button', { name: 'list', exact: true }).click();
  const ranges = page.getByRole('list', { name: 'Results' }).locator('.range');
  await expect(ranges.first()).toContainText('..');
  const cut = await ranges.evaluateAll(
    (all) =>
      all.filter(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth > clientWidth || clientHeight > 24).length,
  );
  expect(cut).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.find-toggle').click();
});

it('a result in a large tree has the colour and the name that it has in a small one', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nbulk 60000 { for i in 0..59999 { store i*10..i*10+6 = i } }\n');
  const key = page.locator('.large-note .key', { hasText: 'found' });
  await expect(page.locator('.large-note')).toBeVisible();
  await expect(key).toHaveCount(0);
  // The found colour as the canvas draws it: pixels of it are there only while something is found.
  const inFoundColour = (): Promise<number> =>
    page.locator('.ms-large-canvas').evaluate((canvas: HTMLCanvasElement) => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--focus)';
      document.body.append(probe);
      const [r, g, b] = [...getComputedStyle(probe).color.matchAll(/\d+/g)].map(([n]) => Number(n));
      probe.remove();
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === r && data[at + 1] === g && data[at + 2] === b) count++;
      return count;
    });
  expect(await inFoundColour()).toBe(0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('covers 300000');
  await expect(key).toBeVisible();
  await expect.poll(inFoundColour).toBeGreaterThan(40);
});

it('rings of neighbours keep to their slots, and the chosen one is the stronger', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nrepeat 6 as i { store i*10..+10 = i }');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('overlaps 10..39');
  const rings = page.locator('.ms-tree-view .mark.found');
  await expect(rings).toHaveCount(3);
  const boxes = await rings.evaluateAll((all) =>
    all.map((ring) => [Number(ring.getAttribute('x')), Number(ring.getAttribute('width'))] as const),
  );
  for (const [k, [x]] of boxes.entries())
    if (k > 0) expect(x).toBeGreaterThanOrEqual(boxes[k - 1]![0] + boxes[k - 1]![1] + 2);
  await expect(page.locator('.ms-tree-view .found-sign')).toHaveCount(1);
  await page.getByRole('button', { name: 'Next result' }).click();
  await expect(page.locator('.ms-tree-view .mark.found.chosen')).toHaveCount(1);
  for (const [k, width] of ['3px', '2px', '2px'].entries()) await expect(rings.nth(k)).toHaveCSS('stroke-width', width);
});

it('over a picture that has no rings, the search says where they are and goes there', async ({ page, rooms }) => {
  await rooms.inside.run(
    'maps app """\n00400000-00401000 r-xp 00000000 08:01 1 /bin/app\n' +
      '00600000-00601000 rw-p 00000000 08:01 1 /bin/app\n"""\nfork app as child',
  );
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  const there = page.getByRole('button', { name: 'in Tree ›' });
  await page.getByRole('combobox', { name: 'Find' }).fill('leaf where used > 90');
  await expect(page.locator('#find-said')).toContainText('No node');
  await expect(there).toHaveCount(0);
  // Its place is the same however many there are, before the other steps are searched and afterwards.
  await page.getByRole('combobox', { name: 'Find' }).fill('leaf where used > 1');
  await expect(there).toBeVisible();
  const at = await there.boundingBox();
  await expect(page.locator('.find-steps')).toHaveText(/^in \d+ steps?/);
  expect(await there.boundingBox()).toEqual(at);
  await page.getByRole('combobox', { name: 'Find' }).fill('overlaps 0x400000..0x600fff');
  await expect(page.locator('#find-said')).toHaveText(/\d+ slots? at step/);
  expect(await there.boundingBox()).toEqual(at);
  await there.click();
  await expect(
    rooms.picture.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Tree' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.ms-tree-view .mark.found')).not.toHaveCount(0);
  await expect(there).toHaveCount(0);
  // So does going to a result.
  const views = rooms.picture.getByRole('group', { name: 'View' });
  await views.getByRole('button', { name: 'VMAs' }).click();
  await page.getByRole('combobox', { name: 'Find' }).press('Enter');
  await expect(views.getByRole('button', { name: 'Tree' })).toHaveAttribute('aria-pressed', 'true');
});

it('two trees side by side: steps, trees, policies', async ({ page, rooms, spend }) => {
  // The comparison keeps its two sides.
  spend();
  await rooms.inside.run(TEXT);
  await rooms.inside.seek(62);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('v');
  const verdict = page.locator('.ms-differ-verdict');
  await expect(verdict).toHaveText(
    '1 range of indexes holds another entry in B than in A; nodes differ in 2 places; in one of these, A has 1 ' +
      'node and B has 2.',
  );
  await expect(page.locator('.ms-differ-ranges')).toHaveText('205: NULL → needle');
  await page.getByRole('button', { name: 'Next difference' }).click();
  await page.getByRole('button', { name: 'Next difference' }).click();
  await expect(page.locator('.differ-walk')).toContainText('2 of 2');
  await expect(page.locator('tr[data-chosen]')).toHaveCount(1);
  // It follows the step.
  await rooms.inside.seek(63);
  await expect(verdict).toHaveText('1 range of indexes holds another entry in B than in A; 2 nodes differ.');
  await page.getByRole('button', { name: 'Linux 6.16 | Linux 6.16, whole height' }).click();
  await expect(verdict).toHaveText('Alike: the same contents, laid out the same way. Only requested differs.');
  await expect(page.locator('.ms-differ-sums .other')).toHaveCount(2);
  await rooms.inside.seek(124);
  await page.getByRole('button', { name: 't | u' }).click();
  // What only one of them has is beside what the other has over the same indexes; that counts as one place and is
  // shown.
  await expect(verdict).toHaveText(
    regexOf(
      /^\d+ ranges of indexes hold other entries in B than in A; nodes differ in \d+ places; /,
      /in \d+ of these, A has \d+ nodes and B has \d+\.$/,
    ),
  );
  // Nodes are called as in the picture; what Linux calls the type is in the tooltip.
  const inner = page.locator('.ms-differ-nodes .node b', { hasText: 'inner node' });
  await expect(inner.first()).toHaveAttribute('title', 'arange');
  const beside = page.locator('tr.beside');
  await expect(beside).not.toHaveCount(0);
  for (const side of ['.only-a', '.only-b'])
    expect(await beside.locator(`${side}:has(.node)`).count()).toBe(await beside.count());
  const places = Number(/in (\d+) places/.exec((await verdict.textContent()) ?? '')?.[1]);
  await expect(page.locator('tr:is(.changed, .replaced, .beside, .only-a, .only-b)')).toHaveCount(places);
  await expect(page.locator('.differ-walk')).toContainText(`${places} differences`);
  await page.getByRole('combobox', { name: 'A: step' }).selectOption('number');
  await page.getByRole('textbox', { name: 'A: number of the step' }).fill('61');
  await page.keyboard.press('Tab');
  await expect(page.locator('.ms-differ-sums')).toContainText('t · step 61');
  await expect(verdict).toHaveText(
    regexOf(
      /^The same contents, laid out differently; nodes differ in \d+ places[;,] /,
      /.*A has \d+ nodes? and B has \d+\.$/,
    ),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'A | B' }).click();
  await expect(verdict).toHaveCount(0);
});

it('two branches side by side: as offered with the parent, and as chosen', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n');
  const offer = page.getByRole('button', { name: 'parent branch | this one' });
  await page.getByRole('button', { name: 'A | B' }).click();
  const verdict = page.locator('.ms-differ-verdict');
  await expect(verdict).toBeVisible();
  await expect(offer).toHaveCount(0);
  // Another future from line 2 on.
  await rooms.transport.back.click();
  await page.locator('.cm-line', { hasText: 'store 1' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await expect(page.getByRole('tree', { name: 'Branches' }).getByRole('treeitem')).toHaveCount(2);
  await rooms.settled();
  await offer.click();
  await expect(offer).toHaveAttribute('aria-pressed', 'true');
  await expect(verdict).toHaveText('1 range of indexes holds another entry in B than in A; 1 node differs.');
  await expect(page.locator('.ms-differ-ranges')).toHaveText('1: 1 → 10');
  await expect(page.locator('.ms-differ-sums')).toContainText('t of “first text” · step 4');
  // The other way round, and then against itself.
  await page.getByRole('combobox', { name: 'A: run' }).selectOption({ label: 'this run' });
  await expect(verdict).toHaveText(/^Alike/);
  await page.getByRole('combobox', { name: 'B: run' }).selectOption({ label: 'first text' });
  await expect(page.locator('.ms-differ-ranges')).toHaveText('1: 10 → 1');
  await page.getByRole('combobox', { name: 'A: run' }).selectOption({ label: 'first text' });
  await expect(verdict).toHaveText(/^Alike/);
  // No link holds a second branch.
  await page.getByRole('button', { name: 'Share' }).click();
  const share = rooms.dialog('Share');
  await expect(share).toContainText('the comparison with another branch: a link holds one branch');
  await expect(share.getByRole('textbox', { name: 'The link' })).toHaveValue(/#m1\.[\w-]+$/);
  await page.keyboard.press('Escape');
  await expect(share).toBeHidden();
});

it('on a phone, the search closes with the view that it searches, but not from step to step', async ({
  page,
  rooms,
}) => {
  const text =
    'maps app """\n00400000-00401000 r-xp 00000000 08:01 1 /bin/app\n' +
    '00600000-00601000 rw-p 00000000 08:01 1 /bin/app\n"""\n';
  const fork = 'fork app as child\n';
  await rooms.inside.run(text + fork);
  await page.setViewportSize({ width: 390, height: 844 });
  const views = rooms.picture.getByRole('group', { name: 'View' });
  const box = page.getByRole('combobox', { name: 'Find' });
  const toggle = rooms.picture.getByRole('button', { name: 'find', exact: true });
  await views.getByRole('button', { name: 'Tree' }).click();
  await toggle.click();
  await expect(box).toBeVisible();
  await views.getByRole('button', { name: 'Fork' }).click();
  await expect(box).toHaveCount(0);
  // A new run that ends with a fork.
  await rooms.inside.run(text);
  await toggle.click();
  await expect(box).toBeVisible();
  await rooms.inside.run(text + fork);
  await expect(views.getByRole('button', { name: 'Fork' })).toHaveAttribute('aria-pressed', 'true');
  await expect(box).toHaveCount(0);
  const forked = await page.evaluate(() => globalThis.maplescope!.state().steps);
  await rooms.inside.seek(forked - 1);
  await toggle.click();
  await expect(box).toBeVisible();
  await rooms.inside.seek(forked);
  await expect(views.getByRole('button', { name: 'Fork' })).toHaveAttribute('aria-pressed', 'true');
  await expect(box).toBeVisible();
  await toggle.click();
  await expect(box).toHaveCount(0);
});

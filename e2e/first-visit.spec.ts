// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first minute: what the page is, what there is to do, and no more than that.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { resize, roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** The five things under the heading of the first minutes, as plain words. */
const TO_TRY = [...README.matchAll(/^\d\. \*\*(.+?)\*\*/gm)].map(([, words = '']) => words.replaceAll('`', ''));

// As most visitors come.
test.use({ ahead: true, firstTime: true, viewport: { width: 1440, height: 900 } });

const FORK = readFileSync(new URL('../web/app/examples/fork-vma.maple', import.meta.url), 'utf8').trimEnd();

test('the first screen is a short scenario, already run, at the step where its leaf splits @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await expect(page).toHaveTitle(/Maplescope/);
  await expect(page.locator('.scenario-title')).toHaveText('Watch Linux keep a process’s memory map in a maple tree');
  const state = await rooms.inside.state();
  expect(state.text.split('\n')).toHaveLength(13);
  expect(state).toMatchObject({ stale: false, balance: 0, problems: [], troubles: [] });

  const report = await rooms.inside.report();
  expect(report.ok).toBe(true);
  expect(report.steps[state.step - 1]).toMatchObject({ op: 'store', storeType: 'split_store' });
  const story = page.getByRole('region', { name: 'Story' });
  await expect(story).toContainText(`step ${state.step} of ${state.steps}`);
  await expect(story.getByRole('heading')).toHaveText('The store split its leaf in two, and the tree grew.');
  // What was replaced by the split is still in the picture, as a ghost.
  await expect(rooms.picture).toContainText(/replaced/i);
  // What is stored can be read in its slot.
  await expect(rooms.picture.locator('.ms-node .letter', { hasText: 'heap rw-' })).toBeVisible();
});

/** What a person counts on the page: things to press or fill in, and words of letters outside the scenario. */
async function counted(
  page: Page,
): Promise<{ readonly controls: readonly string[]; readonly words: readonly string[] }> {
  return page.evaluate(() => {
    const seen = (node: Element): boolean => {
      const { width, height, right, bottom } = node.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        right > 0 &&
        bottom > 0 &&
        node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    // Said to those who do not see the picture.
    const isClipped = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).clipPath !== 'none' || isClipped(node.parentElement));
    const controls = [
      ...document.querySelectorAll(
        'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider]',
      ),
    ]
      .filter(seen)
      .map((node) => node.getAttribute('aria-label') ?? node.textContent);
    const words: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const around = text.parentElement;
      if (
        around === null ||
        isClipped(around) ||
        around.closest('.cm-editor, .script-waiting, script, style, [aria-hidden=true] title, title') !== null ||
        !seen(around)
      )
        continue;
      words.push(
        ...(text.textContent ?? '')
          .split(/\s+/)
          .filter((word) => /\p{L}{2}|^[aI]$/u.test(word) && !/^(0x)?[0-9a-f]*\d[0-9a-f]*$|^ff$/.test(word)),
      );
    }
    return { controls, words };
  });
}

const it = onOnePage([1440, 900]);
test('the first screen, and what one comes to from it', it.inTurn);

it('the first screen has at most 30 controls and 180 words', async ({ page, rooms }) => {
  await rooms.open();
  const { controls, words } = await counted(page);
  expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(30);
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(180);
  // What is left out is one press away, and stays.
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('region', { name: 'Story' })).toHaveCount(0);
  await expect(rooms.inspector).toBeVisible();
  expect((await counted(page)).controls.length).toBeGreaterThan(controls.length + 20);
  await page.reload();
  await rooms.settled();
  await expect(rooms.inspector).toBeVisible();
  await page.keyboard.press('a');
  await expect(rooms.inspector).toBeHidden();
});

/** Texts that are seen outside the scenario: their size on the screen, and whether one of a node leaves its frame. */
async function typeSeen(page: Page): Promise<
  readonly {
    readonly text: string;
    readonly px: number;
    readonly tree: boolean;
    readonly picture: boolean;
    readonly out: boolean;
  }[]
> {
  return page.evaluate(() => {
    const isClipped = (node: Element | null): boolean =>
      node !== null && (getComputedStyle(node).clipPath !== 'none' || isClipped(node.parentElement));
    const found: { text: string; px: number; tree: boolean; picture: boolean; out: boolean }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const around = text.parentElement;
      const words = (text.textContent ?? '').trim();
      if (around === null || words === '' || around.closest('.cm-editor, script, style, title') !== null) continue;
      const { left, right, top, bottom, width } = around.getBoundingClientRect();
      if (width <= 1 || right < 0 || bottom < 0 || left > innerWidth || top > innerHeight || isClipped(around))
        continue;
      if (!around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const matrix = around instanceof SVGGraphicsElement ? around.getScreenCTM() : null;
      const px = parseFloat(getComputedStyle(around).fontSize) * (matrix === null ? 1 : Math.hypot(matrix.a, matrix.b));
      const frame = around.closest('.ms-node')?.querySelector(':scope > .frame')?.getBoundingClientRect();
      const out =
        frame !== undefined &&
        (left < frame.left || right > frame.right || top < frame.top - 1 || bottom > frame.bottom + 1);
      found.push({
        text: words,
        px: Math.round(px * 10) / 10,
        tree: around.closest('.tree-host') !== null,
        picture: around.closest('[aria-label=Picture]') !== null,
        out,
      });
    }
    return found;
  });
}

it('the smallest type on the first screen has 12 pixels, and the tree fills its room', async ({ page, rooms }) => {
  await rooms.open();
  const look = async (least: number, inTree: number, filled = 0.8): Promise<void> => {
    const seen = (await typeSeen(page)).filter(({ px }) => px > 0);
    expect(seen.filter(({ tree }) => tree).length).toBeGreaterThan(40);
    expect(seen.filter(({ px, tree }) => px < (tree ? inTree : least))).toEqual([]);
    expect(seen.filter(({ out }) => out)).toEqual([]);
    const host = (await page.locator('.tree-host').boundingBox())!;
    const frames = await page
      .locator('.nodes .ms-node > .frame')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(frames).toHaveLength(3);
    const across = Math.max(...frames.map(({ right }) => right)) - Math.min(...frames.map(({ left }) => left));
    expect(across).toBeGreaterThan(filled * host.width);
    for (const one of frames) {
      expect(one.left).toBeGreaterThanOrEqual(host.x);
      expect(one.right).toBeLessThanOrEqual(host.x + host.width);
      const apart = frames.filter(
        (other) => other.left < one.right && one.left < other.right && other.top < one.bottom && one.top < other.bottom,
      );
      expect(apart).toHaveLength(1);
    }
  };
  await look(12, 12);
  await resize(page, 1280, 720);
  await look(12, 12);
  await page.keyboard.press('p');
  await expect(page.locator('.projected')).toBeVisible();
  await look(12, 12);
  await page.keyboard.press('p');
  await resize(page, 390, 844);
  // A phone keeps the offers and the tools; the tree is smaller there.
  await look(11, 11, 0.75);
});

/** A map of so many VMAs. */
function mapOf(vmas: number): string {
  const lines = Array.from({ length: vmas }, (_, k) => {
    const first = 0x555500000000 + 0x4000 * k;
    const path = `/usr/lib/x86_64-linux-gnu/lib${k >> 2}.so`;
    return `${first.toString(16)}-${(first + 0x3000).toString(16)} r--p 00000000 08:01 ${1000 + (k >> 2)} ${path}`;
  });
  return `maps big """\n${lines.join('\n')}\n"""`;
}

test('no picture has a letter of less than 12 pixels, drawn or painted', async ({ page }) => {
  // Sizes of what is painted on a canvas of the picture.
  await page.addInitScript(() => {
    const painted: string[] = [];
    Object.assign(globalThis, { painted });
    const pen = CanvasRenderingContext2D.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
    const { fillText } = pen;
    pen.fillText = function (...given) {
      const { a, b } = this.getTransform();
      const px = (parseFloat(/[\d.]+px/.exec(this.font)?.[0] ?? '0') * Math.hypot(a, b)) / devicePixelRatio;
      if (px < 11.95 && this.canvas.closest('[aria-label=Picture]') !== null) painted.push(`${given[0]} of ${px} px`);
      fillText.apply(this, given);
    };
  });
  const rooms = roomsOf(page);
  const stores = (count: number): string => `tree t alloc\nfor i in 0..${count} { store i*16..i*16+7 = i }`;
  const SIZES = [
    [1440, 900],
    [1280, 720],
  ] as const;
  // The page that is open reads another address itself.
  const opened = async (address: string, width: number): Promise<void> => {
    if (address === '' || width !== SIZES[0][0]) await rooms.open(address);
    else await rooms.nextRun(() => page.goto(`./#${address}`));
  };
  let read = 0;
  const pictures: readonly (readonly [string, string | null, readonly string[], number])[] = [
    ['', null, [], 40],
    ['', null, ['i', '>', '>', '>'], 30],
    ['ex=push', null, [], 40],
    ['ex=gaps', null, [], 30],
    ['ex=bulk-load', null, [], 0],
    ['ex=fork-vma&step=19', null, [], 0],
    ['ex=ceiling', null, ['i'], 0],
    ['', mapOf(800), [], 0],
    ['', stores(59), [], 40],
    ['', stores(199), [], 0],
    ['', null, ['p', 'i', '>'], 10],
  ];
  for (const [address, text, keys, letters] of pictures) {
    for (const [width, height] of SIZES) {
      // Keys are pressed on a page of their own; what is only looked at is looked at in both sizes.
      if (keys.length === 0 && width !== SIZES[0][0]) await resize(page, width, height);
      else {
        await page.setViewportSize({ width, height });
        await opened(address, width);
        if (text !== null) await rooms.inside.run(text);
      }
      await rooms.settled();
      for (const key of keys) await page.keyboard.press(key);
      await rooms.settled();
      const seen = (await typeSeen(page)).filter(({ px, picture }) => px > 0 && picture);
      const what = `${address} ${text?.slice(0, 40) ?? ''} ${keys.join('')}, ${width} wide`;
      expect(
        seen.filter(({ px }) => px < 11.95),
        what,
      ).toEqual([]);
      expect(await page.evaluate(() => (globalThis as { painted?: string[] }).painted?.splice(0)), what).toEqual([]);
      const inTree = seen.filter(({ tree }) => tree).length;
      expect(inTree, what).toBeGreaterThanOrEqual(letters);
      read += inTree;
      if (keys.includes('p')) await page.keyboard.press('p');
    }
  }
  expect(read).toBeGreaterThan(700);
});

test('on a phone the part that changed is shown where the whole tree could not be read, in type of 11 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  for (const name of ['gaps', 'push', 'collapse']) {
    await rooms.open(`ex=${name}`);
    const host = (await page.locator('.tree-host').boundingBox())!;
    const seen = (await typeSeen(page)).filter(({ px, tree }) => px > 0 && tree);
    expect(seen.filter(({ px }) => px < 11)).toEqual([]);
    if (name === 'collapse') continue; // Seen from afar: a canvas, whose columns and marks are read.
    const slot = (await page.locator('.mark.touched').first().boundingBox())!;
    expect(slot.x).toBeGreaterThanOrEqual(host.x);
    expect(slot.x + slot.width).toBeLessThanOrEqual(host.x + host.width);
    // Of a step before, another part.
    const place = () => page.locator('.ms-tree-frame g.world').getAttribute('transform');
    const before = await place();
    await rooms.inside.seek(3);
    await rooms.settled();
    expect(await place()).not.toBe(before);
  }
});

test('each of the four suggestions does what it says', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const things = page.getByRole('complementary', { name: 'Try this' });
  await expect(things.getByRole('listitem')).toHaveText(TO_TRY.slice(0, 4));
  await expect(things).toContainText('Opened at the split.');
  // The fifth needs an address space.
  expect(TO_TRY.slice(4)).toEqual(['Make its fork fail half-way']);
  const before = (await rooms.inside.state()).step;
  await things.getByRole('button', { name: /^Step with/ }).click();
  await expect.poll(async () => (await rooms.inside.state()).step).toBe(before + 1);
  await page.keyboard.press('ArrowLeft');

  await things.getByRole('button', { name: 'Click a node' }).click();
  await expect(rooms.inspector.getByRole('tabpanel', { name: 'Node' })).toContainText('256 bytes');
  await rooms.inspector.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(rooms.inspector).toBeHidden();

  await things.getByRole('button', { name: /^Change 0x17f/ }).click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('0x17f');
  await page.keyboard.type('0x3ff');
  await expect.poll(async () => (await rooms.inside.state()).text).toContain('0x100..0x3ff = "heap rw-"');
  await rooms.settled();
  // It is about a number of the text that came first.
  await expect(things.getByRole('listitem')).toHaveCount(3);

  await things.getByRole('button', { name: 'Paste your own map' }).click();
  await expect(rooms.dialog('Paste a memory map')).toBeVisible();
  await page.keyboard.press('Escape');
  await things.getByRole('button', { name: 'Close the suggestions' }).click();
  await expect(things).toHaveCount(0);
  await page.reload();
  await rooms.settled();
  await expect(things).toHaveCount(0);
  await expect(page.locator('.welcome')).toBeHidden();
});

test('the number that is to be changed is seen to be selected, light and dark', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const things = page.getByRole('complementary', { name: 'Try this' });
  // The ground between two letters, a pixel.
  const ground = async (): Promise<readonly number[]> => {
    const place = await page.evaluate(() => {
      const { anchorNode, anchorOffset, focusOffset } = getSelection()!;
      const range = document.createRange();
      range.setStart(anchorNode!, Math.min(anchorOffset, focusOffset));
      range.setEnd(anchorNode!, Math.max(anchorOffset, focusOffset));
      const { left, top } = range.getBoundingClientRect();
      return { x: Math.floor(left) + 3, y: Math.floor(top) + 1 };
    });
    const shot = (await page.screenshot({ clip: { ...place, width: 1, height: 1 } })).toString('base64');
    return page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
      pen.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
      return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }, shot);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await things.getByRole('button', { name: /^Change 0x17f/ }).click();
    await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe('0x17f');
    const chosen = await ground();
    const line = page.locator('.cm-line.current-step');
    await expect(line).toContainText('0x17f');
    const plain = await line.evaluate((row) => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--selected)';
      row.closest('.editor-pane')!.append(probe);
      const found = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
      probe.remove();
      return found;
    });
    const apart = chosen.reduce((sum, part, k) => sum + Math.abs(part - plain[k]!), 0);
    expect(apart, colorScheme).toBeGreaterThan(40);
  }
});

test('a link opens with the step that was sent and the key to press', async ({ page, context }) => {
  const sender = roomsOf(page);
  await sender.open();
  await sender.inside.run(FORK);
  await sender.inside.seek(19);
  const url = await sender.inside.shareUrl();
  const other = roomsOf(await context.newPage());
  await other.open(url.slice(url.indexOf('#') + 1));
  const strip = other.page.getByRole('complementary', { name: 'What you were sent' });
  await expect(strip).toContainText(
    'You were sent step 19 of 20 of “A fork fails at a VMA: the marker, and the undo that came before it”.',
  );
  // The strip names the scenario, so the header can say what the page is.
  const line = other.page.locator('.scenario-title');
  await expect(line).toHaveText('Watch Linux keep a process’s memory map in a maple tree');
  await strip.getByRole('button', { name: /^Step with/ }).click();
  await expect.poll(async () => (await other.inside.state()).step).toBe(20);
  // It is said of what was sent, not of another text.
  await other.inside.run('# Another\ntree t\nstore 1 = 1');
  await expect(strip).toHaveCount(0);
  await expect(line).toHaveText('Another');
});

test('a failed fork shows its trees, and its legend where that has room, over the player', async ({ page }) => {
  const rooms = roomsOf(page);
  for (const [width, height, legend, address] of [
    [1440, 900, true, 'ex=fork-vma&step=19'],
    [1440, 900, true, 'ex=ceiling'],
    [1920, 1080, true, 'ex=fork-vma&step=19'],
    [1366, 768, false, 'ex=fork-vma&step=19'],
    [1280, 720, false, 'ex=fork-vma&step=19'],
    [1280, 720, false, 'ex=cat'],
    [1280, 720, false, 'ex=ceiling'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await rooms.open(address);
    await expect(page.getByRole('complementary', { name: 'What you were sent' })).toBeVisible();
    const fork = rooms.picture.locator('.ms-fork');
    const bottom = async (name: string): Promise<number> => {
      const box = (await fork.locator(name).first().boundingBox())!;
      return box.y + box.height;
    };
    const player = async (): Promise<number> => (await fork.locator('.dock').boundingBox())!.y;
    // The last pixels of the canvas are air.
    const air = height === 720 ? 14 : 0;
    await expect.poll(async () => (await bottom('.pane.child canvas')) - (await player())).toBeLessThanOrEqual(air);
    if (legend) await expect.poll(async () => (await bottom('.legend')) - (await player())).toBeLessThanOrEqual(0);
  }
});

test('no row under Numbers is of zeros or dashes alone', async ({ page }) => {
  const rooms = roomsOf(page);
  for (const name of ['first', 'mmap', 'fork-vma', 'reader']) {
    await rooms.open(`ex=${name}&step=1`);
    if (name === 'first') await page.getByRole('button', { name: 'Numbers' }).click();
    const { steps } = await rooms.inside.state();
    let rows = 0;
    for (let step = 1; step <= Math.min(steps, 20); step++) {
      await rooms.inside.seek(step);
      const values = await rooms.inspector
        .getByRole('tabpanel', { name: 'Step' })
        .locator('.fact')
        .evaluateAll((facts) =>
          facts
            .filter((fact) => fact.checkVisibility())
            .map((fact) => [fact.children[0]!.textContent, fact.children[1]!.textContent.trim()]),
        );
      rows += values.length;
      expect(
        values.filter(([, value]) => /^[\s0–·]*$/.test(value!.replace(/\b[hvs]\b/g, ''))),
        `${name}, step ${step}`,
      ).toEqual([]);
    }
    expect(rows).toBeGreaterThan(20);
  }
});

it('a step that failed says so over its picture', async ({ page, rooms }) => {
  await rooms.inside.run(FORK);
  await rooms.inside.seek(19);
  const story = page.getByRole('region', { name: 'Story' });
  await expect(story).toContainText('fork');
  await expect(story).toContainText('ENOMEM');
  await expect(story.getByRole('heading')).toHaveText('The fork failed at VMA 8: out of memory (injected).');
  await story.getByRole('button', { name: 'Numbers' }).click();
  await expect(rooms.inspector).toContainText('Account of unborn');
});

it('the story keeps its place from step to step', async ({ page, rooms }) => {
  await rooms.open();
  const heights = new Set<number>();
  for (let step = 1; step <= 11; step++) {
    await rooms.inside.seek(step);
    heights.add(await page.locator('.story').evaluate((node) => node.getBoundingClientRect().height));
  }
  expect([...heights]).toHaveLength(1);
});

it('the whole reason makes the band over every view higher, and another step folds it', async ({ page, rooms }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await rooms.inside.run(FORK);
  const story = page.getByRole('region', { name: 'Story' });
  const heightOf = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((node) => node.getBoundingClientRect().bottom);
  for (const view of ['Tree', 'VMAs', 'Compare', 'Fork']) {
    await rooms.inside.seek(19);
    await page.locator('.view-choice').getByRole('button', { name: view, exact: true }).click();
    await page.getByRole('button', { name: 'Numbers' }).click();
    await story.getByRole('button', { name: 'all of it' }).click();
    await expect(story.getByRole('button', { name: 'less' })).toBeVisible();
    expect(await heightOf('.story .ms-why'), view).toBeLessThanOrEqual(await heightOf('.story'));
    await rooms.inside.seek(18);
    await rooms.inside.seek(19);
    await expect(story.getByRole('button', { name: 'all of it' }), view).toBeVisible();
  }
});

it('the story of an older run fades with its picture', async ({ page, rooms }) => {
  await rooms.open();
  await expect(page.locator('.story')).toHaveCSS('filter', 'none');
  await rooms.editor.write('tree a\nstroe 1 = 2');
  await expect(page.locator('.story')).toHaveCSS('filter', 'grayscale(1)');
});

it('without a link the address stays clean, also while one steps and types', async ({ page, rooms }) => {
  await rooms.open();
  await rooms.transport.back.click();
  await rooms.editor.write('tree a\nstore 1 = 2');
  await rooms.settled();
  expect(await page.evaluate(() => location.hash)).toBe('');
});

it('the key of the timeline stands whole over the picture', async ({ page, rooms }) => {
  await rooms.open();
  await page.getByRole('button', { name: 'key', exact: true }).click();
  await expect(page.getByLabel('Key of the timeline')).toBeInViewport({ ratio: 1 });
});

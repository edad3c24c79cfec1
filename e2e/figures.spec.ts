// SPDX-License-Identifier: GPL-2.0-or-later
//
// A figure is of what is seen: whatever stands in the picture's room, at its mark or event, with the sentence of that
// moment. What an SVG says is compared with what the page says.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { onOnePage } from './rooms/steps';

const VMAS = Array.from(
  { length: 12 },
  (_, k) => `${(0x10000000 + k * 0x4000).toString(16)}-${(0x10002000 + k * 0x4000).toString(16)} rw-p 00000000`,
).join('\n');
const FORK = `maps p """\n${VMAS}\n"""\ntouch 0x10000000..+8K in p\nfail vma 5\nfork p as child`;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const kept: Record<string, Blob> = {};
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = make(blob);
      kept[url] = blob;
      return url;
    };
    Object.assign(globalThis, { keptBlobs: kept });
  });
});

/** The words of the figure that Share gives now, in order, and how many images and patterns are in it. */
async function savedName(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = roomsOf(page).dialog('Share');
  await dialog.getByRole('tab', { name: 'Figure' }).click();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save SVG' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return (await coming).suggestedFilename();
}

async function figure(
  page: Page,
  shape = 'with caption',
): Promise<{
  readonly words: string;
  readonly images: number;
  readonly size: readonly [number, number];
  readonly ticks: number;
  readonly svg: string;
  /** The rectangle before the words, and the path over it, as they are drawn for the key `words` of a legend. */
  readonly keyOf: (words: string) => string;
}> {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = roomsOf(page).dialog('Share');
  await dialog.getByRole('tab', { name: 'Figure' }).click();
  const image = dialog.getByRole('img', { name: /^Figure/ });
  await expect(image).toBeVisible();
  if (shape !== 'with caption') {
    const before = await image.getAttribute('src');
    await dialog.getByRole('button', { name: shape }).click();
    await expect(image).not.toHaveAttribute('src', before ?? '');
  }
  const svg = await image.evaluate((drawn: HTMLImageElement) =>
    (globalThis as unknown as { keptBlobs: Record<string, Blob> }).keptBlobs[drawn.src]!.text(),
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  const texts = [...svg.matchAll(/<t(?:ext|span)\b[^>]*>([^<]+)</g)].map(([, text]) => text!.trim());
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return {
    words: texts.join(' '),
    images: svg.match(/<image|data:image|<pattern/g)?.length ?? 0,
    size: [Number(width), Number(height)],
    ticks: svg.match(/`/g)?.length ?? 0,
    svg,
    keyOf: (words) =>
      svg
        .slice(0, svg.indexOf(`>${words}<`))
        .split('</text>')
        .at(-1) ?? '',
  };
}

const it = onOnePage();
test('a figure, and each text to share, is of the moment that is seen', it.inTurn);

it('of a fork it is the fork at its mark, both trees and the page tables, with the sentence of the mark', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run(FORK);
  const sentence = page.locator('.fork-host .moment');
  const told = async (): Promise<string> =>
    (await sentence.innerText()).replace(/all twelve points|in the source/g, '').trim();
  const failed = await told();
  expect(failed).toContain('F7');
  const first = await figure(page);
  expect(first.words).toContain(failed);
  expect(first.words).toMatch(/step 14 of 14, mark \d+ of \d+/);
  expect(first.words).toMatch(/PTE/);
  expect(first.images).toBe(0);
  await page.locator('.ms-play .controls button').first().click();
  await expect.poll(told).not.toBe(failed);
  const back = await told();
  expect((await figure(page)).words).toContain(back);
});

it('of a fork its key has the hatch of a freed node, not a filled box', async ({ rooms, page }) => {
  await rooms.inside.run(FORK);
  const key = (await figure(page)).keyOf('node freed');
  expect(key).toMatch(/<rect[^>]* fill="none"[^>]*>(?:<\/rect>)?<path[^>]* d="(?:M[\d.,]+L[\d.,]+){3,}"/);
  expect(key).not.toMatch(/<rect[^>]* fill="(?!none)/);
});

// Texts that the file makes wider than their letters are, in the family that it names.
function stretched(page: Page, svg: string): Promise<readonly string[]> {
  const texts = [...svg.matchAll(/<text\b([^>]*)>([^<]*)</g)].map(([, attributes = '', words = '']) => {
    const of = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    return { words, font: `${of('font-weight')} ${of('font-size')}px ${of('font-family')}`, length: of('textLength') };
  });
  expect(texts.length).toBeGreaterThan(10);
  return page.evaluate((all) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    return all.flatMap(({ words, font, length }) => {
      pen.font = font;
      const own = pen.measureText(words).width;
      return length !== '' && Number(length) > own + 1 ? [`${words}: ${own} → ${length}`] : [];
    });
  }, texts);
}

it('stretches no letters, whatever the page’s own font is', async ({ page, rooms }) => {
  await rooms.inside.run(FORK);
  expect(await stretched(page, (await figure(page)).svg)).toEqual([]);
  await page.getByRole('button', { name: 'VMAs', exact: true }).click();
  const vmas = await figure(page);
  expect(vmas.words).toContain('addresses');
  expect(await stretched(page, vmas.svg)).toEqual([]);
  // The field that one types into is not part of the figure, nor is its name.
  expect(vmas.words).not.toMatch(/\bfind\b/);
  await page.getByRole('button', { name: 'Tree', exact: true }).click();
});

it('cuts no label that has room, of a node that is gone neither', async ({ page, rooms }) => {
  await rooms.inside.run(
    'tree t alloc\n' +
      ['040..0x05f = "prog r-x"', '060..0x06f = "prog rw-"', '700..0x72f = "ld.so r-x"', '740..0x74f = "ld.so rw-"']
        .concat(['f00..0xfef = "stack rw-"', 'e00..0xe0f = "vdso r-x"', '400..0x4bf = "libc r-x"'])
        .concat(['500..0x51f = "libc rw-"', '100..0x17f = "heap rw-"'])
        .map((rest) => `store 0x${rest}`)
        .join('\n'),
  );
  const { words } = await figure(page);
  expect(words).toMatch(/leaf #1 /);
  expect(words).not.toContain('…');
  expect(words.match(/stack/g)).toHaveLength(2);
});

it('without a caption it is of 16 to 9', async ({ page, rooms }) => {
  await rooms.inside.run(FORK);
  const slide = await figure(page, '16:9, no caption');
  expect(slide.size[0] * 9).toBe(slide.size[1] * 16);
  expect(slide.words).not.toContain('step 14 of 14');
});

it('of two trees side by side it is both, of a sweep its runs, half-way the nodes that no tree leads to', async ({
  page,
  rooms,
}) => {
  await rooms.inside.run('tree t\nrepeat 15 as i { store i * 10 = i }\nstore 155 = 9');
  await page.evaluate(() => globalThis.maplescope!.seek(17, 12));
  // Slow motion is a part that is fetched.
  await expect(page.locator('.ms-shelf .name')).not.toHaveCount(0);
  const shelf = await page.locator('.ms-shelf .name').allInnerTexts();
  const halfway = await figure(page);
  for (const name of shelf) expect(halfway.words).toContain(name);
  expect(halfway.words).toMatch(/step 17 of 17, event 13 of \d+/);
  expect(halfway.images).toBe(0);
  const event = await page.evaluate(() => globalThis.maplescope!.seek(17, 12));
  expect(halfway.words).toContain(event!.text);
  expect(await savedName(page)).toBe('maplescope-step-17-tree-event-13.svg');
  await page.evaluate(() => globalThis.maplescope!.seek(17));
  expect(await savedName(page)).toBe('maplescope-step-17-tree.svg');

  await page.getByRole('button', { name: 'A | B' }).first().click();
  await expect(page.locator('.differ-body')).toContainText('step 16');
  const differ = await figure(page);
  expect(differ.words).toMatch(/step 16.*step 17/);
  // The sign of nodes that differ stands in the legend, and between the two trees.
  expect(differ.words.split('−+').length - 1).toBeGreaterThanOrEqual(2);
  expect(differ.images).toBe(0);

  await rooms.inside.run('tree t\nrepeat 30 as i { store i * 10 = i }\nsweep request { store 5..150 = 9 }');
  await expect(page.locator('.sweep-host')).toContainText('3 runs');
  const sweep = await figure(page);
  expect(sweep.words).toMatch(/3 runs/);
  expect(sweep.images).toBe(0);
});

it('each exported text names its moment: an event, a mark, or the whole step', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nrepeat 15 as i { store i * 10 = i }\nstore 155 = 9');
  const event = await page.evaluate(() => globalThis.maplescope!.seek(17, 12));
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  const textOf = async (tab: string): Promise<string> => {
    await dialog.getByRole('tab', { name: tab, exact: true }).click();
    const field = dialog.getByRole('textbox', { name: 'The text' });
    await expect(field).toHaveValue(/\n/);
    return field.inputValue();
  };
  const markdown = await textOf('Markdown');
  expect(markdown).toContain(`At event 13 of 31: ${event!.text} The drawing is of that moment`);
  // Half-way nothing is linked yet: the root has two children, and three when the step has ended.
  expect(markdown).toMatch(/15\/16[^]*15\/16/);
  expect((await textOf('Mail')).replace(/\n\| /g, ' ')).toContain('At event 13 of 31:');
  for (const tab of ['JSON', 'C program', 'mt_dump']) {
    await textOf(tab);
    await expect(dialog).toContainText(
      'The page shows event 13 of 31 of this step. This text is of the step as a whole.',
    );
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => globalThis.maplescope!.seek(17));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => textOf('Markdown')).not.toContain('At event');
  await textOf('mt_dump');
  await expect(dialog).not.toContainText('The page shows');
});

it('words between backticks are code, without the backticks', async ({ page, rooms }) => {
  await rooms.inside.run('tree t\nrepeat 15 as i { store i * 10 = i }\nfail request\nstore 155 = 9');
  expect(await page.evaluate(() => globalThis.maplescope!.state().why)).toContain('`fail request 1 times 2`');
  const plain = await figure(page);
  expect(plain.words).toContain('fail request 1 times 2');
  expect(plain.words).not.toContain('`');
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Labs in the page: run, read the table, take it away, cancel half-way, follow the scenario behind.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import type { Result } from '../web/measure/lab';
import { figure } from '../web/measure/tables';
import { roomsOf } from './rooms/page';

type Numbers = readonly number[];

interface Published {
  readonly id: string;
  readonly series: readonly { readonly values: Numbers & Readonly<Record<string, number>> }[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly values: readonly { readonly value: number }[];
}

const FIGURES = (
  JSON.parse(readFileSync(new URL('../web/measure/published-figures.json', import.meta.url), 'utf8')) as {
    readonly figures: readonly Published[];
  }
).figures;
const published = (id: string): Published => FIGURES.find((one) => one.id === id)!;
const numbers = (id: string, series: number): Numbers => published(id).series[series]!.values;
const bins = (series: number): Numbers => Object.values(numbers('prealloc-calc', series));

/** The cells below a head of a table, from top to bottom. */
async function column(table: Locator, head: string): Promise<readonly string[]> {
  const heads = await table.getByRole('columnheader').allInnerTexts();
  expect(heads).toContain(head);
  return table.locator(`tbody tr > :nth-child(${heads.indexOf(head) + 1})`).allInnerTexts();
}

test('the list of labs has a picture and the claim of each, from a run in this browser', async ({ page }) => {
  await page.goto('#labs');
  const cards = page.getByRole('dialog', { name: 'Labs' }).locator('.lab-list li');
  await expect(cards).toHaveCount(9);
  for (const card of await cards.all()) {
    await expect(card.locator('.lab-plot')).toBeVisible({ timeout: 60_000 });
    await expect(card.locator('.lab-said')).toContainText('Here: ');
  }
});

test('a lab runs from its link, its table has the numbers of Node, and its files can be saved', async ({ page }) => {
  await page.goto('#lab=preallocation&n=1000');
  const labs = page.getByRole('dialog', { name: 'Labs' });
  const chart = labs.getByRole('region', { name: 'With vacancy tracking (Linux 6.16)' }).first();
  await expect(chart.locator('.lab-plot')).toBeVisible();
  await expect(labs.getByText('fewer nodes with vacancy tracking')).toBeVisible();
  const counts = labs.getByRole('region', { name: 'Stores that need nodes, by formula' });
  expect(await column(counts, 'whole height, published')).toEqual(bins(0).map(figure));
  expect(await column(counts, 'vacancy, published')).toEqual(bins(1).map(figure));
  await chart.getByText('Data and files').click();
  for (const [kind, sign] of [
    ['CSV', 'nodes requested by one store,this run (%)'],
    ['SVG', '<svg'],
    ['PNG', 'PNG'],
    ['JSON', '"engine": "linux-6.16/'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: `Save ${kind}` }).click(),
    ]);
    const saved = readFileSync(await download.path()).toString('latin1');
    expect(saved).toContain(sign);
    // The words of its legend.
    if (kind === 'SVG') expect(saved).toMatch(/>this run<.*>published, 21 Feb 2025</s);
    if (kind === 'JSON') {
      const { host, cores, values } = JSON.parse(saved) as Result;
      expect([host, cores]).toEqual([expect.stringMatching(/^Chrome \d/), expect.any(Number)]);
      expect(values).toMatchObject({ work: 'shuffled', n: 1000, seed: 7 });
    }
  }
});

test('a lab cancelled half-way leaves no worker of it, and the scenario behind one opens @story', async ({ page }) => {
  await page.goto('#lab=preallocation&n=1000000');
  const labs = page.getByRole('dialog', { name: 'Labs' });
  const ofLabs = () => page.workers().filter((worker) => worker.url().includes('lab-worker')).length;
  await expect(labs.getByRole('status')).toContainText('stores made');
  expect(ofLabs()).toBe(1);
  await labs.getByRole('button', { name: 'Cancel' }).click();
  await expect(labs.getByRole('status')).toHaveText('Cancelled. Nothing is running.');
  await expect.poll(ofLabs).toBe(0);
  // As a person types: fill() appends to a number in Firefox, and the browser refuses what is above the field's bound.
  const stores = labs.getByLabel('Stores or calls');
  await stores.press('ControlOrMeta+a');
  await stores.pressSequentially('100');
  await expect(stores).toHaveValue('100');
  await labs.getByRole('button', { name: 'Run', exact: true }).click();
  await labs.getByRole('link', { name: 'Open in the playground' }).click();
  await expect(labs).toBeHidden();
  const rooms = roomsOf(page);
  await rooms.settled();
  expect((await rooms.inside.state()).text).toContain('for i in shuffle(0..99, 7)');
});

/** Presses Tab until `last` has the focus. Returns the names of all stops; each must show its focus. */
async function tabTo(page: Page, last: string, open = false): Promise<readonly string[]> {
  const met: string[] = [];
  while (met.at(-1) !== last) {
    expect(met.length, met.join(', ')).toBeLessThan(90);
    await page.keyboard.press('Tab');
    const { name, seen, closed } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const label = at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.innerText;
      return {
        name: (label ?? at.innerText).trim().split('\n')[0] ?? '',
        seen: at.closest('dialog.labs') !== null && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
        closed: at.localName === 'summary' && !(at.parentElement as HTMLDetailsElement).open,
      };
    });
    expect(seen, `${name}, after ${met.join(', ')}`).toBe(true);
    if (open && closed) await page.keyboard.press('Enter');
    met.push(name);
  }
  return met;
}

test('the keyboard reaches all of a lab, is always seen, and stays when Run becomes Cancel', async ({ page }) => {
  await page.goto('#lab=preallocation&n=1000000');
  const labs = page.getByRole('dialog', { name: 'Labs' });
  await expect(labs.getByRole('status')).toContainText('stores made');
  const fields = ['Workload', 'Stores or calls', 'Seed', 'Published figure'];
  await labs.getByRole('button', { name: 'Close' }).focus();
  expect(await tabTo(page, 'Cancel')).toEqual([...fields, 'Cancel']);
  const run = labs.getByRole('button', { name: 'Run', exact: true });
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(labs.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
  // A run that ends by itself takes nothing away either.
  await labs.getByLabel('Stores or calls').fill('300');
  await labs.getByLabel('Stores or calls').press('Tab');
  expect((await tabTo(page, 'Run')).at(-1)).toBe('Run');
  await page.keyboard.press('Enter');
  await expect(labs.locator('.lab-claim')).toContainText('these 300 stores');
  await expect(run).toBeFocused();
  const met = await tabTo(page, 'Open in the playground', true);
  const files = ['Save SVG', 'Save PNG', 'Save CSV', 'Save JSON'];
  const title = 'With vacancy tracking (Linux 6.16)';
  expect(met).toEqual(expect.arrayContaining(['Copy link', 'Data and files', `${title}: table`, ...files]));
  expect(met.filter((name) => files.includes(name))).toEqual([...files, ...files]);
  expect(met.filter((name) => name.startsWith('Open the scenario of')).length).toBeGreaterThan(4);
});

test('a lab holds megabytes of maps without laying them out, and refuses a binary', async ({ page }) => {
  await page.goto('#lab=real');
  const form = page.getByRole('dialog', { name: 'Labs' }).locator('.lab-form');
  const field = form.locator('textarea');
  await expect(field).toBeVisible();
  const drop = (bytes: string): Promise<void> =>
    form.locator('label').evaluate((label, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'given'));
      label.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
  await drop('00400000-00401000 r-xp 00000000 00:00 0 /bin/x\n'.repeat(5000));
  await expect(form).toContainText('235,016 letters, too many to show here. Not kept: a reload loses it.');
  await expect(field).toHaveCount(0);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(field).toHaveValue('');
  await drop('\u007fELF\0\0'.repeat(100));
  await expect(page.getByRole('alert')).toContainText('given is not a text file.');
  await expect(field).toHaveValue('');
  // A map that is read here leaves nothing of it with the server.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /secret|\?/.test(request.url())) sent.push(request.url());
  });
  await drop('00400000-00401000 r-xp 00000000 00:00 0 /bin/secret\n00500000-00501000 rw-p 00000000 00:00 0\n');
  await expect(field).toHaveValue(/secret/);
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.lab-claim')).toContainText('Here: 1 maps given, median 2 VMAs');
  expect(sent).toEqual([]);
  expect(page.url()).not.toContain('secret');
});

// Of each lab a small setting: its chart’s table has a row of counts that Node gives too, and is saved as it is shown.
const SETTINGS = [
  ['lab=fork&n=121&layout=contiguous', 'Forks per second', /^121/],
  ['lab=paths&n=500', 'Share of each path', /^append.*75/],
  ['lab=redblack&n=300', 'Cache lines that one operation touches', /^look up/],
  ['lab=pagecopy&n=16384', 'Time for each page-table entry', /^inlined.*22\.39/],
  ['lab=failure', 'Page tables left, by the VMA at which the fork fails', /^7.*12,288.*0.*0.*12,288/],
  ['lab=fill&n=500', 'Leaf slots in use', /^500/],
  ['lab=real', 'Nodes by VMAs, a dot a process', /^738.*74/],
  ['lab=conformance&files=first', 'Operations replayed, by kind of recording', /^areas.*500.*0/],
] as const;

/** Published figures as they stand on the screen. */
const SHOWN: Readonly<Record<string, (labs: Locator, chart: Locator) => Promise<void>>> = {
  [SETTINGS[0][0]]: async (labs, chart) => {
    const forks = (series: number): string[] =>
      numbers('forks-large', series)
        .slice(0, 2)
        .map((ten) => figure(ten / 10));
    expect(await column(chart, 'published, duplication')).toEqual(forks(2));
    expect(await column(chart, 'published, bulk load')).toEqual(forks(0));
    const review = labs.getByRole('region', { name: /^The review’s/ });
    expect(await column(review, 'bulk, printed')).toEqual(numbers('normalised-review', 1).map(figure));
    expect(await column(review, 'dup, printed')).toEqual(numbers('normalised-review', 2).map(figure));
  },
  [SETTINGS[3][0]]: async (labs) => {
    const code = labs.getByRole('region', { name: 'Bytes of code' });
    for (const size of ['do_wp_page', 'vmlinux']) {
      const [, , ...bytes] = published('vm-normal-page').rows.find(([name]) => name === `${size} size`)!;
      const cells = code.getByRole('row').filter({ hasText: size }).getByRole('cell');
      expect((await cells.allInnerTexts()).slice(1)).toEqual(bytes.slice(0, 2).map((one) => figure(Number(one))));
    }
  },
  [SETTINGS[4][0]]: async (_, chart) => {
    const [left] = published('pgtables-bug').values;
    expect(new Set(await column(chart, 'reported, VMA not known'))).toEqual(new Set([figure(left!.value)]));
  },
};

test('each lab runs from its link, one after another, and its table can be read and saved', async ({ page }) => {
  for (const [fragment, chart, row] of SETTINGS)
    await test.step(fragment, async () => {
      await page.goto(`#${fragment}`);
      const region = page
        .getByRole('dialog', { name: 'Labs' })
        .getByRole('region', { name: chart, exact: true })
        .first();
      await expect(region.locator('.lab-plot')).toBeVisible({ timeout: 60_000 });
      await region.getByText('Data and files').click();
      await expect(region.getByRole('row').filter({ hasText: row })).toHaveCount(1);
      await SHOWN[fragment]?.(page.getByRole('dialog', { name: 'Labs' }), region);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        region.getByRole('button', { name: 'Save CSV' }).click(),
      ]);
      const lines = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      await expect(region.getByRole('row')).toHaveCount(lines.length);
      // No table is wider than its place, at the width of a small laptop.
      const tables = page.locator('.lab-table:visible');
      expect(await tables.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
    });
});

test('the table shows low and high ends on demand; a link repeats the lab with its values', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('#lab=fork&n=121');
  const labs = page.getByRole('dialog', { name: 'Labs' });
  const region = labs.getByRole('region', { name: 'Forks per second', exact: true }).first();
  await expect(region.locator('.lab-plot')).toBeVisible();
  await region.getByText('Data and files').click();
  // VMAs, five series, the scenario.
  await expect(region.getByRole('columnheader')).toHaveCount(7);
  await region.getByLabel('Show low and high ends').check();
  await expect(region.getByRole('columnheader')).toHaveCount(13);
  await labs.getByLabel('Address space').selectOption('holes');
  await labs.getByRole('button', { name: 'Copy link' }).click();
  await expect(labs.locator('.lab-copied')).toContainText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#lab=fork&n=121&layout=holes$/);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every exhibit (web/exhibits/index.html), light and dark, against its kept marks: what is
// drawn, where, in which colours, with which words (e2e/pictures/views; `--update-snapshots` takes them anew).

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { WHOLE_CHROMIUM } from './browsers';
import { markDifferences, requireSameLetters } from './rooms/kept';
import { marksOf, type Mark } from './rooms/marks';

const project = fileURLToPath(new URL('..', import.meta.url));

// They are no part of what is built: they are built here, beside the page, and served for the time of the tests.
const test = base.extend<object, { address: string }>({
  address: [
    // Playwright wants the fixtures that a fixture needs named, also where there are none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const outDir = `${project}build/test/exhibits`;
      const common = { configFile: `${project}vite.config.ts`, logLevel: 'error' } as const;
      await build({
        ...common,
        build: {
          outDir,
          emptyOutDir: true,
          sourcemap: false,
          minify: false,
          rolldownOptions: { input: `${project}web/exhibits/index.html` },
        },
      });
      const server = await preview({
        ...common,
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0, strictPort: false },
      });
      await use(`${server.resolvedUrls?.local[0] ?? ''}exhibits/index.html`);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// Motion is wanted: some exhibits stop it on its way.
test.use({
  launchOptions: WHOLE_CHROMIUM,
  viewport: { width: 1200, height: 900 },
  contextOptions: { reducedMotion: 'no-preference' },
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'UTC',
});

interface Exhibits {
  readonly names: readonly string[];
  show(name: string): Promise<void>;
}

// Two frames, and until what moves has come to rest; what an exhibit has stopped on its way stays stopped.
async function rested(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    for (let k = 0; k < 100 && document.getAnimations().some(({ playState }) => playState === 'running'); k++)
      await frame();
    await frame();
  });
}

async function seen(
  page: Page,
  name: string,
): Promise<{ readonly failed: string | null; readonly light: Mark[]; readonly dark: Mark[] }> {
  await page.evaluate(async (one) => {
    document.documentElement.dataset.theme = 'light';
    await (globalThis as unknown as { readonly exhibits: Exhibits }).exhibits.show(one);
  }, name);
  await rested(page);
  const stage = page.locator('.exhibit > .stage');
  const light = await marksOf(stage);
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await rested(page);
  return { failed: await stage.getAttribute('data-failed'), light, dark: await marksOf(stage) };
}

// One after another, in the one browser that has them.
test.describe.configure({ mode: 'default' });

const PARTS = 4;

async function openExhibits(page: Page, address: string): Promise<readonly string[]> {
  await page.goto(`${address}?none`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  // The outlines of trees come when the page is idle for the first time: every exhibit is to have its own.
  await page.evaluate(
    (one) => (globalThis as unknown as { readonly exhibits: Exhibits }).exhibits.show(one),
    'one-entry',
  );
  await expect(page.locator('.exhibit .ms-outline')).toHaveCount(1);
  return page.evaluate(() => (globalThis as unknown as { readonly exhibits: Exhibits }).exhibits.names);
}

for (let part = 0; part < PARTS; part++)
  test(`every view on every fixture is as kept, light and dark: ${part + 1} of ${PARTS}`, async ({
    page,
    address,
  }, info) => {
    test.setTimeout(300_000);
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    const names = await openExhibits(page, address);
    await requireSameLetters(page, info);
    for (const name of names.filter((_, k) => k % PARTS === part)) {
      const { failed, light, dark } = await seen(page, name);
      expect.soft(failed, name).toBeNull();
      if (name !== 'events-none') expect.soft(light.length, `${name}: marks`).toBeGreaterThan(0);
      // One picture, two sets of colours; unless something can be seen in one of them only.
      const paired = dark.length === light.length && dark.every(({ tag }, k) => tag === light[k]?.tag);
      const both = light.map((mark, k) => ({
        ...mark,
        look: `${mark.look} | ${dark[k]?.look ?? ''}`,
        // Lines of the core move with every comment there; that a place shows its line is e2e/slow-motion.spec.ts.
        text: mark.tag === 'canvas' ? `${mark.text}${dark[k]?.text ?? ''}` : mark.text.replace(/(\.c):\d+/g, '$1:0'),
      }));
      const now = paired ? both : [...light, ...dark];
      const wrong = markDifferences(`views/${name}`, now, info);
      if (wrong.length > 0)
        await info.attach(name, {
          body: await page.locator('.exhibit > .stage').screenshot(),
          contentType: 'image/png',
        });
      expect.soft(wrong, name).toEqual([]);
    }
    expect(troubles).toEqual([]);
  });

test('nothing is kept that no exhibit shows', async ({ page, address }) => {
  const names = await openExhibits(page, address);
  expect(new Set(names).size).toBe(names.length);
  const kept = readdirSync(`${project}e2e/pictures/views`).map((file) => file.replace(/\.txt\.gz$/, ''));
  expect(
    kept.filter((name) => !names.includes(name)),
    'kept, and no exhibit',
  ).toEqual([]);
});

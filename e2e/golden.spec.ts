// SPDX-License-Identifier: GPL-2.0-or-later
//
// The recorded behaviour of Linux, replayed inside the browser on the very WebAssembly that the page ships: all tut and
// vma files. (`npm run golden` replays all files in Node.)

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from './fixtures';

const golden = new URL('../tests/golden/', import.meta.url);
const files = readdirSync(golden).filter((name) => /^(tut|vma)-.*\.jsonl(\.gz)?$/.test(name));
const assets = new URL('../dist/assets/', import.meta.url);

function textOf(name: string): string {
  const bytes = readFileSync(new URL(name, golden));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

async function harness(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: new URL('golden/page.ts', import.meta.url).pathname, formats: ['es'] },
      target: 'es2022',
    },
  });
  const [bundle] = [result].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('the harness was not built');
  return bundle.output[0].code;
}

test('all recorded tutorial and address-space vectors agree in the browser @story', async ({ page }) => {
  expect(files.filter((name) => name.startsWith('tut-')).length).toBeGreaterThan(0);
  expect(files.filter((name) => name.startsWith('vma-')).length).toBeGreaterThan(0);
  const wasm = readdirSync(assets).find((name) => /^explore.*\.wasm$/.test(name));
  expect(wasm, 'the WebAssembly among the assets').toBeDefined();
  const code = await harness();
  await page.route('**/golden.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><script type="module" src="golden.js"></script>',
    }),
  );
  await page.route('**/golden.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto('/golden.html');
  await page.waitForFunction(() => globalThis.replayGolden !== undefined);
  let [operations, vectors] = [0, 0];
  for (const name of files) {
    const replayed = await page.evaluate(([text, url]) => globalThis.replayGolden!(text, url), [
      textOf(name),
      `/assets/${wasm ?? ''}`,
    ] as const);
    expect(replayed.mismatch, name).toBeNull();
    expect(replayed.unsupported, name).toEqual([]);
    operations += replayed.operations;
    if (replayed.operations > 0) vectors++;
  }
  console.log(`${vectors} vectors, ${operations} operations replayed in the browser`);
  expect(vectors).toBe(files.length);
  expect(operations).toBeGreaterThan(files.length);
});

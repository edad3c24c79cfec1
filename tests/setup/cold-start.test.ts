// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first `npm start -- --dev` in a clone, when Vite has prepared no package yet: nothing but its own words is
// printed, and the packages are found at once, so that the page is not loaded again under the person's hands.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createServer } from 'vite';
import { expect, test } from 'vitest';

import { projectDir } from './needs.mjs';

const PREPARED_MS = 120_000;

test('the server of the sources starts cold without a warning, and finds the packages', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'maplescope-cold-'));
  const told: string[] = [];
  const hear = (message: string): void => void told.push(message);
  const customLogger = { ...createLogger('warn'), warn: hear, warnOnce: hear, error: hear };
  const server = await createServer({
    configFile: join(projectDir, 'vite.config.ts'),
    cacheDir,
    customLogger,
    server: { host: '127.0.0.1', port: 0, watch: null },
  });
  try {
    await server.listen();
    const address = server.resolvedUrls?.local[0] ?? '';
    const metadata = join(cacheDir, 'deps/_metadata.json');
    // What a browser asks for first; the scan ends behind it.
    expect((await fetch(`${address}main.ts`)).status).toBe(200);
    await expect.poll(() => existsSync(metadata) || told.length > 0, { timeout: PREPARED_MS }).toBe(true);
    expect(told).toEqual([]);
    const { optimized } = JSON.parse(readFileSync(metadata, 'utf8')) as { optimized: Record<string, unknown> };
    expect(Object.keys(optimized)).toEqual(
      expect.arrayContaining(['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@codemirror/view']),
    );
    expect(Object.keys(optimized).filter((name) => name.startsWith('react'))).toEqual([]);
  } finally {
    await server.close();
    rmSync(cacheDir, { recursive: true });
  }
});

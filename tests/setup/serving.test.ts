// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the server behind `npm start` answers, built page and sources alike; and the one inline script of the page,
// which its content security policy names by its sum.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, preview } from 'vite';
import { describe, expect, test } from 'vitest';

import { projectDir } from './needs.mjs';

const configFile = join(projectDir, 'vite.config.ts');
const place = { host: '127.0.0.1', port: 0, strictPort: false };

/** Serves a stand-in for dist/, or the sources. */
async function served(way: 'built' | 'sources', use: (address: string) => Promise<void>): Promise<void> {
  const dist = mkdtempSync(join(tmpdir(), 'maplescope-serving-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Maplescope</title>');
  writeFileSync(join(dist, 'assets/a.js'), 'export {};');
  const server =
    way === 'built'
      ? await preview({ configFile, logLevel: 'silent', build: { outDir: dist }, preview: place })
      : await (
          await createServer({
            configFile,
            logLevel: 'silent',
            cacheDir: join(dist, 'cache'),
            server: { ...place, watch: null },
            optimizeDeps: { noDiscovery: true, include: [] },
          })
        ).listen();
  try {
    await use(server.resolvedUrls?.local[0] ?? '');
  } finally {
    await server.close();
    rmSync(dist, { recursive: true });
  }
}

describe.each(['built', 'sources'] as const)('the page, %s', (way) => {
  test('is served with its headers, and unknown paths are 404', async () => {
    await served(way, async (address) => {
      const page = await fetch(address);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<title>Maplescope</title>');
      const known = [address, `${address}index.html`, way === 'built' ? `${address}assets/a.js` : `${address}main.ts`];
      for (const path of known) {
        const { status, headers } = await fetch(path);
        expect({ path, status }).toEqual({ path, status: 200 });
        expect(headers.get('x-content-type-options'), path).toBe('nosniff');
        expect(headers.get('content-security-policy'), path).toBe("frame-ancestors 'self'");
      }
      for (const path of [
        'nowhere',
        'nowhere.html',
        'assets/nowhere.js',
        'some/where/else/',
        '.git/config',
        'nowhere?x#y',
      ]) {
        const { status } = await fetch(address + path, { headers: { accept: 'text/html' } });
        expect({ path, status }).toEqual({ path, status: 404 });
      }
    });
  });
});

test('the policy of the page allows its one inline script, and no other', () => {
  const html = readFileSync(join(projectDir, 'web/index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const allowed = /script-src ([^;"]*)/
    .exec(html)?.[1]
    ?.split(' ')
    .filter((word) => word.startsWith("'sha256-"));
  expect(scripts).toHaveLength(1);
  expect(allowed, 'write this sum into the policy in web/index.html').toEqual(scripts);
});

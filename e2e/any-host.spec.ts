// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built page from a host that knows nothing of it: plain files under a sub-path, with the few types that every
// server has.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const UNDER = '/some/where/else/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

interface Host {
  readonly address: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<unknown>;
}

async function startHost(): Promise<Host> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '').replace(/[?#].*$/, '')));
    asked.push(path);
    const file = join(DIST, path.startsWith(UNDER) ? path.slice(UNDER.length) || 'index.html' : '/outside');
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${UNDER}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const elsewhere = test.extend<{ host: Host }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  host: async ({}, use) => {
    const host = await startHost();
    await use(host);
    await host.close();
  },
  baseURL: async ({ host }, use) => use(host.address),
});

elsewhere('under a sub-path of another host the page opens and runs its scenario @story', async ({ page, host }) => {
  await page.goto(host.address);
  const rooms = roomsOf(page);
  await expect(rooms.transport.place).toHaveText(/^step [1-9]\d* of [1-9]/);
  expect((await rooms.inside.report()).ok).toBe(true);
  expect(host.asked[0]).toBe(UNDER);
  expect(host.asked.filter((path) => !path.startsWith(UNDER))).toEqual([]);
  await page.close();
});

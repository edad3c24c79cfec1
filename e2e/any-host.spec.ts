// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built page from a host that knows nothing of it: plain files under a sub-path, with the few types that every
// server has.

import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
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

let host: Server;
const asked: string[] = [];

test.beforeAll(async () => {
  host = createServer((request, response) => {
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
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});

test.afterAll(async () => {
  await new Promise((resolve) => host.close(resolve));
});

test.describe('from another host', () => {
  test.use({
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
    baseURL: async ({}, use) => use(`http://127.0.0.1:${(host.address() as AddressInfo).port}${UNDER}`),
  });

  test('under a sub-path the page opens and runs its scenario', async ({ page, baseURL }) => {
    await page.goto(baseURL ?? '');
    const rooms = roomsOf(page);
    await rooms.settled();
    expect((await rooms.inside.report()).ok).toBe(true);
    expect(asked.filter((path) => !path.startsWith(UNDER))).toEqual([]);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A host that knows nothing of the page: plain files under a sub-path, with the few types that every server has. It can
// be taken off the network, and can serve another version of some files.

import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const UNDER = '/some/where/else/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface Host {
  /** The page's address, which ends with a slash. */
  readonly address: string;
  readonly under: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** Files that are served in place of those in dist/, or beside them, by their path in it. */
  readonly changed: Map<string, string>;
  /** Nothing is answered until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Starts one on a free port. */
export async function startHost(): Promise<Host> {
  const asked: string[] = [];
  const changed = new Map<string, string>();
  let server: Server | null = null;
  let port = 0;
  const comeBack = async (): Promise<void> => {
    const made = createServer((request, response) => {
      const path = normalize(decodeURIComponent((request.url ?? '').replace(/[?#].*$/, '')));
      asked.push(path);
      const inDist = path.startsWith(UNDER) ? path.slice(UNDER.length) || 'index.html' : null;
      const content = inDist === null ? null : (changed.get(inDist) ?? read(join(DIST, inDist)));
      const type = inDist === null ? undefined : TYPES[extname(inDist)];
      if (content === null) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(content);
    });
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    port = (made.address() as AddressInfo).port;
    server = made;
  };
  await comeBack();
  return {
    address: `http://127.0.0.1:${port}${UNDER}`,
    under: UNDER,
    asked,
    changed,
    comeBack,
    goAway: () =>
      new Promise((resolve) => {
        const was = server;
        server = null;
        if (was === null) resolve();
        else {
          was.close(() => resolve());
          was.closeAllConnections();
        }
      }),
  };
}

function read(file: string): Buffer | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : null;
}

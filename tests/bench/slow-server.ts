// SPDX-License-Identifier: GPL-2.0-or-later
//
// Serves the built page as a static host does (gzip), over a line that can be slowed: all answers share one rate, and
// each begins after one round trip. Page and worker wait alike, which a browser's own throttling does not do.

import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export interface Line {
  /** Null: as fast as the machine is. */
  readonly bytesPerSecond: number | null;
  /** Milliseconds from a request to the first byte of its answer. */
  readonly roundTripMs: number;
}

export interface SlowServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const PIECE_BYTES = 4096;

/** Serves `folder` at 127.0.0.1 on a free port until it is closed. */
export async function serveSlowly(folder: string, line: Line): Promise<SlowServer> {
  let freeAt = 0;
  // When the line has carried so many bytes more, after all that wait before them.
  const carried = async (bytes: number): Promise<void> => {
    if (line.bytesPerSecond === null) return;
    freeAt = Math.max(freeAt, performance.now()) + (1000 * bytes) / line.bytesPerSecond;
    await wait(Math.max(0, freeAt - performance.now()));
  };
  const server = createServer((request, response) => {
    void (async () => {
      await wait(line.roundTripMs);
      const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname));
      const file = join(folder, path === '/' ? 'index.html' : path);
      if (!file.startsWith(folder) || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      const body = gzipSync(readFileSync(file));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Content-Length': body.length,
      });
      for (let at = 0; at < body.length; at += PIECE_BYTES) {
        const piece = body.subarray(at, at + PIECE_BYTES);
        await carried(piece.length);
        response.write(piece);
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

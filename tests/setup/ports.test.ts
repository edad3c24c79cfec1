// SPDX-License-Identifier: GPL-2.0-or-later
//
// A port that somebody else listens at: real servers, at ports that the system gives.

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { freePort } from './ports.mjs';

const HOST = '127.0.0.1';
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

/** Listens at a port, of the system's choice where it is 0. */
async function listen(port: number): Promise<number> {
  const server = createServer();
  server.listen({ port, host: HOST, exclusive: true });
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

describe('the port of the page', () => {
  test('is the requested one, without a message, if nobody listens there', async () => {
    const port = await listen(0);
    for (const server of servers.splice(0)) {
      server.close();
      await once(server, 'close');
    }
    expect(await freePort(port, HOST)).toEqual({ port, told: '' });
  });

  test('is the next free one where somebody does, and both are named', async () => {
    const busy = await listen(0);
    const { port, told } = await freePort(busy, HOST);
    expect(port).toBeGreaterThan(busy);
    expect(told).toBe(`port ${busy} is in use; ${String(port)} is the next one that is free`);
    // It is free indeed: a server can listen there.
    expect(await listen(port ?? 0)).toBe(port);
  });

  test('is none if no port is left, and the message lists the ports tried', async () => {
    const last = 65_535;
    // Whoever listens there already makes it as busy.
    await listen(last).catch(() => undefined);
    expect(await freePort(last, HOST)).toEqual({ port: null, told: 'no free port from 65535 to 65535' });
  });
});

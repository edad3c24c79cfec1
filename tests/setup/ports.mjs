// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which port the page is served at, and what is said where it is not the one that was asked for.

import { once } from 'node:events';
import { createServer } from 'node:net';

const PORTS_TRIED = 100;

/**
 * Whether nothing listens on the port at that address. An address that this machine does not have counts as free.
 * @param {number} port
 * @param {string} host
 */
async function isFree(port, host) {
  const probe = createServer();
  probe.listen({ port, host, exclusive: true });
  try {
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/**
 * The first port from `port` that is free here, and also at [::1], where "localhost" may lead first. Null: none is.
 * `told` is empty where it is the port that was asked for.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<{ port: number | null, told: string }>}
 */
export async function freePort(port, host) {
  const end = Math.min(port + PORTS_TRIED, 65_536);
  for (let at = port; at < end; at++) {
    if ((await isFree(at, host)) && (await isFree(at, '::1')))
      return { port: at, told: at === port ? '' : `port ${port} is in use; ${at} is the next one that is free` };
  }
  return { port: null, told: `no free port from ${port} to ${end - 1}` };
}

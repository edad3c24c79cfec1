// SPDX-License-Identifier: GPL-2.0-or-later
//
// Under which addresses other machines find a server of this one.

import { networkInterfaces } from 'node:os';

/** Hosts that mean every address of this machine. */
const EVERY = ['0.0.0.0', '::'];
export const EVERY_ADDRESS = '0.0.0.0';

/**
 * `--host` without an address means every address of this machine.
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function withWholeHost(args) {
  return args.flatMap((arg, k) => {
    const next = args[k + 1];
    return arg === '--host' && (next === undefined || next.startsWith('-')) ? [arg, EVERY_ADDRESS] : [arg];
  });
}

/**
 * The addresses to type, the likeliest first: where the server listens at every address, those of this machine in its
 * networks, and the machine itself if it has none.
 * @param {string} host
 * @param {number} port
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 * @returns {string[]}
 */
export function addressesOf(host, port, interfaces = networkInterfaces()) {
  const found = Object.values(interfaces).flatMap((all) =>
    (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  const names = EVERY.includes(host) ? found : [host === '127.0.0.1' ? 'localhost' : host];
  return (names.length === 0 ? ['localhost'] : names).map(
    (name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}/`,
  );
}

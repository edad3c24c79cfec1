// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fault injection over the core's exports: the calls, and how they are written down and made again.

import type { Machine } from '../../model/machine';
import { SITES } from '../../model/memory';
import type { Core } from './wasm';
import type { Replay, Write } from './logged-call';

type FaultCalls = Pick<Machine, 'failRequest' | 'failNode' | 'failSite' | 'failEvery' | 'failChance' | 'failOff'>;

export function faultsOver({ calls }: Core): FaultCalls & Pick<Machine, 'passes' | 'armed'> {
  return {
    failRequest: (k, n) => calls.mpl_fail_request(k, n),
    failNode: (k) => calls.mpl_fail_node(BigInt(k)),
    failSite: (site, vma, k, n) => calls.mpl_space_fail_site(SITES.indexOf(site), vma, k, n),
    failEvery: (k, n) => calls.mpl_space_fail_every(k, n),
    failChance: (percent, seed, n) => calls.mpl_space_fail_chance(percent, seed, n),
    failOff: () => calls.mpl_space_fail_off(),
    passes: (site) => calls.mpl_space_passed(SITES.indexOf(site)) >>> 0,
    armed: (site) => calls.mpl_space_armed(SITES.indexOf(site)) >>> 0,
  };
}

const without = (call: (...args: Parameters<Replay>) => void): Replay => {
  return (...args) => {
    call(...args);
    return null;
  };
};

/** The calls of fault injection in the log. They have no subject and leave every tree as it is. */
export const FAULT_REPLAYS = {
  'fail-request': without((machine, _, word) => machine.failRequest(Number(word(0)), Number(word(1)))),
  'fail-node': without((machine, _, word) => machine.failNode(Number(word(0)))),
  'fail-site': without((machine, _, word) =>
    machine.failSite(SITES[Number(word(0))]!, Number(word(1)), Number(word(2)), Number(word(3))),
  ),
  'fail-every': without((machine, _, word) => machine.failEvery(Number(word(0)), Number(word(1)))),
  'fail-chance': without((machine, _, word) => machine.failChance(Number(word(0)), word(1), Number(word(2)))),
  'fail-off': without((machine) => machine.failOff()),
} satisfies Readonly<Record<string, Replay>>;

/** The calls, each written down. */
export function recordingFaults(machine: Machine, write: Write<keyof typeof FAULT_REPLAYS>): FaultCalls {
  return {
    failRequest: (k, n) => {
      write('fail-request', 0, BigInt(k), BigInt(n));
      machine.failRequest(k, n);
    },
    failNode: (k) => {
      write('fail-node', 0, BigInt(k));
      machine.failNode(k);
    },
    failSite: (site, vma, k, n) => {
      write('fail-site', 0, BigInt(SITES.indexOf(site)), BigInt(vma), BigInt(k), BigInt(n));
      machine.failSite(site, vma, k, n);
    },
    failEvery: (k, n) => {
      write('fail-every', 0, BigInt(k), BigInt(n));
      machine.failEvery(k, n);
    },
    failChance: (percent, seed, n) => {
      write('fail-chance', 0, BigInt(percent), seed, BigInt(n));
      machine.failChance(percent, seed, n);
    },
    failOff: () => {
      write('fail-off', 0);
      machine.failOff();
    },
  };
}

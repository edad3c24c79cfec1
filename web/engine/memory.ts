// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces, forks, armings and saved states over the core's exports: the second half of a Machine. Floor 3.

import type { MemoryMachine } from '../model/memory';
import type { Core } from './wasm';

function absent(): never {
  throw new Error('not built yet');
}

export function memoryOver(_core: Core): MemoryMachine {
  return {
    createMm: absent,
    mmLoad: absent,
    mmMap: absent,
    mmMapAny: absent,
    mmUnmap: absent,
    mmProtect: absent,
    mmBrkAt: absent,
    mmBrk: absent,
    mmRemap: absent,
    mmTouch: absent,
    mmAdvise: absent,
    mmSetBase: absent,
    mmFacts: absent,
    mmVmas: absent,
    mmTables: absent,
    fork: absent,
    exitMm: absent,
    failSite: absent,
    failEvery: absent,
    failChance: absent,
    failOff: absent,
    passes: absent,
    armed: absent,
    save: absent,
    restore: absent,
    accounts: absent,
  };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's accounts of objects obtained and freed, as it keeps them in memory.

import type { BalanceRow } from '../../model/memory';
import { OBJECTS } from '../../model/memory';
import { ACCOUNT } from '../generated/tables';
import type { Core } from './wasm';

/** The rows that begin at an address. */
export function readAccounts(core: Core, start: number): BalanceRow[] {
  const view = core.view();
  return OBJECTS.map((object, k): BalanceRow => {
    const at = start + ACCOUNT.BYTES * k;
    const obtained = Number(view.getBigUint64(at + ACCOUNT.obtained, true));
    const returned = Number(view.getBigUint64(at + ACCOUNT.returned, true));
    return { object, obtained, returned, held: obtained - returned };
  });
}

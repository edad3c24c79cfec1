// SPDX-License-Identifier: GPL-2.0-or-later
//
// The balance sheet of a fork or an exit, as lines of the table.

import type { Balance, BalanceRow } from '../model/memory';
import { objectName } from '../words/objects';

function waitingText({ waiting = 0 }: BalanceRow): string {
  return waiting === 0 ? '' : ` (${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a reader)`;
}

/** The objects allocated, freed and still held, then the rules of conservation that were checked. */
export function balanceLines({ rows, rules }: Balance): string[] {
  const told = rows.filter((one) => one.obtained !== 0 || one.returned !== 0);
  const cells = [
    ['', 'allocated', 'freed', 'held'],
    ...told.map((one) => [
      objectName(one.object) + waitingText(one),
      ...[one.obtained, one.returned, one.held].map(String),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
  const checked = rules.filter((one) => one.held !== null);
  return [
    ...(told.length === 0 ? [] : lines),
    ...checked.map((one) => `rule ${one.rule} ${one.held === true ? 'holds' : 'is broken'}: ${one.text}.`),
  ];
}

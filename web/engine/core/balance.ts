// SPDX-License-Identifier: GPL-2.0-or-later
//
// The balance sheet of a fork or an exit: the rows as the core counts them, and the six parts of rule "failed fork",
// each with the figures that it compares. Pure. Whether a rule holds is the core's own word.

import { counted } from '../../base/text';
import type { Balance, BalanceRow, ConservationRule, ForkRecord, ObjectKind } from '../../model/memory';

type Rule = ConservationRule['rule'];
const RULES: readonly Rule[] = [1, 2, 3, 4, 5, 6];

/** `holds` and `checked`: bit k − 1 stands for rule k. */
export function balanceOf(record: ForkRecord, rows: readonly BalanceRow[], holds: number, checked: number): Balance {
  const bit = (bits: number, rule: Rule): boolean => ((bits >> (rule - 1)) & 1) !== 0;
  return {
    rows,
    rules: RULES.map((rule) => ({
      rule,
      held: bit(checked, rule) ? bit(holds, rule) : null,
      text: bit(checked, rule) ? TEXTS[rule](record, row(rows), bit(holds, rule)) : rule === 6 ? NO_PARENT : ALIVE,
    })),
  };
}

const NO_PARENT = 'Not asked: there is no parent to compare';
const ALIVE = 'Not asked: the fork went through, and the child keeps what it has';

type Rows = (object: ObjectKind) => BalanceRow;

function row(rows: readonly BalanceRow[]): Rows {
  return (object) => rows.find((one) => one.object === object) ?? { object, obtained: 0, returned: 0, held: 0 };
}

function bothWays({ obtained, returned, held }: BalanceRow, what: string, plural?: string): string {
  return `${counted(obtained, what, plural)} obtained, ${returned.toLocaleString('en-US')} given back${held === 0 ? '' : `, ${held.toLocaleString('en-US')} still held`}`;
}

const OBJECTS_OF_VMAS: readonly (readonly [ObjectKind, string, string?])[] = [
  ['vmas', 'VMA'],
  ['anon_vmas', 'anon_vma'],
  ['chains', 'chain element'],
  ['policies', 'policy', 'policies'],
  ['uffds', 'userfaultfd context'],
  ['files', 'file reference'],
];

const TEXTS: Readonly<Record<Rule, (record: ForkRecord, rows: Rows, held: boolean) => string>> = {
  1: ({ removed, mapCount }) =>
    `${counted(removed, 'VMA')} removed in the exit path; map_count was ${mapCount.toLocaleString('en-US')}`,
  2: ({ charged, uncharged }) =>
    `${counted(charged, 'page')} charged and kept; ${uncharged.toLocaleString('en-US')} given back to the commit account in the exit path`,
  3: (_, rows) => bothWays(rows('nodes'), 'tree node'),
  4: (_, rows) => {
    const told = OBJECTS_OF_VMAS.filter(([object]) => rows(object).obtained !== 0 || rows(object).returned !== 0).map(
      ([object, ...words]) => bothWays(rows(object), ...words),
    );
    return told.length === 0 ? 'No VMA, nor anything that belongs to one, was obtained' : told.join('; ');
  },
  5: ({ tablesLeft }, rows) =>
    `${counted(tablesLeft, 'page table')} left (pgtables_bytes ${(4096 * tablesLeft).toLocaleString('en-US')}); ${counted(rows('resident').held, 'page')} still resident`,
  6: (_, __, held) =>
    held
      ? 'Tree, VMAs and map_count of the parent are as they were'
      : 'Tree, VMAs or map_count of the parent have changed',
};

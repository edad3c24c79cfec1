// SPDX-License-Identifier: GPL-2.0-or-later
//
// The six parts of rule "failed fork", each in one sentence with the figures that it compares. Pure.

import { counted } from '../base/text';
import type { BalanceRow, ConservationRule, ForkRecord, ObjectKind } from '../model/memory';
import { capital } from './capital';
import { countedObjects } from './objects';

type Rule = ConservationRule['rule'];
type Rows = (object: ObjectKind) => BalanceRow;

/** The comparison of a rule; `held` says whether it holds. Without the full stop. */
export function ruleText(rule: Rule, record: ForkRecord, rows: readonly BalanceRow[], held: boolean): string {
  const row: Rows = (object) =>
    rows.find((one) => one.object === object) ?? { object, obtained: 0, returned: 0, held: 0 };
  return TEXTS[rule](record, row, held);
}

/** That a rule was not checked, and why. */
export function uncheckedRuleText(rule: Rule): string {
  return `Not checked: ${uncheckedReason(rule)}`;
}

function uncheckedReason(rule: Rule): string {
  return rule === 6
    ? 'there is no parent to compare with'
    : 'the fork succeeded, and the child keeps what it allocated';
}

/** One rule, or several that were not checked for one reason (`rule` to `to`), in a line: "Rule 1 holds: …". */
export function ruleLine({ rule, to, held, text }: ConservationRule & { readonly to: number }): string {
  const name = to > rule ? `Rules ${rule}–${to}` : `Rule ${rule}`;
  if (held === null) return `${name} not checked: ${uncheckedReason(rule)}`;
  return `${name} ${held ? 'holds' : 'BROKEN'}: ${text}`;
}

/** All rules in few lines: those that hold in one, each other one with what it compares. */
export function ruleLines(rules: readonly (ConservationRule & { readonly to: number })[]): string[] {
  const kept = rules.filter(({ held }) => held === true).map(({ rule }) => rule);
  const others = rules.filter(({ held }) => held !== true).map(ruleLine);
  if (kept.length === 0) return others;
  const isRow = kept.length > 2 && kept.at(-1)! - kept[0]! === kept.length - 1;
  const which = isRow ? `${kept[0]} to ${kept.at(-1)}` : kept.join(', ');
  return [
    `Rule${kept.length === 1 ? '' : 's'} ${which} of the account hold${kept.length === 1 ? 's' : ''}.`,
    ...others,
  ];
}

const number = (count: number): string => count.toLocaleString('en-US');

/** `1 tree node allocated, 0 freed, 1 still held`. */
export function accountText({ object, obtained, returned, held }: BalanceRow): string {
  const still = held === 0 ? '' : `, ${number(held)} still held`;
  return `${countedObjects(obtained, object)} allocated, ${number(returned)} freed${still}`;
}

// The code that removed the child's VMAs: an undo by range leaves the exit path none.
function undoer({ by, undo, point }: ForkRecord): string {
  const isUndone = by === 'dup' && undo === 'range' && point !== null && !['F1', 'F2', 'F3'].includes(point);
  return isUndone ? 'the undo' : 'the exit path';
}

const OF_VMAS: readonly ObjectKind[] = ['vmas', 'anon_vmas', 'chains', 'policies', 'uffds', 'files'];

const TEXTS: Readonly<Record<Rule, (record: ForkRecord, row: Rows, held: boolean) => string>> = {
  1: (record) =>
    `${capital(undoer(record))} removed ${counted(record.removed, 'VMA')}; map_count was ${number(record.mapCount)}`,
  2: (record) =>
    `${counted(record.charged, 'page')} charged and kept; ${undoer(record)} uncharged ${number(record.uncharged)}`,
  3: (_, row) => accountText(row('nodes')),
  4: (_, row) => {
    const used = OF_VMAS.map(row).filter(({ obtained, returned }) => obtained !== 0 || returned !== 0);
    return used.length === 0
      ? 'No VMA, nor anything that belongs to one, was allocated'
      : used.map(accountText).join('; ');
  },
  5: ({ tablesLeft }, row) =>
    `${counted(tablesLeft, 'page table')} left (pgtables_bytes ${number(4096 * tablesLeft)}); ` +
    `${counted(row('resident').held, 'page')} still resident`,
  6: (_, __, held) =>
    held ? 'The parent’s tree, VMAs and map_count are unchanged' : 'The parent’s tree, VMAs or map_count have changed',
};

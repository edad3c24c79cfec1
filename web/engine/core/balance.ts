// SPDX-License-Identifier: GPL-2.0-or-later
//
// The balance sheet of a fork or an exit: the rows as the core counts them, and the six parts of rule "failed fork".
// Pure. Whether a rule holds is the core's own word.

import type { Balance, BalanceRow, ConservationRule, ForkRecord } from '../../model/memory';
import { ruleText, uncheckedRuleText } from '../../words/balance';

type Rule = ConservationRule['rule'];
const RULES: readonly Rule[] = [1, 2, 3, 4, 5, 6];

/** `holds` and `checked`: bit k − 1 stands for rule k. */
export function balanceOf(record: ForkRecord, rows: readonly BalanceRow[], holds: number, checked: number): Balance {
  const bit = (bits: number, rule: Rule): boolean => ((bits >> (rule - 1)) & 1) !== 0;
  return {
    rows,
    rules: RULES.map((rule) => {
      const held = bit(checked, rule) ? bit(holds, rule) : null;
      return { rule, held, text: held === null ? uncheckedRuleText(rule) : ruleText(rule, record, rows, held) };
    }),
  };
}

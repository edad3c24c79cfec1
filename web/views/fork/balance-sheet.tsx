// SPDX-License-Identifier: GPL-2.0-or-later
//
// The account of a child, or of an address space that was torn down: allocated, freed, still held, and the verdicts of
// the six rules. Objects that are held though all should be freed stand out; nothing else does.

import type { BalanceRow, ConservationRule } from '../../model/memory';
import { Term } from '../shared/term';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { objectName, objectUnit } from '../../words/objects';
import { OBJECT_TERMS, type BalanceSheetProps } from './types';
import '../inspector/style.css';
import './sheet.css';

/** Rows that were never touched are left out: they say nothing. */
export function touchedRows(rows: readonly BalanceRow[]): readonly BalanceRow[] {
  return rows.filter(({ obtained, returned, held }) => obtained !== 0 || returned !== 0 || held !== 0);
}

/** Neighbouring rules that were not checked for the same reason are one line. */
export function groupedRules(
  rules: readonly ConservationRule[],
): readonly (ConservationRule & { readonly to: number })[] {
  const groups: (ConservationRule & { to: number })[] = [];
  for (const rule of rules) {
    const last = groups.at(-1);
    if (last !== undefined && last.held === null && rule.held === null && last.text === rule.text) last.to = rule.rule;
    else groups.push({ ...rule, to: rule.rule });
  }
  return groups;
}

export function BalanceSheet({ balance, title, settled }: BalanceSheetProps) {
  const rows = touchedRows(balance.rows);
  const left = rows.length < balance.rows.length ? balance.rows.length - rows.length : 0;
  return (
    <section class="ms-panel ms-balance-sheet">
      {/* A fork's picture may stand at an earlier moment. */}
      <h2 class="ms-head">
        {title} <span class="quiet">after the step</span>
      </h2>
      <table class="ms-sheet">
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col" class="num">
              allocated
            </th>
            <th scope="col" class="num">
              freed
            </th>
            <th scope="col" class="num">
              held
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ object, obtained, returned, held, waiting = 0 }) => {
            const name = objectName(object);
            const term = OBJECT_TERMS[object];
            return (
              <tr key={object} class={settled && held !== 0 ? 'lost' : undefined}>
                <th scope="row" title={objectUnit(object)}>
                  {term === undefined ? name : <Term id={term}>{name}</Term>}
                  {waiting > 0 && ` (${groupedCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for a reader)`}
                </th>
                <td class="num ms-mono">{groupedCount(obtained)}</td>
                <td class="num ms-mono">{groupedCount(returned)}</td>
                <td class="num ms-mono held">
                  {settled && held !== 0 && <span class="ms-offscreen">not freed: </span>}
                  {groupedCount(held)}
                </td>
              </tr>
            );
          })}
          {rows.length === 0 && (
            <tr>
              <td colSpan={4} class="quiet">
                Nothing was allocated.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {left > 0 && rows.length > 0 && <p class="ms-hint small">{counted(left, 'other kind')} of object: not used.</p>}
      <Rules rules={balance.rules} />
    </section>
  );
}

function Rules({ rules }: { readonly rules: readonly ConservationRule[] }) {
  if (rules.length === 0) return null;
  const broken = rules.filter(({ held }) => held === false).length;
  return (
    <>
      <h3 class="ms-head">
        Rules of conservation{' '}
        <span class="quiet">
          for the <Term id="exitPath" />
        </span>
      </h3>
      {broken > 0 && <p class="ms-error">{counted(broken, 'rule is', 'rules are')} broken.</p>}
      <ol class="ms-rules">
        {groupedRules(rules).map(({ rule, to, held, text }) => (
          <li key={rule} class={held === null ? 'moot' : held ? 'held' : 'broken'}>
            <span class="verdict" aria-hidden="true">
              {held === null ? '–' : held ? '✓' : '✕'}
            </span>
            <span class="number ms-mono">{to > rule ? `${rule}–${to}` : rule}</span>
            <span>
              {held !== null && <span class="ms-offscreen">{held ? 'holds: ' : 'broken: '}</span>}
              {text}.
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of a class, and the questions that most went wrong in.

import { useState } from 'preact/hooks';
import type { ClassCode } from '../../classroom/code';
import { labelOf, mostWrong, sorted, type ClassTable, type Column, type RowOrder } from '../../classroom/table';
import { questionText } from '../../lesson/words';
import { packTitle } from '../store/lessons/pack-state';
import { withCode } from '../../views/inspector/why';
import { cellText, cellTitle, columnTitle } from './class-words';

interface TableProps {
  readonly table: ClassTable;
  readonly remove: (code: ClassCode) => void;
}

export function TableOfClass({ table, remove }: TableProps) {
  const [order, setOrder] = useState<RowOrder>('name');
  const { screens, columns, rows } = table;
  // A learner has a row for each pack.
  const isTwice = (code: ClassCode): boolean =>
    rows.filter((row) => row.code.learner === code.learner && labelOf(row.code) === labelOf(code)).length > 1;
  const head = (name: RowOrder, label: string) => (
    <th scope="col" aria-sort={order === name ? (name === 'name' ? 'ascending' : 'descending') : undefined}>
      <button type="button" class="class-sort" onClick={() => setOrder(name)}>
        {label}
        {order === name && <span aria-hidden="true"> {name === 'name' ? '↑' : '↓'}</span>}
      </button>
    </th>
  );
  return (
    <div class="class-scroll" tabIndex={0} role="region" aria-label="Table of the class">
      <table class="class-table">
        <thead>
          <tr>
            {head('name', 'Learner')}
            {head('screen', 'Screen')}
            {head('solved', 'Solved')}
            {columns.map((one) => (
              <th key={one.id} scope="col" title={columnTitle(one)} aria-label={columnTitle(one)}>
                {shortName(one)}
              </th>
            ))}
            <th scope="col">
              <span class="ms-offscreen">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted(rows, order).map(({ code, screen, solved, cells }) => (
            <tr key={`${code.learner} ${code.name} ${code.pack}`}>
              <th scope="row">
                {labelOf(code)}
                {isTwice(code) && <span class="muted"> {packName(code.pack)}</span>}
              </th>
              <td>
                {screen} of {screens}
              </td>
              <td>
                {solved} of {columns.length}
              </td>
              {cells.map((cell, k) => (
                <td key={columns[k]?.id} class={`class-cell is-${cell.state}`} title={cellTitle(cell)}>
                  <span aria-hidden="true">{cellText(cell)}</span>
                  <span class="ms-offscreen">{cellTitle(cell)}</span>
                </td>
              ))}
              <td>
                <button
                  type="button"
                  class="button small quiet"
                  aria-label={`Remove ${labelOf(code)}`}
                  onClick={() => remove(code)}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
        <Foot columns={columns} />
      </table>
      <p class="muted class-key">
        ✓ right at the first try · ✓ 3 right, after three tries in all · ✗ 2 wrong after two tries · ? the answer was
        shown · a dot: not answered
        {rows.some(({ code }) => isTwice(code)) &&
          ' · A learner has a row for each pack in which they worked on this lesson.'}
      </p>
    </div>
  );
}

function Foot({ columns }: Pick<ClassTable, 'columns'>) {
  return (
    <tfoot>
      <tr>
        <th scope="row" title="Learners who press Tell me before they answer count as not right">
          Right at the first try, of all who answered or pressed Tell me
        </th>
        <td />
        <td />
        {columns.map(({ id, first, tried }) => (
          <td key={id}>{tried === 0 ? '' : `${first} of ${tried}`}</td>
        ))}
        <td />
      </tr>
    </tfoot>
  );
}

function packName(id: string): string {
  if (id === '') return 'in no pack';
  const known = packTitle(id);
  return known === '' ? `in pack ${id}` : `in “${known}”`;
}

/** "5 ?", "7 task" */
function shortName({ id, exercise }: Column): string {
  const [screen = '', , place = ''] = id.split('-');
  const kind = exercise.kind === 'predict' ? '?' : ` ${exercise.kind}`;
  return `${screen}${kind}${place === '1' ? '' : ` ${place}`}`;
}

export function WrongMost({ table }: { readonly table: ClassTable }) {
  const columns = mostWrong(table);
  if (columns.length === 0) return null;
  return (
    <section aria-label="Where most went wrong" class="class-wrong">
      <h3>Where most went wrong</h3>
      <p class="muted">
        By the share of learners who were not right at the first try: their first answer was wrong, or they pressed Tell
        me.
      </p>
      <ol>
        {columns.map((one) => (
          <li key={one.id}>
            <p>
              <strong>{columnTitle(one)}</strong>
              <br />
              {one.notFirst} of {one.tried} not right at the first try
              {one.toldFirst > 0 && ` (${one.toldFirst} pressed Tell me without an answer)`}, {one.solved} of{' '}
              {one.answered} solved it.
            </p>
            <WrongAnswers of={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function WrongAnswers({ of: { exercise, wrong } }: { readonly of: Column }) {
  if (exercise.kind !== 'predict' || wrong.length === 0) return null;
  return (
    <ul>
      {exercise.asks.map((ask, k) => {
        const answers = wrong.filter((one) => one.ask === k);
        return answers.length === 0 ? null : (
          <li key={k}>
            {withCode(questionText(ask))} Wrong first answers, and how many gave each:{' '}
            {answers.map(({ typed, count }, n) => (
              <span key={typed}>
                {n > 0 && ', '}
                <code>{typed}</code> ({count})
              </span>
            ))}
            .
          </li>
        );
      })}
    </ul>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The same fork by every way, a column each, from the same start. What differs from the step's own way is in ink, the rest
// is quiet; bars are lengths within one row.

import { Fragment } from 'preact';
import { armedText, columnName, compareRows } from './compare-rows';
import type { ComparisonProps } from './types';

export function Comparison({ columns, own, busy, onCompare }: ComparisonProps) {
  if (columns === null || columns.length === 0) {
    return (
      <section class="ms-compare" aria-label="Comparison of strategies">
        <div class="ask">
          <p>The same fork once more, from the same start, by duplication, by bulk load and store by store: what each asks for, what it keeps, where it can fail, what it leaves.</p>
          <button type="button" class="do" disabled={busy} onClick={onCompare}>
            {busy ? 'Comparing…' : 'Compare strategies'}
          </button>
        </div>
      </section>
    );
  }
  const rows = compareRows(columns, own);
  return (
    <section class="ms-compare" aria-label="Comparison of strategies">
      <div class="scroll" tabIndex={0} role="group" aria-label="Strategies side by side">
        <table class="ms-sheet">
          <thead>
            <tr>
              <th scope="col">
                <span class="ms-offscreen">measure</span>
              </th>
              {columns.map((column, k) => {
                const { name, more } = columnName(column, columns);
                const armed = armedText(column, columns);
                return (
                  <th key={`${name} ${more} ${armed}`} scope="col" class={k === own ? 'own' : undefined}>
                    <span class="name">by {name}</span>
                    <span class="more">{more}</span>
                    {armed !== '' && <span class="more">{armed}</span>}
                    {k === own && <span class="tag">this step</span>}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, group, cells }) => (
              <Fragment key={name}>
                {group !== '' && (
                  <tr class="group">
                    <th colSpan={columns.length + 1} scope="colgroup">
                      {group}
                    </th>
                  </tr>
                )}
                <tr>
                  <th scope="row">{name}</th>
                  {cells.map(({ text, more, bar, differs, tone }, k) => (
                    <td key={k} class={`${k === own ? 'own' : differs ? 'differs' : 'same'} ${tone}`}>
                      <span class="ms-mono value">{text}</span>
                      {bar !== null && (
                        <span class="bar" aria-hidden="true">
                          <i style={{ width: `${bar * 100}%` }} />
                        </span>
                      )}
                      {more !== '' && <span class="ms-mono more">{more}</span>}
                    </td>
                  ))}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {own >= 0 && <p class="quiet small">In bold: what is otherwise than in this step.</p>}
    </section>
  );
}

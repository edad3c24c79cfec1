// SPDX-License-Identifier: GPL-2.0-or-later
//
// The same fork by every way, a column each, from the same start. Differences from the step's own way are in ink, the
// rest is quiet; bars are lengths within one row.

import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { armedRuns, columnName, compareRows, measureNames, shownColumns, type ShownColumn } from './compare-rows';
import type { ColumnTitle, ComparisonProps } from './types';
import { watchSize } from '../shared/skeleton';
import './sheet.css';
import './comparison.css';

interface HeadProps {
  readonly one: ShownColumn;
  readonly title: ColumnTitle | undefined;
  readonly mark: string;
  readonly onPicture: ComparisonProps['onPicture'] | undefined;
}

export function Comparison({ columns, own, busy, onCompare, onCancel, onPicture, titles }: ComparisonProps) {
  const frame = useMoreMark();
  if (columns === null || columns.length === 0)
    return (
      <section class="ms-compare" aria-label="Comparison of strategies" aria-busy={busy}>
        {busy ? <Working {...(onCancel === undefined ? {} : { onCancel })} /> : <Offer onCompare={onCompare} />}
      </section>
    );
  const shown = titles === undefined ? shownColumns(columns, own) : columns.map((column) => ({ column, own: false }));
  const ownShown = shown.findIndex((one) => one.own);
  const rows = compareRows(
    shown.map(({ column }) => column),
    titles === undefined ? ownShown : 0,
  );
  const runs = titles === undefined ? armedRuns(shown) : [];
  // Where the columns without the failure begin.
  const begins = (k: number): boolean =>
    runs.length > 0 && k > 0 && shown[k]?.column.armed !== shown[k - 1]?.column.armed;
  const mark = (k: number, more: string): string => `${more}${begins(k) ? ' begins' : ''}`;
  return (
    <section class="ms-compare" aria-label="Comparison of strategies">
      <div class="scroll" ref={frame} tabIndex={0} role="group" aria-label="Strategies side by side">
        <table class="ms-sheet" style={{ '--columns': shown.length }}>
          <thead>
            {runs.length > 0 && <ArmedRow runs={runs} />}
            <tr>
              <th scope="col">
                <span class="ms-offscreen">measure</span>
              </th>
              {shown.map((one, k) => {
                const open = !one.own && one.column.armed === shown[ownShown]?.column.armed ? onPicture : undefined;
                return (
                  <ColumnHead
                    key={k}
                    one={one}
                    title={titles?.[k]}
                    mark={mark(k, one.own ? 'own' : '')}
                    onPicture={open}
                  />
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, group, cells }) => (
              <Fragment key={name}>
                {group !== '' && (
                  <tr class="group">
                    <th colSpan={shown.length + 1} scope="colgroup">
                      <span>{group}</span>
                    </th>
                  </tr>
                )}
                <tr>
                  <th scope="row">{name}</th>
                  {cells.map((cell, k) => {
                    const state = k === ownShown ? 'own' : cell.differs ? 'differs' : 'same';
                    return <Cell key={k} cell={cell} cls={mark(k, `${state} ${cell.tone}`)} />;
                  })}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {(titles !== undefined || ownShown >= 0) && (
        <p class="quiet small">Bold: what differs from {titles === undefined ? 'this step' : 'the first'}.</p>
      )}
    </section>
  );
}

function Offer({ onCompare }: Pick<ComparisonProps, 'onCompare'>) {
  return (
    <div class="ask">
      <p>
        Repeats the fork from the same start by duplication, by bulk load and store by store, and compares the requests,
        the layout, the failure points and what is left.
      </p>
      <button type="button" class="do" onClick={onCompare}>
        Compare strategies
      </button>
    </div>
  );
}

function ArmedRow({ runs }: { readonly runs: ReturnType<typeof armedRuns> }) {
  return (
    <tr class="armed">
      <td />
      {runs.map(({ text, count }, k) => (
        <th key={text} scope="colgroup" colSpan={count} class={k > 0 ? 'begins' : undefined}>
          {text}
        </th>
      ))}
    </tr>
  );
}

interface CellProps {
  readonly cell: ReturnType<typeof compareRows>[number]['cells'][number];
  readonly cls: string;
}

function Cell({ cell: { text, more, bar }, cls }: CellProps) {
  return (
    <td class={cls}>
      <span class="ms-mono value">{text}</span>
      {bar !== null && (
        <span class="bar" aria-hidden="true">
          <i style={{ width: `${bar * 100}%` }} />
        </span>
      )}
      {more !== '' && <span class="ms-mono more">{more}</span>}
    </td>
  );
}

function ColumnHead({ one, title, mark, onPicture }: HeadProps) {
  const { name, more } = title ?? columnName(one.column);
  return (
    <th scope="col" class={mark}>
      <span class="name">{title === undefined ? `by ${name}` : name}</span>
      <span class="more">{more}</span>
      {one.own && <span class="tag">this step</span>}
      {onPicture !== undefined && (
        <button
          type="button"
          class="do"
          title="Writes this strategy into the line of the fork"
          aria-label={`Picture: by ${name}, ${more}`}
          onClick={() => onPicture(one.column)}
        >
          Picture
        </button>
      )}
    </th>
  );
}

// The table as it will stand, without its figures.
function Working({ onCancel }: Pick<ComparisonProps, 'onCancel'>) {
  return (
    <>
      <p class="working" role="status">
        The fork is made once more in every way…
        {onCancel !== undefined && (
          <button type="button" class="do" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
      <table class="ms-sheet" aria-hidden="true">
        <thead>
          <tr>
            <th />
            {['dup', 'bulk', 'stores'].map((way) => (
              <th key={way}>
                <span class="name">by {way}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measureNames().map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[0, 1, 2].map((k) => (
                <td key={k}>
                  <i class="bone" style={{ width: `${28 + ((row * 7 + k * 13) % 40)}px` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

// Whether there is more of a table to the right of what is seen.
function useMoreMark() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = frame.current;
    if (node === null) return;
    const look = (): void => {
      node.dataset['more'] = String(node.scrollWidth - node.clientWidth - node.scrollLeft > 2);
    };
    look();
    const stop = watchSize(node, look);
    node.addEventListener('scroll', look, { passive: true });
    return () => {
      stop();
      node.removeEventListener('scroll', look);
    };
  });
  return frame;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stores of a step that makes several, or one inside of a call: how many of each type, and a page of them to choose
// from. One tab stop; the arrow keys choose. The list has room for a few rows and scrolls, so that what follows stays
// where it is from step to step.

import { useEffect, useRef } from 'preact/hooks';
import type { StepStores } from '../../model/decision';
import type { StepReport } from '../../model/report';
import { counted } from '../../base/text';
import { groupedCount, rangeText } from '../shared/text';
import { announcedRows, rowText, shortRange, storedText, takenText, wholeText } from './stores-text';

/** Stores on a page. */
export const STORES_A_PAGE = 50;

export interface StoresPanelProps {
  readonly record: StepReport;
  readonly stores: StepStores;
  /** Nodes that the step used; null if that is not known. */
  readonly used: number | null;
  /** Number of the first one on the page, and of the one that is chosen. */
  readonly from: number;
  readonly chosen: number;
  /** Whether their tree tracks gaps, and is one of VMAs. */
  readonly gaps: boolean;
  readonly ofSpace: boolean;
  readonly labels: readonly string[];
  readonly onChoose: (number: number) => void;
  readonly onPage: (from: number) => void;
}

export function StoresPanel(props: StoresPanelProps) {
  const { record, stores, used, gaps } = props;
  const whole = wholeText(record, stores);
  const taken = used === null || record.error !== null ? '' : takenText(stores, used);
  return (
    <section class="ms-panel ms-stores" aria-label="Stores of this step">
      <h3 class="ms-head">
        Stores of this step <span class="head-count ms-mono">{groupedCount(stores.count)}</span>
      </h3>
      {stores.announced !== null && <Announced announced={stores.announced} gaps={gaps} />}
      {whole !== '' && <p class="ms-hint">{whole}</p>}
      {stores.rows.length === 0 ? (
        <p class="ms-hint">Too many to be listed one by one; a step of fewer stores lists them.</p>
      ) : (
        <Rows {...props} />
      )}
      {stores.rows.length > 1 && <p class="ms-hint below">Choose a store: its decision is shown below.</p>}
      {taken !== '' && <p class="ms-hint below">{taken}</p>}
      {stores.rows.length > 0 && stores.count > STORES_A_PAGE && <Pages {...props} />}
    </section>
  );
}

interface AnnouncedProps {
  readonly announced: NonNullable<StepStores['announced']>;
  readonly gaps: boolean;
}

function Announced({ announced, gaps }: AnnouncedProps) {
  return (
    <table class="announced">
      <caption>{counted(announced, 'entry', 'entries')} announced</caption>
      <tbody>
        {announcedRows(announced, gaps).map(({ name, formula, nodes }) => (
          <tr key={name} class={name === 'requested' ? 'sum' : ''}>
            <th scope="row">{name}</th>
            <td class="ms-mono">{formula}</td>
            <td class="ms-mono">{groupedCount(nodes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ stores, from, chosen, ofSpace, labels, onChoose }: StoresPanelProps) {
  const list = useRef<HTMLDivElement>(null);
  const filling = stores.announced !== null;
  const several = new Set(stores.rows.map(({ tree }) => tree)).size > 1;
  useEffect(() => reveal(list.current), [chosen, from, stores]);
  const onKey = (event: KeyboardEvent): void => {
    const last = from + stores.rows.length - 1;
    const moves: Record<string, number> = { ArrowUp: chosen - 1, ArrowDown: chosen + 1, Home: from, End: last };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(from, Math.min(last, wanted));
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>('tbody button')[next - from]?.focus({ preventScroll: true });
  };
  return (
    <div class="rows" ref={list} onKeyDown={onKey}>
      <table class={ofSpace ? 'list of-space' : 'list'}>
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col" class="range">
              range
            </th>
            <th scope="col" class="entry">
              {ofSpace ? 'VMA' : 'entry'}
            </th>
            <th scope="col" class="type">
              type
            </th>
            <th scope="col" class="nodes" title="Nodes requested, and nodes taken for the store">
              {filling ? 'asked\u00a0/ taken' : 'asked\u00a0/ used'}
            </th>
          </tr>
        </thead>
        <tbody>
          {stores.rows.map((row) => (
            <Row
              key={row.number}
              row={row}
              chosen={row.number === chosen}
              stored={storedText(row.word, ofSpace, labels)}
              several={several}
              used={filling ? 'taken' : 'used'}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Only the list moves, and only as far as it must.
function reveal(box: HTMLElement | null): void {
  const row = box?.querySelector<HTMLElement>('[aria-pressed="true"]')?.closest('tr');
  if (row === null || row === undefined || box === null) return;
  const head = box.querySelector('thead')?.clientHeight ?? 0;
  if (row.offsetTop - head < box.scrollTop) box.scrollTop = row.offsetTop - head;
  else if (row.offsetTop + row.clientHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = row.offsetTop + row.clientHeight - box.clientHeight;
}

interface RowProps {
  readonly row: StepStores['rows'][number];
  readonly chosen: boolean;
  readonly stored: string;
  /** The stores are of several trees: each says its own. */
  readonly several: boolean;
  readonly used: 'taken' | 'used';
  readonly onChoose: (number: number) => void;
}

function Row({ row, chosen, stored, several, used, onChoose }: RowProps) {
  const what = row.stored ? `${row.used} ${used}` : 'the store failed';
  return (
    <tr class={`${chosen ? 'chosen' : ''} ${row.stored ? '' : 'failed'}`} onClick={() => onChoose(row.number)}>
      <td class="number">
        <button type="button" aria-pressed={chosen} tabIndex={chosen ? 0 : -1} aria-label={rowText(row)}>
          <span class="caret" aria-hidden="true">
            {chosen ? '▸' : ''}
          </span>
          {groupedCount(row.number + 1)}
        </button>
      </td>
      <td class="ms-mono range" title={rangeText(row.first, row.last)}>
        {shortRange(row.first, row.last)}
      </td>
      <td class="ms-mono entry">
        {stored}
        {several && <span class="in"> in {row.tree}</span>}
      </td>
      <td class="ms-mono type">{row.type}</td>
      <td class="ms-mono nodes" title={`${row.asked} requested, ${what}`}>
        {row.stored ? `${row.asked} / ${row.used}` : `${row.asked} / ×`}
      </td>
    </tr>
  );
}

function Pages({ stores, from, onPage }: StoresPanelProps) {
  const end = from + stores.rows.length;
  return (
    <p class="pages">
      <button
        type="button"
        class="ms-link"
        disabled={from === 0}
        onClick={() => onPage(Math.max(0, from - STORES_A_PAGE))}
      >
        previous
      </button>
      <span class="ms-mono">
        {groupedCount(from + 1)}–{groupedCount(end)} of {groupedCount(stores.count)}
      </span>
      <button type="button" class="ms-link" disabled={end >= stores.count} onClick={() => onPage(from + STORES_A_PAGE)}>
        next
      </button>
    </p>
  );
}

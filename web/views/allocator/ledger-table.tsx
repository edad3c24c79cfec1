// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every request of the run, a row each. Only the rows in view are there; the list is as high as all of them, and
// scrolls with what it stands in. A row leads to its step, and offers the future in which that request fails.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { REQUEST_BULK, REQUEST_REFUSED, type RequestFate } from '../../model/slab';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { Term } from '../shared/term';
import { FILTERS, requestTitle, rowsOf, withinStep, type LedgerFilter } from './counts';
import type { LedgerProps } from './types';
import { watchSize } from '../shared/skeleton';

const ROW = 24;
/** Rows beyond either edge of what is in view. */
const BEYOND = 6;

export function LedgerTable(props: LedgerProps) {
  const { ledger, step, onNeed } = props;
  const [filter, setFilter] = useState<LedgerFilter>('all');
  const rows = useMemo(() => rowsOf(ledger, filter, step), [ledger, filter, filter === 'this step' ? step : 0]);
  const list = useRef<HTMLDivElement>(null);
  const window = useRowsInView(list, rows.length);
  const shown = useMemo(() => [...rows.subarray(window.first, window.last)], [rows, window.first, window.last]);
  // One stop for the Tab key: the row that had the focus last, or the first that is there.
  const [wanted, setWanted] = useState(0);
  const stop =
    wanted >= window.first && wanted < window.last ? wanted : Math.max(window.first, Math.min(wanted, window.last - 1));
  const steps = useMemo(() => [...new Set(shown.map((row) => ledger.steps[row] ?? 0))], [shown, ledger]);
  useEffect(() => {
    if (steps.length > 0) onNeed?.(steps);
  }, [steps.join(), ledger]);
  return (
    <section class="ms-panel ms-ledger">
      <h3 class="ms-head">
        <Term id="request">Requests</Term> of the run
      </h3>
      <label class="filter">
        show{' '}
        <select
          class="menu"
          value={filter}
          onChange={(event) => setFilter(FILTERS.find((one) => one === event.currentTarget.value) ?? 'all')}
        >
          {FILTERS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>{' '}
        <span class="ms-mono">
          {rows.length === ledger.steps.length
            ? counted(rows.length, 'request')
            : `${groupedCount(rows.length)} of ${counted(ledger.steps.length, 'request')}`}
        </span>
      </label>
      <p class="marks">
        nodes requested, <span class="ms-mono">b</span>: in bulk; used, kept preallocated, freed,{' '}
        <span class="ms-mono">*</span>: some used and replaced in the same step
      </p>
      <div class="ledger" role="table" aria-label="Requests of the run" aria-rowcount={rows.length + 1}>
        <div class="row titles" role="row" aria-rowindex={1}>
          {['#', 'step', 'line', 'nodes', 'used', 'kept', 'freed', ''].map((name) => (
            <span role="columnheader" key={name}>
              {name === '' ? <span class="ms-offscreen">fail</span> : name}
            </span>
          ))}
        </div>
        <div
          ref={list}
          class="rows"
          role="rowgroup"
          style={{ height: `${rows.length * ROW}px` }}
          onKeyDown={walk}
          onFocusIn={(event) => setWanted(placeOf(event.target) ?? 0)}
        >
          {shown.map((row, k) => (
            <Row key={row} {...props} row={row} at={window.first + k} stop={window.first + k === stop} />
          ))}
        </div>
      </div>
    </section>
  );
}

// The place in the list of the row that something stands in.
function placeOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
  return row === null ? null : Number(row.getAttribute('aria-rowindex')) - 2;
}

// Arrows go from row to row, and from its step to its failure and back.
function walk(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const at = placeOf(event.target);
  const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: 0, ArrowRight: 0 }[event.key];
  if (at === null || by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(`[aria-rowindex="${at + by + 2}"] button`)];
  const fail = by === 0 ? event.key === 'ArrowRight' : event.target instanceof Element && event.target.matches('.fail');
  (fail ? buttons.at(-1) : buttons[0])?.focus();
}

function Row({
  ledger,
  lines,
  step,
  fates,
  onSeek,
  onFail,
  row,
  at,
  stop,
}: LedgerProps & { readonly row: number; readonly at: number; readonly stop: boolean }) {
  const of = ledger.steps[row] ?? 0;
  const mark = ledger.marks[row] ?? 0;
  const refused = (mark & REQUEST_REFUSED) !== 0;
  const known = fates(of);
  const fate = known?.[withinStep(ledger, row)];
  const number = (count: number | undefined): string =>
    count === undefined ? (known === null ? '–' : '') : groupedCount(count);
  return (
    <div class={of === step ? 'row now' : 'row'} role="row" aria-rowindex={at + 2} style={{ top: `${at * ROW}px` }}>
      <span role="cell" title={requestTitle(ledger, row)}>
        {groupedCount(row + 1)}
      </span>
      <span role="cell">
        <button
          type="button"
          class="ms-link"
          tabIndex={stop ? 0 : -1}
          aria-label={`Go to step ${of}`}
          onClick={() => onSeek?.(of)}
        >
          {groupedCount(of)}
        </button>
      </span>
      <span role="cell">{groupedCount(lines[of - 1] ?? 0)}</span>
      <span role="cell" title={(mark & REQUEST_BULK) !== 0 ? 'bulk request' : 'single request'}>
        {groupedCount(ledger.sizes[row] ?? 0)}
        <span class="bulk">{(mark & REQUEST_BULK) !== 0 ? 'b' : ''}</span>
      </span>
      {refused ? (
        <span role="cell" class="fate refused" aria-colspan={3}>
          refused
        </span>
      ) : (
        <>
          <span role="cell">{number(fate?.used)}</span>
          <span role="cell">{number(fate?.kept)}</span>
          <span role="cell" title={fate === undefined || fate.replaced === 0 ? undefined : replacedText(fate)}>
            {number(fate?.back)}
            {fate !== undefined && fate.replaced > 0 && (
              <>
                <span aria-hidden="true">*</span>
                <span class="ms-offscreen">{replacedText(fate)}</span>
              </>
            )}
          </span>
        </>
      )}
      <span role="cell">
        {!refused && (
          <button
            type="button"
            class="fail"
            tabIndex={-1}
            aria-label={`Fail request ${row + 1} of the run`}
            title="Opens a branch in which this request fails"
            onClick={() => onFail?.(row)}
          >
            fail
          </button>
        )}
      </span>
    </div>
  );
}

function replacedText({ back, replaced }: RequestFate): string {
  return (
    `${replaced === back ? '' : `${groupedCount(replaced)} of them `}used first, then replaced in the same step and ` +
    'freed'
  );
}

// The part of the list that the window shows, whatever scrolls it there.
function useRowsInView(
  list: { readonly current: HTMLDivElement | null },
  count: number,
): { readonly first: number; readonly last: number } {
  const [range, setRange] = useState({ first: 0, last: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = list.current?.getBoundingClientRect();
      if (box === undefined) return;
      const first = Math.max(0, Math.floor(-box.top / ROW) - BEYOND);
      const last = Math.min(count, Math.ceil((innerHeight - box.top) / ROW) + BEYOND);
      setRange((was) => (was.first === first && was.last === last ? was : { first, last: Math.max(first, last) }));
    };
    measure();
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    const around = list.current?.parentElement ?? null;
    const stop = around === null ? undefined : watchSize(around, measure);
    return () => {
      document.removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
      stop?.();
    };
  }, [count]);
  return range;
}

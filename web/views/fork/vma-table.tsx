// SPDX-License-Identifier: GPL-2.0-or-later
//
// The VMAs of one address space, a row each: letter, addresses, permissions, size, flags, file. Of a long list only the rows
// in view are in the document; the table says how many there are, and arrows, Page Up and Down, Home and End go through it.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { vmaClass, type Vma } from '../../model/vma';
import { kindInfo } from '../shared/palette';
import { bytesText, groupedCount, groupedHex, plural } from '../shared/text';
import { anonText, flagMarks, HEAD, listHeight, ROW, rowsAt, rowsSeen, WINDOW } from './vma-rows';
import type { VmaTableProps } from './types';
import './sheet.css';

export function VmaTable({ name, vmas, records, selected, onSelect, fill = false }: VmaTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState(0);
  const [height, setHeight] = useState(listHeight(vmas.length));
  const byNumber = useMemo(() => new Map((records ?? []).map((record) => [record.number, record])), [records]);
  const at = Math.min(current, Math.max(0, vmas.length - 1));
  const room = Math.max(ROW, height - HEAD);
  const window = Math.max(1, Math.ceil(room / ROW));
  const { first, end } = rowsAt(top, vmas.length, window);

  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null) return;
    const measure = (): void => setHeight(list.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  }, [vmas.length === 0]);

  const goTo = (to: number): void => {
    setCurrent(to);
    reveal(scroller.current, to);
  };

  useEffect(() => {
    const there = selected === 0 ? -1 : vmas.findIndex(({ number }) => number === selected);
    if (there < 0) return;
    setCurrent(there);
    reveal(scroller.current, there);
  }, [selected, vmas]);

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + Math.max(1, window - 2),
      PageUp: at - Math.max(1, window - 2),
      Home: 0,
      End: vmas.length - 1,
    };
    const wanted = targets[event.key];
    const vma = vmas[at];
    if (wanted === undefined && !(event.key === 'Enter' && vma !== undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (wanted === undefined) {
      if (vma !== undefined) onSelect?.(vma);
      return;
    }
    goTo(Math.max(0, Math.min(vmas.length - 1, wanted)));
  };

  return (
    <section class={fill ? 'ms-panel ms-vma-table fill' : 'ms-panel ms-vma-table'}>
      <div class="over">
        <h2 class="ms-head">
          VMAs of {name} <span class="ms-mono quiet">{rowsSeen(top, vmas.length, room)}</span>
        </h2>
        {vmas.length > WINDOW && (
          <label class="go">
            go to VMA
            <input
              type="text"
              inputMode="numeric"
              size={6}
              onKeyDown={(event) => event.stopPropagation()}
              onInput={(event) => {
                const there = vmas.findIndex(({ number }) => number === Number(event.currentTarget.value));
                if (there >= 0) goTo(there);
              }}
            />
          </label>
        )}
      </div>
      {vmas.length === 0 ? (
        <p class="ms-hint">Nothing is mapped.</p>
      ) : (
        <div
          class="list"
          ref={scroller}
          role="group"
          aria-label={`VMAs of ${name}. Arrow keys move, Enter selects`}
          tabIndex={0}
          style={fill ? undefined : { height: `${listHeight(vmas.length)}px` }}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onKeyDown={onKey}
        >
          <table class="ms-sheet" aria-rowcount={vmas.length + 1}>
            <thead>
              <tr>
                <th scope="col" class="num" title="Its number, given when it is made">
                  VMA
                </th>
                <th scope="col">addresses</th>
                <th scope="col">perms</th>
                <th scope="col" class="num">
                  size
                </th>
                <th scope="col" class="flags" title="As VmFlags of smaps abbreviates them; an: it has an anon_vma">
                  flags
                </th>
                <th scope="col">what</th>
              </tr>
            </thead>
            <tbody>
              {first > 0 && <Spacer rows={first} />}
              {vmas.slice(first, end).map((vma, k) => (
                <Row
                  key={vma.number}
                  vma={vma}
                  record={byNumber.get(vma.number) ?? null}
                  place={first + k}
                  current={first + k === at}
                  selected={vma.number === selected}
                  onSelect={() => {
                    setCurrent(first + k);
                    onSelect?.(vma);
                  }}
                />
              ))}
              {end < vmas.length && <Spacer rows={vmas.length - end} />}
            </tbody>
          </table>
        </div>
      )}
      <p class="ms-offscreen" aria-live="polite">
        {vmas[at] === undefined ? '' : rowText(vmas[at], at, vmas.length)}
      </p>
    </section>
  );
}

interface RowProps {
  readonly vma: Vma;
  readonly record: NonNullable<VmaTableProps['records']>[number] | null;
  readonly place: number;
  readonly current: boolean;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Row({ vma, record, place, current, selected, onSelect }: RowProps) {
  const info = kindInfo(vmaClass(vma));
  const marks = record === null ? [] : flagMarks(record.flags);
  const title = [...marks.map(({ name }) => name), record === null ? '' : anonText(record)].filter((text) => text !== '').join('; ');
  return (
    <tr
      class={`${current ? 'current' : ''} ${selected ? 'selected' : ''}`}
      aria-rowindex={place + 2}
      aria-selected={selected}
      style={{ height: `${ROW}px` }}
      onClick={onSelect}
    >
      <td class="num ms-mono quiet">{vma.number}</td>
      <td class="ms-mono">
        <span class={`ms-swatch c-${info.kind}`} title={info.name}>
          {info.letter}
        </span>
        {groupedHex(vma.first)} – {groupedHex(vma.last)}
      </td>
      <td class="ms-mono">{vma.perms}</td>
      <td class="num ms-mono">{bytesText(vma.last - vma.first + 1n)}</td>
      <td class="ms-mono flags" title={title}>
        {marks.map(({ short, name }) => (
          <abbr key={short} title={name}>
            {short}
          </abbr>
        ))}
        {record !== null && record.chain > 0 && (
          <abbr class="quiet" title={anonText(record)}>
            an{record.chain > 1 ? `×${record.chain}` : ''}
          </abbr>
        )}
      </td>
      <td class="ms-mono path" title={vma.path}>
        {vma.path === '' ? <span class="quiet">anonymous</span> : vma.path}
      </td>
    </tr>
  );
}

function Spacer({ rows }: { readonly rows: number }) {
  return (
    <tr aria-hidden="true" style={{ height: `${rows * ROW}px` }}>
      <td colSpan={6} />
    </tr>
  );
}

function reveal(scroller: HTMLElement | null, row: number): void {
  if (scroller === null) return;
  const room = scroller.clientHeight - HEAD;
  if (row * ROW < scroller.scrollTop) scroller.scrollTop = row * ROW;
  else if ((row + 1) * ROW > scroller.scrollTop + room) scroller.scrollTop = (row + 1) * ROW - room;
}

function rowText(vma: Vma, at: number, count: number): string {
  return `${groupedCount(at + 1)} of ${plural(count, 'VMA')}: ${vma.perms} ${vma.path === '' ? 'anonymous memory' : vma.path}, ${groupedHex(vma.first)} to ${groupedHex(vma.last)}`;
}

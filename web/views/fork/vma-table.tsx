// SPDX-License-Identifier: GPL-2.0-or-later
//
// The VMAs of one address space, a row each: letter, addresses, permissions, size, flags, file; in a narrow list the
// last three in a second line. Of a long list only the rows in view are in the document; the table says how many there
// are, and arrows, Page Up and Down, Home and End go through it.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { vmaClass, type Vma } from '../../model/vma';
import { kindInfo } from '../shared/palette';
import { counted } from '../../base/text';
import { bytesText, groupedCount, groupedHex } from '../shared/text';
import {
  anonText,
  flagMarks,
  flagWords,
  HEAD,
  largestFirst,
  listHeight,
  ONE_LINE_MIN,
  ROW,
  ROW_TWO,
  rowsAt,
  rowsSeen,
  vmaWanted,
} from './vma-rows';
import type { VmaTableProps } from './types';
import { watchSize } from '../shared/skeleton';
import './sheet.css';

export function VmaTable(props: VmaTableProps) {
  const { name, selected, onSelect, fill = false } = props;
  const [bySize, setBySize] = useState(false);
  const vmas = useMemo(() => (bySize ? largestFirst(props.vmas) : props.vmas), [props.vmas, bySize]);
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState(0);
  const { height, narrow } = useListSize(scroller, vmas.length);
  const line = narrow ? ROW_TWO : ROW;
  const at = Math.min(current, Math.max(0, vmas.length - 1));
  const room = Math.max(line, height - HEAD);
  const window = Math.max(1, Math.ceil(room / line));

  const goTo = (to: number): void => {
    setCurrent(to);
    reveal(scroller.current, to, line);
  };

  useEffect(() => {
    const there = selected === 0 ? -1 : vmas.findIndex(({ number }) => number === selected);
    if (there >= 0) goTo(there);
  }, [selected, vmas, line]);

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = targetOf(event.key, at, window, vmas.length);
    const vma = vmas[at];
    if (wanted === undefined && !(event.key === 'Enter' && vma !== undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (wanted !== undefined) goTo(Math.max(0, Math.min(vmas.length - 1, wanted)));
    else if (vma !== undefined) onSelect?.(vma);
  };

  return (
    <section class={fill ? 'ms-panel ms-vma-table fill' : 'ms-panel ms-vma-table'}>
      <div class="over">
        <h2 class="ms-head">
          VMAs of {name} <span class="ms-mono quiet">{rowsSeen(top, vmas.length, room, line)}</span>
        </h2>
        <GoTo vmas={vmas} at={at} goTo={goTo} />
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
          style={fill ? undefined : { height: `${listHeight(vmas.length, line)}px` }}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onKeyDown={onKey}
        >
          <Sheet
            {...props}
            vmas={vmas}
            bySize={bySize}
            onOrder={() => {
              setBySize(!bySize);
              goTo(0);
            }}
            narrow={narrow}
            line={line}
            range={rowsAt(top, vmas.length, window, line)}
            at={at}
            onChoose={setCurrent}
          />
        </div>
      )}
      <FlagWords records={props.records} />
      <p class="ms-offscreen" aria-live="polite">
        {vmas[at] === undefined ? '' : rowText(vmas[at], at, vmas.length)}
      </p>
    </section>
  );
}

// Height of the list, and whether it is too narrow for rows of one line.
function useListSize(scroller: RefObject<HTMLDivElement | null>, count: number): { height: number; narrow: boolean } {
  const [height, setHeight] = useState(listHeight(count));
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null) return;
    const measure = (): void => {
      setHeight(list.clientHeight);
      setNarrow(list.clientWidth < ONE_LINE_MIN);
    };
    measure();
    return watchSize(list, measure);
  }, [count === 0]);
  return { height, narrow };
}

function targetOf(key: string, at: number, window: number, count: number): number | undefined {
  const page = Math.max(1, window - 2);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

interface GoToProps {
  readonly vmas: readonly Vma[];
  readonly at: number;
  readonly goTo: (at: number) => void;
}

// To the VMA of a number, or the next one of a name.
function GoTo({ vmas, at, goTo }: GoToProps) {
  const [none, setNone] = useState(false);
  const look = (typed: string, from: number): void => {
    const there = vmaWanted(vmas, typed, from);
    setNone(there < 0 && typed.trim() !== '');
    if (there >= 0) goTo(there);
  };
  return (
    <label class="go">
      {none ? 'none of' : 'find'}
      <input
        type="text"
        size={12}
        placeholder="name or number"
        aria-invalid={none}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') look(event.currentTarget.value, at + 1);
        }}
        onInput={(event) => look(event.currentTarget.value, 0)}
      />
    </label>
  );
}

// The flags that occur, in words.
function FlagWords({ records }: Pick<VmaTableProps, 'records'>) {
  const words = flagWords(records ?? []);
  return words === '' ? null : <p class="ms-hint flag-words">{words}</p>;
}

interface SheetProps extends VmaTableProps {
  readonly narrow: boolean;
  /** The largest first, not by address. */
  readonly bySize: boolean;
  readonly onOrder: () => void;
  /** Height of a row. */
  readonly line: number;
  /** Rows that are in the document. */
  readonly range: { readonly first: number; readonly end: number };
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

function Sheet(props: SheetProps) {
  const { vmas, records, selected, onSelect, narrow, bySize, onOrder, line, range, at, onChoose } = props;
  const byNumber = useMemo(() => new Map((records ?? []).map((record) => [record.number, record])), [records]);
  const { first, end } = range;
  return (
    <table class={narrow ? 'ms-sheet narrow' : 'ms-sheet'} aria-rowcount={vmas.length + 1}>
      <thead>
        <tr>
          <th scope="col" class="num" title="VMA: its number, given when it was created">
            VMA
          </th>
          <th scope="col">{narrow ? 'addresses, size, flags, what' : 'addresses'}</th>
          <th scope="col">perms</th>
          {!narrow && (
            <>
              <th scope="col" class="num" aria-sort={bySize ? 'descending' : 'none'}>
                <button
                  type="button"
                  class="ms-link"
                  title={bySize ? 'Back to the order of addresses' : 'Puts the largest first'}
                  onClick={onOrder}
                >
                  size{bySize ? ' ↓' : ''}
                </button>
              </th>
              <th scope="col" class="flags" title={FLAGS_TITLE}>
                flags
              </th>
              <th scope="col">what</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {first > 0 && <Spacer height={first * line} />}
        {vmas.slice(first, end).map((vma, k) => (
          <Row
            key={vma.number}
            vma={vma}
            narrow={narrow}
            record={byNumber.get(vma.number) ?? null}
            place={first + k}
            current={first + k === at}
            selected={vma.number === selected}
            onSelect={() => {
              onChoose(first + k);
              onSelect?.(vma);
            }}
          />
        ))}
        {end < vmas.length && <Spacer height={(vmas.length - end) * line} />}
      </tbody>
    </table>
  );
}

const FLAGS_TITLE = 'As VmFlags of smaps abbreviates them; an: it has an anon_vma';

interface RowProps {
  readonly vma: Vma;
  readonly narrow: boolean;
  readonly record: NonNullable<VmaTableProps['records']>[number] | null;
  readonly place: number;
  readonly current: boolean;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Row({ vma, narrow, record, place, current, selected, onSelect }: RowProps) {
  const info = kindInfo(vmaClass(vma));
  const size = bytesText(vma.last - vma.first + 1n);
  const path = vma.path === '' ? <span class="quiet">anonymous</span> : vma.path;
  const flags = <Flags record={record} />;
  return (
    <tr
      class={`${current ? 'current' : ''} ${selected ? 'selected' : ''}`}
      aria-rowindex={place + 2}
      aria-selected={selected}
      style={{ height: `${narrow ? ROW_TWO : ROW}px` }}
      onClick={onSelect}
    >
      <td class="num ms-mono quiet">{vma.number}</td>
      <td class="ms-mono">
        <span class={`ms-swatch c-${info.kind}`} title={info.name}>
          {info.letter}
        </span>
        {groupedHex(vma.first)} – {groupedHex(vma.last)}
        {narrow && (
          <div class="second">
            <span class="size">{size}</span>
            {flags}
            {vma.path === '' ? path : <Path path={vma.path} />}
          </div>
        )}
      </td>
      <td class="ms-mono">{vma.perms}</td>
      {!narrow && (
        <>
          <td class="num ms-mono">{size}</td>
          <td class="ms-mono flags">{flags}</td>
          <td class="ms-mono path" title={vma.path}>
            {vma.path === '' ? (
              path
            ) : (
              <div class="whole">
                <Path path={vma.path} />
              </div>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

// Where there is no room for all of it, its folders are cut, not the file.
function Path({ path }: Pick<Vma, 'path'>) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <>
      {at > 0 && (
        <span class="folders" title={path}>
          {path.slice(0, at)}
        </span>
      )}
      <span class="file">{path.slice(at)}</span>
    </>
  );
}

function Flags({ record }: Pick<RowProps, 'record'>) {
  if (record === null) return null;
  const marks = flagMarks(record.flags);
  const title = [...marks.map(({ name }) => name), anonText(record)].filter((text) => text !== '').join('; ');
  return (
    <span class="marks" title={title}>
      {marks.map(({ short, name }) => (
        <abbr key={short} title={name}>
          {short}
        </abbr>
      ))}
      {record.chain > 0 && (
        <abbr class="quiet" title={anonText(record)}>
          an{record.chain > 1 ? `×${record.chain}` : ''}
        </abbr>
      )}
    </span>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true" style={{ height: `${height}px` }}>
      <td colSpan={6} />
    </tr>
  );
}

function reveal(scroller: HTMLElement | null, row: number, line: number): void {
  if (scroller === null) return;
  const room = scroller.clientHeight - HEAD;
  if (row * line < scroller.scrollTop) scroller.scrollTop = row * line;
  else if ((row + 1) * line > scroller.scrollTop + room) scroller.scrollTop = (row + 1) * line - room;
}

function rowText(vma: Vma, at: number, count: number): string {
  return (
    `${groupedCount(at + 1)} of ${counted(count, 'VMA')}: ${vma.perms} ` +
    `${vma.path === '' ? 'anonymous memory' : vma.path}, ${groupedHex(vma.first)} to ${groupedHex(vma.last)}`
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page tables of an address space as a small picture: one row per level, the VMAs below; after a failed fork what
// freeing them goes over, up to which ceiling, and what its rounding leaves behind, in tables and bytes.

import { useMemo, useRef } from 'preact/hooks';
import type { PageTable } from '../../model/memory';
import { vmaClass, type Vma } from '../../model/vma';
import { useWidth } from '../shared/hooks';
import { kindInfo } from '../shared/palette';
import { counted } from '../../base/text';
import { groupedCount, groupedHex, MONO_ADVANCE } from '../shared/text';
import { Term } from '../shared/term';
import {
  isInside,
  layoutTables,
  keyOf,
  LEVEL_BYTES,
  LEVEL_NAMES,
  levelCounts,
  TABLE_BYTES,
  tablesOfBox,
  tableStates,
  xOf,
  type FreeRange,
  type TableBox,
  type TablesLayout,
  type TableState,
} from './tables-layout';
import { entriesUsed, isThere } from './tables-entries';
import type { PagesCopied, PageTablesProps, TablesMoment, TablesUndone } from './types';
import './sheet.css';

type States = ReadonlyMap<string, TableState>;
type Used = ReadonlyMap<string, number | null>;

const ROW = 26;
const BETWEEN = 7;
const LABELS = 18;
const SIDE = 48;
/** Width of a letter of a label. */
const LETTER = 12 * MONO_ADVANCE;
/** More rows of the table than this are counted. */
const ROWS = 200;

const TOPS = { 3: LABELS, 2: LABELS + ROW + BETWEEN, 1: LABELS + 2 * (ROW + BETWEEN) } as const;
const VMA_TOP = LABELS + 3 * (ROW + BETWEEN);
const VMA_HEIGHT = 15;
const BANDS_TOP = VMA_TOP + VMA_HEIGHT + 10;
const BAND = 9;
const CEILING_LINES = 30;

const NO_COPIES: readonly PagesCopied[] = [];

export function PageTables(props: PageTablesProps) {
  const { name, tables, vmas, undone, at = null, copies = NO_COPIES, scale = 1 } = props;
  const host = useRef<HTMLDivElement>(null);
  const width = Math.floor(useWidth(host) / scale);
  const layout = useMemo(
    () => layoutTables(tables, vmas, undone, Math.max(160, width - SIDE - 14)),
    [tables, vmas, undone, width],
  );
  const states = useMemo(() => tableStates(tables, undone, at), [tables, undone, at?.made, at?.freed, at?.over]);
  const used = useMemo(
    () => entriesUsed({ tables, vmas, undone, at, copies, states }),
    [tables, vmas, undone, at?.cursor, at?.over, copies, states],
  );
  const undoing = undone !== null && (at === null || at.undoing);
  const full = Math.max(width, layout.width + SIDE + 14);
  const height = undone === null ? VMA_TOP + VMA_HEIGHT + 4 : BANDS_TOP + BAND + CEILING_LINES + 6;
  return (
    <section class="ms-page-tables" aria-label={`Page tables of ${name}`}>
      <h3 class="ms-head">
        <Term id="pgtables">Page tables</Term> of {name}
        {undone !== null && at === null && ', afterwards'}
      </h3>
      <Sum tables={tables} undone={undone} at={at} />
      <div
        class="scroll"
        ref={host}
        tabIndex={full > width ? 0 : undefined}
        role="group"
        aria-label="Picture of the page tables"
      >
        {width > 0 && tables.length > 0 && (
          <svg
            class="picture"
            width={full * scale}
            height={height * scale}
            viewBox={`0 0 ${full} ${height}`}
            role="img"
            aria-label={pictureText(tables, undone, states)}
          >
            <defs>
              <pattern
                id="ms-left-hatch"
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect class="left-ground" width="6" height="6" />
                <rect class="left-line" width="1.6" height="6" />
              </pattern>
            </defs>
            <Levels undoing={undoing} />
            <g transform={`translate(${SIDE}, 0)`}>
              <Stems layout={layout} />
              {layout.boxes.map((box) => (
                <Table key={`${keyOf(box)} ${box.fate}`} box={box} tables={tables} states={states} used={used} />
              ))}
              <Vmas layout={layout} />
              {undoing && <Freed layout={layout} undone={undone} />}
            </g>
          </svg>
        )}
      </div>
      {undone !== null && <Why layout={layout} undone={undone} shown={undoing} />}
      <details class="ms-table-of">
        <summary>As a table</summary>
        <TableOf tables={tables} undone={undone} states={states} used={used} />
      </details>
    </section>
  );
}

// The heading above the rows.
function Levels({ undoing }: { readonly undoing: boolean }) {
  return (
    <>
      {([3, 2, 1] as const).map((level) => (
        <text key={level} class="level" x={0} y={TOPS[level] + ROW / 2 + 4}>
          {LEVEL_NAMES[level]}
        </text>
      ))}
      <text class="level" x={0} y={VMA_TOP + 11}>
        VMAs
      </text>
      {undoing && (
        <text class="level" x={0} y={BANDS_TOP + 8}>
          freed
        </text>
      )}
    </>
  );
}

interface SumProps {
  readonly tables: readonly PageTable[];
  readonly undone: TablesUndone | null;
  readonly at: TablesMoment | null;
}

// The figures first: what there was, what is left of it.
function Sum({ tables, undone, at }: SumProps) {
  const all = tables.length;
  if (all === 0) return <p class="sum quiet">Only the top table exists.</p>;
  if (at !== null && !at.over && (at.made < all || undone !== null)) {
    const freed = at.freed > 0 ? `, ${groupedCount(at.freed)} freed` : '';
    return (
      <p class="sum">
        {at.made === 0
          ? 'None is made yet'
          : `${groupedCount(Math.min(all, at.made))} of ${counted(all, 'table')} made${freed}`}{' '}
        <span class="ms-mono quiet">· {groupedCount((Math.min(all, at.made) - at.freed) * TABLE_BYTES)} bytes</span>
        {at.made < all && <span class="quiet"> · dashed: not made yet</span>}
        {undone !== null && undone.left.length > 0 && (
          <>
            ; in the end <strong>{counted(undone.left.length, 'stays', 'stay')}</strong>,{' '}
            {groupedCount(undone.left.length * TABLE_BYTES)} bytes
          </>
        )}
      </p>
    );
  }
  if (undone === null) {
    return (
      <p class="sum">
        {levelCounts(tables)} <span class="ms-mono quiet">· {bytesOf(all)}</span>
      </p>
    );
  }
  const left = undone.left.length;
  return (
    <p class={left > 0 ? 'sum lost' : 'sum'}>
      {left === 0 ? (
        <>
          All {counted(all, 'table is', 'tables are')} freed{' '}
          <span class="ms-mono quiet">· {groupedCount(all)} × 4,096, 0 left</span>
        </>
      ) : (
        <>
          <strong>{counted(left, 'table is', 'tables are')} left behind</strong>: {levelCounts(undone.left)}{' '}
          <span class="ms-mono">
            · {groupedCount(left)} × 4,096 = <strong>{groupedCount(left * TABLE_BYTES)}</strong> bytes
          </span>{' '}
          <span class="quiet">of {groupedCount(all * TABLE_BYTES)}</span>
        </>
      )}
    </p>
  );
}

function bytesOf(count: number): string {
  return `${groupedCount(count)} × 4,096 = ${groupedCount(count * TABLE_BYTES)} bytes`;
}

function pictureText(tables: readonly PageTable[], undone: TablesUndone | null, states: States): string {
  const count = (state: TableState): number => [...states.values()].filter((one) => one === state).length;
  const parts = [`${counted(tables.length, 'page table')}: ${levelCounts(tables)}`];
  if (count('absent') > 0) parts.push(`${count('absent')} not made yet`);
  if (undone !== null && count('freed') > 0)
    parts.push(count('freed') === tables.length ? 'all are freed' : `${count('freed')} freed`);
  if (undone !== null && count('left') > 0)
    parts.push(`${counted(undone.left.length, 'is', 'are')} left: ${levelCounts(undone.left)}`);
  return `${parts.join('; ')}.`;
}

// From each table to the boxes below it.
function Stems({ layout }: { readonly layout: TablesLayout }) {
  return (
    <g class="stems">
      {layout.boxes.flatMap((box) => {
        if (box.level === 1) return [];
        const below = layout.boxes.filter(
          ({ level, base }) => level === box.level - 1 && base >= box.base && base < box.base + LEVEL_BYTES[box.level],
        );
        const y = TOPS[box.level] + ROW;
        return below.map((child) => (
          <path key={`${keyOf(box)} ${keyOf(child)}`} d={`M${child.x + child.w / 2},${y}v${BETWEEN}`} />
        ));
      })}
    </g>
  );
}

interface TableProps {
  readonly box: TableBox;
  readonly tables: readonly PageTable[];
  readonly states: States;
  readonly used: Used;
}

// Of several in one box: the state that all of them have come to.
function stateOfBox({ box, tables, states }: Omit<TableProps, 'used'>): TableState {
  const all = inBox(box, tables).map((table) => states.get(keyOf(table)) ?? 'stands');
  for (const state of ['absent', 'freed', 'left'] as const) if (all.every((one) => one === state)) return state;
  return 'stands';
}

function inBox(box: TableBox, tables: readonly PageTable[]): readonly Pick<TableBox, 'level' | 'base'>[] {
  return box.count === 1 ? [box] : tablesOfBox(box, tables);
}

/** The tables of a box that are there at the moment, and their entries in use; null where they are not known. */
export function boxNow(
  box: TableBox,
  tables: readonly PageTable[],
  states: States,
  used: Used,
): { readonly there: number; readonly used: number | null } {
  const there = inBox(box, tables).filter((table) => isThere(states.get(keyOf(table))));
  const known = there.map((table) => used.get(keyOf(table)) ?? null);
  const sum = known.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0);
  return { there: there.length, used: there.length === 0 ? null : sum };
}

function Table(props: TableProps) {
  const { box } = props;
  const { level, base, count, x, w } = box;
  const { there, used } = boxNow(box, props.tables, props.states, props.used);
  const fate = stateOfBox(props);
  const y = TOPS[level];
  const room = count * 512;
  const text = labelOf(box, there, used);
  return (
    <g class={`table ${fate}`}>
      <title>{titleOf(box, used, fate)}</title>
      <rect class="edge" x={x + 0.5} y={y + 0.5} width={Math.max(2, w - 1)} height={ROW - 1} rx={2} />
      {fate !== 'absent' && <rect class="room" x={x + 2} y={y + ROW - 5} width={Math.max(1, w - 4)} height={3} />}
      {used !== null && used > 0 && (
        <rect
          class="used"
          x={x + 2}
          y={y + ROW - 5}
          width={Math.max(Math.min(4, w - 4), ((w - 4) * used) / room)}
          height={3}
        />
      )}
      {fate === 'freed' && <path class="strike" d={`M${x + 3},${y + ROW - 3}L${x + w - 3},${y + 3}`} />}
      {fate === 'freed' && text !== '' && (
        <rect
          class="behind"
          x={x + w / 2 - (text.length * LETTER) / 2 - 3}
          y={y + 4}
          width={text.length * LETTER + 6}
          height={14}
        />
      )}
      {text !== '' && fate !== 'absent' && (
        <text x={x + w / 2} y={y + 15} text-anchor="middle">
          {text}
        </text>
      )}
      {level === 3 && (
        <text class="base" x={x} y={LABELS - 6}>
          {groupedHex(base)}
        </text>
      )}
    </g>
  );
}

/** Entries in use, or the number of tables that a box stands for; empty where neither is known or has room. */
export function labelOf({ count, w }: Pick<TableBox, 'count' | 'w'>, there: number, used: number | null): string {
  const some = there > 0 && there < count;
  const texts =
    count > 1
      ? [some ? `${there} of ${count} tables` : `${count} tables`, some ? `${there}/${count}` : `×${count}`]
      : used === null
        ? []
        : [`${used} of 512`, used.toString()];
  return texts.find((text) => text.length * LETTER + 4 <= w) ?? '';
}

function titleOf({ level, base, count }: TableBox, used: number | null, state: TableState): string {
  const last = base + LEVEL_BYTES[level] * BigInt(count) - 1n;
  const what = count === 1 ? `${LEVEL_NAMES[level]} table` : `${count} ${LEVEL_NAMES[level]} tables side by side`;
  return (
    `${what}: ${groupedHex(base)} – ${groupedHex(last)}` +
    `${used === null ? '' : `, ${used} of ${groupedCount(count * 512)} entries in use`}${STATES[state]}`
  );
}

const STATES: Readonly<Record<TableState, string>> = {
  absent: ', not made yet',
  stands: '',
  left: ', left behind',
  freed: ', freed',
};

function Vmas({ layout }: { readonly layout: TablesLayout }) {
  return (
    <g class="vmas">
      {layout.units.map((unit) => (
        <g key={unit.first.toString()}>
          <path class="ground" d={`M${unit.x},${VMA_TOP + VMA_HEIGHT - 0.5}h${unit.w}`} />
          {unit.pieces.map(
            ({ first, x, w, vma }) => vma !== null && <VmaBox key={first.toString()} vma={vma} x={x} w={w} />,
          )}
        </g>
      ))}
    </g>
  );
}

function VmaBox({ vma, x, w }: { readonly vma: Vma; readonly x: number; readonly w: number }) {
  const { kind, letter, name } = kindInfo(vmaClass(vma));
  return (
    <g>
      <title>
        {`VMA ${vma.number} (${letter}: ${name}): ${vma.perms} ${vma.path === '' ? 'anonymous' : vma.path}, ` +
          `${groupedHex(vma.first)} – ${groupedHex(vma.last)}`}
      </title>
      <rect class={`f-${kind}`} x={x + 0.5} y={VMA_TOP} width={Math.max(1, w - 1)} height={VMA_HEIGHT - 2} />
      {w >= 12 && (
        <text class={`vma-letter t-${kind}`} x={x + w / 2} y={VMA_TOP + 11} text-anchor="middle">
          {letter}
        </text>
      )}
    </g>
  );
}

// A band a call of free_range, and the ceiling as a line; rounded down, a second one.
function Freed({ layout, undone }: { readonly layout: TablesLayout; readonly undone: TablesUndone }) {
  const last = layout.ranges[layout.ranges.length - 1];
  return (
    <g class="freeing">
      {layout.ranges.map((range) => {
        if (range.covered === null) return null;
        const [from, to] = [xOf(layout, range.covered.first), xOf(layout, range.covered.last)];
        return (
          <g key={range.addr.toString()}>
            <title>{rangeTitle(range)}</title>
            <rect
              class="band"
              x={Math.min(from, layout.width - 3)}
              y={BANDS_TOP}
              width={Math.max(3, to - from)}
              height={BAND}
            />
          </g>
        );
      })}
      {last !== undefined && isInside(undone.ceiling) && <Ceiling layout={layout} range={last} />}
      {!isInside(undone.ceiling) && (
        <text class="limit" x={layout.width} y={BANDS_TOP + BAND + 14} text-anchor="end">
          ceiling: the top
        </text>
      )}
    </g>
  );
}

function Ceiling({ layout, range }: { readonly layout: TablesLayout; readonly range: FreeRange }) {
  const [x, rounded] = [xOf(layout, range.ceiling), xOf(layout, range.rounded)];
  const y = BANDS_TOP + BAND + CEILING_LINES;
  const end = rounded > layout.width / 2;
  return (
    <g>
      <path class="ceiling" d={`M${x},${TOPS[1] - 3}V${BANDS_TOP + BAND + 6}`} />
      <path class="rounded" d={`M${rounded},${TOPS[1] - 3}V${BANDS_TOP + BAND + 6}`} />
      {x !== rounded && <path class="arrow" d={`M${x},${BANDS_TOP + BAND + 4}H${rounded + 1}m5,-3.5l-5,3.5l5,3.5`} />}
      <text
        class="limit"
        x={end ? Math.min(layout.width, x + 3) : rounded - 3}
        y={y - 12}
        text-anchor={end ? 'end' : 'start'}
      >
        ceiling {groupedHex(range.ceiling)}
      </text>
      <text
        class="limit"
        x={end ? Math.min(layout.width, x + 3) : rounded - 3}
        y={y + 1}
        text-anchor={end ? 'end' : 'start'}
      >
        rounded down to {groupedHex(range.rounded)}
      </text>
    </g>
  );
}

function rangeTitle({ addr, end, ceiling, covered }: FreeRange): string {
  const goes =
    covered === null
      ? 'frees nothing'
      : `frees the tables of ${groupedHex(covered.first)} – ${groupedHex(covered.last)}`;
  return `free_range(${addr.toString(16)}, ${end.toString(16)}, 0, ${ceiling.toString(16)}) ${goes}`;
}

/** The effect of rounding the ceiling. */
export function sharedText({ left }: Pick<TablesUndone, 'left'>): string {
  return left.length === 0
    ? 'Here no table of the child’s VMAs reaches as far as that VMA, so none is left behind.'
    : 'Here that VMA was never duplicated, so nothing frees the shared tables.';
}

// It keeps its room before the undoing begins, so that nothing moves.
function Why({
  layout,
  undone,
  shown,
}: {
  readonly layout: TablesLayout;
  readonly undone: TablesUndone;
  readonly shown: boolean;
}) {
  const last = layout.ranges[layout.ranges.length - 1];
  return (
    <p class="why" style={shown ? undefined : { visibility: 'hidden' }}>
      <i class="key band" aria-hidden="true" /> marks the addresses whose page tables are freed, by{' '}
      {counted(layout.ranges.length, 'call')} of free_range.{' '}
      {last !== undefined && isInside(undone.ceiling) ? (
        <>
          The last call has the <Term id="ceiling">ceiling</Term> {groupedHex(undone.ceiling)}, the start of the first
          VMA that was not duplicated, and rounds it down to {groupedHex(last.rounded)}. That spares tables shared with
          a VMA that stays there. {sharedText(undone)}
        </>
      ) : (
        <>
          The last call has no <Term id="ceiling">ceiling</Term>: it frees up to the top of the address space.
        </>
      )}
    </p>
  );
}

const STATE_WORDS: Readonly<Record<TableState, string>> = {
  absent: 'not made yet',
  stands: 'stands',
  freed: 'freed',
  left: 'left',
};

function TableOf({
  tables,
  undone,
  states,
  used,
}: {
  readonly tables: readonly PageTable[];
  readonly undone: TablesUndone | null;
  readonly states: States;
  readonly used: Used;
}) {
  const stateOf = (table: PageTable): TableState => states.get(keyOf(table)) ?? 'stands';
  const told = undone !== null || [...states.values()].includes('absent');
  return (
    <table class="ms-sheet">
      <thead>
        <tr>
          <th scope="col">level</th>
          <th scope="col">maps from</th>
          <th scope="col" class="num">
            used of 512
          </th>
          {told && <th scope="col">state</th>}
        </tr>
      </thead>
      <tbody>
        {tables.slice(0, ROWS).map((table) => (
          <tr key={keyOf(table)} class={stateOf(table) === 'left' ? 'lost' : undefined}>
            <th scope="row">{LEVEL_NAMES[table.level]}</th>
            <td class="ms-mono">{groupedHex(table.base)}</td>
            <td class="num ms-mono">{used.get(keyOf(table)) ?? '–'}</td>
            {told && <td class="held">{STATE_WORDS[stateOf(table)]}</td>}
          </tr>
        ))}
        {tables.length > ROWS && (
          <tr>
            <td colSpan={4}>{counted(tables.length - ROWS, 'more table')}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

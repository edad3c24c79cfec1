// SPDX-License-Identifier: GPL-2.0-or-later
//
// The path of a reading step, in order: its visits as a table with aligned numbers, or the slots that a gap search
// examined with its verdicts. Rows lead to their slots in the picture. Of a long list both ends are shown, the middle
// on demand; nothing scrolls inside the panel.

import { indexDigits } from '../../base/number-base';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { TrailMark } from '../../model/run';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { briefName, looksIn, type LookUp } from '../shared/entry-look';
import { counted } from '../../base/text';
import { groupedCount, lengthText } from '../shared/text';
import { trailCounts } from '../shared/trail';
import { signClass, verdictLook } from '../shared/verdicts';
import { lookLines, slotsText, verdictText, type LookLine } from './looks';
import type { TrailPanelProps } from './types';
import './tabs.css';

/**
 * Rows of a list that is shown whole; of a longer one, how many of its beginning and its end, and how many more a click
 * brings.
 */
const WHOLE_ROWS = 30;
const HEAD_ROWS = 9;
const TAIL_ROWS = 3;
const MORE_ROWS = 1000;

export function TrailPanel(props: TrailPanelProps) {
  const { trail } = props;
  const looks = useMemo(() => trail.marks.filter(({ kind }) => kind === 'look'), [trail]);
  return (
    <section class="ms-panel ms-trail">
      <h3 class="ms-head">{looks.length > 0 ? 'Slots looked at' : trail.visits.length > 0 ? 'Visits' : 'Way'}</h3>
      {looks.length > 0 ? <Looks {...props} looks={looks} /> : <p class="ms-hint">{trailCounts(trail)}, in order.</p>}
      {trail.visits.length > 0 && <Visits {...props} />}
    </section>
  );
}

interface TableProps<T> {
  readonly name: string;
  readonly class: string;
  readonly columns: readonly Column[];
  readonly rows: readonly T[];
  readonly refOf: (row: T) => SlotRef;
  readonly tipOf: (row: T) => string;
  readonly cells: (row: T) => ComponentChildren;
  /** A line of its own above the row, or none. */
  readonly headOf?: (row: T) => string;
  readonly props: TrailPanelProps;
}

interface Column {
  readonly title: string;
  readonly class: string;
}

// The rows with their middle left out, until it is opened.
function Rows<T>({ name, class: look, columns, rows, refOf, tipOf, cells, headOf, props }: TableProps<T>) {
  const [more, setMore] = useState(0);
  const folded = rows.length <= WHOLE_ROWS ? 0 : Math.max(0, rows.length - HEAD_ROWS - TAIL_ROWS - more);
  const { selected, onHover, onSelect } = props;
  const line = (row: T, k: number): ComponentChildren => {
    const ref = refOf(row);
    const here = selected?.tree === ref.tree && selected.node === ref.node && selected.slot === ref.slot;
    const head = headOf?.(row) ?? '';
    return [
      head !== '' && (
        <tr key={`head ${k}`} class="pass">
          <th scope="rowgroup" colSpan={columns.length}>
            {head}
          </th>
        </tr>
      ),
      <tr
        key={k}
        class={here ? 'way selected' : 'way'}
        title={tipOf(row)}
        onMouseEnter={() => onHover?.(ref)}
        onClick={() => onSelect?.(ref)}
      >
        {cells(row)}
      </tr>,
    ];
  };
  const split = folded === 0 ? rows.length : HEAD_ROWS + more;
  return (
    <table class={`ms-slots ${look}`} aria-label={name}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={column.class}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onMouseLeave={() => onHover?.(null)}>
        {rows.slice(0, split).map(line)}
        {folded > 0 && (
          <tr key="more" class="more">
            <td colSpan={columns.length}>
              <button type="button" class="ms-link" onClick={() => setMore(more + MORE_ROWS)}>
                {counted(folded, 'more row')}: show {folded > MORE_ROWS ? groupedCount(MORE_ROWS) : 'all'}
              </button>
            </td>
          </tr>
        )}
        {folded > 0 && rows.slice(split + folded).map((row, k) => line(row, split + folded + k))}
      </tbody>
    </table>
  );
}

// ---- Visits ----

const VISIT_COLUMNS: readonly Column[] = [
  { title: '#', class: 'num' },
  { title: 'index', class: 'num' },
  { title: 'last', class: 'num' },
  { title: 'entry', class: 'entry' },
];

function Visits(props: TrailPanelProps) {
  const { trail, tree, labels } = props;
  const look = useMemo(() => looksIn(tree, labels), [tree, labels]);
  const slots = useMemo(() => new Map(tree?.picture.nodes.map((node) => [node.id, node.slots])), [tree]);
  const wordOf = ({ node, slot }: TrailMark): bigint | null =>
    node === 0 ? (tree?.picture.single ?? null) : (slots.get(node)?.[slot] ?? null);
  return (
    <Rows
      name="Visits of the step"
      class="visits"
      columns={VISIT_COLUMNS}
      rows={trail.visits}
      refOf={({ node, slot }) => ({ tree: trail.tree, node, slot })}
      tipOf={({ text }) => text}
      cells={(mark) => visitCells(mark, look, wordOf(mark))}
      props={props}
    />
  );
}

function visitCells({ range, visit }: TrailMark, look: LookUp, word: bigint | null) {
  const entry = word === null ? null : look(word);
  return (
    <>
      <td class="num ms-mono">{groupedCount(visit)}</td>
      <td class="num ms-mono">{range === null ? '–' : indexDigits(range.first)}</td>
      <td class="num ms-mono">{range === null ? '–' : indexDigits(range.last)}</td>
      <td class="entry" title={entry?.name}>
        {entry === null ? '–' : briefName(entry).replace(/^VMA \d+: |^value |^label /, '')}
      </td>
    </>
  );
}

// ---- Slots that a search examined ----

const LOOK_COLUMNS: readonly Column[] = [
  { title: 'verdict', class: 'verdict' },
  { title: 'node', class: 'num node' },
  { title: 'slot', class: 'num slot' },
  { title: 'free in window', class: 'num free' },
];

const PASSES = ['', 'From the counter on', 'Again from the start of the window'] as const;

function Looks(props: TrailPanelProps & { readonly looks: readonly TrailMark[] }) {
  const { trail, tree, window, looks } = props;
  const { found } = trail;
  const [each, setEach] = useState(false);
  const lines = useMemo(() => lookLines(looks, window, found, each), [looks, window, found, each]);
  const kind = tree?.picture.kind ?? 'tree';
  const wants = looks[0]?.wants ?? 0n;
  return (
    <>
      <p class="ms-hint">
        {trailCounts(trail)}, in order; wanted: {lengthText(wants, kind)}.{' '}
        {(each || lines.length < looks.length) && (
          <button type="button" class="ms-link" aria-pressed={each} onClick={() => setEach(!each)}>
            {each ? 'in short' : 'each slot'}
          </button>
        )}
      </p>
      <Rows
        key={each ? 'each' : 'short'}
        name="Slots that the search looked at"
        class="looks"
        columns={LOOK_COLUMNS}
        rows={lines}
        refOf={({ marks: [mark, second] }) => ({
          tree: trail.tree,
          node: mark?.node ?? 0,
          slot: second === undefined ? (mark?.slot ?? WHOLE_NODE) : WHOLE_NODE,
        })}
        tipOf={({ marks }) => marks.map(({ text }) => text).join('\n')}
        cells={(line) => lookCells(line, kind)}
        headOf={({ pass }) => PASSES[pass]}
        props={props}
      />
    </>
  );
}

function lookCells(line: LookLine, kind: 'tree' | 'mm') {
  const [first] = line.marks;
  return (
    <>
      <td class="verdict">
        {line.signs.map((sign) => (
          <svg key={sign} class="ms-sign" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
            <g class={signClass(sign)}>
              <circle r="6.5" />
              <path d={verdictLook(sign).path} />
            </g>
          </svg>
        ))}{' '}
        <span class="words">{verdictText(line)}</span>
      </td>
      <td class="num ms-mono">#{first?.node}</td>
      <td class="num ms-mono">{slotsText(line)}</td>
      <td class="num ms-mono free">
        {line.inside === null ? '–' : `${line.atMost ? '≤ ' : ''}${lengthText(line.inside, kind)}`}
        {line.inside !== null && line.whole !== line.inside && (
          <span class="whole"> of {lengthText(line.whole, kind)}</span>
        )}
      </td>
    </>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a reading step did, in order: its visits as a table with aligned numbers, or the slots that a gap search looked
// at with what it made of each. Rows lead to their slots in the picture. Long lists begin with their first rows.

import { useMemo, useState } from 'preact/hooks';
import type { TrailMark } from '../../model/run';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { groupedCount, hex, lengthText, plural } from '../shared/text';
import { trailCounts } from '../shared/trail';
import { verdictLook } from '../shared/verdicts';
import type { TrailPanelProps } from './types';

/** Rows shown of a longer list, until all are asked for. */
const FIRST_ROWS = 60;

export function TrailPanel(props: TrailPanelProps) {
  const { trail, tree } = props;
  const looks = useMemo(() => trail.marks.filter(({ kind }) => kind === 'look'), [trail]);
  const [wanted] = looks;
  return (
    <section class="ms-panel ms-trail">
      <h3 class="ms-head">{looks.length > 0 ? 'Slots looked at' : trail.visits.length > 0 ? 'Visits' : 'Way'}</h3>
      <p class="ms-hint">
        {trailCounts(trail)}, in order{wanted === undefined ? '' : `; wanted: ${lengthText(wanted.wants, tree?.picture.kind ?? 'tree')}`}.
      </p>
      {looks.length > 0 && <Rows {...props} marks={looks} row={LookRow} head={['', 'node', 'slot', 'free']} name="Slots that the search looked at" />}
      {trail.visits.length > 0 && <Rows {...props} marks={trail.visits} row={VisitRow} head={['#', 'index', 'last', 'entry']} name="Visits of the step" />}
    </section>
  );
}

interface RowProps {
  readonly mark: TrailMark;
  readonly kind: 'tree' | 'mm';
  readonly look: LookUp;
  readonly word: bigint | null;
}

interface RowsProps extends TrailPanelProps {
  readonly marks: readonly TrailMark[];
  readonly row: (props: RowProps) => preact.JSX.Element;
  readonly head: readonly string[];
  readonly name: string;
}

function Rows({ trail, tree, labels, selected, marks, row: Row, head, name, onHover, onSelect }: RowsProps) {
  const [all, setAll] = useState(false);
  const look = useMemo(() => entryLooks(tree?.vmas ?? null, labels), [tree, labels]);
  const slots = useMemo(() => new Map(tree?.picture.nodes.map((node) => [node.id, node.slots])), [tree]);
  const shown = all ? marks : marks.slice(0, FIRST_ROWS);
  const wordOf = ({ node, slot }: TrailMark): bigint | null => (node === 0 ? (tree?.picture.single ?? null) : (slots.get(node)?.[slot] ?? null));
  return (
    <>
      <div class="scroll" role="region" aria-label={name} tabIndex={0}>
        <table class="ms-slots">
          <thead>
            <tr>
              {head.map((title, k) => (
                <th key={k} scope="col" class={k === 0 || title === 'entry' ? '' : 'num'}>
                  {title === '' ? <span class="ms-offscreen">verdict</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onMouseLeave={() => onHover?.(null)}>
            {shown.map((mark, k) => {
              const ref = { tree: trail.tree, node: mark.node, slot: mark.slot };
              const here = selected?.tree === ref.tree && selected.node === ref.node && selected.slot === ref.slot;
              return (
                <tr key={k} class={here ? 'selected' : ''} title={mark.text} onMouseEnter={() => onHover?.(ref)} onClick={() => onSelect?.(ref)}>
                  <Row mark={mark} kind={tree?.picture.kind ?? 'tree'} look={look} word={wordOf(mark)} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {!all && marks.length > FIRST_ROWS && (
        <button type="button" class="ms-link more" onClick={() => setAll(true)}>
          {plural(marks.length - FIRST_ROWS, 'more row')}: show all
        </button>
      )}
    </>
  );
}

function VisitRow({ mark, look, word }: RowProps) {
  const { range, visit } = mark;
  const entry = word === null ? null : look(word);
  return (
    <>
      <td class="ms-mono">{groupedCount(visit)}</td>
      <td class="num ms-mono">{range === null ? '–' : hex(range.first)}</td>
      <td class="num ms-mono">{range === null ? '–' : hex(range.last)}</td>
      <td class="entry">{entry === null ? '–' : entry.name.replace(/^VMA \d+: |^value |^label /, '')}</td>
    </>
  );
}

function LookRow({ mark, kind }: RowProps) {
  const verdict = mark.verdict ?? 'untracked';
  const { path, name } = verdictLook(verdict);
  // A run of all 2^64 indexes is told as 0.
  const size = (n: bigint): string => lengthText(n === 0n && verdict === 'taken' ? 1n << 64n : n, kind);
  return (
    <>
      <td class="verdict">
        <svg class="ms-sign" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
          <g class={verdict === 'taken' ? 'sign taken' : 'sign'}>
            <circle r="6.5" />
            <path d={path} />
          </g>
        </svg>{' '}
        {name}
      </td>
      <td class="num ms-mono">#{mark.node}</td>
      <td class="num ms-mono">{mark.slot}</td>
      <td class="num ms-mono">{size(mark.has)}</td>
    </>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side: what they are as wholes, what else they hold, and node by node, in index order, what differs.
// A table, so that it reads as well as it looks; each node is drawn as a row of its slots.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { nodesOf, type ComparedNode, type ComparedRow, type TreeComparison } from '../../model/comparison';
import type { Vma } from '../../model/vma';
import { entryLooks, type LookUp } from '../shared/entry-look';
import { counted } from '../../base/text';
import { groupedCount, rangeText, rangeWith0x } from '../shared/text';
import type { ComparisonProps } from './types';
import { COUNTED, MARKS, marksShown, measures, verdict, vmaRest } from './words';
import './style.css';

/** Ranges with other contents that are listed. */
const RANGES = 12;

export function Comparison({ comparison, titleA, titleB, chosen, onChoose }: ComparisonProps) {
  const { a, b, missing, rows, omitted, labels, vmasA, vmasB } = comparison;
  const looks = useMemo(() => ({ a: entryLooks(vmasA, labels), b: entryLooks(vmasB, labels) }), [comparison]);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (chosen !== null) body.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (missing !== null || a === null || b === null) return <p class="ms-differ-missing">{missing}</p>;
  return (
    <div class="ms-differ">
      <p class="ms-differ-verdict" role="status">
        {verdict(comparison)}
      </p>
      <div class="ms-differ-scroll" role="region" aria-label="Sizes of both trees" tabIndex={0}>
        <table class="ms-differ-sums">
          <thead>
            <tr>
              <td />
              {measures(a, b).map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(['a', 'b'] as const).map((side) => (
              <tr key={side}>
                <th scope="row">
                  <b>{side.toUpperCase()}</b> {side === 'a' ? titleA : titleB}
                </th>
                {measures(a, b).map((measure) => (
                  <td key={measure.name} class={measure.differs ? 'ms-mono other' : 'ms-mono'}>
                    {measure[side]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="ms-differ-counted">{COUNTED}</p>
      <Contents comparison={comparison} looks={looks} />
      {rows.length > 0 && <Legend rows={rows} />}
      {rows.length > 0 && (
        <table class="ms-differ-nodes">
          <caption class="ms-offscreen">Nodes of A and B in index order</caption>
          <thead>
            <tr>
              <th scope="col">A · {titleA}</th>
              <td />
              <th scope="col">B · {titleB}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, k) => (
              <Row key={k} row={row} looks={looks} chosen={k === chosen} choose={() => onChoose(k)} />
            ))}
          </tbody>
        </table>
      )}
      {omitted > 0 && (
        <p class="ms-differ-more">{groupedCount(omitted)} more differences are counted but not listed.</p>
      )}
    </div>
  );
}

// The signs that there are, with the frame of their nodes; and that of a slot.
function Legend({ rows }: { readonly rows: readonly ComparedRow[] }) {
  const kinds = marksShown(rows);
  return (
    <ul class="ms-differ-legend" aria-label="Signs">
      {kinds.map((kind) => (
        <li key={kind}>
          <i class={`key ${kind}`} aria-hidden="true">
            {MARKS[kind].sign}
          </i>{' '}
          {MARKS[kind].words}
        </li>
      ))}
      <li>
        <i class="key slot" aria-hidden="true" /> slot differs
      </li>
      <li>
        <i class="key null" aria-hidden="true" /> NULL
      </li>
    </ul>
  );
}

interface Looks {
  readonly a: LookUp;
  readonly b: LookUp;
}

function Contents({
  comparison,
  looks,
}: {
  readonly comparison: Pick<TreeComparison, 'contents' | 'vmasA' | 'vmasB'>;
  readonly looks: Looks;
}) {
  const { count, ranges } = comparison.contents;
  if (count === 0) return null;
  const shown = ranges.slice(0, RANGES);
  return (
    <ul class="ms-differ-ranges" aria-label="Ranges with different entries">
      {shown.map(({ first, last, a, b }) => (
        <li key={String(first)} class="ms-mono">
          {rangeWith0x(first, last)}: {told(looks.a(a), vmaIn(comparison.vmasA, a), vmaIn(comparison.vmasB, b))} →{' '}
          {told(looks.b(b), vmaIn(comparison.vmasB, b), vmaIn(comparison.vmasA, a))}
        </li>
      ))}
      {count > shown.length && <li>{groupedCount(count - shown.length)} more</li>}
    </ul>
  );
}

function vmaIn(vmas: readonly Vma[] | null, word: bigint): Vma | undefined {
  return vmas?.find(({ number }) => BigInt(number) === word >> 1n);
}

// Of two VMAs also what else they differ in.
function told(look: ReturnType<LookUp>, vma: Vma | undefined, other: Vma | undefined): string {
  const rest = vma === undefined || other === undefined ? '' : vmaRest(vma, other);
  return rest === '' ? short(look) : `${short(look)} (${rest})`;
}

function short({ text, name, kind }: ReturnType<LookUp>): string {
  return kind === 'null' ? 'NULL' : kind === 'value' || kind === 'label' ? text : name;
}

function Row({
  row,
  looks,
  chosen,
  choose,
}: {
  readonly row: ComparedRow;
  readonly looks: Looks;
  readonly chosen: boolean;
  readonly choose: () => void;
}) {
  const { sign, words } = MARKS[row.kind];
  if (row.kind === 'equal') {
    const said = `alike: ${counted(row.nodes, 'node')}, ${counted(row.entries, 'entry', 'entries')}`;
    return (
      <tr class="equal">
        <td colSpan={3}>
          <span style={{ paddingLeft: `${indent(row.depth)}px` }}>
            = {said} <span class="ms-mono">{rangeText(row.first, row.last)}</span>
          </span>
        </td>
      </tr>
    );
  }
  return (
    <tr class={row.kind} data-chosen={chosen ? '' : undefined} onClick={row.kind === 'same' ? undefined : choose}>
      <Side row={row} side="a" looks={looks} />
      <td class="mark" title={words}>
        {row.kind === 'same' ? (
          <span>
            {sign}
            <span class="ms-offscreen"> {words}</span>
          </span>
        ) : (
          <button type="button" aria-label={words} aria-pressed={chosen}>
            {sign}
          </button>
        )}
      </td>
      <Side row={row} side="b" looks={looks} />
    </tr>
  );
}

function Side({ row, side, looks }: { readonly row: ComparedRow; readonly side: 'a' | 'b'; readonly looks: Looks }) {
  const nodes = nodesOf(row, side);
  return (
    <td class={row.kind === 'beside' ? `only-${side}` : undefined}>
      {nodes.map((node) => (
        <Node key={node.id} node={node} look={looks[side]} />
      ))}
    </td>
  );
}

function Node({ node, look }: { readonly node: ComparedNode; readonly look: LookUp }) {
  const { id, kind, depth, min, max, slots, room } = node;
  const kinds = slots.map(({ word }) => (word === null ? 'child' : look(word).kind));
  return (
    <div class="node" style={{ marginLeft: `${indent(depth)}px` }}>
      <p>
        <b title={kind}>{kind === 'arange' || kind === 'range' ? 'inner node' : kind}</b>{' '}
        <span class="ms-mono id">#{id}</span> <span class="ms-mono">{rangeText(min, max)}</span>
        <span class="fill ms-mono">
          {slots.length}/{room}
        </span>
      </p>
      <ol
        class={kinds.includes('label') ? 'wordy' : undefined}
        style={{ '--cells': room, '--cells-narrow': Math.ceil(room / 2), '--columns': columnsOf(kinds, room) }}
      >
        {slots.map(({ first, last, word, differs }, k) => {
          const seen = word === null ? null : look(word);
          const said = `${rangeText(first, last)}: ${seen === null ? 'child' : seen.name}${differs ? ', differs' : ''}`;
          return (
            <li
              key={k}
              class={`${seen?.kind ?? 'child'}${differs ? ' differs' : ''}`}
              style={colours(seen?.kind ?? 'child')}
              title={said}
            >
              <span aria-hidden="true" class={seen?.kind === 'value' && seen.text.length > 2 ? 'tail' : undefined}>
                {seen === null ? '•' : seen.text}
              </span>
              <span class="ms-offscreen">{said}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

// Widths of slots by what they hold: labels get the room of NULL and of slots that are not used.
function columnsOf(kinds: readonly string[], room: number): string {
  const used = kinds.map((kind) => `minmax(0, ${kind === 'null' ? 1 : 3}fr)`).join(' ');
  return kinds.length < room ? `${used} repeat(${room - kinds.length}, minmax(0, 0.5fr))` : used;
}

function colours(kind: string): Readonly<Record<string, string>> {
  return kind === 'null' ? {} : { background: `var(--cell-${kind})`, color: `var(--on-${kind})` };
}

function indent(depth: number): number {
  return 12 * Math.min(depth, 6);
}

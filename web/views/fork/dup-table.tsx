// SPDX-License-Identifier: GPL-2.0-or-later
//
// One moment of a duplication as tables: the requests, and the nodes of the child in order of copying.

import { memo } from 'preact/compat';
import { counted } from '../../base/text';
import { groupedCount, rangeText } from '../shared/text';
import { BESIDE, NEVER, ROOT, vmaOf, type DupModel, type DupRequest, type ShapeNode } from './dup-model';
import type { Tell } from './dup-words';
import { momentText } from './play';
import './sheet.css';

/** More rows than this are counted. */
const ROWS = 240;

export interface DupTableProps {
  readonly model: DupModel;
  readonly cursor: number;
  readonly child: string;
  readonly tell: Tell;
}

export const DupTable = memo(function DupTable({ model, cursor, child, tell }: DupTableProps) {
  const made = model.requests.filter(({ at }) => at < cursor);
  const nodes = model.child.nodes.map((node, k) => ({ node, k }));
  if (model.way === 'copied') nodes.sort((a, b) => orderOf(model, a.k) - orderOf(model, b.k));
  return (
    <div class="ms-fork-tables">
      {made.length > 0 && (
        <table class="ms-sheet">
          <caption>Requests to the node allocator</caption>
          <thead>
            <tr>
              <th scope="col" class="num">
                request
              </th>
              <th scope="col" class="num">
                nodes
              </th>
              <th scope="col">for</th>
              <th scope="col">answer</th>
            </tr>
          </thead>
          <tbody>
            {made.slice(0, ROWS).map((request, k) => (
              <tr key={request.at}>
                <td class="num ms-mono">{k + 1}</td>
                <td class="num ms-mono">{request.count}</td>
                <td>{whatFor(model, request)}</td>
                <td>{request.ok ? 'granted' : 'refused'}</td>
              </tr>
            ))}
            <More left={made.length - ROWS} what="request" />
          </tbody>
        </table>
      )}
      <table class="ms-sheet">
        <caption>
          Nodes of {child}
          {model.rebuiltAt < cursor ? ' as they were copied; stores of NULL have rebuilt some since' : ''}.{' '}
          {momentText(model, cursor, tell)}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="num">
              order
            </th>
            <th scope="col">node</th>
            <th scope="col">range</th>
            <th scope="col">state</th>
            <th scope="col">entries</th>
          </tr>
        </thead>
        <tbody>
          {nodes.slice(0, ROWS).map(({ node, k }) => (
            <tr key={k}>
              <td class="num ms-mono">{(model.order[k] ?? 0) > 0 ? model.order[k] : '–'}</td>
              <td>
                {node.kind}
                {(model.childId[k] ?? 0) > 0 && (model.filledAt[k] ?? NEVER) < cursor && (
                  <span class="ms-mono"> #{model.childId[k]}</span>
                )}
              </td>
              <td class="ms-mono">{rangeText(node.min, node.max)}</td>
              <td>{stateOf(model, k, cursor)}</td>
              <td>{entriesOf(model, node, cursor)}</td>
            </tr>
          ))}
          <More left={nodes.length - ROWS} what="node" />
        </tbody>
      </table>
    </div>
  );
});

function More({ left, what }: { readonly left: number; readonly what: string }) {
  if (left <= 0) return null;
  return (
    <tr>
      <td colSpan={5}>{counted(left, `more ${what}`)}</td>
    </tr>
  );
}

function orderOf({ order }: DupModel, k: number): number {
  const n = order[k] ?? 0;
  return n === 0 ? NEVER : n;
}

function whatFor({ child, order }: DupModel, { of }: DupRequest): string {
  if (of === ROOT) return 'the root';
  if (of === BESIDE) return 'a store';
  const node = child.nodes[of];
  return `children of ${node?.kind ?? 'node'} ${groupedCount(order[of] ?? 0)}`;
}

function stateOf({ nodeFreedAt, filledAt, obtainedAt }: DupModel, k: number, cursor: number): string {
  if ((nodeFreedAt[k] ?? NEVER) < cursor) return 'freed';
  if ((filledAt[k] ?? NEVER) < cursor) return 'filled';
  return (obtainedAt[k] ?? NEVER) < cursor ? 'allocated' : 'not there';
}

function entriesOf(model: DupModel, node: ShapeNode, cursor: number): string {
  if (node.kind !== 'leaf') return '';
  let [entries, own, holes, removed, marker] = [0, 0, 0, 0, false];
  for (const [slot, word] of node.words.entries()) {
    if (vmaOf(word) === 0) continue;
    entries++;
    const cell = node.cell + slot;
    if ((model.ownAt[cell] ?? NEVER) < cursor) own++;
    if ((model.holeAt[cell] ?? NEVER) < cursor) holes++;
    if ((model.vmaFreedAt[cell] ?? NEVER) < cursor) removed++;
    marker ||= (model.markerAt[cell] ?? NEVER) < cursor;
  }
  const parts = [`${own} of ${counted(entries, 'entry', 'entries')} the child’s own`];
  if (holes > 0) parts.push(`${holes} left out`);
  if (removed > 0) parts.push(`${removed} removed`);
  if (marker) parts.push('the marker is here');
  return parts.join(', ');
}

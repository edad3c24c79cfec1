// SPDX-License-Identifier: GPL-2.0-or-later
//
// The node allocator's account: nodes allocated, and how many each tree has. The step's changes are above it.

import type { ComponentChildren } from 'preact';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { Term } from '../shared/term';
import type { AllocatorPanelProps } from './types';
import './style.css';

interface Row {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly count: number;
  /** A part of the row before. */
  readonly sub?: boolean;
  /** Stays where it is at 0, unless rows of nothing are left out. */
  readonly isKept?: boolean;
  readonly said?: ComponentChildren;
}

export function AllocatorPanel({ live, waiting, held, balance, trees, withoutEmptyRows }: AllocatorPanelProps) {
  const isBrief = withoutEmptyRows === true;
  const rows: readonly Row[] = [
    { key: 'live', name: <Term id="live" />, count: live, sub: false },
    ...trees.map(({ picture, partial }) => ({
      key: `in ${picture.name}`,
      name: `in ${picture.name}`,
      count: partial?.nodes ?? picture.nodes.length,
    })),
    { key: 'waiting', name: <Term id="waiting">kept for readers</Term>, count: waiting },
    { key: 'held', name: <HeldByStates />, count: held, isKept: false },
    {
      key: 'balance',
      name: <Term id="balance" />,
      count: balance,
      sub: false,
      said: balance === 0 ? '0' : <strong class="refused">{counted(balance, 'node')} lost</strong>,
    },
  ];
  return (
    <section class="ms-panel">
      <h2 class="ms-head">Allocator{isBrief && balance === 0 && ': no node lost'}</h2>
      <dl class="ms-facts">
        {rows.map(({ key, name, count, sub = true, isKept = true, said }) =>
          count === 0 && (isBrief || !isKept) ? null : (
            <div class="fact" key={key}>
              <dt class={sub ? 'sub' : ''}>{name}</dt>
              <dd class="ms-mono">{said ?? groupedCount(count)}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function HeldByStates() {
  return (
    <>
      held by <Term id="state">states</Term>
    </>
  );
}

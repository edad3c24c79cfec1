// SPDX-License-Identifier: GPL-2.0-or-later
//
// The node allocator's account: nodes that are out, which tree has how many. What the
// step did to that stands above it.

import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { Term } from '../shared/term';
import type { AllocatorPanelProps } from './types';
import './style.css';

export function AllocatorPanel({ live, waiting, held, balance, trees }: AllocatorPanelProps) {
  return (
    <section class="ms-panel">
      <h2 class="ms-head">Allocator</h2>
      <dl class="ms-facts">
        <div class="fact">
          <dt>
            <Term id="live" />
          </dt>
          <dd class="ms-mono">{groupedCount(live)}</dd>
        </div>
        {trees.map(({ picture, partial }) => (
          <div class="fact" key={picture.name}>
            <dt class="sub">in {picture.name}</dt>
            <dd class="ms-mono">{groupedCount(partial?.nodes ?? picture.nodes.length)}</dd>
          </div>
        ))}
        <div class="fact">
          <dt class="sub">
            <Term id="waiting">kept for readers</Term>
          </dt>
          <dd class="ms-mono">{groupedCount(waiting)}</dd>
        </div>
        {held > 0 && (
          <div class="fact">
            <dt class="sub">
              held by <Term id="state">states</Term>
            </dt>
            <dd class="ms-mono">{groupedCount(held)}</dd>
          </div>
        )}
        <div class="fact">
          <dt>
            <Term id="balance" />
          </dt>
          <dd class="ms-mono">
            {balance === 0 ? '0' : <strong class="refused">{counted(balance, 'node')} lost</strong>}
          </dd>
        </div>
      </dl>
    </section>
  );
}

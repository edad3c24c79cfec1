// SPDX-License-Identifier: GPL-2.0-or-later
//
// The node allocator's account: nodes that are out, which tree has how many, and what the step did to that.

import type { StepReport } from '../../model/report';
import { groupedCount, plural } from '../shared/text';
import { Term } from '../shared/term';
import { accountOf } from './requests';
import type { AllocatorPanelProps } from './types';

export function AllocatorPanel({ live, waiting, balance, trees, record, brief }: AllocatorPanelProps) {
  const doing = record === null ? '' : doneText(record, brief?.used ?? 0);
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
        {waiting > 0 && (
          <div class="fact">
            <dt class="sub">
              <Term id="waiting">kept for readers</Term>
            </dt>
            <dd class="ms-mono">{groupedCount(waiting)}</dd>
          </div>
        )}
        <div class="fact">
          <dt>
            <Term id="balance" />
          </dt>
          <dd class="ms-mono">{balance === 0 ? '0' : <strong class="refused">{plural(balance, 'node')} lost</strong>}</dd>
        </div>
        {doing !== '' && (
          <div class="fact">
            <dt>this step</dt>
            <dd class="ms-mono">{doing}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

// Nothing of a step that only reads.
function doneText(record: StepReport, used: number): string {
  const { requested, granted } = accountOf(record);
  const parts: string[] = [];
  if (requested > 0) parts.push(`${groupedCount(requested)} requested, ${groupedCount(granted)} granted, ${groupedCount(used)} used`);
  const atOnce = record.freed - record.deferred;
  if (atOnce > 0) parts.push(`${groupedCount(atOnce)} given back at once`);
  if (record.deferred > 0) parts.push(`${groupedCount(record.deferred)} given back, grace period over`);
  return parts.join('; ');
}

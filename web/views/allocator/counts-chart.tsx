// SPDX-License-Identifier: GPL-2.0-or-later
//
// Nodes out of the allocator over the steps, and the dead ones among them that wait: a click or a drag goes to the
// step, the arrows go one on.

import { useMemo, useRef } from 'preact/hooks';
import { useWidth } from '../shared/hooks';
import { groupedCount } from '../shared/text';
import { Term } from '../shared/term';
import { largest, linePath, sizeBars } from './counts';
import type { CountsProps, LedgerProps } from './types';

const HEIGHT = 56;

export function CountsChart({ live, waiting, step, onSeek }: CountsProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const steps = live.length - 1;
  const most = useMemo(() => largest(live), [live]);
  const lines = useMemo(
    () => ({ live: linePath(live, width, HEIGHT, most), waiting: linePath(waiting, width, HEIGHT, most) }),
    [live, waiting, width, most],
  );
  const waits = useMemo(() => largest(waiting) > 0, [waiting]);
  const seek = (event: PointerEvent): void => {
    const box = host.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    onSeek?.(Math.max(0, Math.min(steps, Math.round(((event.clientX - box.left) / box.width) * steps))));
  };
  const onKey = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: step - 1,
      ArrowRight: step + 1,
      Home: 0,
      End: steps,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek?.(Math.max(0, Math.min(steps, target)));
  };
  const x = steps === 0 ? 0 : (step / steps) * width;
  return (
    <section class="ms-panel ms-counts">
      <h3 class="ms-head">Over the steps</h3>
      <div
        ref={host}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label="Live nodes, by step"
        aria-valuemin={0}
        aria-valuemax={steps}
        aria-valuenow={step}
        aria-valuetext={
          `step ${step}: ${groupedCount(live[step] ?? 0)} live, ` + `${groupedCount(waiting[step] ?? 0)} waiting`
        }
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
        }}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <path class="area" d={`${lines.live}V${HEIGHT}H0Z`} />
          <path class="live" d={lines.live} />
          {waits && <path class="waiting" d={lines.waiting} />}
          <line class="now" x1={x} x2={x} y1={0} y2={HEIGHT} />
        </svg>
      </div>
      <p class="numbers">
        <span>
          <i class="live" aria-hidden="true" /> <Term id="live">live</Term>{' '}
          <span class="ms-mono">{groupedCount(live[step] ?? 0)}</span> of at most{' '}
          <span class="ms-mono">{groupedCount(most)}</span>
        </span>
        <span>
          <i class="waiting" aria-hidden="true" /> <Term id="waiting">waiting</Term>{' '}
          <span class="ms-mono">{groupedCount(waiting[step] ?? 0)}</span>
        </span>
      </p>
    </section>
  );
}

/** How many requests there were of each size. */
export function SizeHistogram({ ledger }: Pick<LedgerProps, 'ledger'>) {
  const bars = useMemo(() => sizeBars(ledger), [ledger]);
  const most = Math.max(1, ...bars.map(({ granted, refused }) => granted + refused));
  return (
    <section class="ms-panel ms-sizes">
      <h3 class="ms-head">Nodes per request</h3>
      {bars.length === 0 ? (
        <p class="ms-hint">Nothing was requested.</p>
      ) : (
        <table>
          <thead class="ms-offscreen">
            <tr>
              <th scope="col">nodes</th>
              <th scope="col">requests</th>
              <th scope="col">count</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, granted, refused }) => (
              <tr key={name}>
                <th scope="row" class="ms-mono">
                  {name}
                </th>
                <td class="bars" aria-hidden="true">
                  <i class="granted" style={{ width: `${(granted / most) * 100}%` }} />
                  <i class="refused" style={{ width: `${(refused / most) * 100}%` }} />
                </td>
                <td class="ms-mono count">
                  {groupedCount(granted + refused)}
                  {refused > 0 && <span class="refused"> {groupedCount(refused)} refused</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

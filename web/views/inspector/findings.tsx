// SPDX-License-Identifier: GPL-2.0-or-later
//
// The findings at a step, broken or worth a remark: a line each, with a way to the place.

import { outsideEnds } from '../../model/finding';
import { findingText } from '../../words/finding';
import { foundText } from '../../words/trouble';
import { counted } from '../../base/text';
import { judge, type Evidence, type Judged } from './invariants';
import type { SlotRef } from '../shared/refs';
import { withCode } from './why';
import './style.css';

/** Findings listed at most; more are only counted. */
const LISTED = 60;

interface FindingsProps extends Evidence {
  readonly title: string;
  readonly board: readonly Judged[];
  readonly onSelect?: (ref: SlotRef) => void;
}

export function Findings({ title, board, trees, balance, troubles, onSelect }: FindingsProps) {
  // An end outside its node comes before what follows from it.
  const causes = new Set(trees.flatMap(({ findings, alloc }) => outsideEnds(findings, alloc)));
  const found = board.flatMap((judged) => judged.findings.map((one) => ({ ...one, judged })));
  const all = [
    ...found.filter(({ finding }) => causes.has(finding)),
    ...found.filter(({ finding }) => !causes.has(finding)),
  ];
  if (all.length === 0 && troubles.length === 0 && balance === 0) return null;
  return (
    <section class="ms-panel ms-found">
      <h3 class="ms-head">{title}</h3>
      <ul class="ms-findings">
        {balance !== 0 && (
          <li class="broken">
            I32 · {counted(Math.abs(balance), 'node')}{' '}
            {balance > 0 ? 'live but not reachable' : 'reachable but not live'}
          </li>
        )}
        {all.slice(0, LISTED).map(({ tree, finding, judged }, k) => (
          <li key={k} class={finding.excused ? 'excused' : 'broken'}>
            I{finding.invariant} · {judged.invariant.name}:{' '}
            {finding.node === 0 ? (
              tree
            ) : (
              <button
                type="button"
                class="ms-link ms-mono"
                onClick={() => onSelect?.({ tree, node: finding.node, slot: finding.slot })}
              >
                {tree} #{finding.node}
                {finding.slot < 0 ? '' : `, slot ${finding.slot}`}
              </button>
            )}
            <span class="ms-mono"> {findingText(finding)}</span>
            {finding.excused && (judged.invariant.hint ? ' (legal)' : ' (excused)')}
          </li>
        ))}
        {all.length > LISTED && <li>{counted(all.length - LISTED, 'more')}</li>}
        {troubles.map((trouble, k) => (
          <li key={k} class="broken">
            I36 · {withCode(foundText(trouble))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of the invariants that are broken. */
export function BrokenFindings(props: Omit<FindingsProps, 'board'>) {
  return <Findings {...props} board={judge(props).filter(({ state }) => state === 'broken')} />;
}

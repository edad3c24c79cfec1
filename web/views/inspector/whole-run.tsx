// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts on the run as a whole: where something was broken first, and a check of every step. The panel keeps its height,
// so that an answer moves nothing.

import type { Breach } from '../../model/run-audit';
import { counted } from '../../base/text';
import { breachText } from '../../words/breach';
import { groupedCount } from '../shared/text';
import { withCode } from './why';
import './style.css';
import './tabs.css';

/** Breaches listed at most. */
const LISTED = 8;

export interface WholeRunProps {
  /** Something is broken at the step shown. */
  readonly broken: boolean;
  /** The run corrupts a tree on purpose. */
  readonly corrupts: boolean;
  readonly steps: number;
  /** A question under way, shown when it takes a moment; null for none. */
  readonly asking: { readonly done: number; readonly of: number | null; readonly shown: boolean } | null;
  /** The breaches at any step; null before the check. */
  readonly breaches: readonly Breach[] | null;
  /** Where what is broken began; null before it was asked. */
  readonly began: { readonly step: number; readonly line: number } | null;
  /** The step whose trees were found to be sound when that was asked; null: none. */
  readonly unfound?: number | null;
  readonly onAudit?: () => void;
  readonly onBegan?: () => void;
  readonly onCancel?: () => void;
  readonly onSeek?: (step: number) => void;
  readonly onExample?: () => void;
}

export function WholeRun(props: WholeRunProps) {
  const { broken, corrupts, steps, asking, onAudit, onBegan, onExample } = props;
  return (
    <section class="ms-panel ms-run">
      <h3 class="ms-head">The whole run</h3>
      <p class="actions">
        {broken && (
          <button type="button" class="ms-act" disabled={asking !== null} onClick={() => onBegan?.()}>
            Find where it began
          </button>
        )}
        <button type="button" class="ms-act" disabled={asking !== null || steps === 0} onClick={() => onAudit?.()}>
          Look at every step
        </button>
      </p>
      <div class="answer" aria-live="polite">
        <Answer {...props} />
      </div>
      {!corrupts && (
        <p class="ms-hint">
          <button type="button" class="ms-link" onClick={() => onExample?.()}>
            A scenario that corrupts a node
          </button>{' '}
          shows the checker at work.
        </p>
      )}
    </section>
  );
}

function Answer({ steps, asking, breaches, began, unfound = null, onCancel, onSeek }: WholeRunProps) {
  const seek = (step: number) => (
    <button type="button" class="ms-link" onClick={() => onSeek?.(step)}>
      go there
    </button>
  );
  if (asking !== null) {
    return asking.shown ? (
      <p>
        {asking.of === null
          ? 'Looking … '
          : `Looked at ${groupedCount(asking.done)} of ${counted(asking.of, 'step')}. `}
        <button type="button" class="ms-link" onClick={() => onCancel?.()}>
          cancel
        </button>
      </p>
    ) : null;
  }
  return (
    <>
      {began !== null && (
        <p>
          Step {groupedCount(began.step - 1)} is sound, step {groupedCount(began.step)} (line {groupedCount(began.line)}
          ) is not: {seek(began.step)}
        </p>
      )}
      {unfound !== null && (
        <p>
          After step {groupedCount(unfound)} every tree is sound, holds what it should, and has all its nodes. The
          finding above belongs to this step alone.
        </p>
      )}
      {breaches !== null && breaches.length === 0 && (
        <p>All {counted(steps, 'step')} are sound: invariants, contents, layouts, and every node accounted for.</p>
      )}
      {breaches !== null && breaches.length > 0 && (
        <ul class="ms-findings">
          {stepsOf(breaches)
            .slice(0, LISTED)
            .map(({ step, line, texts }) => (
              <li key={step} class="broken">
                step {groupedCount(step)}, line {groupedCount(line)}:{' '}
                {texts.length === 1 ? withCode(texts[0] ?? '') : `${counted(texts.length, 'rule')} broken,`}{' '}
                {seek(step)}
              </li>
            ))}
          {stepsOf(breaches).length > LISTED && <li>{counted(stepsOf(breaches).length - LISTED, 'step')} more</li>}
        </ul>
      )}
    </>
  );
}

interface BrokenStep {
  readonly step: number;
  readonly line: number;
  readonly texts: readonly string[];
}

// A step is named once; it lists what is broken there.
function stepsOf(breaches: NonNullable<WholeRunProps['breaches']>): readonly BrokenStep[] {
  const found = new Map<number, { step: number; line: number; texts: string[] }>();
  for (const breach of breaches) {
    const { step, line } = breach;
    const text = breachText(breach);
    const known = found.get(step);
    if (known === undefined) found.set(step, { step, line, texts: [text] });
    else known.texts.push(text);
  }
  return [...found.values()];
}

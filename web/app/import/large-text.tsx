// SPDX-License-Identifier: GPL-2.0-or-later
//
// A text too large for a text field: a worker reads it; the dialog shows the progress, then the first lines.

import { useEffect, useState } from 'preact/hooks';
import { startReading, type Reading } from './reader-client';
import type { Glance, Made, Source, Understanding } from './reading';
import { counted } from '../../base/text';

/** How far a large text has been read. */
export type Progress =
  | { readonly kind: 'reading'; readonly done: number; readonly of: number }
  | {
      readonly kind: 'read';
      readonly understanding: Understanding;
      readonly glance: Glance;
      readonly make: (name: string) => Promise<Made>;
    };

/** Reads the text. Stops when `source` changes or becomes null. */
export function useReading(source: Source | null, onFailed: (message: string) => void): Progress | null {
  const [state, setState] = useState<{ readonly of: Source; readonly progress: Progress } | null>(null);
  useEffect(() => {
    if (source === null) return;
    const tell = (progress: Progress): void => setState({ of: source, progress });
    const reading: Reading = startReading(source, {
      far: (done, of) => tell({ kind: 'reading', done, of }),
      read: (understanding, glance) =>
        tell({ kind: 'read', understanding, glance, make: (name) => reading.make(name) }),
      failed: onFailed,
    });
    return () => reading.end();
  }, [source]);
  if (source === null) return null;
  return state?.of === source ? state.progress : { kind: 'reading', done: 0, of: bytesOf(source) };
}

function bytesOf(source: Source): number {
  return typeof source === 'string' ? source.length : source.reduce((sum, { size }) => sum + size, 0);
}

export function LargeText({
  source,
  progress,
  onRemove,
}: {
  readonly source: Source;
  readonly progress: Progress;
  readonly onRemove: () => void;
}) {
  const name = typeof source === 'string' ? 'Pasted text' : source.map((file) => file.name).join(', ');
  const glance = progress.kind === 'read' ? progress.glance : null;
  return (
    <div class="large-text" role="group" aria-label="Text that is too large to edit here">
      <div class="row">
        <span>
          <b>{name}</b>,{' '}
          {typeof source === 'string' ? counted(source.length, 'letter') : counted(bytesOf(source), 'byte')}
          {glance !== null && `, ${counted(glance.lines, 'line')}`}
        </span>
        <span class="spring" />
        <button type="button" class="button small" onClick={onRemove}>
          {glance === null ? 'Cancel' : 'Remove'}
        </button>
      </div>
      <p class="muted">Not kept: a reload loses it.</p>
      {glance === null ? (
        <Far progress={progress} />
      ) : (
        <pre class="mono" tabIndex={0} aria-label="First lines">
          {glance.head}
        </pre>
      )}
    </div>
  );
}

function Far({ progress }: { readonly progress: Progress }) {
  if (progress.kind !== 'reading') return null;
  const { done, of } = progress;
  return (
    <p class="muted" role="status">
      {done > 0 && done < of ? `Reading: ${Math.floor((100 * done) / of)} %` : 'Reading the lines…'}
    </p>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// At a run that fails: cuts the scenario to the shortest one that fails in the same way.

import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../store/actions/actions';
import { text } from '../store/page/state';
import { counted } from '../../base/text';

export function ShrinkHere() {
  const [tries, setTries] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (): Promise<void> => {
    const before = text.peek();
    const mine = new AbortController();
    abort.current = mine;
    setTries(0);
    try {
      const { showShrunk, shrinkRun } = await import('./shrink-run');
      const shrunk = await shrinkRun(before, mine.signal, setTries);
      if (!mine.signal.aborted) await showShrunk(before, shrunk);
    } catch {
      if (!mine.signal.aborted) say('warning', 'Shrinking failed. The scenario is unchanged.');
    } finally {
      setTries(null);
    }
  };
  return (
    <>
      {tries === null ? (
        <button
          type="button"
          class="button small"
          title="Looks for the shortest scenario that fails in the same way"
          onClick={() => void start()}
        >
          Shrink the scenario
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          title="Stops shrinking; the text stays unchanged"
          onClick={() => abort.current?.abort()}
        >
          Stop shrinking ({counted(tries, 'run')})
        </button>
      )}
    </>
  );
}

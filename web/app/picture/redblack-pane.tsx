// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree shown beside a red-black tree of the same ranges: asked of the engine for the step shown.

import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { Cancelled } from '../../engine/service/client';
import type { NotCompared, RedBlackComparison } from '../../model/redblack';
import { RedBlack } from '../../views/compare/redblack';
import { askRun } from '../store/run';
import { busy, mainTree, ran, scene, sceneRun, type Ran } from '../store/state';

interface Known {
  readonly run: Ran;
  readonly step: number;
  readonly tree: string;
  readonly answer: RedBlackComparison | NotCompared;
}

const known = signal<Known | null>(null);
const failure = signal<string | null>(null);

export function RedBlackPane() {
  const [run, now, tree] = [ran.value, scene.value, mainTree.value?.picture.name ?? null];
  const ready = run !== null && now !== null && tree !== null && busy.value === null && sceneRun.value === run;
  const step = now?.step ?? 0;
  useEffect(() => {
    if (!ready) return;
    const gone = new AbortController();
    void ask(run, step, tree, gone.signal);
    return () => gone.abort();
  }, [run, step, tree, ready]);
  const shown =
    known.value !== null && known.value.run === run && known.value.step === step && known.value.tree === tree
      ? known.value
      : null;
  return (
    <div class="differ-host" aria-busy={shown === null && ready && failure.value === null}>
      {failure.value !== null && <p class="differ-note bad">{failure.value}</p>}
      {tree === null ? (
        <p class="differ-note muted">At this step there is no tree to compare.</p>
      ) : (
        shown !== null && (
          <div class="differ-body">
            <RedBlack tree={tree} answer={shown.answer} />
          </div>
        )
      )}
    </div>
  );
}

async function ask(run: Ran, step: number, tree: string, stop: AbortSignal): Promise<void> {
  failure.value = null;
  try {
    const answer = await askRun('redBlack', { step, tree }, { signal: stop });
    if (!stop.aborted) known.value = { run, step, tree, answer };
  } catch (error) {
    if (!(error instanceof Cancelled)) failure.value = error instanceof Error ? error.message : String(error);
  }
}

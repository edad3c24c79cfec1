// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree shown beside a red-black tree of the same ranges: requested from the engine for the step shown.

import { useEffect } from 'preact/hooks';
import { RedBlack } from '../../views/compare/redblack';
import { askRedBlack, redBlackFailure, redBlackKnown } from '../store/run/redblack';
import { busy, mainTree, ran, scene, sceneRun } from '../store/page/state';

export function RedBlackPane() {
  const [run, now, tree] = [ran.value, scene.value, mainTree.value?.picture.name ?? null];
  const ready = run !== null && now !== null && tree !== null && busy.value === null && sceneRun.value === run;
  const step = now?.step ?? 0;
  useEffect(() => {
    if (!ready) return;
    const gone = new AbortController();
    void askRedBlack(run, step, tree, gone.signal);
    return () => gone.abort();
  }, [run, step, tree, ready]);
  const [known, failure] = [redBlackKnown.value, redBlackFailure.value];
  const shown = known !== null && known.run === run && known.step === step && known.tree === tree ? known : null;
  return (
    <div class="differ-host" aria-busy={shown === null && ready && failure === null}>
      {failure !== null && <p class="differ-note bad">{failure}</p>}
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

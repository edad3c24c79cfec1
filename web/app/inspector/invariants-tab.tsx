// SPDX-License-Identifier: GPL-2.0-or-later
//
// The invariants: the board at the step shown, and what is known of the whole run.

import { InvariantsPanel } from '../../views/inspector/invariants-panel';
import { WholeRun } from '../../views/inspector/whole-run';
import { point, say, select } from '../store/actions/actions';
import { asking, auditRun, began, breaches, cancelAsking, findBeginning, unfound } from '../store/run/soundness';
import { stepTo } from '../store/run/player';
import { loadExample } from '../store/actions/session';
import { brokenCount, stepColumns, corruptions, evidence, steps } from '../store/page/state';

export function InvariantsTab() {
  return (
    <>
      <InvariantsPanel {...evidence.value} corrupted={corruptions.value} onSelect={select} onPoint={point} />
      <WholeRun
        broken={brokenCount.value > 0}
        corrupts={stepColumns.value.kinds.some(({ op }) => op === 'corrupt')}
        steps={steps.value}
        asking={asking.value}
        breaches={breaches.value}
        began={began.value}
        unfound={unfound.value}
        onAudit={() => void auditRun()}
        onBegan={() => void findBeginning()}
        onCancel={cancelAsking}
        onSeek={stepTo}
        onExample={() => void openCorrupt()}
      />
    </>
  );
}

async function openCorrupt(): Promise<void> {
  try {
    const { EXAMPLES } = await import('../store/kept/examples-list');
    const example = EXAMPLES.find(({ name }) => name === 'corrupt');
    if (example !== undefined) await loadExample(example);
  } catch {
    say('warning', 'The scenario could not be fetched. Check your connection.');
  }
}

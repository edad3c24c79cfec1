// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sweeps of a run in the room of the picture: one cell per run, and each opens that very run.

import { useRef } from 'preact/hooks';
import { useSeen } from '../../views/shared/hooks';
import '../../views/sweep/style.css';
import './fork-pane.css';
import { SweepView } from '../../views/sweep/view';
import { openRun } from './sweep';
import { asTable, ran, sweepHere } from '../store/page/state';

export function SweepPane() {
  const host = useRef<HTMLDivElement>(null);
  const seen = useSeen(host);
  const here = sweepHere.value;
  const summary = ran.value?.summary;
  if (here === null || summary === undefined) return null;
  return (
    <div class="sweep-host" ref={host}>
      <SweepView
        sweeps={[here.report]}
        open={null}
        onOpen={(run) => void openRun(here.report, run)}
        table={asTable.value}
        seen={seen?.height ?? null}
      />
    </div>
  );
}

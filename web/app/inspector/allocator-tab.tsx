// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator tab: the slab, counts over the steps, sizes of requests, the ledger.

import { useEffect } from 'preact/hooks';
import { CountsChart, SizeHistogram } from '../../views/allocator/counts-chart';
import { LedgerTable } from '../../views/allocator/ledger-table';
import { SlabGrid } from '../../views/allocator/slab-grid';
import '../../views/allocator/style.css';
import { WHOLE_NODE } from '../../views/shared/refs';
import { Term } from '../../views/shared/term';
import { hover, select } from '../store/actions/actions';
import { failRequest, fatesAt, ledger, slab, startAllocator, stepLines, wantFates } from '../store/actions/allocator';
import { stepTo } from '../store/run/player';
import { hovered, mainTree, scene, selected } from '../store/page/state';

export function AllocatorTab() {
  useEffect(startAllocator, []);
  const now = ledger.value;
  const map = slab.value;
  const at = scene.value?.step ?? 0;
  const treeOr = (tree: string | null): string => tree ?? mainTree.value?.picture.name ?? '';
  if (now === null || map === null) return <section class="ms-panel" aria-busy="true" />;
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h2 class="ms-head">
          <Term id="slab">Slab</Term>
        </h2>
        <SlabGrid
          slab={map}
          most={now.places}
          selected={selected.value?.node ?? null}
          hovered={hovered.value?.node ?? null}
          onHover={(id, tree) => hover(id === null || tree === null ? null : { tree, node: id, slot: WHOLE_NODE })}
          onSelect={(id, tree) => select({ tree: treeOr(tree), node: id, slot: WHOLE_NODE })}
        />
      </section>
      <CountsChart live={now.ledger.live} waiting={now.ledger.waiting} step={at} onSeek={stepTo} />
      <SizeHistogram ledger={now.ledger} />
      <LedgerTable
        ledger={now.ledger}
        lines={stepLines.value}
        step={at}
        fates={fatesAt}
        onNeed={wantFates}
        onSeek={stepTo}
        onFail={(request) => void failRequest(request)}
      />
    </div>
  );
}

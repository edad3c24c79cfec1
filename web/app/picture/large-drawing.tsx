// SPDX-License-Identifier: GPL-2.0-or-later
//
// The large tree's picture with its data.

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { isAllNew, type TreeOverview } from '../../model/overview';
import { groupedCount } from '../../views/shared/text';
import '../../views/large/style.css';
import { createLargeView } from '../../views/large/view';
import type { LargeView } from '../../views/large/types';
import { hover } from '../store/actions/actions';
import { chooseThere } from '../store/actions/hands';
import { findRings } from '../store/actions/find';
import { needNodes, nodesKnown, overview, startLarge } from '../store/run/large';
import { largeTree } from '../store/run/large-tree';
import { asTable, hovered, labels, selected, touchedNow } from '../store/page/state';
import { showsTree } from '../store/page/tree-view';

export function LargeDrawing({ attach }: { readonly attach: (view: LargeView | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createLargeView({ host: host.current, onHover: hover, onSelect: chooseThere, onNeed: needNodes });
    attach(view);
    showsTree(view);
    const stops = [
      startLarge(),
      effect(() =>
        view.update({
          overview: overview.value,
          nodes: nodesKnown.value,
          vmas: largeTree.value?.vmas ?? null,
          labels: labels.value,
          touched: touchedNow.value,
          selected: selected.value,
          hovered: hovered.value,
          rings: findRings.value,
          table: asTable.value,
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      attach(null);
      showsTree(null);
      view.destroy();
    };
  }, []);
  const tree = largeTree.value;
  return (
    <>
      <div class="tree-host" ref={host} />
      {tree?.partial !== undefined && (
        <p class="large-note muted">
          <span class="words">
            {groupedCount(tree.partial.nodes)} nodes, a level a row, as high as its nodes are full: zoom in to see each
            with its slots.
          </span>{' '}
          <span class="key leaf">entries</span>{' '}
          {hasLabels(overview.value) && (
            <>
              <span class="key label">labels</span>{' '}
            </>
          )}
          <span class="key null">NULL</span> <span class="key">children</span>{' '}
          {overview.value !== null && isAllNew(overview.value) ? (
            <span class="words">all of them new in this step</span>
          ) : (
            <span class="key changed">changed by the step</span>
          )}{' '}
          {touchedNow.value?.tree === overview.value?.tree && (
            <>
              <span class="key way">way to it</span>{' '}
            </>
          )}
          {findRings.value.length > 0 && <span class="key found">found</span>}
        </p>
      )}
    </>
  );
}

function hasLabels(shown: TreeOverview | null): boolean {
  return shown !== null && shown.labels.some((count) => count > 0);
}

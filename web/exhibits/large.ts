// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of trees too large to be drawn node by node: the whole, a part, single nodes; folded; as a
// table.

import { picturesOf } from '../app/store/run/large';
import type { NodePicture } from '../model/picture';
import type { Exhibit } from './exhibit';
import { atRest } from './rest';
import { LARGE, ran } from './runs';
import '../views/large/style.css';
import type { LargeView, LargeViewData } from '../views/large/types';
import { createLargeView } from '../views/large/view';

const TREE = 'large';

/** Longer than the picture glides, on its canvas, and its table waits until it rests. */
const REST_MS = 1000;

function large(
  name: string,
  after: (view: LargeView, stage: HTMLElement, leaf: number) => void,
  more: Partial<LargeViewData> = {},
): Exhibit {
  return {
    name,
    height: 560,
    async mount(stage) {
      const run = await ran(LARGE);
      const scene = run.at();
      const overview = run.ask('overview', { step: scene.step, tree: TREE });
      if (overview === null) throw new Error('no overview');
      const nodes = new Map<number, NodePicture>();
      let data: LargeViewData = {
        overview,
        nodes,
        vmas: null,
        labels: run.summary.labels,
        touched: scene.touched,
        selected: null,
        hovered: null,
        rings: [],
        table: false,
        ...more,
      };
      const show = (next: Partial<LargeViewData>): void => {
        data = { ...data, ...next };
        view.update(data);
      };
      const view = createLargeView({
        host: stage,
        onSelect: (selected) => show({ selected }),
        onHover: (hovered) => show({ hovered }),
        onNeed(ids) {
          for (const node of picturesOf(overview, run.ask('nodes', { step: scene.step, tree: TREE, ids })))
            nodes.set(node.id, node);
          setTimeout(() => show({ nodes: new Map(nodes) }));
        },
      });
      show({});
      await atRest(stage, REST_MS, () => stage.querySelector('caption') !== null);
      after(view, stage, overview.ids.at(-40) ?? 0);
      await atRest(stage, REST_MS, () => stage.querySelector('caption') !== null);
    },
  };
}

export const largeExhibits: readonly Exhibit[] = [
  large('large-whole', () => undefined),
  large('large-part', (view) => view.zoomBy(40)),
  large('large-node', (view, _, leaf) => view.focusNode(TREE, leaf)),
  large('large-folded', (_, stage) => {
    for (const level of [1, 2]) stage.querySelectorAll<HTMLElement>('.ms-large-name')[level]?.click();
  }),
  large('large-by-index', (_, stage) => stage.querySelectorAll<HTMLElement>('.ms-large-scale button')[1]?.click()),
  large('large-table', () => undefined, { table: true }),
];

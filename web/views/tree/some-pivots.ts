// SPDX-License-Identifier: GPL-2.0-or-later
//
// Of a node whose pivots have no room for all of their labels, some: in one line below the cells, each whole, or with
// its first digits left out, which the range in the head tells. As many as have room at equal steps. Pure.

import { MONO_ADVANCE } from '../shared/text';
import {
  cellRow,
  nodeWidth,
  PIVOT_FONT,
  type DrawnNode,
  type Metrics,
  type NodeLayout,
  type PivotBox,
} from './node-box';
import { pivotLabels } from './pivots';

/** Between the border of a node and a label, and between two labels, in letters. */
const PAD = 5;
const APART = 1.2;
/** A label is at most so much of the line's height; seen from farther away there are none. */
const LINE_SHARE = 0.85;
/** From the cells to the baseline, in parts of the size of the labels. */
const BASELINE = 1.05;

export function somePivots(node: DrawnNode, { used }: NodeLayout, metrics: Metrics): readonly PivotBox[] {
  const { plainFoot = 0, pivotType = 1 } = metrics;
  const font = PIVOT_FONT * pivotType;
  const letter = font * MONO_ADVANCE;
  if (font > LINE_SHARE * plainFoot) return [];
  const row = cellRow(node.kind, metrics, 'plain');
  // The head has the last.
  const stored = used.slice(0, -1);
  for (let step = 1; step <= stored.length; step++) {
    const cells = stored.filter((_, k) => k % step === (step - 1) >> 1);
    const room = Math.floor((step * Math.min(...cells.map(({ w }) => w))) / letter - APART);
    const { labels } = pivotLabels(
      cells.map(({ slot }) => node.lasts[slot]!),
      room,
    );
    // One cut in the middle, or at its end, could not be compared with an address.
    if (room < 3 || labels.some((label) => label === '' || label.lastIndexOf('…') > 0)) continue;
    const right = nodeWidth(metrics) - PAD;
    return cells.flatMap(({ slot, x, w }, k) => {
      const [label, half] = [labels[k]!, (labels[k]!.length * letter) / 2];
      const at = x + w;
      const fits = at - half >= PAD && at + half <= right;
      const y = row.y + row.h + BASELINE * font;
      return fits ? [{ slot, x: at, labelX: at, half, y, line: 0 as const, label, implied: false }] : [];
    });
  }
  return [];
}

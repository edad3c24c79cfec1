// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hatching as the data of a path.

import { hatchLines, type HatchBox } from '../shared/pen';

/** Hatching of boxes as the data of a path. */
export function hatchPath(boxes: readonly HatchBox[], step: number, phase = 0): string {
  return boxes
    .flatMap((box) => hatchLines(box, step, phase))
    .map(([x1, y1, x2, y2]) => `M${num(x1)},${num(y1)}L${num(x2)},${num(y2)}`)
    .join('');
}

/** A number of a path, in hundredths. */
export function num(x: number): string {
  return (Math.round(x * 100) / 100).toString();
}

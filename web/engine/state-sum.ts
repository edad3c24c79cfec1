// SPDX-License-Identifier: GPL-2.0-or-later
//
// One sum for all that is shown at a step: what a link expects to see again. Floor 3: pure.

import { sumOfLines } from './sum';

/**
 * With one tree its canonical sum, as the report gives it; with several the FNV-1a sum of their sums, a line each, in
 * order of creation; null with none.
 */
export function stateSum(scene: { readonly trees: readonly { readonly sum: string }[] }): string | null {
  const [first, ...others] = scene.trees.map((tree) => tree.sum);
  if (first === undefined) return null;
  return others.length === 0 ? first : sumOfLines([first, ...others]);
}

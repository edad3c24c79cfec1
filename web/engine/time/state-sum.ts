// SPDX-License-Identifier: GPL-2.0-or-later
//
// One sum for all that is shown at a step: what a link expects to see again. Pure.

import type { SceneTree } from '../../model/run';
import { sumOfLines } from '../decode/sum';

/**
 * With one tree its canonical sum, as the report gives it; with several the FNV-1a sum of their sums, a line each, in
 * order of creation; null with none, or where one of them is left out. After the sum of an address space stands that of
 * its memory, if it has one.
 */
export function stateSum(scene: { readonly trees: readonly Pick<SceneTree, 'sum' | 'memorySum'>[] }): string | null {
  if (scene.trees.some(({ sum }) => sum === null)) return null;
  const lines = scene.trees.flatMap(({ sum, memorySum }) =>
    sum === null ? [] : memorySum === undefined ? [sum] : [sum, memorySum],
  );
  const [first, ...others] = lines;
  if (first === undefined) return null;
  return others.length === 0 ? first : sumOfLines(lines);
}

/**
 * The sum of an address space beyond its tree: its VMAs as the core holds them, its page tables, where its heap ends.
 */
export function memorySum({ facts, records, tables }: NonNullable<SceneTree['mm']>): string {
  const hex = (x: bigint): string => x.toString(16);
  return sumOfLines([
    ...records.map(
      ({ number, first, last, offset, flags, file, anon, chain }) =>
        `v ${number} ${hex(first)} ${hex(last)} ${hex(offset)} ${flags} ${file} ${anon} ${chain}`,
    ),
    ...tables.map(({ level, base, used }) => `t ${level} ${hex(base)} ${used}`),
    `h ${hex(facts.brkStart)} ${hex(facts.brk)} ${facts.rssAnon} ${facts.rssFile} ${facts.lockedVm}`,
  ]);
}

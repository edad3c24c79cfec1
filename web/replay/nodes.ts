// SPDX-License-Identifier: GPL-2.0-or-later
//
// The canonical dump made from the bytes of the nodes in linear memory, by the printed layout.

import { NODE } from '../model/generated/node';
import { valueOf } from './vector';

const INDEX_MAX = 0xffffffffffffffffn;

const LAYOUTS = [NODE.leaf, NODE.range, NODE.arange] as const;
type Layout = (typeof LAYOUTS)[number];

interface Spot {
  readonly word: bigint;
  readonly depth: number;
  readonly min: bigint;
  readonly max: bigint;
}

function layoutOf(word: bigint): Layout {
  const kind = Number((word >> 3n) & 15n);
  const layout = LAYOUTS.find((candidate) => candidate.KIND === kind);
  if (layout === undefined) throw new Error(`a node of kind ${kind}`);
  return layout;
}

function entryText(word: bigint): string {
  const value = valueOf(word);
  if (value === null) return '.';
  if (typeof value === 'number') return `v${word >> 1n}`;
  return value === 'z' ? 'z' : `p${word.toString(16)}`;
}

/** Offset of the last used slot (rule "data end"). */
function endOf(view: DataView, layout: Layout, max: bigint): number {
  if (layout === NODE.arange) return view.getUint8(layout.END);
  const pivot = view.getBigUint64(NODE.PIVOTS + 8 * (layout.SLOTS - 2), true);
  if (pivot === 0n) return view.getUint8(layout.END);
  return pivot === max ? layout.SLOTS - 2 : layout.SLOTS - 1;
}

/** The lines of the tree with this root word; node 0 is at `base`. */
export function dumpOf(memory: WebAssembly.Memory, base: number, root: bigint): readonly string[] {
  if ((root & 3n) !== 2n || root <= 4096n) return [root === 0n ? 'empty' : `single ${entryText(root)}`];
  const lines: string[] = [];
  const visit = (spot: Spot): void => {
    const layout = layoutOf(spot.word);
    const view = new DataView(memory.buffer, base + Number((spot.word & ~0xffn) - NODE.BASE), NODE.BYTES);
    const end = endOf(view, layout, spot.max);
    const words = (at: number, count: number): bigint[] =>
      Array.from({ length: count }, (_, i) => view.getBigUint64(at + 8 * i, true));
    const hex = (numbers: readonly bigint[]): string => numbers.map((number) => number.toString(16)).join(',');
    const pivots = words(NODE.PIVOTS, end);
    const slots = words(layout.SLOT, end + 1);
    const [name, meta, gaps] =
      layout === NODE.arange
        ? ['arange', ` gapmeta=${view.getUint8(layout.GAPMETA)}`, ` g=${hex(words(layout.GAP, end + 1))}`]
        : [layout === NODE.leaf ? 'leaf' : 'range', '', ''];
    const texts = slots.map((word) => (layout === NODE.leaf ? entryText(word) : '>')).join(',');
    const range = `${spot.min.toString(16)}-${spot.max.toString(16)}`;
    lines.push(`${spot.depth} ${name} ${range} end=${end}${meta} p=${hex(pivots)} s=${texts}${gaps}`);
    if (layout === NODE.leaf) return;
    slots.forEach((word, i) => {
      const min = i === 0 ? spot.min : (pivots[i - 1] ?? 0n) + 1n;
      visit({ word, depth: spot.depth + 1, min, max: pivots[i] ?? spot.max });
    });
  };
  visit({ word: root, depth: 0, min: 0n, max: INDEX_MAX });
  return lines;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of two trees side by side: a split, the same contents in another layout, VMAs, two that are
// alike.

import { h, render } from 'preact';
import { useState } from 'preact/hooks';
import type { TreeComparison } from '../model/comparison';
import { Comparison } from '../views/compare/view';
import { RedBlack } from '../views/compare/redblack';
import type { Exhibit } from './exhibit';
import { example, ran, SIXTY, TWO_ORDERS } from './runs';

function Walked({ of, names }: { readonly of: TreeComparison; readonly names: readonly [string, string] }) {
  const [chosen, onChoose] = useState<number | null>(of.rows.length > 3 ? 2 : null);
  return h(Comparison, { comparison: of, titleA: names[0], titleB: names[1], chosen, onChoose });
}

type Side = readonly [tree: string, step: number, text?: string];

function exhibit(name: string, text: string, a: Side, b: Side, height = 420, width?: number): Exhibit {
  return {
    name,
    height,
    ...(width === undefined ? {} : { width }),
    async mount(stage) {
      const [one, other] = [a, b].map(([tree, step, of = null]) => ({ tree, step, text: of }));
      const of = (await ran(text)).ask('compareTrees', { a: one!, b: other! });
      stage.style.overflow = 'auto';
      render(h(Walked, { of, names: [`${a[0]} · step ${a[1]}`, `${b[0]} · step ${b[1]}`] }), stage);
    },
  };
}

function redBlack(name: string, text: string, tree: string, height: number, width?: number): Exhibit {
  return {
    name,
    height,
    ...(width === undefined ? {} : { width }),
    async mount(stage) {
      const { summary, ask } = await ran(text);
      stage.style.overflow = 'auto';
      render(h(RedBlack, { tree, answer: ask('redBlack', { step: summary.steps.length, tree }) }), stage);
    },
  };
}

const STRACE = example('strace');

export const compareExhibits: readonly Exhibit[] = [
  exhibit('compare-split', SIXTY, ['t', 61], ['t', 62], 520),
  exhibit('compare-split-narrow', SIXTY, ['t', 61], ['t', 62], 520, 390),
  exhibit('compare-layout', TWO_ORDERS, ['t', 122], ['u', 122], 640),
  exhibit('compare-vmas', STRACE, ['cat', 16], ['cat', 17], 420),
  exhibit('compare-alike', TWO_ORDERS, ['t', 60], ['t', 60, TWO_ORDERS.replace('alloc', 'alloc whole_height')], 240),
  exhibit('compare-missing', TWO_ORDERS, ['t', 3], ['u', 3], 100),
  redBlack('compare-redblack', example('red-black'), 'vmas', 640),
  redBlack('compare-redblack-narrow', example('red-black'), 'vmas', 720, 390),
  redBlack('compare-redblack-empty', 'tree t', 't', 80),
];

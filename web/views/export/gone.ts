// SPDX-License-Identifier: GPL-2.0-or-later
//
// The nodes that are gone, below a tree, which are HTML on the page, as SVG: each in its place on the page, so that the
// arrows meet it, with its sentence; then the sentences that hold for all of them.

import { put } from '../shared/svg';
import { colourOf, familyOf, flatten } from './flatten';
import { inLines } from './lines';

const LINE = 16;
/** Between a node and its sentence, and over what is said of all. */
const UNDER = 16;
const REMARKS = 20;
/** Of a letter, in parts of the letters' size: other fonts than the page's may be wider. */
const LETTER = 0.53;

/** The nodes of a dock; none if it is not shown. */
export function goneNodes(dock: Element | null): readonly HTMLElement[] {
  if (dock === null || (dock as HTMLElement).hidden) return [];
  return [...dock.querySelectorAll<HTMLElement>(':scope > .ms-ghost')];
}

/** The text under the nodes, for readers who do not see them. */
export function goneWords(dock: Element | null): readonly string[] {
  return goneNodes(dock).length === 0
    ? []
    : [...(dock?.querySelectorAll(':scope > .ms-ghost p, :scope > .remarks') ?? [])].map(
        ({ textContent }) => textContent,
      );
}

export interface GonePlace {
  /** Where the picture's left and top edge are on the page. */
  readonly frame: DOMRect;
  /** Where a line may go on to at most, in pixels of the picture. */
  readonly right: number;
}

/** Draws the nodes of a dock in pixels of the picture; gives where the last line of them ends. */
export function drawGone(parent: Element, dock: Element | null, { frame, right }: GonePlace): number {
  const nodes = goneNodes(dock);
  let bottom = 0;
  const write = (
    text: string,
    like: Element,
    { x, y, until }: { readonly x: number; readonly y: number; readonly until: number },
  ): void => {
    const style = getComputedStyle(like);
    const size = parseFloat(style.fontSize);
    const high = Math.min(LINE, parseFloat(style.lineHeight) || LINE);
    inLines(text, (until - x) / (size * LETTER)).forEach((line, k) => {
      put(parent, 'text', {
        x,
        y: y + k * high,
        fill: colourOf(style.color),
        'font-size': size,
        'font-family': familyOf(style.fontFamily),
      }).textContent = line;
      bottom = Math.max(bottom, y + k * high + 4);
    });
  };
  for (const node of nodes) {
    const drawn = node.querySelector('svg');
    const words = node.querySelector('p');
    if (drawn === null || words === null) continue;
    const box = drawn.getBoundingClientRect();
    const [x, y] = [box.left - frame.left, box.top - frame.top];
    const [left = 0, top = 0, wide = 1] = (drawn.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const place = put(parent, 'g', {
      transform: `translate(${x},${y}) scale(${box.width / wide}) translate(${-left},${-top})`,
    });
    for (const child of drawn.children) flatten(child, place);
    bottom = Math.max(bottom, y + box.height);
    // Beside the last one of a row there is room, as on the page.
    const next = nodes.find((other) => other.offsetTop === node.offsetTop && other.offsetLeft > node.offsetLeft);
    write(words.textContent, words, {
      x,
      y: Math.min(y + box.height + UNDER, words.getBoundingClientRect().top - frame.top + UNDER - 4),
      until: next === undefined ? right : x + box.width,
    });
  }
  const remarks = dock?.querySelector(':scope > .remarks') ?? null;
  if (nodes.length > 0 && remarks !== null)
    write(remarks.textContent, remarks, {
      x: (nodes[0]?.getBoundingClientRect().left ?? frame.left) - frame.left,
      y: bottom + REMARKS,
      until: right,
    });
  return bottom;
}

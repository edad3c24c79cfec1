// SPDX-License-Identifier: GPL-2.0-or-later
//
// The speaker's pointer as a place that both windows have: in a node, or in a picture, never in pixels of a window.

import type { Spot } from './messages';

/** Pictures, from the smallest; each is there once at most. */
const PICTURES = [
  'strip-host',
  'tree-host',
  'timeline-host',
  'fork-host',
  'compare-host',
  'sweep-host',
  'vmas-host',
  'projected',
];

/** What the speaker reads and scrolls: a lab if the labs are open, else a lesson's screen. Null: neither. */
export function reading(): Element | null {
  return document.querySelector('dialog.labs') ?? document.querySelector('.lesson-body');
}

/** Its blocks, in both windows the same ones. */
function blocksOf(body: Element): Element[] {
  return [...body.querySelectorAll(':is(.lab-page > *, .lab-list) > *, :scope:is(.lesson-body) > *')];
}

/** Where a pointer is; null where it is over none of them, and over the text of a lesson, which a ring would hide. */
export function spotAt(target: EventTarget | null, clientX: number, clientY: number): Spot | null {
  if (!(target instanceof Element)) return null;
  const node = target.closest('.ms-node[data-node]');
  const id = node?.getAttribute('data-node') ?? '';
  if (node !== null && /^\d+$/.test(id)) return within(`node:${id}`, node, clientX, clientY);
  if (target.closest('.lesson-body') !== null) return null;
  const body = reading();
  const blocks = body === null ? [] : blocksOf(body);
  const at = blocks.findIndex((block) => block.contains(target));
  if (at >= 0) return within(`block:${at}`, blocks[at]!, clientX, clientY);
  for (const name of PICTURES) {
    const picture = target.closest(`.${name}`);
    if (picture !== null) return within(name, picture, clientX, clientY);
  }
  return null;
}

function within(part: string, element: Element, clientX: number, clientY: number): Spot | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  const share = (at: number): number => Math.min(1, Math.max(0, at));
  return { part, x: share((clientX - left) / width), y: share((clientY - top) / height) };
}

/** The same place on this page, in CSS pixels of the window; null where it has no such part. */
export function placeOfSpot({ part, x, y }: Spot): { readonly x: number; readonly y: number } | null {
  const [, kind, id = ''] = /^(node|block):(\d+)$/.exec(part) ?? [];
  const body = reading();
  const element =
    kind === 'block'
      ? body === null
        ? null
        : blocksOf(body)[Number(id)]
      : document.querySelector(kind === 'node' ? `.ms-node[data-node="${id}"]` : `.${CSS.escape(part)}`);
  if (element === undefined || element === null) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: left + x * width, y: top + y * height };
}

/** How far a lesson's screen or a lab is scrolled, in its blocks: 2.5 is the middle of the third. 0 without either. */
export function scrolledBlocks(): number {
  const body = reading();
  if (body === null || body.scrollTop === 0) return 0;
  const blocks = blocksOf(body);
  // At its end, it is at its end in the other window too.
  if (body.scrollTop + body.clientHeight >= body.scrollHeight - 1) return blocks.length;
  const top = body.getBoundingClientRect().top;
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > top);
  if (at < 0) return blocks.length;
  const box = blocks[at]!.getBoundingClientRect();
  return at + Math.max(0, (top - box.top) / box.height);
}

/** Where the next page begins, in its blocks: with the first block that is not seen to its end, and its heading. */
export function nextPage(): number {
  const body = reading();
  if (body === null) return 0;
  const blocks = blocksOf(body);
  const top = body.getBoundingClientRect().top;
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const cut = boxes.findIndex(({ bottom }) => bottom > top + body.clientHeight + 1);
  if (cut < 0) return blocks.length;
  const begins = (at: number): boolean => (boxes[at]?.top ?? top) > top + 1;
  if (/^H\d$/.test(blocks[cut - 1]?.tagName ?? '') && begins(cut - 1)) return cut - 1;
  if (begins(cut)) return cut;
  // It is higher than a page.
  const { top: from, height } = boxes[cut]!;
  return cut + (top + PAGE * body.clientHeight - from) / height;
}

/** The share of what is seen that a page goes on by. */
const PAGE = 0.85;

/** Scrolls by most of what is seen of it, forth or back. */
export function pageReading(by: 1 | -1): void {
  const body = reading();
  body?.scrollBy({ top: by * PAGE * body.clientHeight });
}

/** Scrolls it to there. */
export function scrollToBlocks(scrolled: number): void {
  const body = reading();
  if (body === null) return;
  const block = blocksOf(body)[Math.floor(scrolled)];
  if (scrolled === 0) body.scrollTop = 0;
  else if (block === undefined) body.scrollTop = body.scrollHeight;
  else {
    const box = block.getBoundingClientRect();
    body.scrollTop += box.top - body.getBoundingClientRect().top + (scrolled % 1) * box.height;
  }
}

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

/** A lesson's screen; its blocks stand in it one below the other, in both windows the same ones. */
const BODY = '.lesson-body';

/** Where a pointer is; null where it is over none of them. */
export function spotAt(target: EventTarget | null, clientX: number, clientY: number): Spot | null {
  if (!(target instanceof Element)) return null;
  const node = target.closest('.ms-node[data-node]');
  const id = node?.getAttribute('data-node') ?? '';
  if (node !== null && /^\d+$/.test(id)) return within(`node:${id}`, node, clientX, clientY);
  const block = target.closest(`${BODY} > *`);
  if (block !== null) return within(`block:${indexOf(block)}`, block, clientX, clientY);
  for (const name of PICTURES) {
    const picture = target.closest(`.${name}`);
    if (picture !== null) return within(name, picture, clientX, clientY);
  }
  return null;
}

function indexOf(block: Element): number {
  return [...(block.parentElement?.children ?? [])].indexOf(block);
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
  const element =
    kind === 'block'
      ? document.querySelector(BODY)?.children.item(Number(id))
      : document.querySelector(kind === 'node' ? `.ms-node[data-node="${id}"]` : `.${CSS.escape(part)}`);
  if (element === undefined || element === null) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: left + x * width, y: top + y * height };
}

/** How far the lesson's screen is scrolled, in its blocks: 2.5 is the middle of the third. 0 without a lesson. */
export function scrolledBlocks(): number {
  const body = document.querySelector(BODY);
  if (body === null || body.scrollTop === 0) return 0;
  const blocks = [...body.children];
  // At its end, it is at its end in the other window too.
  if (body.scrollTop + body.clientHeight >= body.scrollHeight - 1) return blocks.length;
  const top = body.getBoundingClientRect().top;
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > top);
  if (at < 0) return blocks.length;
  const box = blocks[at]!.getBoundingClientRect();
  return at + Math.max(0, (top - box.top) / box.height);
}

/** Scrolls the lesson's screen to there. */
export function scrollToBlocks(scrolled: number): void {
  const body = document.querySelector(BODY);
  if (body === null) return;
  const block = body.children.item(Math.floor(scrolled));
  if (scrolled === 0) body.scrollTop = 0;
  else if (block === null) body.scrollTop = body.scrollHeight;
  else {
    const box = block.getBoundingClientRect();
    body.scrollTop += box.top - body.getBoundingClientRect().top + (scrolled % 1) * box.height;
  }
}

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

/** Where a pointer is; null where it is over none of them. */
export function spotAt(target: EventTarget | null, clientX: number, clientY: number): Spot | null {
  if (!(target instanceof Element)) return null;
  const node = target.closest('.ms-node[data-node]');
  const id = node?.getAttribute('data-node') ?? '';
  if (node !== null && /^\d+$/.test(id)) return within(`node:${id}`, node, clientX, clientY);
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
  const [, id] = /^node:(\d+)$/.exec(part) ?? [];
  const element = document.querySelector(id === undefined ? `.${CSS.escape(part)}` : `.ms-node[data-node="${id}"]`);
  if (element === null) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: left + x * width, y: top + y * height };
}

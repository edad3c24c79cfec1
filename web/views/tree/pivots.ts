// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is written at the pivots of a node. The rule: all labels of a node show the same places of the number, counted
// from its low end, and an ellipsis stands wherever digits are left out. The places are chosen so that the labels ascend
// as the pivots do: those at which one pivot first differs from the next are kept before all others. Pure.
//
// Invariants: read at their places, the labels that are not empty ascend strictly; an empty one would repeat the label
// before it.

import { hex } from '../shared/text';

export interface PivotLabels {
  /** Digits that all pivots begin with and no label shows; empty when there are none. */
  readonly prefix: string;
  /** One label a used slot; the last is that of the implied pivot. Empty where there is no room to tell it from its left. */
  readonly labels: readonly string[];
}

/** Places first … last of the padded digits, both included. */
type Window = readonly [first: number, last: number];

const NONE: Window = [0, -1];

/** Labels for the last indexes of the slots, none longer than `room` (3 at least). */
export function pivotLabels(lasts: readonly bigint[], room: number): PivotLabels {
  const texts = lasts.map(hex);
  const width = Math.max(0, ...texts.map((text) => (text === 'max' ? 0 : text.length)));
  if (width <= room) return { prefix: '', labels: texts };
  const padded = texts.filter((text) => text !== 'max').map((text) => text.padStart(width, '0'));
  const windows = chooseWindows(decidingPlaces(padded), width, Math.max(3, room));
  let before = '';
  const labels = texts.map((text) => {
    if (text === 'max') return text;
    const label = cut(text.padStart(width, '0'), windows);
    if (label === before) return '';
    before = label;
    return label;
  });
  const prefix = (padded[0] ?? '').slice(0, windows[0]?.[0] ?? 0);
  return { prefix: /[^0]/.test(prefix) ? prefix : '', labels };
}

// The places at which a number first differs from the one after it. Kept, they keep the order.
function decidingPlaces(padded: readonly string[]): readonly number[] {
  const places = new Set<number>();
  for (let k = 1; k < padded.length; k++) {
    const [a, b] = [padded[k - 1] ?? '', padded[k] ?? ''];
    for (let at = 0; at < a.length; at++) {
      if (a[at] === b[at]) continue;
      places.add(at);
      break;
    }
  }
  return places.size === 0 ? [0] : [...places].sort((a, b) => a - b);
}

// One or two windows over the deciding places, with as few ellipses and as many digits as there is room for. Where they
// do not all fit, the lowest places go: what remains still never descends.
function chooseWindows(places: readonly number[], width: number, room: number): readonly Window[] {
  for (let count = places.length; count > 1; count--) {
    const found = bestWindows(places.slice(0, count), width, room);
    if (found !== null) return found;
  }
  return bestWindows(places.slice(0, 1), width, room) ?? [[places[0] ?? 0, places[0] ?? 0]];
}

function bestWindows(places: readonly number[], width: number, room: number): readonly Window[] | null {
  const [low, high] = [places[0] ?? 0, places[places.length - 1] ?? 0];
  let best: readonly Window[] | null = null;
  let score = -Infinity;
  const offer = (a: Window, b: Window): void => {
    const windows = b === NONE ? [a] : [a, b];
    const digits = windows.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const dots = ellipses(windows, width);
    if (digits + dots > room || digits - 100 * dots <= score) return;
    [best, score] = [windows, digits - 100 * dots];
  };
  for (let first = low; first >= Math.max(0, high - room); first--) {
    for (let last = high; last < Math.min(width, first + room); last++) offer([first, last], NONE);
  }
  for (const [k, end] of places.slice(0, -1).entries()) {
    const next = places[k + 1] ?? width;
    if (end - low + high - next + 2 > room) continue;
    for (let first = low; first >= Math.max(0, end - room); first--) {
      for (let last = end; last < Math.min(next - 2, first + room); last++) {
        for (let second = Math.max(last + 3, high - room); second <= next; second++) {
          for (let to = high; to < Math.min(width, second + room); to++) offer([first, last], [second, to]);
        }
      }
    }
  }
  return best;
}

function ellipses(windows: readonly Window[], width: number): number {
  const last = windows[windows.length - 1] ?? NONE;
  return (windows[0]?.[0] === 0 ? 0 : 1) + (windows.length - 1) + (last[1] === width - 1 ? 0 : 1);
}

// Zeros that only fill up are left out, but for the last digit before an ellipsis.
function cut(digits: string, windows: readonly Window[]): string {
  const shown = windows.map(([first, last]) => digits.slice(first, last + 1));
  const [first, last] = [windows[0]?.[0] ?? 0, windows[windows.length - 1]?.[1] ?? digits.length - 1];
  if (first === 0 && shown[0] !== undefined) shown[0] = shown[0].replace(/^0+(?=.)/, '');
  return `${first === 0 ? '' : '…'}${shown.join('…')}${last === digits.length - 1 ? '' : '…'}`;
}

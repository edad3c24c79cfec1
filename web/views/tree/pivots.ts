// SPDX-License-Identifier: GPL-2.0-or-later
//
// The labels at the pivots of a node. The rule: all labels of a node show the same places of the number, counted from
// its low end, and an ellipsis stands wherever digits are left out. The places are chosen so that the labels ascend as
// the pivots do: those at which one pivot first differs from the next are kept before all others, and then the tail, in
// which addresses differ: digits are left out of the middle. Pure.
//
// Invariants: read at their places, the labels that are not empty ascend strictly; an empty one would repeat the label
// before it.

import { indexDigits } from '../../base/number-base';

export interface PivotLabels {
  /** Digits that all pivots begin with and no label shows; empty when there are none. */
  readonly prefix: string;
  /**
   * One label a used slot; the last is that of the implied pivot. Empty where there is no room to tell it from its
   * left.
   */
  readonly labels: readonly string[];
}

/** Places first … last of the padded digits, both included. */
type Window = readonly [first: number, last: number];

const NONE: Window = [0, -1];

/** Labels for the last indexes of the slots, none longer than `room` (3 at least). */
export function pivotLabels(lasts: readonly bigint[], room: number): PivotLabels {
  const texts = lasts.map(indexDigits);
  const width = Math.max(0, ...texts.map((text) => (text === 'max' ? 0 : text.length)));
  if (width <= room) return { prefix: '', labels: texts };
  const padded = texts.filter((text) => text !== 'max').map((text) => text.padStart(width, '0'));
  const windows = chooseWindows(padded, decidingPlaces(padded), width, Math.max(3, room));
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

// One or two windows over the deciding places, with as few ellipses and as many digits as there is room for. The tail
// is kept wherever the labels still ascend, if not all of the lower places can be; else the lowest places go: what
// remains still never descends. Digits between two ellipses stand alone, with none behind them, wherever that has room.
function chooseWindows(
  padded: readonly string[],
  places: readonly number[],
  width: number,
  room: number,
): readonly Window[] {
  const all = [false, true].flatMap((inner) => [true, false].map((tail) => ({ tail, inner, kept: places })));
  const fewer = [true, false].flatMap((tail) =>
    places.slice(1).map((_, k) => ({ tail, inner: true, kept: places.slice(0, places.length - 1 - k) })),
  );
  for (const { tail, inner, kept } of [...all, ...fewer]) {
    const found = bestWindows(kept, width, room, { tail, inner });
    if (found !== null && (kept.length === places.length || !tail || ascends(padded, found))) return found;
  }
  return [[places[0] ?? 0, places[0] ?? 0]];
}

function ascends(padded: readonly string[], windows: readonly Window[]): boolean {
  const shown = padded.map((digits) => windows.map(([first, last]) => digits.slice(first, last + 1)).join(''));
  return shown.every((digits, k) => k === 0 || (shown[k - 1] ?? '') < digits);
}

interface Shape {
  /** Only such as end with the lowest digit. */
  readonly tail: boolean;
  /** Also such as have an ellipsis before both windows. */
  readonly inner: boolean;
}

function bestWindows(
  places: readonly number[],
  width: number,
  room: number,
  { tail, inner }: Shape,
): readonly Window[] | null {
  const [low, high] = [places[0] ?? 0, places[places.length - 1] ?? 0];
  let best: readonly Window[] | null = null;
  let score = -Infinity;
  const offer = (a: Window, b: Window): void => {
    const windows = b === NONE ? [a] : [a, b];
    const end = windows[windows.length - 1] ?? NONE;
    if ((tail && end[1] !== width - 1) || (!inner && b !== NONE && a[0] > 0)) return;
    const digits = windows.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const dots = ellipses(windows, width);
    // Of equal ones that with the longest tail.
    const worth = digits - 100 * dots + (tail ? (end[1] - end[0]) / 100 : 0);
    if (digits + dots > room || worth <= score) return;
    [best, score] = [windows, worth];
  };
  for (let first = low; first >= Math.max(0, high - room); first--) {
    for (let last = high; last < Math.min(width, first + room); last++) offer([first, last], NONE);
  }
  for (const [k, end] of (tail ? places : places.slice(0, -1)).entries()) {
    const next = places[k + 1] ?? width - 1;
    const least = tail ? width - 1 : high;
    if (end - low + least - next + 2 > room) continue;
    for (let first = low; first >= Math.max(0, end - room); first--) {
      for (let last = end; last < Math.min(next - 1, first + room); last++) {
        for (let second = Math.max(last + 2, least - room); second <= next; second++) {
          for (let to = least; to < Math.min(width, second + room); to++) offer([first, last], [second, to]);
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

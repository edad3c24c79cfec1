// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is written at the pivots of a node: the digits that tell them apart. Digits that all share are dropped (and shown
// once, in the node's head); what still does not fit is cut from the left, or in the middle where that would make two
// labels alike. Pure. Invariant: labels of one node are pairwise different.

import { hex } from '../shared/text';

export interface PivotLabels {
  /** Digits that were dropped everywhere; empty when nothing was. */
  readonly prefix: string;
  /** One label a used slot; the last is that of the implied pivot. */
  readonly labels: readonly string[];
}

/** The fewest digits that a tail keeps, so that it can be recognised. */
const TAIL_MIN = 3;

/** Labels for the last indexes of the slots, none longer than `room` if that can be had. */
export function pivotLabels(lasts: readonly bigint[], room: number): PivotLabels {
  const texts = lasts.map(hex);
  const widest = Math.max(0, ...texts.map((text) => (text === 'max' ? 0 : text.length)));
  if (widest <= room) return { prefix: '', labels: texts };
  const shared = sharedPrefix(texts.filter((text) => text !== 'max').map((text) => text.padStart(widest, '0')));
  const tail = Math.max(TAIL_MIN, widest - shared.length);
  if (tail <= room) {
    const labels = texts.map((text) => (text === 'max' ? text : text.padStart(widest, '0').slice(-tail)));
    const prefix = shared.slice(0, widest - tail);
    if (prefix !== '') return { prefix, labels };
  }
  return { prefix: '', labels: cutApart(texts, room) };
}

function sharedPrefix(texts: readonly string[]): string {
  const first = texts[0] ?? '';
  let length = first.length;
  for (const text of texts) {
    let k = 0;
    while (k < length && text[k] === first[k]) k++;
    length = k;
  }
  return first.slice(0, length);
}

// Tails if they differ; otherwise the beginning and the end, with as many digits of the beginning as it takes.
function cutApart(texts: readonly string[], room: number): readonly string[] {
  const tails = texts.map((text) => text.slice(-room));
  if (allDiffer(tails)) return tails;
  for (let head = 1; head <= room - 2; head++) {
    const cut = texts.map((text) =>
      text.length <= room ? text : `${text.slice(0, head)}…${text.slice(text.length - (room - 1 - head))}`,
    );
    if (allDiffer(cut)) return cut;
  }
  return texts;
}

function allDiffer(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

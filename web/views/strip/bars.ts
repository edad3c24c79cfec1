// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bars of the strip, on a canvas: what is stored in its colour, what is empty hatched, what is left out torn off.

import { cellToken, letterToken } from '../shared/palette';
import { WORD_FACE, groupedCount } from '../shared/text';
import { stretchAt, type Strip, type Stretch } from './layout';
import { BAR, BAR_TOP, barWidth, breaksOf, leftOutCount, toPart, toX, type Paint, type Shown } from './stage';

const WORDS = `12px ${WORD_FACE}`;
/** From one line of the hatch to the next. */
const HATCH = 5;

interface Hatched {
  readonly left: number;
  readonly right: number;
}

/** Stretches narrower than a pixel are painted by the one that covers the pixel's middle. */
export function drawBars(stage: Shown, paint: Paint): void {
  const { strip, data, height } = stage;
  const { pen, tints } = paint;
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, barWidth(stage), height);
  pen.clip();
  const start = stretchAt(strip, toPart(stage, 0));
  const labelled = labelsFit(stage, start);
  const hatched: Hatched[] = [];
  const torn: Hatched[] = [];
  for (let k = start; k < strip.stretches.length; k++) {
    const stretch = strip.stretches[k];
    const [from, to] = endsOf(stage, strip, k);
    if (from > barWidth(stage) || stretch === undefined) break;
    if (to - from < 0.5 && Math.round(from) === Math.round(to)) continue;
    if (stretch.leftOut) torn.push(drawBreak(stage, paint, from, to));
    else drawStretch(stage, paint, stretch, { from, to, labelled }, hatched);
    if (data.nodeBoundaries && stretch.slot === 0 && k > 0) {
      pen.fillStyle = tints.muted;
      pen.fillRect(Math.round(from), BAR_TOP - 6, 1, 5);
    }
  }
  hatch(paint, hatched);
  tellBreaks(stage, paint, torn);
  pen.restore();
}

function endsOf(stage: Shown, strip: Strip, k: number): readonly [number, number] {
  return [toX(stage, strip.edges[k] ?? 1), toX(stage, strip.edges[k + 1] ?? 1)];
}

// Labels are shown for all stretches in view or for none.
function labelsFit(stage: Shown, start: number): boolean {
  const { strip, look } = stage;
  for (let k = start; k < strip.stretches.length; k++) {
    const stretch = strip.stretches[k];
    const [from, to] = endsOf(stage, strip, k);
    if (from > barWidth(stage) || stretch === undefined) break;
    const { text } = look(stretch.word);
    if (text !== '' && to - from < text.length * 7 + 4) return false;
  }
  return true;
}

// Adds empty bars to `hatched`.
function drawStretch(
  stage: Shown,
  { pen, tints }: Paint,
  stretch: Stretch,
  { from, to, labelled }: { readonly from: number; readonly to: number; readonly labelled: boolean },
  hatched: Hatched[],
): void {
  const seam = to - from > 3 ? 1 : 0;
  const w = Math.max(1, to - from - seam);
  const { kind, text } = stage.look(stretch.word);
  if (kind === 'null') {
    hatched.push({ left: Math.max(0, from), right: Math.min(barWidth(stage), from + w) });
    return;
  }
  pen.fillStyle = tints[cellToken(kind)];
  pen.fillRect(from, BAR_TOP, w, BAR);
  if (text === '' || !labelled) return;
  pen.fillStyle = tints[letterToken(kind)];
  pen.font = `600 ${WORDS}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, (Math.max(from, 0) + Math.min(to, barWidth(stage))) / 2, BAR_TOP + BAR / 2 + 0.5);
}

// An omitted part: torn off on both sides. Returns the room for a word in its visible part.
function drawBreak(stage: Shown, { pen, tints }: Paint, from: number, to: number): Hatched {
  pen.strokeStyle = tints.muted;
  pen.lineWidth = 1;
  for (const edge of [from + 1.5, to - 4.5]) {
    pen.beginPath();
    for (let k = 0; k <= 6; k++) pen.lineTo(edge + (k % 2) * 3, BAR_TOP - 2 + (k * (BAR + 4)) / 6);
    pen.stroke();
  }
  return { left: Math.max(from, 0) + 6, right: Math.min(to, barWidth(stage)) - 6 };
}

// How many stored ranges are not here is known of the whole tree, not of each of several breaks: shown once, in the
// widest.
function tellBreaks(stage: Shown, { pen, tints }: Paint, torn: readonly Hatched[]): void {
  pen.fillStyle = tints.muted;
  pen.font = WORDS;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const more = leftOutCount(stage.data, stage.strip);
  let told = more <= 0 ? 'not drawn' : `${groupedCount(more)} more${breaksOf(stage).length > 1 ? ' in all' : ''}`;
  for (const { left, right } of [...torn].sort((a, b) => b.right - b.left - a.right + a.left)) {
    const text = [told, '…'].find((one) => pen.measureText(one).width <= right - left);
    if (text !== undefined) pen.fillText(text, (left + right) / 2, BAR_TOP + BAR / 2 + 0.5);
    told = '…';
  }
}

// All that is empty at once: the lines go on from one stretch to the next, and a strip may have as many as it has
// pixels.
function hatch({ pen, tints }: Paint, hatched: readonly Hatched[]): void {
  if (hatched.length === 0) return;
  pen.save();
  pen.beginPath();
  for (const { left, right } of hatched) pen.rect(left, BAR_TOP + 3, right - left, BAR - 6);
  pen.clip();
  pen.strokeStyle = tints.hatch;
  pen.lineWidth = 1.2;
  pen.beginPath();
  let drawn = -Infinity;
  for (const { left, right } of hatched) {
    for (let x = Math.max(drawn + HATCH, left - BAR - (left % HATCH)); x < right + BAR; x += HATCH) {
      pen.moveTo(x, BAR_TOP + BAR);
      pen.lineTo(x + BAR, BAR_TOP);
      drawn = x;
    }
  }
  pen.stroke();
  pen.restore();
}

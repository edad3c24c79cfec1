// SPDX-License-Identifier: GPL-2.0-or-later
//
// Nodes in full detail as SVG: one group per node, joined by tree and node id; a group is filled again only if its
// content differs. Knows nothing of zoom, hover or time.

import { indexDigits, numberBase } from '../../base/number-base';
import type { NodeChange } from '../../model/picture';
import type { EntryLook, LookUp } from '../shared/entry-look';
import { keyed, type Keyed } from '../shared/keyed';
import { put } from '../shared/svg';
import { clip, groupedIndex, MONO_ADVANCE } from '../shared/text';
import type * as Broken from './broken';
import type { BrokenPart } from './damage';
import { cellLines, LINE_PITCH, type Lettering } from './letters';
import { somePivots } from './some-pivots';
import { childWord, rootWordText } from './word-bits';
import {
  cellHeight,
  cellRow,
  cellTop,
  HEAD_HEIGHT,
  headLettersAt,
  layoutNode,
  NODE_PAD,
  plainHeadOf,
  tickPath,
  type CellBox,
  type Detail,
  type DrawnNode,
  type Metrics,
  type NodeLayout,
  type PivotBox,
} from './node-box';

/** One node to be drawn, with its place in the world. */
export interface NodeDatum {
  readonly key: string;
  readonly node: DrawnNode;
  readonly x: number;
  readonly y: number;
  readonly metrics: Metrics;
  readonly change: NodeChange | null;
  readonly look: LookUp;
  readonly broken: readonly BrokenPart[];
  readonly detail: Detail;
  /** The room in a leaf's cell, at the size that `--letter` gives; null writes no text. */
  readonly letters: Omit<Lettering, 'px'> | null;
  /**
   * Tells of each child word what it says: kind and low bits, or the bits alone where there is no room. Null: neither.
   */
  readonly pointers: 'words' | 'bits' | null;
  /**
   * An inner node has a handle; closed, it shows how many nodes it hides. Null for a leaf, and where nothing can be
   * folded.
   */
  readonly fold: { readonly open: boolean; readonly below: number } | null;
  /** The root word leads to it. */
  readonly root: boolean;
  /** Slots whose child is not there. */
  readonly loose: readonly number[];
}

/** A node that stands by itself, in no tree. */
export const ALONE = { pointers: null, fold: null, root: false, loose: [] } as const;

export type NodeGroups = readonly Keyed<SVGGElement, NodeDatum>[];

const shown = new WeakMap<SVGGElement, string>();

/** Makes the groups under `parent` those of `data`, at their places. */
export function drawNodes(parent: SVGGElement, data: readonly NodeDatum[], hatch: string): NodeGroups {
  const groups = keyed(parent, 'g', data);
  for (const { element, datum } of groups) {
    element.setAttribute('transform', `translate(${datum.x},${datum.y})`);
    const signature = `${signatureOf(datum)}${datum.broken.length > 0}`;
    if (shown.get(element) === signature) continue;
    shown.set(element, signature);
    fillNode(element, datum, hatch);
  }
  return groups;
}

function signatureOf(d: NodeDatum): string {
  const { node } = d;
  const looks = node.children.length > 0 ? node.children.join() : node.slots.map((w) => looksLike(d.look(w))).join();
  return [
    numberBase(),
    node.kind,
    d.metrics.cell,
    d.metrics.pivotLines,
    d.metrics.type,
    d.metrics.pivotType,
    d.metrics.head,
    d.metrics.plainHead,
    d.metrics.plainFoot,
    d.metrics.headLetters,
    d.metrics.lane,
    d.letters?.room,
    d.letters?.twoLines,
    d.detail,
    d.change,
    node.min,
    node.lasts.join(),
    looks,
    node.gaps?.join() ?? '',
    node.gapmeta,
    d.pointers === null ? '' : `${d.pointers}${node.slots.join()}${d.root}`,
    d.fold === null ? '' : `${d.fold.open}${d.fold.below}`,
    d.loose.join(),
    d.broken.map(({ part, slot, follows, was }) => `${part}${slot}${follows}${was ?? ''}`).join(),
  ].join(' ');
}

function looksLike(look: EntryLook): string {
  return `${look.kind}/${look.text}`;
}

/** Draws a node into an empty group of its own. */
export function fillNode(group: SVGGElement, d: Omit<NodeDatum, 'key' | 'x' | 'y'>, hatch: string): void {
  const { node } = d;
  const layout = layoutNode(node, d.metrics);
  group.setAttribute('class', `ms-node${d.change === null ? '' : ` is-${d.change}`}`);
  group.dataset.node = node.id.toString();
  group.dataset.kind = node.kind;
  if (d.change === null) delete group.dataset.change;
  else group.dataset.change = d.change;
  group.replaceChildren();
  put(group, 'rect', { class: 'frame', width: layout.w, height: layout.h, rx: 3 });
  drawHead(group, node, layout, d);
  drawCells(group, d, layout, hatch);
  if (d.detail === 'full') drawPivots(group, layout.pivots, d.metrics);
  else drawPivots(group, somePivots(node, layout, d.metrics), d.metrics, cellRow(node.kind, d.metrics, d.detail));
  drawGaps(group, layout, d.detail);
  if (d.change === 'adopted')
    put(group, 'path', {
      class: 'adopted',
      d: d.detail === 'full' ? `M${layout.w / 2 - 12},-4.5h24` : `M${layout.w / 2 - 30},-7h60`,
    });
  if (d.fold !== null) drawFold(group, layout, d.fold);
  if (d.broken.length > 0) drawBroken(group, d, layout);
}

let broken: typeof Broken | null = null;

// Another part draws broken invariants, which most trees never need.
function drawBroken(group: SVGGElement, d: Omit<NodeDatum, 'key' | 'x' | 'y'>, layout: NodeLayout): void {
  const [drawn] = group.children;
  const draw = (): void => {
    // The group may have been filled again since.
    if (group.firstElementChild === drawn) for (const part of d.broken) broken?.drawBrokenPart(group, part, d, layout);
  };
  if (broken !== null) draw();
  else
    void import('./broken').then(
      (found) => {
        broken = found;
        draw();
      },
      () => undefined,
    );
}

const KIND_NAME = { leaf: 'leaf', range: 'inner node', arange: 'inner node', root: 'root pointer' } as const;
const HEAD_FONT = 10.5;

function drawHead(
  group: SVGGElement,
  node: DrawnNode,
  layout: NodeLayout,
  { detail, metrics, pointers, root }: Pick<NodeDatum, 'detail' | 'metrics' | 'pointers' | 'root'>,
): void {
  const { type = 1 } = metrics;
  const text = put(group, 'text', { class: 'head', x: NODE_PAD, y: headLine(metrics, detail) });
  if (detail !== 'full') {
    drawSmallHead(text, group, node, layout, metrics);
    return;
  }
  span(text, 'kind', KIND_NAME[node.kind], 0);
  if (node.id > 0) span(text, 'id', `#${node.id}`, 5);
  if (layout.fill !== '') drawFill(group, layout, metrics, detail);
  const room =
    layout.w - 2 * NODE_PAD - (layout.fill.length * 6.6 + (KIND_NAME[node.kind].length + 5) * 6.4) * type - 18;
  const perChar = HEAD_FONT * MONO_ADVANCE * type;
  const most = Math.floor(room / perChar);
  const forms = rangeForms(node);
  const bounds = forms.find((words) => words.length <= most) ?? clip(forms[0]!, most);
  span(text, 'bounds', bounds, 8);
  // Told once: what the labels of all pivots leave out, and the word of the root, that no slot holds.
  const notes = [
    pointers !== null && root ? `root word ${rootWordText(node)}` : '',
    layout.prefix === '' ? '' : `pivots begin ${layout.prefix}…`,
  ].filter((note) => note !== '');
  let free = room - (bounds.length + 2) * perChar;
  for (const note of notes) {
    if (note.length * perChar >= free) continue;
    span(text, 'note', note, 9);
    free -= (note.length + 2) * perChar;
  }
}

// Of a node whose pivots cannot be read the range stands in the head, as wide as it has room; the fill, which the cells
// show, gives way to it. A narrow node keeps its number first, then its kind, then its fill.
function drawSmallHead(
  text: SVGElement,
  group: SVGGElement,
  node: DrawnNode,
  layout: NodeLayout,
  metrics: Metrics,
): void {
  let room = metrics.headLetters ?? headLettersAt(metrics);
  const take = (letters: number): boolean => {
    const fits = letters <= room;
    if (fits) room -= letters;
    return fits;
  };
  const id = node.id > 0 ? `#${node.id}` : '';
  const numbered = id !== '' && take(id.length);
  const kind = KIND_NAME[node.kind];
  if (take(kind.length + 1)) span(text, 'kind', kind, 0);
  if (numbered) span(text, 'id', id, text.childElementCount > 0 ? 5 : 0);
  const bounds = rangeForms(node).find((words) => take(words.length + 1));
  if (bounds !== undefined) span(text, 'bounds', bounds, 8);
  if (layout.fill !== '' && take(layout.fill.length + 1)) drawFill(group, layout, metrics, 'plain');
}

// The range of a node, ever shorter; at last without the digits that both numbers begin with.
function rangeForms({ min, max }: DrawnNode): readonly string[] {
  const [first, last] = [indexDigits(min), indexDigits(max)];
  const at = first.length === last.length ? Array.from(last).findIndex((digit, k) => digit !== first[k]) : 0;
  return [
    `${groupedIndex(min)} – ${groupedIndex(max)}`,
    `${first}–${last}`,
    `${first}–${at > 0 ? `…${last.slice(at)}` : last}`,
  ];
}

function drawFill(group: SVGGElement, { w, fill }: NodeLayout, metrics: Metrics, detail: Detail): void {
  put(group, 'text', {
    class: 'fill',
    x: w - NODE_PAD,
    y: headLine(metrics, detail),
    'text-anchor': 'end',
  }).textContent = fill;
}

// Where the letters of a head stand.
function headLine(metrics: Metrics, detail: Detail): number {
  const { head } = metrics;
  return Math.round(detail === 'full' ? head * (head !== HEAD_HEIGHT ? 0.73 : 0.68) : plainHeadOf(metrics) * 0.73);
}

function drawCells(group: SVGGElement, d: Omit<NodeDatum, 'key' | 'x' | 'y'>, layout: NodeLayout, hatch: string): void {
  const { y: top, h } = cellRow(d.node.kind, d.metrics, d.detail);
  if (layout.unused.length > 0) {
    const path = layout.unused.map((c) => `M${c.x + 1.5},${top + 1.5}h${c.w - 3}v${h - 3}h${3 - c.w}z`).join('');
    put(group, 'path', { class: 'unused', d: path });
  }
  for (const cell of layout.used) {
    const word = d.node.slots[cell.slot] ?? 0n;
    const inner = d.node.children.length > 0;
    const look = inner ? null : d.look(word);
    const kind = look === null ? 'child' : look.kind;
    const rect = put(group, 'rect', {
      class: `cell c-${kind}`,
      x: cell.x + 0.5,
      y: top + 0.5,
      width: cell.w - 1,
      height: h - 1,
    });
    rect.dataset.slot = cell.slot.toString();
    if (kind === 'null') rect.setAttribute('fill', `url(#${hatch})`);
    if (inner) drawChild(group, cell, top + h / 2, d, word);
    else if (look !== null && look.text !== '' && d.letters !== null)
      drawLetter(group, cell, top + h / 2, look, d.letters);
  }
}

// A child is a dot, one that is not there a ring; on demand what its word says stands in its place.
function drawChild(
  group: SVGGElement,
  { slot, x, w }: CellBox,
  middle: number,
  { pointers, loose }: Pick<NodeDatum, 'pointers' | 'loose'>,
  word: bigint,
): void {
  const cx = x + w / 2;
  if (pointers === null) {
    put(group, 'circle', {
      class: loose.includes(slot) ? 'dot is-loose' : 'dot',
      cx,
      cy: middle,
      r: 2.6,
    }).dataset.slot = slot.toString();
    return;
  }
  const { name, bits } = childWord(word);
  if (pointers === 'words') drawTag(group, slot, name, { class: 'pointer', x: cx, y: middle, dy: '-0.2em' });
  drawTag(group, slot, bits, {
    class: 'pointer bits',
    x: cx,
    y: middle,
    dy: pointers === 'words' ? '0.9em' : '0.35em',
  });
}

function drawTag(
  group: SVGGElement,
  slot: number,
  text: string,
  place: Readonly<Record<string, string | number>>,
): void {
  const tag = put(group, 'text', place);
  tag.dataset.slot = slot.toString();
  tag.textContent = text;
}

/** Radius of the handle at a node's lower right. */
const FOLD_RADIUS = 6.5;

function drawFold(group: SVGGElement, layout: NodeLayout, { open, below }: NonNullable<NodeDatum['fold']>): void {
  const text = open ? '' : `${below.toLocaleString('en')} below`;
  const w = text === '' ? 2 * FOLD_RADIUS : 2 * FOLD_RADIUS + text.length * 7.1 + 4;
  const right = layout.w - NODE_PAD;
  const handle = put(group, 'g', { class: open ? 'ms-fold' : 'ms-fold is-closed' });
  put(handle, 'rect', { x: right - w, y: layout.h - FOLD_RADIUS, width: w, height: 2 * FOLD_RADIUS, rx: FOLD_RADIUS });
  const x = right - w + FOLD_RADIUS;
  put(handle, 'path', { d: `M${x - 3},${layout.h}h6${open ? '' : `M${x},${layout.h - 3}v6`}` });
  if (text !== '') put(handle, 'text', { x: x + FOLD_RADIUS, y: layout.h + 4.2 }).textContent = text;
}

function drawLetter(
  group: SVGGElement,
  cell: CellBox,
  middle: number,
  look: EntryLook,
  letters: Omit<Lettering, 'px'>,
): void {
  const x = cell.x + cell.w / 2;
  const letter = put(group, 'text', { class: `letter on-${look.kind}`, x, y: middle });
  letter.dataset.slot = cell.slot.toString();
  const lines = cellLines(look, letters);
  if (lines.length === 1) letter.textContent = lines[0]!;
  else
    for (const [k, line] of lines.entries()) {
      // Screen readers and the clipboard keep the space.
      if (k > 0) put(letter, 'tspan', { 'font-size': 0 }).textContent = ' ';
      put(letter, 'tspan', { x, dy: `${k === 0 ? -LINE_PITCH / 2 : LINE_PITCH}em` }).textContent = line;
    }
}

// Ticks first, so that labels stand over them; where a label is in the way of a lower row's tick, the tick is left out.
function drawPivots(
  group: SVGGElement,
  pivots: readonly PivotBox[],
  metrics: Metrics,
  { y, h } = { y: cellTop(metrics), h: cellHeight(metrics) },
): void {
  const top = y + h;
  for (const implied of [false, true]) {
    const d = pivots
      .filter((p) => p.implied === implied)
      .map((p) => `M${p.x},${top + 1}${tickPath(p, pivots, metrics)}`)
      .join('');
    if (d !== '') put(group, 'path', { class: implied ? 'tick implied' : 'tick', d });
  }
  for (const pivot of pivots) {
    if (pivot.label === '') continue;
    const text = put(group, 'text', { class: pivot.implied ? 'pivot implied' : 'pivot', x: pivot.labelX, y: pivot.y });
    text.textContent = pivot.label;
  }
}

function drawGaps(group: SVGGElement, layout: NodeLayout, detail: Detail): void {
  for (const gap of layout.gaps) {
    if (gap.w === 0) continue;
    put(group, 'rect', {
      class: gap.recorded ? 'gap recorded' : 'gap',
      x: gap.x,
      y: gap.y,
      width: gap.w,
      height: gap.h,
      rx: 1,
    });
  }
  const after = layout.unused[0];
  const bar = layout.gaps[0];
  if (detail === 'full' && bar !== undefined && after !== undefined && layout.unused.length >= 2) {
    put(group, 'text', { class: 'note', x: after.x + 10, y: bar.y + 6 }).textContent = 'gaps';
  }
}

function span(text: SVGElement, cls: string, content: string, dx: number): void {
  const part = put(text, 'tspan', dx === 0 ? { class: cls } : { class: cls, dx });
  part.textContent = content;
}

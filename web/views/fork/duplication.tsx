// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fork as it goes: parent and child as compact trees, the play over its marks, what each moment did in words and
// figures. After a failure the partial tree, the marker or the range of the undoing, and the teardown in its order. An
// exit likewise, of one tree.

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useInk, usePainted, useRested, useWidth, type Ink } from '../shared/hooks';
import { entryLooks, type EntryLook, type LookUp } from '../shared/entry-look';
import { CELL_KINDS, cellToken, letterToken, type CellKind, type CellKindInfo } from '../shared/palette';
import { counted } from '../../base/text';
import { groupedCount, rangeText } from '../shared/text';
import { Term } from '../shared/term';
import { DupTable } from './dup-table';
import { drawDup } from './dup-draw';
import {
  arrange,
  COMPACT_NODES,
  hitAt,
  isTight,
  layoutShape,
  LEGEND_ASIDE,
  legendPlace,
  PANE_GAP,
  PLAYER,
  type Arrangement,
  type LegendPlace,
  type DupLayout,
  type Low,
  type Sight,
} from './dup-layout';
import {
  cellFirst,
  dupModel,
  endModel,
  isThin,
  LEAF_MINIMUM,
  NEVER,
  vmaOf,
  type Counted,
  type DupModel,
  type Shape,
} from './dup-model';
import { dupWords, type Tell } from './dup-words';
import { PageTables } from './page-tables';
import { cutText, momentText, Play, Stages } from './play';
import { pagesCopied } from './tables-entries';
import type { DuplicationProps, TablesMoment } from './types';

export function Duplication(props: DuplicationProps) {
  const { fork, parent, child, cursor: wanted, playing, onCursor, onPlay } = props;
  const { table = false, tables = null, sight = null, byEvent = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const room = useWidth(host);
  const ink = useInk(host);
  const { model, ended, looks, tell } = useModels(props);
  const cursor = Math.max(0, Math.min(model.marks.length, wanted));
  const final = cursor === model.marks.length ? ended : null;
  const shapes = useMemo(
    () => (parent === null ? [model.child] : [model.parent, (ended ?? model).child]),
    [model, ended, parent],
  );
  const legend = useMemo(() => legendOf(model, looks, ended !== null), [model, looks, ended]);
  const given = { table, tables, sight: byEvent ? withoutPlayer(sight) : sight };
  const { place, scale, low, wide, beside, pane, aside } = useArrangement(shapes, room, legend, given);
  const copies = useMemo(() => pagesCopied(model.marks), [model]);
  const tablesNow = tables !== null && (
    <PageTables name={fork.child} {...tables} at={tablesAt(model, cursor)} copies={copies} scale={scale} />
  );
  const isFar = sight?.far === true;
  const layout = room > 0 ? layoutShape(model.child, pane, low, wide) : null;
  const [near, rest] = legendsOf(legend, room < NEAR_BELOW && !table, layout?.kind === 'compact' && layout.numbers);
  const folded = place === 'folded' && !byEvent;
  const placed = place === 'beside' || place === 'over';
  const rested = Math.min(useRested(cursor), model.marks.length);
  const common = { model, cursor, width: pane, scale, low, wide, ink, tell };
  return (
    <section
      class={sight !== null && isTight(sight, room) ? 'ms-fork tight' : 'ms-fork'}
      aria-label={parent === null ? `Exit of ${fork.child}` : `Fork of ${parent.picture.name} as ${fork.child}`}
    >
      <div class={`stand${aside ? ' aside' : placed ? ` legend-${place}` : ''}`} ref={host} hidden={table}>
        {placed ? rest : near}
        <Trees
          {...common}
          fork={fork}
          parent={parent}
          child={child}
          looks={looks}
          final={final}
          beside={beside && parent !== null}
          all={aside ? shapes.length * pane * scale + (shapes.length - 1) * PANE_GAP : null}
        />
        {aside && tablesNow}
      </div>
      <div class={table ? 'as-table' : 'ms-offscreen'}>
        <DupTable
          model={(rested === model.marks.length || table ? final : null) ?? model}
          cursor={table ? cursor : rested}
          child={fork.child}
          tell={tell}
        />
      </div>
      {!isFar && !placed && !folded && rest}
      {!byEvent && (
        <div class="dock">
          {folded && (
            <details class="legend-fold">
              <summary>What the colours mean</summary>
              {rest}
            </details>
          )}
          <Play model={model} cursor={cursor} playing={playing} onCursor={onCursor} onPlay={onPlay} tell={tell} />
          <Moment {...props} model={model} cursor={cursor} tell={tell} />
        </div>
      )}
      {!byEvent && <Stages model={model} cursor={cursor} onCursor={onCursor} onPlay={onPlay} />}
      <Figures model={model} cursor={cursor} />
      {isFar && rest}
      {!aside && tablesNow}
    </section>
  );
}

function placeOf(
  shapes: readonly Shape[],
  room: number,
  legend: readonly LegendItem[],
  { table, tables, sight }: Required<Pick<DuplicationProps, 'table' | 'tables' | 'sight'>>,
): LegendPlace {
  if (room <= NEAR_BELOW || table || sight === null) return 'below';
  const height = legendHeight(legend, room, sight.em);
  return legendPlace(shapes, room, { ...sight, legend: height }, legend.length + 1, tables !== null);
}

// The room of the player is the picture's.
const withoutPlayer = (sight: Sight | null): Sight | null =>
  sight === null ? null : { ...sight, height: sight.height + PLAYER };

// Page tables are beside narrow trees, else below all; the legend where it can be read.
function useArrangement(
  shapes: readonly Shape[],
  room: number,
  legend: readonly LegendItem[],
  given: Required<Pick<DuplicationProps, 'table' | 'tables' | 'sight'>>,
): Arrangement & { readonly place: LegendPlace } {
  const { table, tables, sight } = given;
  return useMemo(() => {
    const place = placeOf(shapes, room, legend, given);
    const width = place === 'beside' ? room - LEGEND_ASIDE.width - LEGEND_ASIDE.gap : room;
    const seen =
      table || sight === null
        ? null
        : { ...sight, legend: place === 'below' ? legendHeight(legend, room, sight.em) : 0 };
    return { ...arrange(shapes, width, tables !== null && !table, seen), place };
  }, [shapes, room, tables, table, legend, sight?.height, sight?.em, sight?.far]);
}

interface TreesProps extends Omit<PaneProps, 'side' | 'name' | 'look' | 'omitted'> {
  readonly fork: DuplicationProps['fork'];
  readonly parent: DuplicationProps['parent'];
  readonly child: DuplicationProps['child'];
  readonly looks: ReturnType<typeof useModels>['looks'];
  /** The child at the last mark. */
  readonly final: DupModel | null;
  readonly beside: boolean;
  /** Width of all, where page tables are beside it. */
  readonly all: number | null;
}

function Trees({ fork, parent, child, looks, final, beside, all, ...common }: TreesProps) {
  const { model, width } = common;
  return (
    <div class={beside ? 'trees beside' : 'trees'} style={all === null ? undefined : { width: `${all}px` }}>
      {width > 0 && parent !== null && (
        <Pane
          {...common}
          side="parent"
          name={parent.picture.name}
          look={looks.parent}
          omitted={parent.partial?.omitted ?? 0}
        />
      )}
      {width > 0 && (
        <Pane
          {...common}
          model={final ?? model}
          side="child"
          name={fork.child}
          look={final === null ? looks.child : looks.ended}
          omitted={(model.way === 'copied' ? parent : child)?.partial?.omitted ?? 0}
        />
      )}
    </div>
  );
}

// The fork as marks; the child as it ends, where that is known; what their entries look like; a sentence on each mark.
function useModels({ fork, texts, parent, child }: DuplicationProps) {
  const model = useMemo(() => dupModel(fork, parent?.picture ?? null, child?.picture ?? null), [fork, parent, child]);
  const ended = useMemo(
    () =>
      child !== null && child.partial === undefined
        ? endModel(model, fork, parent?.picture ?? null, child.picture)
        : null,
    [model, fork, parent, child],
  );
  const looks = useMemo(() => {
    const ofParent = entryLooks(parent?.vmas ?? null, []);
    const ofChild = entryLooks(child?.vmas ?? fork.partial?.vmas ?? null, []);
    return { parent: ofParent, child: model.way === 'copied' ? ofParent : ofChild, ended: ofChild };
  }, [model, parent, child, fork]);
  const tell = useMemo(
    () =>
      dupWords(
        model,
        fork.record,
        { parent: parent?.vmas ?? [], child: child?.vmas ?? fork.partial?.vmas ?? [] },
        texts,
      ),
    [model, fork, texts, parent, child],
  );
  return { model, ended, looks, tell };
}

interface MomentProps extends Pick<DuplicationProps, 'fork' | 'onEvent' | 'onPoints'> {
  readonly model: DupModel;
  readonly cursor: number;
  readonly tell: Tell;
}

// The missing part of the film, the sentence of the mark, and a link to more.
function Moment({ fork, onEvent, onPoints, model, cursor, tell }: MomentProps) {
  const mark = model.marks[cursor - 1];
  const cut = cutText(model);
  return (
    <>
      {cut !== '' && <p class="cut">{cut}</p>}
      <p class="moment" title={tell(cursor)}>
        {mark === undefined ? <span class="quiet">{tell(0)}</span> : tell(cursor)}
        {mark?.kind === 'failed' && fork.record?.point !== null && (
          <>
            {' '}
            {onPoints === undefined ? (
              <Term id="failurePoint" />
            ) : (
              <button type="button" class="ms-link" onClick={onPoints}>
                all twelve points
              </button>
            )}
          </>
        )}
        {mark !== undefined && onEvent !== undefined && (
          <>
            {' '}
            <button type="button" class="ms-link" onClick={() => onEvent(mark.event)}>
              in the source
            </button>
          </>
        )}
      </p>
    </>
  );
}

interface PaneProps {
  readonly model: DupModel;
  readonly side: 'parent' | 'child';
  readonly name: string;
  readonly cursor: number;
  /** In pixels before all is enlarged by `scale`. */
  readonly width: number;
  readonly scale: number;
  readonly low: Low;
  readonly wide: boolean;
  readonly ink: Ink | null;
  readonly look: LookUp;
  readonly tell: Tell;
  /** Nodes that the picture lacks, of a tree too large for it. */
  readonly omitted: number;
}

interface Tip extends TipPlace {
  /** It stands with its foot at `over`. */
  readonly above: boolean;
  readonly lines: readonly string[];
}

function Pane({ model, side, name, cursor, width, scale, low, wide, ink, look, tell, omitted }: PaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const shape = side === 'parent' ? model.parent : model.child;
  const layout = useMemo(() => layoutShape(shape, width, low, wide), [shape, width, low, wide]);
  usePainted(
    canvas,
    { width: layout.width, height: layout.height, scale },
    (pen) => {
      if (ink !== null) drawDup(pen, layout, { ...ink, model, side, cursor, look });
    },
    // Of the parent nothing changes but the sign for where the fork failed.
    [layout, ink, model, look, side === 'parent' ? model.failedAt < cursor : cursor],
  );
  const onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const at = hitAt(shape, layout, event.offsetX / scale, event.offsetY / scale);
    const lines = at === null ? null : describeAt(model, side, cursor, look, at);
    const place = at === null ? null : tipPlace(layout, at, scale, event);
    setTip(place === null || lines === null ? null : { ...place, above: isLow(event, lines.length), lines });
  };
  return (
    <figure class={`pane ${side}`}>
      <figcaption>
        <span class="role">{model.way === 'whole' ? 'torn down' : side}</span> <strong>{name}</strong>{' '}
        <span class="quiet">{headText(model, side, cursor, omitted)}</span>
      </figcaption>
      {shape.nodes.length === 0 ? (
        <p class="quiet">There was no node in this tree.</p>
      ) : (
        <div class="sheet">
          <canvas
            ref={canvas}
            role="img"
            aria-label={
              `${side === 'parent' ? 'Parent' : 'Child'} ${name}, ${counted(shape.nodes.length, 'node')}. ` +
              (side === 'child' ? momentText(model, cursor, tell) : '')
            }
            style={{ width: `${layout.width * scale}px`, height: `${layout.height * scale}px` }}
            onPointerMove={onMove}
            onPointerLeave={() => setTip(null)}
          />
          {tip !== null && (
            <div
              class="ms-tip"
              aria-hidden="true"
              style={{
                left: `${tip.x}px`,
                ...(tip.above ? { top: `${tip.over}px`, transform: 'translateY(-100%)' } : { top: `${tip.under}px` }),
              }}
            >
              {tip.lines.map((line, k) =>
                k === 0 ? <strong key={line}>{line}</strong> : <div key={line}>{line}</div>,
              )}
            </div>
          )}
        </div>
      )}
    </figure>
  );
}

interface TipPlace {
  readonly x: number;
  /** Its top, or, where it has no room below, its foot. */
  readonly under: number;
  readonly over: number;
}

/** The most that a tip is wide, and its distance from what it is about. */
const TIP = { width: 230, off: 8 } as const;
const TIP_LINE = 22;

// Beside the leaf whose slot it explains, else under or over the row: never on it.
function tipPlace(
  layout: DupLayout,
  { node, slot }: { readonly node: number; readonly slot: number },
  scale: number,
  { offsetX: x, offsetY: y, target }: PointerEvent,
): TipPlace {
  const canvas = (target as Element).getBoundingClientRect();
  const room = ((target as Element).closest('.ms-fork')?.getBoundingClientRect().right ?? canvas.right) - canvas.left;
  const left = Math.max(0, Math.min(x + 12, room - TIP.width));
  const box = layout.kind === 'compact' ? layout.boxes[node] : undefined;
  if (box !== undefined && slot >= 0) {
    const [before, behind] = [box.x * scale - TIP.off - TIP.width, (box.x + box.w) * scale + TIP.off];
    const beside = behind + TIP.width <= room ? behind : before;
    if (canvas.left + beside >= 0) return { x: beside, under: y - 10, over: y + 14 };
  }
  const row = box ?? (layout.kind === 'density' ? layout.rows.find(({ y: top, h }) => y / scale <= top + h) : null);
  if (row === null || row === undefined) return { x: left, under: y + 14, over: y - 8 };
  return { x: left, under: (row.y + row.h) * scale + TIP.off, over: row.y * scale - TIP.off };
}

// Whether a tip of so many lines would reach under the controls, or out of the window, and has room above.
function isLow({ clientY, target }: PointerEvent, lines: number): boolean {
  const dock = (target as Element).closest('.ms-fork')?.querySelector('.dock')?.getBoundingClientRect().top ?? 0;
  const floor = dock > clientY ? dock : window.innerHeight;
  const height = 16 + lines * TIP_LINE;
  return clientY + 14 + height > floor && clientY > 2 * height;
}

/** How many nodes there are at a moment, of those that there come to be. */
export function headText(model: DupModel, side: 'parent' | 'child', cursor: number, omitted: number): string {
  const shape = side === 'parent' ? model.parent : model.child;
  if (shape.nodes.length === 0) return 'no tree';
  const undrawn = omitted > 0 ? `; ${groupedCount(omitted)} of them not drawn` : '';
  const all = shape.nodes.length + omitted;
  const { obtained, nodesFreed } = model.totals;
  const there =
    side === 'parent'
      ? all
      : omitted > 0 && model.way === 'copied'
        ? (obtained[cursor] ?? 0) - (nodesFreed[cursor] ?? 0)
        : shape.nodes.filter(
            (_, k) => (model.obtainedAt[k] ?? NEVER) < cursor && (model.nodeFreedAt[k] ?? NEVER) >= cursor,
          ).length;
  const rebuilt = side === 'child' && model.rebuiltAt < cursor ? ' as copied; stores have rebuilt some since' : '';
  if (rebuilt !== '' && there === all) return `${counted(all, 'node')}${rebuilt}${undrawn}`;
  return there === all
    ? `${counted(all, 'node')}, height ${shape.levels.length}${undrawn}`
    : `${groupedCount(there)} of ${counted(all, 'node')}${undrawn}`;
}

/** The page tables at a moment of the play; null at the end of a film that was cut, which does not know. */
export function tablesAt(model: DupModel, cursor: number): TablesMoment | null {
  const { totals, marks, failedAt, cut } = model;
  const end = marks.length;
  if (cut !== null && cursor === end) return null;
  const freed = totals.tablesFreed[cursor] ?? 0;
  const vmasFreed = totals.vmasFreed[cursor] ?? 0;
  const over =
    failedAt < cursor && freed === (totals.tablesFreed[end] ?? 0) && vmasFreed === (totals.vmasFreed[end] ?? 0);
  const undoing = failedAt < cursor && (over || freed > 0 || vmasFreed > 0);
  return { cursor, made: totals.tables[cursor] ?? 0, freed, undoing, over };
}

/** The lines about the place under the pointer. */
export function describeAt(
  model: DupModel,
  side: 'parent' | 'child',
  cursor: number,
  look: LookUp,
  { node, slot }: { readonly node: number; readonly slot: number },
): readonly string[] | null {
  const shape = side === 'parent' ? model.parent : model.child;
  const there = shape.nodes[node];
  if (there === undefined) return null;
  const filled = side === 'parent' || (model.filledAt[node] ?? NEVER) < cursor;
  if (slot < 0 || !filled) {
    const order = model.order[node] ?? 0;
    const lines = [
      side === 'child' && order > 0 ? `${there.kind}, number ${order} in order of copying` : there.kind,
      rangeText(there.min, there.max),
    ];
    if (side === 'child') lines.push(stateText(model, node, cursor));
    else lines.push(`${counted(there.end + 1, 'slot')} used`);
    if (filled && isThin(there)) lines.push(`thin: ${there.end + 1} slots in use, the minimum is ${LEAF_MINIMUM}`);
    return lines;
  }
  const word = there.words[slot] ?? 0n;
  const lines = [`slot ${slot}`, rangeText(cellFirst(there, slot), there.lasts[slot] ?? there.max), look(word).name];
  if (side === 'child' && vmaOf(word) > 0) lines.push(cellText(model, there.cell + slot, cursor));
  return lines;
}

function stateText({ nodeFreedAt, filledAt, obtainedAt }: DupModel, node: number, cursor: number): string {
  if ((nodeFreedAt[node] ?? NEVER) < cursor) return 'freed';
  if ((filledAt[node] ?? NEVER) < cursor) return 'filled';
  return (obtainedAt[node] ?? NEVER) < cursor ? 'allocated, not filled yet' : 'not there yet';
}

function cellText(model: DupModel, cell: number, cursor: number): string {
  if ((model.vmaFreedAt[cell] ?? NEVER) < cursor) return 'removed in the teardown';
  if ((model.markerAt[cell] ?? NEVER) < cursor) return 'the marker stands here';
  if ((model.holeAt[cell] ?? NEVER) < cursor) return 'left out: VM_DONTCOPY';
  if ((model.ownAt[cell] ?? NEVER) < cursor)
    return (
      `the child’s own VMA, number ${model.ownVma[cell] ?? 0}` +
      (model.way === 'copied' ? `; the parent’s has number ${model.cellVma[cell] ?? 0}` : '')
    );
  return model.way === 'copied' ? 'still the parent’s VMA' : 'not stored yet';
}

interface Figure {
  readonly key: Counted;
  readonly name: string;
  readonly of?: (model: DupModel) => number;
}

const FIGURES: readonly Figure[] = [
  { key: 'requests', name: 'requests' },
  { key: 'obtained', name: 'nodes allocated' },
  { key: 'filled', name: 'nodes copied', of: ({ child }) => child.nodes.length },
  { key: 'own', name: 'VMAs stored', of: ({ entries }) => entries },
  { key: 'holes', name: 'left out' },
  { key: 'tables', name: 'page tables made' },
  { key: 'pages', name: 'pages copied' },
];
const UNDONE: readonly Figure[] = [
  { key: 'unmapped', name: 'pages unmapped' },
  { key: 'tablesFreed', name: 'page tables freed' },
  { key: 'vmasFreed', name: 'VMAs removed' },
  { key: 'nodesFreed', name: 'nodes freed' },
  { key: 'uncharged', name: 'pages uncharged' },
];

// Every figure that the play ever comes to has its place from the beginning.
function Figures({ model, cursor }: { readonly model: DupModel; readonly cursor: number }) {
  const end = model.marks.length;
  const lists = [[...FIGURES, ...UNDONE].filter(({ key }) => (model.totals[key][end] ?? 0) > 0)].filter(
    (list) => list.length > 0,
  );
  return (
    <div class="figures">
      {lists.map((list) => (
        <dl key={list[0]?.key}>
          {/* The account beside the picture is that of the whole step. */}
          <div class="at">
            <dt>at mark</dt>
            <dd class="ms-mono">{groupedCount(cursor)}</dd>
          </div>
          {list.map(({ key, name, of }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd class={(model.totals[key][cursor] ?? 0) === 0 ? 'ms-mono none' : 'ms-mono'}>
                <span style={{ minWidth: `${groupedCount(model.totals[key][end] ?? 0).length}ch` }}>
                  {groupedCount(model.totals[key][cursor] ?? 0)}
                </span>
                {of !== undefined && <span class="quiet"> / {groupedCount(of(model))}</span>}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}

interface Looks {
  readonly parent: LookUp;
  readonly child: LookUp;
}

/** The first entry of the picture that a VMA has: it stands for all in the legend. */
export function sampleOf({ child }: DupModel, look: LookUp): EntryLook | null {
  for (const { words } of child.nodes) for (const word of words) if (vmaOf(word) > 0) return look(word);
  return null;
}

/** The kinds of VMAs that the whole play comes to show, with their letters, in the order of every legend. */
export function kindsOf({ parent, child }: Pick<DupModel, 'parent' | 'child'>, looks: Looks): readonly CellKindInfo[] {
  const kinds = new Set<CellKind>();
  for (const [{ nodes }, look] of [
    [parent, looks.parent],
    [child, looks.child],
  ] as const) {
    for (const { words } of nodes) for (const word of words) if (vmaOf(word) > 0) kinds.add(look(word).kind);
  }
  return CELL_KINDS.filter(({ kind, letter }) => letter !== '' && kinds.has(kind));
}

function coloursOf(kind: CellKind): Readonly<Record<string, string>> | undefined {
  return kind === 'null'
    ? undefined
    : { '--kind': `var(--${cellToken(kind)})`, '--on-kind': `var(--${letterToken(kind)})` };
}

interface LegendItem {
  /** Of its key; empty: it is a note. */
  readonly cls: string;
  readonly text: string;
  readonly letter?: string;
  readonly kind?: CellKind;
}

// The final text of the play, so that the line keeps its size.
function legendOf(model: DupModel, looks: Looks, endsItself: boolean): readonly LegendItem[] {
  const { totals, marks, way, limitBy, parent, child } = model;
  const density = child.nodes.length > COMPACT_NODES;
  const sample = density ? null : sampleOf(model, looks.child);
  const own = sample === null ? {} : { kind: sample.kind, letter: sample.text };
  const end = marks.length;
  const any = (key: Counted): boolean => (totals[key][end] ?? 0) > 0;
  const items: LegendItem[] = [];
  if (way === 'copied') {
    items.push({ cls: density ? 'd-obtained' : 'obtained', text: 'allocated, not filled' });
    if (!density && child.nodes.some(({ kind }, k) => kind === 'leaf' && model.filledAt[k] !== NEVER))
      items.push({ cls: 'copied', text: 'still the parent’s VMA', ...own });
  }
  if (density) items.push({ cls: 'd-copied', text: way === 'whole' ? 'node' : 'filled node, the parent’s VMA' });
  if (density && way === 'whole') items.push({ cls: 'd-own', text: 'VMA' });
  if (way !== 'whole' && any('own'))
    items.push(
      density ? { cls: 'd-own', text: 'the child’s own VMA' } : { cls: 'own', text: 'the child’s own', ...own },
    );
  if (!density && way === 'copied') items.push({ cls: 'order', letter: '1', text: 'order of copying' });
  if (!density && any('requests') && way === 'copied') items.push({ cls: 'bracket', text: 'nodes of one request' });
  if (!density && any('holes')) items.push({ cls: 'hole', letter: '×', text: 'left out: VM_DONTCOPY' });
  if (density && model.failure !== null) items.push({ cls: 'd-failed', text: 'where it fails' });
  if (marks.some(({ kind }) => kind === 'marker')) items.push({ cls: 'marker', letter: 'z', text: 'the marker' });
  if (!density && (child.nodes.some(isThin) || parent.nodes.some(isThin)))
    items.push({ cls: 'thin', text: 'slots that a thin leaf lacks' });
  if (limitBy !== null && !density) items.push({ cls: 'walked', text: 'extent of the undo' });
  if (any('vmasFreed') && !density) items.push({ cls: 'removed', text: 'removed' });
  if (any('nodesFreed') && model.failedAt !== NEVER) items.push({ cls: 'freed', text: 'node freed' });
  if (items.length === 0) return [];
  if (!density)
    items.push(...kindsOf(model, looks).map(({ kind, letter, name }) => ({ cls: 'own', text: name, letter, kind })));
  if (way === 'stored') items.push({ cls: '', text: 'Drawn in its final layout.' });
  if (model.rebuiltAt !== NEVER)
    items.push({
      cls: '',
      text: endsItself
        ? 'Drawn in the layout that was copied; the last mark shows it as stores of NULL have rebuilt it.'
        : 'Drawn in the layout that was copied; leaving VMAs out has rebuilt some of its nodes since.',
    });
  return items;
}

/** Of a key with the gaps around it; a letter of the words beside it, as a part of the size of the page's words. */
const KEY = 36;
const LETTER = 0.45;
const LEGEND_LINE = 1.55;
const LEGEND_GAP = 8;

// As high as its lines are likely to be.
function legendHeight(items: readonly LegendItem[], width: number, em: number): number {
  if (items.length === 0 || width <= 0) return 0;
  const all = items.reduce((sum, { text }) => sum + KEY + text.length * LETTER * em, 0);
  return Math.ceil(all / width) * LEGEND_LINE * em + LEGEND_GAP;
}

/** In a picture narrower than this the trees reach below the fold; over them stands what their colours mean. */
const NEAR_BELOW = 600;

// The part over the trees, if there is one, and the part below them.
function legendsOf(
  items: readonly LegendItem[],
  divided: boolean,
  numbers: boolean,
): readonly [JSX.Element, JSX.Element] {
  const isNear = ({ cls, letter = '' }: LegendItem): boolean => divided && letter !== '' && cls !== 'order';
  return [
    <Legend items={items.filter(isNear)} label="What the colours mean" />,
    <Legend items={items.filter((item) => !isNear(item))} numbers={numbers} />,
  ];
}

interface LegendProps {
  readonly items: readonly LegendItem[];
  readonly numbers?: boolean;
  readonly label?: string;
}

function Legend({ items, numbers = false, label = 'What the picture shows' }: LegendProps) {
  if (items.length === 0) return null;
  return (
    <ul class="legend" aria-label={label}>
      {items.map(({ cls, text, letter, kind }) => (
        <li key={text} class={cls === '' ? 'note' : ''} style={kind === undefined ? undefined : coloursOf(kind)}>
          {cls !== '' && (
            <i class={`key ${cls}`} aria-hidden="true">
              {letter}
            </i>
          )}
          {cls === 'marker' ? <Term id="marker">{text}</Term> : text}
        </li>
      ))}
      {numbers && <li class="note">number: the VMA’s</li>}
    </ul>
  );
}

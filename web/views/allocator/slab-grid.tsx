// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slab as squares, one a place: free, in a tree (which: by colour, pattern, and a letter where a run of its places
// begins), dead and waiting, beside the trees. A canvas, one tab stop:
// the arrows move over the places, Enter chooses the node; a line below names the place in words.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SLAB_STATES, type SlabMap, type SlabState } from '../../model/slab';
import { useInk, usePainted, useWidth, type Ink } from '../shared/hooks';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import { paintApart, paintTree, type SquareAt } from './slab-squares';
import { beginsRun, cornerOf, LETTER_CELL, placeAt, slabLayout, tellingPlace, type SlabLayout } from './slab-layout';
import type { SlabGridProps } from './types';

const HEIGHT_MOST = 210;
/** A node that leaked is seen, however many places share its square. */
const LEAKED = SLAB_STATES.indexOf('beside');

const STATE_WORDS: Readonly<Record<SlabState, string>> = {
  free: 'free',
  tree: 'in a tree',
  dead: 'dead, waiting for readers',
  beside: 'beside the trees',
  reserve: 'preallocated',
};

export function SlabGrid(props: SlabGridProps) {
  const { slab, most, selected, hovered, onHover, onSelect } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(host);
  const ink = useInk(host);
  const count = slab.states.length;
  const layout = useMemo(() => slabLayout(Math.max(most, count), width, HEIGHT_MOST), [most, count, width]);
  const height = layout.rows * layout.cell;
  const [cursor, setCursor] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  usePainted(canvas, { width, height }, (pen) => ink !== null && paint(pen, slab, layout, ink), [slab, layout, ink]);
  useEffect(() => () => onHover?.(null, null), []);

  const placeOf = (id: number | null): number | null => (id === null ? null : find(slab.ids, id));
  const tell = (place: number | null): void => {
    setPointed(place);
    if (place === null) onHover?.(null, null);
    else onHover?.(slab.ids[place] ?? null, treeOf(slab, place));
  };
  const at = (event: MouseEvent): number | null => {
    const place = placeAt(layout, event.offsetX, event.offsetY, count);
    return place === null ? null : tellingPlace(slab.states, place, layout.per, LEAKED);
  };
  const choose = (place: number | null): void => {
    const id = place === null ? 0 : (slab.ids[place] ?? 0);
    if (place !== null && id !== 0) onSelect?.(id, treeOf(slab, place));
  };
  const onKey = (event: KeyboardEvent): void => {
    const target = targetOf(event.key, cursor, layout.columns * layout.per, count);
    if (target !== undefined) {
      const next = Math.max(0, Math.min(count - 1, target));
      setCursor(next);
      tell(next);
    } else if (event.key === 'Enter' || event.key === ' ') choose(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = pointed ?? (focused ? Math.min(cursor, count - 1) : null) ?? placeOf(hovered) ?? placeOf(selected);
  return (
    <div class="ms-slab">
      <div class="squares" ref={host} style={{ height: `${height}px` }}>
        <canvas
          ref={canvas}
          role="application"
          tabIndex={0}
          aria-label={`The node allocator’s ${counted(count, 'place')}: arrows move, Enter chooses the node`}
          style={{ width: `${width}px`, height: `${height}px` }}
          onMouseMove={(event) => tell(at(event))}
          onMouseLeave={() => tell(null)}
          onClick={(event) => {
            const place = at(event);
            if (place !== null) setCursor(place);
            choose(place);
          }}
          onKeyDown={onKey}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            tell(null);
          }}
        />
        <Ring layout={layout} place={placeOf(selected)} kind="selected" />
        <Ring layout={layout} place={pointed ?? placeOf(hovered)} kind="pointed" />
      </div>
      <p class="told" aria-live="polite">
        {shown === null || count === 0 ? restText(count, layout.per) : placeText(slab, shown)}
      </p>
      <Legend slab={slab} cell={layout.cell} ink={ink} />
    </div>
  );
}

function targetOf(key: string, cursor: number, row: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: cursor - 1,
    ArrowRight: cursor + 1,
    ArrowUp: cursor - row,
    ArrowDown: cursor + row,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

// While no place is pointed at.
function restText(count: number, per: number): string {
  if (count === 0) return 'No node has been allocated yet.';
  return `One square ${per === 1 ? 'a place' : `for ${per} places`} of 256 bytes.`;
}

function Ring({
  layout,
  place,
  kind,
}: {
  readonly layout: SlabLayout;
  readonly place: number | null;
  readonly kind: string;
}) {
  if (place === null) return null;
  const { x, y } = cornerOf(layout, place);
  const side = Math.max(7, layout.cell + 1);
  return (
    <i
      class={`ring ${kind}`}
      aria-hidden="true"
      style={{
        left: `${x + (layout.cell - side) / 2 - 0.5}px`,
        top: `${y + (layout.cell - side) / 2 - 0.5}px`,
        width: `${side}px`,
        height: `${side}px`,
      }}
    />
  );
}

// Each use of a place gets a new id, so ids are not in order.
function find(ids: Float64Array, id: number): number | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : at;
}

function treeOf({ owners, trees }: SlabMap, place: number): string | null {
  return trees[(owners[place] ?? 0) - 1] ?? null;
}

function stateAt({ states }: SlabMap, place: number): SlabState {
  return SLAB_STATES[states[place] ?? 0] ?? 'free';
}

function placeText(slab: SlabMap, place: number): string {
  const state = stateAt(slab, place);
  const id = slab.ids[place] ?? 0;
  if (state === 'free') return `Place ${place}: free${id === 0 ? '' : `, last used by node #${id}`}.`;
  const tree = treeOf(slab, place);
  return `Place ${place}: node #${id}, ${tree === null ? STATE_WORDS[state] : `in ${tree}`}.`;
}

// ---- Numbers ----

interface LegendProps {
  readonly slab: SlabMap;
  /** Size of a square. */
  readonly cell: number;
  readonly ink: Ink | null;
}

function Legend({ slab, cell, ink }: LegendProps) {
  const counts = useMemo(() => countStates(slab), [slab]);
  return (
    <ul class="legend">
      {slab.trees.map((name, k) => (
        <li key={name}>
          {hasLetters(slab, cell) && (
            <Square
              ink={ink}
              parts={[k, name, ink]}
              paint={(pen, at, now) => paintTree(pen, k + 1, at, now, name.charAt(0))}
            />
          )}
          <Square ink={ink} parts={[k, ink]} paint={(pen, at, now) => paintTree(pen, k + 1, at, now, '')} />
          <span class="name">{name}</span> <span class="ms-mono">{groupedCount(counts.trees[k] ?? 0)}</span>
        </li>
      ))}
      {(['free', 'dead', 'beside', 'reserve'] as const)
        .filter((state) => state === 'free' || counts.states[state] > 0)
        .map((state) => (
          <li key={state}>
            <Square
              ink={ink}
              parts={[state, isSmall(cell), ink]}
              paint={(pen, at, { colours }) => paintApart(pen, state, at, colours, isSmall(cell))}
            />
            <span class="name">{STATE_WORDS[state]}</span>{' '}
            <span class="ms-mono">{groupedCount(counts.states[state])}</span>
          </li>
        ))}
    </ul>
  );
}

/** How many places are in each state, and in each tree. */
export function countStates({ states, owners, trees }: SlabMap): {
  readonly states: Readonly<Record<SlabState, number>>;
  readonly trees: readonly number[];
} {
  const found = { free: 0, tree: 0, dead: 0, beside: 0, reserve: 0 };
  const inTrees = trees.map(() => 0);
  states.forEach((number, place) => {
    found[SLAB_STATES[number] ?? 'free']++;
    const owner = owners[place] ?? 0;
    if (owner > 0) inTrees[owner - 1] = (inTrees[owner - 1] ?? 0) + 1;
  });
  return { states: found, trees: inTrees };
}

interface SquareProps {
  readonly ink: Ink | null;
  readonly parts: readonly unknown[];
  readonly paint: (pen: CanvasRenderingContext2D, at: SquareAt, ink: Ink) => void;
}

/** Side of a square of the legend. */
const SIDE = 13;

// A square of the legend, painted as in the slab.
function Square({ ink, parts, paint: draw }: SquareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  usePainted(
    canvas,
    { width: SIDE, height: SIDE },
    (pen) => ink !== null && draw(pen, { x: 0, y: 0, side: SIDE }, ink),
    parts,
  );
  return <canvas ref={canvas} class="square" aria-hidden="true" />;
}

// ---- Drawing ----

// In squares so small only colour and filling mark what is not in a tree.
function isSmall(cell: number): boolean {
  return cell <= 5;
}

function hasLetters({ trees }: SlabMap, cell: number): boolean {
  return cell >= LETTER_CELL && trees.length > 1;
}

function paint(pen: CanvasRenderingContext2D, slab: SlabMap, layout: SlabLayout, ink: Ink): void {
  const { cell, per } = layout;
  const side = cell - (cell >= 5 ? 1 : 0);
  const letters = hasLetters(slab, cell);
  for (let first = 0; first < slab.states.length; first += per) {
    const place = tellingPlace(slab.states, first, per, LEAKED);
    const at = { ...cornerOf(layout, first), side };
    const state = stateAt(slab, place);
    const owner = slab.owners[place] ?? 1;
    if (state === 'tree')
      paintTree(
        pen,
        owner,
        at,
        ink,
        letters && beginsRun(slab.owners, place, layout) ? (slab.trees[owner - 1]?.charAt(0) ?? '') : '',
      );
    else paintApart(pen, state, at, ink.colours, isSmall(cell));
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The head of the room of the picture: which view of which tree, its facts, where in the run, zoom and table.

import { computed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { linesText } from '../../base/line-list';
import { Term } from '../../views/shared/term';
import type { Scene, SceneTree } from '../../model/run';
import { DEFAULT_RELEASE, releaseRow } from '../../model/releases';
import { chooseTree, compare, showView, switchBase, toggleScale, toggleTable } from '../store/actions/actions';
import { finding } from '../store/actions/find';
import { DifferToggle } from './compare-entry';
import { FindToggle } from './find-entry';
import { timeOf, treeNow } from '../store/run/motion';
import {
  asTable,
  busy,
  chosenTree,
  stepColumns,
  corruptions,
  engineless,
  mainTree,
  ran,
  scene,
  shownTrees,
  sideBySide,
  space,
  stepHere,
  steps,
  stripScale,
  view,
  views,
  type PictureView,
} from '../store/page/state';
import { placeWords } from '../store/page/texts';

// In the order of their buttons: those that few steps have come last, so that the others stay where they are.
const VIEW_WORDS: Record<PictureView, { readonly label: string; readonly title: string }> = {
  tree: { label: 'Tree', title: 'The trees as they stand after the step' },
  vmas: { label: 'VMAs', title: 'The VMAs of the address space, a row each' },
  fork: { label: 'Fork', title: 'The fork, mark by mark' },
  compare: { label: 'Compare', title: 'The same fork done in every other way' },
  sweep: { label: 'Sweep', title: 'The outcome of each run of the sweep' },
  differ: { label: 'A | B', title: 'Two trees side by side' },
  redblack: { label: 'Red-black', title: 'The same ranges in a red-black tree' },
};

/** Those that are drawn: the others are tables already. */
const WITH_TABLE: ReadonlySet<PictureView> = new Set(['tree', 'fork', 'sweep']);

interface Zooming {
  readonly fit: () => void;
  readonly zoom: (factor: number) => void;
}

/** The head of the room of the picture. */
export function PictureHead({ fit, zoom }: Zooming) {
  const now = scene.value;
  const shown = shownTrees.value;
  const none = shown.length === 0;
  const trees = view.value === 'tree';
  // Two trees side by side: what there is to do with one waits, and the button that was pressed stays where it is.
  const tools = trees || view.value === 'differ';
  const off = none || !trees;
  const facts = useWholeFacts();
  return (
    <div class="pane-head picture-head" inert={engineless.value}>
      <ViewChoice />
      {trees ? (
        <TreeChoice now={now} />
      ) : view.value === 'vmas' ? (
        <SpaceChoice now={now} />
      ) : (
        <strong class="tree-name view-name">{viewName(now)}</strong>
      )}
      {tools && <Warning shown={shown} />}
      <span class="facts muted" ref={facts}>
        {trees && shown.length === 1 && shown[0] !== undefined && (
          <Facts tree={treeNow(shown[0])} time={timeOf(shown[0].picture.name)} />
        )}
      </span>
      <span class="spring" />
      <span
        class={(now?.trees.length ?? 0) > 1 ? 'mono step-count of-several' : 'mono step-count'}
        style={{ minWidth: `${placeWords(steps.value, steps.value).length}ch` }}
      >
        {steps.value > 0 && placeWords(stepHere.value, steps.value)}
      </span>
      {tools && <ZoomButtons fit={fit} zoom={zoom} off={off} />}
      {tools && (
        <button
          type="button"
          class="button small quiet only-roomy to-scale"
          disabled={off}
          title="Draw the address strip to scale; otherwise large ranges are shortened"
          aria-pressed={stripScale.value === 'linear'}
          onClick={toggleScale}
        >
          to scale
        </button>
      )}
      {tools && <BaseToggle off={off} />}
      {(tools || view.value === 'fork' || view.value === 'compare') && <DifferToggle off={none && trees} />}
      {(tools || finding.value) && <FindToggle off={off} />}
      {(tools || WITH_TABLE.has(view.value)) && (
        <button
          type="button"
          class="button small quiet table-toggle"
          title="Show the picture as a table"
          disabled={tools && off}
          aria-pressed={asTable.value && !(tools && off)}
          onClick={toggleTable}
        >
          table
        </button>
      )}
    </div>
  );
}

// A fact in the second line is out of sight: nobody gets there by keys either.
function useWholeFacts(): RefObject<HTMLSpanElement | null> {
  const facts = useRef<HTMLSpanElement>(null);
  const hideCut = (): void => {
    const box = facts.current;
    for (const fact of box?.children ?? [])
      if (fact instanceof HTMLElement && box !== null) fact.inert = fact.offsetTop > box.offsetTop + 4;
  };
  // In the frame, which lays out the page in any case: asked before it, the browser would have to do so twice.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(hideCut);
    return () => cancelAnimationFrame(frame);
  });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(hideCut);
    if (facts.current !== null) watch.observe(facts.current);
    return () => watch.disconnect();
  }, []);
  return facts;
}

function ZoomButtons({ fit, zoom, off }: Zooming & { readonly off: boolean }) {
  return (
    <span class="zoom" role="group" aria-label="Zoom">
      <button
        type="button"
        class="button small quiet"
        aria-label="Zoom out"
        title="Zoom out"
        disabled={off}
        onClick={() => zoom(1 / 1.4)}
      >
        −
      </button>
      <button type="button" class="button small quiet" title="Show the whole tree" disabled={off} onClick={fit}>
        fit
      </button>
      <button
        type="button"
        class="button small quiet"
        aria-label="Zoom in"
        title="Zoom in"
        disabled={off}
        onClick={() => zoom(1.4)}
      >
        +
      </button>
    </span>
  );
}

function BaseToggle({ off }: { readonly off: boolean }) {
  const { base, fixed } = ran.value?.summary.numbers ?? { base: 'decimal', fixed: true };
  const hex = base === 'hexadecimal';
  const title = fixed
    ? 'Addresses are always written in hexadecimal'
    : `Indexes are written in ${base}: press for ${hex ? 'decimal' : 'hexadecimal'}`;
  return (
    <button
      type="button"
      class="button small quiet only-roomy base-toggle"
      disabled={off || fixed}
      title={title}
      aria-label={title}
      onClick={() => void switchBase()}
    >
      {hex ? 'hex' : 'dec'}
    </button>
  );
}

// A step that is a fork, an exit or a sweep has several views.
function ViewChoice() {
  const all = (Object.keys(VIEW_WORDS) as PictureView[]).filter(
    (name) => name !== 'differ' && views.value.includes(name),
  );
  if (all.length < 2) return null;
  return (
    <span class="view-choice" role="group" aria-label="View">
      {all.map((name) => (
        <button
          key={name}
          type="button"
          class="button small"
          data-label={labelOf(name)}
          aria-pressed={view.value === name}
          title={VIEW_WORDS[name].title}
          onClick={() => showView(name)}
        >
          {labelOf(name)}
        </button>
      ))}
    </span>
  );
}

function labelOf(name: PictureView): string {
  return name === 'fork' && scene.value?.fork?.parent === null ? 'Exit' : VIEW_WORDS[name].label;
}

// "app → child"; of an exit "child".
function viewName(now: Scene | null): string {
  if (view.value === 'differ' || view.value === 'redblack') return mainTree.value?.picture.name ?? '';
  const fork = now?.fork ?? null;
  if (fork === null) return '';
  return fork.parent === null ? fork.child : `${fork.parent} → ${fork.child}`;
}

interface Choice {
  readonly name: string;
  readonly on: boolean;
  readonly choose: () => void;
}

// One tree: its name. Several: a button for each, and one for the pair of a fork.
function TreeChoice({ now }: { readonly now: Scene | null }) {
  if (now === null || now.trees.length === 0)
    return (
      <strong class="tree-name muted">
        {busy.value !== null && ran.value === null
          ? ''
          : engineless.value
            ? 'no tree'
            : hadTrees(now)
              ? 'no tree left'
              : 'no tree yet'}
      </strong>
    );
  const shown = shownTrees.value;
  if (now.trees.length === 1) return <strong class="tree-name">{shown[0]?.picture.name}</strong>;
  const { pair } = now;
  const all: Choice[] = now.trees.map(({ picture: { name } }) => ({
    name,
    on: shown.length === 1 && shown[0]?.picture.name === name,
    choose: () => chooseTree(name),
  }));
  if (pair !== null)
    all.unshift({ name: `${pair.parent} | ${pair.child}`, on: shown.length === 2, choose: () => compare(true) });
  return <Choices of="Tree" all={all} follow={chosenTree.value !== null || !sideBySide.value} />;
}

// Whether one was made, up to the step, and destroyed.
function hadTrees(now: Scene | null): boolean {
  const { kinds, kindOf } = stepColumns.value;
  const at = now?.step ?? 0;
  return kinds.some(({ tree }, kind) => tree !== null && tree !== '' && kindOf.indexOf(kind) < at);
}

// Whose VMAs they are.
function SpaceChoice({ now }: { readonly now: Scene | null }) {
  const spaces = now?.trees.filter(({ mm }) => mm !== null) ?? [];
  const shown = space.value?.picture.name ?? '';
  if (spaces.length < 2) return <strong class="tree-name view-name">{shown}</strong>;
  return (
    <Choices
      of="Address space"
      all={spaces.map(({ picture: { name } }) => ({ name, on: name === shown, choose: () => chooseTree(name) }))}
      follow={chosenTree.value !== null}
    />
  );
}

// A button for each where all have room, else a list to choose from. The buttons are always there to be measured.
function Choices({
  of,
  all,
  follow,
}: {
  readonly of: string;
  readonly all: readonly Choice[];
  readonly follow: boolean;
}) {
  const room = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const [{ wide, cut }, setFit] = useState({ wide: 0, cut: false });
  const names = all.map(({ name }) => name).join(' ');
  useLayoutEffect(() => {
    const [around, buttons] = [room.current, bar.current];
    if (around === null || buttons === null) return;
    const measure = (): void => {
      const need = Math.ceil(buttons.getBoundingClientRect().width);
      setFit((was) => {
        const next = { wide: need, cut: around.clientWidth < need - 1 };
        return was.wide === next.wide && was.cut === next.cut ? was : next;
      });
    };
    const watch = new ResizeObserver(measure);
    watch.observe(around);
    watch.observe(buttons);
    measure();
    return () => watch.disconnect();
  }, [names, follow]);
  const at = all.findIndex(({ on }) => on);
  return (
    <span class="choice-room" ref={room} style={{ flexBasis: `${wide}px` }}>
      <span class={cut ? 'tree-choice measured' : 'tree-choice'} role="group" aria-label={of} ref={bar}>
        {all.map(({ name, on, choose }) => (
          <button key={name} type="button" data-label={name} aria-pressed={on} onClick={choose}>
            {name}
          </button>
        ))}
        {follow && (
          <button type="button" class="follow" onClick={() => compare(true)}>
            follow the step
          </button>
        )}
      </span>
      {cut && (
        <select
          class="menu"
          aria-label={of}
          value={String(at)}
          onChange={({ currentTarget: { value } }) => {
            const chosen = all[Number(value)];
            if (chosen === undefined) compare(true);
            else chosen.choose();
          }}
        >
          {all.map(({ name }, k) => (
            <option key={name} value={String(k)}>
              {name}
            </option>
          ))}
          {follow && <option value={String(all.length)}>follow the step</option>}
        </select>
      )}
    </span>
  );
}

// Never cut: it stands before the facts, which go where there is no room for both.
function Warning({ shown }: { readonly shown: readonly SceneTree[] }) {
  return (
    <>
      {corruptions.value
        .filter(({ tree }) => shown.some(({ picture }) => picture.name === tree))
        .map(({ tree, lines }) => (
          <strong key={tree} class="corrupted">
            corrupted <span class="only-roomy">on purpose </span>at {linesText(lines, 3)}
          </strong>
        ))}
    </>
  );
}

// An upper bound of the nodes of any tree of the run: all granted and not freed; a call that fails frees all of its
// own.
const nodesMost = computed(() => {
  let [now, most] = [0, 1];
  const { kinds, kindOf } = stepColumns.value;
  for (const kind of kindOf) {
    const { asked, freed, error } = kinds[kind]!;
    if (error === null) most = Math.max(most, (now += asked - freed));
  }
  return most;
});
/** Slots of a leaf. */
const SLOTS = 16;

// An address space always tracks gaps. "5 nodes · 42 entries · height 2 · gaps tracked · RCU", each word explained. A
// fact is shown whole or not at all, and the same are shown at every step: there is room for the most that the run may
// come to.
function Facts({ tree, time }: { readonly tree: SceneTree; readonly time: string | null }) {
  const { kind, mode, height, entries } = tree.picture;
  const nodes = tree.partial?.nodes ?? tree.picture.nodes.length;
  return (
    <>
      {time !== null && <span>{time}</span>}
      <Count of={nodes} most={nodesMost.value} id="node" words={['node', 'nodes']} />
      <Count of={entries} most={nodesMost.value * SLOTS} id="entry" words={['entry', 'entries']} />
      <span>
        <Term id="height">height</Term> {height}
      </span>
      {mode.alloc && kind === 'tree' && (
        <span>
          <Term id="gap">gaps tracked</Term>
        </span>
      )}
      {mode.rcu && (
        <span>
          <Term id="rcu">RCU</Term>
        </span>
      )}
      {mode.release !== DEFAULT_RELEASE && (
        <span>
          <Term id="release">{releaseRow(mode.release).name}</Term>
        </span>
      )}
    </>
  );
}

function Count({
  of,
  most,
  id,
  words: [one, many],
}: {
  readonly of: number;
  readonly most: number;
  readonly id: 'node' | 'entry';
  readonly words: readonly [string, string];
}) {
  return (
    <span>
      <span class="noun" data-label={`${most.toLocaleString('en')} ${many}`}>
        <span>
          {of.toLocaleString('en')} <Term id={id}>{of === 1 ? one : many}</Term>
        </span>
      </span>
    </span>
  );
}

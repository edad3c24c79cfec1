// SPDX-License-Identifier: GPL-2.0-or-later
//
// The head of the room of the picture: which view of which tree, its facts, where in the run, zoom and table. Floor 5.

import { useEffect, useRef } from 'preact/hooks';
import { Term } from '../views/shared/term';
import type { Scene, SceneTree } from '../model/run';
import { chooseTree, compare, showView } from './actions';
import { asTable, chosenTree, corruptions, scene, shownTrees, sideBySide, space, stale, step, steps, stripScale, view, views, type PictureView } from './state';
import { placeWords } from './texts';

const VIEW_WORDS: Record<PictureView, { readonly label: string; readonly title: string }> = {
  sweep: { label: 'Sweep', title: 'What became of each run of the sweep' },
  fork: { label: 'Fork', title: 'How it went, mark by mark' },
  tree: { label: 'Tree', title: 'The trees as they stand after the step' },
  compare: { label: 'Compare', title: 'The same fork in every other way' },
  vmas: { label: 'VMAs', title: 'The VMAs of the address space, a row each' },
};

/** Those that are drawn: the others are tables already. */
const WITH_TABLE: ReadonlySet<PictureView> = new Set(['tree', 'fork', 'sweep']);

/** The head of the room of the picture. */
export function PictureHead({ fit, zoom }: { readonly fit: () => void; readonly zoom: (factor: number) => void }) {
  const now = scene.value;
  const shown = shownTrees.value;
  const none = shown.length === 0;
  const trees = view.value === 'tree';
  return (
    <div class="pane-head picture-head">
      <ViewChoice />
      {trees ? <TreeChoice now={now} /> : <strong class="tree-name view-name">{viewName(now)}</strong>}
      {trees && <Warning shown={shown} />}
      <span class="facts muted">{trees && shown.length === 1 && shown[0] !== undefined && <Facts tree={shown[0]} />}</span>
      <span class="spring" />
      {stale.value && steps.value > 0 && <span class="stale-mark" title="The picture belongs to the text that ran last">previous run</span>}
      <span class="mono step-count">
        {placeWords(step.value, steps.value)}
      </span>
      {trees && (
        <span class="zoom" role="group" aria-label="Zoom">
          <button type="button" class="button small quiet" aria-label="Zoom out" title="Zoom out" disabled={none} onClick={() => zoom(1 / 1.4)}>
            −
          </button>
          <button type="button" class="button small quiet" title="Show the whole tree" disabled={none} onClick={fit}>
            fit
          </button>
          <button type="button" class="button small quiet" aria-label="Zoom in" title="Zoom in" disabled={none} onClick={() => zoom(1.4)}>
            +
          </button>
        </span>
      )}
      {trees && (
        <button
          type="button"
          class="button small quiet only-roomy"
          disabled={none}
          title="The address strip true to scale, instead of large ranges packed"
          aria-pressed={stripScale.value === 'linear'}
          onClick={() => {
            stripScale.value = stripScale.value === 'linear' ? 'packed' : 'linear';
          }}
        >
          to scale
        </button>
      )}
      {WITH_TABLE.has(view.value) && (
        <button
          type="button"
          class="button small quiet"
          title="As a table, instead of drawn"
          disabled={trees && none}
          aria-pressed={asTable.value}
          onClick={() => {
            asTable.value = !asTable.value;
          }}
        >
          table
        </button>
      )}
    </div>
  );
}

// Steps that are a fork, an exit or a sweep can be looked at in several ways.
function ViewChoice() {
  const all = views.value;
  if (all.length < 2) return null;
  return (
    <span class="view-choice" role="group" aria-label="View">
      {all.map((name) => (
        <button key={name} type="button" class="button small" data-label={labelOf(name)} aria-pressed={view.value === name} title={VIEW_WORDS[name].title} onClick={() => showView(name)}>
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
  if (view.value === 'vmas') return space.value?.picture.name ?? '';
  const fork = now?.fork ?? null;
  if (fork === null) return '';
  return fork.parent === null ? fork.child : `${fork.parent} → ${fork.child}`;
}

// One tree: its name. Several: a button for each, and one for the pair of a fork.
function TreeChoice({ now }: { readonly now: Scene | null }) {
  const bar = useRef<HTMLSpanElement>(null);
  const names = shownTrees.value.map(({ picture }) => picture.name).join(' ');
  useEffect(() => showPressed(bar.current), [names, now?.trees.length]);
  if (now === null || now.trees.length === 0) return <strong class="tree-name muted">no tree yet</strong>;
  const shown = shownTrees.value;
  if (now.trees.length === 1) return <strong class="tree-name">{shown[0]?.picture.name}</strong>;
  const { pair } = now;
  return (
    <span class="tree-choice" role="group" aria-label="Tree" ref={bar}>
      {pair !== null && (
        <button type="button" data-label={`${pair.parent} | ${pair.child}`} aria-pressed={shown.length === 2} onClick={() => compare(true)}>
          {pair.parent} | {pair.child}
        </button>
      )}
      {now.trees.map(({ picture: { name } }) => (
        <button key={name} type="button" data-label={name} aria-pressed={shown.length === 1 && shown[0]?.picture.name === name} onClick={() => chooseTree(name)}>
          {name}
        </button>
      ))}
      {(chosenTree.value !== null || !sideBySide.value) && (
        <button type="button" class="follow" onClick={() => compare(true)}>
          follow the step
        </button>
      )}
    </span>
  );
}

// Sideways only, and only the bar itself.
function showPressed(bar: HTMLElement | null): void {
  const pressed = bar?.querySelector<HTMLElement>('[aria-pressed=true]');
  if (bar === null || pressed === null || pressed === undefined) return;
  const left = pressed.offsetLeft - bar.offsetLeft;
  bar.scrollLeft = Math.max(left + pressed.offsetWidth - bar.clientWidth, Math.min(bar.scrollLeft, left));
}

// Never cut: it stands before the facts, which go where there is no room for both.
function Warning({ shown }: { readonly shown: readonly SceneTree[] }) {
  return (
    <>
      {corruptions.value
        .filter(({ tree }) => shown.some(({ picture }) => picture.name === tree))
        .map(({ tree, line }) => (
          <strong key={tree} class="corrupted">
            corrupted <span class="only-roomy">on purpose </span>at line {line}
          </strong>
        ))}
    </>
  );
}

// An address space always tracks gaps. "gaps tracked · RCU · height 2 · 5 nodes · 42 entries", each word explained. A fact is shown whole or not at all.
function Facts({ tree }: { readonly tree: SceneTree }) {
  const { kind, mode, height, entries } = tree.picture;
  const nodes = tree.partial?.nodes ?? tree.picture.nodes.length;
  return (
    <>
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
      {mode.wholeHeight && (
        <span>
          <Term id="wholeHeightPolicy">whole height</Term>
        </span>
      )}
      <span>
        <Term id="height">height</Term> {height}
      </span>
      <span>
        {nodes.toLocaleString('en')} <Term id="node">{nodes === 1 ? 'node' : 'nodes'}</Term>
      </span>
      <span>
        {entries.toLocaleString('en')} <Term id="entry">{entries === 1 ? 'entry' : 'entries'}</Term>
      </span>
    </>
  );
}


// SPDX-License-Identifier: GPL-2.0-or-later
//
// The room of the picture: which tree, its facts, the strip of addresses, the drawing, the note and balance beside it.
// Floor 5. The drawing itself is the views'; here they are given their data.

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { createStripView } from '../views/strip/view';
import { Term } from '../views/shared/term';
import { createTreeView } from '../views/tree/view';
import type { TreeView } from '../views/tree/types';
import type { Scene, SceneTree } from '../model/run';
import { appendLines, cancel, chooseTree, compare, copySource, hover, loadExample, openDialog, select } from './actions';
import { copyLines, failingCopyLines } from './copy-lines';
import { asTable, busy, chosenTree, corruptions, hasMaps, hovered, labels, mainTree, ran, running, scene, searched, selected, shownTrees, sideBySide, stale, step, steps, stripScale, text, touchedNow, trail } from './state';
import { balanceWords } from './balance';
import { FIRST_EXAMPLE } from './examples';
import { counted, placeWords } from './texts';

const NO_READERS: Scene['readers'] = [];
const FIRST_LINES = ['tree t', 'store 10..19 = 1'];

export function PicturePane() {
  const tree = useRef<TreeView | null>(null);
  const nothing = ran.value !== null && !stale.value && steps.value === 0;
  return (
    <section class={stale.value || running.value ? 'picture-pane stale' : 'picture-pane'} aria-label="Picture">
      <Running />
      <PictureHead fit={() => tree.current?.fit()} zoom={(factor) => tree.current?.zoomBy(factor)} />
      <Strip />
      <Drawing
        attach={(view) => {
          tree.current = view;
        }}
      />
      {nothing && !running.value && <Beginning />}
      <PictureFoot />
    </section>
  );
}

// What is under way, over the dimmed picture of the run before.
function Running() {
  if (!running.value) return null;
  return (
    <div class="running">
      <progress aria-label="The scenario runs" />
      <p>
        Running… <span class="mono">{counted(busy.value?.steps ?? 0, 'step')}</span>
        <button type="button" class="button small" onClick={cancel}>
          Cancel
        </button>
      </p>
    </div>
  );
}

// A text without a step: three ways to begin.
function Beginning() {
  return (
    <div class="beginning">
      <p>
        Write <code>tree t</code> and <code>store 10..19 = 1</code>, paste a memory map, or start with an example.
      </p>
      <p class="ways">
        <button type="button" class="button" onClick={() => void appendLines(FIRST_LINES)}>
          Write it for me
        </button>
        <button type="button" class="button" onClick={() => openDialog('paste')}>
          Paste a map…
        </button>
        <button type="button" class="button primary" onClick={() => void loadExample(FIRST_EXAMPLE)}>
          Start with an example
        </button>
      </p>
    </div>
  );
}

function PictureHead({ fit, zoom }: { readonly fit: () => void; readonly zoom: (factor: number) => void }) {
  const now = scene.value;
  const shown = shownTrees.value;
  const none = shown.length === 0;
  return (
    <div class="pane-head picture-head">
      <TreeChoice now={now} />
      <Warning shown={shown} />
      <span class="facts muted">{shown.length === 1 && shown[0] !== undefined && <Facts tree={shown[0]} />}</span>
      <span class="spring" />
      {stale.value && <span class="stale-mark" title="The picture belongs to the text that ran last">previous run</span>}
      <span class="mono step-count">
        {placeWords(step.value, steps.value)}
      </span>
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
      <button
        type="button"
        class="button small quiet"
        title="The tree as a table, instead of drawn"
        disabled={none}
        aria-pressed={asTable.value}
        onClick={() => {
          asTable.value = !asTable.value;
        }}
      >
        table
      </button>
    </div>
  );
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
        <button type="button" aria-pressed={shown.length === 2} onClick={() => compare(true)}>
          {pair.parent} | {pair.child}
        </button>
      )}
      {now.trees.map(({ picture: { name } }) => (
        <button key={name} type="button" aria-pressed={shown.length === 1 && shown[0]?.picture.name === name} onClick={() => chooseTree(name)}>
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

// "gaps tracked · RCU · height 2 · 5 nodes · 42 entries", each word explained. A fact is shown whole or not at all.
function Facts({ tree }: { readonly tree: SceneTree }) {
  const { mode, height, entries } = tree.picture;
  const nodes = tree.partial?.nodes ?? tree.picture.nodes.length;
  return (
    <>
      {mode.alloc && (
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

function Strip() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createStripView({ host: host.current, onHover: hover, onSelect: select });
    const stop = effect(() =>
      view.update({
        tree: mainTree.value,
        labels: labels.value,
        touched: touchedNow.value,
        trail: trail.value,
        window: searched.value,
        readers: scene.value?.readers ?? NO_READERS,
        selected: selected.value,
        hovered: hovered.value,
        scale: stripScale.value,
        nodeBoundaries: true,
      }),
    );
    return () => {
      stop();
      view.destroy();
    };
  }, []);
  return <div class="strip-host" ref={host} />;
}

function Drawing({ attach }: { readonly attach: (view: TreeView | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createTreeView({ host: host.current, onHover: hover, onSelect: select });
    attach(view);
    const stop = effect(() => {
      const shown = shownTrees.value;
      const now = scene.value;
      view.update({
        trees: shown,
        labels: labels.value,
        touched: touchedNow.value,
        trail: trail.value,
        readers: now?.readers ?? NO_READERS,
        waiting: now?.waiting ?? 0,
        existing: now?.trees.map(({ picture }) => picture.name) ?? [],
        selected: selected.value,
        hovered: hovered.value,
        balance: null,
        table: asTable.value,
      });
    });
    return () => {
      stop();
      attach(null);
      view.destroy();
    };
  }, []);
  return <div class="tree-host" ref={host} />;
}

// One line for the balance, always the same one, whose verdict is never cut; what is said of maps belongs to the run, so that stepping moves nothing.
function PictureFoot() {
  const now = scene.value;
  const source = copySource();
  const words = now !== null && now.trees.length > 0 ? balanceWords(now) : '';
  const verdict = Math.max(0, words.lastIndexOf(' → '));
  return (
    <div class="picture-foot">
      <p class={now === null || now.balance === 0 ? 'balance' : 'balance bad'} title={words}>
        <span class="where">{words.slice(0, verdict)}</span>
        <span class="verdict">{words.slice(verdict)}</span>
      </p>
      {source !== null && <Offers name={source.name} kind={source.kind} />}
      {hasMaps.value && (
        <p class="history-note muted">
          Linux 6.16 builds this tree when these mappings are stored one by one in this order. A running process’s own tree can be laid out differently, by its history.
        </p>
      )}
    </div>
  );
}

function Offers({ name, kind }: { readonly name: string; readonly kind: 'tree' | 'mm' }) {
  const verb = kind === 'mm' ? 'fork' : 'duplicate';
  const damaged = corruptions.value.some(({ tree }) => tree === name);
  const off = stale.value || damaged;
  const why = damaged ? `${name} is corrupted: until it is destroyed, no call can be made on it` : undefined;
  return (
    <p class="offers" title={why}>
      <button type="button" class="button small" disabled={off} onClick={() => void appendLines(copyLines(name, kind, text.value))}>
        {verb} <b>{name}</b>
      </button>
      <button type="button" class="button small" disabled={off} onClick={() => void appendLines(failingCopyLines(name, kind, 2, text.value))}>
        {verb}, refuse request 2
      </button>
    </p>
  );
}

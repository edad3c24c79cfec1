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
import { appendLines, chooseTree, compare, copySource, hover, select } from './actions';
import { copyLines, failingCopyLines } from './copy-lines';
import { asTable, chosenTree, hovered, labels, mainTree, scene, selected, shownTrees, sideBySide, stale, step, steps, stripScale, text } from './state';
import { balanceWords } from './balance';

export function PicturePane() {
  const tree = useRef<TreeView | null>(null);
  return (
    <section class={stale.value ? 'picture-pane stale' : 'picture-pane'} aria-label="Picture">
      <PictureHead fit={() => tree.current?.fit()} zoom={(factor) => tree.current?.zoomBy(factor)} />
      <Strip />
      <Drawing
        attach={(view) => {
          tree.current = view;
        }}
      />
      <PictureFoot />
    </section>
  );
}

function PictureHead({ fit, zoom }: { readonly fit: () => void; readonly zoom: (factor: number) => void }) {
  const now = scene.value;
  const shown = shownTrees.value;
  return (
    <div class="pane-head picture-head">
      <TreeChoice now={now} />
      <span class="facts muted">{shown.length === 1 && shown[0] !== undefined && <Facts tree={shown[0]} />}</span>
      <span class="spring" />
      {stale.value && <span class="stale-mark">of the text before</span>}
      <span class="mono step-count">
        step {step.value} of {steps.value}
      </span>
      <span class="zoom" role="group" aria-label="Zoom">
        <button type="button" class="button small quiet" aria-label="Zoom out" onClick={() => zoom(1 / 1.4)}>
          −
        </button>
        <button type="button" class="button small quiet" onClick={fit}>
          fit
        </button>
        <button type="button" class="button small quiet" aria-label="Zoom in" onClick={() => zoom(1.4)}>
          +
        </button>
      </span>
      <button
        type="button"
        class="button small quiet only-roomy"
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
  if (now === null || now.trees.length === 0) return <strong class="tree-name muted">no tree yet</strong>;
  const shown = shownTrees.value;
  if (now.trees.length === 1) return <strong class="tree-name">{shown[0]?.picture.name}</strong>;
  const { pair } = now;
  return (
    <span class="tree-choice" role="group" aria-label="Tree">
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

// "gaps tracked · RCU · height 2 · 5 nodes · 42 entries", each word explained.
function Facts({ tree }: { readonly tree: SceneTree }) {
  const { mode, height, entries } = tree.picture;
  const nodes = tree.partial?.nodes ?? tree.picture.nodes.length;
  return (
    <>
      {mode.alloc && (
        <>
          <Term id="gap">gaps tracked</Term> ·{' '}
        </>
      )}
      {mode.rcu && (
        <>
          <Term id="rcu">RCU</Term> ·{' '}
        </>
      )}
      <Term id="height">height</Term> {height} · {nodes.toLocaleString('en')} <Term id="node">{nodes === 1 ? 'node' : 'nodes'}</Term> · {entries.toLocaleString('en')}{' '}
      <Term id="entry">{entries === 1 ? 'entry' : 'entries'}</Term>
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
        touched: scene.value?.touched ?? null,
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
        touched: now?.touched ?? null,
        selected: selected.value,
        hovered: hovered.value,
        balance: now !== null && shown.length === 2 ? balanceWords(now) : null,
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

function PictureFoot() {
  const now = scene.value;
  const source = copySource();
  const fromMaps = shownTrees.value.some((tree) => tree.picture.kind === 'mm');
  return (
    <div class="picture-foot">
      {now !== null && now.trees.length > 0 && shownTrees.value.length !== 2 && <p class={now.balance === 0 ? 'balance' : 'balance bad'}>{balanceWords(now)}</p>}
      {source !== null && (
        <p class="offers">
          <button type="button" class="button small" disabled={stale.value} onClick={() => void appendLines(copyLines(source.name, source.kind, text.value))}>
            {source.kind === 'mm' ? 'fork it' : 'duplicate it'}
          </button>
          <button type="button" class="button small" disabled={stale.value} onClick={() => void appendLines(failingCopyLines(source.name, source.kind, 2, text.value))}>
            {source.kind === 'mm' ? 'fork it, 2nd request fails' : 'duplicate it, 2nd request fails'}
          </button>
        </p>
      )}
      {fromMaps && (
        <p class="history-note muted">
          Linux 6.16 builds this tree when these mappings are stored one by one in this order. A running process’s own tree can be laid out differently, by its history.
        </p>
      )}
    </div>
  );
}

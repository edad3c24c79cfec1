// SPDX-License-Identifier: GPL-2.0-or-later
//
// The room of the picture: its head, the strip of addresses, the drawing, the balance beside it; or the fork or sweep
// that the step is. The drawing itself is the views'; here they are given their data.

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { createStripView } from '../../views/strip/view';
import { createTreeView } from '../../views/tree/view';
import type { TreeView } from '../../views/tree/types';
import type { Scene } from '../../model/run';
import {
  appendLines,
  cancel,
  copySource,
  focusEditor,
  hover,
  loadExample,
  openDialog,
  runNow,
} from '../store/actions/actions';
import { balanceWords, halfBalanceWords, isBalanced } from '../../words/node-balance';
import { FailureDetails, failureWords } from './notice-bar';
import { choose, chooseThere, handsAt, pressedAt } from '../store/actions/hands';
import { FIRST_EXAMPLE } from '../store/kept/examples';
import { DifferRoom } from './compare-entry';
import { finding } from '../store/actions/find';
import { FindRow } from './find-entry';
import { largeTree } from '../store/run/large-tree';
import { event, halfShown, mainTreeNow } from '../store/run/motion';
import { keepsRoom, onDemand } from '../ui/on-demand';
import { ForwardIcon, PauseIcon, PlayIcon } from '../ui/icons';
import { pictureData } from './picture-data';
import { PictureHead } from './picture-head';
import { stepBy, togglePlay } from '../store/run/player';
import {
  busy,
  diagnostics,
  engineless,
  everything,
  fetching,
  gone,
  hasMaps,
  hovered,
  labels,
  playing,
  ran,
  running,
  scene,
  searched,
  selected,
  stale,
  steps,
  stripScale,
  text,
  touchedNow,
  trail,
  view,
} from '../store/page/state';
import { counted } from '../../base/text';
import { showChildTypes, showsTree } from '../store/page/tree-view';
import { Words } from '../ui/message-text';

const NO_READERS: Scene['readers'] = [];

/** The actions of the buttons over the picture. */
type Zoomed = Pick<TreeView, 'fit' | 'zoomBy'>;

const ForkPane = onDemand('The picture of forks', async () => (await import('./fork-pane')).ForkPane, keepsRoom);
const ComparePane = onDemand(
  'The comparison of forks',
  async () => (await import('./fork-pane')).ComparePane,
  keepsRoom,
);
const SweepPane = onDemand('The picture of sweeps', async () => (await import('./sweep-pane')).SweepPane, keepsRoom);
const VmasPane = onDemand('The list of VMAs', async () => (await import('./space-panel')).VmasPane, keepsRoom);
const LargeDrawing = onDemand(
  'The picture of large trees',
  async () => (await import('./large-drawing')).LargeDrawing,
  keepsRoom,
);

const Offers = onDemand('The offers', async () => (await import('./offers')).Offers);
const HandsList = onDemand('The list of what can be done', async () => (await import('./hands')).HandsList);

const FIRST_LINES = ['tree t', 'store 10..19 = 1'];

export function PicturePane() {
  const tree = useRef<Zoomed | null>(null);
  const attach = (made: Zoomed | null): void => {
    tree.current = made;
  };
  const nothing = ran.value !== null && !stale.value && steps.value === 0;
  return (
    <section
      class={stale.value || running.value ? 'picture-pane stale' : 'picture-pane'}
      aria-label="Picture"
      onPointerDownCapture={(event) => pressedAt({ x: event.clientX, y: event.clientY })}
      onKeyDownCapture={() => pressedAt(null)}
    >
      <Running />
      <PictureHead fit={() => tree.current?.fit()} zoom={(factor) => tree.current?.zoomBy(factor)} />
      {stale.value && steps.value > 0 && (
        <span class="stale-mark" title="Previous run: the picture shows the text that ran last">
          previous run
        </span>
      )}
      <FindRow />
      {ran.value === null && text.value === '' && !engineless.value && (
        <p class="beginning coming">Fetching the picture…</p>
      )}
      {view.value === 'fork' && <ForkPane />}
      {view.value === 'compare' && <ComparePane />}
      {view.value === 'sweep' && <SweepPane />}
      {view.value === 'vmas' && <VmasPane />}
      {(view.value === 'differ' || view.value === 'redblack') && <DifferRoom />}
      {view.value === 'tree' && (
        <>
          <Strip />
          {largeTree.value === null ? <Drawing attach={attach} /> : <LargeDrawing attach={attach} />}
        </>
      )}
      {nothing && !running.value && <Beginning />}
      {steps.value === 0 && diagnostics.value.length > 0 && !running.value && <NotRun />}
      {scene.value?.step === 0 && steps.value > 0 && view.value === 'tree' && !running.value && <AtStart />}
      {gone.value !== '' && view.value === 'tree' && !running.value && <Gone />}
      {engineless.value && !running.value && <Engineless />}
      {view.value !== 'differ' && view.value !== 'redblack' && !finding.value && <PictureFoot />}
      {handsAt.value !== null && <HandsList />}
    </section>
  );
}

// The work under way, over the dimmed picture of the run before.
function Running() {
  if (!running.value) return null;
  return (
    <div class="running">
      <Bar />
      <p>
        <RunningWords />
        <button type="button" class="button small" onClick={cancel}>
          Stop
        </button>
      </p>
    </div>
  );
}

// As long as it is, where that is known.
function Bar() {
  const now = busy.value;
  const sweep = now?.sweep ?? null;
  const [done, of] = sweep !== null && sweep.of !== null ? [sweep.done, sweep.of] : [now?.steps ?? 0, now?.of ?? null];
  if (fetching.value) return <progress aria-label="The engine is loading" />;
  return of === null ? (
    <progress aria-label="The scenario is running" />
  ) : (
    <progress aria-label="The scenario is running" max={of} value={Math.min(done, of)} />
  );
}

// A sweep shows how many runs are done: it is one step, and may be the longest of all.
function RunningWords() {
  const sweep = busy.value?.sweep ?? null;
  if (fetching.value) return <>Fetching the engine…</>;
  if (sweep === null) {
    return (
      <>
        Running… <span class="mono">{stepWords(busy.value?.steps ?? 0, busy.value?.of ?? null)}</span>
      </>
    );
  }
  return (
    <>
      Sweeping…{' '}
      <span class="mono">
        {sweep.of === null
          ? counted(sweep.done, 'run')
          : `${sweep.done.toLocaleString('en')} of ${counted(sweep.of, 'run')}`}
      </span>
    </>
  );
}

function stepWords(done: number, of: number | null): string {
  return of === null || of < done ? counted(done, 'step') : `${done.toLocaleString('en')} of ${counted(of, 'step')}`;
}

// The empty start, and the ways on from it.
function AtStart() {
  return (
    <div class="beginning at-start muted">
      Before the first step: press
      <button
        type="button"
        class="button square"
        aria-label="Go to the first step"
        title="Step forward  →"
        onClick={() => stepBy(1)}
      >
        <ForwardIcon />
      </button>
      or
      <button
        type="button"
        class="button square"
        aria-label="Play from the start"
        title="Play  Space"
        onClick={togglePlay}
      >
        {playing.value ? <PauseIcon /> : <PlayIcon />}
      </button>
    </div>
  );
}

// Nothing to draw any more, and why.
function Gone() {
  return (
    <div class="beginning muted">
      <p>{gone.value}.</p>
    </div>
  );
}

// Nothing to draw at all: the page came without its engine.
function Engineless() {
  return (
    <div class="beginning" role="alert">
      <p>{failureWords()}</p>
      <p class="ways">
        <button type="button" class="button primary" onClick={() => void runNow()}>
          Try again
        </button>
      </p>
      <FailureDetails />
    </div>
  );
}

// A text with mistakes, and no picture of an older one to look at.
function NotRun() {
  const [first] = diagnostics.value;
  if (first === undefined) return null;
  return (
    <div class="beginning">
      <p>{counted(diagnostics.value.length, 'problem')} in the text: it was not run.</p>
      <p class="ways">
        <button type="button" class="button" onClick={() => focusEditor(first.from)}>
          Go to line {first.line}
        </button>
      </p>
      <p class="muted">
        <Words of={first.message} />
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

function Strip() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createStripView({
      host: host.current,
      onHover: hover,
      onSelect: chooseThere,
      onBorders: async () => (await import('./borders')).borderHands,
    });
    const stop = effect(() =>
      view.update({
        tree: mainTreeNow.value,
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

function Drawing({ attach }: { readonly attach: (view: Zoomed | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createTreeView({ host: host.current, onHover: hover, onSelect: choose, onPointers: showChildTypes });
    attach(view);
    showsTree(view);
    const stop = effect(() => {
      // It leaves in a moment: a tree this large is not laid out here for nobody to see.
      if (largeTree.value !== null) return;
      view.update(pictureData());
    });
    return () => {
      stop();
      attach(null);
      showsTree(null);
      view.destroy();
    };
  }, []);
  return <div class="tree-host" ref={host} />;
}

// One line for the balance, always the same one, whose verdict is never cut; what is said of maps belongs to the run,
// so that stepping moves nothing.
function PictureFoot() {
  const now = scene.value;
  const source = copySource();
  const words = now !== null && (now.trees.length > 0 || gone.value !== '') ? footWords(now) : '';
  const verdict = words.lastIndexOf('; ') + 1;
  return (
    <div class="picture-foot">
      <p
        class={`balance${now === null || isBalanced(now) ? '' : ' bad'}${event.value === null ? '' : ' at-event'}`}
        title={words}
      >
        <span class="where">{words.slice(0, verdict)}</span>
        <span class="verdict">{words.slice(verdict)}</span>
      </p>
      {source !== null && everything.value && <Offers name={source.name} kind={source.kind} />}
      {hasMaps.value && view.value === 'tree' && (
        <p class="history-note muted">
          <span class="only-wide">
            Linux 6.16 builds this tree when these mappings are stored one by one in this order. A running process’s own
            tree can be laid out differently, by its history.
          </span>
          <span class="only-narrow">A running process’s own tree can differ, by its history.</span>
        </p>
      )}
    </div>
  );
}

// At an event where nodes are then. As long as that is not known, and at the marks of a fork, that the balance is the
// step's.
function footWords(now: Scene): string {
  if (event.value !== null && halfShown.value !== null) return halfBalanceWords(now, halfShown.value);
  return balanceWords(now, event.value === null && view.value !== 'fork' ? 'balance' : 'after the step');
}

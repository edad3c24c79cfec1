// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a printed step: its tree or, where another view shows more, that view. Always light.

import type { ComponentChild } from 'preact';
import { createClient } from '../../engine/service/client';
import { spawnWorker } from '../../engine/service/spawn';
import { markTexts } from '../../engine/scene/event-texts';
import type { Ran } from '../../lesson/engine';
import type { View } from '../../lesson/lesson';
import type { ForkColumn } from '../../model/memory';
import type { Scene, SceneTree } from '../../model/run';
import { treeFigure, type Brief, type Figure, type FigureFacts } from '../../views/export/figure';
import { Comparison } from '../../views/fork/comparison';
import { Duplication } from '../../views/fork/duplication';
import { PageTables } from '../../views/fork/page-tables';
import { VmaTable } from '../../views/fork/vma-table';
import '../../views/fork/page-tables.css';
import '../../views/fork/style.css';
import { SweepView } from '../../views/sweep/view';
import '../../views/sweep/style.css';
import { columnsShown, ownColumn, tablesOf, treeNamed } from '../picture/fork-pane';
import { laidOut } from '../share/laid-out';
import { leftTables, tellingPlace } from '../store/page/state';
import { forkWords } from '../store/run/moment-words';
import { counted } from '../../base/text';
import type { TouchedRange } from '../../views/shared/refs';
import { untouchedBelow } from './untouched';

/** The printable views of a step: a view of lessons, or the page tables. */
export type Printed = View | 'tables';

export interface Picture {
  readonly view: Printed;
  /** `data:image/svg+xml,…` */
  readonly source: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly words: string;
}

/** A step of a run that is to be printed. */
export interface Step {
  readonly run: Ran;
  readonly text: string;
  readonly scene: Scene;
  /** Null, or one that the step does not have: the one that shows most of it, as on the page. */
  readonly view: Printed | null;
  /** With the sentence of the step, and what it touched. */
  readonly told: boolean;
  /** The range that the next step, about which the reader is asked, will touch: a wide tree is folded elsewhere. */
  readonly next?: TouchedRange | null;
}

/** Pixels that a part of the page is laid out in: about those of a page between its margins. */
const SIZE = { width: 760, height: 900 };
/** VMAs that are printed. */
const VMAS_MOST = 36;
const NOTHING = (): void => undefined;
const UNCHANGED: SceneTree['changes'] = { now: new Map(), gone: [] };

/** Draws a step as Share does. Null: it has nothing that can be drawn. */
export async function pictureOf(step: Step): Promise<Picture | null> {
  const found = viewsOf(step);
  const view = found.find((one) => one === step.view) ?? found[0];
  if (view === undefined) return null;
  const { svg, width, height } = await DRAWN[view](step);
  return {
    view,
    source: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width,
    height,
    words: step.told ? step.scene.headline : `${NAMES[view]} after step ${step.scene.step}`,
  };
}

const NAMES: Readonly<Record<Printed, string>> = {
  sweep: 'The sweep',
  fork: 'The fork',
  tree: 'The tree',
  compare: 'The comparison',
  vmas: 'The VMAs',
  tables: 'The page tables',
};

/** The views that a step has, the one that shows most of it first. */
export function viewsOf({ scene, run }: Pick<Step, 'scene' | 'run'>): readonly Printed[] {
  const { fork } = scene;
  const space = spaceOf(scene);
  return [
    ...(sweepOf(run, scene) !== null ? (['sweep'] as const) : []),
    ...(fork !== null ? (['fork'] as const) : []),
    ...(treesOf(scene).length > 0 ? (['tree'] as const) : []),
    ...((fork?.record ?? null) !== null ? (['compare'] as const) : []),
    ...(space === null ? [] : (['vmas'] as const)),
    ...((space?.mm?.tables.length ?? 0) === 0 ? [] : (['tables'] as const)),
  ];
}

const DRAWN: Readonly<Record<Printed, (step: Step) => Promise<Figure>>> = {
  tree: drawTree,
  sweep: async (step) => {
    const report = sweepOf(step.run, step.scene);
    return drawPart(
      <div class="sweep-host">{report !== null && <SweepView sweeps={[report]} open={null} onOpen={NOTHING} />}</div>,
      factsOf(step, step.scene.headline),
    );
  },
  fork: drawFork,
  compare: async (step) => {
    const record = step.scene.fork?.record ?? null;
    const all = record === null ? [] : columnsShown(await columnsOf(step), record);
    return drawPart(
      <div class="compare-host">
        {record !== null && <Comparison columns={all} own={ownColumn(all, record)} busy={false} onCompare={NOTHING} />}
      </div>,
      factsOf(step, step.scene.headline),
    );
  },
  vmas: async (step) => {
    const tree = spaceOf(step.scene);
    const vmas = tree?.vmas ?? [];
    const more = vmas.length - VMAS_MOST;
    return drawPart(
      <div class="vmas-host">
        {tree !== null && (
          <VmaTable
            name={tree.picture.name}
            vmas={vmas.slice(0, VMAS_MOST)}
            records={tree.mm?.records ?? null}
            selected={0}
            fill
          />
        )}
      </div>,
      factsOf(step, more > 0 ? `${counted(more, 'more VMA', 'more VMAs')} of ${vmas.length} not printed.` : ''),
    );
  },
  tables: async (step) => {
    const tree = spaceOf(step.scene);
    return drawPart(
      <div>
        {tree !== null && (
          <PageTables name={tree.picture.name} tables={tree.mm?.tables ?? []} vmas={tree.vmas ?? []} undone={null} />
        )}
      </div>,
      factsOf(step, step.told ? step.scene.headline : ''),
    );
  },
};

function factsOf({ scene, told }: Step, sentence: string): FigureFacts {
  const title = told ? `Step ${scene.step}` : `After step ${scene.step}`;
  return { title, subtitle: '', sentence, link: null, code: null };
}

function drawPart(part: ComponentChild, facts: FigureFacts): Promise<Figure> {
  return laidOut(part, { facts, theme: 'light', shape: 'captioned', size: SIZE });
}

// At the mark that the page opens at.
function drawFork(step: Step): Promise<Figure> {
  const { scene } = step;
  const { fork } = scene;
  const cursor = tellingPlace(fork?.marks ?? [], leftTables(scene));
  return drawPart(
    <div class="fork-host">
      {fork !== null && (
        <Duplication
          fork={fork}
          texts={markTexts(scene)}
          parent={fork.parent === null ? null : treeNamed(scene, fork.parent)}
          child={treeNamed(scene, fork.child)}
          cursor={cursor}
          playing={false}
          onCursor={NOTHING}
          onPlay={NOTHING}
          tables={tablesOf(scene, fork)}
        />
      )}
    </div>,
    factsOf(step, fork === null ? '' : forkWords(scene, fork, cursor)),
  );
}

// The fork in every other way, on an engine of its own.
async function columnsOf({ text, scene }: Step): Promise<readonly ForkColumn[]> {
  const client = createClient({ spawn: spawnWorker, session: { sums: 'on demand' } });
  try {
    await client.run(text);
    return await client.ask('forkColumns', { step: scene.step, ways: 'all' });
  } finally {
    client.dispose();
  }
}

function sweepOf({ summary }: Ran, { step }: Scene) {
  return summary.sweeps.find((one) => one.step === step)?.report ?? null;
}

// `next`: the tree that the next step is about.
function treesOf({ trees, pair, record }: Scene, next?: string): readonly SceneTree[] {
  const named = (name: string | null | undefined): readonly SceneTree[] =>
    trees.filter(({ picture }) => picture.name === name);
  const asked = named(next);
  if (asked.length > 0) return asked;
  const both = pair === null ? [] : [...named(pair.parent), ...named(pair.child)];
  if (both.length === 2) return both;
  const own = named(record?.tree);
  return own.length > 0 ? own : trees.slice(0, 1);
}

// The address space of the tree that is drawn, if it is one.
function spaceOf(scene: Scene): SceneTree | null {
  return treesOf(scene).find(({ mm }) => mm !== null) ?? null;
}

// The parts to fold if the tree is too wide for a page. For a question, only the range named in its line stays open.
function briefOf(trees: readonly SceneTree[], { scene, told, next = null }: Step): Brief | undefined {
  const [tree] = trees;
  if (tree === undefined || trees.length > 1) return undefined;
  const { nodes, below } = untouchedBelow(tree, told ? scene.touched : next, told);
  if (nodes.length === 0) return undefined;
  const subtitle = `${counted(below, 'node')} under folded inner nodes ${below === 1 ? 'is' : 'are'} not drawn.`;
  return { tree: tree.picture.name, nodes, subtitle };
}

function drawTree(step: Step): Promise<Figure> {
  const { run, scene, told } = step;
  const drawn = treesOf(scene, step.next?.tree);
  // Of a question's tree: how it stands, not how the step before made it so, unless a reader still needs to know.
  const rests = step.next !== undefined && scene.readers.length === 0;
  const trees = rests ? drawn.map((tree) => ({ ...tree, changes: UNCHANGED })) : drawn;
  return treeFigure({
    brief: briefOf(trees, step),
    uncounted: step.next !== undefined,
    data: {
      trees,
      labels: run.summary.labels,
      touched: told ? scene.touched : null,
      trail: null,
      readers: scene.readers,
      waiting: scene.waiting,
      existing: scene.trees.map(({ picture }) => picture.name),
      selected: null,
      hovered: null,
      balance: null,
      step: scene.step,
      half: null,
      rings: [],
      heights: null,
      pointers: false,
      table: false,
    },
    facts: factsOf(step, step.told ? step.scene.headline : ''),
    theme: 'light',
  });
}

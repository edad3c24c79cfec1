// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one store of the page: signals, and what can be derived from them. Everything on screen is a function of these;
// only actions.ts (and the modules it drives) writes them.

import { computed, signal } from '@preact/signals';
import type { NumberBase } from '../../../base/number-base';
import type { Diagnostic } from '../../../model/diagnostic';
import type { ForkColumn, ForkMark } from '../../../model/memory';
import type { SweepReport } from '../../../model/sweep';
import type { NodePicture } from '../../../model/picture';
import { briefAt, NO_STEPS, type RunSummary, type Scene, type SceneTree } from '../../../model/run';
import { brokenNumbers, differencesAt } from '../../../views/inspector/broken';
import type { Evidence } from '../../../views/inspector/invariants';
import type { Corruption } from '../../../views/inspector/types';
import type { SlotRef, TouchedRange } from '../../../views/shared/refs';
import { trailOf } from '../../../views/shared/trail';
import type { StripScale } from '../../../views/strip/types';
import { withNodes } from './partial-tree';
import { titleOf } from './texts';
import { corruptionsOf, lastGone } from './trouble';

/** The engine's last answer to a text. The picture on screen always belongs to `ran`. */
export interface Ran {
  readonly text: string;
  readonly summary: RunSummary;
}

/** Work of the engine that is under way; shown, with a way to cancel it, once it has taken a moment. */
export interface Busy {
  readonly what: string;
  /** The engine has started; until then it is loading. */
  readonly begun: boolean;
  readonly steps: number;
  /** How many there will be, as far as the text shows without being run; null: unknown. */
  readonly of: number | null;
  /** A sweep is under way: how many of its runs are done, and of how many (null: not known). Null: none is. */
  readonly sweep: SweepProgress | null;
  readonly shown: boolean;
}

export interface SweepProgress {
  readonly done: number;
  readonly of: number | null;
}

/** The fork of the step shown, repeated in every other way on demand; for one step of one run. */
export interface Compared {
  readonly run: Ran;
  readonly step: number;
  /** Null while it is under way. */
  readonly columns: readonly ForkColumn[] | null;
}

/** A message above the picture: about a link, a restored text, a run that was cancelled. */
export interface Notice {
  readonly tone: 'plain' | 'warning';
  readonly text: string;
  /** A button that goes with it. */
  readonly offer: { readonly label: string; readonly act: () => void } | null;
  /** Over the picture, not above it: the picture does not move. */
  readonly over?: boolean;
  /** About one run: the page removes it when the next run begins. */
  readonly ofRun?: boolean;
}

export type DialogName =
  'paste' | 'share' | 'help' | 'keys' | 'palette' | 'gallery' | 'mismatch' | 'differences' | 'labs' | 'teaching';
export type Pane = 'scenario' | 'picture' | 'step';
/** The inspector's tabs, in the order of their keys 1, 2, … Each has its row in app/inspector/tabs.tsx. */
export const INSPECTOR_TABS = ['step', 'node', 'allocator', 'invariants', 'space'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];
/** The content of the picture pane. */
export type PictureView = 'tree' | 'fork' | 'compare' | 'sweep' | 'vmas' | 'differ' | 'redblack';
export type Theme = 'system' | 'light' | 'dark';

/** Steps a second that play offers. */
export const SPEEDS = [1, 2, 5, 15, 60, 500, 5000] as const;

export const text = signal('');
/** Counts texts put in by something else than typing, so that the editor takes them over. */
export const textRevision = signal(0);
/** The last text replaced the one before by adding or removing lines: undo reverts it as an edit. */
export const continues = signal(false);
/** Said to listeners besides what the step is. */
export const announced = signal('');
export const diagnostics = signal<readonly Diagnostic[]>([]);
export const ran = signal<Ran | null>(null);
export const busy = signal<Busy | null>(null);
/** The engine could not be started or broke down: what it said. The next run tries again. */
export const engineFailure = signal<string | null>(null);

/** The step wanted; `scene` follows as soon as the engine has it. */
export const step = signal(0);
/**
 * The step that every pane describes: that of the scene, so that all change in one frame; the step wanted if its scene
 * is late.
 */
export const stepHere = signal(0);
/** The first step that the last edit changed; null where it changed none, and after a run that no edit led to. */
export const editedAt = signal<number | null>(null);
export const scene = signal<Scene | null>(null);
/** The run that `scene` is of: for a moment after a run `ran` is newer. */
export const sceneRun = signal<Ran | null>(null);
export const playing = signal(false);
export const speed = signal<number>(2);

/** A tree chosen by hand; null: the one that the step is about. */
export const chosenTree = signal<string | null>(null);
/** Slot or node that was chosen, and the one under the pointer: shared by all views. */
export const selected = signal<SlotRef | null>(null);
export const hovered = signal<SlotRef | null>(null);
/** The step under the pointer in the timeline. */
export const hoveredStep = signal<number | null>(null);
/** Side by side after a dup or fork, unless the person chose one tree. */
export const sideBySide = signal(true);
/** The table in place of the drawing. */
export const asTable = signal(false);
/** The base of indexes, chosen by hand; null: as the text writes them. */
export const chosenBase = signal<NumberBase | null>(null);
export const stripScale = signal<StripScale>('packed');

/** A view of the picture chosen by hand; null: the one that shows most of the step. */
export const chosenView = signal<PictureView | null>(null);
/** The person chose two trees side by side: one more view of every step. */
export const differing = signal(false);
/** How many marks of a fork are done, for the step of the run that it was set at. */
export const forkPlace = signal<{ readonly of: Scene; readonly cursor: number } | null>(null);
export const forkPlaying = signal(false);
export const compared = signal<Compared | null>(null);

export const dialog = signal<DialogName | null>(null);
/** Text that the paste dialog opens with. */
export const pasted = signal<string | readonly File[]>('');
/** Installs a new version of the page that has been downloaded; null: there is none. */
export const update = signal<(() => void) | null>(null);
export const notice = signal<Notice | null>(null);
export const inspectorTab = signal<InspectorTab>('step');
export const pane = signal<Pane>('picture');
/** Where one room is shown at a time: the picture was called up from a text, and this leads back to it. */
export const wayBack = signal<(() => void) | null>(null);
export const theme = signal<Theme>('system');
export const singleKeys = signal(true);
/** The script is shown, and cannot be changed: in a frame on another site. */
export const readOnly = signal(false);
export const editorWidth = signal(330);
/** The page shows everything, not only what explains the step. */
export const everything = signal(false);
/** The person opened the inspector; for the time before `everything` is on. */
export const beside = signal(false);
/** The things to do on a first visit were put away. */
export const welcomed = signal(false);
/** The text and step of the link that was opened last; null when none was. */
export const sent = signal<{ readonly text: string; readonly step: number } | null>(null);
/** False between a change and the moment it is kept. */
export const saved = signal(true);
/** Counts changes of the text store. */
export const textsChanged = signal(0);
/** Why the person's text could not be saved; null if it was. */
export const unsaved = signal<'full' | 'blocked' | 'gone' | null>(null);

/** The steps of the run shown. */
export const stepColumns = computed(() => ran.value?.summary.steps ?? NO_STEPS);
export const steps = computed(() => stepColumns.value.length);
/** Of the step whose scene is shown. */
export const briefNow = computed(() => briefAt(stepColumns.value, scene.value?.step ?? 0));
/** The picture belongs to an older text than the one in the editor. */
export const stale = computed(() => ran.value !== null && ran.value.text !== text.value);
/** Texts of the labels of the text that ran. */
export const labels = computed<readonly string[]>(() => ran.value?.summary.labels ?? []);
/** The first run waits for the engine, which is on its way. */
export const fetching = computed(() => ran.value === null && busy.value !== null && !busy.value.begun);
/** Nothing has ever run here, because the engine could not be loaded: there is nothing to look at. */
export const engineless = computed(() => engineFailure.value !== null && ran.value === null);
/** Of a step that has no tree any more: how the last one went. */
export const gone = computed(() =>
  scene.value === null || scene.value.trees.length > 0 ? '' : lastGone(stepColumns.value, scene.value.step),
);
export const title = computed(() => titleOf(text.value));
export const engineId = computed(() => ran.value?.summary.engine ?? null);

/** Nodes of a tree too large to be pictured whole that were requested one by one (large.ts), for one scene. */
export const found = signal<{
  readonly of: Scene;
  readonly tree: string;
  readonly nodes: readonly NodePicture[];
} | null>(null);

/** The trees that are drawn: one, or the pair after a dup or fork. */
export const shownTrees = computed<readonly SceneTree[]>(() => {
  const now = scene.value;
  if (now === null) return [];
  const more = found.value;
  const byName = (name: string | null): SceneTree | undefined => {
    const tree = now.trees.find(({ picture }) => picture.name === name);
    return tree !== undefined && more !== null && more.of === now && more.tree === name
      ? withNodes(tree, more.nodes)
      : tree;
  };
  const chosen = byName(chosenTree.value);
  if (chosen !== undefined) return [chosen];
  if (now.pair !== null && sideBySide.value && !isUnborn(now)) {
    const pair = [byName(now.pair.parent), byName(now.pair.child)].filter((tree) => tree !== undefined);
    if (pair.length === 2) return pair;
  }
  const focus = byName(now.focus) ?? now.trees.at(-1);
  return focus === undefined ? [] : [focus];
});

// A copy that failed is no tree: the pair of an earlier one would show another process than the step speaks of.
function isUnborn({ fork, trees }: Scene): boolean {
  return fork !== null && fork.parent !== null && !trees.some(({ picture }) => picture.name === fork.child);
}

/**
 * The tree that the inspector, the invariants and `layout()` speak of: of two that are shown the one that the step
 * writes, else the copy.
 */
export const mainTree = computed<SceneTree | null>(() => {
  const shown = shownTrees.value;
  const named = (name: string | undefined): SceneTree | undefined => shown.find((tree) => tree.picture.name === name);
  return named(selected.value?.tree) ?? named(scene.value?.touched?.tree) ?? shown.at(-1) ?? null;
});

/** The sweep that the step shown is, and its place among those of the run. */
export const sweepHere = computed<{ readonly at: number; readonly report: SweepReport } | null>(() => {
  const summary = ran.value?.summary;
  const now = scene.value;
  if (summary === undefined || now === null) return null;
  const at = summary.sweeps.findIndex((sweep) => sweep.step === now.step);
  const found = summary.sweeps[at];
  return found === undefined ? null : { at, report: found.report };
});

/** The views that the step shown has, the one that shows most of it first. */
export const views = computed<readonly PictureView[]>(() => {
  const found: PictureView[] = [];
  const now = scene.value;
  if (sweepHere.value !== null) found.push('sweep');
  const fork = now?.fork ?? null;
  if (fork !== null) found.push('fork');
  found.push('tree');
  if (fork !== null && fork.record !== null) found.push('compare');
  if (space.value !== null) found.push('vmas');
  if (differing.value) found.push('differ');
  // While it is the chosen view: of every tree, at every step.
  if (chosenView.value === 'redblack') found.push('redblack');
  return found;
});
/** The view on the page. */
export const view = computed<PictureView>(() => {
  const chosen = chosenView.value;
  return chosen !== null && views.value.includes(chosen) ? chosen : (views.value[0] ?? 'tree');
});

/** How many marks of the fork shown are done: at first those up to the failure, or, if there is none, all of them. */
export const forkCursor = computed(() => {
  const now = scene.value;
  const marks = now?.fork?.marks ?? [];
  return forkPlace.value !== null && forkPlace.value.of === now
    ? Math.min(forkPlace.value.cursor, marks.length)
    : tellingPlace(marks, leftTables(now));
});
/** The comparison of the step shown; null until someone opens it. */
export const comparedHere = computed(() => {
  const known = compared.value;
  return known !== null && known.run === ran.value && known.step === scene.value?.step ? known : null;
});

/** The address space that the inspector speaks of: the tree shown, if it is one. */
export const space = computed<SceneTree | null>(() =>
  mainTree.value !== null && mainTree.value.mm !== null ? mainTree.value : null,
);

/** The 1-based line of the current step, null at step 0 or when the picture is stale. */
export const currentLine = computed(() => {
  const now = scene.value;
  return now?.record === null || now === null ? null : now.record.line;
});

/** Note that stands before the current step. */
export const currentNotes = computed(
  () => ran.value?.summary.notes.filter((note) => note.step === stepHere.value && note.text !== '') ?? [],
);
/**
 * Lines that the longest note of the run takes in the inspector, at most four; notes keep their place while one steps.
 */
export const noteLines = computed(() =>
  (ran.value?.summary.notes ?? []).reduce(
    (most, { text: words }) => Math.max(most, Math.min(4, Math.ceil(words.length / 42))),
    0,
  ),
);
/** Whether the run stores a memory map. */
export const hasMaps = computed(() => stepColumns.value.kinds.some(({ op }) => op === 'maps'));
/** A run is in progress and has taken long enough to be shown. */
export const running = computed(() => busy.value?.shown === true);
/** The way of the step shown; null when it is not one that reads. */
export const trail = computed(() => (scene.value === null ? null : trailOf(scene.value)));
/** Where the step shown looked for a free range. */
export const searched = computed<TouchedRange | null>(() => {
  const now = scene.value;
  const tree = now?.record?.tree ?? null;
  return now === null || now.window === null || tree === null ? null : { tree, ...now.window };
});
/**
 * The range that the step shown was about. A search that found nothing touched nothing: its window is shown as such.
 */
export const touchedNow = computed<TouchedRange | null>(() => {
  const now = scene.value;
  return now === null || wentNowhere(now) ? null : now.touched;
});

function wentNowhere({ window, record }: Scene): boolean {
  return (
    (window !== null && record?.result === null) ||
    record?.error === 'EBUSY' ||
    record?.error === 'EINVAL' ||
    record?.op === 'release'
  );
}

/** The evidence for the invariants at the step shown. */
export const evidence = computed<Evidence>(() => {
  const now = scene.value;
  return {
    trees: (now?.trees ?? []).map(({ picture, findings }) => ({
      name: picture.name,
      findings,
      height: picture.height,
      alloc: picture.mode.alloc,
    })),
    balance: now?.balance ?? 0,
    troubles: ran.value === null || now === null ? [] : differencesAt(ran.value.summary, now.step),
  };
});
/** Invariants broken at the step shown. */
export const brokenCount = computed(() => brokenNumbers(evidence.value).length);
/** Computed once per run, so that seeking does not read all steps. */
const corrupted = computed(() => corruptionsOf(stepColumns.value));
/** Trees of the step shown that the scenario has corrupted, with the lines that did. */
export const corruptions = computed<readonly Corruption[]>(() => {
  const at = scene.value?.step ?? 0;
  return corrupted.value.filter(({ from, to }) => from <= at && at < to);
});

/** Whether the fork of a step left page tables behind. */
export function leftTables(now: Pick<Scene, 'fork'> | null): boolean {
  return (now?.fork?.record?.tablesLeft ?? 0) > 0;
}

/**
 * Where a play rests before anyone has moved it: where it fails, with the marker in its place, before anything is
 * undone; where page tables are left behind, at the end, which shows them.
 */
export function tellingPlace(marks: readonly Pick<ForkMark, 'kind'>[], leaks = false): number {
  const failed = marks.findIndex(({ kind }) => kind === 'failed');
  if (failed < 0 || leaks) return marks.length;
  // A copy of the tree frees its nodes before the fork learns of the failure.
  let refused = failed;
  while (marks[refused - 1]?.kind === 'node_freed') refused--;
  if (refused < failed && marks[refused - 1]?.kind === 'request') return refused;
  let end = failed + 1;
  while (marks[end]?.kind === 'marker') end++;
  return end;
}

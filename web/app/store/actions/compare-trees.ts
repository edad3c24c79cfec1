// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two trees side by side: which two, and what came of it.

import { thrownText } from '../../../base/thrown';
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { Cancelled } from '../../../engine/service/client';
import type { TreeAt, TreeComparison } from '../../../model/comparison';
import type { ForkColumn } from '../../../model/memory';
import { isDifference, nodesOf } from '../../../model/comparison';
import type { Op } from '../../../model/ops';
import { RELEASE_KEYS, releaseRow, type Release } from '../../../model/releases';
import { kindAt, stepsLike } from '../../../model/run';
import { policiesOf } from '../../../scenario/check/release-text';
import { nextDifference } from '../../../views/compare/words';
import { select } from './actions';
import { branches, currentBranch } from './branches';
import { pairWanted, type Choice, type Pair, type RunChoice } from '../page/pair-wanted';
import { PATIENCE_MS } from '../run/patience';
import { askCompared, askRun } from '../run/run';
import { busy, stepColumns, mainTree, ran, scene, sceneRun, step, type Ran } from '../page/state';

export interface Offer {
  readonly name: string;
  readonly pair: Pair;
}

const here: Choice = { run: 'shown', tree: null, step: 'shown' };

/**
 * Which two: at a step that makes a copy the original and the copy, else the step before and this one, until others are
 * chosen.
 */
export const pairChosen = computed<Pair>(
  () => pairWanted.value ?? copyHere.value ?? { a: { ...here, step: 'before' }, b: here },
);
/** With the titles that the two had as it was asked. */
export const compared = signal<{
  readonly run: Ran;
  readonly asked: string;
  readonly titles: readonly [a: string, b: string];
  readonly answer: TreeComparison;
} | null>(null);
export const chosenRow = signal<number | null>(null);
/**
 * A comparison that takes a while; `made`: steps of another run that are made for it, 0 if none is. Null: nothing is
 * under way.
 */
export const comparing = signal<{ readonly made: number } | null>(null);
/** The comparison that is wanted was given up. */
export const gaveUp = signal(false);
export const compareFailure = signal<string | null>(null);

function opAt(at: number): Op | undefined {
  return kindAt(stepColumns.value, at)?.op;
}

// The step before has no copy yet.
const copyHere = computed<Pair | null>(() => {
  const now = scene.value;
  const op = opAt(now?.step ?? 0);
  if (now === null || now.pair === null || (op !== 'dup' && op !== 'fork')) return null;
  return { a: { ...here, tree: now.pair.parent }, b: { ...here, tree: now.pair.child } };
});

export function choosePair(pair: Pair): void {
  // Also if it is the same two once more, after they were given up.
  pairWanted.value = { ...pair };
}

const policies = computed(() => (ran.value === null ? null : policiesOf(ran.value.text)));
/** The releases under which the text is another one. */
export const otherReleases = computed<readonly Release[]>(() =>
  policies.value === null ? [] : RELEASE_KEYS.filter((one) => one !== policies.value?.own),
);

/** Pairs that are worth a look at this moment, as buttons. */
export const offers = computed<readonly Offer[]>(() => {
  const list: Offer[] = [{ name: 'step before | this step', pair: { a: { ...here, step: 'before' }, b: here } }];
  const now = scene.value;
  if (now !== null && opAt(now.step) === 'fork') {
    const forks = stepsLike(stepColumns.value, ({ op }) => op === 'fork');
    const before = forks[forks.indexOf(now.step) - 1];
    if (before !== undefined)
      list.push({ name: 'fork before | this fork', pair: { a: { ...here, step: before }, b: here } });
  }
  const names = now?.trees.map(({ picture }) => picture.name) ?? [];
  const shown = mainTree.value?.picture.name ?? null;
  // The tree shown and the newest of the others, in order of creation.
  const newest = names.findLast((name) => name !== shown);
  const [one, other] =
    now !== null && now.pair !== null
      ? [now.pair.parent, now.pair.child]
      : names.filter((name) => name === shown || name === newest);
  if (one !== undefined && other !== undefined)
    list.push({ name: `${one} | ${other}`, pair: { a: { ...here, tree: one }, b: { ...here, tree: other } } });
  const { parent } = currentBranch.value;
  if (parent !== null)
    list.push({
      name: 'parent branch | this one',
      pair: { a: { run: { branch: parent }, tree: null, step: 'last' }, b: { ...here, step: 'last' } },
    });
  // Address spaces follow one release. Where trees follow different ones neither side is the run that is shown.
  if (policies.value !== null && mainTree.value?.picture.kind !== 'mm') {
    const { own } = policies.value;
    const first = own ?? RELEASE_KEYS.at(-1)!;
    const a: Choice = { ...here, run: own === null ? { release: first } : 'shown' };
    for (const release of RELEASE_KEYS.filter((one) => one !== first))
      list.push({
        name: `${releaseRow(first).name} | ${releaseRow(release).name}`,
        pair: { a, b: { ...here, run: { release } } },
      });
  }
  return list;
});

/** A choice in the form of the engine's question. Null while there is no tree. */
export function treeAt({ run, tree, step: wanted }: Choice): TreeAt | null {
  const name = tree ?? mainTree.value?.picture.name ?? null;
  if (name === null) return null;
  const now = scene.value?.step ?? step.value;
  const at =
    wanted === 'shown' ? now : wanted === 'before' ? Math.max(0, now - 1) : wanted === 'last' ? 0xffff_ffff : wanted;
  return { text: textOf(run), tree: name, step: at };
}

function textOf(run: RunChoice): string | null {
  if (run === 'shown') return null;
  if ('release' in run) return policies.value?.texts[run.release] ?? null;
  return branches.value.find(({ id }) => id === run.branch)?.text ?? null;
}

/** Whether two pairs come to the same trees at the same steps, however they are chosen. */
export function comparesSame(one: Pair, other: Pair): boolean {
  const trees = ({ a, b }: Pair): string => JSON.stringify([treeAt(a), treeAt(b)]);
  return trees(one) === trees(other);
}

/** The two steps, from 1, where each is a fork of the run shown; null where they are not two forks. */
export const forksChosen = computed<readonly [a: number, b: number] | null>(() => {
  const [a, b] = [pairChosen.value.a, pairChosen.value.b].map((choice) => {
    const at = treeAt(choice);
    const number = at === null || at.text !== null ? 0 : Math.min(at.step, stepColumns.value.length);
    return opAt(number) === 'fork' ? number : 0;
  });
  return a === undefined || b === undefined || a === 0 || b === 0 || a === b ? null : [a, b];
});

/** Both forks as they are made at their steps. */
export const forksCompared = signal<{
  readonly run: Ran;
  readonly steps: readonly [a: number, b: number];
  readonly columns: readonly ForkColumn[];
} | null>(null);

async function askForks(run: Ran, steps: readonly [a: number, b: number]): Promise<void> {
  const columns: ForkColumn[] = [];
  try {
    for (const at of steps) columns.push(...(await askCompared(at, 'own')));
  } catch (error) {
    if (!(error instanceof Cancelled)) compareFailure.value = thrownText(error);
  }
  if (columns.length === 2 && ran.peek() === run) forksCompared.value = { run, steps, columns };
}

// "t by vacancy": with the run if it is not the one shown.
function nameOf({ tree, run }: Choice): string {
  const name = tree ?? mainTree.value?.picture.name ?? 'no tree';
  const space = scene.value?.trees.find(({ picture }) => picture.name === name)?.picture.kind === 'mm';
  const of =
    run === 'shown'
      ? ''
      : 'release' in run
        ? `${space ? ' of the run' : ''} by ${releaseRow(run.release).name}`
        : ` of “${branches.value.find(({ id }) => id === run.branch)?.name ?? 'a branch that is gone'}”`;
  return `${name}${of}`;
}

// "t · step 4".
function titled(name: string, side: TreeComparison['a']): string {
  return side === null ? name : `${name} · step ${side.step.toLocaleString('en')}`;
}

/** The question; `other`: about the run of another text. */
let asking: { readonly abort: AbortController; readonly other: boolean } | null = null;

/** Keeps the comparison in step with the page until the returned function is called. */
export function startCompare(): () => void {
  const stopForks = effect(() => {
    const run = ran.value;
    const steps = forksChosen.value;
    if (run === null || steps === null || busy.value !== null || sceneRun.value !== run) return;
    const known = forksCompared.peek();
    if (known?.run !== run || known.steps.join() !== steps.join()) void untracked(() => askForks(run, steps));
  });
  const stop = effect(() => {
    const run = ran.value;
    const { a, b } = pairChosen.value;
    const [one, other] = [treeAt(a), treeAt(b)];
    // Nothing is asked while a run is under way, and everything when it has ended and its own step is on the page.
    if (run === null || one === null || other === null || busy.value !== null || sceneRun.value !== run) return;
    const asked = JSON.stringify([one, other]);
    const known = compared.peek();
    if (known !== null && known.run === run && known.asked === asked) {
      untracked(leaveOff);
      return;
    }
    void untracked(() => ask(run, { a: one, b: other }, [a, b], asked));
  });
  return () => {
    stop();
    stopForks();
    leaveOff();
  };
}

async function ask(
  run: Ran,
  two: { readonly a: TreeAt; readonly b: TreeAt },
  [a, b]: readonly [Choice, Choice],
  asked: string,
): Promise<void> {
  leaveOff();
  const names = [nameOf(a), nameOf(b)] as const;
  const mine = { abort: new AbortController(), other: two.a.text !== null || two.b.text !== null };
  asking = mine;
  const late = setTimeout(() => {
    if (asking === mine) comparing.value = { made: 0 };
  }, PATIENCE_MS);
  try {
    const answer = await askRun('compareTrees', two, {
      signal: mine.abort.signal,
      onProgress: ({ done }) => {
        if (asking === mine && comparing.value !== null) comparing.value = { made: done };
      },
    });
    if (asking !== mine || ran.value !== run) return;
    batch(() => {
      compared.value = { run, asked, titles: [titled(names[0], answer.a), titled(names[1], answer.b)], answer };
      chosenRow.value = null;
      compareFailure.value = null;
    });
  } catch (error) {
    if (!(error instanceof Cancelled)) compareFailure.value = thrownText(error);
  } finally {
    clearTimeout(late);
    if (asking === mine) leaveOff();
  }
}

// Going through steps asks often, and each answer is quick: by itself only the run of another text is worth giving up.
function leaveOff(): void {
  const before = asking;
  batch(() => {
    asking = null;
    comparing.value = null;
    gaveUp.value = false;
  });
  if (before?.other === true) before.abort.abort();
}

/** Cancels a comparison that is running, and drops the old one. */
export function stopComparing(): void {
  const before = asking;
  if (before === null) return;
  batch(() => {
    leaveOff();
    compared.value = null;
    gaveUp.value = true;
  });
  before.abort.abort();
}

/** Chooses a row, and its node in the other views if the page shows the step and run that it is of. */
export function chooseRow(k: number): void {
  const row = compared.value?.answer.rows[k];
  if (row === undefined || !isDifference(row) || row.kind === 'equal') return;
  chosenRow.value = k;
  for (const side of ['b', 'a'] as const) {
    const [node] = nodesOf(row, side);
    const at = treeAt(pairChosen.value[side]);
    if (
      node === undefined ||
      at === null ||
      at.text !== null ||
      Math.min(at.step, scene.value?.steps ?? 0) !== scene.value?.step
    )
      continue;
    select({ tree: at.tree, node: node.id, slot: -1 });
    return;
  }
}

export function walkDifferences(by: 1 | -1): void {
  const next = nextDifference(compared.value?.answer.rows ?? [], chosenRow.value, by);
  if (next !== null) chooseRow(next);
}

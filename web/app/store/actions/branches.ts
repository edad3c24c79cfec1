// SPDX-License-Identifier: GPL-2.0-or-later
//
// Branches: the texts that this scenario has been, as a tree. Editing a line whose step was already viewed opens a new
// branch and keeps the old one. Typing without a pause belongs to one branch; the next branch begins only after the
// person has moved through time outside of the editor. A text from elsewhere starts a tree of its own; the text it
// replaces stays among the person's other texts, which the gallery lists.

import { computed, effect, signal, untracked } from '@preact/signals';
import { say } from './actions';
import {
  branched,
  changed,
  CHARACTERS_MAX,
  currentOf,
  onlyBranch,
  opensBranch,
  packed,
  takenBack,
  turnedTo,
  unpacked,
  type Branch,
  type BranchTree,
} from './branch-tree';
import { TAB_LETTERS_MAX } from '../kept/autosave';
import { leaveBarLink } from '../links/links';
import { carryBranches, keepInRecents, putBack, putText } from './session';
import type { Target } from '../run/run';
import {
  stepColumns,
  diagnostics,
  editedAt,
  notice,
  ran,
  readOnly,
  step,
  text,
  textRevision,
  type Notice,
} from '../page/state';
import { counted } from '../../../base/text';
import { failures } from '../page/time';

const KEY = 'maplescope.branches';
const KEEP_PAUSE_MS = 400;

export const branchTree = signal<BranchTree>(onlyBranch(''));
/** In order of creation. */
export const branches = computed<readonly Branch[]>(() => branchTree.value.list);
export const currentBranch = computed<Branch>(() => currentOf(branchTree.value));

/** The next text that is put in opens a branch of this name. */
let asked: string | null = null;
/** Asked of each edit: a name where it opens a branch in any case, null where the rules below say so. */
let named: ((next: string) => string | null) | null = null;
/** The text was viewed since the last typing: the next edit of an earlier line opens a branch. */
let lookedAt = false;
/** The last step of the run that was shown. */
let furthest = 0;
/** The branch that the current typing opened: if the text becomes its parent's again, the branch is removed. */
let typed: string | null = null;
/** The notice about that branch. */
let told: Notice | null = null;
/** The edit that opened it was taken back. */
let undone = false;

/**
 * Runs another text as a branch of the present one, which is kept; shown at the first line that differs, or at
 * `target`.
 */
export function forkFuture(next: string, name?: string, target?: Target): Promise<void> {
  if (next === text.value || readOnly.value) return Promise.resolve();
  const line = firstDifference(text.value, next);
  asked = name ?? `from line ${line}`;
  leaveBarLink();
  return putText(next, target ?? { kind: 'line', line });
}

/** The present text stays as it is; what is typed from now on goes into a branch of its own. */
export function keepAndGoOn(): void {
  const tree = branchTree.value;
  branchTree.value = branched(keptNow(tree), text.value, `from step ${step.value}`, step.value);
  setOutcome();
  [lookedAt, typed] = [false, null];
  say('plain', `This text is kept as “${currentOf(tree).name}”. Your next edits belong to another branch.`, null, true);
}

export function goToBranch(id: string): Promise<void> {
  const tree = branchTree.value;
  const wanted = tree.list.find((branch) => branch.id === id);
  if (wanted === undefined || id === tree.current) return Promise.resolve();
  branchTree.value = turnedTo(keptNow(tree), id);
  [lookedAt, typed] = [true, null];
  leaveBarLink();
  return putText(wanted.text, { kind: 'step', step: wanted.at });
}

/** The editor's undo or redo led into another text: a branch of this one, or a text to be put back. */
export function returnTo(next: string): Promise<void> {
  const known = branchTree.value.list.find(({ text: words }) => words === next);
  return known === undefined ? putBack(next, step.value) : goToBranch(known.id);
}

/** While a lecture runs, its text is kept whatever is edited: `name` names the branch of an edit. Null ends that. */
export function nameEdits(name: typeof named): void {
  named = name;
}

/** Follows the text from now on; what this tab had is there again. Returns a function that ends it. */
export function startBranches(): () => void {
  const stored = storage();
  const restored = unpacked(read(stored));
  if (restored !== null) branchTree.value = restored;
  carryBranches({ pack: () => packed(keptNow(branchTree.value), CHARACTERS_MAX).json, unpack: comeBack });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => keepIn(stored);
  const stops = [
    followText(restored !== null),
    followTime(),
    branchTree.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_PAUSE_MS);
    }),
  ];
  const leave = (): void => {
    keep();
    keepOthers();
  };
  // A phone may discard a hidden tab without any further event.
  const hide = (): void => {
    if (document.visibilityState === 'hidden') leave();
  };
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hide);
  };
}

// A tab that is closed takes its branches with it: the gallery then has their texts. A reload looks the same.
function keepOthers(): void {
  const { list, current } = branchTree.value;
  for (const { id, text: words, name } of list)
    if (id !== current && words.trim() !== '' && words !== text.value) keepInRecents(words, name, true);
}

function followText(restored: boolean): () => void {
  let first = true;
  let known = text.value;
  let revision = textRevision.value;
  return effect(() => {
    const next = text.value;
    const put = textRevision.value !== revision;
    revision = textRevision.value;
    if (next === known && !put) return;
    const before = known;
    known = next;
    untracked(() => {
      if (asked !== null) openBranch(before, next, asked);
      else if (put) takeText(next, first && restored);
      else typeText(before, next);
    });
    if (put) first = false;
    asked = null;
  });
}

// Back or Forward in the browser's history: the branches that the text had there, in place of those of the text that is
// left.
function comeBack(json: string, itsText: string): void {
  const tree = unpacked(json);
  if (tree === null || currentOf(tree).text !== itsText) return;
  const left = branchTree.value.list;
  if (left.length > 1) for (const { text: words, name } of left) if (words.trim() !== '') keepInRecents(words, name);
  branchTree.value = tree;
}

function openBranch(before: string, next: string, name: string): void {
  branchTree.value = branched(keptNow(branchTree.value), next, name, lastCommon(before, next));
  [lookedAt, typed] = [true, null];
}

// A text that was put in: one of ours, ours with lines added, or another one altogether.
function takeText(next: string, mayBeKept: boolean): void {
  const tree = branchTree.value;
  const now = currentOf(tree);
  if (next === now.text) {
    lookedAt = true;
    return;
  }
  const known = tree.list.find(({ text: words }) => words === next);
  if (known !== undefined) {
    branchTree.value = turnedTo(keptNow(tree), known.id);
    [lookedAt, typed] = [true, null];
    return;
  }
  const own = now.text.trimEnd();
  if (own !== '' && next.startsWith(own)) {
    const name = named?.(next) ?? null;
    if (name !== null) {
      openBranch(now.text, next, name);
      return;
    }
    branchTree.value = changed(tree, now.id, { text: next });
    return;
  }
  branchTree.value = onlyBranch(next);
  [lookedAt, typed] = [true, null];
  const others = tree.list.filter(({ text: words }) => words.trim() !== '' && words !== now.text);
  if (others.length === 0 && !mayBeKept) return;
  const kept = tree.list.filter(
    ({ text: words, name }) =>
      words !== next && words.trim() !== '' && keepInRecents(words, tree.list.length > 1 ? name : undefined),
  );
  if (kept.length > 1)
    say(
      'plain',
      `The gallery keeps the ${kept.length} branches of the previous text, each by its name, under “Your other ` +
        'texts”.',
    );
}

function typeText(before: string, next: string): void {
  const tree = branchTree.value;
  const now = currentOf(tree);
  const withoutTyped = takenBack(tree, typed, next);
  undone = withoutTyped !== null;
  if (withoutTyped !== null) {
    branchTree.value = withoutTyped;
    [lookedAt, typed] = [true, null];
    if (notice.value === told) notice.value = null;
    return;
  }
  const common = ran.value !== null && ran.value.text === before ? lastCommon(before, next) : null;
  const name = named?.(next) ?? null;
  if (name !== null) {
    openBranch(before, next, name);
    [lookedAt, typed] = [false, branchTree.value.current];
    return;
  }
  // A text without a common step is another scenario, not a branch of this one.
  if ((lookedAt && common === 0 && furthest > 1) || replacesMost(before, next)) keepInRecents(before);
  if (common !== null && opensBranch(lookedAt, common, furthest) && !goesOn(tree, before, next)) {
    branchTree.value = branched(keptNow(tree), next, `from line ${firstDifference(before, next)}`, common);
    typed = branchTree.value.current;
    tellOpened(now, currentOf(branchTree.value));
  } else branchTree.value = changed(tree, now.id, { text: next });
  lookedAt = false;
}

// Whether an edit is of the line whose edit opened the branch: however often it is changed, it is one branch.
function goesOn(tree: BranchTree, before: string, next: string): boolean {
  const now = currentOf(tree);
  const parent = tree.list.find(({ id }) => id === now.parent);
  if (typed !== now.id || parent === undefined) return false;
  const line = firstDifference(parent.text, before);
  return firstDifference(parent.text, next) === line && firstDifference(before, next) === line;
}

function tellOpened(kept: Branch, opened: Branch): void {
  say(
    'plain',
    `Your text before this edit is kept as the branch “${kept.name}”. The edited one is “${opened.name}”.`,
    { label: 'Go back', act: () => void goToBranch(kept.id) },
    true,
  );
  told = notice.value;
}

/** So many letters are not easy to type again. */
const MANY_LETTERS = 60;

/**
 * Whether one edit replaced most lines of a text of several lines, or most letters of one that is not short; another
 * scenario often begins with the same `tree t`. A short single line is easy to type again, so it never counts.
 */
export function replacesMost(before: string, next: string): boolean {
  const gone = before.length - alike(before, next);
  if (gone >= MANY_LETTERS && 2 * gone > before.length) return true;
  const lines = before
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const left = new Set(next.split('\n').map((line) => line.trim()));
  return lines.length > 1 && 2 * lines.filter((line) => left.has(line)).length < lines.length;
}

// Steps of the person's own, and what came of a run.
function followTime(): () => void {
  let run = ran.value;
  let last = step.value;
  return effect(() => {
    const [now, at] = [ran.value, step.value];
    const wrong = diagnostics.value.length > 0;
    const another = now !== run;
    const moved = at !== last && !another;
    [run, last] = [now, at];
    untracked(() => {
      if (another) furthest = 0;
      if (another && undone) editedAt.value = null;
      furthest = Math.max(furthest, at);
      const writes = document.activeElement?.closest('.cm-editor') !== null && document.activeElement !== null;
      if (moved && !writes && now !== null && now.text === text.value) lookedAt = true;
      if (another || wrong) setOutcome();
    });
  });
}

function setOutcome(): void {
  const now = ran.value;
  const tree = branchTree.value;
  const fits = now !== null && now.text === currentOf(tree).text;
  if (!fits && diagnostics.value.length === 0) return;
  const outcome = fits
    ? { steps: now.summary.steps.length, failures: failures.value.length, ok: now.summary.ok }
    : null;
  branchTree.value = changed(tree, tree.current, { outcome });
}

/** The tree with the place where one is now. */
export function keptNow(tree: BranchTree): BranchTree {
  return changed(tree, tree.current, { at: step.value });
}

// How many letters two texts begin and end with in common.
function alike(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let first = 0;
  while (first < most && one[first] === other[first]) first++;
  let last = 0;
  while (last < most - first && one[one.length - 1 - last] === other[other.length - 1 - last]) last++;
  return first + last;
}

/** The first line (1-based) in which two texts differ. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  let line = 1;
  for (let k = 0; k < at; k++) if (one[k] === '\n') line++;
  return line;
}

// How many steps of the run two texts have in common: those before the first one of the line where they differ, or
// later.
function lastCommon(before: string, next: string): number {
  const line = firstDifference(before, next);
  const { lines } = stepColumns.value;
  const at = lines.findIndex((one) => one >= line);
  return at < 0 ? lines.length : at;
}

// ---- Kept in this tab ----

function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function read(stored: Storage | null): string | null {
  try {
    return stored?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}

function keepIn(stored: Storage | null): void {
  const [first, ...others] = branchTree.value.list;
  // Alone and too long for any tab, it is not even written out: that would take long at each change.
  if (stored === null || (others.length === 0 && first!.text.length > TAB_LETTERS_MAX)) return;
  const gone: Branch[] = [];
  for (let most = CHARACTERS_MAX; most > 1; most /= 2) {
    const kept = packed(keptNow(branchTree.value), most);
    if (kept.gone.length > 0) {
      gone.push(...kept.gone);
      branchTree.value = kept.tree;
    }
    try {
      stored.setItem(KEY, kept.json);
      break;
    } catch {
      // The browser has less room: the oldest go until it is enough.
      if (kept.tree.list.length === 1) break;
    }
  }
  if (gone.length === 0) return;
  const names = gone.map(({ name }) => `“${name}”`).join(', ');
  const listed = gone.filter(({ text: words, name }) => keepInRecents(words, name)).length;
  say(
    'warning',
    `There is no more room for ${counted(gone.length, 'branch', 'branches')}: ${names}. ` +
      (listed === gone.length
        ? 'The gallery still has each text, under “Your other texts”.'
        : 'The gallery has their texts, except those too long for “Your other texts”.'),
  );
}

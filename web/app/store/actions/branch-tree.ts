// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of branches: texts, each of which left another at a step. Pure: what can be done to such a tree, and how it is
// kept and read again. The list is in order of creation; a branch comes after its parent.

/** The outcome of a branch's last run. */
export interface BranchOutcome {
  readonly steps: number;
  readonly failures: number;
  readonly ok: boolean;
}

export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly parent: string | null;
  /** The last step that it has in common with its parent; null for one without. */
  readonly step: number | null;
  /** The step that was shown there last. */
  readonly at: number;
  /** Null as long as it has not run, or has mistakes. */
  readonly outcome: BranchOutcome | null;
}

export interface BranchTree {
  readonly list: readonly Branch[];
  readonly current: string;
  /** Number of the next branch. */
  readonly next: number;
}

/** How much of texts and names is kept, in characters of JSON. */
export const CHARACTERS_MAX = 1_000_000;

export function onlyBranch(text: string): BranchTree {
  return {
    list: [{ id: 'b1', name: 'first text', text, parent: null, step: null, at: 0, outcome: null }],
    current: 'b1',
    next: 2,
  };
}

export function currentOf(tree: BranchTree): Branch {
  return tree.list.find(({ id }) => id === tree.current) ?? tree.list[0]!;
}

export function changed(tree: BranchTree, id: string, change: Partial<Omit<Branch, 'id'>>): BranchTree {
  return { ...tree, list: tree.list.map((branch) => (branch.id === id ? { ...branch, ...change } : branch)) };
}

/** A new branch of the current one, which becomes the current one. */
export function branched(tree: BranchTree, text: string, name: string, step: number): BranchTree {
  const id = `b${tree.next}`;
  const { at } = currentOf(tree);
  return {
    list: [...tree.list, { id, name, text, parent: tree.current, step, at, outcome: null }],
    current: id,
    next: tree.next + 1,
  };
}

export function turnedTo(tree: BranchTree, id: string): BranchTree {
  return tree.list.some((branch) => branch.id === id) ? { ...tree, current: id } : tree;
}

/** Without a branch; its children leave its parent, at the earlier of the two steps. The last one stays. */
export function without(tree: BranchTree, id: string): BranchTree {
  const gone = tree.list.find((branch) => branch.id === id);
  if (gone === undefined || tree.list.length === 1) return tree;
  const list = tree.list.flatMap((branch): Branch[] => {
    if (branch.id === id) return [];
    if (branch.parent !== id) return [branch];
    const step = gone.step === null ? null : Math.min(gone.step, branch.step ?? 0);
    return [{ ...branch, parent: gone.parent, step }];
  });
  const current = tree.current !== id ? tree.current : (gone.parent ?? list[0]!.id);
  return { list, current, next: tree.next };
}

/**
 * The tree without its current branch, when typing opened that branch (`typed` is its id) and `text` makes it equal to
 * its parent again; null otherwise. A branch with children stays, since they left it.
 */
export function takenBack(tree: BranchTree, typed: string | null, text: string): BranchTree | null {
  const now = currentOf(tree);
  const parent = tree.list.find(({ id }) => id === now.parent);
  if (typed !== now.id || parent?.text !== text) return null;
  return tree.list.some((branch) => branch.parent === now.id) ? null : { ...without(tree, now.id), current: parent.id };
}

/**
 * Whether an edit opens another branch: the person viewed the run (`lookedAt`), and the edit leaves `common` steps as
 * they were (null: unknown) of the `furthest` that were shown. A text without a common step is another scenario; an
 * edit of the last step shown, or of later ones, continues the same branch.
 */
export function opensBranch(lookedAt: boolean, common: number | null, furthest: number): boolean {
  return lookedAt && common !== null && common > 0 && common + 1 < furthest;
}

/** A row of the picture: a branch, and how deep it stands. Children follow their parent, the last one made first. */
export interface BranchRow {
  readonly branch: Branch;
  readonly depth: number;
}

export function rowsOf(tree: BranchTree): readonly BranchRow[] {
  const rows: BranchRow[] = [];
  const visit = (branch: Branch, depth: number): void => {
    rows.push({ branch, depth });
    for (const child of tree.list) if (child.parent === branch.id) visit(child, depth + 1);
  };
  for (const branch of tree.list) if (branch.parent === null) visit(branch, 0);
  return rows;
}

export interface Packed {
  readonly json: string;
  /** The tree as it is kept, and the branches that had no room, oldest first. */
  readonly tree: BranchTree;
  readonly gone: readonly Branch[];
}

/** As it is kept, within so many characters: the oldest go first, the current one never. */
export function packed(tree: BranchTree, charactersMax: number): Packed {
  const gone: Branch[] = [];
  for (let now = tree; ;) {
    const oldest = now.list.find(({ id }) => id !== now.current);
    const letters = now.list.reduce((sum, { text }) => sum + text.length, 0);
    // Branches that cannot fit are not written out: writing many megabytes takes long.
    if (oldest === undefined || letters <= charactersMax) {
      const json = JSON.stringify(now);
      if (oldest === undefined || json.length <= charactersMax) return { json, tree: now, gone };
    }
    gone.push(oldest);
    now = without(now, oldest.id);
  }
}

/** Reads what `packed` gave; null if it is not that. */
export function unpacked(json: string | null): BranchTree | null {
  let value: unknown;
  try {
    value = JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
  if (
    !isRecord(value) ||
    !Array.isArray(value['list']) ||
    typeof value['current'] !== 'string' ||
    typeof value['next'] !== 'number'
  )
    return null;
  const list = value['list'].map(branchOf);
  if (!list.every((branch) => branch !== null)) return null;
  const known = new Set<string>();
  for (const { id, parent } of list) {
    // A parent comes first, so that there are no circles.
    if (known.has(id) || (parent !== null && !known.has(parent))) return null;
    known.add(id);
  }
  return known.has(value['current'])
    ? { list, current: value['current'], next: Math.max(value['next'], list.length + 1) }
    : null;
}

function branchOf(value: unknown): Branch | null {
  if (!isRecord(value)) return null;
  const { id, name, text, parent, step, at, outcome } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string' || typeof at !== 'number')
    return null;
  if ((parent !== null && typeof parent !== 'string') || (step !== null && typeof step !== 'number')) return null;
  return { id, name, text, parent, step, at, outcome: outcomeOf(outcome) };
}

function outcomeOf(value: unknown): BranchOutcome | null {
  if (!isRecord(value)) return null;
  const { steps, failures, ok } = value;
  return typeof steps === 'number' && typeof failures === 'number' && typeof ok === 'boolean'
    ? { steps, failures, ok }
    : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

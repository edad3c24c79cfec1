// SPDX-License-Identifier: GPL-2.0-or-later
//
// Edits of the list of branches: rename, remove, undo a removal.

import { say } from './actions';
import { branchTree, goToBranch, keptNow } from './branches';
import { changed, currentOf, without, type Branch, type BranchTree } from './branch-tree';
import { notice } from '../page/state';
import { putText } from './session';

export function renameBranch(id: string, name: string): void {
  const words = name.trim().slice(0, 60);
  if (words !== '') branchTree.value = changed(branchTree.value, id, { name: words });
}

/** Takes a branch out of the tree; a button of the message brings it back. */
export function removeBranch(id: string): void {
  const before = keptNow(branchTree.value);
  const gone = before.list.find((branch) => branch.id === id);
  if (gone === undefined || before.list.length === 1) return;
  const after = without(before, id);
  branchTree.value = after;
  const back = (): void => {
    branchTree.value = withAgain(branchTree.value, before, id);
    notice.value = null;
    if (before.current === id) void goToBranch(id);
  };
  const shown =
    after.current === before.current
      ? Promise.resolve()
      : putText(currentOf(after).text, { kind: 'step', step: currentOf(after).at });
  void shown.then(() => say('plain', `The branch “${gone.name}” was removed.`, { label: 'Undo', act: back }));
}

// The tree with a branch again that `without` took out of `before`; what was written since stays.
function withAgain(tree: BranchTree, before: BranchTree, id: string): BranchTree {
  const now = new Map(tree.list.map((branch) => [branch.id, branch]));
  if (now.has(id)) return tree;
  const list = before.list.flatMap((was): Branch[] => {
    if (was.id === id)
      return [tree.list.some((one) => one.id === was.parent) ? was : { ...was, parent: null, step: null }];
    const is = now.get(was.id);
    now.delete(was.id);
    return is === undefined ? [] : [was.parent === id ? { ...is, parent: id, step: was.step } : is];
  });
  return { ...tree, list: [...list, ...now.values()] };
}

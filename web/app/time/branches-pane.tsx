// SPDX-License-Identifier: GPL-2.0-or-later
//
// The branches of the scenario, above time.

import { Branches } from '../../views/branches/view';
import '../../views/branches/style.css';
import { rowsOf } from '../store/actions/branch-tree';
import { removeBranch, renameBranch } from '../store/actions/branch-edits';
import { branchTree, goToBranch } from '../store/actions/branches';

export function BranchesPane() {
  const tree = branchTree.value;
  const lines = rowsOf(tree).map(({ branch: { id, name, step, outcome }, depth }) => ({
    id,
    name,
    depth,
    step,
    outcome,
    current: id === tree.current,
  }));
  return <Branches lines={lines} onGo={(id) => void goToBranch(id)} onRename={renameBranch} onRemove={removeBranch} />;
}

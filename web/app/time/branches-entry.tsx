// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the branches stand on the page: a room above time, as soon as there is more than one.

import { branches } from '../store/actions/branches';
import { onDemand } from '../ui/on-demand';

const BranchesPane = onDemand(
  'The picture of the branches',
  async () => (await import('./branches-pane')).BranchesPane,
);

export function BranchesRow() {
  const count = branches.value.length;
  return count < 2 ? null : (
    <section class="branches-room" aria-label="Branches" data-rows={Math.min(count, 3)}>
      <BranchesPane />
    </section>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where two trees side by side stand on the page: the button, and the room, which is fetched when it is first opened.

import { closeDiffer, toggleDiffer } from '../store/actions/actions';
import { onDemand } from '../ui/on-demand';
import { view } from '../store/page/state';

export const DifferRoom = onDemand(
  'The comparison of trees',
  async () => (await import('./compare-pane')).CompareRoom,
  closeDiffer,
);

/** `off`: there is no tree to compare with another. */
export function DifferToggle({ off }: { readonly off: boolean }) {
  return (
    <button
      type="button"
      class="button small quiet differ-toggle"
      title="Compare two trees: steps, branches, releases  v"
      aria-pressed={view.value === 'differ'}
      disabled={off}
      onClick={toggleDiffer}
    >
      A | B
    </button>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the search stands on the page: its button, and the room of its box, which is fetched when it is first opened.

import { closeFind, finding, openFind } from '../store/actions/find';
import { onDemand } from '../ui/on-demand';

const FindBar = onDemand('The search', async () => (await import('./find-bar')).FindBar, closeFind);

/** `off`: there is no tree to search. An open box can always be closed. */
export function FindToggle({ off }: { readonly off: boolean }) {
  return (
    <button
      type="button"
      class="button small quiet find-toggle"
      title="Find nodes, slots and entries  /"
      aria-pressed={finding.value}
      disabled={off && !finding.value}
      onClick={() => (finding.value ? closeFind() : openFind())}
    >
      find
    </button>
  );
}

/** The box under the picture, in the place of its foot; nothing while it is closed. */
export function FindRow() {
  return (
    finding.value && (
      <div class="find-room">
        <FindBar />
      </div>
    )
  );
}

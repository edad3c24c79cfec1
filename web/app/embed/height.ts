// SPDX-License-Identifier: GPL-2.0-or-later
//
// How high a frame would like to be. It depends on what is shown and on the width, and never on the height that the
// frame has: the page around it sets that height to the answer, and must not be asked again.

import type { EmbedPane } from '../../share/embed';

/** All in CSS pixels. */
export interface Parts {
  /** From here on the panes stand side by side. */
  readonly wide: boolean;
  readonly panes: readonly EmbedPane[];
  /** Lines of the script as they are wrapped. */
  readonly scriptLines: number;
  /** The picture is of two address spaces, or of a sweep. */
  readonly fork: boolean;
  /** Measured: the bar at the top with any message; story, slow motion and steps around the picture. */
  readonly bar: number;
  readonly around: number;
}

/** As in embed.css. */
export const WIDE_PX = 721;
export const LINE_PX = 20;
/** Tabs above the script, the line below it, and the space around its lines; where it is narrow, for fingers. */
const SCRIPT_AROUND_PX = { wide: 36 + 40 + 16, narrow: 44 + 46 + 16 + 1 } as const;
const SCRIPT_LINES = { least: 4, most: 24 } as const;
const PICTURE_PX = 380;
const FORK_PX = 520;
const INSPECTOR_PX = 460;

export function wantedHeight({ wide, panes, scriptLines, fork, bar, around }: Parts): number {
  const lines = Math.min(Math.max(scriptLines, SCRIPT_LINES.least), SCRIPT_LINES.most);
  const picture = panes.includes('picture') ? (fork ? FORK_PX : PICTURE_PX) : 0;
  const columns = [
    panes.includes('script') ? SCRIPT_AROUND_PX[wide ? 'wide' : 'narrow'] + LINE_PX * lines : 0,
    picture + around,
    panes.includes('inspector') ? INSPECTOR_PX : 0,
  ];
  return Math.ceil(bar + (wide ? Math.max(...columns) : columns.reduce((sum, one) => sum + one, 0)));
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The releases of Linux whose policies a tree can go by. The rows come from the core (core/src/releases.def).

import { RELEASES } from './generated/enums';

/** The number of the release that a word behind `tree NAME` selects. */
function releaseSaid(word: (typeof RELEASES)[number]['word']): number {
  return RELEASES.findIndex((release) => release.word === word);
}

export const WHOLE_HEIGHT = releaseSaid('whole_height');

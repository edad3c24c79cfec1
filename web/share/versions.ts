// SPDX-License-Identifier: GPL-2.0-or-later
//
// Versions of links and of the language in them. Old links open for ever: a later version adds its decoder beside the
// older ones and a step here that lifts what they give.

import { LANGUAGE_VERSION, type LinkState } from './link-state';

/** The newest `m<N>.` that is read; today's only one. */
export const LINK_NEWEST = 1;
/** The newest language that is read. */
export const LANGUAGE_NEWEST = LANGUAGE_VERSION;

/** Lifts a state of any known version to today's. Version 1 is today's: it stays as it is. */
export function lift(state: LinkState): LinkState {
  return state;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The link to what is on the page. Apart from links.ts, because what packs a text is fetched only when a link is
// wanted.

import { linkFacts, type LinkFacts } from '../../share/facts';
import type { Preparation } from '../../share/prepare';
import { LANGUAGE_VERSION } from '../../share/state';
import { engineId, step, text } from './state';

/** The facts of a link to the present text and step; `sum` is that of the prepared text at the step. */
export function linkOf(preparation: Preparation, sum: string | null, base: string): LinkFacts {
  const state = { script: text.value, language: LANGUAGE_VERSION, step: step.value, engine: engineId.value, sum };
  return linkFacts(state, preparation, base);
}

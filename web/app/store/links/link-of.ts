// SPDX-License-Identifier: GPL-2.0-or-later
//
// The link to what is on the page. Apart from links.ts, because what packs a text is fetched only when a link is
// wanted.

import { comfort, linkFacts, type LinkFacts } from '../../../share/facts';
import { exampleLink, placeText } from '../../../share/place';
import type { Preparation } from '../../../share/prepare';
import { LANGUAGE_VERSION } from '../../../share/link-state';
import { placeNow } from './place-now';
import { engineId, step, text } from '../page/state';

/**
 * The facts of a link to the present text and step, without a place in the page; `sum` is that of the prepared text at
 * the step.
 */
export function linkOf(preparation: Preparation, sum: string | null, base: string): LinkFacts {
  const state = { script: text.value, language: LANGUAGE_VERSION, step: step.value, engine: engineId.value, sum };
  return linkFacts(state, preparation, base);
}

/**
 * The same for a link that opens where the page stands. By the name of a scenario of the gallery, where one is given:
 * it then holds neither text nor sum, and opens what has that name on the day when it is opened.
 */
export function linkHere(
  preparation: Preparation,
  sum: string | null,
  base: string,
  example: string | null,
): LinkFacts {
  const facts = linkOf(preparation, sum, base);
  const place = placeNow();
  const fragment =
    example !== null
      ? exampleLink(example, { ...place, step: step.value })
      : facts.fragment === null
        ? null
        : facts.fragment + placeText(place);
  if (fragment === null) return facts;
  const letters = base.length + 1 + fragment.length;
  return { ...facts, fragment, message: '', letters, comfort: comfort(letters) };
}

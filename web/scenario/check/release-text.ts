// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scenario under each release: every tree that a `tree` statement makes follows it. Pure.

import { RELEASE_KEYS, RELEASES_BY_WORD, releaseRow, type Release } from '../../model/releases';

const WORDS = [...RELEASES_BY_WORD.keys()].join('|');
// At the start of a line, or of a block on it; not in a comment, nor behind a label.
const TREE = new RegExp(
  `^((?:[^"#\\n]*\\{)?[ \\t]*tree[ \\t]+[A-Za-z_]\\w*)((?:[ \\t]+(?:alloc|rcu|${WORDS})\\b)*)`,
  'gm',
);
const RELEASE = new RegExp(`[ \\t]+(${WORDS})\\b`, 'g');

export interface Policies {
  /** The text under each release. Lines and steps stay as they are. */
  readonly texts: Readonly<Record<Release, string>>;
  /** The release that all trees follow as the text stands; null if they follow different ones. */
  readonly own: Release | null;
}

/** Null if the text makes no tree by a `tree` statement. */
export function policiesOf(text: string): Policies | null {
  if (text.search(TREE) < 0) return null;
  const texts = Object.fromEntries(RELEASE_KEYS.map((release) => [release, under(release, text)])) as Record<
    Release,
    string
  >;
  return { texts, own: RELEASE_KEYS.find((release) => texts[release] === text) ?? null };
}

// A tree that follows the release already keeps its words in their order.
function under(release: Release, text: string): string {
  const { word } = releaseRow(release);
  return text.replace(TREE, (all, head: string, modes: string) => {
    const now = [...modes.matchAll(RELEASE)].map(([, one]) => one);
    if (now.length === 1 && now[0] === word) return all;
    return `${head}${modes.replace(RELEASE, '')}${word === '' ? '' : ` ${word}`}`;
  });
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The VMAs among the results of a search: which one a result is, and whose name is the one that was typed. Pure.

import { entryValue } from '../../../model/entry';
import type { FoundPlace } from '../../../model/find';
import type { SceneTree } from '../../../model/run';
import { isFileOf, type Vma } from '../../../model/vma';

/** The VMA of a result; null where it is none. */
export function foundVma(
  { tree, word }: Pick<FoundPlace, 'tree' | 'word'>,
  trees: readonly Pick<SceneTree, 'picture' | 'vmas'>[],
): Vma | null {
  const value = word === null ? null : entryValue(word, []);
  const vmas = typeof value === 'number' ? trees.find(({ picture }) => picture.name === tree)?.vmas : null;
  return vmas?.find(({ number }) => number === value) ?? null;
}

/**
 * Files of the name that was typed come first: "libc" is `libc.so.6` before `libcrypto.so.3`. The rest keeps its order.
 */
export function exactFirst<T>(places: readonly T[], typed: string, pathOf: (place: T) => string): readonly T[] {
  const isExact = (place: T): boolean => isFileOf(pathOf(place), typed);
  const exact = places.filter(isExact);
  return exact.length === 0 ? places : [...exact, ...places.filter((place) => !isExact(place))];
}

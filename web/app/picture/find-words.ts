// SPDX-License-Identifier: GPL-2.0-or-later
//
// How a result of the search reads.

import { rangeOf } from '../../base/text';
import { indexText } from '../../base/number-base';
import { entryValue } from '../../model/entry';
import type { FoundPlace } from '../../model/find';
import { labels, scene } from '../store/page/state';

/** "10..19" or "0xa..0x13": in the base of the pictures, and as a query takes it. */
export function rangeText({ first, last }: Pick<FoundPlace, 'first' | 'last'>): string {
  return rangeOf(first, last, indexText);
}

/** Where it is: "leaf 3 · slot 2"; the root pointer has neither number. */
export function placeText({ kind, node, slot }: Pick<FoundPlace, 'kind' | 'node' | 'slot'>): string {
  return kind === 'root' ? 'root pointer' : `${kind} ${node}${slot < 0 ? '' : ` · slot ${slot}`}`;
}

/** What a slot holds: NULL, a number, a label, the path of a VMA; of an inner node's slot "child". */
export function entryText({ tree, word }: Pick<FoundPlace, 'tree' | 'word'>): string {
  if (word === null) return 'child';
  const value = entryValue(word, labels.value);
  if (value === null) return 'NULL';
  if (typeof value === 'number') {
    const vma = scene.value?.trees
      .find(({ picture }) => picture.name === tree)
      ?.vmas?.find(({ number }) => number === value);
    return vma === undefined ? String(value) : `${vma.perms} ${vma.path.split('/').at(-1) ?? ''}`.trimEnd();
  }
  return 'label' in value ? value.label : 'zero' in value ? 'zero' : value.word;
}

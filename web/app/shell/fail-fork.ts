// SPDX-License-Identifier: GPL-2.0-or-later
//
// The suggestion to let a fork fail half-way.

import { appendLines } from '../store/actions/actions';
import { mainTree, text } from '../store/page/state';
import { freeName } from '../store/page/texts';

/** Adds a fork that fails at the VMA in the middle: the copies made before it must be freed. */
export function failFork(): void {
  const tree = mainTree.value;
  if (tree === null) return;
  const child = freeName(text.value, 'unborn');
  const vma = Math.ceil((tree.vmas?.length ?? 1) / 2);
  void appendLines([
    `fail vma at vma ${vma}`,
    `fork ${tree.picture.name} as ${child}`,
    'expect error ENOMEM',
    `expect absent ${child}`,
  ]);
}

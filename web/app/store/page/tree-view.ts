// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree picture on the page, for what is done with it from elsewhere: keys, palette. State and actions of its own:
// whether child words are shown decoded.

import { signal } from '@preact/signals';
import type { TreeView } from '../../../views/tree/types';
import { selected } from './state';

/** Child words show the kind of their node, and their low bits. */
export const childTypes = signal(false);

/** The methods of both pictures, that of small trees and that of large ones. */
type Shown = Pick<TreeView, 'fit' | 'focusNode' | 'fold' | 'levelsBy' | 'hold'>;

let shown: Shown | null = null;

/** The picture that is on the page now; null when it left. */
export function showsTree(view: Shown | null): void {
  shown = view;
}

/** Brings the chosen node to the middle of the picture; `unlessRead`: not where it can be read already. */
export function goToChosen(unlessRead = false): void {
  if (selected.value !== null) shown?.focusNode(selected.value.tree, selected.value.node, unlessRead);
}

export function showWhole(): void {
  shown?.fit();
}

/** Remembers the camera; the returned function restores it if the same picture is on the page. */
export function holdTree(): () => void {
  const [held, back] = [shown, shown?.hold()];
  return () => {
    if (shown === held) back?.();
  };
}

/** Hides what is below the chosen node, or shows it again. */
export function foldChosen(): void {
  if (selected.value !== null) shown?.fold(selected.value.tree, selected.value.node);
}

export function levelsBy(by: 1 | -1): void {
  shown?.levelsBy(by);
}

export function showChildTypes(on: boolean): void {
  childTypes.value = on;
}

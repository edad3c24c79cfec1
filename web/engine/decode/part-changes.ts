// SPDX-License-Identifier: GPL-2.0-or-later
//
// The changes in a tree that is sent in part. Pure.

import type { NodeChange, PictureChanges, TreePicture } from '../../model/picture';

/** Of a tree that is sent in part, a node may come into the picture or leave it without having been made or freed. */
export function partChanges(
  changes: PictureChanges,
  before: TreePicture | null,
  newestBefore: number,
  stillLive: readonly number[],
): PictureChanges {
  if (before === null) return changes;
  const live = new Set(stillLive);
  const made = (id: number, change: NodeChange): boolean => change !== 'new' || id > newestBefore;
  return {
    now: new Map([...changes.now].filter(([id, change]) => made(id, change))),
    gone: changes.gone.filter((node) => !live.has(node.id)),
  };
}

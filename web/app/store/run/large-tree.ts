// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a large tree is shown, which has a picture of its own. large.ts has the data of that picture.

import { computed } from '@preact/signals';
import type { SceneTree } from '../../../model/run';
import { shownTrees } from '../page/state';

/** The large tree among those shown: the last one; null if all are small enough. */
export const largeTree = computed<SceneTree | null>(
  () => shownTrees.value.findLast(({ partial }) => partial !== undefined) ?? null,
);

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keeps the outline as the picture is. It loads once the first picture stands: nobody waits for it to see the tree.

import { whenIdle } from '../shared/idle';
import type * as OutlinePart from './outline';
import { layWorld, type World } from './pane';
import type { Stage } from './stage';

let part: Promise<typeof OutlinePart | null> | null = null;

/** Brings the outline up to date, or makes it. Without it the picture is whole; the next change tries again. */
export function showOutline(stage: Stage): void {
  if (stage.outline !== null) stage.outline.update(worldOf(stage), stage.data);
  else void make(stage);
}

async function make(stage: Stage): Promise<void> {
  part ??= load();
  const loaded = await part;
  if (loaded === null) return;
  if (stage.outline === null) {
    stage.outline = loaded.createOutline(stage.pieces.forOutline);
    stage.parts.host.append(stage.outline.element);
  }
  stage.outline.update(worldOf(stage), stage.data);
}

async function load(): Promise<typeof OutlinePart | null> {
  await new Promise<void>(whenIdle);
  return import('./outline').catch(() => (part = null));
}

// For the table, all trees there are: it has room for them.
function worldOf({ world, scenes, data, room }: Stage): World {
  return world.panes.length === scenes.length ? world : layWorld(scenes, data.labels, room);
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of the deliberate defects that a hunt can be about. Whether a build of the core has one, its engine says
// (engine.ts, `defects`).

import type { DefectName } from '../model/generated/defects';

export const DEFECTS = [
  'gap not raised',
  'slack forgotten',
  'wrong ceiling',
  'dead mark forgotten',
  "sibling's parent slot stale",
  'pivot off by one',
  'RCU node freed early',
  'marker missing',
] as const;

export type Defect = (typeof DEFECTS)[number];

/** As the core names them. */
export const DEFECT_NAMES: Readonly<Record<Defect, DefectName>> = {
  'gap not raised': 'gap_not_raised',
  'slack forgotten': 'slack_forgotten',
  'wrong ceiling': 'wrong_ceiling',
  'dead mark forgotten': 'dead_mark_forgotten',
  "sibling's parent slot stale": 'parent_slot_stale',
  'pivot off by one': 'pivot_off_by_one',
  'RCU node freed early': 'node_freed_early',
  'marker missing': 'marker_missing',
};

export function isDefect(name: string): name is Defect {
  return (DEFECTS as readonly string[]).includes(name);
}

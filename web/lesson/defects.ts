// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of the deliberate defects that a hunt can be about. Whether a build of the core has one, its engine says
// (engine.ts, `defects`).

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

export function isDefect(name: string): name is Defect {
  return (DEFECTS as readonly string[]).includes(name);
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenario that a point or a row opens; there has to be one.

import type { NoScenario, Opens } from '../../../web/measure/lab';

export function scriptOf(opens: Opens | NoScenario | null | undefined): string {
  if (opens === null || opens === undefined) throw new Error('nothing is said of a scenario');
  if ('none' in opens) throw new Error(opens.none);
  return opens.script;
}

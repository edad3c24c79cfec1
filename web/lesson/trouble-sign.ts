// SPDX-License-Identifier: GPL-2.0-or-later
//
// In which way a run fails, as data: what the shrinker keeps the same while it makes the text shorter.

import { isOnPurpose } from '../model/trouble';
import type { LessonRun } from './engine';

/**
 * Empty for a run that does not fail. The first thing that is wrong decides; a failed `expect` is known by its own
 * line.
 */
export function troubleSign(run: LessonRun, text: string): string {
  if (run.kind === 'refused') return '';
  const { summary } = run;
  const [first] = summary.troubles;
  if (first !== undefined)
    return `trouble ${first.kind} ${first.invariant ?? ''} ${isOnPurpose(first) ? 'on purpose' : ''}`.trim();
  const failed = summary.expects.find(({ held }) => !held);
  if (failed !== undefined) return `expect ${text.split('\n')[failed.line - 1]?.trim() ?? ''}`;
  if (summary.stopped !== null) return `stopped ${summary.stopped.code ?? ''}`.trim();
  return summary.ok ? '' : 'not ok';
}

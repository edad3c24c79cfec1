// SPDX-License-Identifier: GPL-2.0-or-later
//
// What lessons need of an engine. over-client.ts makes one of the page's client, cli/lesson-engine.ts one that runs in
// Node.

import type { Diagnostic } from '../model/diagnostic';
import type { LiveValue } from '../model/live';
import type { RunSummary, Scene } from '../model/run';
import type { Defect } from './defects';

export type LessonRun = { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] } | Ran;

/** A core with a defect crashed on the way. */
export interface Trapped {
  readonly kind: 'trapped';
  readonly message: string;
}

/** A text that ran. Its scenes and values may be asked for at any time, also after another text has run. */
export interface Ran {
  readonly kind: 'ran';
  readonly summary: RunSummary;
  /** 0 … number of steps. */
  readonly scene: (step: number) => Promise<Scene>;
  /** What expressions come to after a step, in order; `step` null: at the end of the text. */
  readonly values: (step: number | null, expressions: readonly string[]) => Promise<readonly LiveValue[]>;
}

export interface LessonEngine {
  /** Defects that a run can be given; empty: this build has none. */
  readonly defects: ReadonlySet<Defect>;
  /** Runs a text to its end. */
  readonly run: (text: string) => Promise<LessonRun>;
  /** The same on a core with a defect, one of `defects`. */
  readonly runBroken: (text: string, defect: Defect) => Promise<LessonRun | Trapped>;
}

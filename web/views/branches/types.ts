// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the picture of branches.

export interface BranchLine {
  readonly id: string;
  readonly name: string;
  /** How many branches stand between it and the first text. */
  readonly depth: number;
  /** The last step that it has in common with the one it left; null for one that left none. */
  readonly step: number | null;
  /**
   * Its steps, how many of them failed, and whether all went as the text expects; null: it has not run, or has
   * mistakes.
   */
  readonly outcome: { readonly steps: number; readonly failures: number; readonly ok: boolean } | null;
  readonly current: boolean;
}

export interface BranchesProps {
  /** Parents before their children. */
  readonly lines: readonly BranchLine[];
  readonly onGo: (id: string) => void;
  readonly onRename: (id: string, name: string) => void;
  readonly onRemove: (id: string) => void;
}

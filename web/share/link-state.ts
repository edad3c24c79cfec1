// SPDX-License-Identifier: GPL-2.0-or-later
//
// The contents of a link.

/** The language that today's scripts are written in (scenario-language: version 1). */
export const LANGUAGE_VERSION = 1;

export interface LinkState {
  /** The scenario, letter for letter. */
  readonly script: string;
  /** Version of the scenario language, from 1. */
  readonly language: number;
  /** The step that is shown, 0 … 2^53−1. */
  readonly step: number;
  /** The engine that made the picture, as `linux-6.16/0123456789ab`; null if not given. */
  readonly engine: string | null;
  /** The sum of what is shown at that step (see `stateSum` in the engine), 16 hex digits; null if not given. */
  readonly sum: string | null;
}

/** A script may have so many bytes of UTF-8 in a link; longer ones travel as files. */
export const SCRIPT_BYTES_MAX = 1 << 20;

/**
 * So many letters may the part after `#` have: Firefox opens addresses of up to 1 MiB, Chromium of up to 2 MiB, and the
 * page's own address stands before it.
 */
export const LINK_LETTERS_MAX = 1_000_000;

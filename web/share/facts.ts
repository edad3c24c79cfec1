// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the share panel says about a link before anyone copies it: how long it is, where it fits, and what it tells about
// the machine it came from. Floor 2: pure.

import { encodeLink } from './encode';
import { linesLeftOut, mapsLines, mapsPaths, prepareScript, userNames, type Preparation } from './prepare';
import { cutBlocks } from './blocks';
import type { LinkState } from './state';

/** Where a link of that length survives: see the bounds below. */
export type Comfort = 'short' | 'fine' | 'long' | 'file';

/** Letters of the whole address up to which each holds: fits a line of mail; a chat message; most chat programs. */
export const COMFORT_LETTERS = { short: 900, fine: 2000, long: 4000 } as const;

export function comfort(letters: number): Comfort {
  if (letters <= COMFORT_LETTERS.short) return 'short';
  if (letters <= COMFORT_LETTERS.fine) return 'fine';
  return letters <= COMFORT_LETTERS.long ? 'long' : 'file';
}

export interface LinkFacts {
  /** The letters after `#`; null when no link holds this. */
  readonly fragment: string | null;
  /** Why there is none; empty if there is one. */
  readonly message: string;
  /** Letters of the whole address, the page's own included. */
  readonly letters: number;
  readonly comfort: Comfort;
  readonly scriptLines: number;
  readonly mappings: number;
  /** Lines of logs. */
  readonly traceLines: number;
  /** Lines of maps and logs that no link holds: the prompt of a shell, what a program printed, calls that no replay needs, … */
  readonly linesLeftOut: number;
  /** Different names of files in maps and logs, and whether they are real ones. */
  readonly files: number;
  readonly realPaths: boolean;
  /** User names that paths give away. */
  readonly userNames: readonly string[];
  /** Lines outside the maps (1-based) that name an address which rebasing moves away from them. */
  readonly linesLeftBehind: readonly number[];
  readonly step: number;
  readonly engine: string | null;
  readonly sum: string | null;
}

/**
 * Prepares and encodes. `base` is the page's address without `#`. The sum of the state must be that of the prepared
 * script: rebasing changes indexes and with them every sum, so pass null there, or run the prepared script first.
 */
export function linkFacts(state: LinkState, preparation: Preparation, base: string): LinkFacts {
  const script = prepareScript(state.script, preparation);
  const encoded = encodeLink({ ...state, script });
  const fragment = encoded.kind === 'link' ? encoded.fragment : null;
  const letters = base.length + 1 + (fragment?.length ?? 0);
  const paths = mapsPaths(script);
  const files = paths.filter((path) => !path.startsWith('['));
  return {
    fragment,
    message: encoded.kind === 'link' ? '' : encoded.message,
    letters,
    comfort: fragment === null ? 'file' : comfort(letters),
    scriptLines: script.split('\n').length - (script.endsWith('\n') ? 1 : 0),
    mappings: mapsLines(script).filter(({ path }) => path !== '[vsyscall]').length,
    traceLines: cutBlocks(script).reduce((lines, part) => lines + (part.kind === 'trace' ? part.lines.length : 0), 0),
    linesLeftOut: linesLeftOut(state.script),
    files: files.length,
    realPaths: files.some((path) => !/^file\d+$/.test(path)),
    userNames: userNames(paths),
    linesLeftBehind: preparation.addresses === 'rebase' ? linesLeftBehind(state.script) : [],
    step: state.step,
    engine: state.engine,
    sum: state.sum,
  };
}

// Rebasing moves what lies above the first wide free range; small numbers are counts and offsets.
const ADDRESS_MIN = 1n << 30n;

function linesLeftBehind(script: string): number[] {
  const found: number[] = [];
  let line = 1;
  const parts = cutBlocks(script);
  if (parts.length === 1) return [];
  for (const part of parts) {
    if (part.kind !== 'text') {
      line += part.lines.length - 1;
      continue;
    }
    for (const [k, row] of part.text.split('\n').entries()) {
      if (k > 0) line++;
      const code = row.replace(/#.*$/, '');
      if ([...code.matchAll(/\b0x[0-9a-f_]+\b/g)].some((match) => BigInt(match[0].replaceAll('_', '')) >= ADDRESS_MIN)) found.push(line);
    }
  }
  return found;
}

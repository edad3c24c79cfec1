// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about a link, shown before anyone copies it: its length, where it fits, and what it reveals about the machine
// it came from. Pure.

import { encodeLink } from './encode';
import {
  linesLeftOut,
  mapsLines,
  mapsPaths,
  prepareScript,
  userNames,
  withFileNames,
  withoutComment,
  type Preparation,
} from './prepare';
import { cutBlocks } from './blocks';
import { readPlace, type LinkSide } from './place';
import { RELEASE_KEYS, releaseRow } from '../model/releases';
import type { LinkState } from './link-state';

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
  /**
   * Lines of maps and logs that no link holds: the prompt of a shell, what a program printed, calls that no replay
   * needs, …
   */
  readonly linesLeftOut: number;
  /** Different names of files in maps, logs and `file "…"`, and whether they are real ones. */
  readonly files: number;
  readonly realPaths: boolean;
  /** Whether user names in paths were replaced. */
  readonly namesReplaced: boolean;
  /** User names that paths give away and that the link still holds, be it in a path, a label, a note or a comment. */
  readonly userNames: readonly string[];
  /** Lines outside maps and logs (1-based) that hold a path or a user name of the kind that is replaced elsewhere. */
  readonly pathsLeftBehind: readonly number[];
  /** Letters of comments that can be left out, or are. */
  readonly commentLetters: number;
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
  const names = allUserNames(state.script);
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
    namesReplaced: preparation.addresses === 'rebase' && userNames(mapsPaths(state.script)).length > 0,
    userNames: names.filter((name) => wordOf(name).test(script)),
    pathsLeftBehind: pathsLeftBehind(state.script, names, preparation),
    commentLetters:
      prepareScript(state.script, { ...preparation, comments: 'keep' }).length -
      prepareScript(state.script, { ...preparation, comments: 'drop' }).length,
    linesLeftBehind: preparation.addresses === 'rebase' ? linesLeftBehind(state.script) : [],
    step: state.step,
    engine: state.engine,
    sum: state.sum,
  };
}

/**
 * Where in its step, and how, a link with this fragment opens, a phrase each. Events count from 1, as on the page.
 * Empty where the link opens the step as any page would.
 */
export function placePhrases(fragment: string): readonly string[] {
  const { mark, event, view, tree, base, pair, present } = readPlace(fragment);
  return [
    ...(event === null ? [] : [`event ${(event + 1).toLocaleString('en')} of slow motion`]),
    ...(mark === null ? [] : [`mark ${mark.toLocaleString('en')} of the fork`]),
    ...(view === null ? [] : view === 'differ' ? ['two trees side by side'] : [`view ${view}`]),
    ...(pair === null ? [] : [`A ${sideWords(pair.a)}`, `B ${sideWords(pair.b)}`]),
    ...(tree === null ? [] : [`tree ${tree}`]),
    ...(base === null ? [] : [`indexes in ${base}`]),
    ...(present ? ['projector mode'] : []),
  ];
}

const STEP_WORDS = { shown: 'step shown', before: 'step before', last: 'last step' } as const;

function sideWords({ step, tree, release }: LinkSide): string {
  return [
    ...(tree === null ? [] : [tree]),
    typeof step === 'number' ? `step ${step.toLocaleString('en')}` : STEP_WORDS[step],
    ...(release === null ? [] : [releaseNamed(release)]),
  ].join(' · ');
}

function releaseNamed(key: string): string {
  const known = RELEASE_KEYS.find((one) => one === key);
  return known === undefined ? 'the run shown' : `by ${releaseRow(known).name}`;
}

// Those of paths in labels, notes and comments too.
function allUserNames(script: string): string[] {
  const written = cutBlocks(script).flatMap((part) =>
    part.kind === 'text' ? [...part.text.matchAll(/\/(?:home|Users|media)\/[^/\s"'<>]+/g)].map(([path]) => path) : [],
  );
  return [...new Set([...userNames(mapsPaths(script)), ...userNames(written)])];
}

// The name as a word of its own, not as part of one.
function wordOf(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${name.replace(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9])`);
}

const PATH = /(?:^|["'\s(:=])\/[\w.+-]+\/[\w.+-]/;

function pathsLeftBehind(
  script: string,
  names: readonly string[],
  { paths, addresses, comments }: Preparation,
): number[] {
  if (paths === 'keep' && addresses === 'keep') return [];
  const words = names.map(wordOf);
  return linesOfText(script, (row) => {
    const rest = withFileNames(comments === 'drop' ? withoutComment(row) : row, () => '');
    return words.some((word) => word.test(rest)) || (paths === 'replace' && PATH.test(rest));
  });
}

// Rebasing moves what lies above the first wide free range; small numbers are counts and offsets.
const ADDRESS_MIN = 1n << 30n;

function linesLeftBehind(script: string): number[] {
  if (cutBlocks(script).length === 1) return [];
  return linesOfText(script, (row) =>
    [...row.replace(/#.*$/, '').matchAll(/\b0x[0-9a-f_]+\b/g)].some(
      (match) => BigInt(match[0].replaceAll('_', '')) >= ADDRESS_MIN,
    ),
  );
}

// The numbers (from 1) of the lines outside maps and logs that are meant.
function linesOfText(script: string, meant: (row: string) => boolean): number[] {
  const found: number[] = [];
  let line = 1;
  for (const part of cutBlocks(script)) {
    if (part.kind !== 'text') {
      line += part.lines.length - 1;
      continue;
    }
    for (const [k, row] of part.text.split('\n').entries()) {
      if (k > 0) line++;
      if (meant(row)) found.push(line);
    }
  }
  return found;
}

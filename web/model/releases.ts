// SPDX-License-Identifier: GPL-2.0-or-later
//
// The releases of Linux whose policies a tree can follow. The rows come from the core (core/src/releases.def).

import { RELEASES } from './generated/enums';

/** Names a row of `RELEASES`. */
export type Release = keyof typeof RELEASES;

/** One row, with the types that any row has. */
export interface ReleaseRow {
  readonly name: string;
  /** Chooses the release in `tree NAME word`; empty for the release of a tree that names none. */
  readonly word: string;
  /** How it differs, in a few words that begin small. */
  readonly about: string;
  /** The formula for the nodes of a store: `vacancy`, `whole_height`, or one of the release's own. */
  readonly storeRequest: string;
  /** The same for a preallocation. */
  readonly preallocation: string;
}

/** All releases, in the order of their numbers. */
export const RELEASE_KEYS = Object.keys(RELEASES) as readonly Release[];

/** Those that a word of a scenario chooses, by that word. */
export const RELEASES_BY_WORD: ReadonlyMap<string, Release> = new Map(
  RELEASE_KEYS.filter((key) => RELEASES[key].word !== '').map((key) => [RELEASES[key].word, key]),
);

/** The release of a tree that names none. */
export const DEFAULT_RELEASE = RELEASE_KEYS.find((key) => RELEASES[key].word === '')!;

export function releaseRow(release: Release): ReleaseRow {
  return RELEASES[release];
}

/** The number of a release in the core. */
export function releaseNumber(release: Release): number {
  return RELEASE_KEYS.indexOf(release);
}

/** The release that has a number in the core; throws a RangeError if none has. */
export function releaseNumbered(number: number): Release {
  const release = RELEASE_KEYS[number];
  if (release === undefined) throw new RangeError(`no release has the number ${number}`);
  return release;
}

/** The release that a report means which says only by which of the two formulas a tree goes. */
export function impliedRelease(wholeHeight: boolean): Release {
  return RELEASE_KEYS.find((key) => goesByWholeHeight(key) === wholeHeight) ?? DEFAULT_RELEASE;
}

/** Whether a tree of the release requests nodes by the formula from before the vacancy series. */
export function goesByWholeHeight(release: Release): boolean {
  return releaseRow(release).storeRequest === 'whole_height';
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lists of which each is mostly the one before. Floor 0; knows nothing of what stands in them.

/** Where two lists differ, by identity: what `before` and `after` have between equal beginnings and equal ends. */
export interface Difference<T> {
  readonly at: number;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** The part in which two lists differ; the same elements stand in front of it and behind it. */
export function differenceOf<T>(before: readonly T[], after: readonly T[]): Difference<T> {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at++;
  let behind = 0;
  while (behind < shorter - at && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++;
  return { at, before: before.slice(at, before.length - behind), after: after.slice(at, after.length - behind) };
}

/** A list at one moment of its history: whole, or as what differs from an earlier moment. */
export interface Version<T> {
  readonly from: Version<T> | null;
  readonly change: Difference<T>;
  /** Changes since a version that is kept whole. */
  readonly distance: number;
  /** Null unless it is kept whole, or the newest. */
  whole: readonly T[] | null;
}

/** So many changes may have to be made to find a list again. */
const DISTANCE_MAX = 128;

/** The version of a list that follows `from`; null: it has no history. The same version if nothing has changed. */
export function nextVersion<T>(from: Version<T> | null, list: readonly T[]): Version<T> {
  const before = from === null ? [] : listAt(from);
  const change = differenceOf(before, list);
  if (from !== null && change.before.length + change.after.length === 0) return from;
  if (from !== null && from.distance > 0) from.whole = null;
  const far = from === null || from.distance >= DISTANCE_MAX || change.after.length > list.length / 2;
  if (far) return { from: null, change: { at: 0, before: [], after: [] }, distance: 0, whole: list };
  return { from, change, distance: from.distance + 1, whole: list };
}

/** The list at a version. */
export function listAt<T>(version: Version<T>): readonly T[] {
  const changes: Difference<T>[] = [];
  let one = version;
  while (one.whole === null && one.from !== null) {
    changes.push(one.change);
    one = one.from;
  }
  if (changes.length === 0) return one.whole ?? [];
  let list = one.whole ?? [];
  for (const { at, before, after } of changes.reverse()) list = [...list.slice(0, at), ...after, ...list.slice(at + before.length)];
  return list;
}

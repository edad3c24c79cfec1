// SPDX-License-Identifier: GPL-2.0-or-later
//
// The codes that a teacher has collected: one a learner and pack, the newest. Pure.

import type { ClassCode, FoundCode } from './code';

/** How a code changed what is collected. */
export type Taken =
  | { readonly kind: 'added' }
  /** It takes the place of an older one of the same learner. */
  | { readonly kind: 'replaced' }
  /** It is here already. */
  | { readonly kind: 'same' }
  /** A newer one of the same learner is here. */
  | { readonly kind: 'older' }
  /** There are as many as can be collected. */
  | { readonly kind: 'full' };

export const LEARNERS_MOST = 1_000;

/** Adds codes in order; `taken` says what became of each. */
export function collect(
  collected: readonly FoundCode[],
  found: readonly FoundCode[],
): { readonly all: readonly FoundCode[]; readonly taken: readonly Taken[] } {
  const all = [...collected];
  const taken = found.map((one): Taken => {
    const at = all.findIndex(({ code }) => isOneLearner(code, one.code));
    const known = all[at];
    if (known === undefined) {
      if (all.length >= LEARNERS_MOST) return { kind: 'full' };
      all.push(one);
      return { kind: 'added' };
    }
    if (known.letters === one.letters) return { kind: 'same' };
    if (known.code.serial > one.code.serial) return { kind: 'older' };
    all[at] = one;
    return { kind: 'replaced' };
  });
  return { all, taken };
}

/** How many people these codes are of: one may hand in several packs, and two may share a browser under two names. */
export function learnersIn(codes: readonly Pick<ClassCode, 'learner' | 'name'>[]): number {
  const names = new Map<string, Set<string>>();
  for (const { learner, name } of codes) {
    const known = names.get(learner) ?? new Set();
    if (name !== '') known.add(name.toLowerCase());
    names.set(learner, known);
  }
  return [...names.values()].reduce((sum, { size }) => sum + Math.max(1, size), 0);
}

/** Of one browser and about one pack, and not of two people who share it: they have typed different names. */
function isOneLearner(one: ClassCode, other: ClassCode): boolean {
  if (one.learner !== other.learner || one.pack !== other.pack) return false;
  const [name, otherName] = [one.name.toLowerCase(), other.name.toLowerCase()];
  return name === otherName || name === '' || otherName === '';
}

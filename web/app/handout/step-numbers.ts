// SPDX-License-Identifier: GPL-2.0-or-later
//
// Steps as a person lists them for a handout: "3, 5-7". Pure.

/** Pictures of one handout of a scenario. */
export const STEPS_MOST = 40;

export type StepNumbers =
  | { readonly kind: 'steps'; readonly steps: readonly number[] }
  /** `part`: what is no step or range of steps. */
  | { readonly kind: 'not a step'; readonly part: string }
  | { readonly kind: 'too many' };

/** Steps in ascending order, each once; `last` is the largest there is. An empty text has none. */
export function readSteps(typed: string, last: number): StepNumbers {
  const found = new Set<number>();
  const parts = typed.replace(/(\d)\s*[-–]\s*(?=\d)/g, '$1-').split(/[\s,;]+/);
  for (const part of parts.filter((one) => one !== '')) {
    const [, from = '', to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    if (from === '' || Number(to) > last || Number(from) > Number(to)) return { kind: 'not a step', part };
    if (Number(to) - Number(from) >= STEPS_MOST) return { kind: 'too many' };
    for (let step = Number(from); step <= Number(to); step++) found.add(step);
  }
  return found.size > STEPS_MOST
    ? { kind: 'too many' }
    : { kind: 'steps', steps: [...found].sort((one, other) => one - other) };
}

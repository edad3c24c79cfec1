// SPDX-License-Identifier: GPL-2.0-or-later
//
// A shorter solution of a task than its par: parts of the stored one, and single statements at the borders that the
// task names. What is not found may exist all the same.

import { splitMix64 } from '../base/random';
import type { Task } from './lesson';
import { shrink } from './shrink';

/** More borders than this are not tried. */
const BORDERS_MOST = 40;

/** The steps that a text takes to reach the goal; null if it does not. */
export type StepsOf = (text: string) => Promise<number | null>;

/** A text that reaches the goal in fewer steps than `par`; null if `tries` attempts find none. Deterministic. */
export async function shorterThan(
  par: number,
  task: Task,
  solution: string,
  stepsOf: StepsOf,
  tries: number,
): Promise<{ readonly text: string; readonly steps: number } | null> {
  if (tries === 0 || par < 2) return null;
  const { text } = await shrink(solution, async (one) => (await stepsOf(one)) !== null, { most: tries });
  const steps = await stepsOf(text);
  if (steps !== null && steps < par) return { text, steps };
  for (const one of singles(task, solution).slice(0, tries)) {
    const taken = await stepsOf(one);
    if (taken !== null && taken < par) return { text: one, steps: taken };
  }
  return null;
}

/** Single statements between the borders of a task, in an order that few of them sample evenly. */
export function singles({ given, goal, start }: Pick<Task, 'given' | 'goal' | 'start'>, solution: string): string[] {
  const text = [given?.text ?? '', start.text, goal.text, solution].join('\n');
  const numbers = [...text.matchAll(/\b(?:0x[0-9a-f]+|\d{1,15})\b/gi)].map(([number]) => BigInt(number));
  const borders = [...new Set(numbers.flatMap((one) => [one - 1n, one, one + 1n]))]
    .filter((one) => one >= 0n)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, BORDERS_MOST);
  const found = borders.flatMap((first, k) => [
    `erase ${first}`,
    ...borders.slice(k).flatMap((last) => [`store ${first}..${last} = null`, `store ${first}..${last} = "x"`]),
  ]);
  const random = splitMix64(1n);
  for (let k = found.length - 1; k > 0; k--) {
    const other = Number(random.next() % BigInt(k + 1));
    [found[k], found[other]] = [found[other] ?? '', found[k] ?? ''];
  }
  return found;
}

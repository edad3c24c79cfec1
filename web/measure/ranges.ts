// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranges that several labs store: ten indexes apart, with a hole before each or contiguous.

import type { Lab, Values } from './lab';
import { numberOf, textOf } from './values';

/** A lab offers a scenario of at most so many ranges. */
export const SCENARIO_MOST = 50_000;

export const LAYOUT: Lab['parameters'][number] = {
  name: 'layout',
  label: 'Ranges',
  kind: 'choice',
  value: 'holes',
  choices: [
    ['holes', 'A hole before each'],
    ['contiguous', 'Contiguous'],
  ],
};

/** First and last index of range i: [10i + 10, 10i + 15], or [10i, 10i + 9] without holes. */
export function rangeOf(i: bigint, layout: string): readonly [bigint, bigint] {
  return layout === 'holes' ? [10n * i + 10n, 10n * i + 15n] : [10n * i, 10n * i + 9n];
}

/** Range `at` as a scenario writes it. */
export function rangeWritten(at: string, values: Values): string {
  return textOf(values, 'layout') === 'holes' ? `10*${at} + 10..+6` : `10*${at}..+10`;
}

/** A line that stores n ranges in an order drawn from the seed. */
export function shuffledLine(n: number, values: Values): string {
  return `for i in shuffle(0..${n - 1}, ${numberOf(values, 'seed')}) { store ${rangeWritten('i', values)} = i }\n`;
}

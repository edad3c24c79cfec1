// SPDX-License-Identifier: GPL-2.0-or-later
//
// The turns of `repeat` and `for`, one value at a time. Bounds are evaluated once, before the first turn.

import { index, type Index } from '../../base/index64';
import { shuffled, splitMix64 } from '../../base/random';
import { evaluate, evaluateForward, type Environment } from './evaluate';
import { RunError } from './run-error';
import type { Statement } from '../syntax/syntax';

export type Loop = Extract<Statement, { kind: 'repeat' | 'for' }>;

/** The most values that one shuffle may put in order. */
export const SHUFFLE_MAX = 1n << 24n;

/** The values of the loop's variable in order. Throws a RunError at the first turn if the loop cannot be. */
export function turns(loop: Loop, environment: Environment): Iterator<Index, undefined> {
  if (loop.kind === 'repeat') return ascending(index(0n), evaluate(loop.count, environment), index(1n));
  const { first, last } = evaluateForward(loop.range, environment);
  const count = last - first + 1n;
  if (loop.shuffle !== null) {
    const seed = evaluate(loop.shuffle, environment);
    if (count > SHUFFLE_MAX)
      throw new RunError(
        loop.range,
        `shuffle takes at most ${SHUFFLE_MAX.toLocaleString('en-US')} values, not ${count}`,
      );
    return inOrder(first, shuffled(Number(count), splitMix64(seed)));
  }
  const step = loop.step === null ? index(1n) : evaluate(loop.step, environment);
  if (step === 0n) throw new RunError(loop.step ?? loop, 'a step of 0 goes nowhere');
  return ascending(
    first,
    index((last - first) / step + 1n),
    step,
    last === 0xffff_ffff_ffff_ffffn && first === 0n && step === 1n,
  );
}

// `all`: 2^64 turns, a count that does not fit an index.
function* ascending(first: Index, count: Index, step: Index, all = false): Generator<Index, undefined> {
  for (let turn = 0n; all || turn < count; turn++) yield index(first + turn * step);
  return undefined;
}

function* inOrder(first: Index, order: Uint32Array): Generator<Index, undefined> {
  for (const place of order) yield index(first + BigInt(place));
  return undefined;
}

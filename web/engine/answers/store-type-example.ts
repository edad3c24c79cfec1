// SPDX-License-Identifier: GPL-2.0-or-later
//
// A short scenario whose last store takes a wanted type, found by search on a core of its own. Random stores, by a
// seed, until one takes the type; then whatever can go goes, and numbers become small, as long as the last store still
// takes it; the shortest of many wins. The same seed finds the same text.

import { rangeOf } from '../../base/text';
import { index, MAX, toHex, ZERO, type Index } from '../../base/index64';
import { splitMix64, type Random } from '../../base/random';
import { NULL_WORD, valueWord } from '../../model/entry';
import type { StoreTypeExample } from '../../model/write-path';
import type { StoreType } from '../../model/status';
import { machineOver, type EngineMachine } from '../core/machine';
import type { Answering } from '../time/answer-context';

/** Candidates that are made small, and runs without one after which the search gives up. */
const CANDIDATES = 32;
const RUNS_MOST = 400;
const CALLS_MOST = 70;

/** One store; NULL for an erased range. */
interface Call {
  readonly first: Index;
  readonly last: Index;
  readonly empty: boolean;
}

export const storeTypeExample: Answering<'storeTypeExample'> = function* ({ core }, { type, seed }) {
  const machine = machineOver(core.again());
  const random = splitMix64(BigInt(seed));
  const trial = { machine, type, calls: 0 };
  let best: readonly Call[] | null = null;
  for (let [run, found] = [0, 0]; run < RUNS_MOST && found < CANDIDATES; run++) {
    const made = candidate(trial, random);
    if (made === null) {
      yield { done: found, of: CANDIDATES };
      continue;
    }
    let small = made;
    for (let before = Infinity; small.length + weight(small) < before;) {
      before = small.length + weight(small);
      small = fewer(trial, small);
      yield { done: found, of: CANDIDATES };
      small = smaller(trial, small);
      yield { done: found, of: CANDIDATES };
    }
    found++;
    if (best === null || small.length < best.length || (small.length === best.length && weight(small) < weight(best)))
      best = small;
  }
  const answer: StoreTypeExample = {
    text: best === null ? null : textOf(type, best),
    steps: best === null ? 0 : best.length + 1,
    calls: trial.calls,
  };
  return answer;
};

// ---- Trying ----

interface Trial {
  readonly machine: EngineMachine;
  readonly type: StoreType;
  calls: number;
}

// The type that the last of the calls takes, on a tree of its own.
function lastType(trial: Trial, calls: readonly Call[]): StoreType | null {
  return play(trial, calls, () => false);
}

// Makes the calls until `stop` says so of the type of one; that type, or the last one's.
function play(trial: Trial, calls: Iterable<Call>, stop: (type: StoreType | null) => boolean): StoreType | null {
  const { machine } = trial;
  const tree = machine.create({ alloc: false, rcu: false, release: '6_16' });
  if (tree === null) return null;
  let type: StoreType | null = null;
  let value = 0n;
  for (const { first, last, empty } of calls) {
    trial.calls++;
    type = machine.store(tree, first, last, empty ? NULL_WORD : valueWord(++value)).storeType;
    if (stop(type)) break;
  }
  machine.destroy(tree);
  machine.drop(tree);
  return type;
}

// Random stores up to the first that takes the type; null if none of them does.
function candidate(trial: Trial, random: Random): readonly Call[] | null {
  const pick = (below: number): number => Number(random.next() % BigInt(below));
  const width = 40 + pick(160);
  const wide = pick(4);
  const made: Call[] = [];
  const stream = function* (): Generator<Call> {
    while (made.length < CALLS_MOST) {
      const first = pick(width);
      const kind = pick(20);
      const length = kind < 14 ? pick(3) : kind < 14 + wide ? pick(width) : 0;
      const whole = kind === 19;
      const call = {
        first: whole ? ZERO : index(BigInt(first)),
        last: whole ? MAX : index(BigInt(first + length)),
        empty: pick(5) === 0,
      };
      made.push(call);
      yield call;
    }
  };
  return play(trial, stream(), (type) => type === trial.type) === trial.type ? made : null;
}

// ---- Making it small ----

// Leaves out ever smaller runs of calls.
function fewer(trial: Trial, calls: readonly Call[]): readonly Call[] {
  let small = calls;
  for (let run = small.length >> 1; run >= 1; run >>= 1) {
    for (let at = 0; at + run < small.length;) {
      const without = [...small.slice(0, at), ...small.slice(at + run)];
      if (lastType(trial, without) === trial.type) small = without;
      else at += run;
    }
  }
  return small;
}

// Numbers close up; then each range is made one index, and each NULL an entry, where that may be.
function smaller(trial: Trial, calls: readonly Call[]): readonly Call[] {
  const closed = closeUp(calls);
  let small = lastType(trial, closed) === trial.type ? closed : calls;
  for (let k = 0; k < small.length; k++) {
    const call = small[k]!;
    for (const simpler of [
      { ...call, last: call.first },
      { ...call, empty: false },
    ]) {
      if (simpler.last === call.last && simpler.empty === call.empty) continue;
      const other = [...small.slice(0, k), simpler, ...small.slice(k + 1)];
      if (lastType(trial, other) === trial.type) small = other;
    }
  }
  return small;
}

// The same order of all bounds, in small numbers: one index between two that are apart.
function closeUp(calls: readonly Call[]): readonly Call[] {
  const bounds = [...new Set(calls.flatMap(({ first, last }) => [first, last]))]
    .filter((x) => x !== MAX)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const places = new Map<Index, Index>([[MAX, MAX]]);
  let next = 0n;
  bounds.forEach((x, k) => {
    const before = bounds[k - 1];
    if (before === undefined) next = x === ZERO ? 0n : 1n;
    else next += x - before === 1n ? 1n : 2n;
    places.set(x, index(next));
  });
  return calls.map((call) => ({
    ...call,
    first: places.get(call.first) ?? call.first,
    last: places.get(call.last) ?? call.last,
  }));
}

// Less is easier to read, among equally many calls.
function weight(calls: readonly Call[]): number {
  return calls.reduce(
    (sum, { first, last, empty }) =>
      sum + (first === last ? 0 : 0.01) + (empty ? 0.04 : 0) + (last === MAX ? 0.02 : Number(last) / 1e6),
    0,
  );
}

// ---- In words ----

function textOf(type: StoreType, calls: readonly Call[]): string {
  const name = (x: Index): string => (x === MAX ? 'max' : x < 1n << 20n ? x.toString() : toHex(x));
  let value = 0;
  const lines = calls.map(
    ({ first, last, empty }) => `store ${rangeOf(first, last, name)} = ${empty ? 'null' : (++value).toString()}`,
  );
  return [`# The last store takes ${type}: the shortest that a search has found`, 'tree t', ...lines, ''].join('\n');
}

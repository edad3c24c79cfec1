// SPDX-License-Identifier: GPL-2.0-or-later
//
// Golden vectors written in the language: the report of the scenario must give, step for step, what was recorded from
// Linux 6.16 (tests/golden). Vectors that hold calls for which the language has no statement are left to the replay.

import { describe, expect, test } from 'vitest';
import type { StepReport } from '../../../web/model/report';
import { readVector, vectorNames, type Vector, type VectorOp } from '../engine/vectors';
import { reportOf } from './run';

const VALUES = (value: VectorOp['v']): string =>
  value === 'z' ? 'zero' : value === null || value === undefined ? 'null' : String(value);

/** One statement and the operation that was recorded for it; null for a line that is no step of the vector. */
interface Told {
  readonly text: string;
  readonly op: VectorOp | null;
}

function tell(op: VectorOp, head: string, counter: string): Told[] | null {
  const range = `${op.a ?? ''}..${op.z ?? ''}`;
  switch (op.op) {
    case 'store':
    case 'insert':
      return [{ text: `${op.op} ${range} = ${VALUES(op.v)}`, op }];
    case 'prealloc_store':
      return op.walk === true ? null : [{ text: `prealloc ${range} = ${VALUES(op.v)}`, op }];
    case 'erase':
    case 'load':
      return [{ text: `${op.op} ${op.a ?? ''}`, op }];
    case 'bulk': {
      const stores = (op.entries ?? []).map(([a, z, v]) => `  store ${a}..${z} = ${VALUES(v)}`);
      return [{ text: [`bulk ${op.expected ?? 0} {`, ...stores, '}'].join('\n'), op }];
    }
    case 'walk':
      return [{ text: `walk ${op.a ?? ''}`, op }];
    case 'next':
    case 'next_range':
    case 'find':
    case 'prev':
    case 'prev_range':
    case 'find_rev':
      return [{ text: `${op.op} ${op.a ?? ''} count ${op.n ?? 0} until ${op.max ?? op.min ?? ''}`, op }];
    case 'cursor':
      // One state moved in many ways: the language has no such statement, and nothing is changed.
      return [];
    case 'alloc':
    case 'ralloc':
      if (isReversed(op)) return [];
      return [
        {
          text:
            `alloc ${op.size ?? ''} within ${op.min ?? ''}..${op.max ?? ''} = ` +
            `${VALUES(op.v)}${op.op === 'alloc' ? '' : ' from top'}`,
          op,
        },
      ];
    case 'cyclic':
      // The counter is the tree's own; a vector that sets another is left to the replay.
      if (op.next !== counter) return null;
      return isReversed(op) ? [] : [{ text: `cyclic within ${op.min ?? ''}..${op.max ?? ''} = ${VALUES(op.v)}`, op }];
    case 'empty_area':
    case 'empty_area_rev':
      if (isReversed(op)) return [];
      return [
        {
          text:
            `gap ${op.size ?? ''} within ` +
            `${op.min ?? ''}..${op.max ?? ''}${op.op === 'empty_area' ? '' : ' from top'}`,
          op,
        },
      ];
    case 'fail':
      return [{ text: op.n === 0 ? 'fail off' : `fail request ${op.k ?? 0} times ${op.n ?? 0}`, op: null }];
    case 'destroy':
      return [
        { text: 'destroy t', op },
        { text: head, op: null },
      ];
    case 'dup': {
      const { req, rk, ret, sum } = op;
      const copy: Told[] = [{ text: 'dup t as copy', op: { op: 'dup', req, rk, ret, sum } as VectorOp }];
      return op.ret === 0
        ? [...copy, { text: 'destroy copy', op: { op: 'destroy', live: op.live } as VectorOp }]
        : copy;
    }
    default:
      return null;
  }
}

// The language takes no reversed range where it searches.
function isReversed(op: VectorOp): boolean {
  return BigInt(op.min ?? 0) > BigInt(op.max ?? 0);
}

function scenarioOf(vector: Vector): { text: string; ops: (VectorOp | null)[] } | null {
  const head = `tree t${vector.mode === 'alloc' ? ' alloc' : ''}${vector.rcu ? ' rcu' : ''}`;
  const told: Told[] = [{ text: head, op: null }];
  let counter = '0x0';
  for (const op of vector.ops) {
    const lines = tell(op, head, counter);
    counter = op.next_after ?? counter;
    if (lines === null) return null;
    told.push(...lines);
  }
  const steps = told.filter(({ text }) => !text.startsWith('fail'));
  return { text: told.map((one) => one.text).join('\n'), ops: steps.map((one) => one.op) };
}

function valueOf(value: VectorOp['v']): unknown {
  return value === 'z' ? { zero: true } : (value ?? null);
}

/** What the vector says of a step, in the report's words. */
function wanted(op: VectorOp): Partial<StepReport> {
  const fields: Record<string, unknown> = {};
  const names = {
    wr: 'storeType',
    vh: 'vh',
    sh: 'sh',
    pre: 'pre',
    pre_whole: 'preWhole',
    req: 'requests',
    freed: 'freed',
    live: 'live',
    h: 'height',
    sum: 'sum',
  } as const;
  for (const [theirs, ours] of Object.entries(names)) {
    const value = op[theirs as keyof VectorOp];
    if (value !== undefined) fields[ours] = value;
  }
  if (op.req !== undefined) fields['rk'] = op.rk ?? '';
  if (op.op === 'load' || op.op === 'erase') fields['result'] = valueOf(op.ret);
  else if (op.op === 'walk') fields['result'] = [[...(op.at as readonly [string, string]), valueOf(op.ret)]];
  else if (op.list !== undefined)
    fields['result'] = op.list.map(([index, last, value]) => [index, last, valueOf(value)]);
  else if (op.ret !== undefined)
    fields['error'] = { 0: null, 1: null, '-12': 'ENOMEM', '-16': 'EBUSY', '-17': 'EEXIST', '-22': 'EINVAL' }[
      String(op.ret)
    ];
  if (op.op === 'empty_area' || op.op === 'empty_area_rev')
    fields['result'] = op.at === undefined ? null : { index: op.at[0], last: op.at[1] };
  if (typeof op.at === 'string' && op.v !== null)
    fields['result'] = { index: op.at, last: `0x${(BigInt(op.at) + BigInt(op.size ?? 1) - 1n).toString(16)}` };
  return fields;
}

const told = [
  'tut-',
  'bulk-sizes',
  'bulk-edit',
  'fail-types',
  'mix-fail',
  'sawtooth',
  'searches',
  'vma-loader',
  'dup-fail',
  'dup-sizes',
  'dup-full-h1',
  'spanning-h2-bulk',
  'midsplit',
  'tiny-mix',
  'three-way-h2',
  'thin-converge',
  'ids-',
  'areas',
  'reads-h3',
]
  .flatMap(vectorNames)
  .flatMap((name) => {
    const vector = readVector(name);
    const scenario = scenarioOf(vector);
    return scenario === null ? [] : [{ name, ...scenario }];
  });

describe('golden vectors as scenarios', () => {
  test('most of the chosen vectors can be written as scenarios', () => {
    expect(told.length).toBeGreaterThan(50);
  });

  test.each(told)('$name', ({ text, ops }) => {
    const report = reportOf(text, { sums: 'all' });
    expect(report.stopped).toBeNull();
    expect(report.steps.length).toBe(ops.length);
    report.steps.forEach((step, k) => {
      const op = ops[k];
      if (op !== null && op !== undefined) expect(step).toMatchObject(wanted(op));
    });
    expect(report.trees.flatMap((tree) => tree.invariants.broken)).toEqual([]);
    expect(report.ok).toBe(true);
  });
});

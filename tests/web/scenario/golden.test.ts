// SPDX-License-Identifier: GPL-2.0-or-later
//
// Golden vectors told in the language: the report of the scenario must give, step for step, what was recorded from Linux
// 6.16 (tests/golden). Vectors that hold calls for which the language has no statement are left to the replay.

import { describe, expect, test } from 'vitest';
import type { StepReport } from '../../../web/model/report';
import { readVector, vectorNames, type Vector, type VectorOp } from '../engine/vectors';
import { reportOf } from './run';

const VALUES = (value: VectorOp['v']): string => (value === 'z' ? 'zero' : value === null || value === undefined ? 'null' : String(value));

/** One statement and the operation that was recorded for it; null for a line that is no step of the vector. */
interface Told {
  readonly text: string;
  readonly op: VectorOp | null;
}

const READING = new Set(['walk', 'next', 'prev', 'next_range', 'prev_range', 'find', 'find_rev', 'cursor']);

function tell(op: VectorOp, head: string): Told[] | null {
  // Iterators change nothing and are left out.
  if (READING.has(op.op)) return [];
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
    case 'empty_area':
    case 'empty_area_rev':
      // The language takes no reversed range here.
      if (BigInt(op.min ?? 0) > BigInt(op.max ?? 0)) return [];
      return [{ text: `gap ${op.size ?? ''} within ${op.min ?? ''}..${op.max ?? ''}${op.op === 'empty_area' ? '' : ' from top'}`, op }];
    case 'fail':
      return [{ text: op.n === 0 ? 'fail off' : `fail request ${op.k ?? 0} times ${op.n ?? 0}`, op: null }];
    case 'destroy':
      return [{ text: 'destroy t', op }, { text: head, op: null }];
    case 'dup': {
      const { req, rk, ret, sum } = op;
      const copy: Told[] = [{ text: 'dup t as copy', op: { op: 'dup', req, rk, ret, sum } as VectorOp }];
      return op.ret === 0 ? [...copy, { text: 'destroy copy', op: { op: 'destroy', live: op.live } as VectorOp }] : copy;
    }
    default:
      return null;
  }
}

function scenarioOf(vector: Vector): { text: string; ops: (VectorOp | null)[] } | null {
  const head = `tree t${vector.mode === 'alloc' ? ' alloc' : ''}${vector.rcu ? ' rcu' : ''}`;
  const told: Told[] = [{ text: head, op: null }];
  for (const op of vector.ops) {
    const lines = tell(op, head);
    if (lines === null) return null;
    told.push(...lines);
  }
  const steps = told.filter(({ text }) => !text.startsWith('fail'));
  return { text: told.map((one) => one.text).join('\n'), ops: steps.map((one) => one.op) };
}

/** What the vector says of a step, in the report's words. */
function wanted(op: VectorOp): Partial<StepReport> {
  const fields: Record<string, unknown> = {};
  const names = { wr: 'storeType', vh: 'vh', sh: 'sh', pre: 'pre', pre_whole: 'preWhole', req: 'requests', freed: 'freed', live: 'live', h: 'height', sum: 'sum' } as const;
  for (const [theirs, ours] of Object.entries(names)) {
    const value = op[theirs as keyof VectorOp];
    if (value !== undefined) fields[ours] = value;
  }
  if (op.req !== undefined) fields['rk'] = op.rk ?? '';
  if (op.op === 'load' || op.op === 'erase') fields['result'] = op.ret === 'z' ? { zero: true } : (op.ret ?? null);
  else if (op.ret !== undefined) fields['error'] = { 0: null, '-12': 'ENOMEM', '-16': 'EBUSY', '-17': 'EEXIST', '-22': 'EINVAL' }[String(op.ret)];
  if (op.at !== undefined) fields['result'] = { index: op.at[0], last: op.at[1] };
  return fields;
}

const told = ['tut-', 'bulk-sizes', 'bulk-edit', 'fail-types', 'mix-fail', 'sawtooth', 'searches', 'vma-loader', 'dup-fail', 'dup-sizes', 'dup-full-h1', 'spanning-h2-bulk', 'midsplit', 'tiny-mix', 'three-way-h2', 'thin-converge']
  .flatMap(vectorNames)
  .flatMap((name) => {
    const vector = readVector(name);
    const scenario = scenarioOf(vector);
    return scenario === null ? [] : [{ name, ...scenario }];
  });

describe('golden vectors told in the language', () => {
  test('most of the chosen vectors can be told', () => {
    expect(told.length).toBeGreaterThan(40);
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

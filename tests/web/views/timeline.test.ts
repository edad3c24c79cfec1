// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline's numbers: aggregation against a plain recount, columns and steps as inverses, the detail around the
// current step.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STORE_TYPES } from '../../../web/model/status';
import type { StepBrief } from '../../../web/model/run';
import {
  aggregate,
  barHeight,
  columnOf,
  detailStart,
  failureOf,
  lanesFor,
  REFUSED,
  LETTERS_TOLD,
  stepLetter,
  stepOf,
  tableOf,
} from '../../../web/views/timeline/layout';
import { briefOf } from './fixtures';
import { readGolden } from './golden-file';

/** Steps of the language that have no store type, or may have none. */
const OPS = [
  'load', 'gap', 'dup', 'fork', 'bulk', 'destroy', 'exit', 'tree', 'alloc', 'cyclic', 'walk', 'next', 'prev', 'find', 'find_rev', 'next_range',
  'prev_range', 'read', 'resume', 'release', 'corrupt', 'mm', 'map', 'unmap', 'protect', 'brk', 'touch', 'advise', 'trace', 'sweep',
];

function brief(asked: number, refused = false): StepBrief {
  return {
    line: 1, op: 'store', tree: 't', error: null, storeType: 'append', asked, used: Math.floor(asked / 2), freed: 0,
    preWhole: asked + 2, refused, live: 0, gutter: '',
  };
}

describe('timeline', () => {
  it('tells a step that failed from one that survived a refusal', () => {
    const { flags } = tableOf([brief(3), brief(3, true), { ...brief(3, true), error: 'ENOMEM' }, { ...brief(0), error: 'EBUSY' }]);
    expect([...flags].map(failureOf)).toEqual([null, 'survived', 'failed', 'failed']);
  });

  it('aggregates to the largest of each column', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (list, count) => {
        const steps = list.map(([asked, refused]) => brief(asked, refused));
        const columns = aggregate(tableOf(steps), count);
        for (let c = 0; c < count; c++) {
          const inside = steps.filter((_, k) => columnOf(k + 1, steps.length, count) === c);
          expect(columns.asked[c]).toBe(Math.max(0, ...inside.map((s) => s.asked)));
          expect(columns.used[c]).toBe(Math.max(0, ...inside.map((s) => s.used)));
          expect(columns.whole[c]).toBe(Math.max(0, ...inside.map((s) => s.preWhole ?? 0)));
          expect(((columns.flags[c] ?? 0) & REFUSED) !== 0).toBe(inside.some((s) => s.refused));
        }
      }),
    );
  });

  it('finds back the column of the step that a column begins with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 1, max: 2000 }), (last, count) => {
        for (const c of [0, 1, Math.floor(count / 2), count - 1]) {
          const step = stepOf(c, last, count);
          expect(step).toBeGreaterThanOrEqual(0);
          expect(step).toBeLessThanOrEqual(last);
          if (last + 1 >= count && c < count) expect(columnOf(step, last, count)).toBe(c);
        }
      }),
    );
  });

  it('always has the current step in the detail', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2_000_000 }), fc.integer({ min: 3, max: 90 }), fc.double({ min: 0, max: 1, noNaN: true }), (last, room, part) => {
        const current = Math.round(part * last);
        const start = detailStart(current, last, room);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(current).toBeGreaterThanOrEqual(start);
        expect(current).toBeLessThan(start + room);
      }),
    );
  });

  it('shows all steps of a short run, and an overview of a long one', () => {
    expect(lanesFor(46, 800, 92).overview).toBeNull();
    expect(lanesFor(46, 800, 92).room).toBe(47);
    expect(lanesFor(2_000_000, 800, 92).overview).not.toBeNull();
  });

  it('has no detail where it is too low for one', () => {
    expect(lanesFor(46, 800, 26)).toMatchObject({ room: 47, bars: { height: 0 } });
    expect(lanesFor(46, 800, 26).overview!.height).toBe(20);
    expect(lanesFor(2_000_000, 800, 26).bars.height).toBe(0);
  });

  it('presses two million steps into pixels', () => {
    const steps = Array.from({ length: 2_000_000 }, (_, k) => brief(k === 1_234_567 ? 9 : 1));
    const columns = aggregate(tableOf(steps), 768);
    expect(columns.asked[columnOf(1_234_568, 2_000_000, 768)]).toBe(9);
  });

  it('makes higher bars of more nodes and none of none', () => {
    for (const top of [5, 12, 400]) {
      expect(barHeight(0, top, 60)).toBe(0);
      for (let n = 1; n < top; n++) expect(barHeight(n + 1, top, 60)).toBeGreaterThanOrEqual(barHeight(n, top, 60));
      expect(barHeight(top, top, 60)).toBeCloseTo(60);
    }
  });

  it('has a letter of its own for every store type', () => {
    const told = LETTERS_TOLD.flatMap(([some]) => some.split(' '));
    expect(new Set(told).size).toBe(told.length);
    for (const op of OPS) expect(told, op).toContain(stepLetter({ op, storeType: null }));
    // And none that no step has.
    const drawn = new Set([...OPS.map((op) => stepLetter({ op, storeType: null })), ...STORE_TYPES.map((storeType) => stepLetter({ op: 'store', storeType }))]);
    expect(told.filter((letter) => !drawn.has(letter))).toEqual([]);
    const letters = STORE_TYPES.filter((t) => t !== 'invalid').map((storeType) => stepLetter({ op: 'store', storeType }));
    expect(new Set(letters).size).toBe(9);
    expect(letters).not.toContain('?');
  });

  it('reads requests of a golden vector as they are recorded', () => {
    const { ops } = readGolden('tut-09-split-root-alloc');
    const table = tableOf(ops.map((op, k) => briefOf(op, k + 1, 't')));
    for (const [k, op] of ops.entries()) expect(table.asked[k]).toBe((op.req ?? []).reduce((a, b) => a + b, 0));
  });
});

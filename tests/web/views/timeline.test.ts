// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline's numbers: aggregation against a plain recount, columns and steps as inverses, the detail around the
// current step.

import { columnsOf } from '../columns';
import { OPS, traitsOf, type Op } from '../../../web/model/ops';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STORE_TYPES } from '../../../web/model/status';
import type { StepBrief } from '../../../web/model/run';
import { drawTimeline, scaleAt, type Kept, type TimelinePicture } from '../../../web/views/timeline/draw';
import {
  barHeight,
  COLUMN_MAX,
  detailStart,
  EXPECT_LANE,
  FAILURE_LANE,
  fitColumn,
  fitted,
  FOUND_LANE,
  isWhole,
  lanesFor,
  MARKS,
  NOTE_LANE,
  panned,
  stepsAt,
  usualWindow,
  withStep,
  zoomed,
  type Window,
} from '../../../web/views/timeline/layout';
import { stepLetter, stepWord, stepWords } from '../../../web/views/timeline/letters';
import { LETTER_MEANINGS } from '../../../web/views/timeline/letter-meanings';
import { eachMark, firstFrom, marksOf } from '../../../web/views/timeline/marks';
import { failureOf, FAILED, peakOf, REFUSED, tableOf, tellingStep } from '../../../web/views/timeline/steps';
import { emptyStage, lanesNow, take, windowNow } from '../../../web/views/timeline/stage';
import type { Colours } from '../../../web/views/shared/palette';
import { briefOf } from './fixtures';
import { readGolden } from './golden-file';

/** Steps of the language that have no store type, or may have none. */
const ALL_OPS = Object.keys(OPS) as Op[];

function brief(asked: number, refused = false): StepBrief {
  return {
    line: 1,
    op: 'store',
    tree: 't',
    error: null,
    storeType: 'append',
    asked,
    used: Math.floor(asked / 2),
    freed: 0,
    preWhole: asked + 2,
    refused,
    gutter: [],
  };
}

describe('timeline', () => {
  it('tells a step that failed from one that survived a refusal', () => {
    const { kinds, kindOf } = tableOf(
      columnsOf([brief(3), brief(3, true), { ...brief(3, true), error: 'ENOMEM' }, { ...brief(0), error: 'EBUSY' }]),
    );
    expect(Array.from(kindOf, (kind) => failureOf(kinds.flags[kind]!))).toEqual([null, 'survived', 'failed', 'failed']);
  });

  it('finds the largest of any steps, and no failure is left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 700 }),
        fc.nat(710),
        fc.nat(710),
        (list, a, b) => {
          const steps = list.map(([asked, refused], k) => ({ ...brief(asked, refused), freed: (asked * 7 + k) % 5 }));
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const peak = peakOf(tableOf(columnsOf(steps)), from, to, { asked: 9, used: 9, whole: 9, back: 9, flags: 9 });
          const inside = steps.filter((_, k) => k + 1 >= from && k + 1 < to);
          expect(peak.asked).toBe(Math.max(0, ...inside.map((s) => s.asked)));
          expect(peak.used).toBe(Math.max(0, ...inside.map((s) => s.used)));
          expect(peak.whole).toBe(Math.max(0, ...inside.map((s) => s.preWhole ?? 0)));
          expect(peak.back).toBe(Math.max(0, ...inside.map((s) => s.freed)));
          expect((peak.flags & REFUSED) !== 0).toBe(inside.some((s) => s.refused));
        },
      ),
    );
  });

  it('has every step in exactly one pixel, at any zoom', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 40, max: 900 }),
        fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
        (last, width, part) => {
          const column = fitColumn(last, width) ** (1 - part) * Math.min(1, COLUMN_MAX) ** part;
          const window = fitted({ start: 0, column }, last, width);
          if (window.column >= 1) return;
          let next = 0;
          for (let x = 0; x < width && next <= last; x++) {
            const { from, to } = stepsAt(window, x, last);
            expect(from).toBe(next);
            next = to;
          }
          if (window.column === fitColumn(last, width)) expect(next).toBe(last + 1);
        },
      ),
    );
  });

  const windows = fc.record({
    last: fc.integer({ min: 1, max: 2_000_000 }),
    width: fc.integer({ min: 120, max: 2000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    zoom: fc.double({ min: 0, max: 20, noNaN: true }),
  });
  const windowOf = ({ last, width, at, zoom }: { last: number; width: number; at: number; zoom: number }): Window =>
    fitted({ start: at * last, column: fitColumn(last, width) * 2 ** zoom }, last, width);

  it('never shows what is before the start or after the end, and zooming keeps what is under the pointer', () => {
    fc.assert(
      fc.property(
        windows,
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -4000, max: 4000 }),
        (given, factor, part, pixels) => {
          const { last, width } = given;
          const window = windowOf(given);
          const x = part * width;
          for (const next of [window, zoomed(window, factor, x, last, width), panned(window, pixels, last, width)]) {
            expect(next.start).toBeGreaterThanOrEqual(0);
            expect(next.start).toBeLessThanOrEqual(Math.max(0, last + 1 - width / next.column) + 1e-6);
            expect(next.column).toBeLessThanOrEqual(COLUMN_MAX);
            expect(next.column * (last + 1)).toBeGreaterThanOrEqual(Math.min(width, COLUMN_MAX * (last + 1)) - 1e-6);
          }
          const next = zoomed(window, factor, x, last, width);
          const free = next.start > 0 && next.start < last + 1 - width / next.column - 1e-6;
          if (free) expect(next.start + x / next.column).toBeCloseTo(window.start + x / window.column, 4);
          const back = panned(panned(window, 7, last, width), -7, last, width);
          if (window.start > 1 && window.start < last - width / window.column - 8 / window.column)
            expect(back.start).toBeCloseTo(window.start, 6);
        },
      ),
    );
  });

  it('brings a chosen step into view, and leaves a window that has it', () => {
    fc.assert(
      fc.property(windows, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const window = windowOf(given);
        const step = Math.round(part * given.last);
        const next = withStep(window, step, given.last, given.width);
        expect(step).toBeGreaterThanOrEqual(next.start - 1e-6);
        expect(step + 1).toBeLessThanOrEqual(next.start + given.width / next.column + 1e-6);
        expect(withStep(next, step, given.last, given.width).start).toBeCloseTo(next.start, 5);
      }),
    );
  });

  it('takes a click on many steps to the one that tells most', () => {
    const steps = Array.from({ length: 300 }, (_, k) =>
      k === 120 ? { ...brief(1, true), error: 'ENOMEM' } : k === 60 ? brief(1, true) : brief(k === 200 ? 9 : 1),
    );
    const table = tableOf(columnsOf(steps));
    expect([
      tellingStep(table, 0, 301),
      tellingStep(table, 0, 100),
      tellingStep(table, 130, 301),
      tellingStep(table, 5, 6),
      tellingStep(table, 0, 1),
    ]).toEqual([121, 61, 201, 5, 0]);
  });

  it('gives the marks of a stretch, no two of a kind in the same pixel', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { maxLength: 200 }),
        fc.nat(1000),
        fc.nat(1000),
        fc.double({ min: 0.1, max: 60, noNaN: true }),
        (ticks, a, b, apart) => {
          const table = marksOf({ marks: [], ticks, breakpoints: [], changes: ticks });
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const told: number[] = [];
          eachMark(table, from, to, apart, (kind, step) => {
            if (kind === 'tick') told.push(step);
          });
          const inside = [...new Set(ticks)].filter((step) => step >= from && step < to).sort((x, y) => x - y);
          expect(told[0]).toBe(inside[0]);
          for (const step of inside)
            expect(told.some((one) => one <= step && step < one + Math.max(1, apart) + 1)).toBe(true);
          told.slice(1).forEach((step, k) => expect(step - told[k]!).toBeGreaterThanOrEqual(apart));
          expect(firstFrom(Uint32Array.from(inside), from)).toBe(0);
        },
      ),
    );
  });

  it('always has the current step in the detail', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 2_000_000 }),
        fc.integer({ min: 3, max: 90 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (last, room, part) => {
          const current = Math.round(part * last);
          const start = detailStart(current, last, room);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(current).toBeGreaterThanOrEqual(start);
          expect(current).toBeLessThan(start + room);
        },
      ),
    );
  });

  it('shows all steps of a short run, and an overview of a long one', () => {
    expect(isWhole(usualWindow(40, 46, 800), 46, 800)).toBe(true);
    expect(lanesFor(true, 104).overview).toBeNull();
    expect(isWhole(usualWindow(40, 2_000_000, 800), 2_000_000, 800)).toBe(false);
    const { overview, letters, bars } = lanesFor(false, 104);
    expect(overview!.top).toBeGreaterThan(letters);
    expect(overview!.top + overview!.height).toBeLessThanOrEqual(104);
    expect(bars.height).toBeGreaterThan(30);
  });

  it('keeps a lane for failures over the highest bar, and nothing on the lower edge', () => {
    const lanes = [EXPECT_LANE, NOTE_LANE, FOUND_LANE, MARKS];
    expect(FAILURE_LANE).toBeGreaterThan(4);
    [FAILURE_LANE, ...lanes].reduce((below, lane) => {
      expect(lane - below).toBeGreaterThan(6);
      return lane;
    });
    for (const whole of [true, false]) {
      for (const height of [74, 104, 114]) {
        const { bars, letters, overview } = lanesFor(whole, height);
        expect(bars.top).toBe(MARKS);
        // What is given back takes of the room of the bars, never more than half, in proportion.
        for (const deep of [1, 2, 5, 900]) {
          const shared = lanesFor(whole, height, 5, deep);
          expect(shared).toMatchObject({ letters, overview });
          expect(shared.bars.height + shared.bars.below).toBe(bars.height);
          expect(shared.bars.below).toBeLessThanOrEqual(Math.ceil(bars.height / 2));
          expect(Math.abs(shared.bars.below - (shared.bars.height * Math.min(5, deep)) / 5)).toBeLessThanOrEqual(1);
        }
        expect(letters + 5).toBeLessThanOrEqual(overview === null ? height - 3 : overview.top);
        if (overview !== null) expect(overview.top + overview.height).toBeLessThanOrEqual(height - 3);
      }
    }
  });

  it('writes every step of a run of twenty as a word, no word on another, in two rows where one is too narrow', () => {
    // What an example of twenty steps has, and longer words than any of its.
    const real: readonly Partial<StepBrief>[] = [
      { storeType: 'store_root' },
      ...Array.from({ length: 15 }, () => ({ storeType: 'append' as const })),
      { storeType: 'rebalance' },
      { storeType: 'append' },
      { storeType: 'exact_fit' },
      { op: 'fork', storeType: null, error: 'ENOMEM' },
    ];
    for (const [width, count, rows] of [
      [940, 20, 2],
      [1370, 20, 1],
      [940, 9, 1],
      [320, 20, 0],
    ] as const) {
      const steps = real.slice(-count).map((one) => ({ ...brief(1), ...one }));
      const stage = { ...emptyStage(), width, height: 112 };
      take(stage, {
        steps: columnsOf(steps),
        current: 3,
        marks: [],
        hovered: null,
        ticks: [],
        breakpoints: [],
        changes: [],
      });
      const lanes = lanesNow(stage);
      expect(lanes.rows, `${width} pixels, ${count} steps`).toBe(rows);
      const texts: { readonly text: string; readonly left: number; readonly right: number; readonly y: number }[] = [];
      const own: Record<string, unknown> = {};
      const canvas = new Proxy(own, {
        get: (target, key: string) =>
          key in target
            ? target[key]
            : (text: string, x: number, y: number) => {
                if (key !== 'fillText') return;
                const half = (text.length * 7.23) / 2;
                texts.push({ text, left: x - half, right: x + half, y });
              },
      }) as unknown as CanvasRenderingContext2D;
      const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
      const { data, table, marks, hovered } = stage;
      drawTimeline(canvas, { data, table, marks, lanes, window: windowNow(stage), width, hovered }, colours);
      expect(texts.map(({ text }) => text)).toEqual(steps.map(rows === 0 ? stepLetter : stepWord));
      for (const [k, one] of texts.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(width);
        expect(one.y).toBeGreaterThan(lanes.bars.top + lanes.bars.height + lanes.bars.below + 8);
        for (const other of texts.slice(k + 1).filter(({ y }) => y === one.y))
          expect(other.left - one.right).toBeGreaterThan(3);
      }
    }
  });

  it('says beside the mark of an expect how it went, where each step has room for a word', () => {
    const steps = Array.from({ length: 4 }, () => brief(1));
    for (const [width, said] of [
      [800, ['holds', 'fails']],
      [60, []],
    ] as const) {
      const texts: { readonly text: string; readonly x: number }[] = [];
      const own: Record<string, unknown> = {};
      const canvas = new Proxy(own, {
        get: (target, key: string) =>
          key in target
            ? target[key]
            : (text: string, x: number) => {
                if (key === 'fillText') texts.push({ text, x });
              },
      }) as unknown as CanvasRenderingContext2D;
      const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
      const stage = { ...emptyStage(), width, height: 112 };
      take(stage, {
        steps: columnsOf(steps),
        current: 0,
        marks: [
          { step: 2, kind: 'expect-held' },
          { step: 3, kind: 'expect-failed' },
        ],
        hovered: null,
        ticks: [],
        breakpoints: [],
        changes: [],
      });
      const { data, table, marks, hovered } = stage;
      const window = windowNow(stage);
      drawTimeline(canvas, { data, table, marks, lanes: lanesNow(stage), window, width, hovered }, colours);
      const verdicts = texts.filter(({ text }) => text === 'holds' || text === 'fails');
      expect(verdicts.map(({ text }) => text)).toEqual(said);
      for (const [k, { x }] of verdicts.entries()) {
        const middle = (k + 2.5 - window.start) * window.column;
        expect(x).toBeGreaterThan(middle + 3);
        expect(x + 5 * 7.23).toBeLessThan(middle + window.column - 3);
      }
    }
  });

  it('draws no part of a cross on a bar', () => {
    const steps = Array.from({ length: 40 }, (_, k) => ({
      ...brief(k % 8 === 7 ? 40 : 5),
      error: k % 8 === 7 ? 'ENOMEM' : null,
    }));
    const tops: number[] = [];
    const own: Record<string, unknown> = { strokeStyle: '', fillStyle: '' };
    let lowest = -Infinity;
    const canvas = new Proxy(own, {
      get: (target, key: string) =>
        key in target
          ? target[key]
          : (...at: number[]) => {
              if (key === 'fillRect' && target['fillStyle'] === 'gap-bar') tops.push(at[1]!);
              if ((key === 'moveTo' || key === 'lineTo') && target['strokeStyle'] === 'bad')
                lowest = Math.max(lowest, at[1]!);
            },
    }) as unknown as CanvasRenderingContext2D;
    const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
    const data = {
      steps: columnsOf(steps),
      current: 5,
      marks: [],
      hovered: null,
      ticks: [],
      breakpoints: [],
      changes: [],
    };
    const window = fitted({ start: 0, column: fitColumn(40, 800) }, 40, 800);
    drawTimeline(
      canvas,
      {
        data,
        table: tableOf(columnsOf(steps)),
        marks: marksOf(data),
        lanes: lanesFor(true, 114),
        window,
        width: 800,
        hovered: null,
      },
      colours,
    );
    expect(lowest).toBeGreaterThan(0);
    expect(lowest).toBeLessThan(Math.min(...tops));
  });

  it('draws what each step freed below the line, open where it exceeds the room, and a line at the highest bar', () => {
    const steps = [
      brief(4),
      { ...brief(4), freed: 2 },
      { ...brief(4), freed: 0 },
      { ...brief(0), op: 'destroy' as const, freed: 900 },
    ];
    const bars: (readonly number[])[] = [];
    const lines: (readonly number[])[] = [];
    const own: Record<string, unknown> = { strokeStyle: '', fillStyle: '' };
    const canvas = new Proxy(own, {
      get: (target, key: string) =>
        key in target
          ? target[key]
          : (...at: number[]) => {
              if (key === 'fillRect' && target['fillStyle'] === 'muted') bars.push(at);
              if (key === 'fillRect' && target['fillStyle'] === 'hairline') lines.push(at);
            },
    }) as unknown as CanvasRenderingContext2D;
    const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
    const data = {
      steps: columnsOf(steps),
      current: 0,
      marks: [],
      hovered: null,
      ticks: [],
      breakpoints: [],
      changes: [],
    };
    const window = fitted({ start: 0, column: 16 }, 4, 800);
    const table = tableOf(columnsOf(steps));
    const lanes = lanesFor(true, 114, table.top, table.deep);
    drawTimeline(canvas, { data, table, marks: marksOf(data), lanes, window, width: 800, hovered: null }, colours);
    const column = (step: number): (readonly number[])[] =>
      bars.filter(
        ([x]) => x! >= (step - window.start) * window.column && x! < (step + 1 - window.start) * window.column,
      );
    expect([1, 2, 3, 4].map((step) => column(step).length)).toEqual([0, 3, 0, 2]);
    const foot = lanes.bars.top + lanes.bars.height;
    const [, y, , long] = column(2)[0]!;
    expect(y).toBe(foot + 1);
    expect(long).toBe(Math.round(barHeight(2, table.top, lanes.bars.height)));
    expect(column(4)[0]![3]).toBe(lanes.bars.below);
    for (const [, top, , high] of bars) expect(top! + high!).toBeLessThan(lanes.letters - 8);
    // Brief(4) asks for 4, the whole-height formula for 6: the highest of all.
    expect(table.top).toBe(6);
    expect(lines.map(([, at]) => at)).toEqual([foot, Math.round(foot - barHeight(6, 6, lanes.bars.height))]);
    expect(scaleAt(table, lanes)).toBe(lines[1]![1]);
  });

  it('draws the run in the overview once, and again when steps, marks, width or colours change', () => {
    const told = (): { calls: number; canvas: CanvasRenderingContext2D } => {
      const own: Record<string, unknown> = {
        fillStyle: '',
        strokeStyle: '',
        canvas: { width: 800, height: 104 },
        getTransform: () => ({ a: 1 }),
      };
      const result = {
        calls: 0,
        canvas: new Proxy(own, {
          get: (target, key: string) => (key in target ? target[key] : () => (result.calls += 1)),
        }) as unknown as CanvasRenderingContext2D,
      };
      return result;
    };
    const [page, layer] = [told(), told()];
    const kept: Kept = {
      canvas: { width: 0, height: 0, getContext: () => layer.canvas } as unknown as HTMLCanvasElement,
      of: [],
    };
    const steps = Array.from({ length: 5000 }, (_, k) => brief(k % 7));
    const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
    const data = {
      steps: columnsOf(steps),
      current: 5,
      marks: [],
      hovered: null,
      ticks: [],
      breakpoints: [],
      changes: [],
    };
    const picture: TimelinePicture = {
      data,
      table: tableOf(columnsOf(steps)),
      marks: marksOf(data),
      lanes: lanesFor(false, 104),
      window: usualWindow(5, 5000, 800),
      width: 800,
      hovered: null,
      kept,
    };
    const draws = (next: Partial<TimelinePicture>, ink: Colours = colours): boolean => {
      layer.calls = 0;
      drawTimeline(page.canvas, { ...picture, ...next }, ink);
      return layer.calls > 0;
    };
    expect(draws({})).toBe(true);
    expect(
      draws({
        data: { ...data, current: 4000 },
        window: usualWindow(4000, 5000, 800),
        lanes: lanesFor(false, 104),
        hovered: 7,
      }),
    ).toBe(false);
    expect(draws({ marks: marksOf({ ...data, ticks: [9] }) })).toBe(true);
    expect(draws({})).toBe(true);
    expect(draws({ table: tableOf(columnsOf(steps.slice(1))) })).toBe(true);
    expect(draws({ width: 700 })).toBe(true);
    expect(draws({ lanes: lanesFor(false, 84) })).toBe(true);
    expect(draws({}, new Proxy({}, { get: (_, key: string) => key }) as Colours)).toBe(true);
  });

  it('draws each step of a short run once in the overview, whatever the width', () => {
    const steps = [...Array.from({ length: 36 }, () => brief(1)), { ...brief(3, true), error: 'ENOMEM' as const }];
    const table = tableOf(columnsOf(steps));
    const data = { ...emptyStage().data, steps: columnsOf(steps), current: 1 };
    const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
    for (let width = 200; width < 1200; width++) {
      const failures: number[] = [];
      const own: Record<string, unknown> = {
        fillStyle: '',
        fillRect: (x: number) => own['fillStyle'] === 'bad' && failures.push(x),
      };
      const canvas = new Proxy(own, {
        get: (target, key: string) => (key in target ? target[key] : () => undefined),
      }) as unknown as CanvasRenderingContext2D;
      const window = usualWindow(1, table.count, width);
      const lanes = lanesFor(true, 26);
      drawTimeline(canvas, { data, table, marks: marksOf(data), lanes, window, width, hovered: null }, colours);
      expect(failures, `${width} pixels`).toHaveLength(1);
    }
  });

  it('has no detail where it is too low for one', () => {
    expect(lanesFor(true, 26)).toMatchObject({ bars: { height: 0 }, overview: { top: 2, height: 20 } });
    expect(lanesFor(false, 26).bars.height).toBe(0);
  });

  // A canvas that counts what is drawn on it, and where lines of failures are.
  function drawn(count: number, width: number, zoom: number): { calls: number; failures: number } {
    const some = Array.from({ length: 7 }, (_, k) => brief(k));
    const steps = columnsOf(
      Array.from({ length: count }, (_, k) =>
        k === Math.floor(count / 3) ? { ...brief(3, true), error: 'ENOMEM' } : some[k % 7]!,
      ),
    );
    let calls = 0;
    let failures = 0;
    const own: Record<string, unknown> = { fillStyle: '', strokeStyle: '' };
    const canvas = new Proxy(own, {
      get: (target, key: string) =>
        key in target
          ? target[key]
          : () => {
              calls++;
              if (key === 'fillRect' && target['fillStyle'] === 'bad') failures++;
              if (key === 'stroke' && target['strokeStyle'] === 'bad') failures++;
            },
    }) as unknown as CanvasRenderingContext2D;
    const colours = new Proxy({}, { get: (_, key: string) => key }) as Colours;
    const table = tableOf(steps);
    const wide = fitted({ start: 0, column: fitColumn(count, width) }, count, width);
    const window = zoomed(wide, zoom, width / 3, count, width);
    const data = {
      steps,
      current: 5,
      marks: Array.from({ length: Math.min(count, 50_000) }, (_, k) => ({ step: k, kind: 'note' as const })),
      hovered: null,
      ticks: [],
      breakpoints: [],
      changes: [],
    };
    const picture: TimelinePicture = {
      data,
      table,
      marks: marksOf(data),
      lanes: lanesFor(isWhole(window, count, width), 104),
      window,
      width,
      hovered: null,
    };
    drawTimeline(canvas, picture, colours);
    return { calls, failures };
  }

  it('draws no more for two million steps than for a page of them, and always the failure', () => {
    const bound = 40 * 800;
    for (const count of [30, 400, 100_000, 2_000_000]) {
      for (const zoom of [1, 30, 1e6]) {
        const { calls, failures } = drawn(count, 800, zoom);
        expect(calls, `${count} steps, zoom ${zoom}`).toBeLessThan(bound);
        expect(failures, `${count} steps, zoom ${zoom}`).toBeGreaterThan(0);
      }
    }
  });

  it('makes higher bars of more nodes and none of none', () => {
    for (const top of [5, 12, 400]) {
      expect(barHeight(0, top, 60)).toBe(0);
      for (let n = 1; n < top; n++) expect(barHeight(n + 1, top, 60)).toBeGreaterThanOrEqual(barHeight(n, top, 60));
      expect(barHeight(top, top, 60)).toBeCloseTo(60);
    }
  });

  it('has a letter of its own for every store type', () => {
    const told = LETTER_MEANINGS.flatMap(([some]) => some.split(' '));
    expect(new Set(told).size).toBe(told.length);
    for (const op of ALL_OPS) expect(told, op).toContain(stepLetter({ op, storeType: null }));
    // And none that no step has.
    const drawn = new Set([
      ...ALL_OPS.map((op) => stepLetter({ op, storeType: null })),
      ...STORE_TYPES.map((storeType) => stepLetter({ op: 'store', storeType })),
    ]);
    expect(told.filter((letter) => !drawn.has(letter))).toEqual([]);
    const letters = STORE_TYPES.filter((t) => t !== 'invalid').map((storeType) =>
      stepLetter({ op: 'store', storeType }),
    );
    expect(new Set(letters).size).toBe(9);
    expect(letters).not.toContain('?');
    const taken = ALL_OPS.filter((op) => letters.includes(traitsOf(op).letter ?? ''));
    expect(taken, 'change `letter` in the traits of these statements: a store type has it').toEqual([]);
  });

  it('has no letter for a split that can be read as push, move or span', () => {
    expect(['P', 'M', 'S']).not.toContain(stepLetter({ op: 'store', storeType: 'split_store' }));
  });

  it('says a step in words', () => {
    expect(stepWords(0, 4, undefined)).toBe('step 0 of 4: before the first');
    expect(
      stepWords(2, 4, { ...brief(0, false), op: 'maps', storeType: 'append' }, 'libc.so.6 r-x, 1.3 MiB'),
    ).toContain('maps · libc.so.6 r-x, 1.3 MiB · append (a)');
    expect(stepWords(3, 4, { ...brief(3, true), error: 'ENOMEM' })).toBe(
      'step 3 of 4: store · append (a) · 3 nodes requested, 1 used · whole-height formula 5 · a request was ' +
        'refused · failed with ENOMEM',
    );
    expect(failureOf(FAILED | REFUSED)).toBe('failed');
  });

  it('says of a copy that was undone that its nodes were filled, not that they were used', () => {
    for (const op of ['fork', 'dup'] as const)
      expect(stepWords(3, 4, { ...brief(3), op, storeType: null, error: 'ENOMEM' })).toContain(
        '3 nodes requested, 1 filled, then freed',
      );
    expect(stepWords(3, 4, { ...brief(3), op: 'fork', storeType: null })).toContain('3 nodes requested, 1 used');
  });

  it('reads requests of a golden vector as they are recorded', () => {
    const { ops } = readGolden('tut-09-split-root-alloc');
    const table = tableOf(columnsOf(ops.map((op, k) => briefOf(op, k + 1, 't'))));
    for (const [k, op] of ops.entries())
      expect(table.kinds.asked[table.kindOf[k]!]).toBe((op.req ?? []).reduce((a, b) => a + b, 0));
  });
});

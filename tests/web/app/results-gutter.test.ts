// SPDX-License-Identifier: GPL-2.0-or-later
import { columnsOf } from '../columns';
import { describe, expect, test } from 'vitest';
import type { RunSummary, StepBrief } from '../../../web/model/run';
import { resultsByLine } from '../../../web/app/editor/results-gutter';

function brief(line: number, part: Partial<StepBrief> = {}): StepBrief {
  return {
    line,
    op: 'store',
    tree: 't',
    error: null,
    storeType: 'append',
    asked: 0,
    used: 0,
    freed: 0,
    preWhole: null,
    refused: false,
    gutter: [],
    ...part,
  };
}

function summary({
  steps = [],
  ...part
}: Partial<Omit<RunSummary, 'steps'>> & { readonly steps?: readonly StepBrief[] }): RunSummary {
  return {
    engine: 'e',
    steps: columnsOf(steps),
    expects: [],
    notes: [],
    stopped: null,
    ok: true,
    labels: [],
    numbers: { base: 'decimal', fixed: false },
    troubles: [],
    sweeps: [],
    unreached: [],
    left: [],
    ...part,
  };
}

describe('results in the gutter', () => {
  test('a line that ran once shows its result', () => {
    const results = resultsByLine(summary({ steps: [brief(1, { gutter: ['1 node'] })] }), 1);
    expect(results.get(1)).toMatchObject({ short: '1 node', tone: 'plain' });
  });

  test('over a line of a map, which ends in a path, stands no more than the letter of its step', () => {
    const run = summary({
      steps: [
        brief(2, { op: 'maps', gutter: ['append', '1 node'] }),
        brief(3, { op: 'maps', gutter: ['ENOMEM'], error: 'ENOMEM' }),
      ],
    });
    expect(resultsByLine(run, 2).get(2)).toMatchObject({ short: 'a', words: 'append · 1 node' });
    expect(resultsByLine(run, 2).get(3)?.short).toBe('ENOMEM');
  });

  test('of the requested lines, each that ran has its result, whatever order they ran in', () => {
    const steps = [7, 3, 3, 0].map((line, k) => brief(line, { gutter: [`r${k}`] }));
    const shorts = (lines: readonly (readonly [number, number])[] | null): unknown =>
      [...resultsByLine(summary({ steps }), 4, '', lines)].map(([line, { short }]) => [line, short]).sort();
    expect(shorts(null)).toEqual([
      [0, 'r3'],
      [3, '2/2 r2'],
      [7, 'r0'],
    ]);
    expect(shorts([[-300, 3]])).toEqual([
      [0, 'r3'],
      [3, '2/2 r2'],
    ]);
    expect(shorts([[4, 300]])).toEqual([[7, 'r0']]);
    expect(resultsByLine(summary({}), 0).size).toBe(0);
  });

  test('a line that ran several times shows how often, and its last result up to the step', () => {
    const run = summary({
      steps: [brief(2, { gutter: ['a'] }), brief(2, { gutter: ['b'] }), brief(2, { gutter: ['c'] })],
    });
    expect(resultsByLine(run, 2).get(2)?.short).toBe('2/3 b');
    expect(resultsByLine(run, 3).get(2)?.short).toBe('3/3 c');
    expect(resultsByLine(run, 0).get(2)?.short).toBe('3×');
  });

  test('a refused step, a failed expect and the end of a stopped run are marked', () => {
    const run = summary({
      steps: [brief(1, { error: 'ENOMEM', gutter: ['ENOMEM'] })],
      expects: [
        { line: 2, step: 1, held: true, onPurpose: false, message: '' },
        { line: 3, step: 1, held: false, onPurpose: false, message: 'found 1, wanted 2' },
        { line: 4, step: 1, held: true, onPurpose: false, message: '' },
        { line: 4, step: 1, held: false, onPurpose: false, message: 'found 3' },
      ],
      stopped: { line: 5, message: 'division by zero', column: null, code: null },
    });
    const results = resultsByLine(run, 1);
    expect(results.get(1)).toMatchObject({ short: 'ENOMEM', tone: 'bad' });
    expect(results.get(2)).toMatchObject({ short: 'holds', tone: 'good' });
    expect(results.get(3)).toMatchObject({ short: 'fails', tone: 'bad', words: 'found 1, wanted 2' });
    expect(results.get(4)).toMatchObject({ short: 'fails 1/2', tone: 'bad' });
    expect(results.get(5)).toMatchObject({ short: 'stopped', words: 'division by zero' });
  });

  test('a step that survived a refusal shows that, in the colour of a failure, and its type on hover', () => {
    const run = summary({ steps: [brief(1, { refused: true, gutter: ['refused, retried', 'split'] })] });
    expect(resultsByLine(run, 1).get(1)).toEqual({
      short: 'refused, retried',
      tone: 'bad',
      words: 'refused, retried · split',
    });
  });

  test('a `fail` that failed nothing says so, and is not marked as bad', () => {
    const message = 'armed at line 2 and never reached: the run asked for no node after it';
    expect(resultsByLine(summary({ unreached: [{ line: 2, message }] }), 0).get(2)).toEqual({
      short: 'not reached',
      tone: 'plain',
      words: message,
    });
  });

  test('the line of a map that is no VMA says that it is not stored', () => {
    const text =
      'maps a """\n1000-2000 r--p 0 00:00 0\nffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n"""';
    expect(resultsByLine(summary({}), 0, text).get(3)?.short).toBe('not stored');
  });

  test('the line that opens a maps block tells how far it has come', () => {
    const run = summary({
      steps: [brief(3, { op: 'maps' }), brief(4, { op: 'maps' }), brief(5, { op: 'maps' }), brief(7, { op: 'fork' })],
    });
    expect(resultsByLine(run, 2).get(2)?.short).toBe('2 of 3 VMAs');
    expect(resultsByLine(run, 4).get(2)?.short).toBe('3 VMAs');
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { balanceWords, halfBalanceWords, isBalanced } from '../../../web/words/node-balance';
import { copyLines, failingCopyLines, forkLineBy, refusable } from '../../../web/app/store/page/copy-lines';
import { counted } from '../../../web/base/text';
import {
  freeName,
  isBinary,
  lineCount,
  listTitleOf,
  placeWords,
  titleOf,
  withLines,
} from '../../../web/app/store/page/texts';
import { reportOf } from '../scenario/run';

describe('texts of the page', () => {
  test('the title is the comment at the head, else the memory map, else none', () => {
    expect(titleOf('\n# bash, forked\ntree a')).toBe('bash, forked');
    expect(titleOf('#\ntree a')).toBe('Untitled');
    expect(titleOf('')).toBe('Untitled');
    expect(
      titleOf(
        'maps cat """\n00400000-00401000 r-xp 00000000 00:00 0\n' +
          'ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n"""',
      ),
    ).toBe('cat · 1 VMA');
    expect([listTitleOf('tree a\n# b'), listTitleOf('# b\ntree a'), listTitleOf('')]).toEqual([
      'tree a',
      'b',
      'Untitled',
    ]);
    expect(placeWords(1234, 200001)).toBe('step 1,234 of 200,001');
    const line = '00400000-00401000 r-xp 00000000 00:00 0\n';
    expect([titleOf(`maps cat """\n${line}> ${line}"""`), titleOf('maps cat')]).toEqual([
      'cat · 2 VMAs',
      'cat · 0 VMAs',
    ]);
    expect(titleOf(`# ${'x'.repeat(100)}`)).toBe(`${'x'.repeat(71)}…`);
    expect(titleOf(`# ${'x'.repeat(72)}`)).toBe('x'.repeat(72));
  });

  test('lines are counted as an editor shows them', () => {
    expect([lineCount(''), lineCount('a'), lineCount('a\n'), lineCount('a\nb'), lineCount('a\n\n')]).toEqual([
      0, 1, 1, 2, 2,
    ]);
  });

  test('a count says its unit', () => {
    expect([counted(1, 'node'), counted(0, 'node'), counted(12345, 'entry', 'entries')]).toEqual([
      '1 node',
      '0 nodes',
      '12,345 entries',
    ]);
  });

  test('a new name is one that the text does not hold', () => {
    expect(freeName('fork a as b', 'child')).toBe('child');
    expect(freeName('fork a as child', 'child')).toBe('child2');
    expect(freeName('fork a as child2\nfork a as child', 'child')).toBe('child3');
    expect(freeName('fork a as children', 'child')).toBe('child');
  });

  test('lines are added below what is there', () => {
    expect(withLines('tree a', ['x', 'y'])).toBe('tree a\nx\ny\n');
    expect(withLines('tree a\n', ['x'])).toBe('tree a\nx\n');
    expect(withLines('', ['x'])).toBe('x\n');
  });

  test('the offers beside a picture write plain statements', () => {
    expect(copyLines('cat', 'mm', 'maps cat')).toEqual(['fork cat as child', 'expect identical cat child']);
    expect(copyLines('t', 'tree', 'tree t\ndup t as copy')).toEqual(['dup t as copy2', 'expect identical t copy2']);
    expect(failingCopyLines('cat', 'mm', 2, 'maps cat')).toEqual([
      'fail request 2',
      'fork cat as unborn',
      'expect error ENOMEM',
      'expect absent unborn',
      'expect valid cat',
    ]);
  });

  test('the request that is refused is one that the copy makes, in trees of any height', () => {
    const forty = (store: string): string => `for i in 0..39 { ${store} }`;
    const trees = [
      'tree t',
      'tree t\nstore 0 = 1',
      'tree t\nstore 10..20 = 1',
      `tree t\n${forty('store 10 * i = i')}`,
      `tree t alloc\n${forty('store 10 * i = i')}`,
    ];
    const spaces = [
      'mm t',
      'mm t\nmap 0x10000..+64K rw',
      'mm t\nmap 0x10000..+64K rw\nadvise 0x10000..+64K dontfork',
      `mm t\n${forty('map 0x20000 * i + 0x10000..+4K rw')}`,
    ];
    const requests = [
      ...trees.map((text) => ({ text, kind: 'tree' as const })),
      ...spaces.map((text) => ({ text, kind: 'mm' as const })),
    ].map(({ text, kind }) => {
      const request = refusable(reportOf(text).trees[0]?.height ?? 0);
      const report = reportOf(
        withLines(text, request === null ? copyLines('t', kind, text) : failingCopyLines('t', kind, request, text)),
      );
      expect(report, text).toMatchObject({ ok: true, unreached: [] });
      if (request === null) expect(report.steps.at(-1)?.requests, text).toEqual([]);
      return request;
    });
    expect(requests).toEqual([null, null, 1, 2, 2, null, 1, 1, 2]);
  });

  test('the balance counts nodes and says so', () => {
    const tree = (name: string, nodes: number): never => ({ picture: { name, nodes: new Array(nodes) } }) as never;
    expect(
      balanceWords({
        live: 10,
        waiting: 0,
        held: 0,
        balance: 0,
        trees: [tree('cat', 5), tree('child', 5)],
        fork: null,
      }),
    ).toBe('balance: 10 nodes = 5 in cat + 5 in child; no node leaked');
    expect(balanceWords({ live: 7, waiting: 2, held: 0, balance: 0, trees: [tree('cat', 5)], fork: null })).toBe(
      'balance: 7 nodes = 5 in cat + 2 kept for readers; no node leaked',
    );
    // In the midst of a step: where nodes are then. A tree that the step makes is not there yet.
    const then = (name: string, nodes: number, changed: number): never =>
      ({
        picture: { name, nodes: new Array(nodes) },
        changes: { now: new Map(Array.from({ length: changed }, (_, k) => [k, 'new'])) },
      }) as never;
    const half = (trees: readonly never[], held: number, omitted = 0): never =>
      ({
        event: 3,
        trees,
        reserve: new Array(held).fill({ state: 'held' }),
        loose: [{ state: 'made' }],
        omitted,
      }) as never;
    const after = {
      live: 8,
      waiting: 0,
      held: 0,
      balance: 0,
      trees: [then('cat', 5, 0), then('demo', 3, 3)],
      fork: null,
    };
    expect(halfBalanceWords(after, half([then('demo', 1, 0)], 2))).toBe(
      'nodes at event 4: 5 in cat + 1 in demo + 2 preallocated + 1 made, not linked yet; after the step: no node ' +
        'leaked',
    );
    expect(halfBalanceWords(after, half([], 0, 7))).toBe(
      'nodes at event 4: 5 in cat + 1 made, not linked yet + 7 not listed; after the step: no node leaked',
    );
    // A sum that does not come out is not written as one.
    expect(
      balanceWords({ live: 6, waiting: 0, held: 0, balance: 1, trees: [tree('cat', 5)], fork: null }),
    ).not.toContain('=');
    expect(balanceWords({ live: 6, waiting: 0, held: 0, balance: 1, trees: [tree('cat', 5)], fork: null })).toContain(
      '1 node lost',
    );
  });

  test('what a fork leaks besides nodes is reported instead of success', () => {
    const fork = (tablesLeft: number, broken: readonly number[]): never =>
      ({
        record: { tablesLeft },
        balance: { rules: [1, 2, 3, 4, 5, 6].map((rule) => ({ rule, held: !broken.includes(rule) })) },
      }) as never;
    const now = { live: 3, waiting: 0, held: 0, balance: 0, trees: [] };
    expect(balanceWords({ ...now, fork: fork(0, []) })).toMatch(/; no node leaked$/);
    expect(balanceWords({ ...now, fork: fork(3, [5]) })).toMatch(/; 3 page tables leaked: 12,288 bytes$/);
    expect(balanceWords({ ...now, fork: fork(0, [4]) })).toMatch(/; rule 4 of conservation broken$/);
    expect(balanceWords({ ...now, balance: 2, fork: fork(1, [3, 5]) })).toMatch(
      /; 2 nodes lost, 1 page table leaked: 4,096 bytes$/,
    );
    expect([
      isBalanced({ balance: 0, fork: fork(0, []) }),
      isBalanced({ balance: 0, fork: fork(1, []) }),
      isBalanced({ balance: 1, fork: null }),
    ]).toEqual([true, false, false]);
  });
});

describe('a file', () => {
  test('is no text if it has a NUL, or many letters that are no UTF-8', () => {
    const decoded = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));
    expect(isBinary(decoded([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0]))).toBe(true);
    expect(isBinary(decoded(Array.from({ length: 4096 }, (_, k) => 128 + (k % 128))))).toBe(true);
    expect(isBinary('')).toBe(false);
    expect(isBinary('00400000-00401000 r-xp 00000000 fe:00 7 /bin/cat\n'.repeat(100))).toBe(false);
    // A log may hold a name that is no UTF-8, and the last letter may be cut in two.
    expect(isBinary(`open("\ufffd\ufffd") = 3\n${'munmap(0x1000, 4096) = 0\n'.repeat(20)}`)).toBe(false);
    expect(isBinary('äöü\ufffd')).toBe(false);
    expect(isBinary(`${'\ufffd'.repeat(4)}${'a'.repeat(90)}\ufffd`)).toBe(false);
  });

  test('is no text wherever its bytes begin', () => {
    const good = '00400000-00401000 r-xp 00000000 fe:00 7 /bin/cat\n'.repeat(40_000);
    expect(isBinary(good)).toBe(false);
    expect(isBinary(`${good}\0`)).toBe(true);
    expect(isBinary(`${good}${'\ufffdab'.repeat(4000)}${good}`)).toBe(true);
    expect(isBinary(`${good}${'\ufffdab'.repeat(4000)}`)).toBe(true);
    // The last window reaches back: in the few letters behind the last full one alone, one in twenty would be many.
    const [whole, few] = ['a'.repeat(65_536), `${'\ufffd'.repeat(6)}${'a'.repeat(94)}`];
    expect(isBinary(whole + few)).toBe(false);
    expect(isBinary(few)).toBe(true);
    // One in fifty is not yet more than one in fifty.
    expect(isBinary(`${'\ufffd'.repeat(6)}${'a'.repeat(294)}`)).toBe(false);
    expect(isBinary(`${'\ufffd'.repeat(6)}${'a'.repeat(293)}`)).toBe(true);
  });

  test('the way of a fork is changed in its line, and nothing else', () => {
    const way = (by: 'dup' | 'bulk' | 'stores', undo: 'marker' | 'range' = 'marker', wrongCeiling = false) => ({
      by,
      undo,
      wrongCeiling,
    });
    expect(forkLineBy('  fork p as c   # the child', way('dup', 'range'))).toBe(
      '  fork p as c undo range   # the child',
    );
    expect(forkLineBy('fork p as c by dup undo range ceiling wrong', way('bulk'))).toBe('fork p as c by bulk');
    expect(forkLineBy('sweep { fork p as c by stores }', way('dup', 'range', true))).toBe(
      'sweep { fork p as c undo range ceiling wrong }',
    );
    expect(forkLineBy('fork p as bypass', way('dup', 'marker'))).toBe('fork p as bypass');
    expect([
      forkLineBy('fork p as c fork p as d', way('bulk')),
      forkLineBy('# fork p as c', way('bulk')),
      forkLineBy('exit c', way('bulk')),
    ]).toEqual([null, null, null]);
    const lines = [way('dup'), way('dup', 'range'), way('dup', 'range', true), way('bulk'), way('stores')].map((how) =>
      forkLineBy('fork p as c by bulk', how),
    );
    for (const line of lines) {
      const report = reportOf(`mm p\nmap 64K..+48K rw\nfail vma\n${line}`);
      expect(report.steps.at(-1)?.error).toBe('ENOMEM');
    }
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A `fail` that never comes to fail anything is reported at its line; one that does is not.

import { describe, expect, test } from 'vitest';
import { itemsOf, reportOf } from './run';

function told(text: string): readonly string[] {
  const report = reportOf(text);
  return report.unreached.map(({ line, message }) => {
    expect(message.startsWith(`armed at line ${line} and never reached: `)).toBe(true);
    return `${line} ${message.slice(message.indexOf(': ') + 2)}`;
  });
}

describe('a `fail` that fails nothing is reported', () => {
  test('with the passes that came', () => {
    expect(told('tree t\nfail request 9\nrepeat 40 as i { store 2 * i = i }')).toEqual([]);
    expect(told('tree t\nfail request 3\nstore 1 = 1\nstore 3..4 = 1')).toEqual([
      '2 the run made only 1 request to the node allocator after it',
    ]);
    expect(told('tree t\nfail node\nload 1')).toEqual(['2 the run asked for no node after it']);
    expect(told('tree t\nfail node 3\nrepeat 2 as i { store 2 + i = i }')).toEqual([
      '2 the run was given only 1 node after it',
    ]);
    expect(told('tree t\nfail every 4\nstore 1 = 1\nstore 3..4 = 1')).toEqual([
      '2 the run made only 1 request to the node allocator after it',
    ]);
    expect(told('fail vma at vma 99')).toEqual(['1 no fork after it passed `vma` while it treated VMA 99']);
    expect(told('mm p\nmap 0 r\nfail page\nfork p as q')).toEqual(['3 the run made no pass of `page` after it']);
    expect(told('mm p\nmap 0 r\nfail vma 2\nfork p as q')).toEqual(['3 the run made only 1 pass of `vma` after it']);
    expect(told('mm p\nmap 0 r\nfail vma at vma 1 2\nfork p as q')).toEqual([
      '3 no fork after it passed `vma` 2 times while it treated VMA 1',
    ]);
  });

  test('with the requests that nothing could have refused', () => {
    const text = 'mm p\nmap 0x1000..0x4fff rw\nfail request 2\nadvise 0x2000 dontfork\nexpect requests() = 2';
    expect(told(text)).toEqual([
      '3 the run made only 1 request to the node allocator after it; 1 request more, of later stores of one call, ' +
        'is never refused here',
    ]);
    // What went on before the `fail` is not its matter.
    expect(
      told(text.replace('fail request 2\nadvise 0x2000 dontfork', 'advise 0x2000 dontfork\nfail request 2')),
    ).toEqual(['4 the run made no request to the node allocator after it']);
  });

  test('by chance, and that of nothing is meant so', () => {
    expect(told('tree t\nfail chance 1% seed 1\nstore 1 = 1\nstore 3..4 = 1')).toEqual([
      '2 the only request to the node allocator after it was not refused',
    ]);
    expect(told('tree t\nfail chance 100% seed 1 times 1\nstore 3..4 = 1')).toEqual([]);
    expect(told('tree t\nfail chance 100% seed 1\nstore 3..4 = 1')).toEqual([]);
    expect(told('tree t\nfail every 1\nstore 3..4 = 1')).toEqual([]);
    expect(told('tree t\nfail chance 0% seed 1\nstore 3..4 = 1')).toEqual([]);
  });

  test('until another takes its place', () => {
    const text = 'tree t\nfail request 3\nfail request\nstore 3..4 = 1\nfail vma\nfail node\nfail off';
    expect(told(text)).toEqual([
      '2 the run made no request to the node allocator after it, until line 3 took its place',
      '5 the run made no pass of `vma` after it, until `fail off` at line 7',
      '6 the run asked for no node after it, until `fail off` at line 7',
    ]);
    expect(told('mm p\nmap 0 r\nfail vma 7\nsweep vma { fork p as q }')).toEqual([
      '3 the run made no pass of `vma` after it, until the sweep at line 4 took its place',
    ]);
  });

  test('not when it failed something, in one turn of a loop or in one run of a sweep', () => {
    const loop =
      'tree t\nrepeat 3 as i {\n  fail request 2\n  repeat 20 * i + 1 as k { store 1000 * i + 10 * k + 3..+2 = k }\n}';
    expect(told(loop)).toEqual([]);
    expect(told('mm p\nmap 0 r\nfail page\nsweep vma { touch 0 }')).toEqual([]);
  });

  test('is no failure, and not reported for a run that was stopped', () => {
    expect(reportOf('tree t\nfail page').ok).toBe(true);
    expect(told('tree t\nfail page\nlet a = 1 - 2')).toEqual([]);
  });
});

describe('a failure names the lines that inject it', () => {
  const injected = (text: string): readonly (readonly string[])[] =>
    itemsOf(text).flatMap((item) =>
      item.kind === 'step' ? [item.hint.flatMap(({ kind, text }) => (kind === 'injected' ? [text] : []))] : [],
    );

  test('as often as they do, and no failure that has another cause', () => {
    const twice = 'mm p\nmap 0x1000 rw\nfail vma at vma 1 1 times 2\n';
    const none: readonly string[] = [];
    const line3 = ['line 3 injects this failure'];
    expect(injected(`${twice}fork p as c\nfork p as c\nfork p as c`)).toEqual([none, none, line3, line3, none]);
    expect(injected(`${twice}unmap 5..6\nfork p as c`)).toEqual([none, none, none, line3]);
    expect(injected('tree t\nfail every 1\nstore 1..2 = 1\nload 1\nfail off\nstore 1..2 = 1')).toEqual([
      none,
      ['line 2 injects this failure'],
      none,
      none,
    ]);
  });
});

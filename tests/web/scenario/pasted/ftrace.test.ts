// SPDX-License-Identifier: GPL-2.0-or-later

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inputKind } from '../../../../web/scenario/pasted/detect';
import { ftraceBlock, readFtrace } from '../../../../web/scenario/pasted/ftrace';
import { runText, sceneAt } from '../../engine/runs';

const at = (n: number): string => `             cat-1234    [001] .....   ${100 + n}.123456: `;
const write = (fn: string, range: string, val: string, piv = 0): string =>
  `ma_write: ${fn}\tNode 00000000a1b2c3d4 (0 18446744073709551615) range:${range} piv (${piv}) val ${val}`;
const op = (fn: string, range: string): string =>
  `ma_op: ${fn}\tNode: 00000000a1b2c3d4 (0 18446744073709551615) range: ${range}`;
const read = (fn: string, range: string): string =>
  `ma_read: ${fn}\tNode: (nil) (0 18446744073709551615) range: ${range}`;
const log = (...events: string[]): string => events.map((event, k) => at(k) + event).join('\n');
const words = (text: string): string[] => readFtrace(text).statements.map((one) => one.words);

describe('events of the maple tree', () => {
  test('a call with an event on entry is replayed by it, and what is inside is its own', () => {
    const text = [
      '# tracer: nop',
      '#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION',
      log(
        write('mtree_store_range', '9-9', '0x13'),
        write('mas_wr_node_store', '9-9', '0x13'),
        write('mtree_store_range', '20-29', '0xffff888003f1a2c8'),
        write('mas_wr_bnode', '20-29', '0xffff888003f1a2c8'),
        op('mas_split', '20-29'),
        op('mtree_erase', '25-25'),
        write('mas_wr_bnode', '10-40', '(nil)'),
        op('mas_rebalance', '10-40'),
        read('mtree_load', '9-9'),
        read('mt_find', '11-11'),
        write('mas_store_prealloc', '4096-18446744073709551615', '(nil)'),
        write('mas_wr_append', '4096-18446744073709551615', '(nil)', 5),
      ),
    ].join('\n');
    expect(inputKind(text)).toBe('ftrace');
    expect(words(text)).toEqual([
      'store 9 = 9',
      'store 20..29 = "0xffff888003f1a2c8"',
      'erase 25',
      'load 9',
      'find 11',
      'prealloc 0x1000..max = null',
    ]);
    const { inner, guessed, left } = readFtrace(text);
    expect(Object.fromEntries(inner)).toEqual({
      mas_wr_node_store: 1,
      mas_wr_bnode: 2,
      mas_split: 1,
      mas_rebalance: 1,
      mas_wr_append: 1,
    });
    expect([guessed, left]).toEqual([0, []]);
  });

  test('a call without one shows by what is inside: a store of its range', () => {
    const text = log(
      write('mas_wr_append', '20-20', '0x29', 3),
      write('mas_is_span_wr', '30-90', '(nil)', 40),
      write('mas_is_span_wr', '30-90', '(nil)', 40),
      op('mas_wr_spanning_store', '30-90'),
      write('mtree_store_range', '1-2', '0x3'),
      write('mas_wr_node_store', '7-7', '0x5'),
    );
    expect(words(text)).toEqual(['store 20 = 20', 'store 30..90 = null', 'store 1..2 = 1', 'store 7 = 2']);
    expect(readFtrace(text).guessed).toBe(3);
  });

  test('one event ends a call: the next of its kind is a store of its own', () => {
    const [a, b, none] = ['00000000aaaaaaaa', '00000000bbbbbbbb', '0000000000000000'];
    const unmapped = log(
      write('mas_store_prealloc', '4096-8191', a),
      write('mas_wr_node_store', '4096-8191', a),
      write('mas_wr_node_store', '0-18446744073709551615', none),
      write('mas_store_prealloc', '16384-20479', a),
    );
    expect(words(unmapped)).toEqual([
      `prealloc 0x1000..0x1fff = "${a}"`,
      'store 0..max = null',
      `prealloc 0x4000..0x4fff = "${a}"`,
    ]);
    expect([Object.fromEntries(readFtrace(unmapped).inner), readFtrace(unmapped).guessed]).toEqual([
      { mas_wr_node_store: 1 },
      1,
    ]);
    const wider = log(
      write('mtree_store_range', '4096-8191', a),
      write('mas_wr_node_store', '4096-8191', a),
      write('mas_wr_node_store', '4096-12287', b),
    );
    expect(words(wider)).toEqual([`store 0x1000..0x1fff = "${a}"`, `store 0x1000..0x2fff = "${b}"`]);
    // Again the same, in each way a call can end.
    for (const closing of ['mas_wr_node_store', 'mas_wr_slot_store', 'mas_wr_append', 'mas_wr_bnode'])
      expect(
        words(log(write('mtree_store_range', '5-6', a), write(closing, '5-6', a), write(closing, '5-6', a))),
      ).toHaveLength(2);
    expect(
      words(
        log(
          write('mas_store', '5-6', a),
          write('mas_is_span_wr', '5-6', a),
          op('mas_wr_spanning_store', '5-6'),
          write('mas_wr_bnode', '5-6', a),
          op('mas_split', '5-6'),
        ),
      ),
    ).toHaveLength(2);
  });

  test('an event with another entry or range is not the call’s, even if no event ends the call', () => {
    const [a, b, none] = ['00000000aaaaaaaa', '00000000bbbbbbbb', '0000000000000000'];
    const after = (call: string, ...events: string[]): string[] => words(log(call, ...events)).slice(1);
    // A store that fits a slot exactly ends without an event.
    expect(after(write('mtree_store_range', '4096-8191', a), write('mas_wr_node_store', '4096-8191', b))).toEqual([
      `store 0x1000..0x1fff = "${b}"`,
    ]);
    expect(after(write('mtree_store_range', '4096-8191', a), write('mas_wr_slot_store', '0-8191', a))).toEqual([
      `store 0..0x1fff = "${a}"`,
    ]);
    expect(after(op('mtree_erase', '5-5'), write('mas_wr_node_store', '5-5', b))).toEqual([`store 5 = "${b}"`]);
    expect(after(write('mas_store', '4096-8191', none), write('mas_wr_node_store', '0-9000', none))).toEqual([]);
    // A preallocated store of NULL is shown with the range that it has taken in already.
    expect(after(write('mas_store_prealloc', '4096-8191', none), write('mas_wr_node_store', '0-9000', none))).toEqual([
      'store 0..0x2328 = null',
    ]);
    expect(
      after(
        write('mas_store_prealloc', '30-90', none),
        write('mas_is_span_wr', '200-300', b),
        op('mas_wr_spanning_store', '200-300'),
      ),
    ).toEqual([`store 200..300 = "${b}"`]);
  });

  test('an event that continues an unseen store is named, not guessed', () => {
    const text = log(
      op('mas_wr_spanning_store', '30-90'),
      op('mas_split', '1-2'),
      write('mas_wr_bnode', '5-6', '0x3'),
      op('mas_split', '5-6'),
      op('mas_rebalance', '5-6'),
      write('mas_is_span_wr', '7-8', '0x3'),
      op('mas_wr_spanning_store', '9-10'),
    );
    expect(words(text)).toEqual(['store 5..6 = 1']);
    expect(readFtrace(text).left.map(({ line, message }) => `${line} ${message}`)).toEqual(
      [
        [1, 'mas_is_span_wr'],
        [2, 'mas_wr_bnode'],
        [5, 'mas_wr_bnode'],
        [7, 'mas_is_span_wr'],
      ].map(
        ([line, before]) => `${line} continues a store that \`${before}\` should have reported: its entry is not known`,
      ),
    );
    expect(Object.fromEntries(readFtrace(text).inner)).toEqual({ mas_split: 1, mas_is_span_wr: 1 });
  });

  test('every line of a log is a call, part of one, or left out', () => {
    const events = log(
      write('mtree_store_range', '1-2', '0x3'),
      write('mas_wr_append', '1-2', '0x3', 4),
      write('mas_wr_append', '3-4', '0x5', 5),
      op('mas_split', '3-4'),
      write('mas_is_span_wr', '1-9', '(nil)'),
      op('mas_wr_spanning_store', '1-9'),
      op('mas_wr_spanning_store', '1-9'),
      read('mtree_load', '1-1'),
      op('mas_rebalance', '1-1'),
      write('mas_wr_bnode', '1-1', '0x3'),
      op('mas_rebalance', '1-1'),
    );
    const { statements, inner, left } = readFtrace(events);
    expect(statements.length + [...inner.values()].reduce((sum, count) => sum + count, 0) + left.length).toBe(11);
    expect([statements.length, left.length]).toEqual([5, 3]);
  });

  test('lines of perf and trace-cmd; each task has a tree of its own', () => {
    const text = [
      'cat  1234 [001]  100.1: maple_tree:ma_write: mtree_store_range Node (nil) (0 18446744073709551615) ' +
        'range:1-2 piv (0) val 00000000deadbeef',
      `> Web Content-77 [000] .....  101.2: ${write('mtree_store_range', '3-4', '0000000000000000')}`,
    ].join('\n');
    const trace = readFtrace(text);
    expect(trace.tasks).toEqual(['1234', '77']);
    expect(ftraceBlock(trace, 'traced')).toEqual([
      'tree traced_1234 alloc rcu',
      'tree traced_77 alloc rcu',
      'store 1..2 = "00000000deadbeef" in traced_1234',
      'store 3..4 = null in traced_77',
    ]);
  });

  test('what cannot be taken is named by line', () => {
    const text = [
      at(0) + write('mas_new_thing', '1-2', '0x3'),
      'CPU:2 [LOST 12 EVENTS]',
      at(1) + 'sched_switch: prev_comm=cat',
      at(2) + 'ma_write: mas_store cut',
      at(3) + op('mtree_erase', '99999999999999999999-99999999999999999999'),
    ].join('\n');
    expect(readFtrace(text).left.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 `mas_new_thing` is not a label known here',
      '2 events were lost here, so their changes are missing',
      '3 is not an event of the maple tree',
      '4 does not have the form of the event',
      '5 has a number above 2^64−1',
    ]);
    expect(words(text)).toEqual([]);
  });

  test('bounds with a hyphen, blanks beside hyphens, a colon or none: each is read', () => {
    const lines = [
      'ma_read: mtree_load\tNode: 0xa1b2c3d4 (0-18446744073709551615) range: 4096-4096',
      'ma_read:        mt_find   Node (____ptrval____) (0 - 4095) range:7 - 7',
      'maple_tree:ma_op: mtree_erase Node: 0 (0 18446744073709551615) range: 9-9',
      'ma_write: mas_store_prealloc\tNode: 00000000a1b2c3d4 (0-18446744073709551615) range: 4096-8191 piv (0) val ' +
        '0000000000000000',
    ];
    expect(words(log(...lines))).toEqual(['load 0x1000', 'find 7', 'erase 9', 'prealloc 0x1000..0x1fff = null']);
    expect(readFtrace(log(...lines)).left).toEqual([]);
  });

  test('a line of another form says what was expected', () => {
    const { statements, left } = readFtrace(
      [
        'ma_op: mas_store_prealloc\tNode: 00000000a1b2c3d4 (0-18446744073709551615) range: 4096-8191',
        'ma_write: mas_store\tNode 00000000a1b2c3d4 (0-18446744073709551615) range:4096-8191',
        'ma_op: mtree_erase\tNode: 00000000a1b2c3d4 (0x0-0xffffffffffffffff) range: 0x1000-0x1fff',
        'ma_read: mas_next\tNode: 00000000a1b2c3d4 (0-18446744073709551615) range: 12288-16383',
      ].join('\n'),
    );
    expect(statements).toEqual([]);
    expect(left.map(({ message, hint }) => `${message}; ${hint}`)).toEqual([
      '`mas_store_prealloc` is expected as ma_write, which is complete; expected is `ma_write: LABEL Node ' +
        'POINTER (MIN MAX) range:INDEX-LAST piv (PIVOT) val POINTER`',
      'does not have the fields of the event; expected is `ma_write: LABEL Node POINTER (MIN MAX) range:INDEX-LAST ' +
        'piv (PIVOT) val POINTER`',
      'does not have the form of the event; expected is `ma_op: LABEL Node: POINTER (MIN MAX) range: INDEX-LAST`, ' +
        'numbers in decimal',
      expect.stringMatching(/^`mas_next` is not a label known here; known are mtree_load, mt_find, mtree_erase, /),
    ]);
  });

  test('the example of the language’s page gives what it says, and its labels are those that are read', async () => {
    const page = readFileSync(new URL('../../../../web/scenario/language/language.md', import.meta.url), 'utf8').split(
      '### Events of ftrace',
    )[1]!;
    const [, given = '', made = '', known = ''] =
      /```text\n([^]*?)```\n\nbecomes\n\n```maple\n([^]*?)```\n\n(The labels .*)/.exec(page)!;
    const trace = readFtrace(given);
    expect(trace.left).toEqual([]);
    expect(ftraceBlock(trace, 'traced').join('\n')).toBe(made.trimEnd());
    expect((await runText(made)).summary().troubles).toEqual([]);
    let labels: string[] = [];
    for (const [word = ''] of known.matchAll(/(?<=`)\w+(?=`)/g)) {
      if (!word.startsWith('ma_')) {
        labels.push(word);
        continue;
      }
      // Behind a call that it can belong to.
      for (const label of labels)
        expect(
          readFtrace(
            `${op('mtree_erase', '1-1')}\n` +
              `${word}: ${label}\tNode 0 (0 1) range:1-1${word === 'ma_write' ? ' piv (0) val 0' : ''}`,
          ).left,
        ).toEqual([]);
      labels = [];
    }
    expect(labels).toEqual([]);
  });

  test('the replay runs on the core', async () => {
    const stores = Array.from({ length: 30 }, (_, k) =>
      write('mtree_store_range', `${k * 10}-${k * 10 + 5}`, `0x${(2 * k + 1).toString(16)}`),
    );
    const trace = readFtrace(log(...stores, op('mtree_erase', '50-50'), read('mtree_load', '101-101')));
    const session = await runText(ftraceBlock(trace, 'traced').join('\n'));
    expect(session.steps()).toBe(33);
    expect(session.summary().troubles).toEqual([]);
    const { picture } = sceneAt(session, 33).trees[0]!;
    expect(
      picture.nodes.filter(({ kind }) => kind === 'leaf').flatMap(({ slots }) => slots.filter((word) => word !== 0n)),
    ).toHaveLength(29);
  });
});

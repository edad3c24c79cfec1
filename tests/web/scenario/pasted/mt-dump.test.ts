// SPDX-License-Identifier: GPL-2.0-or-later

import { stepsLike } from '../../../../web/model/run';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inputKind } from '../../../../web/scenario/pasted/detect';
import { withoutPrefixes } from '../../../../web/scenario/pasted/log-lines';
import { dumpBlock, layoutDifferences, readDumps, type Dump } from '../../../../web/scenario/pasted/mt-dump';
import { runText, sceneAt } from '../../engine/runs';
import type { Scene } from '../../../../web/model/run';

const folder = new URL('../../../core/dumps/', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));

function only(text: string): Dump {
  const { dumps } = readDumps(text);
  expect(dumps).toHaveLength(1);
  return dumps[0]!;
}

async function built(dump: Dump): Promise<Scene> {
  const session = await runText(dumpBlock(dump, 't').join('\n'));
  expect(stepsLike(session.summary().steps, ({ error }) => error !== null)).toEqual([]);
  return sceneAt(session, session.steps());
}

const PREFIXES = [
  '[   42.123456] ',
  '[   42.123456][  T101] ',
  '<6>[   42.123456] ',
  'Nov 21 07:50:49 host kernel: ',
  '2026-11-21T07:50:49.123456+01:00 host kernel: [   42.123456] ',
  '6,1234,42123456,-;',
  'kern  :info  : [Sat Nov 21 07:50:49 2026] ',
  '> ',
  '> > [   42.123456] ',
  'kernel: ',
];

describe('a dump of a tree', () => {
  test.each(names)('%s: the tree built from it holds what was dumped', async (name) => {
    const { dumps, left } = readDumps(file(name));
    expect(left).toEqual([]);
    expect(inputKind(file(name))).toBe('dump');
    const dump = dumps[0]!;
    const scene = await built(dump);
    const picture = scene.trees[0]!.picture;
    expect(picture.mode).toMatchObject({ alloc: dump.alloc, rcu: dump.rcu });
    const stored = dump.entries.filter(({ value }) => value !== null);
    const leaves = picture.nodes.filter(({ kind }) => kind === 'leaf');
    const held = leaves.flatMap(({ min, lasts, slots }) =>
      slots
        .map((word, k) => ({ first: k === 0 ? min : lasts[k - 1]! + 1n, last: lasts[k]!, word }))
        .filter(({ word }) => word !== 0n),
    );
    if (picture.form === 'node')
      expect(held.map(({ first, last }) => [first, last])).toEqual(stored.map(({ first, last }) => [first, last]));
    else expect([picture.form, stored.length]).toEqual(picture.form === 'single' ? ['single', 1] : ['empty', 0]);
  });

  test('values, the zero entry, NULL and pointers are distinguished, in both formats', () => {
    for (const name of ['leaf-decimal.txt', 'leaf-hex.txt']) {
      expect(dumpBlock(only(file(name)), 't')).toEqual([
        'tree t',
        'store 0xa..0x13 = 7',
        'store 0x1e = zero',
        'store 0x28..max = "0x12345678"',
      ]);
    }
    expect(dumpBlock(only(file('single.txt')), 't')).toEqual(['tree t', 'store 0 = 42']);
    expect(dumpBlock(only(file('empty.txt')), 't')).toEqual(['tree t']);
    expect(dumpBlock(only(file('addresses-hex.txt')), 't')[0]).toBe('tree t alloc rcu');
  });

  test('a pointer of zeros is NULL, padded or not, with 0x or without', () => {
    for (const none of [
      '(nil)',
      '(null)',
      '0x0',
      '0',
      '0x0000000000000000',
      '0000000000000000',
      '00000000',
      '0x00000000',
    ]) {
      const lines = [
        `maple_tree(ffff888004a1c400) flags 4, height 1 root 0xffff8880052a191e`,
        '0-18446744073709551615: node 0xffff8880052a1900 depth 0 type 1 parent 0xffff888004a1c401 contents: ' +
          `${none} 9 0xffff888003f1a2c8 19 ${none} 18446744073709551615`,
        `  0-9: ${none}`,
        '  10-19: 0xffff888003f1a2c8',
        `  20-18446744073709551615: ${none}`,
      ];
      const dump = only(lines.join('\n'));
      expect([none, ...dumpBlock(dump, 't')]).toEqual([none, 'tree t', 'store 0xa..0x13 = "0xffff888003f1a2c8"']);
      expect(dump.nodes[0]?.lasts).toEqual([9n, 19n, (1n << 64n) - 1n]);
    }
  });

  test('what stands before the lines of a log is taken off, whatever it is', () => {
    const plain = only(file('addresses-hex.txt'));
    for (const prefix of PREFIXES) {
      const dump = only(
        file('addresses-hex.txt')
          .split('\n')
          .map((line) => prefix + line)
          .join('\n'),
      );
      expect(dump, prefix).toEqual(plain);
    }
    expect(withoutPrefixes('[    1.000000]   10-19: (nil)')).toBe('  10-19: (nil)');
  });

  test('hashed pointers, lines split in two and lines of others between', () => {
    const text = file('addresses-hex.txt')
      .replaceAll(/0x1000[0-9a-f]{4}/g, '00000000a1b2c3d4')
      .replaceAll('(nil)', '0000000000000000')
      .replace(' contents: 400000', '\n[    1.000001] contents: 400000')
      .replace('410000-417fff: value', '410000-417fff:\n[    1.000002] value')
      .replace('\n  448000-', '\n[    1.000003] usb 1-1: new device\n  448000-');
    const { dumps, left } = readDumps(text);
    expect(left.map(({ line, text: words }) => [line, words])).toEqual([[16, 'usb 1-1: new device']]);
    const plain = only(file('addresses-hex.txt'));
    const bare = (dump: Dump): unknown[] => dump.nodes.map((node) => ({ ...node, terms: null }));
    expect(bare(dumps[0]!)).toEqual(bare(plain));
    expect(dumps[0]?.entries).toEqual(plain.entries);
    // Of a hash no more is known than whether it is 0: parents are not shown, slots only so.
    const [root, leaf] = dumps[0]!.nodes.map(({ terms }) => terms);
    expect(leaf!.has('parent word')).toBe(false);
    expect(
      [
        root!.get('gap 1'),
        root!.get('gap metadata'),
        leaf!.get('pivot 0'),
        leaf!.get('slot 0'),
        leaf!.get('slot 1'),
      ].map((term) => term?.text),
    ).toEqual(['0xffffffffffb78000', 'slot 1', '0x3fffff', '0', 'not 0']);
    expect([layoutDifferences(dumps[0]!.nodes, plain.nodes), layoutDifferences(plain.nodes, dumps[0]!.nodes)]).toEqual([
      [],
      [],
    ]);
  });

  test('what crash shows: a prompt, no mark before addresses, no gap metadata', () => {
    const text = [
      'crash> tree -t maple -v 0xffff888004a1c400',
      'maple_tree(ffff888004a1c400) flags 305, height 1 root 0xffff8880052a191e',
      '0-18446744073709551615: node 0xffff8880052a1900 depth 0 type 1 parent 0xffff888004a1c401 contents: 0x0 9 ' +
        '0xffff888003f1a2c8 19 0x0 18446744073709551615',
      '  0-9: 0x0',
      '  10-19: 0xffff888003f1a2c8',
      '  20-18446744073709551615: 0x0',
    ].join('\n');
    const { dumps, left } = readDumps(text);
    expect(left.map(({ line }) => line)).toEqual([1]);
    expect(dumpBlock(dumps[0]!, 't')).toEqual(['tree t alloc', 'store 0xa..0x13 = "0xffff888003f1a2c8"']);
  });

  test('a header that contradicts its flags or its nodes is in doubt; those of the core and of crash are not', () => {
    for (const name of names)
      expect(
        readDumps(file(name)).dumps.map(({ doubt }) => doubt),
        name,
      ).toEqual(readDumps(file(name)).dumps.map(() => ''));
    const header = (said: string): string =>
      only(file('three-levels-decimal.txt').replace('flags D, height 3', said)).doubt;
    expect(header('flags D, height 2')).toBe(
      'the header says height 2, but flags D say height 3, and nodes of 3 levels follow',
    );
    expect(header('flags 9, height 3')).toBe('the header says height 3, but flags 9 say height 2');
    expect(header('flags 309, height 2')).toBe('the header says height 2, but nodes of 3 levels follow');
    expect(only('maple_tree(0x20000000) flags 4, height 1 root 0x1000000e').doubt).toBe(
      'the header says height 1, but no node follows',
    );
  });

  test('bits of the flags that are not taken are listed', () => {
    const bits = (flags: string): readonly string[] =>
      only(`maple_tree(0x20000000) flags ${flags}, height 0 root (nil)\n(empty)`).notTaken;
    expect(bits('3')).toEqual([]);
    expect(bits('801')).toEqual(['0x800 (MT_FLAGS_ALLOC_WRAPPED)']);
    expect(['100', '200', '303'].map(bits)).toEqual([
      ['0x100 (MT_FLAGS_LOCK_IRQ)'],
      ['0x200 (MT_FLAGS_LOCK_BH)'],
      ['0x300 (MT_FLAGS_LOCK_EXTERN)'],
    ]);
    expect(bits('80001B81')).toEqual(['0x300 (MT_FLAGS_LOCK_EXTERN)', '0x800 (MT_FLAGS_ALLOC_WRAPPED)', '0x80001080']);
  });

  test('several dumps of a text are several trees; lines that cannot be taken are named', () => {
    const { dumps, left } = readDumps(
      `${file('leaf-hex.txt')}\n${file('single.txt')}\n9: UNKNOWN ENTRY (0x402)\n` +
        'node 0x1 last (5) > max (4) at pivot 3!\n7: node 0x1 depth 1 type 0 parent 0x2\n',
    );
    expect(dumps.map(({ entries }) => entries.filter(({ value }) => value !== null).length)).toEqual([3, 1]);
    expect(left.map(({ message }) => message)).toEqual([
      'is a reserved entry that cannot be stored',
      'reports a damaged node: its contents are left out',
      'has the type 0, which no tree of 6.16 has',
    ]);
  });

  test('the layout that our core builds is compared node for node', async () => {
    const nine = only(file('addresses-hex.txt'));
    const same = (await built(nine)).trees[0]!.picture.nodes;
    const differences = layoutDifferences(nine.nodes, same);
    // Stored one above the other, the core splits where the recorded tree did.
    expect(
      differences.map(({ depth, min, left, right }) => [depth, min, left?.lasts.length, right?.lasts.length]),
    ).toEqual([]);
    expect(layoutDifferences(nine.nodes, nine.nodes)).toEqual([]);
    const deep = only(file('three-levels-decimal.txt'));
    expect(deep.nodes.map(({ depth }) => depth)).toEqual(expect.arrayContaining([0, 1, 2]));
    const other = layoutDifferences(deep.nodes, (await built(deep)).trees[0]!.picture.nodes);
    expect(other.length).toBeGreaterThan(0);
    expect(other[0]).toMatchObject({ depth: 0, min: 0n });
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a slot of the picture offers: each line runs and does what its label says; where it goes in the text.

import { describe, expect, it } from 'vitest';
import { handsOn, lineAfter, withLinesAt, withTryAt, type Hands } from '../../../web/app/picture/hand-lines';
import type { Scene } from '../../../web/model/run';
import { runText, sceneAt } from '../engine/runs';

const TREE = 'tree a alloc\nstore 0x10..0x1f = "one"\nstore 0x30..0x3f = 7\ntree b\nstore 1 = 2';
const SPACE = 'mm app\nmap 64K..+48K rw\nmap 256K..+48K r\ntouch 64K..+4K';

async function lastOf(
  text: string,
): Promise<{ readonly scene: Scene; readonly labels: readonly string[]; readonly failed: readonly string[] }> {
  const session = await runText(text);
  const { steps, labels, expects } = session.summary();
  return {
    scene: sceneAt(session, steps.length),
    labels,
    failed: expects.filter(({ held }) => !held).map(({ message }) => message),
  };
}

async function handsIn(text: string, name: string, slot: number): Promise<Hands> {
  const { scene, labels } = await lastOf(text);
  const tree = scene.trees.find(({ picture }) => picture.name === name)!;
  const leaf = tree.picture.nodes.find(({ kind }) => kind === 'leaf')!;
  return handsOn({ tree, node: leaf, slot, labels, scenario: text })!;
}

describe('a slot offers', () => {
  it.each([
    [
      TREE,
      'a',
      0,
      'Gap: 16 indexes from 0x0',
      ['store 0x0..0xf = "new" in a', 'gap 0x10 within 0x0..0xf in a', 'load 0x0 in a', 'find 0x0 count 8 in a'],
    ],
    [
      TREE,
      'a',
      1,
      'one: 16 indexes from 0x10',
      ['load 0x10 in a', 'store 0x10..0x1f = "new" in a', 'erase 0x10 in a', 'find 0x10 count 8 in a'],
    ],
    [
      TREE,
      'a',
      3,
      '7: 16 indexes from 0x30',
      ['load 0x30 in a', 'store 0x30..0x3f = "new" in a', 'erase 0x30 in a', 'find 0x30 count 8 in a'],
    ],
    [
      SPACE,
      'app',
      0,
      'Gap: 64 KiB from 0x0',
      ['map any 0x4000 rw in app', 'load 0x0 in app', 'find 0x0 count 8 in app'],
    ],
    [
      SPACE,
      'app',
      1,
      'VMA 1: anonymous rw-, 48 KiB',
      [
        'load 0x10000 in app',
        'unmap 0x10000..0x1bfff in app',
        'unmap 0x16000..0x1bfff in app',
        'protect 0x16000..0x1bfff r in app',
        'protect 0x10000..0x1bfff r in app',
        'find 0x10000 count 8 in app',
        'fail vma at vma 1\nfork app as unborn\nexpect error ENOMEM\nexpect absent unborn',
        'fail anon at vma 1\nfork app as unborn\nexpect error ENOMEM\nexpect absent unborn',
      ],
    ],
    [
      SPACE,
      'app',
      2,
      'Gap: 144 KiB from 0x1c000',
      [
        'map 0x1c000..+0x4000 rw in app',
        'map any 0x4000 rw in app',
        'load 0x1c000 in app',
        'find 0x1c000 count 8 in app',
      ],
    ],
  ] as const)('%#: in %s', async (text, name, slot, title, lines) => {
    const hands = await handsIn(text, name, slot);
    expect(hands.title).toBe(title);
    expect(hands.hands.map((hand) => hand.lines.join('\n'))).toEqual(lines);
    for (const { lines: added, over } of hands.hands) {
      const { scene, failed } = await lastOf(withLinesAt(text, Infinity, added).text);
      expect(scene.record?.error ?? null, added.join()).toBe(
        added.some((line) => line.startsWith('fail')) ? 'ENOMEM' : null,
      );
      expect(failed).toEqual([]);
      if (over !== undefined) expect(added[0]!.slice(added[0]!.indexOf('..'))).toContain(` ${over}`);
    }
  });

  it('nothing where it is no used slot', async () => {
    const { scene, labels } = await lastOf('tree t\nrepeat 40 as i { store i*10..i*10+4 = i }');
    const [tree] = scene.trees;
    const leaf = tree!.picture.nodes.find(({ kind }) => kind === 'leaf')!;
    for (const slot of [-1, leaf.end + 1])
      expect(handsOn({ tree: tree!, node: leaf, slot, labels, scenario: '' })).toBeNull();
  });

  it.each(['tree t\nrepeat 40 as i { store i*10..i*10+4 = i }', 'mm t\nrepeat 40 as i { map 64K + i*64K..+48K rw }'])(
    'of a child what is below it, and copies: %s',
    async (text) => {
      const { scene, labels } = await lastOf(text);
      const tree = scene.trees[0]!;
      const root = tree.picture.nodes[0]!;
      const { title, hands } = handsOn({ tree, node: root, slot: root.end, labels, scenario: text })!;
      expect(title).toMatch(/^Child for (0x[0-9a-f]+|\d+) to max$/);
      const errors: (string | null)[] = [];
      for (const { lines } of hands) {
        const after = await lastOf(withLinesAt(text, Infinity, lines).text);
        expect(after.failed).toEqual([]);
        errors.push(after.scene.record?.error ?? null);
      }
      expect(errors).toEqual([null, null, null, 'ENOMEM']);
    },
  );

  it('a fork that fails at a VMA at each point that it passes there, and at no other', async () => {
    const text =
      'mm p\nmap 64K..+48K rw\nmap 256K..+48K rw\ntouch 64K..+4K\nadvise 64K..+48K policy\nadvise 64K..+48K uffd\n' +
      'map 1M..+48K rw\ntouch 1M..+4K\nadvise 1M..+48K dontfork\nmap 2M..+48K rw\ntouch 2M..+4K\n' +
      'advise 2M..+48K wipeonfork';
    const { scene, labels } = await lastOf(text);
    const tree = scene.trees[0]!;
    const leaf = tree.picture.nodes.find(({ kind }) => kind === 'leaf')!;
    const points: (string | null)[][] = [];
    for (const slot of [1, 3, 5, 7]) {
      const failing = handsOn({ tree, node: leaf, slot, labels, scenario: text })!.hands.filter(({ lines }) =>
        lines[0]!.startsWith('fail'),
      );
      const struck: (string | null)[] = [];
      for (const { lines, label } of failing) {
        const after = await lastOf(withLinesAt(text, Infinity, lines).text);
        expect(after.failed, label).toEqual([]);
        struck.push(after.scene.fork?.record?.point ?? null);
        expect(label).toContain(`(failure point ${struck.at(-1) ?? '-'})`);
      }
      points.push(struck);
    }
    expect(points).toEqual([['F7', 'F8', 'F9', 'F10'], ['F7'], [], ['F7']]);
  });
});

describe('its lines stand', () => {
  const TEXT =
    'tree t\nstore 1 = 1\n# checked\nexpect load(1) = 1\n# next\nstore 2 = 2\nfor i in 0..3 {\n  store i = 3\n}\n' +
    'maps m """\n1000-2000 rw-p\n"""\nload 1\n';

  it.each([
    ['behind the step and what checks it, before a remark on what comes next', 2, true, 4],
    ['behind the step', 6, true, 6],
    ['at the end, where the step is one of a loop', 8, false, 13],
    ['at the end, where its line stands in a loop, though it ran once', 8, true, 13],
    ['at the end, where its line is one of a map', 11, true, 13],
    ['behind the last', 13, true, 13],
  ] as const)('%s', (_where, line, alone, after) => {
    expect(lineAfter(TEXT, line, alone)).toBe(after);
  });

  it('and every other line stays', () => {
    const { text, offset } = withLinesAt('a\nb', 1, ['new', 'lines']);
    expect(text).toBe('a\nnew\nlines\nb\n');
    expect(text.slice(offset)).toMatch(/^new\n/);
    expect(withLinesAt('a\n', Infinity, ['b']).text).toBe('a\nb\n');
    expect(withLinesAt('', 0, ['b']).text).toBe('b\n');
  });
});

it('a second try at a failing fork changes the first, beside it, and leaves any other', () => {
  const tried = (vma: number, child: string, tree = 'p'): string[] => [
    `fail vma at vma ${vma}`,
    `fork ${tree} as ${child}`,
    'expect error ENOMEM',
    `expect absent ${child}`,
  ];
  const before = ['mm p', 'map 64K..+4K rw'];
  const text = [...before, ...tried(1, 'unborn'), 'unmap 64K', ''].join('\n');
  const again = [...before, ...tried(2, 'unborn'), 'unmap 64K', ''].join('\n');
  for (const after of [2, 6]) expect(withTryAt(text, after, tried(2, 'unborn2'))).toEqual({ text: again, offset: 21 });
  // At another place, of another tree, or changed by hand, it stays.
  expect(withTryAt(text, 7, tried(2, 'unborn2')).text).toBe(`${text}${tried(2, 'unborn2').join('\n')}\n`);
  expect(withTryAt(text, 6, tried(2, 'unborn2', 'q')).text).toContain('fork p as unborn\n');
  const own = text.replace('expect error ENOMEM', 'expect error EINTR');
  expect(withTryAt(own, 6, tried(2, 'unborn2')).text).toContain('fork p as unborn\n');
});

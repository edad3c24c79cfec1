// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of trees that were built from dumps: damage that the page's own dump shows is found again, and nothing
// is called the same that was not compared.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dumpOutcome } from '../../../web/app/import/differences-dump';
import { dumpBlock, readDumps, type Dump } from '../../../web/scenario/pasted/mt-dump';
import { mtDumpLines } from '../../../web/share/mt-dump-text';
import type { TreePicture } from '../../../web/model/picture';
import { runText, sceneAt } from '../engine/runs';
import { regexOf } from '../regex-of';

const STORES = 'tree t alloc\nfor i in 0..20 { store i*0x10..i*0x10+8 = i }';
const SAME = 'The layout built from these stores is the dumped one, node for node';

async function treeOf(text: string): Promise<TreePicture> {
  const session = await runText(text);
  if (!text.includes('corrupt')) expect(session.summary().troubles).toEqual([]);
  return sceneAt(session, session.steps()).trees[0]!.picture;
}

async function printed(text: string): Promise<string> {
  return mtDumpLines(await treeOf(text), { engine: 'e', step: 1, steps: 1, format: 'hex' }).join('\n');
}

async function outcome(text: string): Promise<ReturnType<typeof dumpOutcome>> {
  const built = [];
  for (const dump of readDumps(text).dumps) built.push({ dump, picture: await treeOf(block(dump)) });
  return dumpOutcome(built);
}

const block = (dump: Dump): string => dumpBlock(dump, 't').join('\n');

/** As a kernel prints pointers that it does not show: 16 digits, half of them zeros, another number for each word. */
function hashed(text: string): string {
  return text.replace(/\bffff(?:8880|c900)[0-9a-f]{8}\b|\b(?!0{16})0{8}[0-9a-f]{8}\b/g, (word) =>
    (((BigInt(`0x${word}`) + 12345n) * 2654435761n) & 0xffff_ffffn).toString(16).padStart(16, '0'),
  );
}

describe('a tree built from a dump', () => {
  test('is the same, and what was compared is named', async () => {
    const { same, list } = await outcome(await printed(STORES));
    expect(list.rows).toEqual([]);
    expect(same).toBe(
      `${SAME} (4 nodes). Compared: kinds, ranges, pivots, parent words, root words, gaps, ends, gap metadata ` +
        'and slots; not compared: addresses and pointers that became labels.',
    );
    for (const name of ['addresses-hex.txt', 'leaf-hex.txt', 'leaf-decimal.txt']) {
      const recorded = await outcome(readFileSync(new URL(`../../core/dumps/${name}`, import.meta.url), 'utf8'));
      expect([name, recorded.list.rows, recorded.same.slice(0, SAME.length)]).toEqual([name, [], SAME]);
    }
  });

  test.each([
    ['node 1 parent = 0x1234', 'depth 1, from 0x0', 'parent word: 0x1234', 'parent word: the slot it stands in'],
    [
      'node 0 gapmeta = 7',
      'depth 0, from 0x0',
      'gap metadata: slot 7, which is not the largest gap',
      'gap metadata: slot 2',
    ],
    ['node 0 gap 1 = 5', 'depth 0, from 0x0', 'gap 1: 5', 'gap 1: 7'],
    ['node 1 end = 3', 'depth 1, from 0x0', 'end: 3', 'end: 0xe'],
  ])('%s: damage is no other history', async (damage, place, dumped, made) => {
    const text = await printed(`${STORES}\ncorrupt t ${damage}`);
    expect(readDumps(text).left).toEqual([]);
    const { list } = await outcome(text);
    expect(list.rows).toHaveLength(1);
    const [at, left = '', right = ''] = list.rows[0]!;
    expect(at).toBe(place);
    expect(left.endsWith(`; ${dumped}`), left).toBe(true);
    expect(right.endsWith(`; ${made}`), right).toBe(true);
    expect(list.about).toContain('the dumped tree was damaged or its dump was changed');
    expect(list.about).not.toContain('history');
    expect(list.about.includes('a bulk load')).toBe(/gap/.test(damage));
  });

  test('both at once are two places', async () => {
    const { list } = await outcome(
      await printed(`${STORES}\ncorrupt t node 1 parent = 0x1234\ncorrupt t node 0 gapmeta = 7`),
    );
    expect(list.rows.map(([place]) => place)).toEqual(['depth 0, from 0x0', 'depth 1, from 0x0']);
    expect(list.about).toBe(
      'The layout built from these stores differs from the dumped one at 2 places: pivots are the same there and ' +
        'other words are not, so the dumped tree was damaged or its dump was changed (or a bulk load left gaps out ' +
        'of date).',
    );
  });

  test('a changed word of a line is found wherever the line tells it', async () => {
    const text = await printed(STORES);
    const changed = async (from: RegExp, to: string): Promise<string> => {
      const other = text.replace(from, to);
      expect(other).not.toBe(text);
      const { list } = await outcome(other);
      expect(list.about).toMatch(/damaged/);
      return list.rows.map(([place, left]) => `${place}: ${left!.split('; ').slice(1).join('; ')}`).join('\n');
    };
    // The second child's slot in its parent word, the type bits of a child, an unused slot and an unused pivot.
    expect(await changed(/^( {2}[0-9a-f-]+: node \w+ depth 1 type 1 parent \w+)0e\b/m, '$116')).toBe(
      'depth 1, from 0x79: parent word: slot 2, where it stands in slot 1',
    );
    expect(await changed(/^(0-f+: node .*\| \w\w \w\w\| \w{14})0c/m, '$114')).toBe(
      'depth 0, from 0x0: slot 0: range, where a node of kind leaf is printed',
    );
    expect(
      await changed(/^(0-f+: node .*) 0000000000000000 0 0000000000000000$/m, '$1 0000000000000000 0 0000000000000007'),
    ).toBe('depth 0, from 0x0: slot 9: 7, which is no node');
    expect(
      await changed(/^(0-f+: node .*) 0000000000000000 0 0000000000000000$/m, '$1 0000000000000000 3 0000000000000000'),
    ).toBe('depth 0, from 0x0: pivot 8: 3');
  });

  test('hashed pointers: what cannot be compared is named', async () => {
    const { same, list } = await outcome(hashed(await printed(`${STORES}\ncorrupt t node 1 parent = 0x1234`)));
    expect(list.rows).toEqual([]);
    expect(same).toMatch(
      regexOf(
        /Compared: kinds, ranges, pivots, gaps, ends \(0 or not\), gap metadata and slots \(0 or not\); not compared: /,
        /parent words, root words, addresses and pointers that became labels\.$/,
      ),
    );
    expect((await outcome(hashed(await printed(`${STORES}\ncorrupt t node 0 gapmeta = 7`)))).list.rows).toHaveLength(1);
  });

  test('a line that was left out is what a difference is laid to', async () => {
    const dump = readFileSync(new URL('../../core/dumps/leaf-hex.txt', import.meta.url), 'utf8');
    const text = dump.replace('  1e: zero (257)', '  1e-27: UNKNOWN ENTRY (0x10)').replace(/ {2}1f-27: .*\n/, '');
    expect(readDumps(text).left.map(({ message }) => message)).toEqual(['is a reserved entry that cannot be stored']);
    const { list } = await outcome(text);
    expect(list.about).toBe(
      'The layout built from these stores differs from the dumped one at 1 place: 1 line of the dump was left out, ' +
        'and what it says is not built.',
    );
    // A line of others is none of the dump: it explains nothing.
    const deep = readFileSync(new URL('../../core/dumps/three-levels-decimal.txt', import.meta.url), 'utf8');
    expect((await outcome(deep.replace('\n', '\nusb 1-1: new device\n'))).list.about).toMatch(
      /places: a dump does not hold its tree’s history\.$/,
    );
  });

  test('of several dumps the list says which; without nodes there is no layout', async () => {
    const text = await printed(STORES);
    const { list } = await outcome(`${text}\n${await printed(`${STORES}\ncorrupt t node 0 gap 1 = 5`)}`);
    expect(list.rows.map(([place]) => place)).toEqual(['dump 2, depth 0, from 0x0']);
    expect((await outcome(readFileSync(new URL('../../core/dumps/empty.txt', import.meta.url), 'utf8'))).same).toBe(
      'The tree built from these stores has no nodes, like the dumped one.',
    );
  });

  test.each(['slot 1 = 0x10', 'end = 1'])('%s: a child that is not printed is no other history', async (damage) => {
    const { list } = await outcome(await printed(`${STORES}\ncorrupt t node 0 ${damage}`));
    expect(list.rows.length).toBeGreaterThan(0);
    expect(list.about).toMatch(/so the dumped tree was damaged or its dump was changed/);
    expect(list.about).not.toContain('history');
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mtDumpLines, type DumpFacts } from '../../../web/share/mt-dump-text';
import { dumpBlock, layoutDifferences, readDumps } from '../../../web/scenario/pasted/mt-dump';
import { inputKind } from '../../../web/scenario/pasted/detect';
import type { TreePicture } from '../../../web/model/picture';
import { answerTo, runText, sceneAt } from '../engine/runs';
import { SEED, treeScenario } from '../properties/scenario-texts';

const facts: DumpFacts = { engine: 'linux-6.16/0123456789ab', step: 3, steps: 9, format: 'hex' };

async function treesOf(text: string): Promise<readonly TreePicture[]> {
  const session = await runText(text);
  return sceneAt(session, session.steps()).trees.map(({ picture }) => picture);
}

/** Without what addresses change: letters and digits of pointers. */
function bare(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\bffff[0-9a-f]{12}\b|\b0{8}[1-9a-f][0-9a-f]{7}\b/g, 'P').trimEnd());
}

/** A line that a library beside the kernel printed, its pointers as a kernel prints them. */
function kernels(line: string): string {
  const [, indexes = '', rest = ''] = /^( *[0-9a-f]+(?:-[0-9a-f]+)?: )?(.*)$/.exec(line)!;
  return (
    indexes +
    rest.replace(/\(nil\)|(?<!value \d+ \()0x([0-9a-f]+)/g, (_, digits: string | undefined) =>
      (digits ?? '').padStart(16, '0'),
    )
  );
}

function recorded(name: string): string[] {
  return readFileSync(new URL(`../../core/dumps/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map(kernels);
}

describe('the text of mt_dump()', () => {
  test.each([
    ['leaf-hex.txt', 'tree t\nstore 10..19 = 7\nstore 30 = zero', 'hex'],
    ['leaf-decimal.txt', 'tree t\nstore 10..19 = 7\nstore 30 = zero', 'decimal'],
  ] as const)(
    '%s: is what was recorded from a kernel’s own, but for addresses and the pointer that no scenario stores',
    async (name, text, format) => {
      const [tree] = await treesOf(text);
      const lines = bare(mtDumpLines(tree!, { ...facts, format }).slice(2));
      const wanted = bare(recorded(name));
      expect(lines.slice(2, 6)).toEqual(wanted.slice(2, 6));
      // The last range holds the pointer: up to its slot the node's line is the same.
      const upTo = wanted[1]!.indexOf(format === 'hex' ? ' 1E 0000000000000000 27' : ' 30 0000000000000000 39');
      expect(upTo).toBeGreaterThan(0);
      expect(lines[0]).toBe(wanted[0]);
      expect(lines[1]!.slice(0, upTo)).toBe(wanted[1]!.slice(0, upTo));
    },
  );

  test('without nodes: empty, and a single entry', async () => {
    expect(mtDumpLines((await treesOf('tree t'))[0]!, facts).slice(3)).toEqual(['(empty)']);
    expect(mtDumpLines((await treesOf('tree t\nstore 0 = 42'))[0]!, facts).slice(2)).toEqual([
      recorded('single.txt')[0]!.replace('0000000020000000', 'ffffc90000000040'),
      recorded('single.txt')[1],
    ]);
  });

  test('has the flag of a counter that ran over until a success returns it; a copy has it too', async () => {
    const header = async (more: string): Promise<string[]> =>
      (await treesOf(`tree t alloc\ncyclic within max..max = 1\n${more}`)).map(
        (tree) => /flags (\w+),/.exec(mtDumpLines(tree, facts)[2]!)?.[1] ?? '',
      );
    expect(await header('')).toEqual(['805']);
    expect(await header('dup t as u')).toEqual(['805', '805']);
    expect(await header('dup t as u\ncyclic within 5..9 = 1')).toEqual(['5', '805']);
    expect(await header('erase max')).toEqual(['801']);
  });

  test('prints pointers as a kernel does, and of an address space that its lock is not the tree’s own', async () => {
    const lines = mtDumpLines((await treesOf('mm p\nmap 0x1000 rw\nmap 0x3000 r'))[0]!, facts);
    expect(lines.join('\n')).not.toMatch(/\(nil\)|(?<!value \d+ \()0x/);
    expect(lines[2]).toMatch(/^maple_tree\(ffff[0-9a-f]{12}\) flags 307, height 1 root ffff8880[0-9a-f]{8}$/);
    expect(lines).toContain('  1000-1fff: value 1 (0x1) [0000000000000003]');
  });

  test('ends a full leaf with the NULL behind its last entry, and names words that mean nothing', async () => {
    const [tree] = await treesOf('tree t\nrepeat 8 as i { store i*10..i*10+4 = i }');
    const lines = mtDumpLines(tree!, facts);
    expect([tree!.nodes[0]!.lasts.length, lines.at(-1)]).toEqual([16, '  4b-ffffffffffffffff: 0000000000000000']);
    const leaf = tree!.nodes[0]!;
    const withWord = (word: bigint): string[] => {
      const bytes = leaf.bytes.slice();
      // Slot 0 of a leaf.
      new DataView(bytes.buffer).setBigUint64(8 + 15 * 8, word, true);
      return mtDumpLines({ ...tree!, nodes: [{ ...leaf, bytes }] }, facts).filter((line) => line.startsWith('  0-4: '));
    };
    expect(withWord(6n)).toEqual(['  0-4: UNKNOWN ENTRY (0000000000000006)']);
    expect(withWord(4096n + 2n)).toEqual(['  0-4: 0000000000001002']);
    expect(withWord(4n)).toEqual(['  0-4: 0000000000000004']);
    const bytes = leaf.bytes.slice();
    // A pivot above the last index of the node, which a sound tree never has.
    new DataView(bytes.buffer).setBigUint64(8, 0x999n, true);
    const beyond = mtDumpLines({ ...tree!, nodes: [{ ...leaf, max: 0x500n as typeof leaf.max, bytes }] }, facts);
    expect(beyond.filter((line) => line.startsWith('node '))).toEqual([
      expect.stringMatching(/^node ffff8880[0-9a-f]{8} last \(999\) > max \(500\) at pivot 0!$/),
    ]);
  });

  test('three levels with gaps, as recorded: indentation, gaps and metadata as a kernel prints them', async () => {
    const stores = recorded('addresses-hex.txt').flatMap((line) => {
      const [, first, last, n] = /^ +([0-9a-f]+)-([0-9a-f]+): value (\d+)/.exec(line) ?? [];
      return n === undefined ? [] : [`store 0x${first}..0x${last} = ${n}`];
    });
    const [tree] = await treesOf(['tree t alloc rcu', ...stores].join('\n'));
    const shape = (lines: readonly string[]): string[] => bare(lines.slice(1));
    expect(shape(mtDumpLines(tree!, facts).slice(2))).toEqual(shape(recorded('addresses-hex.txt')));
  });

  test('is read again with the same contents and the same layout, in both spellings: random trees', async () => {
    await fc.assert(
      fc.asyncProperty(treeScenario, fc.constantFrom<DumpFacts['format']>('hex', 'decimal'), async (text, format) => {
        for (const tree of await treesOf(text)) {
          const lines = mtDumpLines(tree, { ...facts, format });
          expect(inputKind(lines.join('\n'))).toBe('dump');
          const { dumps, left } = readDumps(lines.join('\n'));
          expect(left).toEqual([]);
          expect(dumps).toHaveLength(1);
          const dump = dumps[0]!;
          expect(dump).toMatchObject({ alloc: tree.mode.alloc, rcu: tree.mode.rcu, height: tree.height });
          expect(layoutDifferences(dump.nodes, tree.nodes)).toEqual([]);
          // What is printed of a node's words is what its picture has.
          tree.nodes.forEach((node, k) => {
            const terms = dump.nodes[k]!.terms;
            expect(terms.get('parent word')?.text).toBe(k === 0 ? 'a root' : 'the slot it stands in');
            const number = (word: bigint): string => (word < 10n ? `${word}` : `0x${word.toString(16)}`);
            expect(node.gaps?.map((_, slot) => terms.get(`gap ${slot}`)?.text)).toEqual(node.gaps?.map(number));
            if (node.gapmeta !== null) expect(terms.get('gap metadata')?.text).toBe(`slot ${node.gapmeta}`);
            expect(node.lasts.slice(0, 9).map((_, slot) => terms.get(`pivot ${slot}`)?.text)).toEqual(
              node.lasts.slice(0, 9).map(number),
            );
            node.slots.forEach((word, slot) =>
              expect(terms.get(`slot ${slot}`)?.text === '0', `slot ${slot}`).toBe(word === 0n),
            );
          });
          // Built again it holds the same: every range with the same entry.
          const [again] = await treesOf(dumpBlock(dump, 't').join('\n'));
          expect(held(again!)).toEqual(held(tree));
        }
      }),
      { seed: SEED, numRuns: 20 },
    );
  });
});

/** Ranges that hold an entry, in order; labels become other labels, so large values are recognised as such only. */
function held({ form, single, nodes }: TreePicture): unknown[] {
  const word = (one: bigint): string => (one >> 1n > 1n << 32n ? 'label' : one.toString(16));
  if (form === 'single') return [['0', '0', word(single ?? 0n)]];
  return nodes
    .filter(({ kind }) => kind === 'leaf')
    .flatMap(({ min, lasts, slots }) =>
      slots.map((one, k) => [(k === 0 ? min : lasts[k - 1]! + 1n).toString(16), lasts[k]!.toString(16), one] as const),
    )
    .filter(([, , one]) => one !== 0n)
    .map(([first, last, one]) => [first, last, word(one)]);
}

describe('the text of a tree that the page has not all of', () => {
  const text = 'tree t alloc\nrepeat 900 as i { store i*7%900*8..+5 = i }';

  test('is the same, printed in the worker', async () => {
    const whole = await runText(text);
    const parted = await runText(text, { pictureNodesMax: 40 });
    const step = 700;
    const { picture } = sceneAt(whole, step).trees[0]!;
    expect(sceneAt(parted, step).trees[0]!.partial).toBeDefined();
    const wanted = mtDumpLines(picture, {
      engine: parted.summary().engine,
      step,
      steps: parted.steps(),
      format: 'decimal',
    });
    const found = answerTo(parted, 'mtDump', { step, tree: 't', most: 10_000_000 });
    expect(found).toEqual({ text: `${wanted.join('\n')}\n`, lines: wanted.length, whole: true });
    expect(wanted.length).toBeGreaterThan(900);
  });

  test('is none where it would be longer than is wanted', async () => {
    const session = await runText(text);
    expect(answerTo(session, 'mtDump', { step: 901, tree: 't', most: 2000 })).toMatchObject({ text: '', whole: false });
    expect(answerTo(session, 'mtDump', { step: 901, tree: 'other', most: 2000 })).toEqual({
      text: '',
      lines: 0,
      whole: true,
    });
  });
});

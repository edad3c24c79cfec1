// SPDX-License-Identifier: GPL-2.0-or-later

import { briefsOf } from '../columns';
import { markTexts, wordedEvents } from '../../../web/engine/scene/event-texts';
import { describe, expect, test } from 'vitest';
import { stateSum } from '../../../web/engine/time/state-sum';
import { ZERO_ENTRY_WORD } from '../../../web/model/entry';
import type { ForkMark, SceneFork } from '../../../web/model/memory';
import type { Scene } from '../../../web/model/run';
import { runText, sceneAt, answerTo } from './runs';
import { regexOf } from '../regex-of';

// The worked scenario of rule "freed tables": the page that is not duplicated begins in the last 2 MiB that the child
// maps.
const WORKED = `mm p
map 0x555555554000..0x555555558fff rw file "/bin/p"
map 0x55555555a000..0x55555557afff rw
map 0x7ffff7dc0000..0x7ffff7fb8fff rw file "/lib/libc.so"
map 0x7ffff7fbb000..0x7ffff7fbbfff rw
touch 0x555555558000..0x555555558fff write
touch 0x55555555a000..0x55555555afff write
touch 0x7ffff7fb3000..0x7ffff7fb3fff write
fail vma at vma 4
`;

// Entries with gaps, as a process has them: layout G1 of tests/core/figures.txt, in pages.
const MANY = (n: number): string =>
  `mm p\nrepeat ${n} as i { map 0x10000000 + i*0x2000 .. 0x10000fff + i*0x2000 rw }\n`;

async function lastScene(text: string): Promise<Scene> {
  const session = await runText(text);
  return sceneAt(session, session.steps());
}

async function forkOf(text: string): Promise<SceneFork> {
  const { fork } = await lastScene(text);
  if (fork === null) throw new Error('the last step is no fork');
  return fork;
}

const kinds = (marks: readonly ForkMark[]): string => marks.map(({ kind }) => kind).join(' ');

describe('a fork in a scene', () => {
  test('by dup tells its requests, the copy, each entry where it stands, and no partial child', async () => {
    const scene = await lastScene(`${MANY(121)}fork p as c\n`);
    const { fork } = scene;
    expect(fork).toMatchObject({
      parent: 'p',
      child: 'c',
      partial: null,
      record: { error: null, copiedNodes: 19, mapCount: 121 },
    });
    const requests = fork!.marks.filter(({ kind }) => kind === 'request');
    expect(requests.map(({ count }) => count)).toEqual(scene.record?.requests);
    expect(fork!.marks.filter(({ kind }) => kind === 'copied')).toHaveLength(19);
    const child = scene.trees.find(({ picture }) => picture.name === 'c');
    const nodes = new Map(child?.picture.nodes.map((node) => [node.id, node]));
    const entries = fork!.marks.filter(({ kind }) => kind === 'entry');
    expect(entries).toHaveLength(121);
    for (const { node, slot, vma } of entries) expect(nodes.get(node)?.slots[slot]).toBe(BigInt(vma) * 2n + 1n);
    const texts = markTexts(scene);
    fork!.marks.forEach(({ event }, k) => expect(wordedEvents(scene)[event]!.text).toBe(texts[k]));
    expect(scene.why).toContain('19 nodes copied, by 4 requests');
    expect(scene.why).toContain('121 VMAs of the parent are replaced in place');
  });

  test('that failed shows the child as it stood, the marker in it, and what was undone in order', async () => {
    const fork = await forkOf(`${MANY(30)}fail vma 12\nfork p as c\n`);
    expect(fork.record).toMatchObject({
      error: 'ENOMEM',
      point: 'F7',
      site: 'vma',
      at: 12,
      endVma: 12,
      mapCount: 11,
      removed: 11,
    });
    expect(fork.partial?.vmas.map(({ number, perms }) => [number, perms])).toEqual(
      Array.from({ length: 11 }, (_, k) => [k + 1, 'rw-p']),
    );
    const words = fork.partial?.picture.nodes
      .filter(({ kind }) => kind === 'leaf')
      .flatMap(({ slots }) => slots)
      .filter((word) => word !== 0n);
    expect(words).toHaveLength(30);
    expect(words?.[11]).toBe(ZERO_ENTRY_WORD);
    const marker = fork.marks.find(({ kind }) => kind === 'marker');
    expect(fork.partial?.picture.nodes.find(({ id }) => id === marker?.node)?.slots[marker?.slot ?? -1]).toBe(
      ZERO_ENTRY_WORD,
    );
    expect(kinds(fork.marks)).toBe(
      `request copied request ${'copied '.repeat(4)}${'entry '.repeat(11)}failed uncharged marker ` +
        `${'vma_freed '.repeat(11)}uncharged node_freed node_freed`,
    );
    expect(fork.marks.filter(({ kind }) => kind === 'vma_freed').map(({ vma }) => vma)).toEqual(
      Array.from({ length: 11 }, (_, k) => k + 1),
    );
    expect(fork.balance.rules.map(({ held }) => held)).toEqual([true, true, true, true, true, true]);
    expect(fork.balance.rows.filter(({ held }) => held !== 0)).toEqual([]);
  });

  test('whose request was refused says which, and shows no VMA', async () => {
    const scene = await lastScene(`${MANY(121)}fail request 3\nfork p as c\n`);
    expect(scene.fork?.marks.filter(({ kind }) => kind === 'request').map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(scene.fork?.record).toMatchObject({ point: 'F3', site: 'request', mapCount: 0 });
    expect(scene.fork?.partial?.vmas).toEqual([]);
    expect(scene.why).toMatch(
      regexOf(
        /^Line 3 injects this failure\. /,
        /Copying the tree, F3, failed: out of memory\. There was nothing to undo: the child had no VMA yet\. /,
        /Request 3 of this step \(6 nodes\) was refused\. The child had no VMA of its own yet\. 3 requests had been /,
        /made, for 9 nodes in all\./,
      ),
    );
  });

  test('leaves 3 page tables behind under the wrong ceiling, none under the right one', async () => {
    const right = await forkOf(`${WORKED}fork p as c undo range\n`);
    expect(right.record).toMatchObject({
      error: 'ENOMEM',
      at: 4,
      endVma: 4,
      treeEnd: 0x7ffff7fbb000n,
      ceiling: 0n,
      tablesLeft: 0,
    });
    expect(right.partial?.tables).toHaveLength(6);
    expect(right.partial?.tablesLeft).toEqual([]);
    const session = await runText(`${WORKED}fork p as c undo range ceiling wrong\n`);
    const wrong = sceneAt(session, session.steps());
    expect(wrong.fork?.record).toMatchObject({ ceiling: 0x7ffff7fbb000n, tablesLeft: 3 });
    expect(wrong.fork?.partial?.tablesLeft.map(({ level, base }) => [level, base])).toEqual([
      [3, 0x7f8000000000n],
      [2, 0x7fffc0000000n],
      [1, 0x7ffff7e00000n],
    ]);
    expect(wrong.fork?.balance.rules.map(({ held }) => held)).toEqual([true, true, true, true, false, true]);
    expect(wrong.fork?.balance.rules[4]?.text).toBe(
      '3 page tables left (pgtables_bytes 12,288); 0 pages still resident',
    );
    expect(wrong.why).toContain('Still allocated, with no owner: 3 page tables.');
    expect(session.summary().ok).toBe(false);
  });

  test('of an exit is what was torn down, as it stood before, and its account', async () => {
    const scene = await lastScene(`${WORKED}fail off\nexit p\n`);
    const { fork } = scene;
    expect(fork).toMatchObject({ record: null, parent: null, child: 'p' });
    expect(fork?.partial).toMatchObject({ tablesLeft: [] });
    expect(fork?.partial?.vmas.map(({ path }) => path)).toEqual(['/bin/p', '', '/lib/libc.so', '']);
    expect(fork?.partial?.tables).toHaveLength(6);
    expect(fork?.balance.rules.map(({ held }) => held)).toEqual([true, true, true, true, true, null]);
    expect(fork?.marks.filter(({ kind }) => kind === 'table_freed')).toHaveLength(6);
    expect(scene.why).toMatch(
      /^Freed: 1 tree node, 4 VMAs, 3 anon_vmas, 3 anon_vma chain elements, 2 file references, 6 page tables, /,
    );
  });

  test('undone by range before a VMA at address 0 tells of no walk', async () => {
    const scene = await lastScene('mm p\nmap 0x0..0xfff r\nmap 0x2000 rw\nfail vma at vma 1\nfork p as c undo range\n');
    const undo = wordedEvents(scene).find(({ name }) => name === 'undo_begins');
    expect(undo?.text).toBe(
      'The undo begins. VMA 1 of the parent starts at 0, so no VMA is before it; the tree is freed as it is.',
    );
    expect(scene.events.some(({ name }) => name === 'free_range' || name === 'vma_freed')).toBe(false);
    expect(scene.why).not.toMatch(/the top/);
  });

  test('tells the requests of the copy apart from those of the stores of NULL, also refused ones', async () => {
    const many =
      'mm p\nrepeat 21 as i { map (10*i+10)*4096..(10*i+15)*4096+4095 rw }\nadvise 80*4096..85*4096+4095 dontfork\n';
    const well = await runText(`${many}fork p as c\n`);
    const scene = sceneAt(well, well.steps());
    // Rules "duplicate" and "fork": the copy is 1 + bulk(3); the store of NULL over VMA 8 spans, and takes 7.
    expect(scene.record?.requests).toEqual([1, 3, 1, 6]);
    expect(briefsOf(well.summary().steps).at(-1)?.gutter).toEqual(['1 + 3 nodes', 'stores 7']);
    expect(scene.why).toMatch(
      regexOf(
        /^4 nodes copied, by 2 requests: one node for the root, .* Storing NULL took 2 requests more, for 7 nodes, /,
        /all granted\. 7 nodes freed\./,
      ),
    );
    const texts = markTexts(scene);
    const requests = scene.fork!.marks.flatMap(({ kind, vma }, k) => (kind === 'request' ? [[vma, texts[k]]] : []));
    expect(requests).toEqual([
      [0, 'Request 1 of this step asks for one node, and may wait for memory.'],
      [0, 'Request 2 of this step asks for 3 nodes in bulk, and may wait for memory.'],
      [
        8,
        'Request 3 of this step asks for one node, to store at VMA 8 of the parent, and does not wait for memory ' +
          '(GFP_NOWAIT).',
      ],
      [
        8,
        'Request 4 of this step asks for 6 nodes in bulk, to store at VMA 8 of the parent, and does not wait for ' +
          'memory (GFP_NOWAIT).',
      ],
    ]);
    const badly = await lastScene(`${many}fail request 3 times 2\nfork p as c\n`);
    expect(badly.why).toMatch(
      regexOf(
        /^Line 4 injects this failure\. /,
        /Removing a VMA from the copied tree, F4, failed for VMA 8 \(0x50000\): out of memory\. The exit path /,
        /removed 7 VMAs and stopped at the marker in the place of VMA 8; the VMAs after it are the parent’s\. /,
        /Request 3 of this step \(1 node\) was refused\. Request 4 of this step \(1 node\) was refused\. The child /,
        /had 7 VMAs of its own\. 4 nodes copied, by 2 requests: [^.]*\. Storing NULL took 2 requests more, for 2 /,
        /nodes, none granted\./,
      ),
    );
    expect(badly.fork!.marks.filter(({ kind, ok }) => kind === 'request' && !ok).map(({ vma }) => vma)).toEqual([8, 8]);
    const again = await lastScene(`${many}fail request 3\nfork p as c\n`);
    expect(again.why).toMatch(
      regexOf(
        /^Request 3 of this step was refused; the fork asked again and got what it needed\. 4 nodes copied, .* /,
        /Storing NULL took 3 requests more, for 8 nodes, 7 granted\./,
      ),
    );
    expect(again.why.match(/refused/g)).toHaveLength(1);
  });

  test('of 800 VMAs is reported whole, also when it fails at the last one', async () => {
    const scene = await lastScene(`${MANY(800)}fail vma 800\nfork p as c\n`);
    expect(scene.eventsDropped).toBe(0);
    expect(scene.fork?.marks.filter(({ kind }) => kind === 'entry')).toHaveLength(799);
  });
});

describe('the comparison of a fork', () => {
  test('makes it once more in every way, with what was armed and without, and changes nothing', async () => {
    const session = await runText(`${MANY(121)}fork p as c\nexit c\nfail vma 77\nfork p as d\n`);
    const [well, badly] = [session.steps() - 2, session.steps()];
    const before = sceneAt(session, badly);
    const columns = answerTo(session, 'forkColumns', { step: well, ways: 'all' });
    expect(columns.map(({ by, undo, wrongCeiling, armed }) => [by, undo, wrongCeiling, armed])).toEqual([
      ['dup', 'marker', false, false],
      ['dup', 'range', false, false],
      ['dup', 'range', true, false],
      ['bulk', 'marker', false, false],
      ['stores', 'marker', false, false],
    ]);
    // tests/core/figures.txt, layout G1.
    expect(columns.map(({ nodesObtained, nodesKept }) => [nodesObtained, nodesKept])).toEqual([
      [19, 19],
      [19, 19],
      [19, 19],
      [24, 19],
      [92, 19],
    ]);
    expect(columns[0]).toMatchObject({
      requests: [1, 2, 6, 10],
      rk: 'sbbb',
      sameLayout: true,
      layout: { height: 3, levels: [1, 2, 16], thin: 0 },
    });
    expect(columns[3]).toMatchObject({ requests: [1, 23], sameLayout: false, layout: { levels: [1, 2, 16] } });
    const failing = answerTo(session, 'forkColumns', { step: badly, ways: 'all' });
    expect(answerTo(session, 'forkColumns', { step: badly, ways: 'own' })).toEqual([failing[0]]);
    expect(answerTo(session, 'forkColumns', { step: 0, ways: 'own' })).toEqual([]);
    expect(failing.map(({ armed, record }) => [armed, record.point, record.removed])).toEqual([
      ...Array.from({ length: 5 }, () => [true, 'F7', 76]),
      ...Array.from({ length: 3 }, () => [false, null, 0]),
    ]);
    expect(failing.slice(0, 5).every(({ layout, nodesKept }) => layout === null && nodesKept === 0)).toBe(true);
    expect(sceneAt(session, badly)).toEqual(before);
    expect(answerTo(session, 'forkColumns', { step: 1, ways: 'all' })).toEqual([]);
    expect(answerTo(session, 'forkColumns', { step: 0, ways: 'all' })).toEqual([]);
  });
});

describe('the sum that a link holds', () => {
  test('covers only the trees where nothing changes memory, else VMAs and page tables too', async () => {
    const old = await runText(
      'maps a """\n10000-12000 rw-p 00000000 00:00 0\n20000-21000 r--p 00000000 00:00 0\n"""\nfork a as b\n',
    );
    const scene = sceneAt(old, old.steps());
    expect(scene.trees.map(({ mm, memorySum }) => [mm?.records.length, memorySum])).toEqual([
      [2, undefined],
      [2, undefined],
    ]);
    expect(old.sumAt(old.steps())).toBe(stateSum({ trees: scene.trees.map(({ sum }) => ({ sum })) }));
    const text = 'mm p\nmap 0x10000..0x1ffff rw\n';
    const [dry, wet, read] = await Promise.all(
      [text, `${text}touch 0x10000..0x10fff write\n`, `${text}touch 0x10000..0x10fff read\n`].map((one) =>
        runText(one),
      ),
    );
    const sums = [dry!.sumAt(2), wet!.sumAt(3), read!.sumAt(3)];
    expect(new Set(sums).size).toBe(3);
    expect(wet!.sumAt(2)).toBe(sums[0]);
  });
});

describe('nodes of a fork that fails', () => {
  test.each([
    [
      'after the copy, all of it was filled',
      `${MANY(40)}fail vma at vma 2\nfork p as c\n`,
      (granted: number) => granted,
    ],
    ['at its first request, none was given', `${MANY(40)}fail request 1\nfork p as c\n`, () => 0],
    ['in the midst of the copy, the root was filled', `${MANY(40)}fail request 2\nfork p as c\n`, () => 1],
    ['by stores, those that were written', `${MANY(10)}fail vma at vma 8\nfork p as c by stores\n`, () => 1],
  ])('%s', async (_, text, wanted) => {
    const session = await runText(text);
    const brief = briefsOf(session.summary().steps).at(-1)!;
    const { record, fork } = sceneAt(session, session.steps());
    const granted = (record?.requests ?? []).reduce(
      (sum, size, k) => (/[A-Z]/.test(record?.rk[k] ?? '') ? sum : sum + size),
      0,
    );
    expect(brief.error).not.toBeNull();
    expect(brief.used).toBe(wanted(granted));
    if (!text.includes('by stores'))
      expect(brief.used).toBe(fork?.marks.filter(({ kind }) => kind === 'copied').length);
  });
});

test('VMAs that a step ended are listed beside the existing ones, for the nodes that still hold them', async () => {
  const session = await runText(
    'mm a\nmap 0x10000..+16K rw\nmap 0x20000..+16K rw\nmap 0x24000..+16K r\nunmap 0x12000..+0x10000\n',
  );
  const [map, unmap] = [4, 5].map((step) => sceneAt(session, step).trees[0]);
  expect(map?.goneVmas).toBeUndefined();
  expect(unmap?.goneVmas?.map(({ number }) => number)).toEqual([1, 2]);
  expect(unmap?.vmas?.map(({ number }) => number)).toEqual([4, 5, 3]);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences and counts that were once false of a rare step: each against what the core did there.

import { briefsOf } from '../columns';
import { describe, expect, test } from 'vitest';
import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { runSentence } from '../../../web/words/sweep';
import { runText, sceneAt } from './runs';

const SPACE = 'mm p\nrepeat 12 as i { map 64K + i*64K..+48K rw }\n';

async function last(text: string) {
  const session = await runText(text);
  const scene = sceneAt(session, session.steps());
  return { summary: session.summary(), scene, events: wordedEvents(scene).map((event) => event.text) };
}

describe('a fork that copies no tree', () => {
  test('by stores fails while it stores, in why, event and sweep', async () => {
    const { scene, events } = await last(`${SPACE}fail request 2 times 2\nfork p as c by stores\n`);
    expect(scene.record).toMatchObject({ error: 'ENOMEM', fork: { by: 'stores', point: 'F4', at: 8, copiedNodes: 0 } });
    expect(scene.why).toMatch(/^Line 3 injects this failure\. Storing the VMA, F4, failed for VMA 8 /);
    expect(events.find((text) => text.startsWith('The fork fails'))).toBe(
      'The fork fails at VMA 8 of the parent: ENOMEM while storing the VMA, F4; 7 VMAs of the child are in its tree.',
    );
    const { summary } = await last(`${SPACE}sweep times 2 { fork p as c by stores }\n`);
    const { report } = summary.sweeps[0]!;
    expect(runSentence(report, report.runs[0]!)).toMatch(
      /^Request 1 to 2 of the block fails in line 3 \(storing the VMA, F4, at VMA 1 of the parent\), ENOMEM\./,
    );
  });

  test('by bulk fails at F3 while it requests the nodes, and copies nothing', async () => {
    const { scene, events } = await last(`${SPACE}fail request 2\nfork p as c by bulk\n`);
    expect(scene.record).toMatchObject({ error: 'ENOMEM', fork: { by: 'bulk', point: 'F3', copiedNodes: 0 } });
    expect(scene.why).toMatch(
      /^Line 3 injects this failure\. Requesting the nodes for all VMAs, F3, failed: out of memory\./,
    );
    expect([scene.why, ...events].join('\n')).not.toMatch(/copying the tree|copied tree/i);
  });

  test('by bulk frees what its tree does not use; no leaf need have been replaced', async () => {
    const { scene } = await last('mm p\nrepeat 6 as i { map 64K + i*64K..+48K rw }\nfork p as c by bulk\n');
    const { requests, freed, used } = scene.record!;
    expect(freed).toBe(requests.reduce((sum, one) => sum + one) - used);
    expect(scene.why).toContain(`${freed} nodes freed: requested ones that the child’s tree does not use.`);
  });
});

describe('a fork that is undone', () => {
  test('by range has its VMAs removed by the undo; the exit finds none', async () => {
    const { scene, events } = await last(`${SPACE}fail vma 3\nfork p as c undo range\n`);
    expect(scene.record!.fork).toMatchObject({ removed: 2, uncharged: 24 });
    const at = (start: string): string => events.find((text) => text.startsWith(start)) ?? '';
    expect(at('The exit begins')).toContain('map_count is 0.');
    expect(at('The exit ends')).toBe(
      'The exit ends. The undo before it removed 2 VMAs and uncharged 24 pages; 0 page tables left.',
    );
    expect(scene.record!.balance!.rules.slice(0, 2).map(({ text }) => text)).toEqual([
      'The undo removed 2 VMAs; map_count was 2',
      '24 pages charged and kept; the undo uncharged 24',
    ]);
  });

  test('by marker has them removed by the exit, and the marker stands where the parent’s VMA was', async () => {
    const { scene, events } = await last(`${SPACE}fail vma 3\nfork p as c\n`);
    expect(events.some((text) => text.startsWith('The zero entry replaces VMA 3 of the parent'))).toBe(true);
    expect(events.some((text) => text.startsWith('The exit ends: 2 VMAs removed, 24 pages uncharged'))).toBe(true);
    expect(scene.why).toContain('stopped at the marker in the place of VMA 3; the VMAs after it are the parent’s.');
    expect(scene.record!.balance!.rules[0]!.text).toBe('The exit path removed 2 VMAs; map_count was 2');
  });
});

test('a call that fails half-way counts the nodes that it put into the tree before', async () => {
  const { scene, summary } = await last('mm p\nmap 0x1000..0x8fff rw\nmap 0xb000 r\nprotect 0x5000..0xbfff r\n');
  const { error, requests, freed, deferred, used } = scene.record!;
  expect({ error, requests, freed, deferred }).toEqual({ error: 'ENOMEM', requests: [1], freed: 1, deferred: 1 });
  expect([used, briefsOf(summary.steps).at(-1)!.used]).toEqual([1, 1]);
  const refused = await last('mm p\nmap 0x1000..0x8fff rw\nfail request\nprotect 0x5000..0x6fff r\n');
  expect([refused.scene.record!.error, refused.scene.record!.used]).toEqual(['ENOMEM', 0]);
});

test('memory that grows where it is has not moved', async () => {
  const grown = (await last('mm p\nmap 0x10000..+16K rw\nremap 0x10000..+16K size 32K\n')).scene;
  expect(grown.record!.result).toEqual({ index: '0x10000', last: '0x17fff' });
  expect(grown.why).toMatch(/^VMA 1 grows to cover 0x10000 to 0x17fff: the new part and its neighbour have /);
  const moved = (await last('mm p\nmap 0x10000..+8K r\nmap 0x60000..+8K r\nremap 0x60000..+8K to 0x12000\n')).scene;
  expect(moved.why).toMatch(/^VMA 1 grows to cover 0x10000 to 0x13fff: the moved mapping and its neighbour have /);
});

test('a heap of one page has “1 page”', async () => {
  const { summary } = await last('mm p\nbrk at 0x10000\nbrk +4K\n');
  expect(briefsOf(summary.steps).map(({ gutter }) => gutter)).toEqual([[], ['heap 0 pages'], ['heap 1 page']]);
});

test('nodes that wait for a reader are those of the step, and all of them where others wait already', async () => {
  const text = 'tree t rcu\nrepeat 30 as i { store 10*i..+5 = i }\nread t at 52 as r\nstore 52..57 = 99\n';
  const first = await last(text);
  expect([first.scene.waiting, first.scene.why]).toEqual([
    1,
    expect.stringContaining(' 1 node out of the tree waits for reader `r`, still in live().'),
  ]);
  const second = await last(`${text}erase 70\n`);
  expect([second.scene.waiting, second.scene.why]).toEqual([
    4,
    expect.stringContaining(' 3 more nodes out of the tree wait for reader `r`, 4 nodes in all, still in live().'),
  ]);
});

test('a call that needs two cuts says that each needs room below the limit of VMAs', async () => {
  const { scene } = await last('mm p\nlimit vmas 2\nmap 0x1000..+16K rw\nprotect 0x2000 r\n');
  expect([scene.record!.error, scene.why]).toEqual([
    'ENOMEM',
    expect.stringContaining('may have 2 VMAs (vm.max_map_count), and it has 1; each split needs room below the limit'),
  ]);
});

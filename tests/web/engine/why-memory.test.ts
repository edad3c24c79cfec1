// SPDX-License-Identifier: GPL-2.0-or-later

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { describe, expect, test } from 'vitest';
import { runText, sceneAt } from './runs';
import { regexOf } from '../regex-of';

const START = 'mm p\nmap 0x10000..0x1ffff rw\nmap 0x40000..0x4ffff rw\n';
const SAME =
  'the new mapping and its neighbour have the same permissions and flags, the same file or none, offsets that ' +
  'continue, and at most one anon_vma.';

async function why(text: string): Promise<string> {
  const session = await runText(`${START}${text}\n`);
  expect(session.summary().stopped).toBeNull();
  return sceneAt(session, session.steps()).why;
}

describe('sentences on calls of an address space', () => {
  test('tell what was made, joined and why, and what was charged', async () => {
    expect(await why('map 0x60000..0x60fff r file "/f"')).toMatch(
      /^VMA 3 is created for 0x60000 to 0x60fff\. The write leaves /,
    );
    expect(await why('map 0x20000..0x2ffff rw')).toMatch(
      new RegExp(`^VMA 1 grows to cover 0x10000 to 0x2ffff: ${SAME} 16 pages of private writable memory added`),
    );
    expect(await why('map 0x20000..0x3ffff rw')).toMatch(
      new RegExp(`^VMA 2 is merged into VMA 1, which now covers 0x10000 to 0x4ffff: ${SAME}`),
    );
  });

  test('tell where a VMA is split and what that is for, each split once', async () => {
    const split = await why('protect 0x14000..0x14fff r');
    expect(split).toMatch(
      regexOf(
        /^VMA 1 is split at 0x14000, since a VMA has one set of permissions: the part below becomes VMA 3\. /,
        /VMA 1 is split at 0x15000, since a VMA has one set of permissions: the part above becomes VMA 4\. /,
        /VMA 1 now has different permissions\. 1 page taken off the commit charge\. 2 stores: /,
      ),
    );
    expect(split.match(/is split/g)).toHaveLength(2);
    expect(await why('protect 0x14000..0x14fff r\nprotect 0x14000..0x14fff rw')).toMatch(
      /^VMAs 4 and 1 are merged into VMA 3, which now covers 0x10000 to 0x1ffff/,
    );
    expect(await why('advise 0x10000..0x1ffff dontfork')).toBe(
      'VMA 1 now has different flags. The tree of VMAs is unchanged: nothing was stored.',
    );
    expect(await why('unmap 0x1f000..0x40fff')).toMatch(
      regexOf(
        /VMA 1 is split at 0x1f000, since only a part of it is unmapped: .*VMA 2 is split at 0x41000, since only a /,
        /part of it is unmapped: .*are unmapped, with all that they hold\. 2 pages taken off the commit charge\./,
      ),
    );
    expect(await why('map 0x14000..0x14fff r')).toMatch(
      /^VMA 1 is split at 0x14000, since only a part of it makes room: /,
    );
  });

  test('tell of the nodes that a parked reader keeps, once', async () => {
    for (const [call, nodes] of [
      ['unmap 0x12000..0x12fff', '2 nodes out of the tree wait'],
      ['map 0x60000..0x60fff r', '1 node out of the tree waits'],
      ['trace p """\nmunmap(0x12000, 4096) = 0\n"""', '2 nodes out of the tree wait'],
    ] as const) {
      const told = await why(`read p at 0x10000 as a\n${call}`);
      expect(told.match(/[^.]*\bwaits? for reader[^.]*\./g), call).toEqual([
        ` ${nodes} for reader \`a\`, still in live().`,
      ]);
    }
    expect(await why('read p at 0x10000 as a\nread p at 0x40000 as b\nmap 0x60000..0x60fff r')).toMatch(
      / 1 node out of the tree waits for readers `a`, `b`, still in live\(\)\.$/,
    );
    expect(await why('read p at 0x10000 as a\nadvise 0x10000..0x1ffff dontfork')).not.toContain('wait');
  });

  test('tell a call of a trace as that call: what was cut has not grown', async () => {
    const cut = await why('trace p """\nmprotect(0x14000, 4096, PROT_READ) = 0\n"""');
    expect(cut).toBe(await why('protect 0x14000..0x14fff r'));
    expect(cut).not.toContain('grows');
    for (const call of [
      'madvise(0x14000, 4096, MADV_DONTFORK)',
      'madvise(0x14000, 4096, MADV_WIPEONFORK)',
      'mlock(0x14000, 4096)',
      'madvise(0x10000, 65536, MADV_DONTFORK)',
    ]) {
      const told = await why(`trace p """\n${call} = 0\n"""`);
      expect(told, call).toContain('VMA 1 now has different flags.');
      expect(told, call).not.toMatch(/grows|only a part/);
    }
    expect(await why('trace p """\nmprotect(0x10000, 65536, PROT_READ) = 0\n"""')).toMatch(
      /^VMA 1 now has different permissions\./,
    );
    expect(await why('trace p """\nmremap(0x40000, 65536, 131072, 0) = 0x40000\n"""')).toMatch(
      /^VMA 2 grows to cover 0x40000 to 0x5ffff: /,
    );
    const moved = await why(
      'trace p """\nmremap(0x40000, 16384, 65536, MREMAP_MAYMOVE|MREMAP_FIXED, 0x80000) = 0x80000\n"""',
    );
    expect(moved).toContain(' 12 pages of private writable memory added to the commit charge.');
    expect(moved).not.toContain('taken off the commit charge');
    expect(await why('trace p """\nmunmap(0x14000, 4096) = 0\n"""')).toContain('since only a part of it is unmapped');
  });

  test('tell pages and page tables, and a stack that grows', async () => {
    expect(await why('touch 0x10000..0x11fff write')).toBe(
      '2 pages become present. VMA 1 gets an anon_vma and 1 chain element. 3 page tables allocated: 1 PUD, 1 PMD, 1 ' +
        'PTE. The tree of VMAs is unchanged: nothing was stored.',
    );
    expect(
      await why('map 0x7ffffffde000..0x7fffffffefff rw grows\ntouch 0x7ffffffd0000..0x7ffffffd0fff write'),
    ).toMatch(
      regexOf(
        /^VMA 3 grows to cover 0x7ffffffd0000 to 0x7fffffffefff: a stack grows down to where it is touched\. 14 /,
        /pages of private writable memory added to the commit charge\./,
      ),
    );
    expect(await why('touch 0x10000..0x10fff write\nunmap 0x10000..0x1ffff')).toMatch(
      regexOf(
        /^VMA 1 lies within the range and is unmapped, with all that it holds\. 1 page no longer present\. 3 page /,
        /tables freed: 1 PUD, 1 PMD, 1 PTE\. 16 pages taken off the commit charge|/,
        /^VMA 1 lies within the range and is unmapped, /,
        /with all that it holds\. 1 page no longer present\. 16 pages taken off the commit charge/,
      ),
    );
    expect(await why('touch 0x10000..0x10fff write\nprotect 0x10000..0x1ffff r')).toContain(
      'VMA 1 now has different permissions. 1 page no longer writable',
    );
  });

  test('tell the zero page, what a write makes of it, the anon_vma, and a touch that changes nothing', async () => {
    const as = 'The tree of VMAs is unchanged: nothing was stored.';
    const nothing = `Nothing to do: each page is already present as this access needs it. ${as}`;
    const [read, write] = ['touch 0x10000 read', 'touch 0x10000'];
    expect(await why(read)).toBe(
      '1 page becomes present: the zero page, which no counter includes. 3 page tables allocated: 1 PUD, 1 PMD, 1 ' +
        'PTE. ' +
        as,
    );
    expect(await why(`${read}\n${read}`)).toBe(nothing);
    expect(await why(`${read}\n${write}`)).toBe(
      `1 page was the zero page and is a page of its own now. VMA 1 gets an anon_vma and 1 chain element. ${as}`,
    );
    expect(await why(`${read}\n${write}\n${write}`)).toBe(nothing);
    expect(await why(`${read}\ntouch 0x10000..0x11fff`)).toBe(
      '1 page becomes present. 1 page was the zero page and is a page of its own now. VMA 1 gets an anon_vma and 1 ' +
        `chain element. ${as}`,
    );
    expect(await why(`${write}\nfork p as c\ntouch 0x10000 in p`)).toBe(`1 page is writable now. ${as}`);
    expect(await why(`map 0x20000..0x20fff rw file "/f"\ntouch 0x20000 read\ntouch 0x20000`)).toBe(
      `1 page was the file’s page and is a private copy now. VMA 3 gets an anon_vma and 1 chain element. ${as}`,
    );
    expect(await why(`${write}\nmap 0x20000..0x20fff rwx\ntouch 0x20000`)).toContain(
      'VMA 3 gets the anon_vma of a neighbour and 1 chain element.',
    );
  });

  test('tell which site refused', async () => {
    expect(await why('fail page 2\ntouch 0x10000..0x10fff write')).toMatch(
      /^Line 4 injects this failure\. This call failed at pass 2 of failure point `page`\. .*as it was\.$/,
    );
    expect(await why('touch 0x90000..0x90fff')).toContain('not mapped');
  });

  test('count the passes of a site within the step, not since the beginning of the world', async () => {
    const session = await runText(`${START}touch 0x10000\nmap 0x60000 rw\nfail vma at vma 2\nfork p as c\n`);
    const scene = sceneAt(session, session.steps());
    expect(scene.record?.fork?.passes.vma).toBe(2);
    expect(scene.why).toContain('The failure was pass 2 of failure point `vma` in this step.');
    expect(wordedEvents(scene).find(({ name }) => name === 'site_failed')?.text).toBe(
      'Pass 2 of failure point `vma` in this step is made to fail, at VMA 2 of the parent.',
    );
    expect(await why('fail vma\nmap 0x60000 r')).toContain('This call failed at pass 1 of failure point `vma`.');
  });
});

// W22: a call has walked to the place of its store, so that no level is passed.
describe('nodes that a call asks for are those of the whole height, and the reason is where the write begins', () => {
  const REASON =
    'the write begins in the leaf that the call had walked to, so it passes no level on the way down and cannot ' +
    'count on any';
  const told = async (text: string) => {
    const session = await runText(`mm p\n${text}\n`);
    expect(session.summary().stopped).toBeNull();
    return { at: sceneAt(session, session.steps()), earlier: sceneAt(session, session.steps() - 1) };
  };
  const maps = (count: number): string => `for i in 0..${count - 1} { map 0x10000+i*8K..+4K r }`;

  test('of a split, though the root has free slots', async () => {
    const { at, earlier } = await told(maps(13));
    expect(at.record).toMatchObject({ storeType: 'split_store', pre: 5, vh: 0 });
    expect(earlier.trees[0]?.picture.nodes[0]).toMatchObject({ kind: 'arange', end: 1 });
    expect(at.why).toContain(`5 nodes needed (2 × (height 2 − 0) + 1: ${REASON})`);
  });

  test('of a rebalance, also of one that restarts at the root after a refusal', async () => {
    const text = `${maps(31)}\nfor i in 0..3 { unmap 0x10000+i*8K }`;
    const { at, earlier } = await told(`${text}\nunmap 0x18000`);
    expect(at.record).toMatchObject({ storeType: 'rebalance', pre: 5, vh: 0, sh: 0 });
    expect(earlier.trees[0]?.picture.nodes[0]?.end).toBeGreaterThanOrEqual(3);
    expect(at.why).toContain(`5 nodes needed (2 × (height 2 − 0) + 1: ${REASON})`);
    const { why: again } = (await told(`${text}\nfail request 1\nunmap 0x18000`)).at;
    expect(again).toContain(
      'At first the write needed 5 nodes: it began in the leaf that the call had walked to, so it passed no level ' +
        'on the way down and could count on none. After the refusal it restarted from the root: 3 nodes needed (2 × ' +
        '(height 2 − 1) + 1: vacant and sufficient height are 1)',
    );
  });

  test('but not of a store that spans leaves: it begins at the root', async () => {
    const { at } = await told(`${maps(13)}\nmap 0x10000..0x40000fff rw`);
    expect(at.record?.storeType).toBe('spanning_store');
    expect(at.why).toContain(
      '7 nodes needed (3 × (height 2 − 0) + 1: the walk stops where the span is seen, at the root, and only nodes ' +
        'above that count)',
    );
  });
});

test('a reversed range is written in the base of the line, with one reason', async () => {
  const told = async (line: string): Promise<string> => {
    const session = await runText(`tree t\n${line}\n`);
    return sceneAt(session, session.steps()).why;
  };
  expect(await told('store 30..25 = 1')).toBe('The tree is unchanged. The range is reversed: write 25..30.');
  expect(await told('store 0x1e..0x19 = 1')).toContain('write 0x19..0x1e.');
});

describe('sentences on forks', () => {
  test('list the address space among the objects freed, also if it had nothing', async () => {
    const only = /Freed: 1 address space\./;
    expect(await why('fail signal\nfork p as c')).toMatch(only);
    expect(await why('fail request\nfork p as c')).toMatch(only);
    expect(await why('unmap 0x40000..0x4ffff\nadvise 0x10000..0x1ffff dontfork\nfork p as c\nexit c')).toMatch(only);
    expect(await why('fail mm\nfork p as c')).toContain('There was nothing to free.');
  });

  test('list the objects that a chain refused half way had allocated, each freed, and rule 4 counts them', async () => {
    for (const [pass, anons, chains] of [
      [1, 0, 0],
      [2, 0, 1],
      [3, 1, 1],
    ] as const) {
      for (const by of ['dup', 'bulk', 'stores']) {
        const session = await runText(`${START}touch 0x10000\nfail anon ${pass}\nfork p as c by ${by}\n`);
        const { record, why: told } = sceneAt(session, session.steps());
        const row = (object: string): unknown[] =>
          (record?.balance?.rows ?? [])
            .filter((one) => one.object === object)
            .map(({ obtained, returned, held }) => [obtained, returned, held]);
        expect([row('anon_vmas'), row('chains')], `${by}, pass ${pass}`).toEqual([
          [[anons, anons, 0]],
          [[chains, chains, 0]],
        ]);
        expect(record?.balance?.rules[3]?.text).toBe(
          '1 VMA allocated, 1 ' +
            `freed${anons === 0 ? '' : '; 1 anon_vma allocated, 1 freed'}` +
            (chains === 0 ? '' : '; 1 anon_vma chain element allocated, 1 freed'),
        );
        expect(told).toContain(
          `1 VMA${anons === 0 ? '' : ', 1 anon_vma'}${chains === 0 ? '' : ', 1 anon_vma chain element'}, 16 ` +
            'charged pages, 1 address space',
        );
      }
    }
  });

  test('tell a child without a VMA of its own', async () => {
    expect(await why('unmap 0x40000..0x4ffff\nadvise 0x10000..0x1ffff dontfork\nfork p as c')).toMatch(
      /^1 node copied, by one request\. The child gets no VMA of its own\. /,
    );
  });

  test('describe copy, VMAs left out, pages, and of a failed fork how far it came and what was freed', async () => {
    const ready = 'touch 0x10000..0x10fff write\nadvise 0x40000..0x4ffff dontfork\n';
    expect(await why(`${ready}fork p as c`)).toMatch(
      regexOf(
        /^1 node copied, by one request\. Then 1 VMA of the parent is replaced in place by the child’s own\. 2 /,
        /stores: 1 exact_fit, 1 node_store\. VMA 2 of the parent is left out \(VM_DONTCOPY\): NULL is stored over /,
        /it in the copied tree\. 1 page-table entry copied; .* 3 page tables allocated for it: 1 PUD, 1 PMD, 1 PTE\.$/,
      ),
    );
    expect(await why(`${ready}fork p as c by bulk`)).toMatch(
      regexOf(
        /^Nodes for all VMAs are requested before the first store\. 5 nodes requested, all granted\. 1 store: 1 /,
        /store_root\. VMA 2 of the parent is left out \(VM_DONTCOPY\): it is skipped\./,
      ),
    );
    expect(await why('fork p as c by stores')).toMatch(/^Each VMA is stored by itself\. /);
    expect(await why(`${ready}fail page 2\nfork p as c`)).toMatch(
      regexOf(
        /^Line 6 injects this failure\. /,
        /Allocating a page table, F11, failed for VMA 1 \(0x10000\): out of memory; the copy of this VMA is in the /,
        /child already\. The exit path removed 1 VMA and stopped at the marker in the place of VMA 2 /,
        /.*; the VMAs after it are the parent’s\. The failure was pass 2 of failure point `page` in /,
        /this step\. The child had /,
        /1 VMA of its own\. 1 node copied, by one request\. Freed: 1 tree node, 1 VMA, 1 anon_vma, 2 anon_vma chain /,
        /elements, 1 page table, 16 charged pages, 1 address space\. The caller of fork\(\) sees ENOMEM/,
      ),
    );
    expect(await why(`fork p as c\nexit c`)).toMatch(
      /^Freed: 1 tree node, 2 VMAs, 32 charged pages, 1 address space\./,
    );
    expect(await why(`${ready}fork p as c\nexit c`)).toMatch(
      regexOf(
        /^Freed: 1 tree node, 1 VMA, 1 anon_vma, 2 anon_vma chain elements, 3 page tables, 16 charged pages, 1 /,
        /resident page, 1 address space\./,
      ),
    );
  });
});

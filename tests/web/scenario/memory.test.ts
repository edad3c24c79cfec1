// SPDX-License-Identifier: GPL-2.0-or-later
//
// What steps of address spaces say: why a call is refused, what a fork came to, what is wrong when something is.

import { describe, expect, test } from 'vitest';
import { inOneLine } from '../../../web/base/text';
import { foundText, troubleText } from '../../../web/words/trouble';
import { toHex, type Index } from '../../../web/base/index64';
import { VMA_FLAGS, type MmFacts } from '../../../web/model/memory';
import type { Machine } from '../../../web/model/machine';
import type { StepItem } from '../../../web/model/item';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { flagWords } from '../../../web/model/vma-flags';
import type { ListedVma } from '../../../web/scenario/oracle/vma-parts';
import { freshMachine, hintOf, itemsOf, reportOf, stepsOf } from './run';
import { regexOf } from '../regex-of';

const last = (text: string): StepItem => {
  const step = stepsOf(text).at(-1);
  if (step === undefined) throw new Error('no step');
  expect(step.troubles).toEqual([]);
  return step;
};

describe('a refused call says why', () => {
  const P = 'mm p\nmap 0x10000..0x13fff rw\nmap 0x18000..0x1bfff r file "/a"\n';

  test.each([
    ['map 0x1001 rw', 'EINVAL', '0x1001 is not a multiple of the page size, 4096: 0x1000 and 0x2000 are'],
    ['map 0x1000 rw file "/a" at 5', 'EINVAL', 'the offset 0x5 is not a multiple of the page size, 4096'],
    ['map 0x7fffffffe000..+8K rw', 'ENOMEM', 'addresses that can be mapped end at 0x7ffffffff000'],
    ['map any 0 rw', 'EINVAL', 'a mapping has at least one page'],
    ['map any 1P rw', 'ENOMEM', 'there is no room for 0x4000000000000 bytes'],
    ['unmap 0x10', 'EINVAL', '0x10 is not a multiple of the page size, 4096: 0x0 and 0x1000 are'],
    [
      'protect 0x14000..0x1bfff r',
      'ENOMEM',
      '0x14000 is not mapped, and all of the range must be; nothing was changed',
    ],
    [
      'advise 0xf000..0x10fff policy',
      'ENOMEM',
      '0xf000 is not mapped, and all of the range must be; nothing was changed',
    ],
    [
      'advise 0xe000..0xffff dontfork',
      'ENOMEM',
      '0xe000 is not mapped, and all of the range must be; nothing was changed',
    ],
    [
      'advise 0x18000 wipeonfork',
      'EINVAL',
      'only private memory without a file can be wiped on fork; nothing was changed',
    ],
    [
      'advise 0x18000 free',
      'EINVAL',
      'only private memory that has no file and is not locked can be freed this way; nothing was changed',
    ],
    ['brk +4K', 'EINVAL', 'there is no heap yet: `brk at A` says where it begins'],
    ['brk at 0x10000', 'ENOMEM', 'VMA 1 (0x10000..0x13fff) is in the way'],
    ['brk at 5', 'EINVAL', '0x5 is not a multiple of the page size, 4096: 0x0 and 0x1000 are'],
    ['brk at 0x15000\nbrk +64K', 'ENOMEM', 'VMA 2 (0x18000..0x1bfff /a) is in the way'],
    ['brk at 0x15000\nbrk -1', 'EINVAL', 'the heap begins at 0x15000, and this would end it below'],
    ['touch 0x14000', 'EFAULT', '0x14000 is not mapped; no page was touched'],
    [
      'map 0x2000000 rw grows\ntouch 0x1800000',
      'EFAULT',
      '0x1800000 is not mapped, and VMA 3 (0x2000000..0x2000fff) does not grow down to it: it would be larger than RLIMIT_STACK, which is 8 MiB unless `limit stack` says otherwise; no page was touched',
    ],
    [
      'map 0x40000 rw grows\ntouch 0x30000',
      'EFAULT',
      '0x30000 is not mapped, and VMA 3 (0x40000..0x40fff) does not grow down to it: it keeps 1 MiB free above the memory below it; no page was touched',
    ],
    [
      'brk at 0x30000\nbrk +16K\nunmap 0x32000..0x33fff\nbrk -8K',
      'ENOMEM',
      'nothing is mapped in the part that the heap would give up, 0x32000..0x33fff',
    ],
    [
      'touch 0x18000 write',
      'EFAULT',
      'VMA 2 (0x18000..0x1bfff /a) is r--p, and may not be written; no page was touched',
    ],
    [
      'protect 0x10000..0x13fff none\ntouch 0x10000 read',
      'EFAULT',
      'VMA 1 (0x10000..0x13fff) is ---p, and may not be read; no page was touched',
    ],
    ['lockall onfault', 'EINVAL', '`onfault` says how to lock: it needs `current`, `future` or both'],
    ['limit memlock 0\nlockall current', 'EPERM', '`limit memlock 0` allows no locked memory'],
    [
      'advise 0x10000..0x13fff seal\nunmap 0x10000..0x10fff',
      'EPERM',
      'VMA 1 (0x10000..0x13fff) is sealed: it stays mapped, where and as it is',
    ],
    [
      'limit vmas 1\nmap 0x40000 rw',
      'ENOMEM',
      'the process may have 1 VMAs (vm.max_map_count), and it has 2; each split needs room below the limit, and mremap for 3 to 5 more: `limit vmas` sets another limit',
    ],
    [
      'limit as 32K\nmap 0x40000 rw',
      'ENOMEM',
      'the process may have 32,768 bytes mapped (RLIMIT_AS): `limit as` sets another limit',
    ],
    [
      'fail vma\nmap 0x40000 rw',
      'ENOMEM',
      'something that the call needs was refused · `p` is as it was · line 4 injects this failure',
    ],
  ])('%s', (call, error, hint) => {
    const step = last(P + call);
    expect([step.report.error, hintOf(step), inOneLine(step.gutter)]).toEqual([error, hint, error]);
  });

  // As a running kernel showed.
  test.each([
    [
      'protect 0x12000..0x1bfff r',
      'ENOMEM',
      '0x14000 is not mapped, and all of the range must be; changed up to 0x13fff',
      ['0x10000 rw-p', '0x12000 r--p', '0x18000 r--p'],
    ],
    [
      'advise 0x12000..0x1bfff lock',
      'ENOMEM',
      '0x14000 is not mapped, and all of the range must be; changed up to 0x13fff',
      ['0x10000 rw-p', '0x12000 rw-p locked', '0x18000 r--p'],
    ],
    [
      'advise 0x12000..0x19fff dontfork',
      'ENOMEM',
      '0x14000 is not mapped, and all of the range must be; everything mapped in it was changed nevertheless',
      ['0x10000 rw-p', '0x12000 rw-p dontcopy', '0x18000 r--p dontcopy', '0x1a000 r--p'],
    ],
    [
      'advise 0x12000..0x1bfff wipeonfork',
      'EINVAL',
      'only private memory without a file can be wiped on fork; changed up to 0x13fff',
      ['0x10000 rw-p', '0x12000 rw-p wipeonfork', '0x18000 r--p'],
    ],
    [
      'advise 0x18000..0x1bfff seal\nunmap 0x12000..0x19fff',
      'EPERM',
      'VMA 2 (0x18000..0x1bfff /a) is sealed: it stays mapped, where and as it is · the split at 0x12000 stays',
      ['0x10000 rw-p', '0x12000 rw-p', '0x18000 r--p sealed'],
    ],
    [
      'protect 0x18000 none\nadvise 0x18000..0x19fff lock',
      'ENOMEM',
      'VMA 2 (0x18000..0x18fff /a) may not be accessed, so its pages cannot be made present; the range is locked nevertheless',
      ['0x10000 rw-p', '0x18000 ---p locked', '0x19000 r--p locked', '0x1a000 r--p'],
    ],
  ])('%s keeps what came before', (call, error, hint, vmas) => {
    const step = last(P + call);
    expect([step.report.error, hintOf(step), inOneLine(step.gutter)]).toEqual([error, hint, `${error}, in part`]);
    expect(step.trees[0]?.vmas ?? []).toHaveLength(vmas.length);
    expect(
      [...(step.trees[0]?.vmas ?? [])].map((one) =>
        `${toHex(one.first)} ${one.perms} ${flagWords((one as ListedVma).flags)}`.trimEnd(),
      ),
    ).toEqual(vmas);
  });

  test('a refused request leaves a call undone that would have kept a part', () => {
    const step = last(`${P}fail vma\nprotect 0x12000..0x1bfff r`);
    expect([step.report.error, hintOf(step), inOneLine(step.gutter)]).toEqual([
      'ENOMEM',
      'something that the call needs was refused · `p` is as it was · line 4 injects this failure',
      'ENOMEM',
    ]);
    expect(step.trees[0]?.vmas).toHaveLength(2);
  });

  test('a core that keeps nothing where Linux keeps a part is in trouble, and so is one that keeps too much', () => {
    const spoilt = (change: (real: Machine) => Partial<Machine>): readonly string[] => {
      const real = freshMachine();
      const read = readScenario(`${P}protect 0x12000..0x1bfff r\n`);
      if (read.kind === 'refused') throw new Error('refused');
      return [...runScenario(read.program, { ...real, ...change(real) })].flatMap((item) =>
        item.kind === 'step' ? item.troubles.map(foundText) : [],
      );
    };
    const keptTo = 0n as Index;
    expect(spoilt((real) => ({ mmProtect: (...call) => ({ ...real.mmProtect(...call), keptTo }) })).join()).toMatch(
      /call in p returned E\w+ instead of E\w+, in part/,
    );
  });

  test('an address space that is refused does not exist', () => {
    const step = last('fail mm\nmm p');
    expect([step.report.error, hintOf(step), step.trees]).toEqual([
      'ENOMEM',
      'allocating the address space failed (F1); `p` does not exist · line 1 injects this failure',
      [],
    ]);
  });
});

describe('a call says what it came to', () => {
  test.each([
    ['map 0x1000 rw', 'VMA 1 new', ''],
    ['map 0x1000 rw\nmap 0x2000 rw', 'VMA 1 changed', 'VMA 1 (0x1000..0x2fff) has grown'],
    ['map 0x1000 rw\nmap 0x3000 rw\nmap 0x2000 rw', 'VMA 2 gone', 'VMA 2 joined with VMA 1 (0x1000..0x3fff)'],
    ['map 0x1000..0x3fff rw\nunmap 0x2000', '2 VMAs new · VMA 1 gone', ''],
    ['map 0x1000..0x3fff rw\nunmap 0x1000..0x4fff', 'VMA 1 gone', ''],
    ['unmap 0x1000', 'no change', ''],
    ['map 0x200000..0x203fff rw\ntouch 0x200000..0x202fff', '3 pages · 3 tables', ''],
    ['map 0x200000..0x203fff rw\ntouch 0x200000 read', '0 pages · 3 tables', ''],
    ['brk at 0x1000\nbrk +9000', 'heap 3 pages', ''],
  ])('%s', (calls, gutter, hint) => {
    const step = last(`mm p\n${calls}`);
    expect([inOneLine(step.gutter), hintOf(step)]).toEqual([gutter, hint]);
  });

  test('a failure that nothing armed is reported as a limit of the playground, not of Linux', () => {
    const own =
      'a limit of this playground, not one of Linux: it has 8,192 page tables, 131,072 VMAs and 256 address spaces ' +
      'in all';
    const touched = last('mm p\nmap 0..+1T rw\ntouch 0..+20G read');
    expect([inOneLine(touched.gutter), hintOf(touched)]).toEqual(['ENOMEM', expect.stringContaining(own)]);
    // Something armed changes nothing about it, as long as it does not strike.
    expect(hintOf(last('mm p\nmap 0..+1T rw\nfail vma 50\ntouch 0..+20G read'))).toBe(hintOf(touched));
    const many = `mm p\nmap 0x1000 rw\n${Array.from({ length: 255 }, (_, k) => `fork p as c${k}\n`).join('')}`;
    const forked = last(`${many}fork p as more\n`);
    expect([inOneLine(forked.gutter), hintOf(forked), forked.troubles]).toEqual([
      'ENOMEM · F1',
      expect.stringContaining(`nothing that is armed failed: there is no room left, ${own}`),
      [],
    ]);
    expect(hintOf(last(`${many}mm more\n`))).toBe(
      `there is no room for another address space, ${own}; \`more\` does not exist`,
    );
    const replayed = 'trace more """\nbrk(NULL) = 0x5555557a3000\n"""\n';
    expect(reportOf(`${many}${replayed}`).stopped?.message).toContain(
      `there is no address space to replay into: there is no room for another, ${own}`,
    );
    expect(reportOf(`fail mm\n${replayed}`).stopped?.message).toContain(
      'there is no address space to replay into: allocating it failed (F1)',
    );
    expect(hintOf(last('fail mm\nmm p'))).toBe(
      'allocating the address space failed (F1); `p` does not exist · line 1 injects this failure',
    );
  });

  test('room that was found is its result', () => {
    expect(last('mm p\nmap any 5000 rw').report.result).toEqual({ index: '0x7ffff7ffd000', last: '0x7ffff7ffefff' });
  });
});

describe('a failed fork says at which point, how it was undone, and what the caller sees', () => {
  const P =
    'mm p\nmap 0x1000 rw\nmap 0x3000 rw\nmap 0x5000 rw\ntouch 0x1000 \ntouch 0x3000\nadvise 0x3000 policy\n' +
    'advise 0x3000 uffd\n';
  const seen = ' · the caller of fork() sees ENOMEM; `c` does not exist';
  const injected = ' · line 9 injects this failure';

  test.each([
    [
      'fail mm\nfork p as c',
      'ENOMEM · F1',
      `allocating the address space, F1, failed: out of memory · there was nothing to undo: the child had no VMA yet${seen}`,
    ],
    [
      'fail signal\nfork p as c',
      'EINTR · F2',
      'locking the parent, F2, failed: a fatal signal is pending · there was nothing to undo: the child had no VMA yet · the caller of fork() sees ENOMEM (inside the kernel the error was EINTR); `c` does not exist',
    ],
    [
      'fail request\nfork p as c',
      'ENOMEM · F3',
      `copying the tree, F3, failed: out of memory · there was nothing to undo: the child had no VMA yet${seen}`,
    ],
    [
      'fail signal 3\nfork p as c undo range',
      'EINTR · F5',
      'checking for a fatal signal, F5, failed for VMA 2 (0x3000): one is pending · the undo (undo_dup_mmap) walked the tree up to VMA 2: it removed 1 VMA and freed page tables up to the top · the caller of fork() sees ENOMEM (inside the kernel the error was EINTR); `c` does not exist',
    ],
    [
      'fail commit 2\nfork p as c',
      'ENOMEM · F6',
      `raising the commit charge, F6, failed for VMA 2 (0x3000): the commit limit is reached · the exit path removed 1 VMA and stopped at the marker in the place of VMA 2; the VMAs after it are the parent’s${seen}`,
    ],
    [
      'fail vma 2\nfork p as c by bulk',
      'ENOMEM · F7',
      `allocating the VMA object, F7, failed for VMA 2 (0x3000): out of memory · the exit path removed 1 VMA: the child held only its own${seen}`,
    ],
    [
      'fail policy\nfork p as c',
      'ENOMEM · F8',
      `copying the memory policy, F8, failed for VMA 2 (0x3000): out of memory · the exit path removed 1 VMA and stopped at the marker in the place of VMA 2; the VMAs after it are the parent’s${seen}`,
    ],
    [
      'fail uffd\nfork p as c by stores',
      'ENOMEM · F9',
      `allocating the userfaultfd context, F9, failed for VMA 2 (0x3000): out of memory · the exit path removed 1 VMA: the child held only its own${seen}`,
    ],
    [
      'fail anon at vma 2 3\nfork p as c',
      'ENOMEM · F10',
      `copying the anon_vma chain, F10, failed for VMA 2 (0x3000): out of memory · the exit path removed 1 VMA and stopped at the marker in the place of VMA 2; the VMAs after it are the parent’s${seen}`,
    ],
    [
      'fail page 2\nfork p as c',
      'ENOMEM · F11',
      `allocating a page table, F11, failed for VMA 1 (0x1000): out of memory; the copy of this VMA is in the child already · the exit path removed 1 VMA and stopped at the marker in the place of VMA 2 (0x3000); the VMAs after it are the parent’s${seen}`,
    ],
    [
      'fail hook\nfork p as c',
      'ENOMEM · F12',
      `running the architecture hook, F12, failed: the hook refuses · the exit path removed 3 VMAs; no marker was needed, since all VMAs were the child’s own${seen}`,
    ],
    [
      'fail hook\nfork p as c undo range',
      'ENOMEM · F12',
      `running the architecture hook, F12, failed: the hook refuses · the undo (undo_dup_mmap) walked the whole tree: it removed 3 VMAs and freed page tables up to the top${seen}`,
    ],
    [
      'fail hook\nfork p as c ceiling wrong',
      'ENOMEM · F12',
      `running the architecture hook, F12, failed: the hook refuses · the exit path removed 3 VMAs; no marker was needed, since all VMAs were the child’s own${seen} · \`ceiling wrong\` has an effect only with \`undo range\``,
    ],
  ])('%s', (text, gutter, hint) => {
    const step = last(P + text);
    expect([inOneLine(step.gutter), hintOf(step)]).toEqual([gutter, hint + injected]);
    expect(step.report.tree).toBe('p');
    expect(step.report.balance?.rows.filter((row) => row.held !== 0)).toEqual([]);
  });

  test('undone by range before a VMA that begins at address 0: there is nothing to walk', () => {
    const low = 'mm p\nmap 0x0..0xfff r\nmap 0x2000 rw\nfail vma at vma 1\n';
    for (const ceiling of ['', ' ceiling wrong']) {
      const step = last(`${low}fork p as c undo range${ceiling}`);
      expect(step.report.fork).toMatchObject({ point: 'F7', at: 1, removed: 0 });
      expect(hintOf(step)).toBe(
        'allocating the VMA object, F7, failed for VMA 1 (0x0): out of memory · the undo (undo_dup_mmap) had ' +
          'nothing to walk: VMA 1 (0x0), the first VMA that was not duplicated, starts at address 0; the tree was ' +
          `destroyed, and no page table was checked${seen} · line 4 injects this failure`,
      );
    }
  });

  test('a store of its own that is refused is the point of the tree', () => {
    const step = last(
      'mm p\nrepeat 30 as i { map 0x1000 + i * 0x2000 rw }\nfail request 2 times 3\nfork p as c by stores',
    );
    expect(inOneLine(step.gutter)).toBe('ENOMEM · F4');
    expect(hintOf(step)).toMatch(
      regexOf(
        /^storing the VMA, F4, failed for VMA \d+ \(0x[0-9a-f]+\): out of memory · the exit path removed \d+ VMAs?: /,
        /the child held only its own/,
      ),
    );
  });

  test('the wrong ceiling is named as the cause of what it leaves, and the run is not sound', () => {
    const items = itemsOf(`${P}fail vma 3\nfork p as c undo range ceiling wrong\nexpect absent c\nexit p`);
    const troubles = items.flatMap((item) => (item.kind === 'step' ? item.troubles.map(troubleText) : []));
    expect(troubles).toEqual([
      'rule 5 of conservation is broken: 3 page tables left (pgtables_bytes 12,288); 0 pages still resident (`ceiling wrong` at line 10)',
    ]);
    expect(items.at(-1)).toMatchObject({ kind: 'end', ok: false });
  });

  test('a fork that goes through tells what it left out', () => {
    expect(hintOf(last(`${P}advise 0x5000 dontfork\nfork p as c`))).toBe(
      '2 VMAs, 2 page-table entries copied, without VMA 3 (0x5000..0x5fff): dontfork',
    );
    expect(hintOf(last(`${P}fork p as c undo marker ceiling wrong`))).toBe(
      '3 VMAs, 2 page-table entries copied · `ceiling wrong` has an effect only with `undo range`',
    );
  });
});

describe('what the core holds is compared with the plain list', () => {
  const TEXT = 'mm p\nmap 0x1000..0x2fff rw\nmap 0x8000 r file "/a"\n';
  const troublesOf = (spoil: (machine: Machine) => Partial<Machine>): readonly string[] => {
    const read = readScenario(TEXT);
    if (read.kind === 'refused') throw new Error('refused');
    const sound = freshMachine();
    const machine = { ...sound, ...spoil(sound) };
    return [...runScenario(read.program, machine, { sums: 'all' })].flatMap((item) =>
      item.kind === 'step' ? item.troubles.map(troubleText) : [],
    );
  };

  test('sound as it is', () => expect(troublesOf(() => ({}))).toEqual([]));

  test('a VMA that is missing, longer, or of other flags is found', () => {
    expect(troublesOf((machine) => ({ mmVmas: (mm) => machine.mmVmas(mm).slice(0, 1) }))).toHaveLength(1);
    expect(
      troublesOf((machine) => ({
        mmVmas: (mm) => machine.mmVmas(mm).map((one) => ({ ...one, number: one.number + 1 })),
      })),
    ).toHaveLength(1);
    expect(
      troublesOf((machine) => ({
        mmVmas: (mm) => machine.mmVmas(mm).map((one) => ({ ...one, flags: one.flags & ~VMA_FLAGS.account })),
      })),
    ).toEqual([
      'contents of p: the core has VMA 1 0x1000..0x2fff rw-p file 0 offset 0x1000, no anon_vma where the list of VMAs has VMA 1 0x1000..0x2fff rw-p account file 0 offset 0x1000, no anon_vma',
    ]);
  });

  test.each(['vmas', 'totalVm', 'dataVm', 'execVm', 'stackVm', 'lockedVm'] as const)(
    'a counter that is wrong is found: %s',
    (name: keyof MmFacts) => {
      const wrong = troublesOf((machine) => ({ mmFacts: (mm) => ({ ...machine.mmFacts(mm), [name]: 77 }) }));
      expect(wrong).toEqual([
        expect.stringMatching(`^contents of p: ${name} is 77 in the core, and \\d+ by the list of VMAs$`),
      ]);
    },
  );

  test('a call that is refused for no reason is found, and one that should be', () => {
    expect(
      troublesOf((machine) => ({
        mmMap: (mm) => machine.mmMap(mm, 1n as never, 2n as never, { flags: 0, file: 0, offset: 0n as never }),
      })),
    ).toContain('call in p returned EINVAL instead of no error');
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// `trace` on the real core, and held against the plain list of VMAs after each step: the logs of tests/traces, and what
// a replay says where a log and the address space do not agree.

import { describe, expect, test } from 'vitest';
import { inOneLine } from '../../../web/base/text';
import type { StepItem } from '../../../web/model/item';
import { fixture, linesOfMap } from './replayed-list';
import { hintOf, refusals, reportOf, stepsOf } from './run';

function traced(log: string, before = 'maps p """\n100000-200000 rw-p 0\n300000-400000 r--p 0 /a\n"""\n'): StepItem[] {
  return stepsOf(`${before}trace p """\n${log}\n"""\n`).filter((item) => item.report.op === 'trace');
}

function shape(step: StepItem | undefined): string[] {
  const vmas = [...(step?.trees.find(({ name }) => name === 'p')?.vmas ?? [])];
  return vmas.map(
    ({ first, last, perms, offset }) =>
      `${first.toString(16)}-${(last + 1n).toString(16)} ${perms} ${offset.toString(16).padStart(8, '0')}`,
  );
}

describe('a log of a real program, replayed on the core', () => {
  test.each(['true', 'cat', 'python', 'sort', 'sh'])('%s gives the map that Linux showed', (name) => {
    const text =
      `maps p """\n${fixture(`${name}.begin`)}"""\ntrace p """\n${fixture(`${name}.strace`)}"""\n` +
      'fork p as child\nexpect same p child\nexit p\nexit child\n';
    const steps = stepsOf(text);
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
    const last = steps.findLast(({ report }) => report.op === 'trace');
    expect(shape(last)).toEqual(
      linesOfMap(fixture(`${name}.end`)).map((line) => line.split(' ').slice(0, 3).join(' ')),
    );
    expect(reportOf(text)).toMatchObject({ ok: true, trees: [] });
  });

  test('memory-calls: one VMA less, since Linux keeps two neighbours apart that were each written', () => {
    const steps = stepsOf(
      `maps p """\n${fixture('memory-calls.begin')}"""\ntrace p """\n${fixture('memory-calls.strace')}"""\nexit p\n`,
    );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
    const last = steps.findLast(({ report }) => report.op === 'trace');
    expect(shape(last)).toHaveLength(linesOfMap(fixture('memory-calls.end')).length - 1);
    expect(
      steps
        .filter(({ report }) => report.op === 'trace')
        .map(({ report }) => report.error)
        .filter((error) => error !== null),
    ).toEqual([]);
  });
});

describe('steps of a trace', () => {
  test('a stranger whose first call is the last of the log is warned of once', () => {
    const steps = traced('[pid 1] munmap(0x100000, 4096) = 0\n[pid 2] munmap(0x101000, 4096) = 0');
    expect(steps.map((step) => hintOf(step).split('without its clone').length - 1)).toEqual([0, 1]);
  });

  test('have the line of their call, and say in the gutter what it was', () => {
    const steps = traced(
      'brk(NULL) = 0x500000\n[pid 7] munmap(0x100000, 4096) = 0\nread(3, "", 1) = 0\nbrk(0x502000) = 0x502000',
    );
    expect(steps.map(({ report, gutter }) => [report.line, report.tree, report.error, inOneLine(gutter)])).toEqual([
      [6, 'p', null, 'brk · 2 VMAs'],
      [7, 'p', null, 'munmap · 2 VMAs'],
      [9, 'p', null, 'brk · 3 VMAs'],
    ]);
    expect(steps.map(hintOf)).toEqual(['the heap begins at 0x500000', '', 'skipped: read']);
  });

  test('that change nothing tell the height and the nodes of the tree as it is', () => {
    const log =
      'brk(NULL) = 0x500000\nmunmap(0x100001, 4096) = -1 EINVAL (Invalid argument)\nbrk(0x502000) = 0x502000\n' +
      'brk(NULL) = 0x502000';
    const steps = traced(log, 'mm p\nrepeat 20 as i { map 1M+i*8K..+4K rw in p }\n');
    expect(steps.map(({ report, outcome }) => [report.height, outcome === null])).toEqual([
      [2, false],
      [2, true],
      [2, false],
      [2, true],
    ]);
    expect(new Set(steps.map(({ report }) => report.live)).size).toBe(1);
  });

  test('make an address space where there is none of the name, and a plain tree of it is a mistake', () => {
    const [first] = stepsOf(
      'trace q """\nmmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000\n"""\n' +
        'unmap 0x7f0000000000..+4096\n',
    );
    expect(first?.trees.map(({ name, kind }) => [name, kind])).toEqual([['q', 'mm']]);
    expect(refusals('tree q\ntrace q """\nbrk(NULL) = 0x1000\n"""\n')).toEqual([expect.stringContaining('`q`')]);
  });

  test.each([
    [
      'mprotect(0x200000, 4096, PROT_READ) = 0',
      'ENOMEM',
      /^ENOMEM here, while the log says that the call went through: what was mapped before the log began is missing/,
    ],
    ['mremap(0x700000, 4096, 8192, MREMAP_MAYMOVE) = 0x900000', 'EFAULT', /^EFAULT here, while the log says/],
    [
      'mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x100000',
      null,
      /^the kernel found 0x100000\.\.0x100fff free, here it was taken/,
    ],
    [
      'munmap(0x100001, 4096) = -1 EINVAL (Invalid argument)',
      null,
      /^the call failed with EINVAL: nothing is changed$/,
    ],
    [
      'munmap(0x500000, 4096) = -1 EPERM (Operation not permitted)',
      null,
      /^the call failed with EPERM: nothing is changed$/,
    ],
    [
      'mprotect(0x500000, 4096, PROT_READ) = -1 ENOMEM (Cannot allocate memory)',
      null,
      /^the call failed with ENOMEM: nothing is changed$/,
    ],
    [
      'mprotect(0x100000, 4096, PROT_READ) = -1 ENOMEM (Cannot allocate memory)',
      null,
      /^the call failed with ENOMEM: nothing is changed$/,
    ],
    [
      'mlock(0x100000, 4096) = -1 EPERM (Operation not permitted)',
      null,
      /^the call failed with EPERM: nothing is changed$/,
    ],
    ['madvise(0x100000, 4096, MADV_COLD) = 0', null, /^MADV_COLD concerns only pages/],
    ['mremap(0x300000, 0, 8192, MREMAP_MAYMOVE) = 0x900000', null, /^also mapped at 0x900000; the old place stays$/],
    [
      'mremap(0x100000, 8192, 8192, MREMAP_MAYMOVE|MREMAP_DONTUNMAP) = 0x900000',
      null,
      /^moved to 0x900000 with its pages; the old place stays mapped, empty$/,
    ],
    ['mremap(0x500000, 0, 8192, MREMAP_MAYMOVE) = 0x900000', null, /^nothing is mapped at 0x500000 here/],
    ['brk(0x502000) = 0x502000', null, /^the log does not say where the heap began; this replay assumes 0x502000$/],
  ])('%s', (call, error, hint) => {
    const [step] = traced(call);
    expect(step?.report.error).toBe(error);
    expect(hintOf(step)).toMatch(hint);
    expect(step?.troubles).toEqual([]);
  });

  // Each as a running kernel leaves the map.
  test.each([
    [
      'mprotect(0x1ff000, 8192, PROT_READ) = -1 ENOMEM (Cannot allocate memory)',
      'ENOMEM',
      'the call failed with ENOMEM at 0x200000: the range below it is changed',
      ['100000 rw-p', '1ff000 r--p', '300000 r--p', '500000 r--s'],
    ],
    [
      'mlock(0x1ff000, 8192) = -1 ENOMEM (Cannot allocate memory)',
      'ENOMEM',
      'the call failed with ENOMEM at 0x200000: the range below it is changed',
      ['100000 rw-p', '1ff000 rw-p', '300000 r--p', '500000 r--s'],
    ],
    [
      'mprotect(0x3ff000, 0x102000, PROT_READ|PROT_WRITE) = -1 EACCES (Permission denied)',
      null,
      'the call failed with EACCES at 0x500000: the range below it is changed',
      ['100000 rw-p', '300000 r--p', '3ff000 rw-p', '400000 rw-p', '500000 r--s'],
    ],
    [
      'madvise(0x1ff000, 0x102000, MADV_DONTFORK) = -1 ENOMEM (Cannot allocate memory)',
      'ENOMEM',
      'the call failed with ENOMEM, but everything mapped in the range is changed',
      ['100000 rw-p', '1ff000 rw-p', '300000 r--p', '301000 r--p', '500000 r--s'],
    ],
    [
      'madvise(0x1ff000, 0x102000, MADV_WIPEONFORK) = -1 EINVAL (Invalid argument)',
      'EINVAL',
      'the call failed with EINVAL at 0x300000: the range below it is changed',
      ['100000 rw-p', '1ff000 rw-p', '300000 r--p', '500000 r--s'],
    ],
  ])('%s keeps what came before the error', (call, error, hint, vmas) => {
    const more = call.includes('EACCES') ? '400000-500000 r--p 0\n' : '';
    const [step] = traced(
      call,
      `maps p """\n100000-200000 rw-p 0\n300000-400000 r--p 0 /a\n${more}500000-501000 r--s 0 /b\n"""\n`,
    );
    expect([step?.report.error, hintOf(step), step?.troubles]).toEqual([error, hint, []]);
    expect([...(step?.trees[0]?.vmas ?? [])].map(({ first, perms }) => `${first.toString(16)} ${perms}`)).toEqual(vmas);
  });

  test('refused by an armed failure blame neither the log nor say what did not come about', () => {
    const move = (from: string, to: string): string =>
      `trace p """\nmremap(${from}, 8192, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, ${to}) = ${to}\n"""\n`;
    const steps = stepsOf(
      `mm p\nmap 0x10000000..+8K rw\ntouch 0x10000000\nfail anon\n${move('0x10000000', '0x20000000')}fail off\n` +
        `${move('0x10000000', '0x30000000')}${move('0x10000000', '0x40000000')}`,
    ).filter(({ report }) => report.op === 'trace');
    expect(steps.map((step) => [step.report.error, hintOf(step)])).toEqual([
      [
        'ENOMEM',
        'ENOMEM here, while the log says that the call went through: an armed `fail` refused it, so the steps ' +
          'after it differ from the log · line 4 injects this failure',
      ],
      [null, 'moved to 0x30000000'],
      [
        'EFAULT',
        'EFAULT here, while the log says that the call went through: what was mapped before the log began is ' +
          'missing (`maps` above `trace` gives it)',
      ],
    ]);
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
  });

  test('with flags that are not modelled name them, by name or by number, and the last one counts them', () => {
    const map = (at: string, flags: string, prot = 'PROT_READ'): string =>
      `mmap(${at}, 4096, ${prot}, ${flags}, -1, 0) = ${at}`;
    const steps = traced(
      [
        map('0x800000', 'MAP_PRIVATE|MAP_ANONYMOUS|MAP_HUGETLB|21<<MAP_HUGE_SHIFT'),
        map('0x900000', 'MAP_PRIVATE|MAP_ANONYMOUS|MAP_DENYWRITE|MAP_32BIT'),
        map('0xa00000', '0x40022', '0x1'),
        map('0xb00000', 'MAP_PRIVATE|MAP_DROPPABLE|MAP_ANONYMOUS'),
        map('0xc00000', 'MAP_PRIVATE|MAP_ANONYMOUS|MAP_NEWTHING', 'PROT_READ|PROT_MTE'),
        'pkey_mprotect(0x110000, 4096, PROT_READ|PROT_WRITE, 1) = 0',
        'pkey_mprotect(0x110000, 4096, PROT_READ|PROT_WRITE, -1) = 0',
        'pkey_mprotect(0x110000, 4096, PROT_READ|PROT_WRITE, 0) = 0',
      ].join('\n'),
    );
    const named = (hint: string): string[] =>
      [...hint.matchAll(/([\w ]+) is not modelled: /g)].map((found) => found[1]!.trim());
    expect(steps.map((step) => named(hintOf(step)))).toEqual([
      ['MAP_HUGETLB'],
      [],
      ['MAP_HUGETLB'],
      ['MAP_DROPPABLE'],
      ['MAP_NEWTHING', 'PROT_MTE'],
      ['protection key 1'],
      [],
      [],
    ]);
    expect(hintOf(steps.at(-1))).toBe(
      'flags that are not modelled: 2 × MAP_HUGETLB, MAP_DROPPABLE, MAP_NEWTHING, PROT_MTE, protection key 1',
    );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
  });

  // Linux answers EINVAL to each of these, so such a log comes from a kernel with other flags.
  test.each([
    ['mlockall(MCL_X) = 0', 'nothing is followed: `MCL_X` of mlockall is not known here'],
    ['mlockall(0x18) = 0', 'nothing is followed: `0x18` of mlockall is not known here'],
    ['mlockall(MCL_ONFAULT|MCL_X) = 0', 'nothing is followed: `MCL_X` of mlockall is not known here'],
    [
      'mlockall(MCL_ONFAULT) = 0',
      'nothing is followed: Linux answers EINVAL to mlockall without MCL_CURRENT or MCL_FUTURE',
    ],
    ['mlockall(0) = 0', 'nothing is followed: Linux answers EINVAL to mlockall without MCL_CURRENT or MCL_FUTURE'],
  ])('%s changes nothing, and says why', (call, hint) => {
    const [step] = traced(`${call}\nmunmap(0x100000, 4096) = 0`);
    expect(hintOf(step)).toBe(hint);
    expect(step!.troubles).toEqual([]);
    expect(shape(step)).toEqual(['100000-200000 rw-p 00000000', '300000-400000 r--p 00000000']);
  });

  test.each([
    ['mlockall(MCL_CURRENT|MCL_X) = 0', 'MCL_X is not modelled: it is not known here'],
    ['mlockall(0x11) = 0', '0x11 is not modelled: it is not known here'],
    ['mlock2(0x100000, 4096, MLOCK_X) = 0', 'MLOCK_X is not modelled: it is not known here'],
    ['mlock2(0x100000, 4096, 0x3) = 0', '0x3 is not modelled: it is not known here'],
    ['mseal(0x100000, 4096, 0x1) = 0', '0x1 is not modelled: it is not known here'],
    ['mseal(0x100000, 4096, 0) = 0', ''],
    ['mlock2(0x100000, 4096, MLOCK_ONFAULT) = 0', ''],
  ])('%s is followed, and names the flags that Linux does not have', (call, hint) => {
    const [step] = traced(`${call}\nmunmap(0x100000, 4096) = 0`);
    expect([hintOf(step), step!.troubles]).toEqual([hint, []]);
  });

  // Linux 6.18 shows 100000000000-100000003000 r--s, 100000010000-100000013000 rwxs and 7fec111fd000-7fec11200000 rw-s,
  // each of /SYSV00000000 (deleted), before the first munmap, and none of them at the end.
  test('attach and detach System V shared memory', () => {
    const steps = traced(
      [
        'shmget(IPC_PRIVATE, 10000, IPC_CREAT|0600) = 0',
        'shmat(0, NULL, 0) = 0x7fec111fd000',
        'shmat(0, 0x100000000000, SHM_RDONLY) = 0x100000000000',
        'shmat(0, 0x100000010000, 0x8000) = 0x100000010000',
        'munmap(0x100000000000, 4096) = 0',
        'shmdt(0x7fec111fd000) = 0',
        'shmdt(0x100000000000) = 0',
        'shmdt(0x100000001000) = -1 EINVAL (Invalid argument)',
        'shmdt(0x100000010000) = 0',
      ].join('\n'),
    );
    const segments = (k: number): string[] =>
      [...(steps[k]?.trees.find(({ name }) => name === 'p')?.vmas ?? [])]
        .filter(({ path }) => path === '/SYSV00000000 (deleted)')
        .map(
          ({ first, last, perms, offset }) =>
            `${first.toString(16)}-${(last + 1n).toString(16)} ${perms} ${offset.toString(16)}`,
        );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(segments(2)).toEqual([
      '100000000000-100000003000 r--s 0',
      '100000010000-100000013000 rwxs 0',
      '7fec111fd000-7fec11200000 rw-s 0',
    ]);
    expect(segments(4)).toEqual(['100000001000-100000003000 r--s 1000', '100000010000-100000013000 rwxs 0']);
    expect(segments(7)).toEqual([]);
  });

  test('say which call a segment of unknown size lacks', () => {
    const steps = traced('shmat(7, NULL, 0) = 0x7fec111fd000\nshmdt(0x7fec111fd000) = 0\n');
    expect(steps.map(hintOf)).toEqual([
      expect.stringContaining('the log lacks the shmget of segment 7'),
      expect.stringContaining('nothing of the segment at 0x7fec111fd000 is mapped here'),
    ]);
  });

  test('move, resize and split as Linux does', () => {
    const steps = traced(
      [
        'mremap(0x180000, 4096, 8192, MREMAP_MAYMOVE) = 0x900000',
        'mremap(0x900000, 8192, 16384, 0) = 0x900000',
        'mremap(0x900000, 16384, 4096, 0) = 0x900000',
        'madvise(0x110000, 4096, MADV_DONTFORK) = 0',
      ].join('\n'),
    );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(shape(steps.at(-1))).toEqual([
      '100000-110000 rw-p 00000000',
      '110000-111000 rw-p 00000000',
      '111000-180000 rw-p 00000000',
      '181000-200000 rw-p 00000000',
      '300000-400000 r--p 00000000',
      '900000-901000 rw-p 00000000',
    ]);
  });

  test('exec leaves nothing mapped, and a new heap begins', () => {
    const steps = traced(
      'brk(NULL) = 0x500000\nbrk(0x501000) = 0x501000\nexecve("/bin/x", ["x"], 0x1 /* 0 vars */) = 0\n' +
        'brk(NULL) = 0x700000\nbrk(0x701000) = 0x701000',
    );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(steps.map(({ gutter }) => inOneLine(gutter))).toEqual([
      'brk · 2 VMAs',
      'brk · 3 VMAs',
      'execve · 0 VMAs',
      'brk · 0 VMAs',
      'brk · 1 VMA',
    ]);
  });
});

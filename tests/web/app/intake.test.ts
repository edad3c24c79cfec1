// SPDX-License-Identifier: GPL-2.0-or-later
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blockOf, isReady, sizeOf, take, understood, type Taken } from '../../../web/app/import/intake';
import { takeInTrace } from '../../../web/app/import/trace-intake';
import { inputKind } from '../../../web/scenario/pasted/detect';
import { writeMismatch } from '../../../web/share/mismatch-report';
import { readScenario } from '../../../web/scenario/check/checker';

const SMAPS = `$ cat /proc/self/smaps
55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234                       /usr/bin/cat
Size:                  8 kB
Rss:                   8 kB
Anonymous:             0 kB
VmFlags: rd mr mw me sd
7f0000000000-7f0000001000 rw-p 00000000 00:00 0
Size:                  4 kB
Anonymous:             4 kB
VmFlags: rd wr mr mw me ac dc sd
7f0000002000-7f0000003000 rw-p 00000000 00:00 0
VmFlags: rd wr mr mw me wf ac sd
`;

const LOG = `execve("/usr/bin/cat", ["cat"], 0x7ffe /* 20 vars */) = 0
brk(NULL)                               = 0x555555560000
mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7ffff7fc0000
openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3
mmap(NULL, 41627, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7ffff7fb5000
close(3)                                = 0
read(3, "\\177ELF"..., 832) = 832
write(1, "hello\\n", 6) = 6
hello
munmap(0x7ffff7fb5000, 41627)           = 0
+++ exited with 0 +++
`;

type OfKind<K extends Taken['kind']> = Taken & { readonly kind: K };

function of<K extends Taken['kind']>(text: string, kind: K): OfKind<K> {
  const taken = take(text);
  if (taken.kind !== kind) throw new Error(`taken as ${taken.kind}`);
  return taken as OfKind<K>;
}

describe('what is pasted', () => {
  test('a lesson is one, whatever its scenarios hold', () => {
    const lesson = `# My process\n\n\`\`\`maple\nmaps p """\n${SMAPS}\n"""\n\`\`\`\n`;
    expect(inputKind(lesson)).toBe('lesson');
    const taken = take(lesson);
    expect(taken.kind).toBe('lesson');
    expect(isReady(taken)).toBe(true);
    expect(blockOf(taken, '').join('\n')).toBe(lesson);
    expect(understood(taken)).toEqual([expect.stringContaining('a lesson of') as string]);
    expect(understood(taken)[0]).toContain('My process');
    expect(inputKind('```c\nint main;\n```\n')).toBeNull();
  });

  test('smaps keep what a fork heeds, below the line of the VMA, and lose sizes and inodes', () => {
    expect(inputKind(SMAPS)).toBe('maps');
    const taken = take(SMAPS);
    expect(taken).toMatchObject({
      kind: 'smaps',
      vmas: 3,
      dontcopy: 1,
      wipeonfork: 1,
      sizes: 4,
      dropped: 1,
      unread: [],
      name: 'cat',
    });
    expect(of(SMAPS, 'smaps').lines).toEqual([
      '55d0c0a00000-55d0c0a02000 r--p 00000000 00:00 0 /usr/bin/cat',
      'VmFlags: rd mr mw me sd',
      '7f0000000000-7f0000001000 rw-p 00000000 00:00 0',
      'Anonymous: 4 kB',
      'VmFlags: rd wr mr mw me ac dc sd',
      '7f0000002000-7f0000003000 rw-p 00000000 00:00 0',
      'VmFlags: rd wr mr mw me wf ac sd',
    ]);
    expect(understood(taken).join(' · ')).toContain('1 not copied by a fork · 1 wiped in the child');
    expect(readScenario(blockOf(taken, 'cat').join('\n')).kind).toBe('program');
  });

  test('a log with a pid whose clone is missing warns, and one with the map of an execve is a log', () => {
    const call = 'mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000';
    const taken = take(`[pid 1] ${call}\n[pid 2] munmap(0x7f0000000000, 4096) = 0\n`);
    expect(understood(taken).join()).toContain('pid 2 appears without its clone and is taken for a thread');
    const map = '55d0c7c00000-55d0c7c02000 r--p 00000000 fe:00 12 /bin/sh\n';
    const whole = take(
      `execve("/bin/sh", ["sh"], 0x1) = 0\n${map}7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]\n${call}\n`,
    );
    expect(whole).toMatchObject({ kind: 'strace', calls: 4, unread: [] });
  });

  const CALL = 'mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000';
  const EXEC = 'execve("/bin/sh", ["sh"], 0x1) = 0';
  const HIGH = '55d0c7c02000-55d0c7c03000 r--p 00000000 fe:00 12 /bin/sh';
  const LOW = '55d0c7c00000-55d0c7c01000 r--p 00000000 fe:00 12 /bin/sh';

  test.each([
    ['maps that a dropped call parts from execve', [EXEC, 'read(3, "", 1) = 0', HIGH, LOW, CALL], []],
    ['maps that a dropped line parts from execve', [EXEC, 'hello', HIGH, LOW, CALL], []],
    ['maps that a broken call parts from execve', [EXEC, 'munmap(0x1000', HIGH, LOW, CALL], [2]],
    ['maps out of order below execve', [EXEC, HIGH, LOW, CALL], [3]],
    ['calls that are all broken', ['munmap(0x1000', 'brk(', CALL.slice(0, 30)], [1, 2, 3]],
    ['a log that is quoted', [EXEC, 'read(3, "", 1) = 0', HIGH, LOW, CALL].map((line) => `> ${line}`), []],
  ])('a log that is ready reads as a block: %s', (_what, lines, unread) => {
    const taken = takeInTrace(`${lines.join('\n')}\n`);
    expect(taken.unread.map(({ line }) => line)).toEqual(unread);
    const read = readScenario(`${blockOf(taken, 'sh').join('\n')}\n`);
    expect(isReady(taken)).toBe(read.kind === 'program');
    if (read.kind !== 'program') return;
    const [statement] = read.program.statements;
    expect(statement?.kind === 'trace' && statement.log.calls.length).toBe(taken.calls);
  });

  test('a log of strace keeps the lines that a replay reads and says what it passes over', () => {
    expect(inputKind(LOG)).toBe('strace');
    const taken = take(LOG);
    expect(taken).toMatchObject({ kind: 'strace', calls: 4, leftOut: 3, unread: [], name: 'cat' });
    expect(of(LOG, 'strace').lines.join('\n')).not.toMatch(/read\(|write\(|^hello/m);
    expect(sizeOf(taken)).toBe('4 memory calls');
    expect(understood(taken).join(' · ')).toMatch(
      /skipped: read, write; 1 line that is not a call · 3 lines that no replay needs are dropped/,
    );
  });

  test('a line of a log that breaks off is named and left out; the rest is replayed', () => {
    const taken = take(`${LOG}mmap(NULL, 8192, PROT_READ`);
    expect(taken).toMatchObject({ kind: 'strace', calls: 4, unread: [{ line: 12 }] });
    expect(isReady(taken)).toBe(true);
    expect(take(of(`${LOG}mmap(NULL, 8192, PROT_READ`, 'strace').lines.join('\n')).unread).toEqual([]);
  });

  test('a map stays a map, and prose is nothing', () => {
    expect(
      take('7f0000000000-7f0000001000 rw-p 00000000 00:00 0\n7f0000002000-7f0000003000 rw-p 00000000 00:00 0\n'),
    ).toMatchObject({ kind: 'maps', vmas: 2, sizes: 0 });
    expect(inputKind('mmap(2) maps files\nand munmap(2) unmaps them\n')).toBeNull();
    expect(isReady(take('nothing of the kind'))).toBe(false);
  });

  test('a dump of a tree, with or without what a log puts before its lines', () => {
    const dump = readFileSync(new URL('../../core/dumps/leaf-hex.txt', import.meta.url), 'utf8');
    const taken = of(
      dump
        .split('\n')
        .map((line) => `> [   42.123456] ${line}`)
        .join('\n'),
      'dump',
    );
    expect(understood(taken)[0]).toBe('a dump of a tree: 3 entries in 1 node, gaps not tracked');
    expect(blockOf(taken, 'dumped')).toEqual([
      'tree dumped',
      'store 0xa..0x13 = 7',
      'store 0x1e = zero',
      'store 0x28..max = "0x12345678"',
    ]);
    expect(isReady(of('foo: node 0x1 depth 0 type 9 parent 0x2', 'dump'))).toBe(false);
    const two = of(`${dump}\nmore\n${dump}`, 'dump');
    expect(blockOf(two, 'a').filter((line) => line.startsWith('tree'))).toEqual(['tree a', 'tree a2']);
    expect(understood(two).at(-1)).toBe('1 line left out:');
    expect(understood(two)[0]).toBe('2 dumps of trees: 6 entries in 2 nodes, gaps not tracked');
    const other = readFileSync(new URL('../../core/dumps/addresses-hex.txt', import.meta.url), 'utf8');
    expect(understood(of(`${other}\n${dump}\n${dump}`, 'dump'))[0]).toBe(
      '3 dumps of trees: 15 entries in 5 nodes, 1 with gaps tracked, RCU mode; 2 with gaps not tracked',
    );
    expect(understood(taken).join()).not.toContain('height');
    expect(understood(of(dump.replace('height 1', 'height 2'), 'dump'))).toContain(
      'the header says height 2, but flags 4 say height 1, and nodes of 1 level follow: was it cut or changed?',
    );
    expect(understood(of(dump.replace('flags 4', 'flags B04'), 'dump'))).toContain(
      'not taken of the flags: 0x300 (MT_FLAGS_LOCK_EXTERN), 0x800 (MT_FLAGS_ALLOC_WRAPPED)',
    );
    expect(understood(taken).join()).not.toContain('not taken');
    expect(two.unread).toMatchObject([{ text: 'more' }]);
  });

  test('trace events of the maple tree', () => {
    const taken = of(
      'cat-1 [000] ..... 1.0: ma_write: mtree_store_range\tNode (nil) (0 18446744073709551615) range:1-2 piv (0) ' +
        'val 0x3\nsomething else\n',
      'ftrace',
    );
    expect(understood(taken)[0]).toBe('events of the maple tree: 1 call, replayed one per step');
    expect(readScenario(blockOf(taken, 'traced').join('\n')).kind).toBe('program');
    expect(taken.unread).toMatchObject([{ line: 2, message: 'is not an event of the maple tree' }]);
  });

  test('two maps become the first one and the calls to the second', () => {
    const first = '10000-20000 r--p 00000000 fe:00 12 /a\n30000-40000 rw-p 00000000 00:00 0\n';
    const taken = of(`${first}${first.replace('40000', '50000')}oops\n`, 'difference');
    expect(blockOf(taken, 'p')).toEqual([
      'maps p """',
      '00010000-00020000 r--p 00000000 00:00 0 /a',
      '00030000-00040000 rw-p 00000000 00:00 0',
      '"""',
      'map 0x40000..0x4ffff rw',
    ]);
    expect(sizeOf(taken)).toBe('2 VMAs, then 1 call');
    expect(taken.unread).toMatchObject([{ line: 5, text: 'oops' }]);
    expect(understood(taken)[0]).toBe('two maps of one process: 2 VMAs, then 1 call that leads to the second');
  });

  test('two maps that differ only in a name need no call; two equal ones are called equal', () => {
    const first = '10000-20000 r--p 00000000 fe:00 12 /a\n30000-40000 rw-p 00000000 00:00 0\n';
    const named = of(`${first}${first.replace('00:00 0\n', '00:00 0 [anon:x]\n')}`, 'difference');
    expect(named.calls).toEqual([]);
    expect(understood(named)).toEqual([
      'two maps of one process: 2 VMAs',
      'no call leads from the first to the second',
      'lines of the second map that no call leads to are listed after the run',
    ]);
    expect(understood(of(`${first}${first}`, 'difference'))).toEqual([
      'two maps of one process: 2 VMAs',
      'they are the same',
    ]);
  });

  test('a report of a mismatch gives its scenario back; a damaged one says so', () => {
    const text = writeMismatch({
      engine: 'linux-6.16/0',
      language: 1,
      step: 1,
      steps: 2,
      sums: [],
      found: [],
      tree: 't',
      dump: ['empty'],
      script: 'tree t\nstore 1 = 1',
    });
    const taken = of(
      text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
      'mismatch',
    );
    expect(blockOf(taken, '')).toEqual(['tree t', 'store 1 = 1']);
    expect(understood(taken)[0]).toBe('a report of a mismatch: its scenario of 2 lines, at step 1');
    const damaged = of(text.replace('store 1', 'store 2'), 'mismatch');
    expect([isReady(damaged), understood(damaged)[0]]).toEqual([
      false,
      'the scenario of the report has been changed on its way: its sum is not the one that was sent',
    ]);
  });

  test('a scenario is one, and what has a mistake is not', () => {
    expect(understood(of('# hello\ntree t\nstore 1 = 1\n', 'scenario'))).toEqual(['a scenario of 3 lines: hello']);
    expect(take('tree t\nstroe 1 = 1\n').kind).toBe('maps');
  });
});

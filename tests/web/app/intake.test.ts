// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { blockOf, isReady, looksLikeIntake, sizeOf, take, understood } from '../../../web/app/intake';
import { readScenario } from '../../../web/scenario/checker';

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

describe('what is pasted', () => {
  test('smaps keep what a fork heeds, below the line of the VMA, and lose sizes and inodes', () => {
    expect(looksLikeIntake(SMAPS)).toBe(true);
    const taken = take(SMAPS);
    expect(taken).toMatchObject({ kind: 'smaps', vmas: 3, dontcopy: 1, wipeonfork: 1, sizes: 4, dropped: 1, unread: [], name: 'cat' });
    expect(taken.lines).toEqual([
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

  test('a log of strace keeps the lines that a replay reads and says what it passes over', () => {
    expect(looksLikeIntake(LOG)).toBe(true);
    const taken = take(LOG);
    expect(taken).toMatchObject({ kind: 'strace', calls: 4, leftOut: 3, unread: [], name: 'cat' });
    expect(taken.lines.join('\n')).not.toMatch(/read\(|write\(|^hello/m);
    expect(sizeOf(taken)).toBe('4 memory calls');
    expect(understood(taken).join(' · ')).toMatch(/passed over: read, write; 1 line that is no call · 3 lines that no replay needs are dropped/);
  });

  test('a line of a log that breaks off is named and left out; the rest is replayed', () => {
    const taken = take(`${LOG}mmap(NULL, 8192, PROT_READ`);
    expect(taken).toMatchObject({ kind: 'strace', calls: 4, unread: [{ line: 12 }] });
    expect(isReady(taken)).toBe(true);
    expect(take(taken.lines.join('\n')).unread).toEqual([]);
  });

  test('a map stays a map, and prose is nothing', () => {
    expect(take('7f0000000000-7f0000001000 rw-p 00000000 00:00 0\n7f0000002000-7f0000003000 rw-p 00000000 00:00 0\n')).toMatchObject({ kind: 'maps', vmas: 2, sizes: 0 });
    expect(looksLikeIntake('mmap(2) maps files\nand munmap(2) unmaps them\n')).toBe(false);
    expect(isReady(take('nothing of the kind'))).toBe(false);
  });
});

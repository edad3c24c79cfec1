// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { readMaps } from '../../../web/scenario/import/maps';
import { rawLines } from '../../../web/scenario/import/raw-text';
import { looksLikeTrace, readTrace, restText } from '../../../web/scenario/import/strace';
import { splitArgs } from '../../../web/scenario/import/strace-args';
import { readStraceLine } from '../../../web/scenario/import/strace-line';
import { VMA_FLAGS } from '../../../web/model/memory';
import { fixture, linesOf, linesOfMap, logOf, replay } from './replayed-list';

// What is mapped before the calls of a test, far from what they touch.
const BELOW = '10000000-10001000 r--p 00000000 00:00 0\n';
const RECORDED = ['true', 'cat', 'python', 'sort', 'sh', 'memory-calls'];

// Line by line without the path, and beside it which file it is: a log names files as the program opened them, or by
// descriptor alone.
function shape(lines: readonly string[]): string[] {
  return lines.map((line) => line.split(' ').slice(0, 3).join(' '));
}

function read(text: string) {
  return readTrace(rawLines(`"""\n${text}\n"""`, 0, 1), { from: 0, to: 3 });
}

function effects(text: string) {
  return logOf(`${text}\n`).calls.map((call) => call.effect);
}

describe('what a real program did, replayed over its map at the first call, is its map at the end', () => {
  test.each(RECORDED)('%s', (name) => {
    const { space } = replay(logOf(fixture(`${name}.strace`)), fixture(`${name}.begin`));
    expect(shape(joinedAsReplayed(name))).toEqual(shape(linesOf(space.list)));
  });

  // A difference with a name: Linux keeps two neighbours apart when each was written before they came to touch, since
  // each has an anon_vma of its own. A log of calls does not say what was written. smaps does: both have anonymous
  // pages.
  function joinedAsReplayed(name: string): string[] {
    const lines = linesOfMap(fixture(`${name}.end`));
    if (name !== 'memory-calls') return lines;
    const { lines: told } = readMaps(rawLines(`"""\n${fixture(`${name}.smaps`)}"""`, 0, 1), { from: 0, to: 3 });
    const written = told.filter((one) => one.stored && one.chain === 1);
    const apart = written.filter(({ vma, flags }) =>
      written.some(
        (one) => one.vma.last + 1n === vma.first && one.flags === flags && one.vma.path === '' && vma.path === '',
      ),
    );
    expect(apart).toHaveLength(1);
    return lines.flatMap((line, k) => {
      const isApart = (text: string | undefined): boolean =>
        apart.some(({ vma }) => text?.startsWith(`${vma.first.toString(16)}-`) === true);
      if (isApart(line)) return [];
      const end = isApart(lines[k + 1]) ? /-(\S+)/.exec(lines[k + 1] ?? '')?.[1] : /-(\S+)/.exec(line)?.[1];
      return [line.replace(/-\S+/, `-${end ?? ''}`)];
    });
  }

  test.each(RECORDED.filter((name) => name !== 'memory-calls'))(
    '%s: each file of the log is one file of the map',
    (name) => {
      const { space } = replay(logOf(fixture(`${name}.strace`)), fixture(`${name}.begin`));
      const paths = new Map<number, Set<string>>();
      const map = linesOfMap(fixture(`${name}.end`));
      for (const [k, vma] of space.list.all().entries()) {
        const path = /^\S+ \S+ \S+ ?(.*)$/.exec(map[k] ?? '')?.[1] ?? '';
        if (vma.file !== 0) paths.set(vma.file, (paths.get(vma.file) ?? new Set()).add(path));
        else expect(['', '[heap]', '[stack]', '[vdso]', '[vvar]', '[vvar_vclock]']).toContain(path);
      }
      const all = [...paths.values()].map((one) => [...one]);
      expect(all.every((one) => one.length === 1)).toBe(true);
      expect(new Set(all.flat()).size).toBe(all.length);
    },
  );

  test('with -y, even the paths are those of the map', () => {
    const { space, hints } = replay(logOf(fixture('cat.strace')), fixture('cat.begin'));
    expect(linesOf(space.list)).toEqual(linesOfMap(fixture('cat.end')));
    expect(hints.filter((hint) => hint.includes('missing'))).toEqual([]);
  });

  test('without the map at the first call, what execve mapped is missing, and the calls on it say so', () => {
    const { space, hints } = replay(logOf(fixture('true.strace')), '7f0000000000-7f0000001000 r--p 0 /a\n');
    const made = linesOf(space.list);
    expect(
      linesOfMap(fixture('true.end'))
        .filter((line) => /libc/.test(line))
        .map((line) => line.split(' ')[0]),
    ).toEqual(made.filter((line) => line.includes('fd 3')).map((line) => line.split(' ')[0]));
    expect(
      hints.filter((hint) => /^ENOMEM here, while the log says that the call went through/.test(hint)),
    ).toHaveLength(2);
  });

  test('smaps tells the same VMAs as maps, and what fork does with each', () => {
    const { lines, faults } = readMaps(rawLines(`"""\n${fixture('memory-calls.smaps')}"""`, 0, 1), { from: 0, to: 3 });
    expect(faults).toEqual([]);
    expect(linesOfMap(fixture('memory-calls.smaps'))).toEqual(linesOfMap(fixture('memory-calls.end')));
    const { space } = replay(logOf(fixture('memory-calls.strace')), fixture('memory-calls.begin'));
    const kept = VMA_FLAGS.dontcopy | VMA_FLAGS.wipeonfork | VMA_FLAGS.locked;
    const withFlags = (one: { first: bigint; flags: number }): string[] =>
      (one.flags & kept) === 0 ? [] : [`${one.first.toString(16)} ${one.flags & kept}`];
    const told = lines.flatMap(({ vma, flags }) => withFlags({ first: vma.first, flags }));
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(space.list.all().flatMap(withFlags)).toEqual(told);
    const stack = lines.find(({ vma }) => vma.path === '[stack]');
    expect([(stack?.flags ?? 0) & VMA_FLAGS.grows, stack?.chain]).toEqual([VMA_FLAGS.grows, 1]);
  });
});

describe('lines of strace in every dress', () => {
  const CALL = 'munmap(0x7f0000001000, 8192) = 0';
  test.each([
    CALL,
    `[pid  4711] ${CALL}`,
    `[pid 4711<cat>] ${CALL}`,
    `4711  ${CALL}`,
    `4711 17:52:32.343723 ${CALL}`,
    `[pid 4711] 17:52:32 ${CALL}`,
    `17:52:32 ${CALL} <0.000023>`,
    `1763747552.343723 ${CALL}`,
    `     0.000110 ${CALL}`,
    `12:00:00 (+     0.000110) ${CALL}`,
    `[00007fd201640000] ${CALL}`,
    `[  11] [00007fd201640000] ${CALL}`,
    `munmap(0x7f0000001000, 8192)            = 0 (DELAYED)`,
    `munmap(0x7f0000001000, 0x2000) = 0`,
    `> ${CALL}`,
    `the program printed this without an end${CALL}`,
  ])('%s', (line) => {
    expect(effects(line)).toEqual([{ kind: 'unmap', first: 0x7f00_0000_1000n, last: 0x7f00_0000_2fffn }]);
  });

  test.each([
    ['--- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=7} ---', 'reaped'],
    ['--- SIGCHLD {si_signo=SIGCHLD, si_code=SI_USER, si_pid=7, si_uid=0} ---', 'quiet'],
    ['[pid 7] --- SIGSEGV {si_signo=SIGSEGV} ---', 'quiet'],
    ['+++ exited with 0 +++', 'exited'],
    ['[pid 7] +++ killed by SIGKILL (core dumped) +++', 'exited'],
    ['strace: Process 7 attached', 'attached'],
    [' > /usr/lib/x86_64-linux-gnu/libc.so.6(mmap64+0x17) [0x10ea37]', 'quiet'],
    ['[ Process PID=7 runs in x32 mode. ]', 'quiet'],
    ['write(1, "a) = 3\\n", 7) = 7', 'call'],
    ['Hello, world', 'other'],
    ['mmap(NULL, 8192, PROT_REA', 'cut'],
  ])('%s is %s', (line, kind) => expect(readStraceLine(line).kind).toBe(kind));

  test.each(['', '> ', '>', ' > > ', '>>'])('quoted by `%s`, a call is still one', (quotes) => {
    expect(looksLikeTrace(`${quotes}${CALL}`)).toBe(true);
    expect(looksLikeTrace(`${quotes}write(1, "a", 1) = 1`)).toBe(false);
  });

  test('arguments are cut at their own commas', () => {
    expect(
      splitArgs('NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_HUGETLB|21<<MAP_HUGE_SHIFT, 3</a,b<char 1:3>>, 0'),
    ).toEqual([
      'NULL',
      '8192',
      'PROT_READ|PROT_WRITE',
      'MAP_PRIVATE|MAP_HUGETLB|21<<MAP_HUGE_SHIFT',
      '3</a,b<char 1:3>>',
      '0',
    ]);
    expect(splitArgs('{flags=CLONE_VM, stack=0x1} => {parent_tid=[7]}, 88')).toEqual([
      '{flags=CLONE_VM, stack=0x1} => {parent_tid=[7]}',
      '88',
    ]);
    expect(splitArgs('[{fd=3} => {fd=4}, {fd=5}], 2')).toEqual(['[{fd=3} => {fd=4}, {fd=5}]', '2']);
    expect(splitArgs('"a\\", b", 2')).toEqual(['"a\\", b"', '2']);
    expect(splitArgs('')).toEqual([]);
  });
});

describe('calls', () => {
  const { read: r, write: w, exec: x, shared, grows, noreserve, nohugepage } = VMA_FLAGS;
  test.each([
    [
      'mmap(NULL, 5000, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x10000',
      { kind: 'map', first: 0x10000n, last: 0x11fffn, flags: r | w, file: null, offset: 0n, fixed: false },
    ],
    [
      'mmap(NULL, 5000, 0x3, 0x22, -1, 0) = 0x10000',
      { kind: 'map', first: 0x10000n, last: 0x11fffn, flags: r | w, file: null, offset: 0n, fixed: false },
    ],
    [
      'mmap(0x10000, 4096, 0x5 /* PROT_READ|PROT_EXEC */, 0x12 /* MAP_PRIVATE|MAP_FIXED */, 3</a b>, 0x3000) = 0x10000',
      {
        kind: 'map',
        first: 0x10000n,
        last: 0x10fffn,
        flags: r | x,
        file: { path: '/a b', which: '/a b' },
        offset: 0x3000n,
        fixed: true,
      },
    ],
    [
      'mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE|MAP_ANONYMOUS|MAP_NORESERVE|MAP_GROWSDOWN|MAP_STACK, -1, 0) = 0x10000',
      {
        kind: 'map',
        first: 0x10000n,
        last: 0x10fffn,
        flags: grows | noreserve | nohugepage,
        file: null,
        offset: 0n,
        fixed: false,
      },
    ],
    [
      'mmap(NULL, 4096, PROT_READ, MAP_SHARED, 4</dev/shm/x>(deleted), 0) = 0x10000',
      {
        kind: 'map',
        first: 0x10000n,
        last: 0x10fffn,
        flags: r | shared,
        file: { path: '/dev/shm/x (deleted)', which: '/dev/shm/x (deleted)' },
        offset: 0n,
        fixed: false,
      },
    ],
    [
      'mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3</gr\\303\\274n>, 0) = 0x10000',
      {
        kind: 'map',
        first: 0x10000n,
        last: 0x10fffn,
        flags: r,
        file: { path: '/grün', which: '/grün' },
        offset: 0n,
        fixed: false,
      },
    ],
    [
      'mprotect(0x10000, 1, PROT_READ|PROT_EXEC) = 0',
      { kind: 'protect', first: 0x10000n, last: 0x10fffn, prot: r | x },
    ],
    [
      'pkey_mprotect(0x10000, 4096, PROT_NONE, 1) = 0',
      { kind: 'protect', first: 0x10000n, last: 0x10fffn, prot: 0, unmodelled: ['protection key 1'] },
    ],
    ['brk(NULL) = 0x5000', { kind: 'brk', end: 0x5000n, asked: null }],
    ['brk(0x7001) = 0x7001', { kind: 'brk', end: 0x7001n, asked: 0x7001n }],
    [
      'mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE) = 0x20000',
      { kind: 'remap', first: 0x10000n, bytes: 4096n, newBytes: 8192n, now: 0x20000n, keeps: false, fixed: false },
    ],
    [
      'mremap(0x10000, 4096, 4096, 0x7, 0x30000) = 0x30000',
      { kind: 'remap', first: 0x10000n, bytes: 4096n, newBytes: 4096n, now: 0x30000n, keeps: true, fixed: true },
    ],
    [
      'madvise(0x10000, 8192, MADV_DONTFORK) = 0',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'dontfork' },
    ],
    ['madvise(0x10000, 8192, 0x12) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'wipeonfork' }],
    ['mlock(0x10fff, 2) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'lock' }],
    [
      'mlock2(0x10000, 8192, MLOCK_ONFAULT) = 0',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'lock onfault' },
    ],
    ['mlock2(0x10000, 8192, 0x1) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'lock onfault' }],
    ['mlock2(0x10000, 8192, 0) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'lock' }],
    [
      'madvise(0x10000, 8192, MADV_DONTDUMP) = 0',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'dontdump' },
    ],
    ['madvise(0x10000, 8192, 0xe) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'hugepage' }],
    [
      'madvise(0x10000, 8192, MADV_RANDOM) = 0',
      {
        kind: 'none',
        why: 'MADV_RANDOM sets flags of a VMA that this model does not keep; Linux may split the VMA for them',
      },
    ],
    [
      'madvise(0x10000, 8192, MADV_DONTNEED) = 0',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'dontneed' },
    ],
    ['madvise(0x10000, 8192, 0x8) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'free' }],
    [
      'madvise(0x10000, 8192, MADV_COLD) = 0',
      { kind: 'none', why: 'MADV_COLD concerns only pages: no VMA is changed' },
    ],
    ['mseal(0x10000, 8192, 0) = 0', { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'seal' }],
    [
      'syscall_0x1ce(0x10000, 0x2000, 0, 0xffffffff, 0, 0) = 0',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'seal' },
    ],
    [
      'mlockall(MCL_CURRENT|MCL_ONFAULT) = 0',
      { kind: 'lockall', how: { current: true, future: false, onfault: true } },
    ],
    ['mlockall(0x2) = 0', { kind: 'lockall', how: { current: false, future: true, onfault: false } }],
    ['munlockall() = 0', { kind: 'lockall', how: null }],
    [
      'munmap(0x10000, 8192) = -1 EPERM (Operation not permitted)',
      { kind: 'unmap', first: 0x10000n, last: 0x11fffn, failed: 'EPERM' },
    ],
    [
      'mmap(0x10000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = -1 EPERM (Operation not permitted)',
      { kind: 'unmap', first: 0x10000n, last: 0x10fffn, failed: 'EPERM' },
    ],
    [
      'mremap(0x10000, 12288, 4096, 0) = -1 EPERM (Operation not permitted)',
      { kind: 'unmap', first: 0x11000n, last: 0x12fffn, failed: 'EPERM' },
    ],
    [
      'mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, 0x20000) = -1 EPERM (Operation not permitted)',
      { kind: 'unmap', first: 0x20000n, last: 0x21fffn, failed: 'EPERM' },
    ],
    [
      'mprotect(0x10000, 4096, PROT_READ) = -1 EACCES (Permission denied)',
      { kind: 'protect', first: 0x10000n, last: 0x10fffn, prot: 1, unmodelled: [], failed: 'EACCES' },
    ],
    [
      'mprotect(0x10001, 4096, PROT_READ) = -1 EINVAL (Invalid argument)',
      { kind: 'none', why: 'the call failed with EINVAL: nothing is changed' },
    ],
    [
      'madvise(0x10000, 8192, MADV_DONTFORK) = -1 ENOMEM (Cannot allocate memory)',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'dontfork', failed: 'ENOMEM' },
    ],
    [
      'madvise(0x10000, 8192, 0x63 /* MADV_??? */) = -1 EINVAL (Invalid argument)',
      { kind: 'none', why: 'the call failed with EINVAL: nothing is changed' },
    ],
    [
      'mlock(0x10001, 4095) = -1 ENOMEM (Cannot allocate memory)',
      { kind: 'advise', first: 0x10000n, last: 0x10fffn, advice: 'lock', failed: 'ENOMEM' },
    ],
    [
      'mlock2(0x10000, 8192, MLOCK_ONFAULT) = -1 EPERM (Operation not permitted)',
      { kind: 'advise', first: 0x10000n, last: 0x11fffn, advice: 'lock onfault', failed: 'EPERM' },
    ],
    [
      'mmap(0x10000, 8192, PROT_EXEC, MAP_PRIVATE, 3, 0) = -1 EPERM (Operation not permitted)',
      { kind: 'none', why: 'the call failed with EPERM: nothing is changed' },
    ],
    [
      'mmap(0x10000, 8192, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = -1 EPERM (Operation not permitted)',
      { kind: 'unmap', first: 0x10000n, last: 0x11fffn, failed: 'EPERM' },
    ],
    [
      'mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 4294967295, 0) = 0x10000',
      {
        kind: 'map',
        first: 0x10000n,
        last: 0x10fffn,
        flags: VMA_FLAGS.read,
        file: { path: 'fd -1', which: 'fd -1 #1' },
        offset: 0n,
        fixed: false,
      },
    ],
    [
      'munmap(0x10000, 4096) = ? ERESTARTSYS (To be restarted)',
      { kind: 'none', why: 'the call failed with ERESTARTSYS: nothing is changed' },
    ],
  ])('%s', (line, effect) =>
    expect(
      effects(line).map((one) =>
        'unmodelled' in one ? { ...one, unmodelled: one.unmodelled.map(({ flag }) => flag) } : one,
      ),
    ).toEqual(['kind' in effect && /^(?:map|protect)$/.test(effect.kind) ? { unmodelled: [], ...effect } : effect]),
  );

  test.each([
    ['mmap(NULL, lots, PROT_READ, MAP_PRIVATE, 3, 0) = 0x1000', '2:12 the length `lots` cannot be read'],
    ['munmap(0x1000, 09) = 0', '2:16 the length `09` cannot be read'],
    ['[pid 5] mprotect(0x1000, 4096, rw) = 0', '2:32 the protection `rw` cannot be read'],
    ['brk(0x1000, 2) = 0x1000', '2:5 `0x1000, 2` cannot be read'],
    ['munmap(0x1000, 4096) = fine', '2:1 the result `fine` cannot be read'],
    ['mmap(NULL, 4096) = 0x1000', '2:1 mmap with 2 arguments cannot be read'],
    ['munmap(0x1000, 4096', '2:1 this call of munmap breaks off'],
    ['Hello', '1:1 this text has no memory call'],
  ])('%s is refused where it is wrong', (line, told) => {
    const place = (from: number): string => (from < 4 ? `1:${from + 1}` : `2:${from - 3}`);
    expect(read(line).faults.map((one) => `${place(one.from)} ${one.message}`)).toEqual([told]);
  });
});

describe('a descriptor that gets another file', () => {
  test.each(['dup2(9, 3) = 3', 'open(0x7ffe0000, O_RDONLY) = 3', 'close(3) = 0'])(
    '%s: the old name is not its any more',
    (call) => {
      const { calls } = logOf(
        `open("/a", O_RDONLY) = 3\n${call}\nmmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0) = 0x10000\n`,
      );
      expect(calls.map(({ effect }) => ('file' in effect ? effect.file?.path : null))).toEqual(['fd 3']);
    },
  );
});

describe('several threads and processes', () => {
  test('halves are joined; the call counts where it returned', () => {
    const { calls } = logOf(
      '[pid 2] mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0 <unfinished ...>\n' +
        '[pid 1] munmap(0x9000, 4096) = 0\n[pid 2] <... mmap resumed>) = 0x4000\n',
    );
    expect(calls.map(({ line, effect }) => [line, effect.kind])).toEqual([
      [3, 'unmap'],
      [4, 'map'],
    ]);
  });

  test('what made room for another thread was done before', () => {
    const { calls } = logOf(
      '[pid 2] munmap(0x4000, 8192 <unfinished ...>\n' +
        '[pid 1] mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x5000\n' +
        '[pid 2] <... munmap resumed>) = 0\n',
    );
    expect(calls.map(({ line, effect }) => [line, effect.kind])).toEqual([
      [4, 'unmap'],
      [3, 'map'],
    ]);
  });

  test('a child of fork has calls of its own, a thread has not', () => {
    const log = logOf(
      '[pid 1] brk(NULL) = 0x1000\n[pid 1] clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 2\n' +
        '[pid 1] clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 3\n[pid 2] munmap(0x4000, 4096) = 0\n' +
        '[pid 3] munmap(0x6000, 4096) = 0\n',
    );
    expect(log.calls.map(({ text }) => text)).toEqual(['brk(NULL) = 0x1000', 'munmap(0x6000, 4096) = 0']);
    expect(restText(log.rest)).toBe('skipped: 1 of processes with an address space of their own');
  });

  test('a process that asks for the end of another heap runs another program', () => {
    const log = logOf(
      'brk(NULL) = 0x1000\nstrace: Process 8 attached\n[pid 8] brk(NULL) = 0x70000\n' +
        '[pid 8] munmap(0x4000, 4096) = 0\n[pid 7] brk(0x3000) = 0x3000\n[pid 7] brk(NULL) = 0x3000\n' +
        'brk(NULL) = 0x90000\n',
    );
    expect(log.calls.map(({ effect }) => effect.kind)).toEqual(['brk', 'brk', 'brk', 'exec', 'brk']);
    expect(log.rest.others).toBe(2);
  });

  const MAPPED =
    '[pid 1] mmap(0x500000000000, 16384, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x500000000000\n';

  test('a SIGCHLD names a process: its calls change nothing here', () => {
    const log = logOf(
      `${MAPPED}[pid 2] munmap(0x500000000000, 16384) = 0\n` +
        '[pid 1] --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=2, si_uid=0} ---\n',
    );
    expect(replay(log, BELOW).space.list.all()).toHaveLength(2);
    expect(log.rest).toMatchObject({ others: 1, strangers: [] });
  });

  test('a SIGCHLD about a child of vfork, which shares the memory until it begins another program', () => {
    const log = logOf(
      `${MAPPED}[pid 1] vfork() = 2\n[pid 2] munmap(0x500000000000, 4096) = 0\n` +
        '[pid 1] --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=2, si_uid=0} ---\n',
    );
    expect(log.calls.map(({ effect }) => effect.kind)).toEqual(['map', 'unmap']);
    expect(log.rest.strangers).toEqual([]);
  });

  test('a pid without its clone is taken for a thread, and its first call and the end say so', () => {
    const log = logOf(`${MAPPED}[pid 2] munmap(0x500000000000, 4096) = 0\n[pid 2] munmap(0x500000001000, 4096) = 0\n`);
    expect(log.calls.map(({ doubt }) => doubt)).toEqual([
      undefined,
      'pid 2 appears without its clone and is taken for a thread, whose calls change this address space; `strace ' +
        '-f -e trace=memory,process` records clones',
      undefined,
    ]);
    expect(restText(log.rest)).toMatch(/^pid 2 appears without its clone/);
    expect(restText({ ...log.rest, strangers: [2, 3, 4, 5, 6] })).toMatch(
      /^pids 2, 3, 4 and 2 more appear without their clones and are taken for threads/,
    );
  });

  test.each(['[pid 2] brk(NULL) = 0x70000', '[pid 2] execve("/bin/true", ["true"], 0x1 /* 3 vars */) = 0'])(
    'a pid without its clone is a process from its first call on, since later: %s',
    (proof) => {
      const log = logOf(`[pid 1] brk(NULL) = 0x1000\n${MAPPED}[pid 2] munmap(0x500000000000, 4096) = 0\n${proof}\n`);
      expect(log.calls.map(({ effect }) => effect.kind)).toEqual(['brk', 'map']);
      expect(log.rest.strangers).toEqual([]);
    },
  );

  test('room that an unfinished munmap made free, and that mremap was given', () => {
    const log = logOf(
      `${MAPPED}[pid 2] munmap(0x500000002000, 8192 <unfinished ...>\n` +
        '[pid 1] mremap(0x500000000000, 4096, 8192, MREMAP_MAYMOVE) = 0x500000002000\n' +
        '[pid 2] <... munmap resumed>) = 0\n',
    );
    const { space, hints } = replay(log, BELOW);
    expect(linesOf(space.list).slice(1)).toEqual(['500000001000-500000004000 r--p 00000000']);
    expect(hints.join()).not.toMatch(/taken|missing/);
  });

  test('room to grow in place that an unfinished munmap made free', () => {
    const log = logOf(
      `${MAPPED}[pid 2] munmap(0x500000001000, 12288 <unfinished ...>\n` +
        '[pid 1] mremap(0x500000000000, 4096, 8192, 0) = 0x500000000000\n[pid 2] <... munmap resumed>) = 0\n',
    );
    expect(linesOf(replay(log, BELOW).space.list).slice(1)).toEqual(['500000000000-500000002000 r--p 00000000']);
  });

  test('a moving mremap onto memory that is mapped here says so', () => {
    const { hints } = replay(
      logOf(
        `${MAPPED}mmap(0x600000000000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = ` +
          '0x600000000000\nmremap(0x600000000000, 4096, 4096, MREMAP_MAYMOVE) = 0x500000001000\n',
      ),
      BELOW,
    );
    expect(hints[2]).toBe(
      'the kernel found 0x500000001000..0x500000001fff free, here it was taken: the log lacks the call that ' +
        'unmapped it · moved to 0x500000001000',
    );
  });

  test('an mremap that moves several VMAs at once is named as one of 6.17 and later', () => {
    const { hints } = replay(
      logOf(
        `${MAPPED}[pid 1] mprotect(0x500000001000, 4096, PROT_NONE) = 0\n` +
          '[pid 1] mremap(0x500000000000, 16384, 16384, MREMAP_MAYMOVE|MREMAP_FIXED, 0x600000000000) = ' +
          '0x600000000000\n',
      ),
      BELOW,
    );
    expect(hints[2]).toMatch(/moves 3 VMAs at once, as Linux does from 6\.17 on; 6\.16 refuses it with EFAULT/);
  });

  test('a second execve begins a new map; its maps stands below its line', () => {
    const exec = 'execve("/bin/sh", ["sh"], 0x1 /* 3 vars */) = 0\n';
    const map =
      '55d0c7c00000-55d0c7c02000 r--p 00000000 fe:00 12 /bin/sh\n' +
      '7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]\n' +
      'ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n';
    const bare = replay(logOf(MAPPED + exec), BELOW);
    expect(bare.space.list.all()).toHaveLength(0);
    expect(bare.hints[1]).toBe(
      'another program begins: nothing of the old one stays mapped. What `execve` mapped is missing: paste the ' +
        'program’s `/proc/PID/maps` below this line of the log',
    );
    const whole = logOf(`${MAPPED}${exec}$ cat /proc/1/maps\n${map}brk(NULL) = 0x55d0c7c10000\n`);
    expect(whole.rest.noise).toBe(0);
    const { space, hints } = replay(whole, BELOW);
    expect(hints[1]).toBe('another program begins: nothing of the old one stays mapped');
    expect(linesOf(space.list)).toEqual([
      '55d0c7c00000-55d0c7c02000 r--p 00000000 /bin/sh',
      '7ffffffde000-7ffffffff000 rw-p 00000000 [stack]',
    ]);
    expect(linesOf(replay(logOf(exec + map), BELOW).space.list)).toEqual(linesOf(space.list));
  });

  test('a line that is none in the map below an execve is named', () => {
    const wrong = read('execve("/bin/sh", ["sh"], 0x1) = 0\n55d0c7c00000-55d0c7c02001 r--p 00000000 00:00 0');
    expect(wrong.faults).toHaveLength(1);
  });

  test('skipped calls are listed by name and number', () => {
    const log = logOf(
      'read(3, "mmap(", 5) = 5\nbrk(NULL) = 0x1000\nread(3, "", 5) = 0\nuname({sysname="Linux"}) = 0\nHello\n' +
        'mmap(NULL, 4096, PROT_NONE <unfinished ...>\n',
    );
    expect(restText(log.rest)).toBe(
      'skipped: 2 × read, uname; 1 that the log has only in part; 1 line that is not a call',
    );
    expect(log.rest.unknown).toEqual([
      { name: 'read', count: 2, line: 2 },
      { name: 'uname', count: 1, line: 5 },
    ]);
  });
});

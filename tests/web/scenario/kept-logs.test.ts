// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rare lines of strace and smaps, and what each is read as, kept: every argument of every memory call in each spelling
// that strace has for it, and in wrong ones; every dress of a line; small logs of several processes. `npx vitest run
// tests/web/scenario/kept-logs -u` writes them anew; look at the difference before it is committed.

import { expect, test } from 'vitest';
import { VMA_FLAGS } from '../../../web/model/memory';
import { readMaps } from '../../../web/scenario/import/maps';
import { LOGS, MAPS } from './kept-logs-inputs';
import { promptOf, unquoted } from '../../../web/scenario/import/maps-paste';
import { rawLines } from '../../../web/scenario/import/raw-text';
import { NO_SMAPS, readSmapsLine, vmFlagsLine } from '../../../web/scenario/import/smaps';
import { unmodelledFlags } from '../../../web/scenario/import/smaps-words';
import { readTrace, restText } from '../../../web/scenario/import/strace';
import { splitArgs } from '../../../web/scenario/import/strace-args';
import { readCall, type FileNames } from '../../../web/scenario/import/strace-calls';
import { readStraceLine } from '../../../web/scenario/import/strace-line';
import { readFd, readResult, readText } from '../../../web/scenario/import/strace-values';

const flagsText = (flags: number): string => {
  const words = Object.entries(VMA_FLAGS).filter(([, bit]) => (flags & bit) !== 0);
  return words.map(([word]) => word).join('+');
};

/** Numbers in hex, flags in words; short. */
function told(value: unknown): string {
  const text = JSON.stringify(value, (key, one: unknown) =>
    typeof one === 'bigint'
      ? `0x${one.toString(16)}`
      : key === 'flags' && typeof one === 'number'
        ? flagsText(one)
        : one,
  );
  return text.replaceAll(/"(\w+)":/g, '$1:').replaceAll(/"(0x[0-9a-f]+)"/g, '$1');
}

const FILES: FileNames = {
  name: (fd, begins) => ({ path: `fd ${fd}`, which: begins ? 'begins' : 'goes on' }),
  fresh: (path) => ({ path, which: 'fresh' }),
  segment: (id) => (id === 7 ? { file: { path: '/SYSV00000000', which: '7' }, bytes: 0x1800n as never } : null),
};

const ADDRESSES = [
  'NULL',
  '0',
  '0x1000',
  '0x1001',
  '010000',
  '0x7ffffffff000',
  '0xfffffffffffff000',
  '0x10000000000000000',
  '-1',
  'x',
  '',
];
const SIZES = [
  '0',
  '1',
  '4095',
  '4096',
  '4097',
  '010000',
  '010001',
  '09',
  '007',
  '0xffffffffffffffff',
  '18446744073709551615',
  '18446744073709551616',
  '123456789012345678901',
  '-1',
  '12a',
  '4096 /* a page */',
  ' 4096',
  'NULL',
];
const PROTS = [
  'PROT_NONE',
  'PROT_READ',
  'PROT_WRITE',
  'PROT_EXEC',
  'PROT_READ|PROT_EXEC',
  '7',
  '0xf',
  '0',
  'PROT_READ|0x2',
  'PROT_READ /* 1 */|PROT_WRITE',
  'PROT_SEM',
  'PROT_READ|PROT_GROWSDOWN',
  'PROT_GROWSUP|PROT_READ',
  'PROT_BTI',
  'PROT_X1',
  'prot_read',
  'XPROT_READ',
  'PROT_READ|',
  '0x100000003',
  '0xffffffff',
  'PROT_',
];
const MAP_FLAGS = [
  ...[
    'SHARED',
    'PRIVATE',
    'SHARED_VALIDATE',
    'DROPPABLE',
    'FIXED',
    'ANONYMOUS',
    'ANON',
    'FILE',
    'GROWSDOWN',
    'LOCKED',
    'STACK',
    'NORESERVE',
    'FIXED_NOREPLACE',
    'POPULATE',
    'HUGETLB',
    'SYNC',
    'DENYWRITE',
    'EXECUTABLE',
    '32BIT',
    'ABOVE4G',
    'NONBLOCK',
    'UNINITIALIZED',
    'FOO',
  ].map((name) => `MAP_PRIVATE|MAP_${name}`),
  'MAP_PRIVATE',
  'MAP_SHARED|MAP_ANONYMOUS',
  'MAP_SHARED_VALIDATE|MAP_SYNC',
  'MAP_DROPPABLE|MAP_ANONYMOUS',
  'MAP_PRIVATE|MAP_ANONYMOUS|MAP_HUGETLB|21<<MAP_HUGE_SHIFT',
  'MAP_PRIVATE|MAP_ANONYMOUS|MAP_HUGE_2MB',
  'MAP_PRIVATE|0x20',
  '0x22',
  '34',
  '0x21',
  '0x122',
  '0x2022',
  '0x20022',
  '0x4022',
  '0x100022',
  '0x32',
  '0x8022',
  '0x40022',
  '0x80003',
  '0x28',
  '0x100000022',
  'MAP_PRIVATE|x',
  'map_private',
  'x21<<MAP_PRIVATE',
  'MAP_PRIVATE /* c */ | MAP_FIXED',
];
const FDS = [
  '-1',
  '3',
  '3</lib/a.so>',
  '3</lib/a b.so>',
  '3</a>(deleted)',
  '3</a\\x20b\\101>',
  '3</\\303\\251>',
  '3</\\377>',
  '3</a\\n\\t\\r\\f\\v\\e>',
  '3</dev/dri/card0<char 226:0>>',
  '3<anon_inode:[eventfd]>',
  '3<>',
  '3</a',
  'AT_FDCWD',
  'AT_FDCWD</home>',
  '0xffffffff',
  'ffffffff',
  'ffffffffffffffff',
  '0xffffffffffffffff',
  '4294967295',
  'fffffff',
  '4294967294',
  'x',
  '',
  '-3',
];
const RESULTS = [
  '0',
  '0x7f0000000000',
  '0x7f0000000001',
  '139637976727552',
  '010000',
  '0x1000<f>',
  '0x1000 (flags 1)',
  '-1 ENOMEM (Cannot allocate memory)',
  '-1 EPERM (Operation not permitted)',
  '-1 EACCES',
  '-1 EAGAIN (Try again)',
  '-1 EINVAL (x)',
  '-1 EBADF (Bad file descriptor)',
  '-1',
  '-1 enomem',
  '?',
  '? ERESTARTSYS (To be restarted)',
  '?x',
  '',
  '0xfffffffffffff000',
  '0xffffffffffffe000',
  '-2 EPERM',
];
const REMAP_FLAGS = [
  '0',
  '1',
  '2',
  '3',
  '5',
  '7',
  'MREMAP_MAYMOVE',
  'MREMAP_MAYMOVE|MREMAP_FIXED',
  'MREMAP_MAYMOVE|MREMAP_DONTUNMAP',
  'MREMAP_MAYMOVE|MREMAP_FIXED|MREMAP_DONTUNMAP',
  'MREMAP_FOO',
  'x',
  '',
];
const ADVICES = [
  ...Array.from({ length: 28 }, (_, k) => String(k)),
  '100',
  '101',
  '102',
  '103',
  '104',
  '0x9',
  ...[
    'NORMAL',
    'RANDOM',
    'SEQUENTIAL',
    'WILLNEED',
    'DONTNEED',
    'FREE',
    'REMOVE',
    'DONTFORK',
    'DOFORK',
    'MERGEABLE',
    'UNMERGEABLE',
    'HUGEPAGE',
    'NOHUGEPAGE',
    'DONTDUMP',
    'DODUMP',
    'WIPEONFORK',
    'KEEPONFORK',
    'COLD',
    'FOO_1',
  ].map((name) => `MADV_${name}`),
  'MADV_x',
  'XMADV_FREE',
  'MADV_FREE ',
  'x',
  '',
];

/** A call with arguments that are right, and the spellings that each may have instead. */
const CALLS: readonly (readonly [
  name: string,
  args: readonly string[],
  result: string,
  spellings: readonly (readonly string[])[],
])[] = [
  [
    'mmap',
    ['NULL', '8192', 'PROT_READ|PROT_WRITE', 'MAP_PRIVATE', '3', '0x3000'],
    '0x7f0000000000',
    [['0x5000'], SIZES, PROTS, MAP_FLAGS, FDS, SIZES],
  ],
  [
    'mmap2',
    ['NULL', '8192', 'PROT_READ', 'MAP_PRIVATE', '3', '0x3'],
    '0x7f0000000000',
    [[], ['1'], ['x'], ['MAP_SHARED|MAP_ANON'], ['-1'], ['0', '1', '0x10']],
  ],
  ['munmap', ['0x7f0000000000', '8192'], '0', [ADDRESSES, SIZES]],
  ['mprotect', ['0x7f0000000000', '8192', 'PROT_READ'], '0', [ADDRESSES, SIZES, PROTS]],
  [
    'pkey_mprotect',
    ['0x7f0000000000', '8192', 'PROT_READ', '1'],
    '0',
    [
      [],
      [],
      ['PROT_GROWSDOWN', 'x'],
      ['0', '-1', '-1 /* no key */', '2', '0x7fffffff', '0x80000000', '4294967295', 'x', ''],
    ],
  ],
  ['brk', ['0x55d0c7c21000'], '0x55d0c7c21000', [ADDRESSES]],
  [
    'mremap',
    ['0x7f0000000000', '8192', '16384', 'MREMAP_MAYMOVE', '0x600000000000'],
    '0x7f0000000000',
    [ADDRESSES, SIZES, SIZES, REMAP_FLAGS, ADDRESSES],
  ],
  ['madvise', ['0x7f0000000000', '8192', 'MADV_DONTFORK'], '0', [ADDRESSES, SIZES, ADVICES]],
  ['mlock', ['0x7f0000000001', '8192'], '0', [ADDRESSES, SIZES]],
  [
    'mlock2',
    ['0x7f0000000000', '8192', '0'],
    '0',
    [['0x1800'], ['1'], ['MLOCK_ONFAULT', '1', '2', 'MLOCK_FOO', 'x', '']],
  ],
  ['munlock', ['0x7f0000000000', '8192'], '0', [['0x1800', 'x'], ['1']]],
  [
    'mlockall',
    ['MCL_CURRENT'],
    '0',
    [
      [
        'MCL_CURRENT|MCL_FUTURE',
        'MCL_FUTURE',
        'MCL_ONFAULT',
        'MCL_CURRENT|MCL_ONFAULT',
        '0',
        '1',
        '2',
        '3',
        '4',
        '7',
        'MCL_FOO',
        'MCL_9',
        'x',
        '',
      ],
    ],
  ],
  ['munlockall', [], '0', []],
  ['mseal', ['0x7f0000000000', '8192', '0'], '0', [ADDRESSES, SIZES, ['1']]],
  [
    'shmat',
    ['7', 'NULL', '0'],
    '0x7f0000000000',
    [
      ['8', '0x7', 'x', ''],
      ['0x1000'],
      [
        'SHM_RDONLY',
        'SHM_EXEC',
        'SHM_REMAP',
        'SHM_RND',
        'SHM_RDONLY|SHM_EXEC',
        '0x1000',
        '0x4000',
        '0x8000',
        'SHM_x',
        'x',
      ],
    ],
  ],
  ['shmdt', ['0x7f0000000000'], '0', [ADDRESSES]],
];

const readAs = (name: string, args: readonly string[], result: string): string =>
  told(readCall(name, args.join(', '), result, FILES));

test.each(CALLS)('%s in each spelling of its arguments and of its result', (name, args, result, spellings) => {
  const lines = [`(${args.join(', ')}) = ${result}: ${readAs(name, args, result)}`];
  for (const [k, all] of spellings.entries())
    for (const one of all) lines.push(`${k}: ${one}: ${readAs(name, args.with(k, one), result)}`);
  for (const one of RESULTS) lines.push(`= ${one}: ${readAs(name, args, one)}`);
  lines.push(
    `less: ${readAs(name, args.slice(0, -1), result)}`,
    `more: ${readAs(name, [...args, '0'], result)}`,
    `none: ${readAs(name, [], result)}`,
  );
  expect(lines.join('\n')).toMatchSnapshot();
});

test('calls that sealed memory ended, and moves', () => {
  const calls: readonly (readonly [string, string, string])[] = [
    [
      'mmap',
      '0x10000, 8192, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0',
      '-1 EPERM (Operation not permitted)',
    ],
    ['munmap', '0x10000, 0', '-1 EPERM'],
    ['munmap', '0x10000, 1', '-1 EPERM'],
    ['munmap', 'x, 1', '-1 EPERM'],
    ['mremap', '0x10000, 8192, 4096, MREMAP_MAYMOVE', '-1 EPERM'],
    ['mremap', '0x10000, 8193, 4097, 0', '-1 EPERM'],
    ['mremap', '0x10000, 4096, 8192, MREMAP_MAYMOVE', '-1 EPERM'],
    ['mremap', '0x10000, 4096, 4096, MREMAP_MAYMOVE', '-1 EPERM'],
    ['mremap', '0x10000, 4096, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, 0x50000', '-1 EPERM'],
    ['mremap', '0x10000, 4096, 8192, 3, 0x50000', '-1 EPERM'],
    ['mremap', '0x10000, 4096', '-1 EPERM'],
    ['mremap', '0x10000, 4096, 8192, x, 0x50000', '-1 EPERM'],
    ['mremap', '0x10000, 8192, 16384, MREMAP_MAYMOVE', '0x50000'],
    ['mremap', '0x10000, 8192, 8192, MREMAP_MAYMOVE', '0x10000'],
    ['mremap', '0x10000, 8192, 8191, MREMAP_MAYMOVE', '0x10000'],
    ['mremap', '0x10000, 8192, 8192, MREMAP_MAYMOVE|MREMAP_DONTUNMAP', '0x50000'],
    ['mremap', '0x10000, 0, 8192, MREMAP_MAYMOVE', '0x50000'],
    ['mremap', '0x10000, 0, 8192, MREMAP_MAYMOVE', '0x50001'],
    ['mprotect', '0x10001, 4096, PROT_READ', '-1 ENOMEM'],
    ['mlock', '0x10001, 4096', '-1 ENOMEM'],
    ['mlock2', '0x10001, 4096, x', '-1 ENOMEM'],
    ['munlock', '0x10001, 4096', '-1 ENOMEM'],
    ['madvise', '0x10001, 4096, MADV_DONTFORK', '-1 ENOMEM'],
    ['madvise', '0x10000, 0, MADV_DONTFORK', '-1 ENOMEM'],
    ['madvise', '0x10000, 4096, MADV_COLD', '-1 ENOMEM'],
    ['mseal', '0x10000, 4096, 0', '-1 ENOMEM'],
    ['brk', '0x10000', '-1 ENOMEM'],
  ];
  expect(
    calls
      .map(([name, args, result]) => `${name}(${args}) = ${result}: ${told(readCall(name, args, result, FILES))}`)
      .join('\n'),
  ).toMatchSnapshot();
});

test.each([
  ['fd', FDS, readFd],
  ['result', RESULTS, readResult],
  ['text', ['"/a"', '"/a"...', '"a\\"b"', '"', '""', 'a', '"a" ', '"\\x41\\102\\e\\\\"', '"\\400"'], readText],
] as const)('each %s', (_, all, read) => {
  expect(all.map((one) => `${one}: ${told(read(one))}`).join('\n')).toMatchSnapshot();
});

test('arguments are split where no bracket, text or path is open', () => {
  const all = [
    '',
    ' ',
    'a',
    'a, b',
    'a,',
    ',',
    'a,,b',
    '"a, b", c',
    '"a\\", b", c',
    '"a, b',
    '{a, b}, c',
    '[a, [b, c]], d',
    'f(a, b), c',
    '3</a,b>, c',
    '21<<X, c',
    'a=>b, c',
    '{a=>{b, c}}, d',
    '), a',
    '>, a',
    'a</b<c, d>, e>, f',
    '1<<2<<3, 4',
    '"a"b, c',
  ];
  expect(all.map((one) => `${one}: ${told(splitArgs(one))}`).join('\n')).toMatchSnapshot();
});

const BODIES = [
  'munmap(0x1000, 4096) = 0',
  'munmap(0x1000, 4096)                   = 0',
  'munmap(0x1000, 4096)= 0',
  'munmap(0x1000, 4096) =0',
  'munmap(0x1000, 4096) = -1 EINVAL (Invalid argument)',
  'munmap(0x1000, 4096) = ?',
  'munmap(0x1000, 4096 <unfinished ...>',
  'munmap(0x1000, 4096  <unfinished ...> ',
  'munmap( <unfinished ...>',
  '<... munmap resumed>) = 0',
  '<... munmap resumed>, 4096) = 0',
  '<... munmap resumed> ) = 0',
  '<... munmap resumed>',
  '<... syscall_0x1ce resumed>) = 0',
  'syscall_0x1ce(0x1000, 4096, 0) = 0',
  'syscall_0x1ce(0x1000, 4096 <unfinished ...>',
  'syscall_0x1ce(0x1000',
  'munmap(0x1000, 4096',
  'munmap(',
  'munmap',
  'munmaps(0x1000',
  'read(3, "a) = b", 5) = 5',
  'write(1, "munmap(0x1000, 4096) = 0\\n", 25) = 25',
  'readv(3',
  'hello munmap(0x1000, 4096) = 0',
  'hello [pid 8] brk(NULL) = 0x1000',
  'hello brk(f(NULL)) = 0x1000',
  'hello brk(NULL) = 0x1000 <unfinished ...>',
  'hello xbrk(NULL) = 0x1000',
  '+++ exited with 0 +++',
  '+++ killed by SIGKILL +++',
  '+++ superseded by execve in pid 7 +++',
  '--- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=12, si_uid=0} ---',
  '--- SIGCHLD {si_signo=SIGCHLD, si_code=0x1, si_pid=12, si_uid=0} ---',
  '--- SIGCHLD {si_signo=SIGCHLD, si_code=6, si_pid=12, si_uid=0} ---',
  '--- SIGCHLD {si_signo=SIGCHLD, si_code=7, si_pid=12, si_uid=0} ---',
  '--- SIGCHLD {si_signo=SIGCHLD, si_code=SI_USER, si_pid=12, si_uid=0} ---',
  '--- SIGSEGV {si_signo=SIGSEGV, si_code=SEGV_MAPERR, si_addr=NULL} ---',
  '--- stopped by SIGSTOP ---',
  'strace: Process 12 attached',
  'strace: Process 12 attached with 3 threads',
  'Process 12 attached',
  'Process 12 detached',
  'strace: Process 12 detached',
  '[ Process PID=12 runs in 32 bit mode. ]',
  ' > /lib/libc.so.6(mmap+0x1) [0x1]',
  '> /lib/libc.so.6(mmap+0x1) [0x1]',
  '>x',
  'exit_group(0) = ?',
  '',
  '   ',
];
const DRESSES = [
  '',
  '[pid 7] ',
  '[pid  4711] ',
  '[pid 7<cat>] ',
  '7 ',
  '7<cat> ',
  '7  ',
  '  ',
  '17:52:32 ',
  '17:52:32.343723 ',
  '1763747552.343723 ',
  '     0.000110 ',
  '12:00:00 (+     0.000110) ',
  '7 17:52:32 ',
  '17:52:32 [pid 7] ',
  '[pid 7] 1763747552.343723 ',
  '[00007fd201640000] ',
  '[????????????????] ',
  '[  11] [00007fd201640000] ',
  '[pid 7] [  11] ',
  '[1234] ',
  '[0007fd2] ',
  'pid 7 ',
  '[pid x] ',
  '12:00 ',
];

test('each kind of line', () => {
  expect(BODIES.map((line) => `${line}: ${told(readStraceLine(line))}`).join('\n')).toMatchSnapshot();
});

test('each kind of line in each dress', () => {
  const bodies = BODIES.filter((_, k) => [0, 6, 9, 17, 25, 29, 32, 39, 42, 45].includes(k));
  expect(
    DRESSES.map((dress) => `${dress}: ${bodies.map((line) => told(readStraceLine(dress + line))).join(' ')}`).join(
      '\n',
    ),
  ).toMatchSnapshot();
});

test.each(Object.entries(LOGS))('a log: %s', (_, lines) => {
  const text = lines.join('\n');
  const { log, faults } = readTrace(rawLines(`"""\n${text}\n"""`, 0, 1), { from: 0, to: 3 });
  const all = `"""\n${text}\n"""`;
  const calls = log.calls.map(
    ({ line, effect, doubt }) =>
      `${line}: ` +
      told({ ...effect, ...('line' in effect ? { line: effect.line.vma.path } : {}), unmodelled: undefined }) +
      (doubt === undefined ? '' : ` ${doubt}`),
  );
  expect(
    [
      ...calls,
      `rest: ${told(log.rest)}`,
      restText(log.rest),
      ...faults.map(({ from, to, message, hint }) => `fault at \`${all.slice(from, to)}\`: ${message}; ${hint}`),
    ].join('\n'),
  ).toMatchSnapshot();
});

test.each(Object.entries(MAPS))('a map: %s', (_, lines) => {
  const text = lines.join('\n');
  // As it stands, so that no shared quoting or indentation is taken off.
  let at = 0;
  const raw = lines.map((line, k) => ({ from: (at += line.length + 1) - line.length - 1, line: k + 1, text: line }));
  const { lines: read, faults } = readMaps(raw, { from: 0, to: 3 });
  const vmas = read.map(
    ({ line, stored, vma, flags, chain, unmodelled }) =>
      `${line}: ${told({ stored, ...vma, flags, chain, unmodelled })}`,
  );
  expect(
    [
      ...vmas,
      ...faults.map(({ from, to, message, hint }) => `fault at \`${text.slice(from, to)}\`: ${message}; ${hint}`),
    ].join('\n'),
  ).toMatchSnapshot();
});

test('each line of smaps, and what is not modelled of it', () => {
  const letters = [
    'rd',
    'wr',
    'ex',
    'sh',
    'mr',
    'mw',
    'me',
    'ms',
    'gd',
    'pf',
    'lo',
    'dc',
    'de',
    'lf',
    'ac',
    'nr',
    'wf',
    'dd',
    'mm',
    'hg',
    'nh',
    'mg',
    'um',
    'uw',
    'sl',
    'io',
    'sr',
    'rr',
    'ht',
    'dp',
    'ss',
    'ui',
    'sf',
    'ar',
    'bt',
    'mt',
    'sd',
    '??',
    'zz',
  ];
  const told1 = letters.map((one) => {
    const facts = readSmapsLine(`VmFlags: ${one} ${one}`, NO_SMAPS);
    return (
      `${one}: ${told(facts)} ${vmFlagsLine(facts?.flags ?? 0)} ` +
      unmodelledFlags((facts?.unmodelled ?? []).map((flag) => ({ flag }))).join()
    );
  });
  const lines = [
    'VmFlags:',
    'VmFlags: ',
    'VmFlags: rdwr',
    'VmFlags: RD',
    'Anonymous: 0 kB',
    'Anonymous: 4 kB',
    'Anonymous: 4',
    'Anonymous:',
    'AnonHugePages: 4 kB',
    'Rss: 4 MB',
    'Rss: -4 kB',
    'Rss: 4 kB ',
  ];
  expect(
    [
      ...told1,
      ...lines.map((line) => `${line}: ${told(readSmapsLine(line, NO_SMAPS))}`),
      vmFlagsLine(-1),
      ...unmodelledFlags([
        { flag: 'ht', vmas: 1 },
        { flag: 'io', vmas: 2 },
        { flag: 'io' },
        { flag: 'sr', vmas: 3 },
        { flag: 'ar', vmas: 1 },
      ]),
    ].join('\n'),
  ).toMatchSnapshot();
});

test('prompts and quoting', () => {
  const prompts = [
    '$',
    '$ x',
    '# ',
    '#x',
    '% x',
    '❯ x',
    '➜ ~ x',
    '(venv) $ x',
    '[u@h ~]$ x',
    '[u@h ~] x',
    'u@h:~/a b$ x',
    'u@h $ x',
    'u.x+y-z@h-1.x# x',
    'sh$ x',
    'bash-5.1$ x',
    'zsh% x',
    'fish$ x',
    'dash# x',
    'xsh$ x',
    'root:/# x',
    '~/src $ x',
    '/ # x',
    '> x',
    'PS C:\\> dir',
    'PS C:\\>',
    'u@h ~> x',
    'u@h ~>x',
    '1000-2000 r--p',
    'a $ b',
    '$x',
    '',
  ];
  const quoted = ['x', '> x', '>x', '  > > x ', '>>x', '> ', ' x'];
  expect(
    [
      ...prompts.map((one) => `${one}: ${told(promptOf(one))}`),
      ...quoted.map((text) => `${text}: ${told(unquoted({ from: 10, line: 1, text }))}`),
    ].join('\n'),
  ).toMatchSnapshot();
});

test('raw text loses its quoting and its indentation, and keeps its places', () => {
  const texts = [
    '"""\na\n"""',
    '"""\n  a\n    b\n"""',
    '"""\n> a\n> b\n"""',
    '"""\n> > a\n>> b\n\n"""',
    '"""\n> a\nb\n"""',
    '"""\n>\n> a\n"""',
    '"""\n>\n>\n"""',
    '"""  \n  a  \n\t\tb\n   \n  """',
    '"""\n"""',
    '"""\n\n"""',
    '"""\n > a\n > b\n"""',
    '"""\n>a\n> b\n"""',
  ];
  expect(texts.map((text) => `${JSON.stringify(text)}: ${told(rawLines(text, 100, 7))}`).join('\n')).toMatchSnapshot();
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is rare, and what is said of it, kept: calls that asked again, states and logs at their edges, blocks on one
// line. `npx vitest run tests/web/scenario/kept-rare -u` writes it anew; look at the difference before it is committed.

import { expect, test } from 'vitest';
import { inOneLine } from '../../../web/base/text';
import type { Machine } from '../../../web/model/machine';
import type { Balance } from '../../../web/model/memory';
import type { SweepReport } from '../../../web/model/sweep';
import type { Cause } from '../../../web/model/trouble';
import { foundText, wrongText } from '../../../web/words/trouble';
import { readScenario } from '../../../web/scenario/check/checker';
import { applied, fixesFor, remarksOn } from '../../../web/scenario/check/quick-fixes';
import { neverRefused, sweepTroubles } from '../../../web/scenario/effects/sweep';
import { ALL_WORDS, EXAMPLES } from '../../../web/scenario/find/words';
import { format } from '../../../web/scenario/language/format';
import { parse } from '../../../web/scenario/language/parser';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { hintOf, freshMachine } from './run';

/** What a run says, one line per step. */
function told(text: string): string[] {
  const read = readScenario(text);
  if (read.kind === 'refused')
    return read.diagnostics.map(({ line, column, message, hint }) => `refused ${line}:${column} ${message} | ${hint}`);
  const items = [...runScenario(read.program, freshMachine(), { limits: { steps: 500, statements: 5000 } })];
  const { stopped, expects } = gatherReport(items, 'test');
  const steps = items.filter((item) => item.kind === 'step');
  return [
    ...steps.flatMap((step, k) => {
      const { report, troubles, gutter } = step;
      // Of a loop, the first step and the last one.
      if (report.line === steps[k - 1]?.report.line && report.line === steps[k + 1]?.report.line) return [];
      return [
        `${report.line} ${report.op} ${report.error ?? 'ok'} ${JSON.stringify(report.result)} | ${inOneLine(gutter)} | ${hintOf(step)}`,
        ...troubles.map((one) => `  wrong: ${foundText(one)}`),
      ];
    }),
    ...expects.failed.map((one) => `fails ${JSON.stringify(one)}`),
    stopped === null ? 'to its end' : `stopped ${stopped.line} ${stopped.message}`,
  ];
}

const FULL = 'repeat 16 as i { store i * 10..+5 = i }\n';
const MAP = 'mmap(0x10000, 16384, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x10000\n';
const log = (...lines: readonly string[]): string => `trace p """\n${lines.join('\n')}\n"""\n`;

const TEXTS: Readonly<Record<string, string>> = {
  'a store that asked again': `tree t rcu\n${FULL}fail request 1\nstore 77 = 1\nexpect error ENOMEM\nfail request 1 times 2\nstore 78 = 1\nexpect error ENOMEM\n`,
  'a store that asked again, by chance': `tree t rcu\n${FULL}fail chance 50% seed 3\nstore 77 = 1\nexpect error ENOMEM\nexpect error EINVAL\nexpect error EEXIST\n`,
  'an insert that asked again': `tree t alloc\n${FULL}fail every 1 times 1\ninsert 77 = 1\nexpect error ENOMEM\n`,
  'a store that was refused nothing':
    'tree t\nfail request 1\nstore 5 = 1\nexpect error ENOMEM\nstore 6 = 1\nexpect ok\n',
  'the states that there is room for': `tree t\nstore 5 = 1\n${Array.from({ length: 66 }, (_, k) => `state s${k}\n`).join('')}walk s63\n`,
  'trees that there is room for': `${Array.from({ length: 40 }, (_, k) => `tree t${k}\n`).join('')}repeat 400 as i { tree u\nuse u }\n`,
  'a state elsewhere': `tree t\ntree u\nuse t\n${FULL}state s in t\nwalk s\nnext s in u\n`,
  'a state that takes no range': `tree t\nrepeat 2 as i {\n  repeat i { state s in t }\n  repeat 1 - i { let s = 5 }\n  insert s = 1\n}\n`,
  'a state that takes no preallocation': `tree t\nfail request 1\nrepeat 1 { state s in t }\nprealloc s = 1\n`,
  'a state that stands backwards': `tree t\n${FULL}state s\nset s 5..9\nprev s\nnext s\nset s 40..44\nnext s\nprev s\nprev s\nstore s = 1\nprepare s = 2\n`,
  'a prepared state that went to another leaf': `tree t\nrepeat 60 as i { store i * 10..+5 = i }\nstate s\nset s 12..13\nwalk s\nprepare s = 1\nset s 412..413\nwalk s\nstore s\n`,
  'a prepared state that went to another leaf by steps': `tree t\nrepeat 60 as i { store i * 10..+5 = i }\nstate s\nset s 12..13\nwalk s\nprepare s = 1\nnext s count 40\nset s 412..413\nstore s\n`,
  'a search that is given its room':
    'tree t alloc\nstore 5..9 = 1\ngap 5 within 3..3\ngap 9 within 3..7\ngap 1 within 5..5\ngap 1 within 5..9\nalloc 1 within 5..5 = 2\ncyclic within 5..5 = 3\ncyclic within 5..9 = 3\n',
  'each over a range': 'tree t\neach 0..99\nstore 5..9 = 1\neach 0..99\neach 10..99\neach 5\n',
  'more ranges than a step visits':
    'tree t\nbulk 70000 { repeat 70000 as i { store i * 3..+2 = i } }\nnext_range 0 count 200000\n',
  'a heap in a log': log(
    'brk(NULL) = 0x40000',
    'brk(0x40010) = 0x40010',
    'brk(0x40020) = 0x40020',
    'brk(0x41000) = 0x41000',
    'brk(0x90000) = 0x41000',
    'brk(0x40800) = 0x40800',
    'brk(NULL) = 0x40800',
    'brk(NULL) = 0x42000',
  ),
  'a heap in a log that begins late': log(
    'brk(0x40010) = 0x40010',
    'brk(0x43000) = 0x43000',
    'brk(NULL) = 0x43000',
    'brk(0x42000) = 0x42000',
  ),
  'sealed memory in a log': log(
    MAP.trim(),
    'mseal(0x11000, 4096, 0) = 0',
    'munmap(0x10000, 16384) = -1 EPERM (Operation not permitted)',
    'munmap(0x12000, 4096) = -1 EPERM (Operation not permitted)',
    'mprotect(0x10000, 16384, PROT_READ) = -1 EPERM (Operation not permitted)',
    'mprotect(0x12000, 4096, PROT_READ) = -1 EPERM (Operation not permitted)',
    'madvise(0x10000, 16384, MADV_DONTNEED) = -1 EPERM (Operation not permitted)',
    'mremap(0x11000, 4096, 8192, MREMAP_MAYMOVE) = -1 EPERM (Operation not permitted)',
    'mmap(0x11000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = -1 EPERM (Operation not permitted)',
  ),
  'locks that failed in a log': log(
    MAP.trim(),
    'mmap(0x14000, 4096, PROT_NONE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x14000',
    'mmap(0x18000, 8192, PROT_READ, MAP_PRIVATE|MAP_FIXED, 3</usr/lib/x>, 0) = 0x18000',
    'mlock(0x10000, 16384) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x14000, 4096) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x18000, 8192) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x10000, 65536) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x10000, 4096) = -1 EAGAIN (Resource temporarily unavailable)',
    'munlock(0x10000, 65536) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x10000, 4096) = -1 EPERM (Operation not permitted)',
    'mlock(0x30000, 4096) = -1 ENOMEM (Cannot allocate memory)',
  ),
  'advice that failed in a log': log(
    MAP.trim(),
    'madvise(0x10000, 65536, MADV_DONTNEED) = -1 ENOMEM (Cannot allocate memory)',
    'madvise(0x30000, 4096, MADV_DONTNEED) = -1 ENOMEM (Cannot allocate memory)',
    'mmap(0x18000, 8192, PROT_READ, MAP_SHARED|MAP_FIXED, 3</usr/lib/x>, 0) = 0x18000',
    'madvise(0x18000, 4096, MADV_WIPEONFORK) = -1 EINVAL (Invalid argument)',
    'madvise(0x10000, 4096, MADV_WIPEONFORK) = -1 EINVAL (Invalid argument)',
    'madvise(0x18000, 4096, MADV_FREE) = -1 EINVAL (Invalid argument)',
    'madvise(0x10000, 4096, MADV_COLD) = -1 EBADF (Bad file descriptor)',
    'madvise(0x10000, 4096) = 0',
    'madvise(0x10000, 4096, 99) = -1 EINVAL (Invalid argument)',
  ),
  'a lock over memory of several kinds that failed in a log': log(
    MAP.trim(),
    'mmap(0x14000, 4096, PROT_NONE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x14000',
    'mlock(0x13000, 8192) = -1 ENOMEM (Cannot allocate memory)',
    'munlock(0x13000, 8192) = -1 ENOMEM (Cannot allocate memory)',
    'mlock(0x12000, 4096) = -1 EAGAIN (Resource temporarily unavailable)',
    'munlock(0x12000, 4096) = -1 EINVAL (Invalid argument)',
    'madvise(0x12000, 4096, MADV_DONTFORK) = -1 EAGAIN (Resource temporarily unavailable)',
    'madvise(0x12000, 65536, MADV_DONTFORK) = -1 ENOMEM (Cannot allocate memory)',
  ),
  'protection that failed in a log': log(
    MAP.trim(),
    'mmap(0x18000, 8192, PROT_READ, MAP_SHARED|MAP_FIXED, 3</usr/lib/x>, 0) = 0x18000',
    'mprotect(0x18000, 8192, PROT_READ|PROT_WRITE) = -1 EACCES (Permission denied)',
    'mprotect(0x12000, 65536, PROT_READ) = -1 ENOMEM (Cannot allocate memory)',
    'mprotect(0x30000, 4096, PROT_READ) = -1 ENOMEM (Cannot allocate memory)',
    'mprotect(0x10000, 4096, PROT_READ) = -1 EINVAL (Invalid argument)',
    'pkey_mprotect(0x10000, 4096, PROT_READ, 1) = 0',
    'pkey_mprotect(0x10000, 4096, PROT_READ, -1) = 0',
  ),
  'a segment in a log': log(
    'shmget(IPC_PRIVATE, 16384, IPC_CREAT|0600) = 7',
    'shmat(7, NULL, 0) = 0x20000',
    'mmap(0x21000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x21000',
    'shmdt(0x20000) = 0',
    'shmdt(0x20000) = 0',
    'shmat(7, NULL, SHM_RDONLY) = 0x30000',
    'munmap(0x30000, 4096) = 0',
    'shmdt(0x30000) = 0',
    'shmat(x, NULL, 0) = 0x50000',
    'shmat(7, NULL, SHM_X) = 0x60000',
    'shmat(9, NULL, 0) = 0x70000',
  ),
  'room above the base':
    'mm p\nlimit as 128T\nmap 64K..0x7fffffffefff - 64K rw\nmap any 4K r\nmap any 8K r\nmap any 64K r\n',
  'memory that the kernel or a device has':
    'maps m """\n10000-12000 rw-p 00000000 00:00 0\n20000-22000 r--p 00000000 00:00 0 [vvar]\n30000-32000 rw-s 00000000 00:06 1 /dev/dri/card0\n"""\nremap 0x20000..+4K size 8K\nremap 0x20000..+8K size 4K to 0x50000\nadvise 0x20000..+4K free\nadvise 0x30000..+4K dontfork\nremap 0x30000..+8K size 16K\nadvise 0x20000..+4K dofork\nprotect 0x20000..+4K rw\nunmap 0x21000..+4K\n',
  'maps over what a process can have':
    'maps m """\n10000-12000 rw-p 00000000 00:00 0\n7ffffffff000-800000001000 rw-p 00000000 00:00 0\n"""\nmap any 4K rw\n',
  'calls at the top':
    'mm p\nmap 0x7fffffffe000..+4K rw\nmap 0x7ffffffff000..+4K rw\nremap 0x7fffffffe000..+4K size 8K\nremap 0x7fffffffe000..+4K size 4K to 0x7ffffffff000\nbrk at 0x7fffffff0000\nbrk +128K\nunmap 0x7fffffffe000..max\nprotect 0x7fffffffe000..max r\n',
  'a damaged tree': `tree t\n${FULL}corrupt t node 0 end = 1\nload 5\nstore 5 = 1\nwalk 5\nexpect valid t\nexpect load(5) = 1\ncorrupt t node 0 slot 1 = 5\ndestroy t\n`,
};

test.each(Object.entries(TEXTS))('%s', (_, text) => {
  expect(told(text).join('\n')).toMatchSnapshot();
});

const ODD_CALLS: readonly string[] = [
  'mremap(0x10000, 4096, 8192, MREMAP_X) = 0x30000',
  'mremap(0x10000, x, 8192, MREMAP_MAYMOVE) = 0x30000',
  'mremap(0x10000, 4096, x, MREMAP_MAYMOVE) = 0x30000',
  'mremap(0x11000, 4096, 8192) = 0x30000',
  'mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, x) = 0x30000',
  'mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE|MREMAP_FIXED) = 0x30000',
  'mmap(0x50000, 4096, PROT_X, MAP_PRIVATE, -1, 0) = 0x50000',
  'mmap(0x50000, 4096, PROT_READ, MAP_X, -1, 0) = 0x50000',
  'mmap(x, 4096, PROT_READ, MAP_PRIVATE, -1, 0) = 0x50000',
  'mmap(0x50000, x, PROT_READ, MAP_PRIVATE, -1, 0) = 0x50000',
  'mmap(0x50000, 4096, PROT_READ, MAP_PRIVATE, x, 0) = 0x50000',
  'mmap(0x50000, 4096, PROT_READ, MAP_PRIVATE, -1, x) = 0x50000',
  'mmap(0x50000, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = x',
  'mmap(0x50000, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS) = 0x50000',
  'mmap() = 0x1000',
  'munmap(x, 4096) = 0',
  'munmap(0x10000, x) = 0',
  'munmap(0x10000) = 0',
  'munmap(0x10001, 4096) = 0',
  'munmap(0x10000, 0) = 0',
  'madvise(0x10000, 4096, MADV_X) = 0',
  'madvise(0x10000, 4096) = 0',
  'madvise(0x10000, 4096, 99) = 0',
  'mprotect(0x10000, 4096, PROT_NONE, 5) = 0',
  'mprotect(0x10000, 4096, x) = 0',
  'mprotect(0x10000, 4096, PROT_READ|PROT_GROWSDOWN) = 0',
  'brk(x) = 0x40000',
  'brk() = 0x40000',
  'brk(NULL) = x',
  'shmat(x, NULL, 0) = 0x50000',
  'shmat(7, NULL, SHM_X) = 0x60000',
  'shmat(7, NULL) = 0x60000',
  'shmdt(x) = 0',
  'shmget(x, 4096, 0600) = 9',
  'mlock(x, 4096) = 0',
  'mlock2(0x10000, 4096, MLOCK_X) = 0',
  'mlock2(0x10000, 4096, MLOCK_ONFAULT) = 0',
  'mlockall(MCL_CURRENT|MCL_FUTURE) = 0',
  'munlockall() = 0',
  'mseal(0x10000, 4096, 1) = 0',
  'remap_file_pages(0x10000, 4096, 0, 0, 0) = 0',
  'process_madvise(3, [{iov_base=0x10000, iov_len=4096}], 1, MADV_COLD, 0) = 4096',
];

test('a log of one call more', () => {
  const lines = ODD_CALLS.flatMap((one) => [one, ...told(log(MAP.trim(), one)).map((line) => `  ${line}`)]);
  expect(lines.join('\n')).toMatchSnapshot();
});

const LOGS: Readonly<Record<string, readonly string[]>> = {
  quoted: ['> brk(NULL) = 0x40000', '> > brk(0x41000) = 0x41000', ' >brk(0x42000) = 0x42000', '> $ ls', '> hello'],
  'with stacks': ['brk(NULL) = 0x40000', ' > /usr/lib/libc.so.6(brk+0xb) [0x10]', '>/usr/lib/x(y) [0x1]', '> [0x7f]'],
  'with calls that are unknown': [
    'brk(NULL) = 0x40000',
    ...['futex', 'write', 'read', 'poll', 'write', 'read', 'close', 'read', 'poll'].map((one) => `${one}(3) = 1`),
    'membarrier(1) = 0',
    'exit_group(0) = ?',
  ],
  'of several processes': [
    '[pid 7] brk(NULL) = 0x40000',
    '[pid 8] read(3) = 0',
    '7 brk(0x41000 <unfinished ...>',
    '8 brk(0x1000 <unfinished ...>',
    '7 <... brk resumed>) = 0x41000',
    '8 <... munmap resumed>) = 0',
    '8 <... brk resumed>, 5) = 0x1000',
    '7 <... mmap resumed>) = 0x1000',
    '7 +++ exited with 0 +++',
  ],
  'with times': [
    '12:00:01 brk(NULL) = 0x40000',
    '12:00:01.123456 brk(0x41000) = 0x41000 <0.000010>',
    '1700000000.000001 brk(0x42000) = 0x42000',
    '     0.000010 brk(0x43000) = 0x43000',
    '7 12:00:01 brk(0x44000) = 0x44000',
    '[pid 7] 12:00:01 brk(0x45000) = 0x45000',
  ],
};

test.each(Object.entries(LOGS))('what a log %s is read as', (_, lines) => {
  const { program, diagnostics } = parse(log(...lines));
  const [read] = program.statements;
  expect(
    JSON.stringify(
      [read?.kind === 'trace' ? read.log : null, diagnostics],
      (_, one: unknown) => (typeof one === 'bigint' ? `0x${one.toString(16)}` : one instanceof Map ? [...one] : one),
      1,
    ),
  ).toMatchSnapshot();
});

const STATEMENTS = [
  'store 5=1',
  'repeat 2 { store 5=1 }',
  'repeat 2 as i { for j in 0..3 { store j=i } }',
  'for i in 0..9 step 3 { store i=1 }',
  'sweep { dup t as u }',
  'sweep page times 2 { fork p as c by dup }',
  'sweep { fork p as c by  bulk }',
  'fork p as c by dup undo range',
  'bulk 3 { store 1=1 }',
  'note "}"',
];
const ONE_LINE: readonly string[] = [
  ...STATEMENTS.flatMap((one) => [
    one,
    `${one} # said`,
    `repeat 2 { ${one} }`,
    `repeat 2 { ${one} } # said`,
    `repeat 2 {\n${one}\n} # said`,
    `repeat 2 { # first\n${one} # second\n\n\n# third\n}`,
    `repeat 2 {\n\n\n${one}\n\n\n${one}\n\n}`,
  ]),
  'repeat 2 { store 1=1\nstore 2=2 }',
  'repeat 2 { }',
  'repeat 2 {\n}',
  'repeat 2 { # nothing\n}',
  '\n\n\nstore 1=1\n\n\n\nstore 2=2\n\n\n',
  '# one\n\n\n# two\nstore 1=1\n# three',
  'maps m """\n1000-2000 rw-p\n"""',
  '  maps m """\n  1000-2000 rw-p\n\n    3000-4000 rw-p\n  """',
  'repeat 2 {\nmaps m """\n1000-2000 rw-p\n"""\n}',
  'repeat 2 {\nmaps m """ # said\n1000-2000 rw-p\n""" # said too\nexit m\n}',
  'store 1=1\r\nstore 2=2\r\n',
  '\tstore 1=1',
];

test('texts in form', () => {
  const lines = ONE_LINE.map((text) => {
    const once = format(text);
    if (once !== null) expect(format(once)).toBe(once);
    return `${JSON.stringify(text)}\n${once ?? '(not read)'}`;
  });
  expect(lines.join('\n')).toMatchSnapshot();
});

const BETTER: readonly string[] = [
  'store 9..5 = 1',
  'for i in 9..5 { store i = 1 }',
  'repeat 2 { load 9..5 }',
  'map 0x1001..+4K rw',
  'map 0x1000..0x1fff + 1 rw',
  'map 0x1000..0x2000 rw',
  'unmap 0xfffffffffffff001..max',
  'mm process\nuse q',
  'use q',
  'use T',
  'STORE 5 = 1',
  'store 5 = 1;',
  'store 5 = 1; # x',
  'store 5 = 1; load 5',
  'store 5 = 1;load 5; load 6',
  'map 0x1000..+4K RW',
  'map 0x1000..+4K wr',
  'map 0x1000..+4K r w',
  'map 0x1000..+4K rw-p',
  'protect 0x1000..+4K xr',
  'tree t\ntree t',
  'dup t as t',
  'let t = 1',
  'fork p as p',
  'fork t as c',
  'exit t',
  'destroy p',
  'repeat 2 { store 5 = 1',
  'repeat 2 {\nstore 5 = 1',
  '}',
  'load 5 5',
  'load',
  'note x',
  'note "x',
  'fail',
  'fail nodes',
  'sweep nodes { load 5 }',
  'expect nods() = 1',
  'expect nodes(p) = vmas(t)',
  'read t at 1',
  'resume q',
  'maps m """\nx',
  'trace',
  'loop 5 { load 1 }',
  'process q',
  'mmap(0x1000, 4096)',
  '/* x */',
  'load 1 // x',
];

test('each fix, applied', () => {
  const above = 'tree t\nstore 1 = 1\nmm p\nmap 0x1000..+4K rw\nuse t\n';
  const lines = BETTER.flatMap((one) =>
    ['', above, above.replace('use t\n', '')].flatMap((before) => {
      const text = `${before}${one}\n`;
      const read = readScenario(text);
      const found =
        read.kind === 'refused'
          ? read.diagnostics.map((fault) => ({ ...fault, fixes: fixesFor(text, fault) }))
          : remarksOn(text);
      return found.flatMap(({ message, fixes }) => [
        `${JSON.stringify(one)}: ${message}`,
        ...fixes.map((fix) => `  ${fix.label}: ${JSON.stringify(applied(text, fix.changes))}`),
      ]);
    }),
  );
  expect([...new Set(lines)].join('\n')).toMatchSnapshot();
});

// Other files hold a test for each of these: without one of them they would hold none, and no test would fail.
test('every word of a query, and every example of one', () => {
  expect(ALL_WORDS.map((one) => JSON.stringify(one)).join('\n')).toMatchSnapshot();
  expect(EXAMPLES.map((one) => JSON.stringify(one)).join('\n')).toMatchSnapshot();
});

const SWEEP = 'mm p\nmap 0x1000..+8K rw\ntouch 0x1000 write\nsweep vma { fork p as c }\n';

/** The report of a sweep on a machine that falsifies the balance of a refused fork. */
function sweptOn(change: (balance: Balance) => Balance): string {
  const read = readScenario(SWEEP);
  if (read.kind === 'refused') return 'refused';
  const machine = freshMachine();
  const lying: Machine = {
    ...machine,
    fork: (parent, how) => {
      const answer = machine.fork(parent, how);
      return answer.child === null ? { ...answer, balance: change(answer.balance) } : answer;
    },
  };
  return [...runScenario(read.program, lying)]
    .flatMap((item) => (item.kind === 'step' ? [item] : []))
    .flatMap(({ sweep, troubles }) => [
      ...(sweep?.runs.map(({ k, outcome, error, wrong }) => `${k} ${outcome} ${error ?? ''} ${wrongText(wrong)}`) ??
        []),
      ...troubles.map((one) => `  ${one.kind}: ${foundText(one)}`),
    ])
    .join('\n');
}

const RULES = [1, 2, 3, 4, 5, 6, 7];

test.each([
  ...RULES.map((rule) => [rule]),
  ...RULES.flatMap((a) => RULES.filter((b) => b > a).map((b) => [a, b])),
  RULES,
])('runs of a sweep whose failed forks break rule %s', (...broken) => {
  const told = sweptOn((balance) => ({
    ...balance,
    rules: balance.rules.map((one) => (broken.includes(one.rule) ? { ...one, held: false } : one)),
  }));
  expect(told).toMatchSnapshot();
});

test('runs of a sweep whose failed forks keep an object', () => {
  const told = RULES.map((_, k) =>
    sweptOn((balance) => ({
      ...balance,
      rows: balance.rows.map((row, at) => (at === k ? { ...row, held: row.held + k + 1 } : row)),
    })),
  );
  expect(told.join('\n---\n')).toMatchSnapshot();
});

test('what is told of runs that went wrong', () => {
  const outcomes = ['completed', 'undone', 'leak', 'broken', 'differs', 'leak', 'undone', 'differs'] as const;
  const report = {
    line: 4,
    site: 'vma',
    times: 1,
    runs: outcomes.map((outcome, at) => ({ k: at + 1, outcome, wrong: null, line: 5, error: null })),
  } as unknown as SweepReport;
  const by = (...lines: readonly number[]): Cause => ({ by: 'corrupt', lines });
  const CAUSES: readonly (readonly [number, Cause][])[] = [
    [],
    [[3, by(1)]],
    [[8, by(2)]],
    [
      [6, by(3)],
      [8, by(2)],
    ],
    [3, 4, 5, 6, 8].map((k) => [k, by(k)]),
  ];
  const lines = CAUSES.flatMap((causes) =>
    [0, 1, 2, 4, 5, 6, undefined].map((most) => JSON.stringify(sweepTroubles(report, new Map(causes), most))),
  );
  lines.push(
    ...(['request', 'node', 'vma', 'mm'] as const).flatMap((site) =>
      [0, 1, 2].map((sure) => `${site} ${sure}: ${neverRefused({ ...report, site }, sure)}`),
    ),
  );
  expect(lines.join('\n')).toMatchSnapshot();
});

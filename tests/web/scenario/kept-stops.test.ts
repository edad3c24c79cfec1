// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where runs end and expectations fail, and with which words, kept: arithmetic at its borders, comparisons, limits,
// names that are there or not only when a text is run, sweeps and what each of their runs is as a text. `npx vitest run
// tests/web/scenario/kept-stops -u` writes it anew; look at the difference before it is committed.

import { expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario, type RunOptions } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { openedRun } from '../../../web/scenario/check/sweep-text';
import { hintsOf, plainItem, sumOf } from './kept-items';
import { freshMachine } from './run';
import { USES } from './uses';

/** What became of a run, in a line or a few. */
function told(text: string, options: RunOptions = { limits: { steps: 400, statements: 4000 } }): string {
  const read = readScenario(text);
  if (read.kind === 'refused')
    return `refused: ${read.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`).join('; ')}`;
  const items = [...runScenario(read.program, freshMachine(), options)];
  const { stopped, expects, unreached } = gatherReport(items, 'test');
  const end = items.at(-1);
  const column = end?.kind === 'end' ? `${end.stopped?.column ?? ''} ${end.stopped?.code ?? ''}`.trim() : '';
  const failed = expects.failed.map(({ line, message }) => `${line}: ${message}`);
  const late = unreached.map(({ line, message }) => `${line} unreached: ${message}`);
  return [
    stopped === null ? 'to its end' : `stopped at ${stopped.line}:${column} ${stopped.message}`,
    ...failed,
    ...late,
    sumOf([items.map(plainItem), hintsOf(items)]),
  ].join(' / ');
}

const EXPRESSIONS = [
  'max + 1',
  'max + 0',
  '0 - 1',
  '5 - 5',
  'max * 2',
  '4G * 4G',
  '5 / 0',
  '5 % 0',
  '7 / 2',
  '7 % 4',
  '1 << 63',
  '1 << 64',
  '2 << 63',
  'max >> 63',
  '1 >> 64',
  '6 & 3',
  '6 | 3',
  '6 ^ 3',
  '2 + 3 * 4',
  '(2 + 3) * 4',
  '1 | 2 & 3 ^ 1 << 1',
  '10 - 3 - 2',
  '64 / 4 / 2',
  'rand(0)',
  'rand(1)',
  'result() + 1',
  'load(9) + 1',
  'load(5) + 1',
  'load(7) + 1',
  'load(3) + 1',
  'load(8) + 1',
  'status(s) + 1',
  'height() + nodes() + leaves() + entries() + live()',
  'reserved() + requests() + requested() + freed()',
  'vmas(p) + pagetables(p) + resident(p)',
  'vmas(maybe)',
  'index(s) + last(s) + offset(s) + end(s) + held(s)',
  '0xffff_ffff_ffff_ffff',
  '16E - 1',
  '15E',
  '1K + 1M + 1G + 1T + 1P',
];
const MADE = 'mm p\ntree t alloc\nstore 5 = 1\nstore 7 = "x"\nstore 3 = zero\nstore 8 = 4G\nstate s\nseed 3\n';

test('arithmetic and functions, each in a number and in a range', () => {
  const lines = EXPRESSIONS.flatMap((one) => [
    `${one}: ${told(`${MADE}let a = ${one}\nnote "x"\nexpect a = 0\n`)}`,
    `  ${told(`${MADE}load ${one}\n`)}`,
  ]);
  expect(lines.join('\n')).toMatchSnapshot();
});

test('comparisons', () => {
  const sides = [
    '1',
    '2',
    'null',
    'zero',
    '"x"',
    '"y"',
    'load(9)',
    'load(5)',
    'load(7)',
    'load(3)',
    'result()',
    'status(s)',
    'max',
  ];
  const lines = ['=', '!=', '<', '<=', '>', '>='].map(
    (operator) =>
      `${operator}: ${sides
        .map((left) =>
          sides
            .map((right) =>
              told(`${MADE}expect ${left} ${operator} ${right}\n`)
                .replace(/ \/ [0-9a-f]{12}$/, '')
                .replace('to its end / ', ''),
            )
            .map((one) => (one === 'to its end' ? '+' : one.startsWith('refused') ? '?' : '-'))
            .join(''),
        )
        .join(' ')}`,
  );
  const messages = [
    '1 = 2',
    '2 < 2',
    '2 <= 1',
    '1 > 1',
    '1 >= 2',
    'null = 1',
    '"x" = "y"',
    'load(7) = 1',
    'load(5) = null',
    'zero = null',
    'load(3) = 1',
    'status(s) = "active"',
    'load(5) < load(7)',
    'height() + 1 = nodes(t)',
    'result() != zero',
  ].map((one) => `${one}: ${told(`${MADE}expect ${one}\n`)}`);
  const others = [
    'expect ok',
    'expect error ENOMEM',
    'expect error EINVAL',
    'expect exists u',
    'tree u\nexpect absent u',
    'tree u\nexpect same t u',
    'tree u\nexpect identical t u',
    'dup t as u\nexpect same t u\nexpect identical t u',
    'dup t as u\nstore 5 = 2 in u\nexpect same t u',
    'dup t as u\nstore 6 = 2 in u\nexpect same u t',
    'tree u\nexpect same t p',
    'mm q\nmap 0x1000 rw\nexpect same p q\nexpect identical p q',
    'mm q\nmap 0x1000 rw\nmap 0x1000 r in p\nexpect same p q',
    'mm q\nmap 0x1000 rw\nmap 0x1000 rw in p\nexpect same p q',
    'mm q\nmap 0x1000 rw file "a"\nmap 0x1000 rw file "b" in p\nexpect same p q',
    'mm q\nmap 0x1000 rw file "a"\nmap 0x1000 rw file "a" at 4K in p\nexpect same p q',
    'mm q\nmap 0x1000 rw\nmap 0x1000..+8K rw in p\nexpect same p q',
    'expect valid',
    'expect valid t',
    'expect valid p',
    'fail request\nstore 20..30 = 1\nexpect error ENOMEM',
    'fail request\ndup t as u\nexpect ok',
    'tree r rcu\nrepeat 16 as i { store i * 2 = i }\nfail request\nstore 3 = 3\nexpect error ENOMEM',
    'store 9..5 = 1\nexpect ok',
    'insert 5 = 1\nexpect error EINVAL',
  ].map((one) => `${one}: ${told(`${MADE}${one}\n`)}`);
  expect(
    [...lines, ...messages, ...others, told('expect ok'), told('expect error ENOMEM')].join('\n'),
  ).toMatchSnapshot();
});

const STOPS: readonly string[] = [
  'store 1..+0 = 1',
  'store max..+2 = 1',
  'store max..+1 = 1',
  'prealloc 9..5 = 1',
  'gap 1 within 9..5',
  'gap 1 within 0x9..5',
  'gap 1 within 0x9..0x5',
  'let a = 9\ngap 1 within a..5',
  'let a = 9\ngap 1 within a..a-1',
  'let a = 9\ngap 1 within a..0x5',
  'for i in 9..5 { load i }',
  'for i in 0..9 step 0 { load i }',
  'for i in 0..9 step 4 { load i }',
  'for i in max - 1..max { load i }',
  'for i in max - 5..max step 3 { load i }',
  'for i in 3..+2 { load i }',
  'for i in shuffle(0..4, 7) { load i }',
  'for i in shuffle(0..16M, 7) { load i }',
  'repeat 0 { load 1 }',
  'repeat max { load 1 }',
  'store 1 = 4G + 1',
  'store 1 = 4G',
  'fail request 0',
  'fail request 1 times 0',
  'fail request 4G',
  'fail request 4G - 1 times 2',
  'fail node 0',
  'fail vma 0',
  'fail vma at vma 0',
  'fail vma at vma 4G',
  'fail every 0',
  'fail every 4G',
  'fail every 1 times 0',
  'fail chance (100 + 1)% seed 1',
  'fail chance 0% seed 1',
  'fail chance 100% seed 1\nstore 20 = 1',
  'sweep times 0 { load 1 }',
  'sweep times 4G { load 1 }',
  'next 5 count 0',
  'next 5 count 1001',
  'next 5 count 1000',
  'corrupt t node 4G end = 1',
  'corrupt t node 0 pivot 4G = 1',
  'corrupt t node 9 end = 1',
  'corrupt t node 0 end = 1\nstore 1 = 1',
  'corrupt t node 0 end = 1\nexpect height() = 1',
  'corrupt t node 0 end = 1\nexpect load(5) = 1',
  'read t at 1 as r',
  'let x = 1\nlet x = x + 1\nexpect x = 1',
  'set s 5\nstore s',
  'set s 5..9\naim s 9..9\nstore s = 1',
  'insert s = 1',
  'prealloc s = 1',
  'state q in p\nset q 5\nstore q = 1',
  'state q in p\nprepare q = 1',
  'aim s 3..3\nset s 4\nprepare s = 1\nrelease s',
  'set s max\nnext s\nnext s',
  'set s 0\nprev s',
  'search s 0 within 0..9',
  'search s 1 within 9..5',
  'next s count 1001',
  'tree u rcu\nrepeat 90 as i { store i * 3 = i }\nstate z\nset z 20..150\nprepare z = 1\nrelease z',
  'tree u rcu\nrepeat 90 as i { store i * 3 = i }\nstate z\nset z 20\nprepare z = 1\nrelease z',
  'unmap 0x1000 in p\ntouch 0x1000 in p',
  'map max rw in p',
  'map any max rw in p',
  'brk -1 in p',
  'brk +max in p',
  'brk at max in p',
  'limit vmas 0 in p\nmap 0x1000 rw in p\nmap 0x3000 rw in p\nmap 0x5000 rw in p',
  'limit stack 0 in p',
  'mm q\nmap 0x1000 rw\nfail vma\nmap 0x3000 rw\nfail off\nexit q\nexit q',
];

test('runs that end early, and runs that nearly do', () => {
  expect(STOPS.map((one) => `${one}: ${told(`${MADE}${one}\nload 5 in t\n`)}`).join('\n')).toMatchSnapshot();
});

test('limits', () => {
  const text =
    'tree t\nrepeat 30 as i { store i * 10 = i }\ndup t as u\nsweep { store 5..95 = 1 }\n' +
    'bulk 40 in u { store 1 = 1 }\n';
  const most: readonly RunOptions[] = [
    { limits: { steps: 1 } },
    { limits: { steps: 31 } },
    { limits: { steps: 32 } },
    { limits: { nodes: 1 } },
    { limits: { nodes: 3 } },
    { limits: { nodes: 6 } },
    { limits: { statements: 10 } },
    { limits: { statements: 62 } },
    { limits: { sweepRuns: 1 } },
    { limits: { nesting: 0 } },
    { limits: { nesting: 1 } },
    { sums: 'all' },
    { sums: 'few' },
    { sums: 'page' },
  ];
  expect(most.map((options) => `${JSON.stringify(options)}: ${told(text, options)}`).join('\n')).toMatchSnapshot();
});

// What exists only when nothing is refused, and what does not exist since something was.
const UNSURE =
  'mm p\ntree t rcu\nrepeat 20 as i { store i * 10 = i }\nfail request 999\ndup t as copy\nfork p as child\n' +
  'read copy at 1 as r\nfail off\nfail request\ndup t as no_copy\nfail mm\nfork p as no_child\nfail off\n' +
  'let x = 1\nuse copy\nstate s\nuse t\n';

test('names that are there, or not, when the text is run', () => {
  const lines = USES.filter((use) => use.includes('@') && !use.startsWith('for') && !use.startsWith('fail')).flatMap(
    (use) =>
      ['copy', 'child', 'no_copy', 'no_child', 'r', 's', 'x'].map(
        (name) =>
          [use.replaceAll('\n', ' '), name, told(`${UNSURE}${use.replaceAll('@', name)}\nload 1 in t\n`)] as const,
      ),
  );
  const shown = lines.filter(([, , what]) => what.startsWith('stopped'));
  const kinds = new Map(
    shown.map(
      ([use, name, what]) =>
        [
          what.replace(/stopped at \S+ /, '').replaceAll(/`[^`]*`|[0-9a-f]{12}/g, '…'),
          `${use} of ${name}: ${what}`,
        ] as const,
    ),
  );
  expect([...[...kinds.values()].sort(), sumOf(lines)].join('\n')).toMatchSnapshot();
});

const SWEEPS: readonly string[] = [
  'tree t\nrepeat 20 as i { store i * 10 = i }\nsweep {\n  dup t as u\n  store 5 = 1 in u\n  expect exists u\n}\nuse u\nexpect absent u\ntree u\nload 1 in u\n',
  'tree t rcu\nsweep { store 5..9 = 1 }\nload 1\n',
  'tree t rcu\nrepeat 2 {\n  sweep node times 2 { store 5..9 = 1 }   # here\n}\n',
  'mm p\nmap 0x1000 rw\ntouch 0x1000 write\nsweep vma {\n  fork p as c\n  use c\n  unmap 0x1000\n}\nexit c\nuse p\n',
  'mm p\nmap 0x1000 rw\nsweep mm {\n  mm q\n  map 0x1000 rw\n  read t at 1 as r\n}\ntree t\n',
  'mm p\nmap 0x1000 rw\nsweep mm { mm q }\nmap 0x3000 rw in q\nexpect vmas(q) = 1\n',
  'tree t rcu\nstore 5 = 1\nstore 7 = 1\nsweep {\n  sink\n}\n',
  'mm p\nmap 0x1000 rw\ntouch 0x1000 write\nsweep page times 3 {\n  fork p as c\n  touch 0x1000 write in c\n  expect same p c\n}\nexpect exists c\n',
  'tree t rcu\nrepeat 20 as i { store i * 10 = i }\nread t at 1 as r\nsweep {\n  store 33..77 = 1\n  erase 5\n  store 9..5 = 1\n  resume r\n}\nrelease r\n',
  'trace p """\nbrk(NULL) = 0x40000\n"""\nsweep mm {\n  trace q """\nmmap(0x10000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x10000\n"""\n  use q\n  maps m """\n1000-2000 r--p\n"""\n  load 1 in m\n}\nexit q\nexit m\n',
];

test.each(SWEEPS.map((text, k) => [k + 1, text] as const))('sweep %s, and each of its runs as a text', (_, text) => {
  const read = readScenario(text);
  const lines = [told(text)];
  if (read.kind === 'program') {
    const { sweeps } = gatherReport([...runScenario(read.program, freshMachine())], 'test');
    for (const sweep of sweeps) {
      for (const { k, failed, outcome, error, line } of sweep.runs) {
        const opened = openedRun(text, sweep, k);
        lines.push(
          `run ${k} ${failed ? 'failed' : 'went through'} ${outcome} ${error ?? ''} ${line}: ` +
            (opened === null ? 'none' : `line ${opened.line}, ${told(opened.text)}\n${opened.text}`),
        );
      }
      lines.push(
        `not there: ${JSON.stringify(openedRun(text, { ...sweep, line: 99 }, 1))} ` +
          `${openedRun(text, sweep, 99)?.line ?? ''}`,
      );
    }
  }
  expect(lines.join('\n')).toMatchSnapshot();
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is taken of rare and of damaged texts, kept: dumps with each word changed, events in each form, maps with each
// line changed, and what each kind of text is seen as. `npx vitest run tests/web/scenario/pasted/kept -u` writes it
// anew; look at the difference before it is committed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMaps } from '../../../../web/scenario/import/maps';
import { inputKind, isMaps, isStrace } from '../../../../web/scenario/pasted/detect';
import { ftraceBlock, readFtrace } from '../../../../web/scenario/pasted/ftrace';
import { logLines, withoutPrefixes } from '../../../../web/scenario/pasted/log-lines';
import {
  callsBetween,
  differenceBlock,
  mappingsOf,
  missedLines,
  splitMaps,
} from '../../../../web/scenario/pasted/maps-difference';
import { dumpBlock, layoutDifferences, readDumps, type Dump } from '../../../../web/scenario/pasted/mt-dump';
import {
  differingTerms,
  isContradicted,
  isOfHistory,
  termKinds,
  type NodeTerm,
} from '../../../../web/scenario/pasted/mt-dump-words';

const dumpFile = (name: string): string =>
  readFileSync(new URL(`../../../core/dumps/${name}.txt`, import.meta.url), 'utf8');

const termText = (term: NodeTerm | undefined): string =>
  term === undefined
    ? 'none'
    : `${term.text}${term.isContradicted === true ? ' (!)' : ''}${term.isOfHistory === true ? ' (history)' : ''}${term.isHashed === true ? ' (hashed)' : ''}`;

/** What a dump says that another one says otherwise, in a line. */
function against(known: Dump, text: string): string {
  const { dumps, left } = readDumps(text);
  const parts = left.map(({ line, message }) => `line ${line} ${message}`);
  if (dumps.length !== 1) parts.push(`${dumps.length} dumps`);
  for (const dump of dumps) {
    if (dump.doubt !== known.doubt) parts.push(dump.doubt);
    if (dump.notTaken.join() !== known.notTaken.join()) parts.push(`not taken: ${dump.notTaken.join(', ')}`);
    if (dump.alloc !== known.alloc || dump.rcu !== known.rcu || dump.height !== known.height)
      parts.push(`alloc ${dump.alloc} rcu ${dump.rcu} height ${dump.height}`);
    const [old, now] = [dumpBlock(known, 't'), dumpBlock(dump, 't')];
    parts.push(
      ...old.filter((one) => !now.includes(one)).map((one) => `less: ${one}`),
      ...now.filter((one) => !old.includes(one)).map((one) => `more: ${one}`),
    );
    for (const { depth, min, left: was, right: is } of layoutDifferences(known.nodes, dump.nodes)) {
      const names = was?.terms === undefined || is?.terms === undefined ? [] : differingTerms(was.terms, is.terms);
      parts.push(
        `${depth}:${min.toString(16)} ` +
          `${was === null ? 'new' : is === null ? 'gone' : was.kind === is.kind ? '' : `${was.kind} → ${is.kind}`}${names.map((name) => `${name}: ${termText(was?.terms?.get(name))} → ${termText(is?.terms?.get(name))}`).join(', ')}`,
      );
    }
  }
  return parts.length === 0 ? 'the same' : parts.join('; ');
}

const spellings = (word: string): string[] => {
  if (word === '(nil)') return ['0x1'];
  if (/^0x[0-9a-f]+$/.test(word))
    return [`${word.slice(0, -1)}${word.endsWith('c') ? '4' : 'c'}`, `0x2${word.slice(3)}`, '(nil)'];
  return /^[0-9A-F]+$/.test(word) ? [`${word}1`, '0', 'g'] : [`${word}x`];
};

test.each(['addresses-hex', 'leaf-decimal', 'single'])('%s, with each word of its lines of nodes changed', (name) => {
  const text = dumpFile(name);
  const [known] = readDumps(text).dumps as [Dump];
  const lines = text.trimEnd().split('\n');
  const found: string[] = [];
  for (const [k, line] of lines.entries()) {
    if (!/node|maple_tree|value|zero/.test(line)) continue;
    const words = line.split(/(?<=[ |():-])(?=\S)|(?=[:)])/);
    // Of the free slots at the end, the first and the last two.
    const asked = words.flatMap((word, n) =>
      /^(?:\(nil\)|0)\s*$/.test(word) && n > 26 && n < words.length - 4 ? [] : [n],
    );
    for (const n of asked) {
      for (const put of spellings((words[n] ?? '').trim())) {
        const edited = lines.with(k, words.with(n, (words[n] ?? '').replace(/\S+/, put)).join(''));
        found.push(`${k + 1}: ${n}: ${(words[n] ?? '').trim()} → ${put}: ${against(known, edited.join('\n'))}`);
      }
    }
    const gone = lines.toSpliced(k, 1).join('\n');
    found.push(
      `${k + 1}: gone: ${against(known, gone)}`,
      `${k + 1}: cut: ${against(known, lines.with(k, line.slice(0, line.length >> 1)).join('\n'))}`,
    );
    const half = line.indexOf(': ') + 1;
    found.push(
      `${k + 1}: split: ${against(known, lines.toSpliced(k, 1, line.slice(0, half), line.slice(half + 1)).join('\n'))}`,
    );
  }
  expect(found.join('\n')).toMatchSnapshot();
});

test('terms of two dumps, one of them hashed', () => {
  const plain = readDumps(dumpFile('addresses-hex')).dumps[0] as Dump;
  const hash = (text: string): string =>
    text
      .replaceAll(/0x1000([0-9a-f]{4})/g, '00000000abc0$1')
      .replaceAll('0x20000000', '00000000abcdef01')
      .replaceAll('0x20000001', '00000000abcdef02');
  const hashed = readDumps(hash(dumpFile('addresses-hex'))).dumps[0] as Dump;
  const lines = plain.nodes.map(({ terms }, k) => {
    const other = hashed.nodes[k]?.terms ?? new Map<string, NodeTerm>();
    const all = [...terms].map(
      ([name, term]) =>
        `${name}: ${termText(term)} | ${termText(other.get(name))} ` +
        (isOfHistory(term, other.get(name)) ? 'of history' : ''),
    );
    return [
      `contradicted ${isContradicted(terms)} ${isContradicted(other)}, differing ${differingTerms(terms, other).join()}`,
      ...[...termKinds(terms, other)].map(([kind, known]) => `${kind} ${known}`),
      ...all,
    ].join('\n');
  });
  expect(lines.join('\n')).toMatchSnapshot();
});

const DUMPS: Readonly<Record<string, string>> = {
  'locks and other bits':
    'maple_tree(0x1) flags 300, height 0 root (nil)\n(empty)\nmaple_tree(0x1) flags 100, height 0\n(empty)\nmaple_tree(0x1) flags 200, height 0\n(empty)\nmaple_tree(0x1) flags F003, height 0 root (nil)\n(empty)\nmaple_tree(0x1) flags 883, height 0\n(empty)\nmaple_tree(0x1) flags 80000000, height 0\n(empty)',
  heights:
    'maple_tree(0x1) flags 8, height 1\n(empty)\nmaple_tree(0x1) flags 4, height 1\n(empty)\nmaple_tree(0x1) flags 4, height 2\n0-18446744073709551615: node 0x100 depth 0 type 1 parent 0x1\nmaple_tree(0x1) flags 0, height 0\n0-18446744073709551615: node 0x100 depth 0 type 1 parent 0x1',
  'without a header':
    '0-ffffffffffffffff: node 0x100 depth 0 type 3 parent 0x1\n0-f: value 1 (0x1) [0x3]\n10-ffffffffffffffff: (nil)',
  values:
    'maple_tree(0x1) flags 0, height 0\n0: value 4294967296 (0x100000000) [0x1]\n1: value 4294967297 (0x100000001) [0x1]\n2: value -1 (0xffffffffffffffff) [0x1]\n3: zero\n4: zero (257)\n5: UNKNOWN ENTRY (0x402)\n6: 0x0\n7: 000000\n8: (null)\n9: ffff888003f1a2c8\n10: (____ptrval____)\n11: value x\n12: 0\n13: 12345',
  ranges:
    'maple_tree(0x1) flags 0, height 0\n5-4: value 1 (0x1) [0x3]\n0-18446744073709551616: value 1 (0x1) [0x3]\n0-18446744073709551615: value 1 (0x1) [0x3]\na-b: value 1 (0x1) [0x3]',
  'hex that only one line tells': '1: value 1 (0x1) [0x3]\na: value 2 (0x2) [0x5]\n10: value 3 (0x3) [0x7]',
  neither: '10-20: value 3 (0x3) [0x7]',
  types:
    'maple_tree(0x1) flags 4, height 1\n0-18446744073709551615: node 0x100 depth 0 type 0 parent 0x1\n0-18446744073709551615: node 0x100 depth 0 type 4 parent 0x1\n0-18446744073709551615: node 0x100 depth 0 type 2 parent 0x1\nnode 0x1 last (5) > max (4) at pivot 3!',
  'lines of others':
    'hello\nmaple_tree(0x1) flags 4, height 1\nhello\n# a comment\n0-18446744073709551615: node 0x100 depth 0 type 1 parent 0x1\n  contents: 0x3 1 |\nhello\n0-1:\nvalue 1 (0x1) [0x3]\n2-3:\nhello\n4-5:\n6-7: value 2 (0x2) [0x5]',
  'words that no kernel tells':
    'maple_tree(0x100) flags 4, height 1 root (____ptrval____)\n0-18446744073709551615: node 0x100 depth 0 type 1 parent (____ptrval____) contents: (____ptrval____) 5 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 (nil) 0 0x1\n0-5: value 1 (0x1) [0x3]\n6-18446744073709551615: (nil)',
  nothing: 'hello\n(empty)',
};

test.each(Object.entries(DUMPS))('a dump: %s', (_, text) => {
  const { dumps, left } = readDumps(text);
  const lines = dumps.flatMap((dump) => [
    `line ${dump.line} missing ${dump.missing} height ${dump.height} doubt ${dump.doubt} not taken ${dump.notTaken.join(', ')} nodes ${dump.nodes.map(({ kind, depth, min, max, lasts }) => `${kind} ${depth} ${min}-${max} (${lasts.join()})`).join()}`,
    ...dump.nodes.flatMap(({ terms }) => [...terms].map(([what, term]) => `${what}: ${termText(term)}`)),
    ...dumpBlock(dump, 't'),
  ]);
  expect(
    [...lines, ...left.map(({ line, text: words, message }) => `${line} ${words}: ${message}`)].join('\n'),
  ).toMatchSnapshot();
});

const EVENT =
  '             cat-1234    [001] .....   100.1: ma_write: mtree_store_range\tNode 00000000a1b2c3d4 (0 ' +
  '18446744073709551615) range:4096-8191 piv (7) val 0x13';
const readEvents = (text: string): string => {
  const read = readFtrace(text);
  return [
    ...ftraceBlock(read, 't'),
    `tasks ${read.tasks.join()}, guessed ${read.guessed}, inner ${[...read.inner].map(([label, count]) => `${label} ${count}`).join()}`,
    ...read.left.map(({ line, message, hint }) => `${line} ${message}; ${hint}`),
  ].join(' / ');
};

test('an event with each of its words in another form', () => {
  const forms: readonly (readonly [string, readonly string[]])[] = [
    [
      'val 0x13',
      [
        '(nil)',
        '(null)',
        '0x0',
        '0',
        '0000',
        '0x1',
        '0x2',
        '0x3',
        '0x406',
        '0x404',
        '0x200000001',
        '0x200000003',
        '0x1ffffffff',
        '0x1000000001',
        '0xffff888003f1a2c8',
        '00000000abcd1234',
        '0x13zz',
        'x0x13',
        'x"y',
        '',
      ].map((one) => `val ${one}`),
    ],
    [
      'range:4096-8191',
      [
        'range:0-0',
        'range: 4095-4095',
        'range:4096-4096',
        'range: 0-18446744073709551615',
        'range:18446744073709551615-18446744073709551615',
        'range:0-18446744073709551616',
        'range: 5 - 9',
        'range:0x5-0x9',
        'range:9-5',
        'range 5-9',
        'range:-',
      ],
    ],
    [
      '(0 18446744073709551615)',
      ['(0-18446744073709551615)', '(0 - 5)', '(0  5)', '(0 18446744073709551616)', '()', '(5)', '(0x0 0x5)'],
    ],
    ['piv (7)', ['piv (18446744073709551616)', 'piv 7', '']],
    ['Node 00000000a1b2c3d4', ['Node: 00000000a1b2c3d4', 'Node (nil)', 'Node:(nil)', 'Node', 'node x', 'NodeX']],
    ['ma_write:', ['maple_tree:ma_write:', 'ma_op:', 'ma_read:', 'ma_writes:', 'xma_write:', 'ma_write']],
    [
      'mtree_store_range',
      [
        'mas_store',
        'mas_store_prealloc',
        'mas_wr_append',
        'mas_wr_node_store',
        'mas_is_span_wr',
        'mtree_load',
        'mt_find',
        'mtree_erase',
        'mas_split',
        'mas_new',
        '',
      ],
    ],
    [
      '             cat-1234    [001] .....   100.1: ',
      [
        '',
        'cat-1234 [001] 1.1: ',
        'Web Content-77 [000] ..... 1.1: ',
        'a-b-12 [0] 1: ',
        'cat-12 (   11) [001] 1: ',
        'cat-12 (-----) [001] 1: ',
        'cat-12  (   11)   [001] 1: ',
        'cat-12 (11)[001] 1: ',
        'cat-12 ( 11 12) [001] 1: ',
        'cat-12 (x) [001] 1: ',
        'cat-12[001] 1: ',
        'cat-12 [] 1: ',
        ' \tcat-12 [001] 1: ',
        'cat  1234  [001]  100.1: ',
        'cat 1234/ [001] 1: ',
        'cat  1234 [001]  100.1: ',
        'cat 1234/1235 [001] 1: ',
        'cat [001] 1: ',
        '1234 [001] 1: ',
        '> cat-9 [1] x: ',
        '> > cat-9 [1] x: ',
        '# ',
        '  # ',
      ],
    ],
  ];
  const lines = forms.flatMap(([word, all]) => all.map((one) => `${one}: ${readEvents(EVENT.replace(word, one))}`));
  expect(
    [
      readEvents(EVENT),
      ...lines,
      readEvents('CPU:2 [LOST 12 EVENTS]\nCPU:2 [lost 1 events]\nLOST EVENTS\n\n# x\nhello'),
    ].join('\n'),
  ).toMatchSnapshot();
});

test('each event behind each call', () => {
  const write = (fn: string, range: string, val: string): string =>
    `t-1 [0] 1: ma_write: ${fn} Node 0 (0 99) range:${range} piv (0) val ${val}`;
  const op = (fn: string, range: string): string => `t-1 [0] 1: ma_op: ${fn} Node: 0 (0 99) range: ${range}`;
  const calls = [
    write('mtree_store_range', '5-9', '0x3'),
    write('mas_store', '5-9', '(nil)'),
    write('mas_store_prealloc', '5-9', '0x3'),
    write('mas_store_prealloc', '5-9', '(nil)'),
    op('mtree_erase', '7-7'),
    't-1 [0] 1: ma_read: mtree_load Node: 0 (0 9) range: 7-7',
    write('mas_wr_bnode', '5-9', '0x3'),
    write('mas_is_span_wr', '5-9', '0x3'),
    '',
  ];
  const inner = ['mas_wr_node_store', 'mas_wr_slot_store', 'mas_wr_append', 'mas_wr_bnode', 'mas_is_span_wr'].flatMap(
    (fn) => [
      write(fn, '5-9', '0x3'),
      write(fn, '5-9', '(nil)'),
      write(fn, '4-10', '(nil)'),
      write(fn, '6-9', '(nil)'),
      write(fn, '5-8', '(nil)'),
      write(fn, '6-9', '0x3'),
      write(fn, '5-10', '0x3'),
    ],
  );
  const ops = ['mas_wr_spanning_store', 'mas_split', 'mas_rebalance'].flatMap((fn) => [op(fn, '5-9'), op(fn, '4-10')]);
  const lines = calls.map((call) =>
    [...inner, ...ops]
      .map((event) => readEvents([call, event, event].join('\n')).replace('tree t alloc rcu / ', ''))
      .join('\n'),
  );
  expect(lines.map((one, k) => `behind ${calls[k] ?? ''}\n${one}`).join('\n')).toMatchSnapshot();
});

const KINDS: readonly string[] = [
  'Maplescope mismatch report 1',
  '> Maplescope scenario 12  ',
  'Maplescope scenario',
  'x Maplescope scenario 1',
  EVENT,
  'ma_op: x Nodes',
  'ma_op x Node',
  'maple_tree(0x1) flags B, height 2',
  'maple_tree(0x1) flags B height 2',
  '0-5: node 0x1 depth 0 type 1 parent 0x2',
  '0-5: node 0x1 depth x type 1 parent 0x2',
  '00400000-00401000 r--p 00000000 00:00 0',
  '00400000-00401000 r--p 00000000 00:00 0\n00402000-00403000 rw-p 0',
  '00400000-00401000 r--p 0\nhello\n00402000-00403000 rw-p 0',
  '00400000-00401000 r--p 0\nhello\n00402000-00403000 rw-p 0\nhello\nhello',
  '00400000-00401000 r--p 0\nSize: 4 kB',
  '00400000-00401000 r--p 0\nSize: 4 kB\nhello\nhello',
  '> 00400000-00401000 r--p 0\n> Size: 4 kB',
  'Size: 4 kB\nRss: 4 kB',
  '00400-00401 r--p\n00402-00403 r--p',
  '0040-0041 r--p 0\n0042-0043 r--p 0',
  '00400000-00401000 r--p 0\n\n00402000-00403000 -w-s 0\n\n',
  'brk(NULL) = 0x1000',
  'brk(NULL) = 0x1000\nbrk(NULL)   = 0x1000',
  'brk(NULL) = 0x1000\nmunmap(0x1000, 4 <unfinished ...>',
  'brk(NULL) = 0x1000\nbrk(NULL)\nbrk(NULL)= 0',
  'sbrk(NULL) = 0x1000\nxbrk(NULL) = 0x1000',
  '7 brk(NULL) = 1\n<... brk resumed>) = 1',
  `brk(NULL) = 1\nbrk(NULL) = 1\n${'read(3) = 1\n'.repeat(5)}`,
  `brk(NULL) = 1\nbrk(NULL) = 1\n${'read(3) = 1\n'.repeat(6)}`,
  `${'brk(NULL) = 1\n'.repeat(10)}${'read(3) = 1\n'.repeat(80)}`,
  `${'brk(NULL) = 1\n'.repeat(9)}${'read(3) = 1\n'.repeat(80)}`,
  'execve("/a", ["a"], 1) = 0\n00400000-00401000 r--p 0 x',
  'execveat(3, "a", ["a"], 1) = 0\n> 00400000-00401000 r--p 0 x',
  'execve("/a", ["a"], 1) = -1\n00400000-00401000 r--p 0 x',
  'hello',
  '',
];

test('what each kind of text is seen as', () => {
  expect(
    KINDS.map((text) => `${JSON.stringify(text)}: ${inputKind(text)} ${isMaps(text)} ${isStrace(text)}`).join('\n'),
  ).toMatchSnapshot();
});

test('what stands before a line of a log', () => {
  const lines = [
    'x',
    '> x',
    '>x',
    '  > x',
    ' > > x',
    '<6>x',
    '<1234>x',
    '6,1234,42123456,-;x',
    '6,1234;x',
    'Nov 21 07:50:49 host kernel: x',
    'Nov  1 07:50:49 host kernel:x',
    'Nov 21 07:50:49 host x',
    '2026-11-21T07:50:49.123456+01:00 host kernel: x',
    '2026-11-21 07:50:49 host kernel: x',
    'kernel: x',
    'kern  :info  : x',
    'kern:info: x',
    '[   42.123456] x',
    '[42.1]x',
    '[42] x',
    '[Sat Nov 21 07:50:49 2026] x',
    '[  T101] x',
    '[C1]x',
    '[X1] x',
    '[   42.1][  T101]   x',
    '<6>[   42.123456] > x',
    ' x ',
    'x > y',
  ];
  const inside = lines.map((line) => `y ${line}`);
  expect(
    [
      ...[...lines, ...inside].map((line) => `${line}: ${withoutPrefixes(line)}|`),
      JSON.stringify(logLines('a\r\n\r\n > b\rc\n> \n  d  ')),
    ].join('\n'),
  ).toMatchSnapshot();
});

const MAP = [
  '555555554000-555555558000 r-xp 00000000 08:01 1234 /usr/bin/tool',
  '555555558000-55555555a000 rw-p 00004000 08:01 1234 /usr/bin/tool',
  '55555555a000-55555557b000 rw-p 00000000 00:00 0 [heap]',
  '7ffff7d00000-7ffff7d20000 r--p 00000000 08:01 99 /usr/lib/libc.so.6',
  '7ffff7d20000-7ffff7e80000 rw-p 00020000 08:01 99 /usr/lib/libc.so.6',
  '7ffff7f00000-7ffff7f40000 rw-p 00000000 00:00 0',
  '7ffff7f40000-7ffff7f50000 rw-p 00000000 00:00 0 [anon:arena]',
  '7ffff7f60000-7ffff7f70000 rw-s 00000000 00:00 0 /dev/zero (deleted)',
  '7ffff7f80000-7ffff7f90000 rw-s 00000000 00:00 0 [anon_shmem:a]',
  '7ffff7fc0000-7ffff7fc4000 r--p 00000000 00:00 0 [vvar]',
  '7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]',
];
const lineOf = (fields: readonly string[]): string => fields.join(' ');
/** Ways to change a line of a map. */
const EDITS: Readonly<Record<string, (fields: readonly string[]) => readonly string[]>> = {
  gone: () => [],
  'read only': ([range = '', , ...rest]) => [lineOf([range, 'r--p', ...rest])],
  'no access': ([range = '', , ...rest]) => [lineOf([range, '---p', ...rest])],
  shared: ([range = '', perms = '', ...rest]) => [lineOf([range, `${perms.slice(0, 3)}s`, ...rest])],
  'of another offset': ([range = '', perms = '', , ...rest]) => [lineOf([range, perms, '00008000', ...rest])],
  'without a name': ([range = '', perms = '']) => [lineOf([range, perms, '00000000 00:00 0'])],
  'of another name': ([range = '', perms = '', offset = '']) => [lineOf([range, perms, offset, '00:00 0 /x'])],
  'with a name': ([range = '', perms = '', offset = '']) => [lineOf([range, perms, offset, '00:00 0 [anon:x]'])],
  'one page less': ([range = '', ...rest]) => [
    lineOf([range.replace(/-(.*)$/, (_, end: string) => `-${(BigInt(`0x${end}`) - 0x1000n).toString(16)}`), ...rest]),
  ],
  'one page more': ([range = '', ...rest]) => [
    lineOf([range.replace(/-(.*)$/, (_, end: string) => `-${(BigInt(`0x${end}`) + 0x1000n).toString(16)}`), ...rest]),
  ],
  'a page from below': ([range = '', ...rest]) => [
    lineOf([range.replace(/^[^-]*/, (first) => (BigInt(`0x${first}`) - 0x1000n).toString(16)), ...rest]),
  ],
  'a page in the middle apart': ([range = '', perms = '', offset = '', ...rest]) => {
    const [first = 0n, end = 0n] = range.split('-').map((one) => BigInt(`0x${one}`));
    const place = (at: bigint): string =>
      rest.at(-1)?.startsWith('/') === true
        ? (BigInt(`0x${offset}`) + at - first).toString(16).padStart(8, '0')
        : offset;
    const part = (from: bigint, to: bigint, letters: string): string =>
      lineOf([`${from.toString(16)}-${to.toString(16)}`, letters, place(from), ...rest]);
    return [
      part(first, first + 0x1000n, perms),
      part(first + 0x1000n, first + 0x2000n, 'r-xp'),
      part(first + 0x2000n, end, perms),
    ];
  },
};

test.each(Object.entries(EDITS))('a map of which each line in turn is %s', (_, edit) => {
  const found: string[] = [];
  for (const [k, text] of MAP.entries()) {
    const after = MAP.toSpliced(k, 1, ...edit(text.split(' ')));
    if (
      readMaps(
        after.map((one, n) => ({ from: 0, line: n + 1, text: one })),
        { from: 0, to: 0 },
      ).faults.length > 0
    )
      continue;
    const [old, now] = [mappingsOf(MAP), mappingsOf(after)];
    found.push(
      `${text.replace(/^\S+ /, '')}\n  there: ${callsBetween(old, now).join(' / ')}\n  back: ${callsBetween(now, old).join(' / ')}\n  untouched: ${missedLines(
        now,
        old.map(({ vma }) => vma),
      )
        .map(({ wanted, why }) => `${wanted.first.toString(16)} ${why}`)
        .join(' / ')}`,
    );
    const split = splitMaps([...MAP, '$ cat', ...after].join('\n'));
    if (split === null || split[0].length !== MAP.length)
      found.push(`  split: ${split === null ? 'none' : split[0].length}`);
  }
  expect(found.join('\n')).toMatchSnapshot();
});

test('two maps in one text, or not', () => {
  const [a = '', b = '', c = ''] = MAP;
  const texts = [
    [a, b, a, b],
    [a, b, '$ x', a, b],
    [a, b, 'x', a, b],
    [a, a, b],
    [a, b, a],
    [a, a],
    [a, b, c, a, b, a, b],
    [b, c, a, '1000-2000 r--p'],
    [a, b, '10000-20000 r--p 0', '30000-40000 r--p 0'],
    [`> ${a}`, `> ${b}`, `> ${a}`, `> ${c}`],
    [],
  ];
  expect(
    [
      ...texts.map(
        (lines) => `${lines.length}: ${JSON.stringify(splitMaps(lines.join('\n'))?.map((one) => one.length) ?? null)}`,
      ),
      ...differenceBlock([a], ['unmap 0x1000'], 'p'),
    ].join('\n'),
  ).toMatchSnapshot();
});

const part = (first: number, end: number, perms: string, offset = 0, path = ''): string =>
  (
    `${(0x10000 + first * 4096).toString(16)}-${(0x10000 + end * 4096).toString(16)} ${perms} ` +
    `${(offset * 4096).toString(16).padStart(8, '0')} 00:00 0 ${path}`
  ).trimEnd();
/** Two maps, and what they are about. */
const PAIRS: Readonly<Record<string, readonly [before: readonly string[], after: readonly string[]]>> = {
  'parts of a file that go on': [[], [part(0, 2, 'r--p', 0, '/a'), part(2, 4, 'r--p', 2, '/a')]],
  'parts of a file that do not go on': [[], [part(0, 2, 'r--p', 0, '/a'), part(2, 4, 'r--p', 3, '/a')]],
  'parts of two files': [[], [part(0, 2, 'r--p', 0, '/a'), part(2, 4, 'r--p', 2, '/b')]],
  'one of two parts': [[part(0, 2, 'r--p'), part(2, 4, 'r--p')], [part(0, 4, 'r--p')]],
  'two parts of one': [[part(0, 4, 'r--p')], [part(0, 2, 'r--p'), part(2, 4, 'r--p')]],
  'one over a hole': [[part(0, 2, 'r--p'), part(3, 4, 'r--p')], [part(0, 4, 'r--p')]],
  'a hole in one': [[part(0, 4, 'r--p')], [part(0, 1, 'r--p'), part(3, 4, 'r--p')]],
  'two unmapped, with a hole between': [
    [part(0, 1, 'r--p'), part(2, 3, 'rw-p'), part(5, 6, 'r--p')],
    [part(5, 6, 'r--p')],
  ],
  'two protected alike, one otherwise': [
    [part(0, 1, 'r--p'), part(1, 2, 'rw-p'), part(2, 3, 'r-xp')],
    [part(0, 1, 'rwxp'), part(1, 2, 'rwxp'), part(2, 3, '---p')],
  ],
  'a file that was writable, in part': [
    [part(0, 1, 'rw-p', 0, '/a'), part(1, 2, 'r--p', 1, '/a')],
    [part(0, 2, 'r--p', 0, '/a')],
  ],
  'a file that was writable': [[part(0, 2, 'rw-p', 0, '/a')], [part(0, 2, 'r--p', 0, '/a')]],
  'a heap that begins, ends, moves': [[part(0, 2, 'rw-p', 0, '[heap]')], [part(1, 3, 'rw-p', 0, '[heap]')]],
  'a heap that is new': [[], [part(0, 2, 'rw-p', 0, '[heap]')]],
  'a heap in two parts': [
    [part(0, 2, 'rw-p', 0, '[heap]')],
    [part(0, 1, 'r--p', 0, '[heap]'), part(1, 3, 'rw-p', 0, '[heap]')],
  ],
  'a heap that grows into what was there': [
    [part(0, 2, 'rw-p', 0, '[heap]'), part(3, 4, 'r--p')],
    [part(0, 4, 'rw-p', 0, '[heap]')],
  ],
  'a heap that grows up to what was there, or nearly': [
    [part(0, 2, 'rw-p', 0, '[heap]'), part(4, 5, 'r--p')],
    [part(0, 3, 'rw-p', 0, '[heap]'), part(4, 5, 'r--p')],
  ],
  'a heap that grows up to what was there': [
    [part(0, 2, 'rw-p', 0, '[heap]'), part(3, 4, 'r--p')],
    [part(0, 3, 'rw-p', 0, '[heap]'), part(3, 4, 'r--p')],
  ],
  'a stack that grows, shrinks': [[part(4, 6, 'rw-p', 0, '[stack]')], [part(2, 6, 'rw-p', 0, '[stack]')]],
  'a stack over what was there': [
    [part(2, 3, 'r--p'), part(4, 6, 'rw-p', 0, '[stack]')],
    [part(2, 6, 'rw-p', 0, '[stack]')],
  ],
  'a stack that ends elsewhere': [[part(4, 6, 'rw-p', 0, '[stack]')], [part(2, 7, 'rw-p', 0, '[stack]')]],
};

test.each(Object.entries(PAIRS))('two maps: %s', (_, [before, after]) => {
  const ways = (
    [
      [before, after],
      [after, before],
    ] as const
  ).map(([from, to]) => {
    const [old, now] = [mappingsOf(from), mappingsOf(to)];
    return `${callsBetween(old, now).join(' / ')}; untouched: ${missedLines(
      now,
      old.map(({ vma }) => vma),
    )
      .map(({ wanted, why }) => `${wanted.first.toString(16)} ${why}`)
      .join(' / ')}`;
  });
  expect(ways.join('\n')).toMatchSnapshot();
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of names in each role, of lines that break off or hold another language’s words, and at each place of a
// text that is being written, kept. Each kind of message is written out once; the rest is a sum. `npx vitest run
// tests/web/scenario/kept-language -u` writes it anew; look at the difference before it is committed.

import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../web/model/diagnostic';
import { readScenario } from '../../../web/scenario/check/checker';
import { policiesOf } from '../../../web/scenario/check/release-text';
import { applied, fixesFor, remarksOn } from '../../../web/scenario/check/quick-fixes';
import { complete } from '../../../web/scenario/language/complete';
import { format } from '../../../web/scenario/language/format';
import { foldedPart, highlightedParser, indentDepth } from '../../../web/scenario/language/highlight';
import { hoverAt } from '../../../web/scenario/language/hover-docs';
import { madeAt, namesAbove } from '../../../web/scenario/language/names-in-scope';
import { parse } from '../../../web/scenario/language/parser';
import { sumOf } from './kept-items';
import { USES } from './uses';

const diagnosticsOf = (text: string): readonly Diagnostic[] => {
  const read = readScenario(text);
  return read.kind === 'refused' ? read.diagnostics : [];
};
/** `3:5 message | hint {mistake}` for each. */
const toldOf = (text: string): string[] =>
  diagnosticsOf(text).map(
    ({ line, column, from, to, message, hint, mistake }) =>
      `${line}:${column} ${to - from} ${message} | ${hint} ${JSON.stringify(mistake)}`,
  );

/**
 * A tree, an address space, a reader, a state, a variable; what is gone, what may not exist; names like those; and
 * none.
 */
const NAMES: readonly string[] = ['t', 'p', 'r', 's', 'x', 'gone', 'maybe', 'tt', 'NULL', 'heigth', 'never'];
const MADE = 'tree gone\ndestroy gone\nmm p\ntree t rcu\nread t at 1 as r\nstate s\nlet x = 1\n';
/** What may stand around such a statement. */
const AROUND: Readonly<Record<string, (statement: string) => string>> = {
  'in a tree': (one) => `${MADE}fail request\ndup t as maybe\nfail off\n${one}\n`,
  'in an address space': (one) => `${MADE}use p\n${one}\n`,
  'without a current tree': (one) => `${MADE}destroy t\n${one}\n`,
  'where all may fail': (one) => `${MADE}fail request\n${one}\nuse t\nload 1\n`,
  'in a damaged tree': (one) => `${MADE}corrupt t node 0 end = 1\n${one}\n`,
  'in a loop': (one) => `${MADE}repeat 2 {\n${one}\n}\nload 1 in t\nload 1 in p\n`,
  'in a loop that may not turn': (one) => `${MADE}repeat x - 1 {\n${one}\n}\nload 1\nuse z\n`,
  'in a sweep': (one) => `${MADE}sweep {\n${one}\n}\nuse z\n`,
  'above all': (one) => `${one}\n${MADE}`,
};

const kindOf = (message: string): string => message.replaceAll(/`[^`]*`|\d+/g, '…');

test.each(Object.entries(AROUND))('names in each role %s', (_, around) => {
  const kinds = new Map<string, string>();
  const sums = USES.map((use) => {
    const told = (use.includes('@') ? NAMES : ['']).map((name) => toldOf(around(use.replaceAll('@', name))));
    for (const one of told.flat())
      if (!kinds.has(kindOf(one.replace(/^\S+ \S+ /, ''))))
        kinds.set(kindOf(one.replace(/^\S+ \S+ /, '')), `${use}: ${one}`);
    return `${use.replaceAll('\n', ' ')}: ${told.flat().length} ${sumOf(told)}`;
  });
  expect([...[...kinds.values()].sort(), ...sums].join('\n')).toMatchSnapshot();
});

const WRONG: readonly string[] = [
  ...[
    'free',
    'find_free',
    'delete',
    'del',
    'remove',
    'rm',
    'set',
    'put',
    'add',
    'lookup',
    'look',
    'get',
    'print',
    'show',
    'display',
    'dump',
    'copy',
    'clone',
    'Store',
    'STORE',
    'stor',
    'stroe',
    'xyzzy',
    'in',
    'rw',
    '5',
    '"x"',
    '(',
    '=',
    'store5',
    'loop',
  ].map((word) => `${word} 5 = 1`),
  '// a comment',
  'store 5 = 1 // a comment',
  'store 5 = 1;',
  'store 5 = 1; store 6 = 2',
  'store 5 = 1 ; # x',
  ';',
  "store 5 = 'x'",
  'store 5 = ‘x’',
  'store 5 "x"',
  'store 5..9 "x y" in t',
  'store 5 == 1',
  'store 5 := 1',
  'store 5: 1',
  'store 5:9 = 1',
  'store 5,9 = 1',
  'store 5, 9 = 1',
  'store 1,000 = 1',
  'store 1,000,000 = 1',
  'store 5,900 = 1',
  'store 900,500 = 1',
  'store 5-9 = 1',
  'store 9-5 = 1',
  'store 9..5 = 1',
  'store -5 = 1',
  'load -5',
  'expect load(5) == 1',
  'load(5) == 1',
  'load(5) = 1',
  'entries() == 3',
  'height(t) = ',
  'result() == null',
  'store(5, 1)',
  '  store(5, 1)',
  'xstore(5, 1)',
  'store(5, 9, 1)',
  'insert ( 5 , 9 , "x" );',
  'prealloc(5,1) # x',
  'store(5)',
  'erase(5)',
  'erase 5..9',
  'erase 5..+4 in t',
  'erase 5..',
  'fork p q',
  'dup t u',
  'fork p',
  'fork p as',
  'dup t in u',
  'fail malloc',
  'fail kmalloc 3',
  'fail mmap',
  'fail pte 2',
  'fail anon_vma',
  'fail foo',
  'fail',
  'fail 3',
  'for (i = 0; i < 10; i++) { store i = 1 }',
  'for (int i = 0; i <= 10; i++) { store i = 1 }',
  'for i = 0; i < n; i++ {\nstore i = 1\n}',
  'for (i = 0; i < 0; i++) {\n}',
  'for (let k=3;k<=m;k+=1){ load k }',
  'for (;;) { load 1 }',
  'for i in range(10) { load i }',
  'for i = 0..9 { load i }',
  'for i of 0..9 { load i }',
  'while 1 { load 1 }',
  'if x { load 1 }',
  'repeat 3',
  'repeat 3 {',
  'repeat 3 { store 1 = 1',
  'repeat 3 { repeat 2 { store 1 = 1',
  'repeat 3 { store 1 = 1 } }',
  'repeat 3 {\nstore 1 = 1 }',
  'repeat 3 {\nstore 1 = 1\n} }',
  '}',
  '  }',
  '} x',
  'repeat 3\n{\nstore 1 = 1\n}',
  'repeat 3 { store 1 = 1 }\n}',
  'repeat 3 {\nstore 1 = 1\n} in t',
  'bulk 3 {\nstore 1 = 1\n} in t',
  'bulk 3 {\nstore 1 = 1\n} in',
  'sweep',
  'sweep vma',
  'sweep {',
  'sweep }',
  'repeat { load 1 }',
  'repeat 3 as { load 1 }',
  'for i in 0..9 store i = 1',
  'note "x',
  'note x',
  'note "a" "b"',
  'store 5 = "x',
  'note "\\q"',
  'maps p """\n1000-2000 r--p',
  'maps p',
  'maps p "x"',
  'maps p """ x\n"""',
  'maps """\n"""',
  '1000-2000 r--p 00000000 00:00 0',
  'brk(NULL) = 0x1000',
  '1000-2000 r--p\n3000-4000 r--p\n\nload 1',
  'munmap(0x1000, 4096) = 0\nmunmap(0x1000, 4096) = 0\nload',
  'map 0x1000 r-x',
  'map 0x1000 rwxp',
  'map 0x1000 -',
  'map 0x1000 wr',
  'map 0x1000 rw-p',
  'map 0x1000 xr',
  'map 0x1000 ---',
  'map 0x1000 RW',
  'protect 0x1000 r-',
  'protect 0x1000 x-w',
  'map 0x1000 rww',
  'map 0x1001 rw',
  'map 4097..8192 rw',
  'unmap 5000',
  'protect 1 r',
  'advise 4096..4097 lock',
  'remap 0x1800 size 4K',
  'touch 5',
  'map 0xfffffffffffff001 rw',
  'tree',
  'tree 5',
  'tree t alloc alloc',
  'tree t gaps',
  'tree tree',
  'mm',
  'mm max',
  'use',
  'let',
  'let x',
  'let x =',
  'let x = 5 5',
  'let 5 = x',
  'let in = 3',
  'let null = 3',
  'let x = 1 +',
  'let x = (1',
  'let x = 1)',
  'let x = 5K5',
  'let x = 0x',
  'let x = 0xg',
  'let x = 99999999999999999999',
  'let x = 16E',
  'let x = 1__0',
  'let x = 1k',
  'let x = 5 % ',
  'let x = 1 << 2 >> 3',
  'let x = !1',
  'let x = load(',
  'let x = height(t',
  'let x = f()',
  'let x = heigth()',
  'store',
  'store 5',
  'store 5 =',
  'store 5..',
  'store 5..+',
  'store 5..9',
  'store = 1',
  'store 5 = 1 1',
  'store 5 = 1 in',
  'store 5 = 1 in 5',
  'store 5 = 1 to t',
  'store 5 = nul',
  'store 5 = NULL',
  'store 5 = Null',
  'store 5 = zer',
  'store 5 . 9 = 1',
  'store 5...9 = 1',
  'store 5.9 = 1',
  'insert',
  'insert 5 =',
  'erase',
  'load',
  'load 5 6',
  'gap',
  'gap 5',
  'gap 5 in 0..9',
  'gap 5 within',
  'gap 5 within 0..9 from',
  'gap 5 within 0..9 from bottom',
  'alloc 5 within 0..9',
  'alloc 5 within 0..9 =',
  'alloc',
  'cyclic',
  'cyclic within',
  'cyclic within 0..9 =',
  'walk',
  'next',
  'next 5 count',
  'next 5 until',
  'next 5 until 3 count 2',
  'prev',
  'find',
  'dup',
  'dup t',
  'dup t as',
  'dup as u',
  'fork as q',
  'fork p as q by',
  'fork p as q by foo',
  'fork p as q undo',
  'fork p as q undo all',
  'fork p as q ceiling',
  'destroy',
  'exit',
  'read',
  'read t',
  'read t at',
  'read t at 5',
  'read t at 5 as',
  'resume',
  'release',
  'state',
  'set s',
  'aim',
  'prepare s',
  'prepare s =',
  'search s',
  'search s 5',
  'search s 5 within',
  'corrupt',
  'corrupt t',
  'corrupt t node',
  'corrupt t node 0',
  'corrupt t node 0 pivot',
  'corrupt t node 0 pivot 1',
  'corrupt t node 0 foo = 1',
  'map',
  'map any',
  'map any 4K',
  'map 0x1000',
  'map 0x1000 rw file',
  'map 0x1000 rw file x',
  'map 0x1000 rw file "x" at',
  'unmap',
  'protect',
  'protect 0x1000',
  'brk',
  'brk 5',
  'brk at',
  'brk +',
  'touch',
  'touch 0x1000 exec',
  'advise',
  'advise 0x1000',
  'advise 0x1000 foo',
  'advise 0x1000 policy on',
  'remap',
  'remap 0x1000 size',
  'remap 0x1000 to',
  'lockall',
  'lockall foo',
  'limit',
  'limit foo',
  'limit vmas',
  'limit as -1',
  'fail request 0',
  'fail request times',
  'fail at vma 1',
  'fail vma at',
  'fail vma at vma',
  'fail every',
  'fail chance',
  'fail chance 5',
  'fail chance 5%',
  'fail chance 5% seed',
  'seed',
  'expect',
  'expect 1',
  'expect 1 =',
  'expect 1 == 1',
  'expect error',
  'expect error ENOMEN',
  'expect error enomem',
  'expect exists',
  'expect same t',
  'expect ok ok',
  'expect 1 => 2',
  'expect not ok',
  'expect valid valid',
  'note',
  'pause pause',
  'for',
  'for i',
  'for i in',
  'for i in 0..9',
  'for i in 0..9 step',
  'for i in 0..9 step { load i }',
  'for i in shuffle 0..9 { load i }',
  'for i in shuffle(0..9) { load i }',
  'repeat',
  'bulk',
  'bulk 3',
  'bulk { store 1 = 1 }',
  'ask "x" = 1',
  'ask',
];
const ABOVE = 'tree t alloc\nmm p\nuse t\nlet x = 1\nstate s\n';

const oneLine = (text: string): string => text.trimEnd().replaceAll('\n', '⏎');

test('what is wrong with a line, and what puts it right', () => {
  const told = WRONG.map((wrong) => {
    const text = `${ABOVE}${wrong}\n`;
    const found = diagnosticsOf(text);
    const all =
      found.length === 0
        ? remarksOn(text).map(({ message, fixes }) => ({ message, fixes }))
        : found.map((one) => ({ message: `${one.message} | ${one.hint}`, fixes: fixesFor(text, one) }));
    const [first] = all;
    const mended = all.flatMap(({ fixes }) =>
      fixes.map(({ label, changes }) => `${label} → ${applied(text, changes)}`),
    );
    const shown =
      first === undefined
        ? 'right'
        : [
            first.message,
            ...first.fixes.map(({ label, changes }) => `${label} → ${applied(text, changes).replace(ABOVE, '')}`),
          ].join(' | ');
    return `${oneLine(wrong)}\n    ${oneLine(shown)} ${sumOf([all, mended])}`;
  });
  expect(told.join('\n')).toMatchSnapshot();
});

test.each(['', `${ABOVE}repeat 2 {\n`])('what is wrong with a line below %j', (above) => {
  const told = WRONG.map((wrong) => toldOf(`${above}${wrong}\n${above.endsWith('{\n') ? '}\n' : ''}`));
  expect(
    [
      `${told.flat().length} faults, ${sumOf(told)}`,
      ...new Set(told.flat().map((one) => kindOf(one.replace(/^\S+ \S+ /, '').replace(/ \| .*/s, '')))),
    ].join('\n'),
  ).toMatchSnapshot();
});

const WRITTEN: Readonly<Record<string, string>> = {
  'names that come and go':
    '# tree no\ntree t alloc\nmaps p """\ntree raw\n1000-2000 r--p\n"""\nlet a = 1 # let c = 2\nrepeat 3 as i {\n  let b = a + i\n  for k in 0..i { store k = b }\n  dup t as u\n  destroy u\n}\nfork p as q by stores undo marker\nread t at a as r\nstate s in t\nnote "let d = 1 # x"\nrelease r\nexit q\ntree t2 rcu\nuse t2\nstore a..b = 1 in t\nload \n',
  blocks:
    'tree t\nbulk 5 {\n  repeat 5 as i {\n    store i*3 = i\n  }\n}\nsweep times 2 {\n  dup t as u\n}\nfor j in shuffle(0..5, 2) {\nload j\n  }\n}\nload j\n',
  'an address space':
    'mm p\nmap 0x1000..+8K rw file "/a b" at 4K\ntouch 0x1000 write\nadvise 0x1000 lock onfault in p\nfail vma at vma 2 3 times 4\nfail mm 3\nsweep mm times 2 { load 1 }\nfail chance 5% seed 3\nexpect vmas() >= 1\nexpect error ENOMEM\nlimit vmas off\nbrk +4K\nfork p as c\ntrace p """\nbrk(NULL) = 0x1000\n',
  'a broken text':
    'tree t\nstore 1 = = 2\nrepeat 3 as i { store i\n  load i\ndup t as\nread t at 1 as r\nresume r count \nexpect load(1, \nnext 1 count 2 until \nwalk i\n',
};

test.each(Object.entries(WRITTEN))(
  'what can be written, and what is said of it, at each place of a text: %s',
  (_, text) => {
    const at = text.split('\n').flatMap((line, k, all) => {
      const from = all.slice(0, k).join('\n').length + (k === 0 ? 0 : 1);
      const words = [...line.matchAll(/\S+/g)].flatMap(({ index, 0: { length } }) => [
        from + index,
        from + index + 1,
        from + index + length,
      ]);
      return [...new Set([from, ...words, from + line.length])].map((place) => ({
        place,
        line: k + 1,
        column: place - from,
      }));
    });
    const told = at.map(({ place, line, column }) => {
      const done = complete(text, place);
      const doc = hoverAt(text, place);
      const own = /\w+$/.exec(text.slice(0, place))?.[0] ?? '';
      return `${line}:${column} ${done === null ? 'none' : `${place - done.from} ${done.options.length} ${sumOf(done)}`} ${namesAbove(
        text,
        place,
      )
        .map(({ name, kind }) => `${name}:${kind}`)
        .join()} ${doc === null ? '' : sumOf(doc)} ${sumOf(madeAt(text, place, own))}`;
    });
    const lines = text
      .split('\n')
      .map((_line, k, all) => indentDepth(text, all.slice(0, k).join('\n').length + (k === 0 ? 0 : 1)));
    const folded: string[] = [];
    parse(text).tree.iterate({
      enter: (node) => {
        const part = foldedPart(node, (offset) => text.indexOf('\n', offset));
        if (part !== null) folded.push(`${node.name} ${part.from}-${part.to}`);
      },
    });
    expect(
      [
        ...told,
        `indented ${lines.join()}`,
        `folded ${folded.join()}`,
        format(text),
        JSON.stringify(policiesOf(text)),
      ].join('\n'),
    ).toMatchSnapshot();
  },
);

const HIGHLIGHTER = tagHighlighter([
  { tag: tags.special(tags.keyword), class: 'later' },
  { tag: tags.controlKeyword, class: 'control' },
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.modifier, class: 'modifier' },
  { tag: tags.atom, class: 'atom' },
  { tag: tags.number, class: 'number' },
  { tag: tags.special(tags.string), class: 'raw' },
  { tag: tags.string, class: 'string' },
  { tag: tags.lineComment, class: 'comment' },
  { tag: tags.definition(tags.local(tags.variableName)), class: 'binds' },
  { tag: tags.local(tags.variableName), class: 'variable' },
  { tag: tags.definition(tags.variableName), class: 'makes' },
  { tag: tags.function(tags.variableName), class: 'function' },
  { tag: tags.constant(tags.variableName), class: 'constant' },
  { tag: tags.variableName, class: 'name' },
  { tag: tags.compareOperator, class: 'compare' },
  { tag: tags.arithmeticOperator, class: 'arithmetic' },
  { tag: tags.operator, class: 'operator' },
  { tag: tags.paren, class: 'paren' },
  { tag: tags.brace, class: 'brace' },
  { tag: tags.separator, class: 'separator' },
]);

test('the colour of each word', () => {
  const text = [
    ...new Set([
      ...USES.map((use) => use.replaceAll('@', 'zz')),
      ...Object.values(WRITTEN).flatMap((one) => one.split('\n')),
    ]),
  ]
    .map((one) => (one.includes('"""') && !one.includes('\n') ? '' : one))
    .join('\n');
  const classes = new Map<string, Set<string>>();
  highlightTree(highlightedParser.parse(text), HIGHLIGHTER, (from, to, name) => {
    const words = classes.get(name) ?? new Set();
    classes.set(name, words.add(text.slice(from, to)));
  });
  expect(
    [...classes]
      .map(([name, words]) => `${name}: ${[...words].sort().join(' ')}`)
      .sort()
      .join('\n'),
  ).toMatchSnapshot();
});

// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { parse } from '../../../web/scenario/language/parser';
import { print } from '../../../web/scenario/language/printer';
import { placesOf } from './run';

/** Place, message and hint of each mistake. */
function mistakes(text: string): string[] {
  return parse(text).diagnostics.map(({ line, column, message, hint }) => `${line}:${column} ${message} | ${hint}`);
}

describe('a text that is right', () => {
  test('becomes statements with their lines', () => {
    const { program, diagnostics } = parse('# a comment\ntree t alloc rcu\n\n  store 1..+5 = "x" in t # why\n');
    expect(diagnostics).toEqual([]);
    expect(program.statements.map(({ kind, line, column }) => [kind, line, column])).toEqual([
      ['tree', 2, 1],
      ['store', 4, 3],
    ]);
  });

  test('may lack its last newline, and may have the line ends of any system', () => {
    expect(parse('tree t\r\nstore 1 = 2\r\nmaps b """\r\n1000-2000 r--p\r\n"""').diagnostics).toEqual([]);
    expect(parse('').program.statements).toEqual([]);
  });

  test('binds operators as C does', () => {
    const again = (text: string): string =>
      print(parse(`let x = ${text}`).program)
        .slice('let x = '.length)
        .trim();
    expect(again('1 + (2 * 3)')).toBe('1 + 2 * 3');
    expect(again('(1 + 2) * 3')).toBe('(1 + 2) * 3');
    expect(again('1 - (2 - 3)')).toBe('1 - (2 - 3)');
    expect(again('(1 - 2) - 3')).toBe('1 - 2 - 3');
    expect(again('1 | (2 ^ (3 & (4 << (5 + 6))))')).toBe('1 | 2 ^ 3 & 4 << 5 + 6');
    expect(again('(1 | 2) & 3')).toBe('(1 | 2) & 3');
  });

  test('numbers its labels by their first place as a stored value', () => {
    const text =
      'tree t\nexpect load(1) = "never"\nrepeat 0 { store 1 = "b" }\nstore 1 = "a"\nbulk 2 { store 3 = "c" }\n' +
      'insert 2 = "b"\n';
    expect(parse(text).program.labels).toEqual(['b', 'a', 'c']);
  });

  test('may give names to trees that only one statement knows as words', () => {
    const names = [
      'parent',
      'node',
      'request',
      'stores',
      'range',
      'marker',
      'page',
      'vma',
      'end',
      'pivot',
      'slot',
      'live',
      'nodes',
      'rand',
      'r',
      'rw',
    ];
    for (const name of names) expect(placesOf(parse(`tree ${name}\nuse ${name}\nlet x = 1`).diagnostics)).toEqual([]);
  });

  test('takes raw text as it is, without indentation and mail quoting', () => {
    const { program } = parse(
      'maps b """\n> >   1000-2000 r--p 0 00:00 0 /a # no comment "\n> >     3000-4000 rw-p\n>\n"""\npause',
    );
    const [maps, pause] = program.statements;
    expect(maps?.kind === 'maps' && maps.text.map((line) => [line.line, line.text])).toEqual([
      [2, '1000-2000 r--p 0 00:00 0 /a # no comment "'],
      [3, '  3000-4000 rw-p'],
      [4, ''],
    ]);
    expect(pause?.line).toBe(6);
  });
});

describe('a mistake is reported at its place, with the text found and the words possible there', () => {
  test.each([
    ['frok a as b', '1:1 `frok` does not begin a statement | did you mean `fork`?'],
    ['free t', '1:1 `free` does not begin a statement | `destroy NAME` frees a tree, `erase A` removes an entry'],
    ['set 1 = 2', '1:1 `set` gives a range to a state and stores nothing | `store A = X` stores an entry'],
    ['find_free 3', '1:1 `find_free` does not begin a statement | `gap SIZE within R` looks for free indexes'],
    ['delete 3', '1:1 `delete` does not begin a statement | `erase A` removes an entry'],
    ['alloc_cyclic 5', '1:1 `alloc_cyclic` does not begin a statement | did you mean `cyclic`?'],
    ['mtree_store_range 1', '1:1 `mtree_store_range` does not begin a statement | did you mean `store`?'],
    ['assert 1 = 1', '1:1 `assert` does not begin a statement | `expect A = B` checks a value'],
    ['load(5) == 1', '1:1 `expect` says what must hold | it is written `expect load(5) = 1`'],
    ['store 1..3 "x"', '1:12 `=` stands between the range and its value | it is written `store 1..3 = "x"`'],
    ['entries() = 3', '1:1 `expect` says what must hold | it is written `expect entries() = 3`'],
    ['  height(t)==2', '1:3 `expect` says what must hold | it is written `expect height(t) = 2`'],
    ['fail chance 5', '1:14 the line ends too early | expected `%`'],
    ['store 5', '1:8 the line ends too early | expected `=`, `..`, `..+` or an operator'],
    ['store 5   # so\n', '1:8 the line ends too early | expected `=`, `..`, `..+` or an operator'],
    ['store 5 = ', '1:10 what should be stored? | such as `1` or `"heap"`'],
    ['store 1.. = 5', '1:11 where does the range end? | its last index belongs to it, such as `10..19`'],
    ['store = 4', '1:7 which index or range? | such as `5` or `10..19`'],
    ['store', '1:6 which index or range? | such as `5` or `10..19`'],
    ['store 1 == 5', '1:10 found `=` here | expected an expression, a string, `null` or `zero`'],
    ['for i in 0..5 { store i = }', '1:27 what should be stored? | such as `1` or `"heap"`'],
    ['for i in', '1:9 over which range? | such as `0..9`'],
    ['repeat {\n  pause\n}', '1:8 how many times? | such as `10`'],
    ['alloc 4 within', '1:15 within which range? | such as `0..999`'],
    ['erase  # which', '1:6 which index? | such as `5`'],
    ['tree', '1:5 what should it be called? | a name, such as `t`'],
    ['dup a as', '1:9 what should the copy be called? | a name, such as `u`'],
    ['expect load(5) =', '1:17 what is it compared with? | such as `1`, `"heap"` or `null`'],
    ['load 5 in', '1:10 the line ends too early | expected a name'],
    ['store 1,000 = 5', '1:7 numbers have no commas | it is written `1_000`'],
    ['store 1,234,567..max = 5', '1:7 numbers have no commas | it is written `1_234_567`'],
    ['let x = 0x1,000', '1:9 numbers have no commas | it is written `0x1_000`'],
    ['store 5,100 = 1', '1:7 numbers have no commas | it is written `5_100`; the range from 5 to 100 is `5..100`'],
    ['store 5,10 = 1', '1:8 found `,` here | expected `=`, `..`, `..+` or an operator'],
    [
      'for i in 0..5 { store i = i',
      '1:15 the block that `{` opens here is not closed | `}` closes it, at the end of this line or on a line of its own',
    ],
    [
      'repeat 2 { repeat 2 { note "{}"  # }',
      '1:21 the block that `{` opens here is not closed | `}` closes it, at the end of this line or on a line of its own',
    ],
    ['store 5 = 6 7', '1:13 found `7` here | expected `in`, an operator or the end of the line'],
    ['gap 3 witin 4..5', '1:7 found `witin` here | did you mean `within`? · expected `within` or an operator'],
    ['dup a b', '1:1 `as` stands before the name of the copy | it is written `dup a as b`'],
    ['let max = 3', '1:5 `max` is a word of the language and cannot be a name | choose another name'],
    ['tree walk', '1:6 `walk` is a word of the language and cannot be a name | choose another name'],
    [
      'fail foo 3',
      '1:6 found `foo` here | expected `anon`, `chance`, `commit`, `every`, `hook`, `mm`, `node`, `off`, `page`, `policy`, `request`, `signal`, `uffd` or `vma`',
    ],
    ['fork a as b by foo', '1:16 found `foo` here | expected `bulk`, `dup` or `stores`'],
    ['expect load(3 = 4', '1:15 found `=` here | expected `)`, `,` or an operator'],
    ['store é = 4', '1:7 found `é` here | expected an expression'],
    ['store 4k = 1', '1:7 `4k` is not a number | did you mean `4K`?'],
    [
      'store 0x = 1',
      '1:7 `0x` is not a number | hex is 0x and the digits 0-9 a-f, with _ between digits and no suffix',
    ],
    ['store 12ab = 1', '1:7 `12ab` is not a number | in hex it is `0x12ab`'],
    [
      'store 1__0 = 1',
      '1:7 `1__0` is not a number | digits with _ between them and one of the suffixes K M G T P E, or 0x and hex digits',
    ],
    ['store 18446744073709551616 = 1', '1:7 `18446744073709551616` is more than 2^64−1 | the largest number is max'],
    ['note "abc', '1:6 this string has no end | a string ends with `"` on the same line'],
    ['note "a\\qb"', '1:8 `\\q` means nothing in a string | the escapes of a string are \\", \\\\ and \\n'],
    ['maps a """\n 5555-666', '1:8 this raw text has no end | a line that is only `"""` ends it'],
    ['repeat 3 {\nstore 1 = 1', '1:10 this block is never closed | `}` stands on a line of its own'],
    ['}', '1:1 `}` closes nothing | no block is open here'],
    ['map 0x1000 rw-p', '1:14 found `-` here | permissions are written without `-` and without `p` for private: `rw`'],
    ['protect 4K r--', '1:13 found `-` here | permissions are written without `-` and without `p` for private: `r`'],
    [
      'advise 4K dontfrok',
      '1:11 found `dontfrok` here | did you mean `dontfork`? · expected `dodump`, `dofork`, `dontdump`, `dontfork`, `dontneed`, `free`, `hugepage`, `keeponfork`, `lock`, `mergeable`, `nohugepage`, `policy`, `seal`, `uffd`, `unmergeable`, `wipeonfork`, `..`, `..+` or an operator',
    ],
    ['// so', '1:1 a comment begins with `#` | here it begins with `//`'],
    ["store 1 = 'hello'", '1:11 labels are in double quotes | it is written `"hello"`'],
    ['tree t;', '1:7 a statement does not end with `;` | it ends with its line; each line has one statement'],
    ['store -1 = 2', '1:7 numbers begin at 0 | they go up to `max`, which is 2^64−1'],
    ['store 1 = -1', '1:11 numbers begin at 0 | they go up to `max`, which is 2^64−1'],
    [
      'for i = 0; i < 10; i++ { store i = i }',
      '1:1 a `for` goes over a range that includes both ends | it is written `for i in 0..9 { … }`',
    ],
    [
      'for (let k = 3; k <= n; k++) { pause }',
      '1:1 a `for` goes over a range that includes both ends | it is written `for k in 3..n { … }`',
    ],
    ['store(1, 5, "a")', '1:1 `store` is a statement, not a function | it is written `store 1..5 = "a"`'],
    ['insert(7, 2);', '1:1 `insert` is a statement, not a function | it is written `insert 7 = 2`'],
    ['repeat 1 {\n} x', '2:3 found `x` after `}` | `}` stands alone on its line'],
    [
      'repeat 2 {\n store 1 = 1 }',
      '2:14 `}` closes a block that was opened on another line | `}` stands on a line of its own',
    ],
  ])('%s', (text, told) => expect(mistakes(text)).toEqual([told]));

  test('a string without an end is reported beside the mistakes before it', () => {
    expect(mistakes('store 5 := "x')).toEqual([
      '1:9 found `:` here | expected `=`, `..`, `..+` or an operator',
      '1:12 this string has no end | a string ends with `"` on the same line',
    ]);
  });

  test('a comment of another language does not hide the block that is opened before it', () => {
    expect(placesOf(parse('repeat 2 { // twice\n  pause\n}').diagnostics)).toEqual(['1:12 a comment begins with `#`']);
  });

  test('one mistake brings no others', () => {
    expect(
      placesOf(parse('tree t\nrepeat 3\n  store 1 = 1\n}\nstore 2 = 2\nstroe 4 = 4\nstore 5 = 5').diagnostics),
    ).toEqual(['2:9 the line ends too early', '6:1 `stroe` does not begin a statement']);
  });

  test('a block that is left open on one line is reported once, whatever closes further down', () => {
    const told = ['2:17 the block that `{` opens here is not closed'];
    expect(placesOf(parse('tree t\nfor i in 0..5  { store i = i\n  store 7 = 1\n}').diagnostics)).toEqual([
      '2:16 the block that `{` opens here is not closed',
    ]);
    expect(placesOf(parse('repeat 3 {\n  for i in 0..5 { store i = i\n}').diagnostics)).toEqual(told);
    expect(placesOf(parse('repeat 3 {\n  for i in 0..5 { store i = i\n    pause\n  }\n}').diagnostics)).toEqual(told);
  });

  test('a statement that holds an error is not among those that could be read', () => {
    const { program } = parse('tree t\nstore 1 = \nrepeat 2 {\n  erase\n  store 3 = 4\n}\n');
    expect(program.statements.map((one) => one.kind)).toEqual(['tree', 'repeat']);
    const loop = program.statements[1];
    expect(loop?.kind === 'repeat' && loop.body.map((one) => one.kind)).toEqual(['store']);
  });
});

describe('maps lines', () => {
  test.each([
    ['1000-2000 r--p\n1800-3000 r--p', '3:1 0x1800 is not a multiple of the page size, 4096'],
    ['2000-1000 r--p', '2:1 the VMA begins at 0x2000 and ends at 0x1000'],
    ['1000-1000 r--p', '2:1 the VMA begins at 0x1000 and ends at 0x1000'],
    ['3000-4000 r--p\n1000-2000 r--p', '3:1 this VMA begins at 0x1000, below the one before it at 0x3000'],
    [
      '  1000-3000 r--p\n    2000-4000 r--p',
      '3:5 this VMA begins at 0x2000, inside the one before it, which ends at 0x3000',
    ],
    ['1000-2000 rwx', '2:11 `rwx` is not permissions'],
    ['hello', '2:1 `hello` is not START-END in hex'],
    ['1000-10000000000000000 r--p', '2:6 `10000000000000000` is not a 64-bit address'],
    ['Size:   4 kB', '2:1 no line of the map stands above this line of smaps'],
    ['1000-2000 r--p 0 00:00 0\nSize:   many kB', '3:1 this line of smaps cannot be read'],
    ['1000-2000 r--p 0 00:00 0\nVmFlags: rd wrong', '3:1 this line of smaps cannot be read'],
    ['1000-2000 r--p\n$ cat /proc/2/maps\n3000-4000 r--p', '4:1 a second map begins behind a shell prompt'],
    [
      '1000-7ffffffff000 ---p 00000000 00:00 0 [rollup]\nRss: 4 kB',
      '2:1 this is /proc/PID/smaps_rollup, the sum of all VMAs',
    ],
    ['', '1:8 this text has no VMA'],
  ])('%s', (lines, told) => expect(placesOf(parse(`maps b """\n${lines}\n"""`).diagnostics)).toEqual([told]));

  test('keep permissions, offset and path, spaces included, and drop device and inode', () => {
    const { program } = parse(
      'maps b """\n1000-2000 rw-s 00003000 fd:01 77    /tmp/a b (deleted)\n2000-3000 r-xp 0000a000 /bin/c\n' +
        'ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0   [vsyscall]\n"""',
    );
    const [maps] = program.statements;
    expect(maps?.kind === 'maps' && maps.lines).toEqual([
      {
        line: 2,
        stored: true,
        vma: { number: 1, first: 0x1000n, last: 0x1fffn, perms: 'rw-s', offset: 0x3000n, path: '/tmp/a b (deleted)' },
        flags: 0x0b,
        chain: 0,
      },
      {
        line: 3,
        stored: true,
        vma: { number: 2, first: 0x2000n, last: 0x2fffn, perms: 'r-xp', offset: 0xa000n, path: '/bin/c' },
        flags: 0x05,
        chain: 0,
      },
      {
        line: 4,
        stored: false,
        vma: {
          number: 0,
          first: 0xffff_ffff_ff60_0000n,
          last: 0xffff_ffff_ff60_0fffn,
          perms: '--xp',
          offset: 0n,
          path: '[vsyscall]',
        },
        flags: 0x04,
        chain: 0,
      },
    ]);
  });
});

describe('size and depth', () => {
  const parsed = (text: string): number => parse(text).diagnostics.length;

  test('whatever is nested, however deep, is answered', () => {
    const deep = 20_000;
    for (const text of [
      '('.repeat(deep),
      `${'('.repeat(deep)}1${')'.repeat(deep)}`,
      `${'1+'.repeat(deep)}1`,
      `${'1*(2+'.repeat(deep)}1`,
    ]) {
      expect(placesOf(parse(`let x = ${text}`).diagnostics)[0]).toMatch('the expression is nested more than 500 deep');
    }
    expect(placesOf(parse(`${'repeat 1 {\n'.repeat(deep)}${'}\n'.repeat(deep)}`).diagnostics)[0]).toMatch(
      'blocks are nested more than 500 deep',
    );
    expect(parsed(`${'repeat 1 {\n'.repeat(400)}${'}\n'.repeat(400)}`)).toBe(0);
    expect(parsed(`let x = ${'('.repeat(400)}1${')'.repeat(400)}`)).toBe(0);
  });

  test('a long text has at most a hundred mistakes reported', () => {
    expect(parsed('frok\n'.repeat(5000))).toBe(100);
  });

  test('5,000 statements and 2,000 maps lines are read whole', () => {
    const statements = Array.from({ length: 5000 }, (_, k) => `store ${k * 7}..${k * 7 + 3} = ${k} in t\n`).join('');
    const vmas = Array.from(
      { length: 2000 },
      (_, k) =>
        `${(0x5555_0000_0000 + k * 0x3000).toString(16)}-${(0x5555_0000_2000 + k * 0x3000).toString(16)} r--p ` +
        '00000000 fd:01 123 /usr/lib/libc.so.6\n',
    ).join('');
    expect(parsed(statements)).toBe(0);
    expect(parsed(`maps b """\n${vmas}"""\n`)).toBe(0);
  });
});

describe('blocks inside blocks', () => {
  const nested = (depth: number): string => `tree t\n${'repeat 1 { '.repeat(depth)}store 1 = 1${' }'.repeat(depth)}\n`;

  test('are read 500 deep', () => {
    expect(parse(nested(500)).diagnostics).toEqual([]);
  });

  test.each([501, 700, 1000, 90_000])(
    'are refused %i deep, with one message, before anything descends into them',
    (depth) => {
      expect(parse(nested(depth)).diagnostics).toEqual([
        { from: 5516, to: 5517, line: 2, column: 5510, message: 'blocks are nested more than 500 deep', hint: '' },
      ]);
    },
  );

  test('count no brace of a comment, a string or raw text', () => {
    const braces = '{ '.repeat(2000);
    expect(parse(`tree t # ${braces}\nnote "${braces}"\nstore 1 = "a ${braces} \\" ${braces}"\n`).diagnostics).toEqual(
      [],
    );
    expect(
      parse(`trace t """\nmmap(${braces}) = 0\n"""\nstore 1 = 1 in t\n`).diagnostics.map(({ message }) => message),
    ).not.toContain('blocks are nested more than 500 deep');
  });
});

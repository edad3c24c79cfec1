// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { refusals } from './run';

const MM = 'maps b """\n1000-2000 rw-p\n"""\n';

function hints(text: string): string[] {
  const read = readScenario(text);
  return read.kind === 'refused' ? read.diagnostics.map((one) => one.hint) : [];
}

describe('names', () => {
  test.each([
    ['tree t\ntree t', '2:6 `t` is used already'],
    ['tree t\nlet t = 1', '2:5 `t` is a tree here'],
    ['let t = 1\ntree t', '2:6 `t` is a variable here'],
    ['tree t\nrepeat 2 as t { store 1 = 1 }', '2:13 `t` is a tree here'],
    ['tree t\nuse u', '2:5 no tree or address space is called `u`'],
    ['tree t\nstore 1 = x', '2:11 no variable is called `x`'],
    ['tree t\nlet y = t + 1', '2:9 `t` is a tree, not a number'],
    ['let x = 1\nuse x', '2:5 `x` is a variable, not a tree'],
    ['repeat 2 { let j = 1 }\nlet k = j', '2:9 no variable is called `j`'],
    ['store 1 = 1', '1:1 there is no current tree here'],
    ['tree t\ndestroy t\nstore 1 = 1', '3:1 there is no current tree here'],
    ['tree t\ndestroy t\nstore 1 = 1\ntree u', '3:1 there is no current tree here'],
    ['store 1 = 1\nmm p', '1:1 there is no current tree here'],
    ['repeat 2 { tree t }\nstore 1 = 1\ntree u', '1:17 `t` is used already'],
    ['tree t\ndestroy t\nload 1 in t', '3:11 `t` does not exist here'],
    ['tree t\nrepeat 3 { tree u }', '2:17 `u` is used already'],
    ['tree t\nrepeat 3 { destroy t }', '2:20 `t` does not exist here'],
    [`${MM}fork b as c\nfork b as c`, '5:11 `c` is used already'],
    ['expect absent foo', '1:15 no tree or address space is called `foo`'],
    ['tree t rcu\nread t at 1 as r\nread t at 2 as r', '3:16 `r` is used already'],
    ['tree t rcu\nread t at 1 as r\nstore r = 1', '3:7 `r` is a reader, not a number'],
    ['tree t rcu\nread t at 1 as r\nuse r', '3:5 `r` is a reader, not a tree'],
    ['let r = 1\nrelease r', '2:9 `r` is a variable, not a reader'],
    ['tree t\nresume t', '2:8 `t` is a tree, not a reader'],
    ['tree t\nrelease r', '2:9 no reader is called `r`'],
    ['tree t\nnext 5 count n', '2:14 no variable is called `n`'],
    ['tree t\nfind 5 until n', '2:14 no variable is called `n`'],
    ['tree t\ncorrupt t node 0 pivot k = 1', '2:24 no variable is called `k`'],
    ['walk 5', '1:1 there is no current tree here'],
    ['next_range 5', '1:1 there is no current tree here'],
    ['tree t\nexpect load(1, u) = 2', '2:16 no tree or address space is called `u`'],
  ])('%s', (text, told) => expect(refusals(text)).toEqual([told]));

  test('are free again after destroy and exit, and may be free after a fork that may fail', () => {
    expect(refusals('tree t\ndestroy t\ntree t\nstore 1 = 1')).toEqual([]);
    expect(refusals(`${MM}exit b\ntree b\nstore 1 = 1`)).toEqual([]);
    expect(refusals(`${MM}fail request 1\nfork b as c\nfork b as c\nload 1 in c`)).toEqual([]);
    expect(refusals('tree t\nrepeat 3 {\n tree u\n destroy u\n}\ntree u')).toEqual([]);
  });

  test('of readers are free again after release, and may be free after a read that may fail', () => {
    expect(refusals('tree t rcu\nread t at 1 as r\nrelease r\nread t at 1 as r\nrelease r\nlet r = 1')).toEqual([]);
    expect(refusals('tree t\nread t at 1 as r\nread t at 1 as r\ntree r')).toEqual([]);
    expect(refusals('tree t rcu\ndup t as u\nread u at 1 as r\ndestroy u\nresume r\nrelease r\ntree r')).toEqual([]);
  });

  test('that only perhaps exist are left to the run', () => {
    expect(refusals('tree t\nlet n = 3\nrepeat n { tree u }\nload 4 in u')).toEqual([]);
    expect(refusals('tree t\nlet n = 1\nrepeat n { destroy t }\ntree t')).toEqual([]);
  });

  test('in a line that could not be read bring no further mistakes', () => {
    expect(refusals('tre t\nstore 1 = 1\nuse t\nlet x = t')).toEqual(['1:1 `tre` does not begin a statement']);
    expect(refusals('ask "proc" = proc\nload 1 in proc')).toEqual([
      '1:1 `ask` is part of the language, but this version of Maplescope does not run it yet',
    ]);
  });

  test('that are nearly right are recognised', () => {
    expect(hints('tree heap\nuse haep')).toEqual(['did you mean `heap`?']);
    expect(hints('tree t\nexpect heigth() = 2')).toEqual(['did you mean `height`?']);
    expect(hints('let count1 = 2\nlet y = coutn1')).toEqual(['did you mean `count1`?']);
    expect(hints('tree t\nstore 1 = NULL')).toEqual(['did you mean `null`?']);
    expect(hints('expect error ENOMM')).toEqual(['did you mean `ENOMEM`?']);
  });
});

describe('a memory map outside of a block', () => {
  test('is one mistake, with the way to mend it', () => {
    const map = Array.from(
      { length: 30 },
      (_, k) =>
        `${(0x55d0_c7c0_0000 + k * 0x2000).toString(16)}-${(0x55d0_c7c0_2000 + k * 0x2000).toString(16)} r--p ` +
        '00000000 fd:01 7 /usr/bin/cat\n',
    ).join('');
    const read = readScenario(`tree t\n${map}stor 5 = 1\n`);
    expect(
      read.kind === 'refused' && read.diagnostics.map(({ line, message, hint }) => `${line} ${message} · ${hint}`),
    ).toEqual([
      '2 this is a line of a memory map, and stands outside of a `maps` block · write `maps NAME """` above the ' +
        'first line and `"""` below the last',
      '32 `stor` does not begin a statement · did you mean `store`?',
    ]);
  });
});

describe('uses', () => {
  test.each([
    [`${MM}store 1 = 1`, '4:1 `b` is an address space, and `store` writes to plain trees only'],
    [`${MM}erase 1`, '4:1 `b` is an address space, and `erase` writes to plain trees only'],
    [`${MM}tree t\nprealloc 1 = 1 in b`, '5:19 `b` is an address space, and `prealloc` writes to plain trees only'],
    [`${MM}alloc 4K within 0..max = 1`, '4:1 `b` is an address space, and `alloc` writes to plain trees only'],
    [`${MM}cyclic within 0..max = 1 in b`, '4:29 `b` is an address space, and `cyclic` writes to plain trees only'],
    [`${MM}corrupt b node 0 end = 1`, '4:9 `b` is an address space, and `corrupt` writes to plain trees only'],
    ['tree t\nbulk 3 { walk 4 }', '2:10 `walk` cannot stand in a bulk block'],
    ['tree t whole_height rcu whole_height', '1:25 `whole_height` stands twice'],
    [`${MM}bulk 1 { store 1 = 1 }`, '4:1 `b` is an address space, and `bulk` writes to plain trees only'],
    [`${MM}destroy b`, '4:9 `b` is an address space, not a plain tree'],
    ['tree t\nexit t', '2:6 `t` is a plain tree, not an address space'],
    ['tree t\nfork t as u', '2:6 `t` is a plain tree, and only an address space can be forked'],
    [`${MM}fork b as c by bulk undo range`, '4:21 `undo` goes with `by dup` only'],
    [`${MM}fork b as c by stores undo marker ceiling wrong`, '4:23 `undo` goes with `by dup` only'],
    ['tree t alloc alloc', '1:14 `alloc` stands twice'],
    ['tree t\nbulk 3 {\n load 4\n}', '3:2 `load` cannot stand in a bulk block'],
    ['tree t\nbulk 3 {\n store 4 = 1 in t\n}', '3:17 a bulk load fills one tree'],
    ['tree t\nbulk 3 { store 4 = null }', '2:20 a bulk load stores entries, and null is not an entry'],
    ['tree t\nbulk 3 in t {\n store 4 = 1\n} in t', '4:3 the tree is named twice'],
    ['tree t\nexpect "a" < 3', '2:8 only numbers have an order'],
    ['expect live(3) = 3', '1:8 `live` takes no argument, but has 1'],
    ['tree t\nexpect load() = 3', '2:8 `load` takes 1 or 2 arguments, but has 0'],
    ['tree t\nexpect height(1) = 3', '2:15 the last argument is the name of a tree'],
    ['expect height() = 3', '1:8 there is no current tree here'],
  ])('%s', (text, told) => expect(refusals(text)).toEqual([told]));

  test('reading statements and dup work on an address space too', () => {
    expect(
      refusals(
        `${MM}load 0x1000\ngap 4K within 0..max\ndup b as copy\nwalk 1\nfind_rev 3 count 2 until 1 in b\n` +
          'read b at 4 as r\nresume r\nrelease r',
      ),
    ).toEqual([]);
  });
});

describe('what this version does not run is refused in plain words', () => {
  const later = 'is part of the language, but this version of Maplescope does not run it yet';

  test.each([
    ['ask "how high?" = 3', '1:1', 'ask'],
    ['repeat 2 { ask "how high?" = height() }', '1:12', 'ask'],
  ])('%s', (text, place, word) => expect(refusals(text)).toEqual([`${place} \`${word}\` ${later}`]));
});

describe('calls of address spaces', () => {
  test.each([
    ['map 0x1000 rw', '1:1 there is no current address space here'],
    ['tree t\nmap 0x1000 rw', '2:1 `t` is a plain tree, and `map` is a call of an address space'],
    ['tree t\nmap any 4K r in t', '2:17 `t` is a plain tree, and `map` is a call of an address space'],
    ['tree t\nbrk at 4K', '2:1 `t` is a plain tree, and `brk` is a call of an address space'],
    ['tree t\nexpect resident(t) = 0', '2:17 `t` is a plain tree, and only an address space has resident'],
    ['mm p\ntree t\nexpect vmas() = 0', '3:8 `t` is a plain tree, and only an address space has vmas'],
    ['mm p\nmm p', '2:4 `p` is used already'],
    ['mm p\nmap 0x1000 rw file "/a" grows', '2:1 `grows` does not go with `file`'],
    ['mm p\nmap q rw', '2:5 no variable is called `q`'],
    ['mm p\nmap 0 rw file "a" at q', '2:22 no variable is called `q`'],
    ['mm p\ntouch 0..q', '2:10 no variable is called `q`'],
    ['mm p\ndestroy p', '2:9 `p` is an address space, not a plain tree'],
    ['fail mm at vma 1', '1:6 a fork makes the `mm` before it treats any VMA'],
    ['fail hook at vma 1 times 3', '1:6 a fork calls the `hook` once, after its last VMA'],
    ['fail vma at vma v', '1:17 no variable is called `v`'],
    ['fail chance 200% seed 3', '1:13 a chance is 0% to 100%'],
    ['mm p\nsweep { sweep { fork p as c } }', '2:9 `sweep` cannot stand in a sweep'],
    ['mm p\nsweep vma {\n  fail off\n}', '3:3 `fail` cannot stand in a sweep'],
    ['mm p\nsweep {\n  fail vma 3\n}', '3:3 `fail` cannot stand in a sweep'],
    ['tree t\nbulk 1 { map 0 r }', '2:10 `map` cannot stand in a bulk block'],
  ])('%s', (text, told) => expect(refusals(text)).toEqual([told]));

  test('are read where they are right', () => {
    const rw = 'let rw = 4K\nmap rw..+rw rw\nlet none = rw\nprotect none none';
    expect(refusals(`mm p\n${rw}\nfork p as write\ntouch 4K write in write\nexit write`)).toEqual([]);
    expect(refusals('mm p\nfail mm\nmm q\nfail off\nmm q')).toEqual([]);
    expect(refusals('mm p\nsweep { fork p as c }\nexit c')).toEqual([]);
    expect(refusals('mm p\nfail vma\nfork p as c\nfork p as c')).toEqual([]);
    expect(refusals('maps p """\n1000-2000 r--p\n"""\ntrace p """\nmunmap(0x1000, 4096) = 0\n"""')).toEqual([]);
  });
});

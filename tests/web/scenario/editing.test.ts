// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the language shows a person who writes it: names in scope, words under the pointer, fixes of mistakes.

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { complete } from '../../../web/scenario/language/complete';
import { hoverAt, placeOf } from '../../../web/scenario/language/hover-docs';
import { namesAbove } from '../../../web/scenario/language/names-in-scope';
import { applied, fixesFor, remarksOn, type Fix } from '../../../web/scenario/check/quick-fixes';
import { STATEMENT_WORDS } from '../../../web/scenario/statements/all';
import { ERROR_DOCS, FUNCTION_DOCS as FUNCTIONS } from '../../../web/scenario/language/word-docs';
import { ERROR_NAMES, runs } from '../../../web/scenario/syntax/keywords';
import { SEED, treeScenario } from '../properties/scenario-texts';
import { itemsOf } from './run';

const page = readFileSync(new URL('../../../web/scenario/language/language.md', import.meta.url), 'utf8');
const headings = new Set([...page.matchAll(/^#{2,3} (.*)$/gm)].map(([, heading]) => heading));

/** The names at the mark `^`, which is taken out. */
function namesAt(text: string): string[] {
  return namesAbove(text, text.indexOf('^')).map(({ kind, name }) => `${kind} ${name}`);
}

describe('names in scope', () => {
  test('are those made above, as long as they last', () => {
    expect(namesAt('tree t\nlet n = 3 # let no = 1\nmaps m """\ntree not\n"""\n^tree later')).toEqual([
      'tree t',
      'variable n',
      'address space m',
    ]);
    expect(namesAt('tree t\ndestroy t\nmm p\nfork p as q\nexit p\n^')).toEqual(['address space q']);
    expect(namesAt('for i in 1..3 {\n  let k = i\n  ^')).toEqual(['variable i', 'variable k']);
    expect(namesAt('let a = 1\nrepeat 3 as i {\n  let k = i\n}\n^')).toEqual(['variable a']);
    expect(namesAt('repeat 3 as i { store i = 1 }\n^')).toEqual([]);
    expect(namesAt('note "tree x {"\ntree t rcu\nread t at 5 as r\n^')).toEqual(['tree t', 'reader r']);
  });

  test('only those that fit are offered, each with the line that made it', () => {
    const text = 'tree t\nmm p\nlet n = 1\n';
    const labels = (line: string): string[] =>
      complete(text + line, (text + line).length)?.options.map((one) => one.label) ?? [];
    expect(labels('fork ')).toEqual(['p']);
    expect(labels('destroy ')).toEqual(['t']);
    expect(labels('store 1 = 1 in ')).toEqual(['t']);
    expect(labels('map 4K rw in ')).toEqual(['p']);
    expect(labels('use ')).toEqual(['t', 'p']);
    expect(labels('for i in 0..9 { store i = ')).toEqual(expect.arrayContaining(['i', 'n']));
    expect(labels('repeat 3 as k { store ')).toContain('k');
    expect(labels('expect vmas(')).not.toContain('t');
    expect(labels('expect height(')).toEqual(expect.arrayContaining(['t', 'p']));
    expect(complete(`${text}use `, text.length + 4)?.options[0]).toMatchObject({
      label: 't',
      detail: 'tree',
      doc: 'tree t',
    });
  });

  test('every word that is offered has a sentence', () => {
    const silent = new Set<string>();
    for (const word of STATEMENT_WORDS) {
      for (const more of [
        '',
        ' 1',
        ' t',
        ' 1 = 1',
        ' t as u',
        ' any 4K rw',
        ' 4K',
        ' any 4K',
        ' 4K rw',
        ' t as u by',
        ' vma',
        ' i in',
        ' 1 within',
        ' t node 0',
        ' x',
        ' error',
      ]) {
        const text = `tree t\nmm t2\n${word}${more} `;
        for (const one of complete(text, text.length)?.options ?? []) if (one.doc === '') silent.add(one.label);
      }
    }
    expect([...silent]).toEqual([]);
    expect([...ERROR_DOCS.keys()]).toEqual([...ERROR_NAMES]);
    const told = complete('fail node', 5)?.options.find(({ label }) => label === 'node')?.doc;
    expect(told).toBe('the request that contains the K-th node fails');
  });
});

describe('under the pointer', () => {
  const told = (text: string): string | null => {
    const at = text.indexOf('^');
    const doc = hoverAt(text.replace('^', ''), at);
    return doc === null
      ? null
      : `${text.replace('^', '').slice(doc.from, doc.to)} | ${doc.form} | ${doc.call} | ${doc.place}`;
  };

  test('statements, with the call of Linux and their place in the page on the language', () => {
    expect(told('tree t\nst^ore 1 = 2')).toBe('store | store R = V | mtree_store_range() | store R = V');
    expect(told('repeat 3 { sto^re 1 = 2 }')).toContain('mtree_store_range');
    expect(told('fork a as b by b^ulk')).toContain('bulk | bulk |  | fork A as B');
    expect(told('expect hei^ght() = 1')).toContain('height([TREE]) |  | Functions');
    expect(told('expect error EB^USY')).toBe('EBUSY | EBUSY |  | Checks');
    expect(told('tree t rcu\nread ^t at 5 as r')).toContain('tree t');
    expect(told('store 0x10^00 = 4^K'.replace('4^K', '4K'))).toBe('0x1000 | 0x1000 |  | Numbers');
    expect(told('# st^ore')).toBeNull();
    expect(told('note "st^ore"')).toBeNull();
    expect(told('^')).toBeNull();
  });

  test('a word inside a statement leads to that statement, also where another statement begins with it', () => {
    expect(told('tree t\ncorrupt t node 0 g^ap 3 = 5')).toBe('gap | gap |  | corrupt NAME node N FIELD = X');
    expect(told('mm p\nfail m^m 2')).toMatch(/ \| fail SITE /);
    expect(told('tree t\nrepeat 2 {\n  corrupt t node 0 ga^p 3 = 5\n}')).toContain('| corrupt NAME');
    expect(told('repeat 2 { load 1 i^n t }')).toContain('| load A');
  });

  test('every place is a heading of that page', () => {
    for (const word of STATEMENT_WORDS) if (runs(word)) expect(headings.has(placeOf(word)), word).toBe(true);
    for (const place of ['Functions', 'Numbers', 'Checks', 'seed and rand']) expect(headings.has(place)).toBe(true);
    for (const { word } of FUNCTIONS) expect(hoverAt(`expect ${word}() = 1`, 8)?.doc).not.toBe('');
  });
});

describe('quick fixes', () => {
  /** Each fix of the first mistake: what it says, and the text with it. */
  const fixed = (text: string): string[] => {
    const read = readScenario(text);
    const fixes: readonly Fix[] =
      read.kind === 'refused' ? fixesFor(text, read.diagnostics[0]!) : remarksOn(text).flatMap((one) => one.fixes);
    return fixes.map(({ label, changes }) => `${label} → ${applied(text, changes)}`);
  };

  test('the nearest known word or name', () => {
    expect(fixed('tree t\nstroe 1 = 2')).toEqual(['write `store` → tree t\nstore 1 = 2']);
    expect(fixed('tree apple\nuse aple')).toEqual(['write `apple` → tree apple\nuse apple']);
    expect(fixed('tree t\nexpect heigth() = 0')).toEqual(['write `height` → tree t\nexpect height() = 0']);
    expect(fixed('tree t\nexpect height = 0')).toEqual(['write `height()` → tree t\nexpect height() = 0']);
    expect(fixed('expect error ENOMME')).toEqual(['write `ENOMEM` → expect error ENOMEM']);
    expect(fixed('mm p\nfork p as q undo merker')).toEqual(['write `marker` → mm p\nfork p as q undo marker']);
    expect(fixed('tree t\nstore 4k = 1')).toEqual(['write `4K` → tree t\nstore 4K = 1']);
    expect(fixed('tree t\nstore ff = 1')).toEqual([]);
    expect(fixed('tree t alloc\ngap 8 in 0..1000')).toEqual(['write `within` → tree t alloc\ngap 8 within 0..1000']);
  });

  test('upper-case keywords and doubled signs', () => {
    expect(fixed('TREE t')).toEqual(['write `tree` → tree t']);
    expect(fixed('tree t\nexpect load(1) == 5')).toEqual(['write `=` → tree t\nexpect load(1) = 5']);
    expect(fixed('tree t\nstore 1 == 5')).toEqual(['write `=` → tree t\nstore 1 = 5']);
    expect(fixed('let x := 5')).toEqual(['write `=` → let x = 5']);
    expect(fixed('mm p\nmap 0x1000 rw-p')).toEqual(['write `rw` → mm p\nmap 0x1000 rw']);
  });

  test('blocks, raw text and strings that are left open', () => {
    expect(fixed('tree t\nrepeat 3 {\n  store 1 = 1')).toEqual([
      'close it with `}` at the end → tree t\nrepeat 3 {\n  store 1 = 1\n}\n',
    ]);
    expect(fixed('tree t\nfor i in 0..5 { store i = i  # each')).toEqual([
      'write `}` → tree t\nfor i in 0..5 { store i = i }  # each',
    ]);
    expect(fixed('repeat 2 { repeat 2 { note "{}"')).toEqual(['write `} }` → repeat 2 { repeat 2 { note "{}" } }']);
    expect(fixed('tree t\nfor i in 0..5 { store i = "#"\nload 5')).toEqual([
      'write `}` → tree t\nfor i in 0..5 { store i = "#" }\nload 5',
    ]);
    expect(fixed('tree t\nfor i in 0..5 { store i = i\n  load i\n}')).toEqual([
      'put its statements on lines of their own → tree t\nfor i in 0..5 {\nstore i = i\n  load i\n}',
    ]);
    expect(fixed('tree t\n}\n')).toEqual(['remove `}` → tree t\n']);
    expect(fixed('tree t\nrepeat 3\n  store 1 = 1\n}')).toEqual([
      'open the block with `{` → tree t\nrepeat 3 {\n  store 1 = 1\n}',
    ]);
    expect(fixed('repeat 2 {\n  pause }')).toEqual(['put `}` on a line of its own → repeat 2 {\n  pause \n}']);
    expect(fixed('maps b """\n1000-2000 r--p')).toEqual(['end it with `"""` → maps b """\n1000-2000 r--p\n"""\n']);
    expect(fixed('note "so')).toEqual(['close it with `"` → note "so"']);
    expect(fixed('1000-2000 r--p 00000000 00:00 0\n3000-4000 r--p 00000000 00:00 0\n')).toEqual([
      'put it into a `maps` block → maps process """\n1000-2000 r--p 00000000 00:00 0\n' +
        '3000-4000 r--p 00000000 00:00 0\n"""\n',
    ]);
  });

  test('ranges the wrong way round and addresses inside a page, unless the refusal is what is wanted', () => {
    expect(fixed('tree t\nstore 9..5 = 1')).toEqual(['write `5..9` → tree t\nstore 5..9 = 1']);
    expect(fixed('tree t\nfor i in 9..5 { store i = 1 }')).toEqual([
      'write `5..9` → tree t\nfor i in 5..9 { store i = 1 }',
    ]);
    expect(fixed('mm p\nmap 0x1001..+4K rw')).toEqual([
      'write `0x1000` → mm p\nmap 0x1000..+4K rw',
      'write `0x2000` → mm p\nmap 0x2000..+4K rw',
    ]);
    expect(fixed('mm p\nmap 0x1001 rw\nexpect error EINVAL')).toEqual([]);
    expect(fixed('tree t\nstore 5..9 = 1\nmm p\ntouch 0x1001')).toEqual([]);
  });

  test('habits of other languages', () => {
    expect(fixed('// so\ntree t')).toEqual(['write `#` → # so\ntree t']);
    expect(fixed("tree t\nstore 1 = 'hello'")).toEqual(['write `"hello"` → tree t\nstore 1 = "hello"']);
    expect(fixed('tree t\nload(5) == 1')).toEqual(['write `expect load(5) = 1` → tree t\nexpect load(5) = 1']);
    expect(fixed('tree t\nstore 1..3 "x"')).toEqual(['write `=` → tree t\nstore 1..3 = "x"']);
    expect(fixed('tree t;  # so')).toEqual(['remove `;` → tree t  # so']);
    expect(fixed('tree t; store 1 = 1')).toEqual(['begin a new line here → tree t\nstore 1 = 1']);
    expect(fixed('tree t\nfor i = 0; i < 10; i++ { store i = i }')).toEqual([
      'write `for i in 0..9` → tree t\nfor i in 0..9 { store i = i }',
    ]);
    expect(fixed('tree t\nfor (let i = 2; i <= 10; i++) {\n  store i = i\n}')).toEqual([
      'write `for i in 2..10` → tree t\nfor i in 2..10 {\n  store i = i\n}',
    ]);
    expect(fixed('tree t\nstore(1, 5, "a");')).toEqual(['write `store 1..5 = "a"` → tree t\nstore 1..5 = "a"']);
    expect(fixed('tree t\nstore 1,000 = 5')).toEqual(['write `1_000` → tree t\nstore 1_000 = 5']);
    expect(fixed('tree t\nstore 5,100 = 5')).toEqual([
      'write `5_100` → tree t\nstore 5_100 = 5',
      'write `5..100` → tree t\nstore 5..100 = 5',
    ]);
    expect(fixed('tree t\nstore 1-5 = 2')).toEqual(['write `1..5` → tree t\nstore 1..5 = 2']);
    expect(fixed('tree t\nstore 5-1 = 2')).toEqual([]);
  });

  test('what is called otherwise elsewhere', () => {
    const above = 'tree t alloc\nstore 10..20 = 1\n';
    const after = (line: string): string[] =>
      fixed(above + line).map((one) => one.replace(above, '').replace(/ → $/, ' → nothing'));
    expect(after('erase 10..20')).toEqual(['write `store 10..20 = null` → store 10..20 = null']);
    expect(after('erase 10..+4 in t')).toEqual(['write `store 10..+4 = null in t` → store 10..+4 = null in t']);
    expect(after('dup t u')).toEqual(['write `dup t as u` → dup t as u']);
    expect(fixed('mm a\nfork a b')).toEqual(['write `fork a as b` → mm a\nfork a as b']);
    expect(after('fail malloc')).toEqual(['write `request` → fail request']);
    expect(after('fail fork')).toEqual(['write `vma` → fail vma']);
    expect(after('lookup 12')).toEqual(['write `load` → load 12']);
    expect(after('delete 12')).toEqual(['write `erase` → erase 12']);
    expect(after('free t')).toEqual(['write `destroy` → destroy t', 'write `erase` → erase t']);
    expect(after('print 12')).toEqual(['write `load` → load 12']);
    expect(after('while (true) { store 1 = 1 }')).toContain('write `repeat` → repeat (true) { store 1 = 1 }');
    expect(after('if 1 { store 1 = 1 }')).toContain('write `expect` → expect 1 { store 1 = 1 }');
    expect(after('split 0..9')).toEqual(['write `store` → store 0..9', 'remove the line → nothing']);
    expect(after('empty_area 3')).toContain('write `gap` → gap 3');
    expect(after('mas_empty_area(3)')).toContain('write `gap` → gap(3)');
    expect(after('mas_set 3')).not.toContain('write `store` → store 3');
    expect(after('mas_preallocate 3')).toContain('write `prealloc` → prealloc 3');
    expect(after('kfree t')).toEqual(['write `destroy` → destroy t', 'write `erase` → erase t']);
    expect(after('clear 3')).toContain('write `store` → store 3');
    expect(after('int x = 3')).toContain('write `let` → let x = 3');
    expect(after('struct tree')).toContain('write `tree` → tree tree');
    expect(after('mas_for_each 0..9')).toContain('write `each` → each 0..9');
    expect(after('expect size(t) = 1')).toContain('write `entries` → expect entries(t) = 1');
    expect(after('expect depth(t) = 1')).toContain('write `height` → expect height(t) = 1');
    // There is nothing to print: the line only wants to show the tree.
    expect(after('print t')).toContain('remove the line → nothing');
    expect(after('show')).toContain('remove the line → nothing');
  });

  test('failure points are offered in the order of a fork, by their plain names', () => {
    const offered = complete('mm p\nfail ', 'mm p\nfail '.length)?.options ?? [];
    expect(offered.map(({ label }) => label)).toEqual([
      'request',
      'node',
      'mm',
      'signal',
      'commit',
      'vma',
      'policy',
      'uffd',
      'anon',
      'page',
      'hook',
      'chance',
      'every',
      'off',
    ]);
    expect(offered.find(({ label }) => label === 'vma')?.doc).toBe('VMA object (F7)');
  });

  test('a tree whose line stands below is reported with its place', () => {
    const told = (text: string): readonly string[] => {
      const read = readScenario(text);
      return read.kind === 'refused' ? read.diagnostics.map(({ message, hint }) => `${message} | ${hint}`) : [];
    };
    expect(told('store 5 = 1\ntree t rcu # so')).toEqual([
      'there is no tree here yet | `tree t rcu` is made below, in line 2: move that line up',
    ]);
    expect(told('expect height() = 0\ntree t')).toEqual([
      'there is no tree here yet | `tree t` is made below, in line 2: move that line up',
    ]);
    expect(told('map 4K rw\n\nmm p')).toEqual([
      'there is no address space here yet | `mm p` is made below, in line 3: move that line up',
    ]);
  });

  test('what a remark says of a stopped run is found in its error', () => {
    for (const text of [
      'tree t\nstore 5-9 = 1',
      'tree t alloc\ngap 1 within 9..5',
      'for i in 9..5 { pause }',
      'tree t\nprealloc 0x9..0x5 = 1',
      'mm p\nunmap 0x2000..0x1000',
    ]) {
      const [remark] = remarksOn(text);
      const end = itemsOf(text).at(-1);
      expect(remark?.stops, text).toBeDefined();
      expect(end?.kind === 'end' ? end.stopped?.code : null, text).toBe(remark?.stops);
    }
    expect(remarksOn('tree t\nstore 5-9 = 1')[0]?.message).toBe(
      '`5-9` is a subtraction, and numbers begin at 0: a range is written `5..9`',
    );
  });

  test('a tree that is missing, named wrong, or made twice', () => {
    expect(fixed('store 1 = 1')).toEqual(['write `tree t` above → tree t\nstore 1 = 1']);
    expect(fixed('# a title\n\nrepeat 3 as t { store t = 1 }')).toEqual([
      'write `tree u` above → # a title\n\ntree u\nrepeat 3 as t { store t = 1 }',
    ]);
    expect(fixed('store 5 = 1\ntree t')).toEqual(['move `tree t` above → tree t\nstore 5 = 1\n'.replace(/\n$/, '')]);
    expect(
      fixed('# a title\nlet n = 3\nrepeat n { store 5 = 1 }\nstore 6 = 1\n tree t alloc  # all of it\nload 5\n'),
    ).toEqual([
      'move `tree t alloc` above → # a title\nlet n = 3\ntree t alloc  # all of it\nrepeat n { store 5 = 1 }\n' +
        'store 6 = 1\nload 5\n',
    ]);
    expect(fixed('map 4K rw\nmm p\n')).toEqual(['move `mm p` above → mm p\nmap 4K rw\n']);
    expect(fixed('load 4K\nmm p\n')).toEqual(['move `mm p` above → mm p\nload 4K\n']);
    expect(fixed('store 5 = 1 in u\ntree t\ntree u\n')).toEqual([
      'move `tree u` above → tree u\nstore 5 = 1 in u\ntree t\n',
    ]);
    // Inside of a block it is made each time, and stays where it is.
    expect(fixed('store 5 = 1\nrepeat 1 { tree t }')).toEqual([
      'write `tree u` above → tree u\nstore 5 = 1\nrepeat 1 { tree t }',
    ]);
    expect(fixed('map 4K rw')).toEqual(['write `mm p` above → mm p\nmap 4K rw']);
    expect(fixed('tree t\ndup query as z')).toEqual(['write `t` → tree t\ndup t as z']);
    expect(fixed('tree t\nexpect entries(other) = 0')).toEqual(['write `t` → tree t\nexpect entries(t) = 0']);
    expect(fixed('tree t\ntree t')).toEqual(['write `t2` → tree t\ntree t2']);
  });

  test('a text with one letter of a keyword changed is put right', () => {
    fc.assert(
      fc.property(treeScenario, fc.nat(), (text, at) => {
        const places = [...text.matchAll(/^\s*(store|insert|erase|repeat|prealloc)\b/gm)];
        fc.pre(places.length > 0);
        const place = places[at % places.length]!;
        const start = place.index + place[0].length - place[1]!.length;
        const broken = `${text.slice(0, start + 1)}${text[start + 2]}${text[start + 1]}${text.slice(start + 3)}`;
        const read = readScenario(broken);
        expect(read.kind).toBe('refused');
        const wrong = read.kind === 'refused' ? read.diagnostics[0]! : null;
        expect(wrong === null ? [] : fixesFor(broken, wrong).map(({ changes }) => applied(broken, changes))).toContain(
          text,
        );
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});

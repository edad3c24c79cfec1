// SPDX-License-Identifier: GPL-2.0-or-later
//
// The grammar, its printed tables, the table of words, colours and completion: one language in all of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../web/cli/grammar.mjs';
import { statementModules, statementTables } from '../../../web/cli/statements.mjs';
import { complete } from '../../../web/scenario/language/complete';
import { stopsAt } from '../../../web/scenario/language/expected';
import { foldedPart, highlightedParser, indentDepth } from '../../../web/scenario/language/highlight';
import { STATEMENT_DOCS } from '../../../web/scenario/generated/docs';
import { STATEMENT_WORDS } from '../../../web/scenario/statements/all';
import type { Module } from '../../../web/scenario/statements/statement';
import { JOINERS } from '../../../web/scenario/language/word-docs';
import { GRAMMAR_WORDS, RESERVED, runs, SOFT_WORDS } from '../../../web/scenario/syntax/keywords';
import { refusals } from './run';

describe('the printed tables', () => {
  test('are what the grammar gives', () => {
    for (const [name, text] of generate()) {
      expect(readFileSync(fileURLToPath(new URL(`../../../web/scenario/${name}`, import.meta.url)), 'utf8')).toBe(text);
    }
  });

  test('are what the statements say of themselves', async () => {
    const modules = new Map<string, Module>();
    for (const name of statementModules())
      modules.set(name, (await import(`../../../web/scenario/statements/${name}.ts`)) as Module);
    for (const [name, text] of statementTables(modules)) {
      const path = fileURLToPath(new URL(`../../../web/${name}`, import.meta.url));
      expect(readFileSync(path, 'utf8'), `${name}: run node web/cli/grammar.mjs`).toBe(text);
    }
  });
});

describe('the table of words', () => {
  test('has every word that begins a statement, and no other', () => {
    // A word begins a statement if the grammar gets past it at the start of a line.
    const begins = GRAMMAR_WORDS.filter((word) => (stopsAt(word) ?? word.length) >= word.length);
    expect([...STATEMENT_WORDS].sort()).toEqual(begins);
    expect(STATEMENT_DOCS.map((one) => one.word)).toEqual(STATEMENT_WORDS);
  });

  test('has a sentence for every word that a statement of this version may hold', () => {
    const own = new Set(STATEMENT_WORDS);
    const missing = GRAMMAR_WORDS.filter((word) => !JOINERS.has(word) && !own.has(word));
    expect(missing).toEqual([]);
  });

  test('no reserved word can be a name, and every soft one can', () => {
    for (const word of RESERVED)
      expect(refusals(`tree ${word}`)).toEqual([`1:6 \`${word}\` is a word of the language and cannot be a name`]);
    for (const word of SOFT_WORDS) expect(refusals(`tree ${word}\nstore 1 = 1 in ${word}`)).toEqual([]);
  });
});

describe('completion', () => {
  const labels = (text: string): string[] => complete(text, text.length)?.options.map((one) => one.label) ?? [];

  test('offers the statements that run at the start of a line and of a block', () => {
    const running = STATEMENT_WORDS.filter(runs).sort();
    expect(labels('').sort()).toEqual(running);
    expect(labels('tree t\n  sto').sort()).toEqual(running);
    expect(labels('repeat 3 { st').sort()).toEqual(running);
  });

  test('offers first what can be done to what the text has made, last what cannot', () => {
    expect(labels('').slice(0, 4)).toEqual(['tree', 'maps', 'mm', 'trace']);
    expect(labels('tree t\n').slice(0, 3)).toEqual(['store', 'insert', 'erase']);
    expect(labels('mm p\n').slice(0, 3)).toEqual(['map', 'unmap', 'protect']);
    const last = (text: string): string[] => labels(text).slice(-18);
    expect(last('tree t\n')).toEqual(expect.arrayContaining(['advise', 'brk', 'map', 'resume']));
    expect(last('mm p\n')).toEqual(expect.arrayContaining(['store', 'bulk', 'resume']));
    expect(last('tree t\nmm p\n')).not.toContain('store');
  });

  test('offers trees where a tree is wanted, errors where an error is, words where they can stand', () => {
    expect(labels('tree a\nmaps b """\n1000-2000 r--p\n"""\nfork b as c\nuse ')).toEqual(['a', 'b', 'c']);
    expect(labels('tree a\ndestroy a\nuse ')).toEqual([]);
    expect(labels('expect error E')).toEqual([
      'ENOMEM',
      'EBUSY',
      'EEXIST',
      'EINVAL',
      'EFAULT',
      'EPERM',
      'EAGAIN',
      'EINTR',
      'ERETRY',
    ]);
    expect(labels('gap 4 ')).toEqual(['within']);
    expect(labels('fork a as b by ').sort()).toEqual(['bulk', 'dup', 'stores']);
    expect(labels('let apple = 3\ntree t\nstore a')).toContain('apple');
    expect(labels('tree t\nexpect height(')).toContain('t');
    expect(labels('tree ')).toEqual([]);
    expect(labels('tree t rcu\nread t at 5 as r\nresume ')).toEqual(['r']);
    expect(labels('tree t rcu\nread t at 5 as r\nread t at 6 as s\nrelease r\nrelease ')).toEqual(['s']);
    expect(labels('tree t rcu\nread ')).toEqual(['t']);
    expect(labels('tree t\nnext 5 ')).toEqual(['count', 'in', 'until']);
    expect(labels('tree t\ncorrupt t node 0 ').sort()).toEqual(['end', 'gap', 'gapmeta', 'parent', 'pivot', 'slot']);
    expect(labels('let apple = 3\ntree t\nwalk a')).toContain('apple');
    expect(labels('alloc 4 within 0..9 = 1 ')).toEqual(['from', 'in']);
  });

  test('offers what calls of address spaces, failures and sweeps can go on with', () => {
    expect(labels('map 0x1000 ').sort()).toEqual(['none', 'r', 'rw', 'rwx', 'rx', 'w', 'wx', 'x']);
    expect(labels('map any 4K rw ')).toEqual(['file', 'grows', 'in', 'shared']);
    expect(labels('touch 4K ')).toEqual(['in', 'read', 'write']);
    expect(labels('advise 4K ').sort()).toEqual([
      'dodump',
      'dofork',
      'dontdump',
      'dontfork',
      'dontneed',
      'free',
      'hugepage',
      'keeponfork',
      'lock',
      'mergeable',
      'nohugepage',
      'policy',
      'seal',
      'uffd',
      'unmergeable',
      'wipeonfork',
    ]);
    expect(labels('advise 4K policy ')).toEqual(['in', 'off']);
    expect(labels('brk ')).toEqual(['at']);
    expect(labels('fail ').sort()).toEqual([
      'anon',
      'chance',
      'commit',
      'every',
      'hook',
      'mm',
      'node',
      'off',
      'page',
      'policy',
      'request',
      'signal',
      'uffd',
      'vma',
    ]);
    expect(labels('fail vma at ')).toEqual(['vma']);
    expect(labels('fork a as b by dup ').sort()).toEqual(['ceiling', 'undo']);
    expect(labels('fork a as b undo ').sort()).toEqual(['marker', 'range']);
    expect(labels('sweep ')).toContain('page');
    expect(labels('mm p\nmap 4K rw in ')).toEqual(['p']);
    expect(labels('mm p\nexpect vmas(')).toContain('p');
    expect(labels('mm ')).toEqual([]);
  });

  test('offers nothing in comments, strings and raw text, nor where the line is wrong already', () => {
    for (const text of ['# st', 'note "st', 'maps b """\n10', 'frok a st', 'store 12'])
      expect(complete(text, text.length)).toBeNull();
  });

  test('replaces the word that is being written', () => {
    expect(complete('tree t\nsto', 10)?.from).toBe(7);
  });
});

describe('the editor', () => {
  const coloured = (text: string): string[] => {
    const found: string[] = [];
    highlightTree(highlightedParser.parse(text), classHighlighter, (from, to, style) =>
      found.push(`${text.slice(from, to)}:${style.replaceAll('tok-', '')}`),
    );
    return found;
  };

  test('colours by the grammar', () => {
    expect(coloured('store 1..2 = "a" in t # why')).toEqual([
      'store:keyword',
      '1:number',
      '..:operator',
      '2:number',
      '=:operator',
      '"a":string',
      'in:keyword',
      't:variableName',
      '# why:comment',
    ]);
    expect(coloured('expect load(x) = null')).toEqual([
      'expect:keyword',
      'load:variableName',
      '(:punctuation',
      'x:variableName local',
      '):punctuation',
      '=:operator',
      'null:atom',
    ]);
    expect(coloured('walk 3')).toEqual(['walk:keyword', '3:number']);
    expect(coloured('next 3 count 2')).toEqual(['next:keyword', '3:number', 'count:keyword', '2:number']);
    expect(coloured('resume r')).toEqual(['resume:keyword', 'r:variableName']);
    expect(coloured('map 4K rw file "/a"')).toEqual([
      'map:keyword',
      '4K:number',
      'rw:keyword',
      'file:keyword',
      '"/a":string',
    ]);
    expect(coloured('fail vma at vma 2')).toEqual([
      'fail:keyword',
      'vma:keyword',
      'at:keyword',
      'vma:keyword',
      '2:number',
    ]);
    expect(coloured('tree vma')).toEqual(['tree:keyword', 'vma:variableName definition']);
    expect(coloured('corrupt t node 0 pivot 3 = 7').filter((one) => one.startsWith('pivot'))).toEqual([
      'pivot:keyword',
    ]);
  });

  test('folds blocks and raw text', () => {
    const text = 'repeat 3 {\n  pause\n}\nmaps b """\n1000-2000 r--p\n"""\n';
    const parts: string[] = [];
    highlightedParser.parse(text).iterate({
      enter: (node) => {
        const part = foldedPart(node, (offset) => text.indexOf('\n', offset));
        if (part !== null) parts.push(text.slice(part.from, part.to));
      },
    });
    expect(parts).toEqual(['\n  pause\n', '\n1000-2000 r--p\n']);
  });

  test('knows how deep a line stands', () => {
    const text = 'repeat 3 {\n  repeat 2 {\n    pause\n  }\n}\nmaps b """\n1000-2000 r--p\n"""\npause';
    const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)];
    expect(starts.map((start) => indentDepth(text, start))).toEqual([0, 1, 2, 1, 0, 0, -1, -1, 0]);
  });
});

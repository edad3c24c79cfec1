// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { complete } from '../../../web/scenario/language/complete';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { parse } from '../../../web/scenario/language/parser';
import { print } from '../../../web/scenario/language/printer';
import { printExpression } from '../../../web/scenario/syntax/print-parts';
import { freshMachine, itemsOf, reportOf } from '../scenario/run';
import { damageScenario, expression, mapsText, memoryText, readerScenario, SEED, treeScenario } from './scenario-texts';

/** A syntax tree without its places and without the values that follow from spellings. */
function plain(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => {
      if (['from', 'to', 'line', 'column', 'value'].includes(key) && typeof value !== 'object') return undefined;
      return typeof value === 'bigint' ? value.toString() : value;
    }),
  );
}

function hasError(text: string): boolean {
  let found = false;
  parse(text).tree.iterate({ enter: (node) => void (found ||= node.type.isError) });
  return found;
}

const samples = [
  'tree t alloc rcu\nstore 1..+5 = "x" in t\ninsert 4K = zero\nprealloc 1 = null\nerase 5 in t\nload 1\n',
  'tree t\nbulk 3 in t {\n  let k = 2\n  for i in 1..3 step k { store i = i }\n}\ngap 4 within 0..max from top\ndup t as u\ndestroy t\n',
  'maps b """\n  1000-2000 r--p 00000000 00:00 0 /a b\n  3000-4000 rw-p\n"""\nfork b as c by stores\nexit c\nfail node 3\nfail off\nfail request 1 times 2\n',
  'seed 4\nlet x = rand(5) + (1 + 2) * 3\nrepeat 3 as i { pause }\nfor i in shuffle(1..5, 3) {\n  note "a \\"b\\" \\\\"\n}\nexpect x != 5\nexpect ok\n',
  'tree t alloc whole_height\nalloc 3 within 1..9 = "x" from top in t\nalloc 3 within 1..9 = null\ncyclic within 0..max = 7 in t\nwalk 5 in t\nnext 1 count 2 until 3 in t\nprev 1 until 3\nfind 4 count 2\nfind_rev 4\nnext_range 4 in t\nprev_range 4\n',
  'tree t rcu\nstore 1 = 1\nread t at 5 + 2 as r\nresume r\nresume r count 4\nrelease r\n',
  'tree t\nstore 5 = "x"\ncorrupt t node 0 pivot 1 = 5\ncorrupt t node 0 slot 1 + 1 = 2\ncorrupt t node 0 gap 0 = 1\ncorrupt t node 0 end = 2\ncorrupt t node 0 gapmeta = 1\ncorrupt t node 0 parent = 1\n',
  'mm p\nmap 0x1000..0x3fff rw\nmap 0x5000..+4K none shared file "/a \\"b" at 8K in p\nmap any 64K rx file "x" in p\nmap 1M..+2 r grows\nunmap 0x1000\nprotect 0x1000..0x2fff rwx in p\n',
  'mm p\nbrk at 1M\nbrk +4K in p\nbrk -(1 + 2) * 3\ntouch 1M\ntouch 1M..+8K write\ntouch 1M read in p\nadvise 1M..+4K dontfork\nadvise 1M policy\nadvise 1M policy off in p\nadvise 1M uffd off\nadvise 1M lock off\nadvise 1M lock\nadvise 1M keeponfork\n',
  'mm p\nfork p as a by dup undo range ceiling wrong\nlet none = 3\nlet rw = none\nmap rw * 4K..+none rw\nsweep { fork p as b }\nsweep vma times 2 {\n  fork p as d undo marker\n  expect ok\n}\n',
  'let x = 2\nfail request\nfail node 3 times 2\nfail vma at vma 3\nfail anon at vma x + 1 2 times x\nfail page at vma (x) (1 + 2) * 3\nfail signal times 4\nfail every 3\nfail every x times 2\nfail chance 5% seed 7\nfail chance (x + 1)% seed x times 4\nfail chance x% seed 1\nfail off\n',
  'trace p """\n  brk(NULL) = 0x1000\n"""\n',
  'tree t\ntree u\nexpect same t u\nexpect identical t u\nexpect exists t\nexpect absent u\nexpect valid\nexpect valid t\nexpect error ENOMEM\nexpect load(1, t) = null\n',
];
const anyText = fc.oneof(treeScenario, readerScenario, memoryText, fc.constantFrom(...samples));

/** A text with some of its characters changed, left out or doubled. */
const spoiltText = fc
  .tuple(
    anyText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom(
          '',
          '{',
          '}',
          '"',
          '"""',
          '\n',
          ' ',
          '..',
          '=',
          '1',
          'x',
          '(',
          ')',
          '#',
          'in',
          '\\',
          '\u0000',
          'é',
          '99999999999999999999',
        ),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, put]) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + put + now.slice(place + (put === '' ? 1 : 0));
    }, text),
  );

const limits = { steps: 300, statements: 5000, nodes: 20_000 };

describe('the language', () => {
  test('an expression is read back from its text', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        const parsed = parse(`let x = ${printExpression(tree)}`);
        expect(parsed.diagnostics).toEqual([]);
        const [statement] = parsed.program.statements;
        expect(statement?.kind === 'let' ? plain(statement.value) : null).toEqual(plain(tree));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('a scenario is read back from its printed form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const first = parse(text);
        expect(first.diagnostics).toEqual([]);
        const again = parse(print(first.program));
        expect(again.diagnostics).toEqual([]);
        expect(plain(again.program)).toEqual(plain(first.program));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('no text makes the parser throw, and none with an error in its tree is run', () => {
    fc.assert(
      fc.property(
        fc.oneof(spoiltText, fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })),
        (text) => {
          const read = readScenario(text);
          if (read.kind === 'program') {
            expect(hasError(text)).toBe(false);
            for (const item of runScenario(read.program, freshMachine(), { limits })) {
              if (item.kind === 'step')
                expect(item.troubles.filter(({ cause }) => cause?.by !== 'corrupt')).toEqual([]);
            }
            return;
          }
          expect(read.diagnostics.length).toBeGreaterThan(0);
          for (const { from, to, line, column, message } of read.diagnostics) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(text.length);
            expect(text.split('\n')[line - 1]?.length ?? -1).toBeGreaterThanOrEqual(column - 1);
            expect(message).not.toBe('');
          }
        },
      ),
      { seed: SEED, numRuns: 600 },
    );
  });

  test('a block that is left open is always reported', () => {
    fc.assert(
      fc.property(treeScenario, (text) => {
        const end = text.lastIndexOf('\n}');
        fc.pre(end >= 0);
        for (const open of [text.slice(0, end), text.slice(0, end + 1), text.slice(0, end + 1) + text.slice(end + 2)]) {
          expect(readScenario(open).kind).toBe('refused');
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('completion offers something or nothing, and never throws', () => {
    fc.assert(
      fc.property(spoiltText, fc.nat(), (text, place) => {
        const at = place % (text.length + 1);
        const found = complete(text, at);
        if (found !== null) expect(found.from).toBeLessThanOrEqual(at);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('what the core holds is what the range map holds, at every step, in every mode', () => {
    fc.assert(
      fc.property(treeScenario, (text) => {
        const report = reportOf(text, { sums: 'all' });
        expect(report.stopped).toBeNull();
        expect(report.expects.failed).toEqual([]);
        expect(report.ok).toBe(true);
      }),
      { seed: SEED, numRuns: 250 },
    );
  });

  test('readers visit what the range map holds, and every node comes back when they leave', () => {
    fc.assert(
      fc.property(readerScenario, (text) => {
        const report = reportOf(text, { sums: 'all' });
        expect(report.stopped).toBeNull();
        expect(report.expects.failed).toEqual([]);
        expect(report.ok).toBe(true);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('whatever is damaged, what is found wrong is put down to it, and every node comes back', () => {
    fc.assert(
      fc.property(damageScenario, (text) => {
        const items = itemsOf(`${text}destroy t\nexpect live() = 0\n`);
        const report = gatherReport(items, 'test');
        const damaged = report.steps.some((step) => step.op === 'corrupt' && step.error === null);
        expect(report.stopped).toBeNull();
        const troubles = items.flatMap((item) => (item.kind === 'step' ? item.troubles : []));
        for (const { cause } of troubles)
          expect(cause).toMatchObject({ by: 'corrupt', lines: [expect.any(Number), ...(cause?.lines.slice(1) ?? [])] });
        for (const step of report.steps.slice(-3, -1)) expect(step.error).toBe(damaged ? 'EBUSY' : null);
        for (const { message } of report.expects.failed) expect(message).toContain('damaged by `corrupt`');
        expect(report.ok).toBe(troubles.length === 0);
        // Left damaged to the end: the report of the tree is printed all the same.
        expect(reportOf(text).trees[0]?.name).toBe('t');
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('the same text gives the same items', () => {
    fc.assert(
      fc.property(treeScenario, (text) => {
        const told = (): string =>
          JSON.stringify(itemsOf(text), (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
        expect(told()).toBe(told());
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  test('a fork in any way has the contents of its parent, and a failed one leaves no node', () => {
    fc.assert(
      fc.property(
        mapsText,
        fc.constantFrom('dup', 'bulk', 'stores'),
        fc.integer({ min: 1, max: 12 }),
        (maps, way, k) => {
          const head = `maps p """\n${maps}\n"""\n`;
          const sound = reportOf(
            `${head}fork p as c by ${way}\nexpect same p c\nexpect valid\nexpect live() = nodes(p) + nodes(c)\n` +
              'exit c\nexit p\nexpect live() = 0\n',
          );
          expect(sound.ok).toBe(true);
          const failing = reportOf(`${head}fail request ${k} times 20000\nfork p as c by ${way}\n`);
          const fork = failing.steps.at(-1);
          if (fork?.error !== null) expect(fork?.live).toBe(failing.trees[0]?.nodes);
          expect(failing.ok).toBe(true);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });
});

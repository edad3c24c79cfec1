// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is pasted, dropped or typed by somebody else: any text is taken as something or refused in plain words, nothing
// throws, and what is made of it is a scenario that reads without a fault.

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockOf, isKnown, isReady, sizeOf, take, understood, type Taken } from '../../../web/app/import/intake';
import { nameProblem } from '../../../web/app/import/maps-intake';
import { readScenario } from '../../../web/scenario/check/checker';
import { completeFind, readFind } from '../../../web/scenario/find/parse';
import { ALL_WORDS, EXAMPLES } from '../../../web/scenario/find/words';
import { inputKind } from '../../../web/scenario/pasted/detect';
import { readFtrace } from '../../../web/scenario/pasted/ftrace';
import { splitMaps } from '../../../web/scenario/pasted/maps-difference';
import { readDumps } from '../../../web/scenario/pasted/mt-dump';
import { decodeLink } from '../../../web/share/decode';
import { MAIL_END, MAIL_TITLE, readMismatch, writeMismatch } from '../../../web/share/mismatch-report';
import { SEED } from './scenario-texts';

function filesOf(folder: string, ending: RegExp): string[] {
  const here = new URL(`../../${folder}/`, import.meta.url);
  return readdirSync(here)
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(new URL(name, here), 'utf8').split('\n').slice(0, 60).join('\n'));
}

const maps = filesOf('traces', /\.(?:begin|end)$/);
const ALL = '(0 18446744073709551615)';
const WORD = '0xffff888101234500';
const EVENTS = `# tracer: nop
           <...>-812   [001] .....  1204.1: ma_write: mtree_store_range Node 0x0 ${ALL} range:5-9 piv (0) val ${WORD}
             cat-813   [000] .....  1204.2: ma_op: mtree_erase Node: 0x0 (0 18446744073709551615) range: 5-5
             cat-813   [000] .....  1204.3: ma_read: mtree_load Node: 0x0 (0 18446744073709551615) range: 7-7`;
const REPORT = writeMismatch({
  engine: 'linux-6.16/0123456789ab',
  language: 1,
  step: 1,
  steps: 2,
  sums: [{ tree: 't', sum: '0123456789abcdef' }],
  found: ['a "b"'],
  tree: 't',
  dump: ['1-5: value 1'],
  script: 'tree t\nstore 1..5 = "x \\"y\\""\n',
});
const real = [
  ...maps,
  ...filesOf('traces', /\.(?:strace|smaps)$/),
  ...filesOf('core/dumps', /\.txt$/),
  ...maps.slice(1).map((after, k) => `${maps[k] ?? ''}\n${after}`),
  EVENTS,
  REPORT,
  `${MAIL_TITLE}\nlink\nm1.abc\n${MAIL_END}`,
  'tree t\nstore 1 = "x"\n',
];

const spikes = fc.constantFrom(
  '',
  '\0',
  '\u0007',
  '\u001b[31m',
  '\r',
  '\r\n',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '"',
  '"""',
  '\n"""\n',
  '\\',
  '`',
  '}',
  '# ',
  '> ',
  '>\n',
  '\t',
  ':',
  '-',
  '(',
  ')',
  '<',
  ' = ',
  '\n\n',
  'ffffffffffffffff',
  '10000000000000000',
  '99999999999999999999',
  '-1',
  '0x',
  '../..',
  '<script>alert(1)</script>',
  '(deleted)',
  'tree t',
  'in',
  '__proto__',
  'constructor',
);
/** A text with pieces put in, taken out, doubled, and its lines shuffled a little. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...real),
    fc.array(fc.tuple(fc.nat(), spikes, fc.nat({ max: 40 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
    fc.constantFrom('', '> ', '> > ', '[  12.345678] ', '  '),
  )
  .map(([text, edits, before]) =>
    edits
      .reduce((now, [at, put, gone, twice]) => {
        const place = at % (now.length + 1);
        return (
          now.slice(0, place) +
          put +
          (twice ? now.slice(place, place + gone) : '') +
          now.slice(place + (put === '' ? gone : 0))
        );
      }, text)
      .replaceAll(/^/gm, before),
  );
const anyText = fc.oneof(
  { weight: 4, arbitrary: spoilt },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.array(spikes, { maxLength: 40 }).map((parts) => parts.join('')) },
);

// What is shown of a text, and what of it goes into the scenario; the language's own reader says whether it reads.
function faultsOf(taken: Taken): readonly unknown[] {
  expect(understood(taken).every((part) => part !== '')).toBe(true);
  expect(typeof sizeOf(taken)).toBe('string');
  expect(typeof isKnown(taken)).toBe('boolean');
  for (const { line, message } of taken.unread) {
    expect(line).toBeGreaterThan(0);
    expect(message).not.toBe('');
  }
  if (!isReady(taken) || taken.kind === 'mismatch') return [];
  expect(nameProblem(taken.name === '' ? 'empty' : taken.name)).toBeNull();
  const read = readScenario(`${blockOf(taken, taken.name).join('\n')}\n`);
  return read.kind === 'program' ? [] : read.diagnostics;
}

describe('texts of others', () => {
  test('whatever is pasted is taken or refused in words, and what is made of it reads without a fault', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyText, (text) => {
        const taken = take(text);
        if (isReady(taken)) kinds.add(taken.kind);
        expect(faultsOf(taken)).toEqual([]);
      }),
      { seed: SEED, numRuns: 500 },
    );
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['difference', 'dump', 'ftrace', 'maps', 'strace']));
  });

  test('a reader that is given what is another’s throws nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const read of [readDumps, readFtrace, readMismatch, decodeLink, splitMaps, inputKind])
          expect(() => void read(text)).not.toThrow();
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('a query is read, or its mistake has a place; completion stays inside the text', () => {
    const words = fc.oneof(
      fc.constantFrom(
        ...ALL_WORDS.map(({ word }) => word),
        ...EXAMPLES.map(({ word }) => word),
        '(',
        ')',
        '<',
        '>=',
        '!=',
        '..',
        'and',
        'not',
        '1M',
        '0x',
        '7%',
      ),
      spikes,
    );
    const query = fc.oneof(
      fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
      fc.string({ unit: 'binary' }),
      fc.nat({ max: 5000 }).map((deep) => '('.repeat(deep)),
      fc.nat({ max: 5000 }).map((deep) => 'not '.repeat(deep)),
    );
    fc.assert(
      fc.property(query, fc.nat({ max: 60 }), (text, at) => {
        const read = readFind(text);
        if (read.kind === 'mistake') {
          expect(read.message).not.toBe('');
          expect(read.from).toBeLessThanOrEqual(read.to);
          expect(read.to).toBeLessThanOrEqual(text.length + 1);
        }
        const done = completeFind(text, Math.min(at, text.length));
        expect(done.from).toBeLessThanOrEqual(text.length);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

// No count of the work inside a regular expression can be had. Each text is so large that work by its square (or worse)
// would take minutes: the time limit of the test, far above what is needed, separates the two.
describe('huge texts', () => {
  const many = (piece: string, count = 50_000): string => piece.repeat(count);
  const texts: readonly (readonly [string, string])[] = [
    ['quoting', `${many('> ')}x`],
    ['quoted empty lines', `${many('>\n')}x`],
    ['empty lines', `${many('\n')}x`],
    ['blanks', `${many(' ')}x`],
    ['hex digits', `1-2: node 0x1 depth 0 type 1 parent 0x1\n${many('abcde')}!`],
    ['brackets', many('[1] (')],
    ['heads of dumps', many('maple_tree(0x1')],
    ['an event and its blanks', `ma_op: a Node${many(' ')}`],
    ['an event of many names', `${many('ma_op: mtree_erase ')}Node`],
    ['a task of many hyphens', `${many('-1 ')} [001] x: ma_op: mtree_erase Node: 0x0 (0 1) range: 5-5`],
    ['a call that never ends', `brk(NULL) = 0x1000\nbrk(NULL) = 0x1000\nmmap(${many('a, ')}`],
    ['a call of many ends', `brk(NULL) = 0x1000\nbrk(NULL) = 0x1000\nmmap(${many(') ')}`],
    ['quotes', many('"')],
    [
      'lines of no map',
      '00400000-00401000 r--p 00000000 00:00 0 /a\n00402000-00403000 r--p 00000000 00:00 0 /a\n' +
        many('00500000-00400000 r--p 0 00:00 0\n'),
    ],
    ['lines of no call', `brk(NULL) = 0x1000\nbrk(NULL) = 0x1000\n${many('mmap(\n')}`],
    ['a path', `00400000-00401000 r--p 00000000 00:00 0 /${many('a b')}\n`],
  ];
  for (const [what, text] of texts) {
    test(what, { timeout: 40_000 }, () => {
      expect(() => understood(take(text))).not.toThrow();
      expect(() => [readDumps(text), readFtrace(text), readMismatch(text)]).not.toThrow();
    });
  }
});

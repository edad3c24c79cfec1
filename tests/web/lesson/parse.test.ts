// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is read from a lesson, and what is said of its mistakes: where, which one, and with which fix.

import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../web/lesson/answers';
import { parseLesson } from '../../../web/lesson/parse';
import { diagnosticOf } from '../../../web/lesson/words';
import type { Block, Inline, Prose } from '../../../web/lesson/lesson';
import { mistakesOf } from './lessons';

const PICTURE = '```maple\ntree t\nstore 10..19 = 1\n```\n';

function blocksOf(text: string): readonly Block[] {
  return parseLesson(text).lesson.screens.flatMap(({ blocks }) => blocks);
}

function inlinesOf(text: string): readonly Inline[] {
  const prose = blocksOf(text).flatMap((one): Prose[] =>
    one.kind === 'prose' && one.prose.kind === 'paragraph' ? [one.prose] : [],
  );
  return prose.flatMap((one) => (one.kind === 'paragraph' ? one.inlines : []));
}

/** A lesson with one block. */
const withBlock = (kind: string, ...lines: readonly string[]): string =>
  `# T\n\n${PICTURE}\n\`\`\`${kind}\n${lines.join('\n')}\n\`\`\`\n`;

describe('a lesson', () => {
  test('has a title, front matter, screens with codes, an outline, and notes apart', () => {
    const text =
      '---\nminutes: 7\nlevel: second\n---\n\n# Slots\n\nOne.\n\n> Note: say *this*\n\n---\n\n## Pivots\n\nTwo.\n' +
      '\n### More\n';
    const { lesson, problems } = parseLesson(text, { number: 3 });
    expect(problems).toEqual([]);
    expect(lesson).toMatchObject({ title: 'Slots', minutes: 7, level: 'second', number: 3 });
    expect(lesson.screens.map(({ code, title }) => [code, title])).toEqual([
      ['3.1', 'Slots'],
      ['3.2', 'Pivots'],
    ]);
    expect(lesson.outline).toEqual([
      { depth: 1, title: 'Slots', code: '3.1' },
      { depth: 2, title: 'Pivots', code: '3.2' },
      { depth: 3, title: 'More', code: '3.2' },
    ]);
    expect(lesson.screens[0]?.notes).toEqual([
      [
        {
          kind: 'paragraph',
          inlines: [
            { kind: 'text', text: 'say ' },
            { kind: 'em', inlines: [{ kind: 'text', text: 'this' }] },
          ],
        },
      ],
    ]);
    expect(lesson.screens[0]?.blocks).toHaveLength(2);
  });

  test('may have the line ends of other systems', () => {
    const { lesson, problems } = parseLesson('# T\r\n\r\n```maple\r\ntree t\r\n```\r\n\r\n---\r\n\r\n{nodes(t)}\r\n');
    expect(problems).toEqual([]);
    expect(lesson.screens).toHaveLength(2);
  });

  test('tells scenarios with their options, and gives each block its picture', () => {
    const text =
      '# T\n\nFirst {nodes(t)}.\n\n```maple step=1 view=tree hide=strip,story fails\ntree t\n```\n\nThen.\n\n' +
      '```maple\ntree u\n```\n\nLast.\n\n---\n\nBehind.\n';
    const { lesson, problems } = parseLesson(text);
    expect(problems).toEqual([]);
    const [one, two] = lesson.screens;
    expect(one?.picture).toMatchObject({
      id: '1-maple-1',
      line: 5,
      step: 1,
      view: 'tree',
      hide: ['strip', 'story'],
      fails: true,
      source: { text: 'tree t', line: 6 },
    });
    const pictures = one?.blocks.flatMap((block) => (block.kind === 'prose' ? [block.picture?.id] : []));
    expect(pictures).toEqual(['1-maple-1', '1-maple-1', '1-maple-1', '1-maple-2']);
    expect(two?.picture?.id).toBe('1-maple-2');
  });

  test('keeps live values, places, terms and links apart from text', () => {
    const text =
      `# T\n\n${PICTURE}\n` +
      'A {nodes(t) * 2} and {load(12) at 2 as hex} at [two](step:2), a [slot](term:gap%20metadata), ' +
      '[out](https://example.org/x), `{code}`, \\{plain\\}, a *b* c.\n';
    expect(parseLesson(text).problems).toEqual([]);
    expect(inlinesOf(text)).toMatchObject([
      { text: 'A ' },
      { kind: 'value', expression: 'nodes(t) * 2', step: null, base: 'decimal', number: 0, line: 8, column: 3 },
      { text: ' and ' },
      { kind: 'value', expression: 'load(12)', step: 2, base: 'hex', number: 1 },
      { text: ' at ' },
      { kind: 'place', step: 2, line: 8 },
      { text: ', a ' },
      { kind: 'term', term: 'gap metadata' },
      { text: ', ' },
      { kind: 'link', address: 'https://example.org/x' },
      { text: ', ' },
      { kind: 'code', text: '{code}' },
      { text: ', {plain}, a ' },
      { kind: 'em' },
      { text: ' c.' },
    ]);
  });

  test('tells a prediction, its questions, choices, wordings and variants', () => {
    const text = withBlock(
      'predict',
      'given:',
      '  let n = 4',
      '  tree t',
      '',
      '  store n = 1',
      'line: store 2*n = 2',
      'ask: type',
      'choices: append, node_store',
      'ask: nodes(t) "How many?"',
      'vary: n in 2..9',
    );
    expect(mistakesOf(text)).toEqual([]);
    const [, , block] = blocksOf(text);
    expect(block).toMatchObject({
      kind: 'predict',
      id: '1-predict-1',
      before: [{ text: 'let n = 4\ntree t\n\nstore n = 1', line: 10, indent: 2 }],
      about: { kind: 'line', source: { text: 'store 2*n = 2', line: 14, indent: 6 } },
      asks: [
        { kind: 'type', choices: ['append', 'node_store'] },
        { kind: 'value', expression: 'nodes(t)', question: 'How many?', choices: null },
      ],
      vary: [{ name: 'n', first: 2n, last: 9n }],
    });
  });
});

describe('a mistake of a lesson', () => {
  // Each text, and where which mistakes are reported.
  const MISTAKES: readonly (readonly [name: string, text: string, ...told: readonly string[]])[] = [
    ['no title', 'Words.\n', '1:1 no title'],
    ['open front matter', '---\nminutes: 5\n\n# T\n', '1:1 open front matter'],
    [
      'unknown front matter',
      '---\nauthor: me\nminutes: many\n---\n# T\n',
      '2:1 front matter',
      '3:1 front matter value',
    ],
    ['a line above ---', '# T\n\nWords.\n---\n\nMore.\n', '3:1 underlined heading'],
    ['an empty screen', '# T\n\n---\n\n---\n\nWords.\n', '5:1 empty screen'],
    ['HTML in a line', '# T\n\nA <b>word</b>.\n', '3:3 html', '3:10 html'],
    ['HTML as a block', '# T\n\n<script>alert(1)</script>\n', '3:1 html'],
    ['a script as a link', '# T\n\nA [word](javascript:alert) here.\n', '3:3 link'],
    ['an image', '# T\n\n![word](https://example.org/x.png)\n', '3:1 image'],
    ['a term that the glossary does not have', '# T\n\nA [leaf](term:leaf), a [gab](term:gab).\n', '3:24 term'],
    ['a place without a number', `# T\n\n${PICTURE}\nAt [two](step:two).\n`, '8:4 step place'],
    ['a place without a picture', '# T\n\nAt [two](step:2).\n', '3:4 no picture'],
    ['a value without a picture', '# T\n\n{nodes(t)}\n', '3:1 no picture'],
    ['an unknown function', `# T\n\n${PICTURE}\nThere are {node(t)} nodes.\n`, '8:11 expression'],
    ['an argument too many', `# T\n\n${PICTURE}\n{height(t, t)}\n`, '8:1 expression'],
    ['a value that is no expression', `# T\n\n${PICTURE}\nA {nodes(t) = 1} b\n`, '8:3 expression'],
    ['an open brace', `# T\n\n${PICTURE}\nA { b\n`, '8:3 open brace'],
    ['an open fence', '# T\n\n```maple\ntree t\n', '3:1 open fence'],
    ['an option', '# T\n\n```maple stop=3\ntree t\n```\n', '3:10 option'],
    [
      'a value of an option',
      '# T\n\n```maple step=x view=moon hide=strip,moon\ntree t\n```\n',
      '3:10 option value',
      '3:17 option value',
      '3:27 option value',
    ],
    ['an empty scenario', '# T\n\n```maple\n\n```\n', '3:1 part empty'],
    ['a mistake of the scenario', '# T\n\n```maple\ntree t\n  stor 5 = 1\n```\n', '5:3 scenario'],
    ['a line of no part', withBlock('predict', 'what?', 'line: load 5', 'ask: leaf'), '9:1 no part'],
    ['an unknown part', withBlock('predict', 'line: load 5', 'asks: leaf', 'ask: leaf'), '10:1 part'],
    ['a part twice', withBlock('predict', 'step: 1', 'step: 2', 'ask: leaf'), '10:1 part twice'],
    [
      'a part too often',
      withBlock('predict', ...Array.from({ length: 14 }, (_, k) => `line: load ${k}`), 'ask: leaf'),
      '21:1 part too often',
    ],
    [
      'a mistake of another scenario, and of another line',
      withBlock(
        'predict',
        'given:',
        '  tree t',
        'given:',
        '  tre t',
        'line: load 5 in t',
        'line: lod 5',
        'ask: load(5)',
      ),
      '12:3 scenario',
      '14:7 scenario',
    ],
    [
      'a name that one of the scenarios does not set',
      withBlock(
        'predict',
        'given:',
        '  let n = 1',
        '  tree t',
        'given:',
        '  tree t',
        'line: load 5',
        'ask: leaf',
        'vary: n in 1..5',
      ),
      '16:1 vary unset',
    ],
    ['no question', withBlock('predict', 'line: load 5'), '8:1 part missing'],
    ['a question that is none', withBlock('predict', 'line: load 5', 'ask: leave'), '10:1 ask'],
    ['a question with an unknown function', withBlock('predict', 'line: load 5', 'ask: node(t)'), '10:1 expression'],
    ['neither line nor step', withBlock('predict', 'ask: leaf'), '8:1 line or step'],
    ['line and step', withBlock('predict', 'line: load 5', 'step: 2', 'ask: leaf'), '8:1 line or step'],
    ['a step that is no number', withBlock('predict', 'step: last', 'ask: leaf'), '9:1 part value'],
    ['a mistake of the line', withBlock('predict', 'line: load five', 'ask: leaf'), '9:12 scenario'],
    [
      'choices without a question',
      withBlock('predict', 'line: load 5', 'choices: 1 2', 'ask: leaf'),
      '10:1 choices before ask',
    ],
    ['a choice that is no answer', withBlock('predict', 'line: load 5', 'ask: leaf', 'choices: 1 two'), '11:1 choice'],
    ['a variant that is none', withBlock('predict', 'line: load 5', 'ask: leaf', 'vary: n from 2 to 9'), '11:1 vary'],
    [
      'a variable that nothing sets',
      withBlock('predict', 'line: load 5', 'ask: leaf', 'vary: n in 2..9'),
      '11:1 vary unset',
    ],
    ['a task without a goal', withBlock('task', 'start:', '  tree u'), '8:1 part missing'],
    ['a goal without expect', withBlock('task', 'start:', '  tree u', 'goal:', '  load 5'), '11:1 goal without expect'],
    [
      'a par that is no number',
      withBlock('task', 'start:', '  tree u', 'goal:', '  expect nodes(u) = 1', 'par: few'),
      '13:1 part value',
    ],
    [
      'a mistake of the start',
      withBlock('task', 'start:', '  tree u', '  stor 5', 'goal:', '  expect nodes(u) = 1'),
      '11:3 scenario',
    ],
    [
      'a mistake of the solution',
      withBlock('task', 'goal:', '  expect nodes(u) = 1', 'solution:', '  tree u', '  store 5 in'),
      '13:11 scenario',
    ],
    ['an unknown defect', withBlock('hunt', 'defect: gap not raise'), '9:1 defect'],
    ['no defect', withBlock('hunt', 'start:', '  tree t'), '8:1 part missing'],
    ['options of a task', withBlock('task fast', 'goal:', '  expect live() = 1'), '8:9 option'],
  ];

  test.each(MISTAKES)('%s is reported at its place', (_, text, ...told) => {
    const found = mistakesOf(text);
    expect(found.slice(0, told.length)).toEqual(told);
    expect(new Set(found.map((one) => one.split(' ')[0])).size).toBeLessThanOrEqual(told.length);
  });

  test.each(MISTAKES)('%s has a plain sentence and a fix', (_, text) => {
    for (const problem of parseLesson(text).problems) {
      const { message, hint } = diagnosticOf(problem);
      expect(message).toMatch(/^\S.*[.]$/);
      if (problem.mistake.code !== 'scenario') expect(hint).toMatch(/^\S.*[.?]$/s);
    }
  });
});

describe('an answer', () => {
  test.each([
    ['type', 'split', { kind: 'type', type: 'split_store' }],
    ['type', 'Exact fit', { kind: 'type', type: 'exact_fit' }],
    ['type', 'new root', { kind: 'type', type: 'new_root' }],
    ['nodes', '0x10', { kind: 'number', value: 16n }],
    ['nodes', '1,024', { kind: 'number', value: 1024n }],
    ['cut', '64k', { kind: 'number', value: 65536n }],
    ['cut', 'MAX', { kind: 'number', value: 0xffff_ffff_ffff_ffffn }],
    ['slot', '3', { kind: 'slot', leaf: null, slot: 3 }],
    ['slot', 'leaf 2, slot 3', { kind: 'slot', leaf: 2, slot: 3 }],
    ['slot', '2.13', { kind: 'slot', leaf: 2, slot: 13 }],
    ['slot', 'Slot 3 of leaf 2', { kind: 'slot', leaf: 2, slot: 3 }],
    ['leaf', 'leaf 4', { kind: 'leaf', leaf: 4 }],
    ['allocator', '1, 4', { kind: 'list', values: [1, 4] }],
    ['allocator', 'none', { kind: 'list', values: [] }],
    ['fork fails', 'Yes', { kind: 'yes or no', yes: true }],
    ['value', '"heap"', { kind: 'word', word: 'heap' }],
    ['value', 'null', { kind: 'word', word: 'null' }],
  ] as const)('to %s is read from %s', (kind, typed, answer) => expect(readAnswer(kind, typed)).toEqual(answer));

  test.each([
    ['type', 'splat'],
    ['nodes', 'many'],
    ['nodes', '-1'],
    ['leaf', '0'],
    ['slot', '2.'],
    ['allocator', '1 x'],
    ['fork fails', 'perhaps'],
    ['cut', ''],
  ] as const)('to %s is none: %s', (kind, typed) => expect(readAnswer(kind, typed)).toBeNull());
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hostile Markdown: reading never throws, never takes long, and what comes out is text, https: addresses and nothing
// else.

import { describe, expect, test } from 'vitest';
import { splitMix64, type Random } from '../../../web/base/random';
import { parseLesson } from '../../../web/lesson/parse';
import { diagnosticOf } from '../../../web/lesson/words';
import { seed } from '../engine/runs';
import { mistakesOf } from './lessons';

const KINDS = new Set([
  'prose',
  'maple',
  'predict',
  'task',
  'hunt',
  'heading',
  'paragraph',
  'list',
  'quote',
  'code',
  'table',
  'text',
  'strong',
  'em',
  'deleted',
  'break',
  'link',
  'place',
  'term',
  'value',
]);
const INNER = new Set(['line', 'step', ...['type', 'nodes', 'allocator', 'slot', 'leaf', 'cut', 'fork fails', 'left']]);

/** Reads a text, and holds everything in it to the closed set of kinds. */
function readSafely(text: string): void {
  const { lesson, problems } = parseLesson(text);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('kind' in node && !INNER.has(String(node.kind))) expect(KINDS).toContain(node.kind);
    if ('address' in node) expect(String(node.address)).toMatch(/^https:\/\/[^\s/]/);
    expect(Object.keys(node)).not.toContain('raw');
    for (const one of Object.values(node)) visit(one);
  };
  visit(lesson);
  expect(problems.length).toBeLessThanOrEqual(100);
  for (const one of problems) {
    expect(one.line).toBeGreaterThanOrEqual(1);
    expect(one.from).toBeLessThanOrEqual(one.to);
    expect(diagnosticOf(one).message).not.toBe('');
  }
}

describe('a hostile lesson', () => {
  test.each([
    ['10,000 nested quotes in a line', `# T\n\n${'>'.repeat(3_000)} x\n`, 'too deep'],
    ['10,000 nested quotes', `# T\n\n${'> '.repeat(10_000)}x\n`, 'long line'],
    ['nested lists in a line', `# T\n\n${'- '.repeat(1_000)}x\n`, 'too deep'],
    [
      'lists nested line by line',
      `# T\n\n${Array.from({ length: 500 }, (_, k) => `${' '.repeat(2 * k)}- x`).join('\n')}\n`,
      'too deep',
    ],
    ['a huge line', `# T\n\n${'word '.repeat(50_000)}\n`, 'long line'],
    [
      'a huge paragraph',
      `# T\n\n${'*a **b _c '.repeat(300)}\n`.repeat(1) + '*a **b _c\n'.repeat(5_000),
      'long paragraph',
    ],
    ['a huge text', 'x\n\n'.repeat(200_000), 'too long'],
    ['many screens', `# T\n\n${'x\n\n---\n\n'.repeat(2_000)}`, 'too many blocks'],
  ])('with %s is refused, and says why', (_, text, code) => {
    expect(mistakesOf(text).map((one) => one.replace(/^\S+ /, ''))).toContain(code);
    readSafely(text);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](https:javascript:alert(1))',
    '[x](//example.org)',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '<https://example.org>',
    '![x](javascript:alert(1))',
    '[![x](https://a.b/c.png)](javascript:x)',
    '[x](step:99999999999)',
    '[x](term:%E0%A4%A)',
    '`<b>` **<i>** _</script>_',
    '| <b> | {x} |\n|---|---|\n| [y](javascript:z) | <svg onload=a> |',
    '\u0000\u202e\ufeff{nodes(t)}\u0000',
    '```maple\n<script>\n```',
    '{{{{nodes(t)}}}}',
    `{${'('.repeat(150)}}`,
    '{nodes(t) at 99999999 as hex as hex}',
  ])('says nothing but text: %s', (text) => {
    readSafely(text);
    readSafely(`# T\n\n\`\`\`maple\ntree t\n\`\`\`\n\n- a ${text}\n\n> Note: ${text}\n\n${text}\n`);
  });

  test.each(['*a **', '[', '![', '`', '``` ', '~~', '<', '&', '_', '\\', '|', '{', '}', '[a](', '**_', '***'])(
    'takes no long over %s many times',
    (one) => {
      readSafely(`# T\n\n${`${one.repeat(Math.floor(1_900 / one.length))}\n`.repeat(9)}`);
    },
  );

  const PIECES = [
    '# ',
    '## ',
    '- ',
    '1. ',
    '> ',
    '> Note: ',
    '```',
    '```maple',
    '```predict',
    '```task step=2',
    '~~~',
    '---',
    '\n',
    '\n\n',
    '  ',
    '\t',
    '{nodes(t)}',
    '{',
    '}',
    '[a](',
    'step:2)',
    'javascript:x)',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '|',
    '|---|',
    '*',
    '**',
    '_',
    '`',
    '\\',
    '&lt;',
    'tree t',
    'store 5 = 1',
    'line: ',
    'ask: ',
    'type',
    'given:',
    'goal:',
    'vary: n in 1..2',
    'solution:',
    'expect ',
    '"""',
    'ä',
    '\u2028',
    '\r\n',
    'word',
  ];

  test(`of any pieces is read (seed ${seed})`, () => {
    const random: Random = splitMix64(BigInt(seed));
    for (let k = 0; k < 1_500; k++) {
      const count = Number(random.next() % 120n);
      readSafely(
        Array.from({ length: count }, () => PIECES[Number(random.next() % BigInt(PIECES.length))] ?? '').join(
          k % 2 === 0 ? '' : ' ',
        ),
      );
    }
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later

import { setNumberBase } from '../../../web/base/number-base';
import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeLink } from '../../../web/share/encode';
import { mailText, type MailFacts } from '../../../web/share/mail-text';
import { looksLikeMismatch, readMismatch } from '../../../web/share/mismatch-report';
import { stepLine, stepLineMarkdown, stepLineText, type StepFacts } from '../../../web/share/step-line';
import { treeText, wrapWords } from '../../../web/share/tree-text';
import { inputKind } from '../../../web/scenario/pasted/detect';
import { ruleLines } from '../../../web/words/balance';
import { runText, sceneAt } from '../engine/runs';
import { SEED, treeScenario } from '../properties/scenario-texts';

const ENGINE = 'linux-6.16/0123456789ab';

function linkOf(script: string, step: number): string | null {
  const encoded = encodeLink({ script, language: 1, step, engine: ENGINE, sum: null });
  return encoded.kind === 'link' ? `https://example.org/maplescope/#${encoded.fragment}` : null;
}

function textOf(script: string, step: number, more: Partial<MailFacts> = {}): string {
  return mailText({
    title: 'A title',
    script,
    step,
    steps: step + 7,
    engine: ENGINE,
    language: 1,
    sums: [{ tree: 't', sum: '0123456789abcdef' }],
    told: ['Leaf full at 16: the store splits one range in three, needs 18; left neighbour has no room.'],
    drawn: [['t: 1 level, 1 node', '#1 leaf 0..max 2/16: 0..9=. 10..max=v1']],
    link: linkOf(script, step),
    ...more,
  });
}

const quoted = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n');

/**
 * Breaks lines at the last blank before a column, as programs do by default; `again` is put before the
 * rest.
 */
function broken(text: string, columns: number, again: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const parts: string[] = [];
      let rest = line;
      while (rest.length > columns) {
        const at = rest.lastIndexOf(' ', columns);
        const cut = at > 4 ? at : columns;
        parts.push(rest.slice(0, cut).trimEnd());
        rest = again + rest.slice(cut).trimStart();
      }
      return [...parts, rest];
    })
    .join('\n');
}

/** What comes through without the link. */
const GENTLE: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => quoted(text, '> '),
  (text) => quoted(quoted(text, '> '), '> '),
  (text) => quoted(text, '>>').replaceAll('\n', '\r\n'),
  (text) => `Hello,\n\nsee below.\n\n${quoted(text, '> ')}\n\nYours\n-- \nA. Person\n`,
  (text) => broken(quoted(quoted(text, '> '), '> '), 72, ''),
];
/** What only the link comes through, in general. */
const ROUGH: readonly ((text: string) => string)[] = [
  (text) => broken(text, 50, ''),
  (text) => broken(quoted(text, '> '), 40, '> '),
  (text) => broken(quoted(quoted(text, '> '), '> '), 60, ''),
];

function comesBack(script: string, step: number): void {
  const text = textOf(script, step);
  for (const line of text.split('\n')) {
    expect(Array.from(line).length).toBeLessThanOrEqual(66);
    expect(line).toBe(line.trimEnd());
  }
  const bare = script
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  for (const way of GENTLE) {
    const sent = way(textOf(script, step, { link: null }));
    expect(looksLikeMismatch(sent)).toBe(true);
    expect(inputKind(sent)).toBe('mismatch');
    expect(readMismatch(sent)).toMatchObject({
      kind: 'report',
      sent: 'scenario',
      script: bare,
      step,
      engine: ENGINE,
      sums: [{ tree: 't', sum: '0123456789abcdef' }],
    });
  }
  const short = textOf(script, step, { withoutScript: true });
  expect(short.length).toBeLessThanOrEqual(text.length);
  for (const sent of [...GENTLE, ...ROUGH].flatMap((way) => [way(text), way(short)])) {
    expect(looksLikeMismatch(sent)).toBe(true);
    const read = readMismatch(sent);
    expect(read).toMatchObject({ kind: 'report', sent: 'scenario', step, engine: ENGINE });
    expect(
      read.kind === 'report'
        ? (read.script ?? '')
            .split('\n')
            .map((line) => line.trimEnd())
            .join('\n')
        : '',
    ).toBe(bare);
  }
}

describe('a step as text for a mail', () => {
  test('what belongs together stands in lines below one another', () => {
    expect(textOf('tree t', 1, { told: ['Line 1: tree t\nA headline.', 'Why.'] })).toContain(
      '\n\n| Line 1: tree t\n| A headline.\n\n| Why.\n\n',
    );
    const rule = (number: 1 | 2 | 3 | 4 | 5 | 6, held: boolean | null) => ({
      rule: number,
      to: number,
      held,
      text: `Text ${number}`,
    });
    const all = [1, 2, 3, 4, 5, 6] as const;
    expect(ruleLines(all.map((k) => rule(k, true)))).toEqual(['Rules 1 to 6 of the account hold.']);
    expect(ruleLines(all.map((k) => rule(k, k !== 5)))).toEqual([
      'Rules 1, 2, 3, 4, 6 of the account hold.',
      'Rule 5 BROKEN: Text 5',
    ]);
    expect(ruleLines([{ ...rule(1, null), to: 5 }, rule(6, true)])).toEqual([
      'Rule 6 of the account holds.',
      'Rules 1–5 not checked: the fork succeeded, and the child keeps what it allocated',
    ]);
    expect(ruleLines([])).toEqual([]);
  });

  test('comes back from a mail, quoted twice and broken into lines: every example', () => {
    const folder = new URL('../../../web/app/examples/', import.meta.url);
    for (const name of readdirSync(folder)) comesBack(readFileSync(new URL(name, folder), 'utf8'), 3);
  });

  test('comes back whatever the scenario holds, at its step', () => {
    const line = fc.oneof(
      treeScenario,
      fc
        .string({ unit: 'grapheme', maxLength: 200 })
        .map((words) => words.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' ')),
      fc.constantFrom(
        '',
        '| bar',
        '\\ back',
        '> quoted',
        'end of scenario',
        'link',
        'step 9 of 9',
        ' '.repeat(200) + 'x',
        'x'.repeat(500),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.nat({ max: 2 ** 31 }), (lines, step) =>
        comesBack(lines.join('\n'), step),
      ),
      { seed: SEED, numRuns: 30 },
    );
  });

  test('a title, a sentence and a drawing that look like something else are not taken for it', () => {
    const text = textOf('tree t', 4, {
      title: 'end of scenario',
      told: ['scenario  0123456789abcdef', 'step 9 of 9'],
      drawn: [['link', 'end of scenario']],
    });
    expect(readMismatch(text)).toMatchObject({ kind: 'report', script: 'tree t', step: 4 });
  });

  test('holds the scenario where it is wanted, and where no link leads back', () => {
    expect(textOf('tree t', 1, { withoutScript: true })).not.toMatch(/^scenario |^\| tree t$/m);
    for (const kept of [textOf('tree t', 1), textOf('tree t', 1, { withoutScript: true, link: null })])
      expect(kept).toMatch(/^scenario {2}[0-9a-f]{16}\n\| tree t$/m);
  });

  test('its link leads to mark, event and view, also of a scenario of the gallery that is not in the mail', () => {
    const named = 'ex=fork-vma&step=19&mark=12&view=fork';
    for (const link of [`https://example.org/maplescope/#${named}`, `#${named}`])
      for (const way of [...GENTLE, ...ROUGH])
        expect(readMismatch(way(textOf('tree t', 19, { withoutScript: true, link })))).toEqual({
          kind: 'report',
          sent: 'scenario',
          script: null,
          step: 19,
          engine: ENGINE,
          sums: [{ tree: 't', sum: '0123456789abcdef' }],
          fragment: named,
        });
    // One that has the scenario in it goes by that, at the place of the link.
    expect(readMismatch(textOf('tree t', 19, { link: `#${named}` }))).toMatchObject({
      script: 'tree t',
      fragment: named,
    });
    const whole = `${linkOf('tree t', 4)}&event=2`;
    for (const way of [...GENTLE, ...ROUGH])
      expect(readMismatch(way(textOf('tree t', 4, { withoutScript: true, link: whole })))).toMatchObject({
        script: 'tree t',
        step: 4,
        fragment: whole.slice(whole.indexOf('#') + 1),
      });
    expect(readMismatch(textOf('tree t', 19, { link: '#ex=&step=1', withoutScript: true }))).toMatchObject({
      kind: 'damaged',
    });
  });

  test('one that was changed on its way is reported as such, unless its link is intact', () => {
    const changed = (text: string): string => text.replace('| store 1 = 1', '| store 1 = 2');
    expect(readMismatch(changed(textOf('tree t\nstore 1 = 1', 2, { link: null })))).toMatchObject({
      kind: 'damaged',
      message: expect.stringContaining('changed on its way') as string,
    });
    expect(readMismatch(changed(textOf('tree t\nstore 1 = 1', 2)))).toMatchObject({
      kind: 'report',
      script: 'tree t\nstore 1 = 1',
      step: 2,
    });
  });
});

describe('the line of a step', () => {
  const was = (script: string, more: Partial<StepFacts> = {}) =>
    stepLine({
      run: script,
      sent: script,
      line: 2,
      op: 'insert',
      tree: 't',
      range: { first: 0n, last: 3n },
      ended: 'EEXIST',
      ...more,
    });

  test('has its place, its statement, its range and how it ended', () => {
    setNumberBase('hexadecimal');
    expect(stepLineText(was('tree t\n  insert 0..3 = 4  '))).toBe(
      'Line 2: insert 0..3 = 4 [insert, t, 0x0..0x3: EEXIST]',
    );
    expect(stepLineMarkdown(was('tree t\ninsert 0..3 = 4'))).toBe(
      'Line 2: `insert 0..3 = 4`, `insert, t, 0x0..0x3: EEXIST`',
    );
    expect(stepLineText(was('mm p\nexit c2', { op: 'exit', tree: 'c2', range: null, ended: '1 node freed' }))).toBe(
      'Line 2: exit c2 [exit, c2: 1 node freed]',
    );
    expect(stepLineText(was('x\ntree t', { op: 'tree', range: { first: 5n, last: 2n ** 64n - 1n }, ended: '' }))).toBe(
      'Line 2: tree t [tree, t, 0x5..max]',
    );
  });

  test('tells no line of a scenario that is sent with fewer, nor a comment that is left out of it', () => {
    setNumberBase('decimal');
    expect(stepLineText(was('# mine\ninsert 0..3 = 4', { sent: 'insert 0..3 = 4' }))).toBe('[insert, t, 0..3: EEXIST]');
    expect(stepLineText(was('tree t\ninsert 0..3 = 4 # mine', { sent: 'tree t\ninsert 0..3 = 4' }))).not.toContain(
      'mine',
    );
  });

  test('is cut, and is one line of text whatever the scenario holds', () => {
    const long = was(`tree t\nstore ${'9'.repeat(200)} = 1`);
    expect(long.statement?.text).toMatch(/^store 9+\.\.\.$/);
    expect(Array.from(long.statement?.text ?? '').length).toBeLessThan(78);
    // A statement of 76 characters has just room.
    expect(was(`tree t\nstore ${'9'.repeat(66)} = 1`).statement?.text).toBe(`store ${'9'.repeat(66)} = 1`);
    expect(was(`tree t\nstore ${'9'.repeat(67)} = 1`).statement?.text).toMatch(/\.\.\.$/);
    const hostile = fc
      .array(
        fc.constantFrom(
          '`',
          '``',
          '| ',
          '\\ ',
          '> ',
          '<b>',
          '](x)',
          'end of scenario',
          'scenario  0123456789abcdef',
          'step 9 of 9',
          '\u202e',
          '\u2028',
          '\t',
          '\ud800',
          '@me',
          'é',
          '😀',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, hostile, (statement, label) => {
        const line = was(`tree t\n${statement}`, { ended: label });
        expect(stepLineText(line)).not.toMatch(/[\p{C}\u2028\u2029\t]/u);
        // What is read first ends where the first run of backticks of the same length is: all of it is code.
        const markdown = stepLineMarkdown(line);
        const spans = [...markdown.matchAll(/(?<!`)(`+)(?!`)([^]*?)(?<!`)\1(?!`)/g)].map(([, , inside = '']) =>
          inside.trim(),
        );
        expect(spans).toEqual([...(line.statement === null ? [] : [line.statement.text.trim()]), line.facts.trim()]);
        const text = textOf(`tree t\n${statement.replaceAll('\u2028', ' ')}`, 2, {
          told: [stepLineText(line)],
          link: null,
        });
        for (const one of text.split('\n')) expect(Array.from(one).length).toBeLessThanOrEqual(66);
        for (const way of GENTLE) expect(readMismatch(way(text))).toMatchObject({ kind: 'report', step: 2 });
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('a tree drawn in text', () => {
  test('has a line a node, children below their parent, and what the leaves hold', async () => {
    const session = await runText('tree t alloc\nrepeat 17 as i { store i * 10..+5 = i }');
    const lines = treeText(sceneAt(session, session.steps()).trees[0]!.picture, { columns: 60, nodesMost: 2 });
    expect(lines[0]).toBe('t: 2 levels, 4 nodes, 17 entries, gaps tracked');
    expect(lines[1]).toMatch(/^#\d+ arange 0\.\.max 3\/10 gap 1844674407\d{10}/);
    expect(lines.join('\n')).toContain('\n  #');
    expect(lines.at(-1)).toBe('and 2 more nodes');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  test('words are broken into lines, the longest too', () => {
    expect(wrapWords('  a bb ccc dddd', 8, '    ')).toEqual(['  a bb', '    ccc', '    dddd']);
    expect(wrapWords('x'.repeat(20), 12, '  ')).toEqual(['x'.repeat(10), `  ${'x'.repeat(10)}`]);
    expect(wrapWords('', 12, '')).toEqual(['']);
  });
});

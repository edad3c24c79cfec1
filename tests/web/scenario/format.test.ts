// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { format } from '../../../web/scenario/language/format';
import { parse } from '../../../web/scenario/language/parser';
import { memoryScenario, scenario } from '../engine/runs';
import { mapsText, memoryText, readerScenario, SEED, treeScenario } from '../properties/scenario-texts';

/** A syntax tree without its places. */
function plain(text: string): unknown {
  const { program, diagnostics } = parse(text);
  expect(diagnostics).toEqual([]);
  return JSON.parse(
    JSON.stringify(program, (key, value: unknown) => {
      if (['from', 'to', 'line', 'column'].includes(key) && typeof value !== 'object') return undefined;
      return typeof value === 'bigint' ? value.toString() : value;
    }),
  );
}

function commentsOf(text: string): string[] {
  const found: string[] = [];
  parse(text).tree.iterate({
    enter: (node) => {
      if (node.name === 'Comment') found.push(text.slice(node.from, node.to).trimEnd());
    },
  });
  return found;
}

function holds(text: string): void {
  const tidy = format(text);
  expect(tidy).not.toBeNull();
  expect(plain(tidy ?? '')).toEqual(plain(text));
  expect(commentsOf(tidy ?? '')).toEqual(commentsOf(text));
  expect(format(tidy ?? '')).toBe(tidy);
}

// Blanks, comments and blank lines strewn over a text, outside of raw text.
const untidy = fc
  .tuple(
    fc.oneof(
      treeScenario,
      readerScenario,
      memoryText,
      mapsText.map((text) => `maps b """\n${text}\n"""\n`),
      scenario,
      memoryScenario,
    ),
    fc.array(fc.nat(99), { minLength: 20, maxLength: 20 }),
  )
  .map(([text, dice]) => {
    let raw = false;
    return text
      .split('\n')
      .map((line, k) => {
        const die = (dice[k % dice.length] as number) + (k % 7);
        const inside = raw || line.includes('"""');
        if (line.includes('"""')) raw = !raw;
        if (inside) return line;
        const blanks = ' '.repeat(die % 5);
        const comment = die % 4 === 0 ? `${blanks}# so {${die}} """` : '';
        const above = die % 9 === 0 ? `\n\n ${blanks}#: kept\n` : '';
        return `${above}${blanks}${line.replace(' = ', ` ${blanks}= `)}${comment}`;
      })
      .join('\n');
  });

describe('the formatter', () => {
  test('keeps meaning and comments, and leaves its own text alone', () => {
    fc.assert(fc.property(untidy, holds), { seed: SEED, numRuns: 150 });
  });

  test('keeps meaning and comments of each example', () => {
    const folder = new URL('../../../web/app/examples/', import.meta.url);
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.maple')))
      holds(readFileSync(new URL(name, folder), 'utf8'));
  });

  test('one spelling of blanks, comments below each other, blank lines once', () => {
    const text =
      '# title\n\n\n  tree   t alloc   # why\nstore 1 ..  2=3 # what\n\nrepeat 3 as   i { store i*10..i*10+5=i }\n' +
      'repeat 2 {  # twice\n# inner\nstore (1+2)*3 = "x"\n\n}   # done\nmaps b """\n' +
      '    1000-2000 r--p 00000000 00:00 0\n  """\nfork b as c\nfork b as d by dup';
    expect(format(text)).toBe(
      '# title\n\ntree t alloc    # why\nstore 1..2 = 3  # what\n\nrepeat 3 as i { store i * 10..i * 10 + 5 = i }\n' +
        'repeat 2 {  # twice\n  # inner\n  store (1 + 2) * 3 = "x"\n}  # done\nmaps b """\n' +
        '1000-2000 r--p 00000000 00:00 0\n"""\nfork b as c\nfork b as d by dup',
    );
  });

  test('does not touch a text with a mistake', () => {
    expect(format('tree t\nstore 1 = \n')).toBeNull();
    expect(format('')).toBe('');
    expect(format('# only words\n')).toBe('# only words\n');
  });
});

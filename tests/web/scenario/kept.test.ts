// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the language says, kept: of every scenario its report, of every word its explanation, of every line with a word
// too few its message and its fixes. `npx vitest run tests/web/scenario/kept -u` writes them anew; look at the
// difference before it is committed.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { stepsOf, tooMany } from '../../../web/scenario/check/step-count';
import { fixesFor, remarksOn } from '../../../web/scenario/check/quick-fixes';
import { completeFind, readFind } from '../../../web/scenario/find/parse';
import { ALL_WORDS, EXAMPLES } from '../../../web/scenario/find/words';
import { complete } from '../../../web/scenario/language/complete';
import { format } from '../../../web/scenario/language/format';
import { hoverAt } from '../../../web/scenario/language/hover-docs';
import { runText } from '../engine/runs';
import { parse } from '../../../web/scenario/language/parser';
import { print } from '../../../web/scenario/language/printer';
import { hintsOf, plainItem, sumOf } from './kept-items';
import { itemsOf } from './run';

const project = fileURLToPath(new URL('../../..', import.meta.url));

function textsIn(folder: string, ending: string): readonly (readonly [name: string, text: string])[] {
  const names = readdirSync(project + folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  );
  return names.sort().map((name) => [name, readFileSync(`${project}${folder}/${name}`, 'utf8')]);
}

const page = readFileSync(`${project}web/scenario/language/language.md`, 'utf8');
/** By the heading that each stands under, and from the second on its number there: a new section renames no other. */
const PAGE = page.split(/^(?=#{2,} )/m).flatMap((section) => {
  const [, heading = ''] = /^#{2,} (.*)/.exec(section) ?? [];
  return [...section.matchAll(/^```maple\n([^]*?)^```$/gm)].map(
    ([, text = ''], k) => [`language.md, ${heading}${k === 0 ? '' : `, example ${k + 1}`}`, text] as const,
  );
});

const SCENARIOS = [...textsIn('tests/scenarios', '.maple'), ...textsIn('web/app/examples', '.maple'), ...PAGE];
const LOGS = textsIn('tests/traces', '.strace').map(([name, log]) => {
  const begin = readFileSync(`${project}tests/traces/${name.replace(/\.strace$/, '.begin')}`, 'utf8');
  return [name, `maps it """\n${begin}"""\ntrace it """\n${log}"""\nfork it as child\n`] as const;
});

/** Of lines of scenarios outside of blocks, one of each kind: with the same words, of whatever numbers and names. */
const LINES = [
  ...new Map(
    SCENARIOS.flatMap(([, text]) => text.replaceAll(/"""[^]*?"""/g, '').split('\n'))
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== '' && line.split(/\s+/).length < 9)
      .sort()
      .map(
        (line) => [[...new Set(line.match(/[a-z_]{3,}|=|\{|\.\.|[<>+*]/g) ?? [])].slice(0, 2).join(' '), line] as const,
      ),
  ).values(),
];
/** Names that those lines may use. */
const ABOVE =
  'tree t alloc\nstore 1 = 1\ntree u\nmm p\nmap 0x1000 rw\nlet x = 1\nuse t\nread t at 1 as r\nstate s in t\n';

/** Those lines by their first word: a test each, so that a fault runs into few of them. */
const GROUPS = [...new Set(LINES.flatMap((line) => /^[a-z_]+/.exec(line) ?? []))].map(
  (word) => [word, LINES.filter((line) => /^[a-z_]+/.exec(line)?.[0] === word)] as const,
);

test('each scenario and each example has a name of its own', () => {
  const names = SCENARIOS.map(([name]) => name);
  expect(names.filter((name, k) => names.indexOf(name) !== k)).toEqual([]);
  expect(PAGE).toHaveLength(page.match(/^```maple$/gm)!.length);
});

const startsOf = (line: string): number[] => [...line.matchAll(/(?<=\s|^)\S/g)].map(({ index }) => index);

test.each([...SCENARIOS, ...LOGS])('the report of %s', async (_, text) => {
  const session = await runText(text).catch((error: unknown) => String(error));
  // The engine's own name changes with every change of the core.
  expect(
    typeof session === 'string' ? session : `${session.steps()} steps, ${sumOf({ ...session.report(), engine: '' })}`,
  ).toMatchSnapshot();
});

// Runs of more steps add nothing but time.
const SHORT = [...SCENARIOS, ...LOGS].filter(([name]) => !/^(?:fork-6421|sweep|limits\/|iterate\/across)/.test(name));

test.each(SHORT)('what is said of the steps of %s', (_, text) => {
  const read = readScenario(text);
  if (read.kind === 'refused') return;
  const items = itemsOf(text);
  // The text alone says how many steps there are, unless it stops.
  const steps = stepsOf(read.program.statements);
  const end = items.at(-1);
  if (steps !== null && end?.kind === 'end' && end.stopped === null)
    expect(items.filter(({ kind }) => kind === 'step')).toHaveLength(steps);
  expect(
    [`${items.length} items, ${steps ?? 'as many'} steps, ${sumOf(items.map(plainItem))}`, ...hintsOf(items)].join(
      '\n',
    ),
  ).toMatchSnapshot();
});

test.each(SCENARIOS)('the syntax tree of %s, and the text printed from it', (_, text) => {
  const { program, diagnostics } = parse(text);
  const printed = print(program);
  // A refused text holds statements that were not understood.
  if (diagnostics.length === 0) expect(print(parse(printed).program)).toBe(printed);
  expect(`${program.statements.length} statements, ${sumOf(program)}, printed ${sumOf(printed)}`).toMatchSnapshot();
});

test.each(SCENARIOS)('the formatted text of %s', (_, text) => {
  const formatted = format(text.replaceAll(/^[ \t]+/gm, '').replaceAll(/ = /g, '='));
  expect(formatted === text ? 'as it is written' : sumOf(formatted)).toMatchSnapshot();
});

test.each(GROUPS)('what is said of a line of %s that nothing stands above', (_, lines) => {
  const told = lines
    .map((line) => readScenario(line))
    .flatMap((read) =>
      read.kind === 'refused' ? read.diagnostics.map(({ message, hint }) => `${message} | ${hint}`) : [],
    );
  expect([...new Set(told)].sort().join('\n')).toMatchSnapshot();
});

test.each(GROUPS)('what is said of the words in a line of %s', (_, lines) => {
  const told = new Set<string>();
  for (const line of lines) {
    for (const { index } of line.matchAll(/[A-Za-z_]\w*|\d\w*/g)) {
      const doc = hoverAt(ABOVE + line, ABOVE.length + index);
      if (doc !== null) told.add(`${doc.form} | ${doc.doc} | ${doc.call} | ${doc.place}`);
    }
  }
  expect([...told].sort().join('\n')).toMatchSnapshot();
});

test.each(GROUPS)('what can be written in a line of %s', (_, lines) => {
  const places = lines.flatMap((line) =>
    startsOf(line)
      .slice(1)
      .map(
        (at) =>
          `${line.slice(0, at)}| ${
            complete(ABOVE + line.slice(0, at), ABOVE.length + at)
              ?.options.map(({ label }) => label)
              .join(' ') ?? ''
          }`,
      ),
  );
  expect(places.join('\n')).toMatchSnapshot();
});

test('what is said of everything that can be written', () => {
  const told = new Set<string>();
  for (const line of ['', ...LINES]) {
    for (const at of [0, ...startsOf(line)]) {
      for (const { label, kind, detail, doc, apply } of complete(ABOVE + line.slice(0, at), ABOVE.length + at)
        ?.options ?? [])
        told.add(`${kind} ${label} | ${detail} | ${doc} | ${apply}`);
    }
  }
  expect([...told].sort().join('\n')).toMatchSnapshot();
});

test.each(GROUPS)('the message and the fixes of a line of %s with a word too few, twice, or another', (_, lines) => {
  const told = new Map<string, string>();
  const all: unknown[] = [];
  for (const line of lines) {
    const words = line.split(/(\s+)/);
    const broken = words
      .flatMap((word, k) =>
        word.trim() === '' ? [] : [words.toSpliced(k, 1), words.toSpliced(k, 0, word, ' '), words.with(k, `${word}x`)],
      )
      .map((parts) => parts.join(''));
    for (const wrong of broken) {
      const text = ABOVE + wrong;
      const read = readScenario(text);
      const found =
        read.kind === 'refused'
          ? read.diagnostics.map((one) => ({ ...one, fixes: fixesFor(text, one) }))
          : remarksOn(text);
      all.push(found);
      for (const one of found) {
        const about =
          `${one.message}${'hint' in one ? ` | ${one.hint}` : ''} | ` + one.fixes.map(({ label }) => label).join(', ');
        const kind = about.replaceAll(/`[^`]*`/g, '`…`');
        if (!told.has(kind)) told.set(kind, `${wrong}\n    ${about}`);
      }
    }
  }
  expect(`${[...told.values()].sort().join('\n')}\nall ${sumOf(all)}`).toMatchSnapshot();
});

test.each([...ALL_WORDS, ...EXAMPLES].map(({ word }) => word))('what a search says of %s', (word) => {
  const parts = [
    word,
    `${word} 1`,
    `${word} > 5`,
    `${word} = 0x10..0x20`,
    `not ${word}`,
    `${word} or leaf`,
    `${word}x`,
    `${word} 12 x`,
  ];
  expect(
    parts.map((text) => `${text}: ${sumOf(readFind(text))} ${sumOf(completeFind(text, text.length))}`).join('\n'),
  ).toMatchSnapshot();
});

test('a text of too many steps says so, with how many', () => {
  expect([null, 2_000_000, 2_000_001].map(tooMany)).toEqual([
    null,
    null,
    'This text asks for 2,000,001 steps, but a run ends at 2,000,000: it stops there and keeps those.',
  ]);
});

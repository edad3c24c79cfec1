// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run --silent lesson -- [FILE…]`: runs every block of lessons, checks that each question has an answer and that
// each solution is accepted, and prints the computed numbers. Exit 0: all holds; 1: something does not; 2: a file
// could not be read.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted } from '../base/text';
import { askName, checkLesson, type Checked } from '../lesson/check';
import type { Computed } from '../lesson/computed';
import { parseLesson } from '../lesson/parse';
import type { LessonProblem } from '../lesson/problems';
import { answerText, baseOf, countsText, diagnosticOf, valueText } from '../lesson/words';
import { loadCore } from './core-file';
import { lessonEngine } from './lesson-engine';
import { openOutput } from './output';
import { readFileText } from './read-file';
import { optionsGiven } from './words-given';

const USAGE = `usage: npm run --silent lesson -- [FILE…] [--quiet] [--seeds N]
  FILE        a lesson (Markdown), or - for standard input; without a file, all built-in lessons
  --quiet     prints one line per lesson, and its mistakes; without it, every answer and computed number too
  --seeds N   tries N variants of each prediction; 8 by default

web/lesson/format.md describes the format.`;

interface Options {
  readonly files: readonly string[];
  readonly quiet: boolean;
  readonly seeds: number;
}

function readOptions(words: readonly string[]): Options | string {
  const files: string[] = [];
  const options = { quiet: false, seeds: 8 };
  for (let k = 0; k < words.length; k++) {
    const word = words[k] ?? '';
    if (word === '--quiet') options.quiet = true;
    else if (word === '--seeds') {
      const value = words[++k] ?? '';
      if (!/^[0-9]{1,5}$/.test(value)) return '--seeds takes a number';
      options.seeds = Number(value);
    } else if (word.startsWith('-') && word !== '-') return `there is no option ${word}`;
    else files.push(word);
  }
  return { files, ...options };
}

const TRACK = join(dirname(fileURLToPath(new URL('../lesson/format.md', import.meta.url))), 'track/');

/** The built-in lessons, in order. */
function builtIn(): readonly string[] {
  return readdirSync(TRACK)
    .filter((name) => /^[0-9]{2}-.*\.md$/.test(name))
    .sort()
    .map((name) => `${TRACK}${name}`);
}

async function main(): Promise<number> {
  const options = optionsGiven(readOptions, USAGE);
  if (typeof options === 'number') return options;
  const output = openOutput(process.stdout);
  const engine = lessonEngine(await loadCore(), {}, await loadCore('hunt'));
  let status = 0;
  for (const file of options.files.length === 0 ? builtIn() : options.files) {
    const text = readFileText(file);
    if (typeof text !== 'string') {
      process.stderr.write(`${text.message}\n`);
      status = 2;
      continue;
    }
    const number = /(?:^|\/)([0-9]{2})-[^/]*\.md$/.exec(file)?.[1];
    const { lesson, problems } = parseLesson(text, { number: number === undefined ? null : Number(number) });
    const checked = await checkLesson(engine, lesson, text, { seeds: options.seeds });
    const all = [...problems, ...checked.problems].sort((a, b) => a.from - b.from);
    const name = file === '-' ? 'standard input' : file.startsWith(TRACK) ? file.slice(TRACK.length) : file;
    if (!options.quiet) await output.write(computedText(name, lesson.title, checked));
    await output.write(all.map((one) => problemText(name, text, one)).join(''));
    await output.write(
      `${name}: ${all.length === 0 ? `ok, ${countsText(checked.computed)}` : counted(all.length, 'mistake')}\n`,
    );
    if (all.length > 0 && status === 0) status = 1;
  }
  await output.end();
  return status;
}

function computedText(name: string, title: string, { computed }: Checked): string {
  const lines = computed.map((one) => `  ${String(one.line).padStart(4)}  ${told(one)}`);
  return `${title === '' ? name : `${name}: ${title}`}\n${lines.map((line) => `${line}\n`).join('')}`;
}

const NO_DEFECTS = 'the sound core passes; this build has no defects, so the hunt itself was not tried';

function liveText({ expression, step }: Extract<Computed, { kind: 'value' }>['live']): string {
  return `{${expression}}${step === null ? '' : ` at step ${step}`}`;
}

function truthText({ ask, asked, truth }: Extract<Computed, { kind: 'answer' }>): string {
  return answerText(truth, baseOf(ask, asked));
}

function told(one: Computed): string {
  switch (one.kind) {
    case 'run':
      return `${one.id}: ${counted(one.steps, 'step')}`;
    case 'value':
      return `${liveText(one.live)} = ${valueText(one.value, one.live.base)}`;
    case 'answer':
      return `${one.id}: ${askName(one.ask)} of \`${one.asked}\` = ${truthText(one)}`;
    case 'variants':
      return `${one.id}: ${counted(one.different, 'different scenario')} of ${counted(one.seeds, 'seed')}`;
    case 'task':
      return `${one.id}: solved in ${counted(one.steps, 'step')}; ${counted(one.wrong, 'wrong answer')} refused`;
    case 'hunt':
      return `${one.id}: ${one.verdict === 'no defects' ? NO_DEFECTS : one.verdict}`;
  }
}

// In the form that editors jump to.
function problemText(name: string, text: string, problem: LessonProblem): string {
  const { line, column, from, to, message, hint } = diagnosticOf(problem);
  const source = text.split(/\r\n?|\n/)[line - 1] ?? '';
  const marks = '^'.repeat(Math.max(1, Math.min(to - from, source.length - column + 1)));
  const shown =
    source.length > 200 ? [] : [`    ${source}`, `    ${source.slice(0, column - 1).replace(/[^\t]/g, ' ')}${marks}`];
  return [`${name}:${line}:${column}: ${message}`, ...shown, ...(hint === '' ? [] : [`    ${hint}`]), ''].join('\n');
}

process.exitCode = await main();

// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run --silent shrink -- FILE`: the shortest scenario that still fails in the same way, on standard output. Exit
// 0: found; 1: the scenario does not fail; 2: it could not be read.

import { counted } from '../base/text';
import { shrink } from '../lesson/shrink';
import { troubleSign } from '../lesson/trouble-sign';
import { readScenario } from '../scenario/check/checker';
import { loadCore } from './core-file';
import { lessonEngine } from './lesson-engine';
import { readFileText } from './read-file';

const USAGE = `usage: npm run --silent shrink -- FILE [--tries N]
  FILE        a scenario whose run fails, or - for standard input
  --tries N   tries at most N texts; 2,000 by default`;

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const at = words.indexOf('--tries');
  const tries = at < 0 ? '2000' : (words.splice(at, 2)[1] ?? '');
  const [file, more] = words;
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (
    file === undefined ||
    more !== undefined ||
    (file.startsWith('-') && file !== '-') ||
    !/^[1-9][0-9]{0,6}$/.test(tries)
  ) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const text = readFileText(file);
  if (typeof text !== 'string') {
    process.stderr.write(`${text.message}\n`);
    return 2;
  }
  const read = readScenario(text);
  if (read.kind === 'refused') {
    for (const { line, column, message, hint } of read.diagnostics)
      process.stderr.write(`${file}:${line}:${column}: ${message}${hint === '' ? '' : `\n    ${hint}`}\n`);
    return 2;
  }
  const engine = lessonEngine(await loadCore());
  const sign = troubleSign(await engine.run(text), text);
  if (sign === '') {
    process.stderr.write('The scenario does not fail: every expectation holds, and nothing is broken or lost.\n');
    return 1;
  }
  const found = await shrink(text, async (one) => troubleSign(await engine.run(one), one) === sign, {
    most: Number(tries),
  });
  const rest = found.done ? '' : '; more --tries may shorten it further';
  process.stdout.write(found.text);
  const lines = (one: string): string => counted(one.trimEnd().split('\n').length, 'line');
  process.stderr.write(`${lines(text)} → ${lines(found.text)} in ${counted(found.tries, 'run')}${rest}\n`);
  return 0;
}

process.exitCode = await main();

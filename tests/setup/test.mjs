// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm test`: everything that proves the project, one suite after another where they depend on each other and two at a
// time where they do not. Each suite's whole output goes to build/test/NAME.log and is shown when it fails. Every
// failed test is named again at the end, with how its error begins, below the time of each suite and the slowest tests;
// the last line is the sum over all suites. `npm test -- NAME…` runs only the suites so named, with what they stand on.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { whenToEnd } from './ending.mjs';
import {
  failuresText,
  plainFailure,
  playwrightFailures,
  playwrightSecondTries,
  vitestFailures,
  withoutEscapes,
} from './failures.mjs';
import { COMMANDS, ensure, projectDir } from './needs.mjs';
import { LINT, TYPED_LINT, coreCommand, gather, pool } from './run.mjs';
import { playwrightTimes, slowestText, vitestTimes } from './slowest.mjs';

const LOG_DIR = 'build/test';
const SHOWN_LINES = 120;
const STILL_RUNNING_SECONDS = 30;
/** So many tests are named at the end as the slowest. */
const SLOWEST = 10;
/** Of the last line of a suite that is still running, so much is shown. */
const LAST_WIDTH = 90;
/** So long may a suite take to end when it is asked to. */
const ENDING_MS = 3000;
/** What Playwright and Vitest print of a test, or a file of tests, that passed. */
const PASSED_LINE = /^\s*✓ /;

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {import('./failures.mjs').Failure} Failure */
/** @typedef {import('./slowest.mjs').Timed} Timed */

/**
 * One part of the whole run.
 * @typedef {object} Suite
 * @property {string} name
 * @property {readonly [string, ...string[]]} command
 * @property {Record<string, string>} [env]
 * @property {(output: string, status: number) => Count} count  how many tests its output names
 * @property {() => Failure[]} [failures]  which failed, where a report says so; else the output does
 * @property {() => Failure[]} [seconds]  which passed at their second try only
 * @property {() => Timed[]} [times]  how long each test took
 */

/** @returns {Count} */
const nothing = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * A step that is one test in itself: it ends well or it does not.
 * @param {string} _output
 * @param {number} status
 * @returns {Count}
 */
const wholeStep = (_output, status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 });

/**
 * Sums every line "N passed, N failed[, N skipped]", with or without one word and a colon before it.
 * @param {string} output
 * @returns {Count}
 */
function closingLines(output) {
  const sum = nothing();
  for (const match of output.matchAll(/^(?:\S+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)) {
    sum.passed += Number(match[1]);
    sum.failed += Number(match[2]);
    sum.skipped += Number(match[3] ?? 0);
  }
  return sum;
}

/** What has to be replayed of tests/golden: everything, and no fewer. */
const GOLDEN_FILES_MIN = 188;
const GOLDEN_OPERATIONS_MIN = 209_426;
/** So many operations are made up besides, by the model of the specification, from the environment's SEED. */
const GOLDEN_GENERATED = 4800;

/**
 * @param {'native' | 'wasm'} engine
 * @returns {Suite}
 */
function goldenSuite(engine) {
  return {
    name: `golden-${engine}`,
    command: [
      process.execPath,
      '--import',
      'tsx',
      'tests/replay/main.ts',
      '--engine',
      engine,
      '--strict',
      '--validate',
      '--generated',
      String(GOLDEN_GENERATED),
    ],
    count: goldenCount,
  };
}

/**
 * A vector is a test, made-up ones too. All must be replayed, and our own agree in advisory fields as well.
 * @param {string} output
 * @returns {Count}
 */
function goldenCount(output) {
  const [, files = 0, operations = 0] = (/^(\d+) files, (\d+) operations, /m.exec(output) ?? []).map(Number);
  const [, made = 0, generated = 0] = (/^generated: (\d+) files, (\d+) operations, /m.exec(output) ?? []).map(Number);
  const [, advisory = 1] = (/; (\d+) operations differ in advisory fields alone$/m.exec(output) ?? []).map(Number);
  const differing = output.match(/^\S+: operation \d+ differs$/gm)?.length ?? 0;
  const unreadable = output.match(/^\S+: cannot be replayed/gm)?.length ?? 0;
  const fewer = files < GOLDEN_FILES_MIN || operations < GOLDEN_OPERATIONS_MIN || generated < GOLDEN_GENERATED ? 1 : 0;
  return {
    passed: files + made - differing,
    failed: differing + unreadable + fewer + (advisory > 0 ? 1 : 0),
    skipped: 0,
  };
}

/** @typedef {Parameters<typeof vitestFailures>[0] & Parameters<typeof vitestTimes>[0]} VitestFailed */
/** @typedef {Parameters<typeof playwrightFailures>[0] & Parameters<typeof playwrightTimes>[0]} BrowserFailed */

/** What Vitest wrote about its run. */
function vitestReport() {
  /**
   * @type {(text: string) => VitestFailed & { numPassedTests: number, numFailedTests: number, numPendingTests: number,
   * numTodoTests: number }}
   */
  const parse = JSON.parse;
  return parse(readFileSync(join(projectDir, LOG_DIR, 'unit.json'), 'utf8'));
}

/** @returns {Count} */
function vitestCount() {
  const report = vitestReport();
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** What Playwright wrote about its run. */
function playwrightReport() {
  /**
   * @type {(text: string) => BrowserFailed & { stats: { expected: number, unexpected: number, flaky: number, skipped:
   * number } }}
   */
  const parse = JSON.parse;
  return parse(readFileSync(join(projectDir, LOG_DIR, 'e2e.json'), 'utf8'));
}

/**
 * A busy machine now and then lets a browser miss its time. A test has a second try then, and is named if it needed it;
 * a run in which more tests than this did has failed.
 */
const SECOND_TRIES_MAX = 3;

/** @returns {Count} */
function playwrightCount() {
  const { stats } = playwrightReport();
  const late = stats.flaky > SECOND_TRIES_MAX;
  return {
    passed: stats.expected + (late ? 0 : stats.flaky),
    failed: stats.unexpected + (late ? stats.flaky : 0),
    skipped: stats.skipped,
  };
}

/**
 * Those that needed their second try, as what they count for.
 * @param {'passed' | 'failed'} as
 * @returns {Failure[]}
 */
function secondTries(as) {
  const all = playwrightSecondTries(playwrightReport());
  return all.length > SECOND_TRIES_MAX === (as === 'failed') ? all : [];
}

/** A port of this machine that nothing uses now. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * @param {readonly string[]} present  browsers that are here
 * @param {number} port
 * @returns {Suite}
 */
function browserSuite(present, port) {
  return {
    name: 'e2e',
    command: [
      'playwright',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
      ...present.map((name) => `--project=${name}`),
    ],
    env: { E2E_PORT: String(port), PLAYWRIGHT_JSON_OUTPUT_NAME: join(projectDir, LOG_DIR, 'e2e.json') },
    count: playwrightCount,
    failures: () => [...playwrightFailures(playwrightReport()), ...secondTries('failed')],
    seconds: () => secondTries('passed'),
    times: () => playwrightTimes(playwrightReport()),
  };
}

/**
 * The tests that an absent browser would have run: listed, and counted as skipped.
 * @param {string} name
 * @returns {Suite}
 */
function skippedBrowser(name) {
  return {
    name: `e2e-${name}`,
    command: ['playwright', 'test', '--config=e2e/playwright.config.ts', '--list', `--project=${name}`],
    count: (output) => ({ ...nothing(), skipped: Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0) }),
  };
}

/**
 * The suites in two waves: what runs two at a time, begun in this order (what others stand on first, with what stands
 * on nothing beside it; what is short last, so that no core stands idle for long); and the browsers, which want both
 * cores.
 * @param {readonly string[]} absent  optional tools that are not here
 * @returns {Promise<{ first: Suite[], last: Suite[] }>}
 */
async function suites(absent) {
  const browsers = /** @type {const} */ (['chromium', 'firefox']);
  const present = browsers.filter((name) => !absent.includes(name));
  return {
    first: [
      { name: 'core', command: coreCommand('replay', 'shrink-build'), count: wholeStep },
      { name: 'lint', command: LINT, count: wholeStep },
      { name: 'typed-lint', command: TYPED_LINT, count: wholeStep },
      { name: 'format', command: ['prettier', '--check', '.'], count: wholeStep },
      { name: 'types', command: [process.execPath, 'tests/setup/types.mjs'], count: closingLines },
      {
        name: 'unit',
        command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${LOG_DIR}/unit.json`],
        count: vitestCount,
        failures: () => vitestFailures(vitestReport(), projectDir),
        times: () => vitestTimes(vitestReport(), projectDir),
      },
      {
        name: 'native',
        command: ['make', '-s', '-j2', '--no-print-directory', '-C', 'core', 'test'],
        count: closingLines,
      },
      goldenSuite('native'),
      goldenSuite('wasm'),
      { name: 'page', command: ['vite', 'build', '--logLevel', 'warn'], count: wholeStep },
      {
        name: 'single file',
        command: ['vite', 'build', '--mode', 'single', '--logLevel', 'warn'],
        count: wholeStep,
      },
    ],
    last: [
      ...(present.length > 0 ? [browserSuite(present, await freePort())] : []),
      ...browsers.filter((name) => absent.includes(name)).map(skippedBrowser),
    ],
  };
}

/**
 * Suites under way: since when, the group of their processes, the last line that they printed. @type {Map<string, {
 * since: number, group: number, last: string }>}
 */
const running = new Map();
/** The whole run is being ended: nothing is begun or printed any more. */
let ending = false;
const isEnding = () => ending;
/** @returns {Promise<never>} */
const never = () => new Promise(() => undefined);
/** Names of suites that have been begun. @type {Set<string>} */
const begun = new Set();

/** What failed in any suite, printed once more at the end. @type {Failure[]} */
const failed = [];
/** What passed at its second try only. @type {Failure[]} */
const again = [];
/** How long each suite took. @type {Timed[]} */
const suiteTimes = [];
/** How long each test took, in suites that report it. @type {Timed[]} */
const testTimes = [];

/**
 * Runs a suite, keeps its output, prints one line about it, and more when it failed.
 * @param {Suite} suite
 * @returns {Promise<Count>}
 */
async function run(suite) {
  if (isEnding()) return never();
  const start = performance.now();
  const now = { since: start, group: 0, last: '' };
  running.set(suite.name, now);
  begun.add(suite.name);
  const result = await gather(
    suite.command,
    { ...suite.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    {
      started: (group) => {
        now.group = group;
      },
      printed: (part) => {
        now.last = withoutEscapes(part).trimEnd().split('\n').at(-1)?.trim() || now.last;
      },
    },
  );
  if (isEnding()) return never();
  running.delete(suite.name);
  const output = withoutEscapes(result.output);
  const log = join(LOG_DIR, `${suite.name}.log`);
  writeFileSync(join(projectDir, log), output);

  const count = countOf(suite, output, result.status);
  const ms = performance.now() - start;
  const seconds = (ms / 1000).toFixed(1);
  suiteTimes.push({ name: suite.name, ms });
  testTimes.push(...timesOf(suite));
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  console.log(
    `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${suite.name.padEnd(16)} ${count.passed} passed, ${count.failed} ` +
      `failed${skipped}  (${seconds} s)`,
  );
  /** @param {Failure} failure */
  const named = ({ name, error }) => ({ name: `${suite.name}: ${name}`, error });
  again.push(...secondTriesOf(suite).map(named));
  if (count.failed > 0) {
    failed.push(...failuresOf(suite, output).map(named));
    const lines = output
      .trimEnd()
      .split('\n')
      .filter((line) => !PASSED_LINE.test(line));
    if (lines.length > SHOWN_LINES)
      console.log(`     … the last ${SHOWN_LINES} of ${lines.length} lines; all, and the passed tests, are in ${log}`);
    console.log(
      lines
        .slice(-SHOWN_LINES)
        .map((line) => `     ${line}`)
        .join('\n'),
    );
  }
  return count;
}

/**
 * A suite that ended badly without naming a failed test, or that ran no test, has failed all the same.
 * @param {Suite} suite
 * @param {string} output
 * @param {number} status
 * @returns {Count}
 */
function countOf(suite, output, status) {
  let count;
  try {
    count = suite.count(output, status);
  } catch {
    count = nothing();
  }
  const silent = count.passed + count.failed + count.skipped === 0;
  if (count.failed === 0 && (status !== 0 || silent)) count.failed = 1;
  return count;
}

/**
 * From the suite's report, and where that says nothing, from its output.
 * @param {Suite} suite
 * @param {string} output
 * @returns {Failure[]}
 */
function failuresOf(suite, output) {
  try {
    const told = suite.failures?.() ?? [];
    if (told.length > 0) return told;
  } catch {
    // The suite ended before it wrote its report.
  }
  return plainFailure('as it ended', output);
}

/** @param {Suite} suite */
function timesOf(suite) {
  try {
    return (suite.times?.() ?? []).map(({ name, ms }) => ({ name: `${suite.name}: ${name}`, ms }));
  } catch {
    return []; // It ended before it wrote its report.
  }
}

/** @param {Suite} suite */
function secondTriesOf(suite) {
  try {
    return suite.seconds?.() ?? [];
  } catch {
    return []; // It ended before it wrote its report.
  }
}

const started = performance.now();
const wanted = process.argv.slice(2);
if (wanted.some((word) => word === '--help' || word === '-h')) {
  const every = await suites([]);
  console.log(
    'usage: npm test [-- SUITE…]\n' +
      '  SUITE…   runs only these suites and those that they need; without a name, all. Quote "single file"\n' +
      `The suites: ${[...every.first, ...every.last].map(({ name }) => name).join(', ')}`,
  );
  process.exit(0);
}
const absent = ensure(COMMANDS.test);
rmSync(join(projectDir, LOG_DIR), { recursive: true, force: true });
mkdirSync(join(projectDir, LOG_DIR), { recursive: true });

const { first, last } = await suites(absent);
const known = [...first, ...last].map((suite) => suite.name);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}
/** What a suite stands on is run with it. @type {Readonly<Record<string, readonly string[]>>} */
const NEEDED = {
  unit: ['core'],
  native: ['core'],
  'golden-native': ['core'],
  'golden-wasm': ['core'],
  page: ['core'],
  e2e: ['core', 'page'],
};
const chosenNames = new Set(wanted.length === 0 ? known : wanted.flatMap((name) => [name, ...(NEEDED[name] ?? [])]));
/** Suites that have been given their turn. @type {Map<string, Promise<Count>>} */
const turns = new Map();

/**
 * Runs a suite once what it stands on has ended, which stands before it in the list.
 * @param {Suite} suite
 */
async function inTurn(suite) {
  for (const name of NEEDED[suite.name] ?? []) await turns.get(name);
  return run(suite);
}

/** @param {readonly Suite[]} list */
const chosen = (list) =>
  list
    .filter(({ name }) => chosenNames.has(name))
    .map((suite) => () => {
      const turn = inTurn(suite);
      turns.set(suite.name, turn);
      return turn;
    });

const heart = setInterval(() => {
  for (const [name, { since, last }] of running) {
    console.log(
      `     still running: ${name} (${Math.round((performance.now() - since) / 1000)} ` +
        `s)${last === '' ? '' : `, last: ${last.slice(0, LAST_WIDTH)}`}`,
    );
  }
  const waiting = [...chosenNames].filter((name) => !begun.has(name));
  if (waiting.length > 0)
    console.log(`     ${waiting.join(', ')}: not begun before ${[...running.keys()].join(' or ')} has ended`);
}, STILL_RUNNING_SECONDS * 1000);

// What was started ends with this: asked first, so that browsers are closed, and then made to.
whenToEnd((why) => {
  console.log(`\nended: ${why}`);
  ending = true;
  // A group may outlive the program that leads it.
  const groups = [...running.values()].map(({ group }) => group);
  const send = (/** @type {'SIGTERM' | 'SIGKILL'} */ signal) => {
    for (const group of groups) {
      try {
        if (group !== 0) process.kill(-group, signal);
      } catch {
        // It has ended by itself.
      }
    }
  };
  send('SIGTERM');
  setTimeout(() => {
    send('SIGKILL');
    process.exit(1);
  }, ENDING_MS);
});

const counts = [...(await pool(chosen(first), 2)), ...(await pool(chosen(last), 1))];
clearInterval(heart);

const sum = nothing();
for (const count of counts) {
  sum.passed += count.passed;
  sum.failed += count.failed;
  sum.skipped += count.skipped;
}
if (testTimes.length > 0) console.log(`\nThe slowest tests:\n${slowestText(testTimes, SLOWEST)}`);
console.log(`Time by suite (two run at a time, the browsers alone):\n${slowestText(suiteTimes)}`);
if (again.length > 0) console.log(`Passed at the second try only:\n${failuresText(again)}`);
if (failed.length > 0) console.log(`Failed:\n${failuresText(failed)}`);
console.log(`in ${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 ? 0 : 1;

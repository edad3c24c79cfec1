// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long suites and tests took: read from what the suites wrote, for the end of `npm test`. Pure.

/**
 * @typedef {object} Timed
 * @property {string} name  file and test
 * @property {number} ms
 */

/**
 * @typedef {{ fullName: string, duration?: number | null }} VitestTest
 * @typedef {{ name: string, assertionResults: readonly VitestTest[] }} VitestFile
 */

/**
 * Each test of Vitest's JSON report.
 * @param {{ testResults: readonly VitestFile[] }} report
 * @param {string} projectDir  left out of the names of files
 * @returns {Timed[]}
 */
export function vitestTimes(report, projectDir) {
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const file = name.startsWith(projectDir) ? name.slice(projectDir.length).replace(/^\//, '') : name;
    return assertionResults.map(({ fullName, duration }) => ({ name: `${file} › ${fullName}`, ms: duration ?? 0 }));
  });
}

/**
 * @typedef {{ projectName: string, results: readonly { duration: number }[] }} BrowserTest
 * @typedef {{ title: string, file: string, line: number, tests: readonly BrowserTest[] }} BrowserSpec
 * @typedef {{ title: string, specs?: readonly BrowserSpec[], suites?: readonly BrowserSuite[] }} BrowserSuite
 */

/**
 * Each test of Playwright's JSON report, with all of its tries.
 * @param {{ suites: readonly BrowserSuite[] }} report
 * @returns {Timed[]}
 */
export function playwrightTimes(report) {
  return report.suites.flatMap(timesOf);
}

/**
 * @param {BrowserSuite} suite
 * @returns {Timed[]}
 */
function timesOf(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `[${projectName}] ${file}:${line} › ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)];
}

/**
 * The longest first, a line each, in seconds.
 * @param {readonly Timed[]} times
 * @param {number} many  at most so many
 * @returns {string}
 */
export function slowestText(times, many = Infinity) {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, many)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}\n`)
    .join('');
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which tests failed, and how each error begins: read from what the suites wrote, for the end of `npm test`. Pure.

/**
 * @typedef {object} Failure
 * @property {string} name   file and test
 * @property {string} error  may be many lines
 */

/** More than this of each error stands in the suite's log. */
const ERROR_LINES = 12;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** @param {string} text */
export function withoutEscapes(text) {
  return text.replace(ESCAPES, '');
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages: readonly string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly VitestTest[] }} VitestFile
 */

/**
 * From Vitest's JSON report. A file that could not be loaded is one failure.
 * @param {{ testResults: readonly VitestFile[] }} report
 * @param {string} projectDir  left out of the names of files
 * @returns {Failure[]}
 */
export function vitestFailures(report, projectDir) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(projectDir) ? name.slice(projectDir.length).replace(/^\//, '') : name;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, error: message }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      error: failureMessages.join('\n'),
    }));
  });
}

/**
 * @typedef {{ status: string, errors: readonly { message?: string }[] }} BrowserResult
 * @typedef {{ projectName: string, status: string, results: readonly BrowserResult[] }} BrowserTest
 * @typedef {{ title: string, file: string, line: number, tests: readonly BrowserTest[] }} BrowserSpec
 * @typedef {{ title: string, specs?: readonly BrowserSpec[], suites?: readonly BrowserSuite[] }} BrowserSuite
 */

/**
 * From Playwright's JSON report, with the browser of each. Errors that belong to no test come first.
 * @param {{ suites: readonly BrowserSuite[], errors?: readonly { message?: string }[] }} report
 * @returns {Failure[]}
 */
export function playwrightFailures(report) {
  const outside = (report.errors ?? []).map(({ message }) => ({ name: 'the run itself', error: message ?? '' }));
  return [...outside, ...report.suites.flatMap((suite) => told(suite, '', 'unexpected'))];
}

/**
 * The tests that passed at their second try only, with how the first one ended.
 * @param {{ suites: readonly BrowserSuite[] }} report
 * @returns {Failure[]}
 */
export function playwrightSecondTries(report) {
  return report.suites.flatMap((suite) => told(suite, '', 'flaky'));
}

/**
 * @param {BrowserSuite} suite
 * @param {string} group  titles of the groups that it stands in, but not of the file
 * @param {'unexpected' | 'flaky'} wanted
 * @returns {Failure[]}
 */
function told(suite, group, wanted) {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${group}${title}`,
        error: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => told(inner, `${group}${inner.title} › `, wanted))];
}

/** Lines by which the programs that write plain text report a failure. */
const TOLD = new RegExp(
  '^FAILED |: not so: |: undefined reference to |' +
    String.raw`^\S+: operation \d+ differs$|^\S+: cannot be replayed|\berror\b|\*\*\*`,
  'i',
);

/**
 * From the output of a program that writes plain text: the lines that report a failure, else its last lines.
 * @param {string} name
 * @param {string} output
 * @returns {Failure[]}
 */
export function plainFailure(name, output) {
  const lines = output.trimEnd().split('\n');
  const told = lines.filter((line) => TOLD.test(line));
  return [{ name, error: (told.length > 0 ? told : lines.slice(-ERROR_LINES)).join('\n') }];
}

/**
 * Every failure by name, with the first lines of its error.
 * @param {readonly Failure[]} failures
 * @returns {string}
 */
export function failuresText(failures) {
  return failures
    .map(({ name, error }) => {
      const lines = withoutEscapes(error)
        .split('\n')
        .filter((line) => line.trim() !== '');
      const shown = lines.slice(0, ERROR_LINES).map((line) => `    ${line}\n`);
      return `${name}\n${shown.join('')}${lines.length > ERROR_LINES ? '    …\n' : ''}`;
    })
    .join('');
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// How every command begins: it prints its usage, or says what is wrong with the words after its name.

/** The options; or the exit status, when the usage or a mistake has been printed. */
export function optionsGiven<T extends object>(
  read: (words: readonly string[]) => T | string,
  usage: string,
): T | number {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const options = read(process.argv.slice(2));
  if (typeof options !== 'string') return options;
  process.stderr.write(`${options}\n${usage}\n`);
  return 2;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words behind an npm command that has switches alone. Knows Node's own library only, since commands read their
// words before anything is installed.

import { parseArgs } from 'node:util';

/**
 * The switches that were given. Ends this process with the usage: status 0 for `--help` or `-h`, and 2, on standard
 * error, for a word that is none of them.
 * @template {string} Name
 * @param {string} usage
 * @param {readonly Name[]} [names]  without their `--`
 * @returns {Record<Name, boolean>}
 */
export function switchesOf(usage, names = []) {
  /** @type {Record<string, { type: 'boolean', short?: string, default: boolean }>} */
  const options = { help: { type: 'boolean', short: 'h', default: false } };
  for (const name of names) options[name] = { type: 'boolean', default: false };
  try {
    const { values } = parseArgs({ options });
    if (values['help'] === true) {
      console.log(usage);
      process.exit(0);
    }
    return /** @type {Record<Name, boolean>} */ (values);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

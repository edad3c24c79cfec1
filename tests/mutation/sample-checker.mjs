// SPDX-License-Identifier: GPL-2.0-or-later
//
// StrykerJS knows no samples. This plug-in passes the mutants that web.ts has drawn and turns all others away, so that
// they count as neither killed nor survived.

import { CheckStatus } from '@stryker-mutator/api/check';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {import('@stryker-mutator/api/core').Mutant} Mutant */
/** @typedef {import('@stryker-mutator/api/check').CheckResult} CheckResult */

/** @type {CheckResult} */
const DRAWN = { status: CheckStatus.Passed };
/** @type {CheckResult} */
const NOT_DRAWN = { status: CheckStatus.CompileError, reason: 'not drawn' };

class SampleChecker {
  /** @type {ReadonlySet<string>} */
  chosen = new Set();

  init() {
    /** @type {(text: string) => string[]} */
    const parse = JSON.parse;
    this.chosen = new Set(parse(readFileSync(process.env['MUTATION_SAMPLE'] ?? '', 'utf8')));
    return Promise.resolve();
  }

  /** @param {Mutant[]} mutants */
  check(mutants) {
    return Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => {
          const { start, end } = mutant.location;
          // The file as it is named from the top of the copy of the project that is mutated.
          const file = relative(process.cwd(), mutant.fileName).replace(/^.*\/sandbox-[^/]*\//, '');
          const key =
            `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutant.mutatorName} ` +
            mutant.replacement;
          return [mutant.id, this.chosen.has(key) ? DRAWN : NOT_DRAWN];
        }),
      ),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns web/scenario/language/maple.grammar into web/scenario/generated/: `node web/cli/grammar.mjs`.
// With --check it writes nothing and fails when they are not what the grammar gives.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';

const HEAD = '// SPDX-License-Identifier: GPL-2.0-or-later\n';
/** @param {string} name */
const here = (name) => fileURLToPath(new URL(`../scenario/${name}`, import.meta.url));

/** File name → text, as the grammar gives them now. */
export function generate() {
  const grammar = readFileSync(here('language/maple.grammar'), 'utf8');
  const { parser, terms } = buildParserFile(grammar, {
    fileName: 'maple.grammar',
    moduleStyle: 'es',
    typeScript: true,
    exportName: 'parser',
    warn: (message) => {
      throw new Error(message);
    },
  });
  return new Map([
    ['generated/maple.ts', HEAD + parser],
    ['generated/maple.terms.ts', HEAD + terms],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  for (const [name, text] of generate()) {
    const path = here(name);
    if (!check) writeFileSync(path, text);
    else if (readFileSync(path, 'utf8') !== text) {
      console.error(`web/scenario/${name} is not what maple.grammar gives: run node web/cli/grammar.mjs`);
      process.exitCode = 1;
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns web/scenario/language/maple.grammar and what the modules of web/scenario/statements say of themselves into
// web/scenario/generated/ and web/model/generated/ops.ts: `node web/cli/grammar.mjs`. With --check it writes nothing
// and fails when they are not what grammar and modules give.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';
import { Misfit, grammarText, statementModules, statementTables } from './statements.mjs';

const HEAD = '// SPDX-License-Identifier: GPL-2.0-or-later\n';

/** File name → text, as the grammar gives them now. */
export function generate() {
  const { parser, terms } = buildParserFile(grammarText(), {
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

// Loads the modules, which are TypeScript.
async function tables() {
  const { tsImport } = await import('tsx/esm/api');
  const modules = new Map();
  for (const name of statementModules()) {
    modules.set(name, await tsImport(`../scenario/statements/${name}.ts`, import.meta.url));
  }
  return statementTables(modules);
}

/** @param {boolean} check Writes nothing, and says what differs. */
async function write(check) {
  const web = fileURLToPath(new URL('..', import.meta.url));
  const grammar = [...generate()].map(([name, text]) => /** @type {const} */ ([`scenario/${name}`, text]));
  for (const [name, text] of [...grammar, ...(await tables())]) {
    if (!check) writeFileSync(web + name, text);
    else if (readFileSync(web + name, 'utf8') !== text) {
      console.error(`web/${name} is not what grammar and statements give: run node web/cli/grammar.mjs`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await write(process.argv.includes('--check')).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Misfit)) throw error;
    console.error(`${error.message}\nNothing was written.`);
    process.exitCode = 1;
  });

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tables that `node web/cli/grammar.mjs` writes are those of the modules: what a statement says of itself, down to
// each trait, is what completion, hover and the picture know of it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { statementModules, statementTables } from '../../../web/cli/statements.mjs';
import type { Module } from '../../../web/scenario/statements/statement';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));

test('what statements say of themselves is what the tables hold', async () => {
  const modules = new Map<string, Module>();
  for (const name of statementModules())
    modules.set(name, (await import(`../../../web/scenario/statements/${name}.ts`)) as Module);
  expect(modules.size).toBeGreaterThan(30);
  for (const [path, text] of statementTables(modules)) expect(readFileSync(web + path, 'utf8'), path).toBe(text);
});

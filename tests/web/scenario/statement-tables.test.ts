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

async function modulesNow(): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>();
  for (const name of statementModules())
    modules.set(name, (await import(`../../../web/scenario/statements/${name}.ts`)) as Module);
  return modules;
}

test('what statements say of themselves is what the tables hold', async () => {
  const modules = await modulesNow();
  expect(modules.size).toBeGreaterThan(30);
  for (const [path, text] of statementTables(modules)) expect(readFileSync(web + path, 'utf8'), path).toBe(text);
});

test('a statement whose node no rule of the grammar has is refused, with the file and what to do', async () => {
  const modules = await modulesNow();
  const [each] = modules.get('each')!.statements;
  modules.set('count', { about: {}, statements: [{ ...each!, kind: 'load', node: 'Conut' }] });
  expect(() => statementTables(modules)).toThrow(
    /statements\/count\.ts: `load` has the node `Conut`.*maple\.grammar.* Add `Conut` to that list .*correct `node`/,
  );
  modules.delete('count');
  modules.delete('each');
  expect(() => statementTables(modules)).toThrow(/maple\.grammar: .* lists `Each`, and no module .* Write the module/);
});

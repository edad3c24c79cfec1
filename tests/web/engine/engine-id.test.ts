// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is printed and checked in must be what the sources give now.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { corePath } from '../../../web/cli/core-file';
import { engineIdModule } from '../../../web/cli/engine-id.mjs';
import { ENGINE_ID } from '../../../web/engine/generated/engine-id';
import { ABI } from '../../../web/engine/generated/tables';
import { compileCore, startCore } from '../../../web/engine/core/wasm';

const printed = fileURLToPath(new URL('../../../web/engine/generated/engine-id.ts', import.meta.url));

test('the engine id is that of the core’s sources: else run node web/cli/engine-id.mjs', () => {
  expect(readFileSync(printed, 'utf8')).toBe(engineIdModule());
  expect(ENGINE_ID).toMatch(/^linux-6\.16\/[0-9a-f]{12}$/);
});

test.each(['explore', 'bench'] as const)('%s.wasm imports nothing and fits the printed tables', async (variant) => {
  const bytes = readFileSync(corePath(variant));
  const compiled = await compileCore(new Uint8Array(bytes));
  if (compiled.kind === 'failed') throw new Error(compiled.message);
  expect(WebAssembly.Module.imports(compiled.module)).toEqual([]);
  const started = await startCore(compiled.module);
  if (started.kind === 'failed') throw new Error(started.message);
  expect(started.core.calls.mpl_abi() >>> 0).toBe(ABI);
});

test('a file that is no module, or one of another build, is reported in words', async () => {
  expect(await compileCore(new Uint8Array([1, 2, 3]))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('could not be compiled') as string,
  });
  // The smallest module: it lacks everything.
  const empty = await WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  expect(await startCore(empty)).toMatchObject({ kind: 'failed' });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs inside the browser, for golden.spec.ts alone: replays a vector on the built WebAssembly with the engine of
// web/replay, every operation checked for its sum and its invariants.

import { compare } from '../../web/replay/compare';
import { parseVector, unsupportedIn } from '../../web/replay/vector';
import { wasmEngine } from '../../web/replay/wasm';

export interface Replayed {
  readonly operations: number;
  /** Operations that are not known; then nothing was replayed. */
  readonly unsupported: readonly string[];
  /** The first operation that differs, and how; null when all agree. */
  readonly mismatch: string | null;
}

declare global {
  var replayGolden: ((text: string, wasm: string) => Promise<Replayed>) | undefined;
}

let compiled: Promise<WebAssembly.Module> | null = null;

globalThis.replayGolden = async (text, wasm) => {
  compiled ??= WebAssembly.compileStreaming(fetch(wasm));
  const vector = parseVector(text);
  const unsupported = unsupportedIn(vector);
  if (unsupported.length > 0) return { operations: 0, unsupported, mismatch: null };
  const questions = vector.operations.map((operation) => ({
    operation,
    sum: 'sum' in operation,
    dump: 'dump' in operation,
    findings: true,
  }));
  const observed = wasmEngine(await compiled).replay(vector.header, questions);
  for (const [k, operation] of vector.operations.entries()) {
    const seen = observed[k];
    if (seen === undefined) return { operations: k, unsupported, mismatch: `operation ${k + 1} was not run` };
    const [first] = compare(operation, seen);
    if (first !== undefined)
      return {
        operations: k,
        unsupported,
        mismatch: `operation ${k + 1}, ${first.field}: expected ${first.expected}, found ${first.found}`,
      };
  }
  return { operations: vector.operations.length, unsupported, mismatch: null };
};

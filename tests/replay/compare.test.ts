// SPDX-License-Identifier: GPL-2.0-or-later
//
// The comparer notices every field that is altered, in vectors that cover all operations and refusals.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

import { compare } from '../../web/replay/compare';
import type { Observed } from '../../web/replay/observe';
import { parseVector, sumOf, unsupportedIn } from '../../web/replay/vector';
import type { Vector, VectorOperation } from '../../web/replay/vector';
import { wasmEngine } from '../../web/replay/wasm';

const project = fileURLToPath(new URL('../..', import.meta.url));
const engine = wasmEngine(new WebAssembly.Module(readFileSync(join(project, 'build/core/explore.wasm'))));

function vectorOf(name: string): Vector {
  const bytes = readFileSync(join(project, 'tests/golden', name));
  return parseVector((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function observe(vector: Vector): readonly Observed[] {
  const questions = vector.operations.map((operation) => ({ operation, sum: true, dump: true, findings: true }));
  return engine.replay(vector.header, questions);
}

/** Another value of the same kind. */
function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}0`;
  if (Array.isArray(value)) return [...(value as unknown[]), 1];
  if (typeof value === 'object' && value !== null) return { ...value, split_store: 77 };
  return 1;
}

const ARGUMENTS = new Set(['op', 'a', 'z', 'v', 'walk', 'entries', 'expected', 'min', 'max', 'size', 'on', 'k', 'n']);

const SHOWN = [
  'tut-01-store-root.jsonl',
  'tut-20-empty-area.jsonl',
  'tut-22-insert.jsonl',
  'tut-23-zero-entry.jsonl',
  'tut-24-bulk-alloc.jsonl',
  'tut-25-dup-alloc.jsonl',
  'tut-27-prealloc.jsonl',
  'dup-fail-range.jsonl',
  'fail-types-rcu-range.jsonl.gz',
];

describe.each(SHOWN)('%s', (name) => {
  const vector = vectorOf(name);
  const observed = observe(vector);
  const pairs = vector.operations.map((operation, i) => [operation, observed[i]] as [VectorOperation, Observed]);

  test('is reproduced', () => {
    expect(unsupportedIn(vector)).toEqual([]);
    expect(pairs.flatMap(([operation, each]) => compare(operation, each))).toEqual([]);
  });

  test('has no field that could be altered unnoticed', () => {
    const unnoticed = pairs.flatMap(([operation, each]) =>
      Object.keys(operation)
        .filter((field) => !ARGUMENTS.has(field))
        .filter((field) => compare({ ...operation, [field]: altered(operation[field]) }, each).length === 0)
        .map((field) => `${operation.op}.${field}`),
    );
    expect(unnoticed).toEqual([]);
  });

  test('has no field that could be left out or added unnoticed', () => {
    const unnoticed = pairs.flatMap(([operation, each]) => {
      const { ret: _, ...without } = operation;
      const says = 'ret' in operation && operation['ret'] !== null;
      const cases = [{ ...operation, surplus: 1 }, ...(says ? [without] : [])];
      return cases.filter((changed) => compare(changed, each).length === 0).map(() => operation.op);
    });
    expect(unnoticed).toEqual([]);
  });
});

test('the sum of the example in FORMAT.md', () => {
  expect(sumOf(['0 leaf 0-ffffffffffffffff end=2 p=9,13 s=.,v1,.'])).toBe('a95c0f4e89d7983d');
  expect(sumOf(['empty'])).toBe('5486f28aa0c38cac');
});

describe('a text that is no vector is refused with what is wrong with it', () => {
  const header = '{"format":1,"name":"x","mode":"range","rcu":false,"ops":1}';
  test.each([
    ['', 'no header'],
    ['{"op":"load"}', 'no header'],
    [header.replace('"format":1', '"format":2'), 'format 2'],
    [header, 'promises 1 operations, the file has 0'],
    [`${header}\n{"a":1}`, 'line 2 is no operation'],
    [`${header}\n{"op":`, 'line 2 is no JSON'],
  ])('%#', (text, message) => {
    expect(() => parseVector(text)).toThrow(message);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Golden vectors for the engine's tests: files as lists of operations, and each operation made on a machine.

import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { fromHex, index, type Index } from '../../../web/base/index64';
import { valueWord, ZERO_ENTRY_WORD } from '../../../web/model/entry';
import type { Move, Outcome, TreeHandle } from '../../../web/model/machine';
import type { EngineMachine } from '../../../web/engine/core/machine';

const folder = fileURLToPath(new URL('../../golden/', import.meta.url));

type Value = number | null | 'z';

/** One line of a vector; which fields are there depends on `op` (golden/FORMAT.md). */
export interface VectorOp {
  readonly op: string;
  readonly a?: string;
  readonly z?: string;
  readonly v?: Value;
  readonly walk?: boolean;
  readonly expected?: number;
  readonly entries?: readonly (readonly [string, string, Value])[];
  readonly on?: number;
  readonly k?: number;
  readonly n?: number;
  readonly min?: string;
  readonly max?: string;
  readonly size?: string;
  readonly next?: string;
  readonly next_after?: string;
  readonly list?: readonly (readonly [string, string, Value])[];
  readonly status?: string;
  readonly ret?: Value;
  readonly at?: string | readonly [string, string];
  readonly sum?: string;
  readonly dump?: readonly string[];
  readonly req?: readonly number[];
  readonly rk?: string;
  readonly freed?: number;
  readonly deferred?: number;
  readonly live?: number;
  readonly h?: number;
  readonly wr?: string | null;
  readonly vh?: number | null;
  readonly sh?: number | null;
  readonly pre?: number | null;
  readonly pre_whole?: number | null;
  readonly wrs?: Readonly<Record<string, number>>;
  readonly copied?: number;
}

export interface Vector {
  readonly name: string;
  readonly mode: 'range' | 'alloc';
  readonly rcu: boolean;
  readonly ops: readonly VectorOp[];
}

/** Names of the vectors that begin so, without suffix. */
export function vectorNames(prefix: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /\.jsonl(\.gz)?$/.test(name))
    .map((name) => name.replace(/\.jsonl(\.gz)?$/, ''))
    .sort();
}

export function readVector(name: string): Vector {
  const file = readdirSync(folder).find((candidate) => candidate.startsWith(`${name}.jsonl`));
  if (file === undefined) throw new Error(`no vector ${name}`);
  const bytes = readFileSync(folder + file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '') as { name: string; mode: 'range' | 'alloc'; rcu: boolean };
  return { name, mode: header.mode, rcu: header.rcu, ops: lines.slice(1).map((line) => JSON.parse(line) as VectorOp) };
}

export function wordOf(value: Value | undefined): Index {
  if (value === null || value === undefined) return index(0n);
  return value === 'z' ? ZERO_ENTRY_WORD : valueWord(BigInt(value));
}

/** What an operation did; null for one that is no call of a Machine. */
export type Applied = Outcome | null;

/** Makes vector operations on one tree, which `dup_keep` exchanges for its copy. */
export function vectorPlayer(
  machine: EngineMachine,
  vector: Pick<Vector, 'mode' | 'rcu'>,
): {
  readonly tree: () => TreeHandle;
  readonly apply: (op: VectorOp) => Applied;
} {
  const mode = { alloc: vector.mode === 'alloc', rcu: vector.rcu, release: '6_16' as const };
  let rcu = vector.rcu;
  const made = machine.create(mode);
  if (made === null) throw new Error('no room for a tree');
  let tree: TreeHandle = made;
  const i = (text: string | undefined): Index => fromHex(text ?? '');

  const dup = (keep: boolean): Outcome => {
    const copy = machine.create({ ...mode, rcu });
    if (copy === null) throw new Error('no room for a tree');
    const outcome = machine.dup(tree, copy);
    const goes = keep && outcome.error === null ? tree : copy;
    const end = machine.destroy(goes);
    machine.drop(goes);
    if (goes === tree) tree = copy;
    return { ...outcome, freed: outcome.freed + end.freed, deferred: outcome.deferred + end.deferred, live: end.live };
  };

  const apply = (op: VectorOp): Applied => {
    switch (op.op) {
      case 'store':
        return machine.store(tree, i(op.a), i(op.z), wordOf(op.v));
      case 'insert':
        return machine.insert(tree, i(op.a), i(op.z), wordOf(op.v));
      case 'erase':
        return machine.erase(tree, i(op.a));
      case 'load':
        return machine.load(tree, i(op.a));
      case 'walk':
        return machine.walk(tree, i(op.a));
      case 'prealloc_store':
        return machine.prealloc(tree, i(op.a), i(op.z), wordOf(op.v), op.walk ?? false);
      case 'bulk':
        return machine.bulk(
          tree,
          op.expected ?? 0,
          (op.entries ?? []).map(([a, z, v]) => ({ first: i(a), last: i(z), word: wordOf(v) })),
        );
      case 'dup':
      case 'dup_keep':
        return dup(op.op === 'dup_keep');
      case 'destroy':
        return machine.destroy(tree);
      case 'rcu':
        rcu = op.on === 1;
        machine.setRcu(tree, rcu);
        return null;
      case 'fail':
        machine.failRequest(op.k ?? 0, op.n ?? 0);
        return null;
      case 'empty_area':
      case 'empty_area_rev':
        return machine.emptyArea(tree, i(op.min), i(op.max), i(op.size), op.op === 'empty_area' ? 'bottom' : 'top');
      case 'alloc':
      case 'ralloc':
        return machine.alloc(
          tree,
          i(op.size),
          i(op.min),
          i(op.max),
          wordOf(op.v),
          op.op === 'alloc' ? 'bottom' : 'top',
        );
      case 'cyclic':
        machine.setCyclicNext(tree, i(op.next));
        return machine.cyclic(tree, i(op.min), i(op.max), wordOf(op.v));
      case 'next':
      case 'next_range':
      case 'find':
      case 'prev':
      case 'prev_range':
      case 'find_rev':
        return machine.iterate(tree, op.op satisfies Move, i(op.a), i(op.max ?? op.min), op.n ?? 0);
      case 'cursor':
        return null;
      default:
        throw new Error(`no operation ${op.op}`);
    }
  };
  return { tree: () => tree, apply };
}

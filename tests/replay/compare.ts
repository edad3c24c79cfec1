// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one comparer: which fields of a vector's operation an observation contradicts. Every recorded field is compared
// but those that FORMAT.md calls advisory, and a field that it does not know is itself a mismatch, so that nothing
// passes unread.

import { STATUS_NAMES, STORE_TYPE_NAMES } from '../../web/engine/generated/tables';
import type { Observed } from './observe';
import { hex, sumOf, valueOf } from './vector';
import type { VectorOperation } from './vector';

/** A field, what the vector says, and what was found; both as text. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  store: ['a', 'z', 'v'],
  insert: ['a', 'z', 'v'],
  erase: ['a'],
  prealloc_store: ['a', 'z', 'v', 'walk'],
  bulk: ['expected', 'entries'],
  load: ['a'],
  walk: ['a'],
  empty_area: ['min', 'max', 'size'],
  empty_area_rev: ['min', 'max', 'size'],
  dup: [],
  dup_keep: [],
  destroy: [],
  rcu: ['on'],
  fail: ['k', 'n'],
};

const DECISION = ['wr', 'vh', 'sh', 'pre', 'pre_whole'];
const ACCOUNTS = ['req', 'rk', 'freed', 'deferred', 'live', 'h'];

/** The observed fields that an operation carries, in the order in which they are compared. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  store: ['ret', ...DECISION, ...ACCOUNTS],
  insert: ['ret', ...DECISION, ...ACCOUNTS],
  erase: ['ret', 'err', ...DECISION, ...ACCOUNTS],
  prealloc_store: ['ret', ...DECISION, ...ACCOUNTS],
  bulk: ['ret', 'wrs', ...ACCOUNTS],
  dup: ['ret', 'copied', 'copy', ...ACCOUNTS],
  dup_keep: ['ret', 'copied', 'copy', ...ACCOUNTS],
  destroy: ACCOUNTS,
  rcu: ACCOUNTS,
  fail: [],
  load: ['ret'],
  walk: ['ret', 'at', 'status'],
  empty_area: ['ret', 'at'],
  empty_area_rev: ['ret', 'at'],
};

/** Fields that may be absent, and what absence means. */
const ABSENT: Readonly<Record<string, unknown>> = { rk: '', deferred: 0, err: null, at: null, copy: 'same' };

const RETURNS_ENTRY = new Set(['erase', 'load', 'walk']);

function orNull(number: number): number | null {
  return number < 0 ? null : number;
}

function storeTypeOf(number: number): string | null {
  return number <= 0 ? null : (STORE_TYPE_NAMES[number] ?? `type ${number}`);
}

function rangeOf(observed: Observed, op: string): readonly [string, string] | null {
  if (op !== 'walk' && observed.ret !== 0) return null;
  return [hex(observed.at[0]), hex(observed.at[1])];
}

function countsOf(observed: Observed): Record<string, number> {
  if (observed.ret !== 0) return {};
  const counts = observed.storeCounts.map((count, type) => [STORE_TYPE_NAMES[type] ?? `type ${type}`, count] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** What was found, in the words of the vectors. */
function foundField(field: string, op: string, observed: Observed): unknown {
  switch (field) {
    case 'ret':
      return RETURNS_ENTRY.has(op) ? valueOf(observed.value) : observed.ret;
    case 'err':
      return observed.ret === 0 ? null : observed.ret;
    case 'at':
      return rangeOf(observed, op);
    case 'status':
      return STATUS_NAMES[observed.status] ?? `status ${observed.status}`;
    case 'wr':
      return storeTypeOf(observed.storeType);
    case 'vh':
      return orNull(observed.vh);
    case 'sh':
      return orNull(observed.sh);
    case 'pre':
      return orNull(observed.pre);
    case 'pre_whole':
      return orNull(observed.preWhole);
    case 'wrs':
      return countsOf(observed);
    case 'copied':
      return observed.copied;
    case 'copy':
      return observed.copyDiffers ? 'differs' : 'same';
    case 'req':
      return observed.requests;
    case 'rk':
      return observed.kinds;
    case 'freed':
      return observed.freed;
    case 'deferred':
      return observed.deferred;
    case 'live':
      return observed.live;
    case 'h':
      return observed.height;
    default:
      throw new Error(`field ${field} is compared but not observed`);
  }
}

/** One text for equal things: keys of objects in one order, entries by their word. */
function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What the vector says of a field, or means by its absence. */
function expectedField(field: string, operation: VectorOperation): unknown {
  return field in operation ? operation[field] : ABSENT[field];
}

function compareTree(operation: VectorOperation, observed: Observed): Mismatch[] {
  const mismatches: Mismatch[] = [];
  const dump = operation['dump'] as readonly string[] | undefined;
  const sum = operation['sum'] as string | undefined;
  if (dump !== undefined && sum !== undefined && sumOf(dump) !== sum) {
    mismatches.push({ field: 'sum of the vector’s own dump', expected: sum, found: sumOf(dump) });
  }
  if (sum !== undefined && observed.sum !== sum) {
    mismatches.push({ field: 'sum', expected: sum, found: observed.sum ?? 'none' });
  }
  if (dump !== undefined && dump.join('\n') !== observed.dump?.join('\n')) {
    mismatches.push({ field: 'dump', expected: `${dump.length} lines`, found: `${observed.dump?.length ?? 0} lines` });
  }
  return mismatches;
}

/** Everything about an operation that was observed otherwise than the vector has it. */
export function compare(operation: VectorOperation, observed: Observed): readonly Mismatch[] {
  const fields = FIELDS[operation.op] ?? [];
  const known = new Set(['op', 'sum', 'dump', ...fields, ...(ARGUMENTS[operation.op] ?? [])]);
  const unknown = Object.keys(operation).filter((field) => !known.has(field));
  return [
    ...unknown.map((field) => ({ field, expected: textOf(operation[field]), found: 'a field that is not known' })),
    ...fields
      .map((field) => ({
        field,
        expected: textOf(expectedField(field, operation)),
        found: textOf(foundField(field, operation.op, observed)),
      }))
      .filter(({ expected, found }) => expected !== found),
    ...compareTree(operation, observed),
    ...observed.findings.map((found) => ({ field: 'invariants', expected: 'all hold', found })),
  ];
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one comparer: which fields of a vector's operation an observation contradicts. Every recorded field is compared;
// those that FORMAT.md calls advisory are counted apart. A field that it does not know is itself a mismatch, so that
// nothing passes unread.

import { STATE_STATUSES, STORE_TYPES } from '../model/generated/enums';
import type { Moved, Observed, StateObserved } from './observe';
import { cursorMoves, hex, ITERATORS, sumOf, valueOf } from './vector';
import type { VectorOperation } from './vector';

/** A field, what the vector says, and what was found; both as text. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
  readonly found: string;
  /** FORMAT.md does not bind an implementation to it. */
  readonly advisory: boolean;
}

const AREA = ['size', 'min', 'max'];
const FORWARD = ['a', 'max', 'n'];
const BACKWARD = ['a', 'min', 'n'];

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
  alloc: [...AREA, 'v'],
  ralloc: [...AREA, 'v'],
  cyclic: ['v', 'min', 'max', 'next'],
  next: FORWARD,
  next_range: FORWARD,
  find: FORWARD,
  prev: BACKWARD,
  prev_range: BACKWARD,
  find_rev: BACKWARD,
  cursor: ['a'],
  s_new: ['id', 'a', 'z'],
  s_set: ['id', 'a', 'z'],
  s_range: ['id', 'a', 'z'],
  s_area: ['id', ...AREA],
  s_area_rev: ['id', ...AREA],
  s_prealloc: ['id', 'v'],
  s_store_prealloc: ['id', 'v'],
  s_store: ['id', 'v'],
  s_cyclic: ['id', 'v', 'min', 'max', 'next'],
};

/** The arguments of an operation. Of those on kept states, moves have a limit and the rest only the state. */
function argumentsOf(op: string): readonly string[] {
  return ARGUMENTS[op] ?? (op.startsWith('s_') ? ['id', 'min', 'max'] : []);
}

const DECISION = ['wr', 'vh', 'sh', 'pre', 'pre_whole'];
const LIST = ['list', 'status', 'end'];
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
  alloc: ['ret', 'start', ...DECISION, ...ACCOUNTS],
  ralloc: ['ret', 'start', ...DECISION, ...ACCOUNTS],
  cyclic: ['ret', 'start', 'next_after', ...DECISION, ...ACCOUNTS],
  next: LIST,
  next_range: LIST,
  find: LIST,
  prev: LIST,
  prev_range: LIST,
  find_rev: LIST,
  cursor: ['steps'],
  s_area: ['ret', 'st'],
  s_area_rev: ['ret', 'st'],
  s_prealloc: ['ret', 'st', ...DECISION, ...ACCOUNTS, 'held'],
  s_store_prealloc: ['st', ...ACCOUNTS, 'held'],
  s_store: ['ret', 'st', ...DECISION, ...ACCOUNTS, 'held'],
  s_erase: ['ret', 'st', ...DECISION, ...ACCOUNTS, 'held'],
  s_cyclic: ['ret', 'st', 'start', 'next_after', ...DECISION, ...ACCOUNTS, 'held'],
  s_destroy: ['st', ...ACCOUNTS, 'held'],
  s_new: ['st'],
  s_set: ['st'],
  s_range: ['st'],
  s_reset: ['st'],
  s_pause: ['st'],
};

/** The fields of an operation; the moves of kept states are alike. */
function fieldsOf(op: string): readonly string[] {
  return FIELDS[op] ?? (op.startsWith('s_') ? ['entry', 'st'] : []);
}

/** How a field is called in the vectors, if not as here. */
const CALLED: Readonly<Record<string, string>> = { start: 'at', end: 'at', entry: 'ret' };

function isAdvisory(field: string, op: string): boolean {
  return field === 'steps' || field === 'end' || (field === 'status' && op === 'find');
}

/** Fields that may be absent, and what absence means. */
const ABSENT: Readonly<Record<string, unknown>> = {
  rk: '',
  deferred: 0,
  err: null,
  at: null,
  next_after: null,
  copy: 'same',
  held: 0,
};

const RETURNS_ENTRY = new Set(['erase', 'load', 'walk', 's_erase']);

function orNull(number: number): number | null {
  return number < 0 ? null : number;
}

function storeTypeOf(number: number): string | null {
  return number <= 0 ? null : (STORE_TYPES[number] ?? `type ${number}`);
}

function rangeOf(observed: Observed, op: string): readonly [string, string] | null {
  if (op !== 'walk' && observed.ret !== 0) return null;
  return [hex(observed.at[0]), hex(observed.at[1])];
}

function countsOf(observed: Observed): Record<string, number> {
  if (observed.ret !== 0) return {};
  const counts = observed.storeCounts.map((count, type) => [STORE_TYPES[type] ?? `type ${type}`, count] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function statusOf(status: number): string {
  return STATE_STATUSES[status] ?? `status ${status}`;
}

/** Statuses in which the fields of a state say where it stands. */
const PLACED = new Set(['active', 'overflow', 'underflow']);

/** A kept state in the words of FORMAT.md, which compares what a state in this status holds. */
function fieldsOfState(state: StateObserved): object {
  const status = statusOf(state.status);
  const range = { s: status, i: hex(state.index), l: hex(state.last) };
  if (state.node === 0 || !PLACED.has(status)) return range;
  const place = { o: state.offset, e: state.end, lo: hex(state.min), hi: hex(state.max) };
  return state.inner ? { ...range, ...place, in: true } : { ...range, ...place };
}

/** The calls of an iterator that FORMAT.md lists: not the one that ended the loop by returning no entry. */
function listed(op: string, moves: readonly Moved[]): readonly unknown[] {
  const counts = ({ word, status }: Moved): boolean =>
    word !== 0n || (op.endsWith('_range') && statusOf(status) === 'active');
  return moves.filter(counts).map(({ index, last, word }) => [hex(index), hex(last), valueOf(word)]);
}

/** The moves of a cursor, with what the vector says that was made. */
function movesOf(operation: VectorOperation, moves: readonly Moved[]): readonly unknown[] {
  const made = cursorMoves(operation);
  return moves.map(({ index, last, word, status }, i) => [
    made[i]?.move,
    made[i]?.limit,
    hex(index),
    hex(last),
    valueOf(word),
    statusOf(status),
  ]);
}

/** The range that the state had after the last call, as FORMAT.md gives it; the status likewise. */
function endOf(observed: Observed): { readonly at: readonly string[]; readonly status: string } | null {
  const end = observed.moves.at(-1);
  return end === undefined ? null : { at: [hex(end.index), hex(end.last)], status: statusOf(end.status) };
}

/** The value found, in the notation of the vectors. */
function foundField(field: string, operation: VectorOperation, observed: Observed): unknown {
  const { op } = operation;
  switch (field) {
    case 'ret':
      return RETURNS_ENTRY.has(op) ? valueOf(observed.value) : observed.ret;
    case 'entry':
      return valueOf(observed.value);
    case 'st':
      return observed.state === null ? undefined : fieldsOfState(observed.state);
    case 'held':
      return observed.held;
    case 'err':
      return observed.ret === 0 ? null : observed.ret;
    case 'at':
      return rangeOf(observed, op);
    case 'status':
      return ITERATORS.has(op) ? endOf(observed)?.status : statusOf(observed.status);
    case 'start':
      return observed.ret < 0 ? null : hex(observed.at[0]);
    case 'next_after':
      return observed.ret < 0 ? null : hex(observed.next);
    case 'list':
      return listed(op, observed.moves);
    case 'end':
      return endOf(observed)?.at;
    case 'steps':
      return movesOf(operation, observed.moves);
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

/** The vector's value for a field, or the meaning of its absence. */
function expectedField(field: string, operation: VectorOperation): unknown {
  const called = CALLED[field] ?? field;
  return called in operation ? operation[called] : ABSENT[called];
}

function mismatch(field: string, expected: string, found: string): Mismatch {
  return { field, expected, found, advisory: false };
}

function compareTree(operation: VectorOperation, observed: Observed): Mismatch[] {
  const mismatches: Mismatch[] = [];
  const dump = operation['dump'] as readonly string[] | undefined;
  const sum = operation['sum'] as string | undefined;
  if (dump !== undefined && sum !== undefined && sumOf(dump) !== sum)
    mismatches.push(mismatch('checksum of the vector’s own dump', sum, sumOf(dump)));
  if (sum !== undefined && observed.sum !== sum) mismatches.push(mismatch('sum', sum, observed.sum ?? 'none'));
  if (dump !== undefined && dump.join('\n') !== observed.dump?.join('\n')) {
    mismatches.push(mismatch('dump', `${dump.length} lines`, `${observed.dump?.length ?? 0} lines`));
  }
  return mismatches;
}

/** Everything about an operation that was observed otherwise than the vector has it. */
export function compare(operation: VectorOperation, observed: Observed): readonly Mismatch[] {
  const { op } = operation;
  const fields = fieldsOf(op);
  const known = new Set(['op', 'sum', 'dump', ...fields.map((field) => CALLED[field] ?? field), ...argumentsOf(op)]);
  const unknown = Object.keys(operation).filter((field) => !known.has(field));
  return [
    ...unknown.map((field) => mismatch(field, textOf(operation[field]), 'a field that is not known')),
    ...fields
      .map((field): Mismatch => {
        const expected = textOf(expectedField(field, operation));
        return {
          field: CALLED[field] ?? field,
          expected,
          found: textOf(foundField(field, operation, observed)),
          advisory: isAdvisory(field, op),
        };
      })
      .filter(({ expected, found }) => expected !== found),
    ...compareTree(operation, observed),
    ...observed.findings.map((found) => mismatch('invariants', 'all hold', found)),
  ];
}

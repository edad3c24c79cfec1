// SPDX-License-Identifier: GPL-2.0-or-later
//
// Golden vectors as data (tests/golden/FORMAT.md): the header, the operations, and which of them can be replayed. Pure:
// text in, objects out; the same in Node and in a browser.

/** A value as the vectors write it: n for the value entry n, null for no entry, 'z' for the zero entry. */
export type VectorValue = number | null | 'z';

export interface VectorHeader {
  readonly format: number;
  readonly name: string;
  readonly mode: 'range' | 'alloc';
  readonly rcu: boolean;
  readonly ops: number;
}

/** One operation: its arguments and what was observed, as they stand in the file. */
export interface VectorOperation {
  readonly op: string;
  readonly [field: string]: unknown;
}

export interface Vector {
  readonly header: VectorHeader;
  readonly operations: readonly VectorOperation[];
}

/** The operations of FORMAT.md, all of which the core has. */
export const SUPPORTED: ReadonlySet<string> = new Set([
  'store',
  'insert',
  'erase',
  'load',
  'walk',
  'prealloc_store',
  'bulk',
  'dup',
  'dup_keep',
  'destroy',
  'rcu',
  'fail',
  'empty_area',
  'empty_area_rev',
  'alloc',
  'ralloc',
  'cyclic',
  'next',
  'next_range',
  'find',
  'prev',
  'prev_range',
  'find_rev',
  'cursor',
  's_new',
  's_set',
  's_range',
  's_reset',
  's_pause',
  's_walk',
  's_next',
  's_next_range',
  's_find',
  's_find_range',
  's_prev',
  's_prev_range',
  's_find_rev',
  's_find_range_rev',
  's_area',
  's_area_rev',
  's_prealloc',
  's_store_prealloc',
  's_store',
  's_erase',
  's_cyclic',
  's_destroy',
]);

/** Changes of a kept state that do not read the tree, in the order of enum mpl_state_how. */
export const STATE_CHANGES: readonly string[] = ['s_set', 's_range', 's_reset', 's_pause'];

/** The move that an operation on a kept state makes, with its limit; null if it makes none. */
export function stateMove(operation: VectorOperation): CursorMove | null {
  const match = /^s_(walk|(?:next|prev|find)(?:_range)?(?:_rev)?)$/.exec(operation.op);
  if (match === null) return null;
  return { move: match[1] ?? '', limit: match[1] === 'walk' ? '0' : limitOf(operation) };
}

/** The iterators: a fresh state moved up to n times by the function of that name. */
export const ITERATORS: ReadonlySet<string> = new Set(['next', 'next_range', 'find', 'prev', 'prev_range', 'find_rev']);

/** One move of a `cursor`: what it is, and its limit (of `set` the index; of some moves unused). */
export interface CursorMove {
  readonly move: string;
  readonly limit: string;
}

/** The moves that a `cursor` makes. */
export function cursorMoves(operation: VectorOperation): readonly CursorMove[] {
  return (operation['steps'] as readonly (readonly string[])[]).map(([move = '', limit = '']) => ({ move, limit }));
}

/** The limit of an iterator: `max` forward, `min` backward. */
export function limitOf(operation: VectorOperation): string {
  return String('max' in operation ? operation['max'] : operation['min']);
}

/** Operations of a vector that cannot be replayed, each named once. */
export function unsupportedIn(vector: Vector): readonly string[] {
  return [...new Set(vector.operations.map((operation) => operation.op))].filter((name) => !SUPPORTED.has(name));
}

function parseLine(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`line ${number} is no JSON`);
  }
}

function isHeader(line: unknown): line is VectorHeader {
  if (typeof line !== 'object' || line === null) return false;
  const header = line as Partial<VectorHeader>;
  return (header.mode === 'range' || header.mode === 'alloc') && typeof header.rcu === 'boolean';
}

function isOperation(line: unknown): line is VectorOperation {
  return typeof line === 'object' && line !== null && typeof (line as { op?: unknown }).op === 'string';
}

/** Reads the text of a vector file; throws an error that says what is wrong with it. */
export function parseVector(text: string): Vector {
  const lines = text.split('\n').filter((line) => line !== '');
  const [header, ...operations] = lines.map((line, i) => parseLine(line, i + 1));
  if (!isHeader(header)) throw new Error('the first line is no header of a vector');
  if (header.format !== 1) throw new Error(`format ${header.format} is not known, only 1 is`);
  const bad = operations.findIndex((line) => !isOperation(line));
  if (bad >= 0) throw new Error(`line ${bad + 2} is no operation`);
  if (operations.length !== header.ops) {
    throw new Error(`the header promises ${header.ops} operations, the file has ${operations.length}`);
  }
  return { header, operations: operations as VectorOperation[] };
}

/** The word of an entry. */
export function wordOf(value: VectorValue): bigint {
  if (value === null) return 0n;
  return value === 'z' ? 0x406n : 2n * BigInt(value) + 1n;
}

/** The value that an entry's word stands for (VectorValue); a word that no vector holds is given in hex. */
export function valueOf(word: bigint): number | string | null {
  if (word === 0n) return null;
  if (word === 0x406n) return 'z';
  return (word & 1n) === 1n ? Number(word >> 1n) : hex(word);
}

/** An index as the vectors write it. */
export function hex(index: bigint): string {
  return `0x${index.toString(16)}`;
}

/** The sum of a dump: FNV-1a, 64 bits, of its lines with a newline after each; 16 hex digits. */
export function sumOf(dump: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(dump.map((line) => `${line}\n`).join(''))) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, '0');
}

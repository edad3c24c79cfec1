// SPDX-License-Identifier: GPL-2.0-or-later
//
// The record of each step of a run, a million of them in some fifty megabytes. Most steps of a long run are alike:
// their common part is kept once, as a shape; the differing fields are columns.
//
// Invariant: `at(n)` gives what the n-th `push` was given, field by field; later only its sum may have been set.

import { reasonsText } from '../../model/reason';
import { index, ZERO } from '../../base/index64';
import type { StepItem } from '../../model/item';
import type { ReaderHandle, TreeHandle } from '../../model/machine';
import type { StateReport, StepReport, StepResult } from '../../model/report';
import type { StateHandle } from '../../model/states';
import type { StepColumns, StepKind } from '../../model/run';
import type { Vma } from '../../model/vma';
import type { Version } from '../../base/sequence';
import { asked } from '../../model/outcome';
import type { NamedHandle, StoreCounts } from './answer-context';

export interface KeptTree extends NamedHandle {
  readonly vmas: Version<Vma> | null;
}

export interface KeptReader {
  readonly name: string;
  readonly tree: string;
  readonly handle: ReaderHandle;
  readonly treeHandle: TreeHandle;
  /** Step at which it entered. */
  readonly since: number;
  /** Id of the leaf that it stands on, 0 for none, and the step that took that leaf out of the tree. */
  readonly node: number;
  readonly diedAt: number | null;
}

export interface KeptState {
  readonly name: string;
  readonly tree: string;
  readonly handle: StateHandle;
  /** Step that made it. */
  readonly since: number;
}

export interface KeptStep extends Pick<
  StepItem,
  'report' | 'touched' | 'focus' | 'pair' | 'hint' | 'describedAs' | 'gutter' | 'forked' | 'wanted'
> {
  /** Nodes that went into a tree. */
  readonly used: number;
  /** How many of its stores went through by each type; null: none. */
  readonly stores: StoreCounts | null;
  /** Dead nodes that wait for readers after it. */
  readonly waiting: number;
  /** Requests so far that could have been made to fail. */
  readonly passed: number;
  readonly trees: readonly KeptTree[];
  readonly readers: readonly KeptReader[];
  readonly states: readonly KeptState[];
  /** The tree that the report names, if it exists; one of that name may have been made since. */
  readonly named: TreeHandle | null;
  /** Id of the newest node after the step. */
  readonly newest: number;
}

/**
 * The fields that steps may share: everything but the report's line, live, sum, result and state, the indexes touched,
 * the hash wanted, passed and newest, which are empty here.
 */
export type StepShape = KeptStep;

export interface StepsKept {
  readonly length: () => number;
  readonly push: (step: KeptStep) => void;
  /** Step n, from 1. */
  readonly at: (step: number) => KeptStep | undefined;
  /** The same without what differs from step to step: cheap. */
  readonly shapeAt: (step: number) => StepShape | undefined;
  /** The range that it touched, and the sum of what its tree should hold after it; of steps alike these differ. */
  readonly marksAt: (step: number) => { readonly first: bigint; readonly last: bigint; readonly contents: bigint };
  readonly newestAt: (step: number) => number;
  readonly passedAt: (step: number) => number;
  readonly sumAt: (step: number) => string | null;
  readonly setSum: (step: number, sum: string) => void;
  /** All of them for the page, in buffers of their own. */
  readonly columns: () => StepColumns;
  readonly bytes: () => number;
}

const CHUNK = 4096;
/** Of columns; and about what a shape takes. */
const STEP_BYTES = 53;
const SHAPE_BYTES = 600;
const STATE_BYTES = 400;

interface Chunk {
  readonly shapes: Uint32Array;
  readonly lines: Uint32Array;
  readonly live: Uint32Array;
  readonly newest: Float64Array;
  readonly passed: Uint32Array;
  readonly firsts: BigUint64Array;
  readonly lasts: BigUint64Array;
  readonly hashes: BigUint64Array;
  readonly sums: BigUint64Array;
  readonly hasSum: Uint8Array;
}

export function stepsKept(): StepsKept {
  const chunks: Chunk[] = [];
  const shapes = shapeTable();
  const results = new Map<number, StepResult>();
  const states = new Map<number, StateReport>();
  let length = 0;

  const chunkOf = (step: number): Chunk => chunks[Math.floor((step - 1) / CHUNK)]!;
  const within = (step: number): number => (step - 1) % CHUNK;
  const isKept = (step: number): boolean => step >= 1 && step <= length;
  const shapeAt = (step: number): StepShape | undefined =>
    isKept(step) ? shapes.all[chunkOf(step).shapes[within(step)]!] : undefined;
  const sumAt = (step: number): string | null => {
    if (!isKept(step) || chunkOf(step).hasSum[within(step)] === 0) return null;
    return chunkOf(step).sums[within(step)]!.toString(16).padStart(16, '0');
  };
  const setSum = (step: number, sum: string): void => {
    const chunk = chunkOf(step);
    chunk.sums[within(step)] = BigInt(`0x${sum}`);
    chunk.hasSum[within(step)] = 1;
  };

  return {
    length: () => length,
    push: (step) => {
      length++;
      if (within(length) === 0) chunks.push(newChunk());
      fill(chunkOf(length), within(length), shapes.numberOf(step), step);
      if (step.report.sum !== null) setSum(length, step.report.sum);
      if (step.report.result !== null) results.set(length, step.report.result);
      if (step.report.state !== undefined) states.set(length, step.report.state);
    },
    at: (step) => {
      const shape = shapeAt(step);
      if (shape === undefined) return undefined;
      const kept = { sum: sumAt(step), result: results.get(step) ?? null, state: states.get(step) };
      return unshaped(shape, chunkOf(step), within(step), kept);
    },
    shapeAt,
    marksAt: (step) => {
      if (!isKept(step)) return { first: 0n, last: 0n, contents: 0n };
      const [{ firsts, lasts, hashes }, k] = [chunkOf(step), within(step)];
      return { first: firsts[k]!, last: lasts[k]!, contents: hashes[k]! };
    },
    newestAt: (step) => (isKept(step) ? chunkOf(step).newest[within(step)]! : 0),
    passedAt: (step) => (isKept(step) ? chunkOf(step).passed[within(step)]! : 0),
    sumAt,
    setSum,
    columns: () => {
      const { kinds, kindOfShape } = kindsOf(shapes.all);
      const [kindOf, lines] = [new Uint32Array(length), new Uint32Array(length)];
      for (let k = 0; k < length; k++) {
        const chunk = chunkOf(k + 1);
        kindOf[k] = kindOfShape[chunk.shapes[k % CHUNK]!]!;
        lines[k] = chunk.lines[k % CHUNK]!;
      }
      return { length, kinds, kindOf, lines };
    },
    bytes: () =>
      STEP_BYTES * CHUNK * chunks.length +
      SHAPE_BYTES * shapes.all.length +
      100 * results.size +
      STATE_BYTES * states.size,
  };
}

function fill(chunk: Chunk, k: number, shape: number, { report, touched, wanted, newest, passed }: KeptStep): void {
  chunk.shapes[k] = shape;
  chunk.lines[k] = report.line;
  chunk.live[k] = report.live;
  chunk.newest[k] = newest;
  chunk.passed[k] = passed;
  chunk.firsts[k] = touched?.first ?? 0n;
  chunk.lasts[k] = touched?.last ?? 0n;
  chunk.hashes[k] = wanted[0]?.[1] ?? 0n;
}

// A shape with what row k of the columns, and `kept` beside them, have of the step.
function unshaped(
  shape: StepShape,
  chunk: Chunk,
  k: number,
  { state, ...kept }: Pick<StepReport, 'sum' | 'result'> & { readonly state: StateReport | undefined },
): KeptStep {
  const [first, last, hash] = [index(chunk.firsts[k]!), index(chunk.lasts[k]!), index(chunk.hashes[k]!)];
  return {
    ...shape,
    report: {
      ...shape.report,
      line: chunk.lines[k]!,
      live: chunk.live[k]!,
      ...kept,
      ...(state === undefined ? {} : { state }),
    },
    touched: shape.touched === null ? null : { tree: shape.touched.tree, first, last },
    wanted: shape.wanted.length === 1 ? shape.wanted.map(([tree]) => [tree, hash] as const) : shape.wanted,
    passed: chunk.passed[k]!,
    newest: chunk.newest[k]!,
  };
}

// ---- Shapes ----

interface ShapeTable {
  readonly all: readonly StepShape[];
  /** The place of a step's shape in `all`. */
  readonly numberOf: (step: KeptStep) => number;
}

function shapeTable(): ShapeTable {
  const all: StepShape[] = [];
  const byKey = new Map<string, number>();
  const numbers = new Map<object, number>();
  /** The latest step, if its shape has no key yet. */
  let unkeyed: { readonly step: KeptStep; readonly shape: number } | null = null;

  // Lists and the like are the same if they are the same object.
  const same = (part: object | null): number => {
    if (part === null) return -1;
    const known = numbers.get(part);
    if (known !== undefined) return known;
    numbers.set(part, numbers.size);
    return numbers.size - 1;
  };
  const numberOf = (step: KeptStep): number => {
    const alone = isAlone(step);
    // In a run over VMAs each step brings a list of trees of its own: its key is made only if a later step has that
    // list.
    const fresh = !alone && !numbers.has(step.trees);
    if (unkeyed !== null && !fresh) byKey.set(keyOf(unkeyed.step, same), unkeyed.shape);
    unkeyed = fresh ? { step, shape: all.length } : null;
    if (fresh) same(step.trees);
    const key = alone || fresh ? null : keyOf(step, same);
    const known = key === null ? undefined : byKey.get(key);
    if (known !== undefined) return known;
    all.push({
      ...step,
      report: bare(step.report),
      touched: step.touched === null ? null : { tree: step.touched.tree, first: ZERO, last: ZERO },
      wanted: alone ? step.wanted : step.wanted.map(([tree]) => [tree, ZERO] as const),
      passed: 0,
      newest: 0,
    });
    if (key !== null) byKey.set(key, all.length - 1);
    return all.length - 1;
  };
  return { all, numberOf };
}

// Two steps of one key have one shape; `same` numbers what is the same only if it is one object.
function keyOf(step: KeptStep, same: (part: object | null) => number): string {
  const r = step.report;
  return [
    r.op,
    r.tree,
    r.error,
    r.storeType,
    r.vh,
    r.sh,
    r.pre,
    r.preVacancy,
    r.preWhole,
    r.used,
    r.requests.join(' '),
    r.rk,
    r.freed,
    r.deferred,
    r.height,
    step.touched?.tree,
    step.focus,
    step.wanted[0]?.[0],
    step.used,
    same(step.stores),
    step.waiting,
    same(step.trees),
    same(step.readers),
    same(step.states),
    step.named,
    step.gutter.join(),
    step.describedAs,
    reasonsText(step.hint),
  ].join('\u0000');
}

// Steps that no other is like.
function isAlone({ report, forked, pair, wanted }: KeptStep): boolean {
  return (
    report.fork !== undefined ||
    report.balance !== undefined ||
    forked !== undefined ||
    pair !== null ||
    wanted.length > 1
  );
}

// Without what is different from step to step.
function bare({ state: _state, ...report }: StepReport): StepReport {
  return { ...report, line: 0, live: 0, sum: null, result: null };
}

function newChunk(): Chunk {
  const [u32, u64] = [(): Uint32Array => new Uint32Array(CHUNK), (): BigUint64Array => new BigUint64Array(CHUNK)];
  return {
    shapes: u32(),
    lines: u32(),
    live: u32(),
    newest: new Float64Array(CHUNK),
    passed: u32(),
    firsts: u64(),
    lasts: u64(),
    hashes: u64(),
    sums: u64(),
    hasSum: new Uint8Array(CHUNK),
  };
}

// The kinds of shapes, and the kind of each shape.
function kindsOf(shapes: readonly StepShape[]): { readonly kinds: StepKind[]; readonly kindOfShape: Uint32Array } {
  const kinds: StepKind[] = [];
  const known = new Map<string, number>();
  // Equal results are one object, which a message takes along once.
  const gutters = new Map<string, readonly string[]>();
  const kindOfShape = Uint32Array.from(shapes, (shape) => {
    const text = shape.gutter.join('\n');
    const gutter = gutters.get(text) ?? shape.gutter;
    gutters.set(text, gutter);
    const kind = { ...kindFrom(shape), gutter };
    const key = JSON.stringify(kind);
    const at = known.get(key) ?? kinds.push(kind) - 1;
    known.set(key, at);
    return at;
  });
  return { kinds, kindOfShape };
}

function kindFrom({ report, gutter, used }: StepShape): StepKind {
  return {
    op: report.op,
    tree: report.tree,
    error: report.error,
    storeType: report.storeType,
    asked: asked(report),
    used,
    freed: report.freed,
    preWhole: report.preWhole,
    refused: /[A-Z]/.test(report.rk),
    gutter,
  };
}

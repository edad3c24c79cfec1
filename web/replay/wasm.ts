// SPDX-License-Identifier: GPL-2.0-or-later
//
// The WebAssembly build as an engine: the exports of explore.wasm called one by one (core/wasm/calls.def), the records
// read by the printed offsets. No Node in here: it runs in a browser as well. Dumps are made from the bytes of the
// nodes, so a sum that agrees says that this reading of the layout is right too.

import { MOVES, STATE_STATUSES } from '../model/generated/enums';
import { ABI, FINDING, REQUEST_MARKS, STATE, STEP, TREE, TREE_FLAGS, VISIT } from '../engine/generated/tables';
import { dumpOf } from './nodes';
import { NOTHING } from './observe';
import type { Engine, Moved, Observed, Question, StateObserved } from './observe';
import { cursorMoves, ITERATORS, limitOf, STATE_CHANGES, stateMove, wordOf } from './vector';
import type { VectorHeader, VectorOperation, VectorValue } from './vector';
import { idAt } from '../engine/core/ids';

type Call = (...args: readonly (number | bigint)[]) => number | bigint;

interface Core {
  readonly memory: WebAssembly.Memory;
  readonly call: (name: string, ...args: readonly (number | bigint)[]) => number;
  readonly call64: (name: string, ...args: readonly (number | bigint)[]) => bigint;
}

function coreOf(exports: object): Core {
  const call = (name: string, ...args: readonly (number | bigint)[]): number | bigint =>
    (exports as Readonly<Record<string, Call>>)[`mpl_${name}`]!(...args);
  return {
    memory: (exports as { readonly memory: WebAssembly.Memory }).memory,
    call: (name, ...args) => Number(call(name, ...args)),
    call64: (name, ...args) => BigInt.asUintN(64, BigInt(call(name, ...args))),
  };
}

function instantiate(module: WebAssembly.Module): object {
  const { exports } = new WebAssembly.Instance(module, {});
  (exports['_initialize'] as () => void)();
  if (coreOf(exports).call('abi') >>> 0 !== ABI)
    throw new Error('explore.wasm and generated/tables.ts are of two builds');
  return exports;
}

function requestsOf(core: Core): Pick<Observed, 'requests' | 'kinds'> {
  const log = new Uint32Array(core.memory.buffer, core.call('requests'), core.call('requests_kept'));
  const kinds = [...log].map((request) => {
    const letter = (request & REQUEST_MARKS.BULK) === 0 ? 's' : 'b';
    return (request & REQUEST_MARKS.REFUSED) === 0 ? letter : letter.toUpperCase();
  });
  return { requests: [...log].map((request) => request & (REQUEST_MARKS.BULK - 1)), kinds: kinds.join('') };
}

/** The record of the last operation. */
function recordOf(core: Core): Observed {
  const view = new DataView(core.memory.buffer, core.call('record'), STEP.BYTES);
  const signed = (offset: number): number => view.getInt32(offset, true);
  const word = (offset: number): bigint => view.getBigUint64(offset, true);
  return {
    ...NOTHING,
    ...requestsOf(core),
    ret: signed(STEP.ret),
    value: word(STEP.value),
    at: [word(STEP.index), word(STEP.last)],
    status: signed(STEP.status),
    storeType: signed(STEP.storeType),
    vh: signed(STEP.vacantHeight),
    sh: signed(STEP.sufficientHeight),
    pre: signed(STEP.pre),
    preWhole: signed(STEP.preWhole),
    freed: signed(STEP.freed),
    deferred: signed(STEP.deferred),
    used: signed(STEP.used),
    live: signed(STEP.live),
    height: signed(STEP.height),
    copied: signed(STEP.copied),
    storeCounts: Array.from({ length: 10 }, (_, type) => signed(STEP.storeCounts + 4 * type)),
    next: word(STEP.next),
  };
}

/** Tree flags and root word. */
function treeOf(core: Core, tree: number): { readonly flags: number; readonly root: bigint } {
  const view = new DataView(core.memory.buffer, core.call('tree_info', tree), TREE.BYTES);
  return { flags: view.getUint32(TREE.flags, true), root: view.getBigUint64(TREE.root, true) };
}

function findingsOf(core: Core, tree: number): readonly string[] {
  const count = Math.min(core.call('validate', tree), 256);
  const view = new DataView(core.memory.buffer, core.call('findings'), count * FINDING.BYTES);
  const findings = Array.from({ length: count }, (_, i) => i * FINDING.BYTES);
  return findings
    .filter((at) => view.getUint32(at + FINDING.excused, true) === 0)
    .map((at) => {
      const number = view.getUint32(at + FINDING.invariant, true);
      const place = `node ${idAt(view, at + FINDING.node)}, slot ${view.getInt32(at + FINDING.slot, true)}`;
      const [found, wanted] = [FINDING.found, FINDING.wanted].map((offset) => view.getBigUint64(at + offset, true));
      return `I${number} at ${place}: 0x${found?.toString(16)}, wanted 0x${wanted?.toString(16)}`;
    });
}

function runBulk(core: Core, tree: number, operation: VectorOperation): void {
  const entries = operation['entries'] as readonly (readonly [string, string, VectorValue])[];
  if (core.call('bulk_begin', tree, BigInt(operation['expected'] as number)) !== 0) return;
  for (const [first, last, value] of entries) {
    if (core.call('bulk_store', BigInt(first), BigInt(last), wordOf(value)) !== 0) return;
  }
  core.call('bulk_end');
}

/** One operation on a kept state; its handle. */
function runOnState(core: Core, tree: number, operation: VectorOperation, before: number): number {
  const index = (name: string): bigint => BigInt((operation[name] ?? 0) as string);
  const word = (): bigint => wordOf(operation['v'] as VectorValue);
  const made = stateMove(operation);
  if (made !== null) {
    core.call('state_resume', before);
    move(core, made.move, made.limit);
    core.call('cursor_end');
    return before;
  }
  switch (operation.op) {
    case 's_new': {
      if (before > 0) core.call('state_close', before);
      const handle = core.call('state_open', tree);
      core.call('state_set', handle, 0, index('a'), index('z'));
      return handle;
    }
    case 's_area':
    case 's_area_rev':
      core.call('state_search', before, index('min'), index('max'), index('size'), operation.op === 's_area' ? 0 : 1);
      return before;
    case 's_prealloc':
      core.call('state_prepare', before, word());
      return before;
    case 's_store':
    case 's_store_prealloc':
      core.call('state_store', before, word(), operation.op === 's_store' ? 0 : 1);
      return before;
    case 's_erase':
      core.call('state_erase', before);
      return before;
    case 's_cyclic':
      core.call('set_next', tree, index('next'));
      core.call('state_cyclic', before, index('min'), index('max'), word());
      return before;
    case 's_destroy':
      core.call('state_release', before);
      return before;
    default:
      core.call('state_set', before, STATE_CHANGES.indexOf(operation.op), index('a'), index('z'));
      return before;
  }
}

/** The fields of a kept state. */
function stateOf(core: Core, handle: number): StateObserved {
  const view = new DataView(core.memory.buffer, core.call('state_info', handle), STATE.BYTES);
  const number = (offset: number): number => view.getInt32(offset, true);
  const word = (offset: number): bigint => view.getBigUint64(offset, true);
  return {
    status: number(STATE.status),
    index: word(STATE.index),
    last: word(STATE.last),
    offset: number(STATE.offset),
    end: number(STATE.end),
    min: word(STATE.min),
    max: word(STATE.max),
    node: idAt(view, STATE.node),
    inner: number(STATE.inner) === 1,
  };
}

/** The tree that the scenario stands on after an operation, and what was observed of it. */
interface Ran {
  readonly tree: number;
  readonly observed: Observed;
}

/** dup and dup_keep. */
function runDup(core: Core, tree: number, keep: boolean): Ran {
  const copy = core.call('tree_new', treeOf(core, tree).flags & (TREE_FLAGS.ALLOC_RANGE | TREE_FLAGS.USE_RCU));
  core.call('dup', tree, copy);
  const made = recordOf(core);
  if (made.ret !== 0) {
    core.call('tree_drop', copy);
    return { tree, observed: made };
  }
  const copyDiffers = core.call64('sum', copy) !== core.call64('sum', tree);
  const gone = keep ? tree : copy;
  core.call('destroy', gone);
  const ended = recordOf(core);
  core.call('tree_drop', gone);
  const accounts = { freed: made.freed + ended.freed, deferred: made.deferred + ended.deferred, live: ended.live };
  return { tree: keep ? copy : tree, observed: { ...made, ...accounts, copyDiffers } };
}

/** Moves the state that was begun, and says what the function returned and where the state is then. */
function move(core: Core, name: string, limit: string): Moved {
  core.call('cursor_move', (MOVES as readonly string[]).indexOf(name), BigInt(limit));
  const view = new DataView(core.memory.buffer, core.call('visit'), VISIT.BYTES);
  const word = (offset: number): bigint => view.getBigUint64(offset, true);
  return {
    index: word(VISIT.index),
    last: word(VISIT.last),
    word: word(VISIT.word),
    status: view.getInt32(VISIT.status, true),
  };
}

/** An iterator or a cursor: all its moves. */
function runMoves(core: Core, tree: number, operation: VectorOperation): readonly Moved[] {
  const { op } = operation;
  core.call('cursor_begin', tree, BigInt(operation['a'] as string));
  const moves: Moved[] = [];
  if (op === 'cursor') for (const { move: name, limit } of cursorMoves(operation)) moves.push(move(core, name, limit));
  else {
    for (let k = 0; k < (operation['n'] as number); k++) {
      const made = move(core, op, limitOf(operation));
      moves.push(made);
      const goesOn = op.endsWith('_range') && STATE_STATUSES[made.status] === 'active';
      if (made.word === 0n && !goesOn) break;
    }
  }
  core.call('cursor_end');
  return moves;
}

/** Runs an operation that is one call. */
function runPlain(core: Core, tree: number, operation: VectorOperation): void {
  const index = (name: string): bigint => BigInt(operation[name] as string);
  const word = (): bigint => wordOf(operation['v'] as VectorValue);
  switch (operation.op) {
    case 'store':
    case 'insert':
      core.call(operation.op, tree, index('a'), index('z'), word());
      return;
    case 'prealloc_store':
      core.call('prealloc', tree, index('a'), index('z'), word(), operation['walk'] === true ? 1 : 0);
      return;
    case 'erase':
    case 'load':
    case 'walk':
      core.call(operation.op, tree, index('a'));
      return;
    case 'empty_area':
    case 'empty_area_rev':
      core.call('empty_area', tree, index('min'), index('max'), index('size'), operation.op === 'empty_area' ? 0 : 1);
      return;
    case 'alloc':
    case 'ralloc':
      core.call('alloc', tree, index('size'), index('min'), index('max'), word(), operation.op === 'alloc' ? 0 : 1);
      return;
    case 'cyclic':
      core.call('set_next', tree, index('next'));
      core.call('cyclic', tree, index('min'), index('max'), word());
      return;
    case 'bulk':
      runBulk(core, tree, operation);
      return;
    case 'destroy':
      core.call('destroy_under', tree);
      return;
    default:
      throw new Error(`operation ${operation.op} cannot be run`);
  }
}

function run(core: Core, tree: number, operation: VectorOperation): Ran {
  switch (operation.op) {
    case 'fail':
      core.call('fail_request', operation['k'] as number, operation['n'] as number);
      break;
    case 'rcu':
      core.call('set_rcu', tree, operation['on'] as number);
      break;
    case 'dup':
    case 'dup_keep':
      return runDup(core, tree, operation.op === 'dup_keep');
    default:
      if (ITERATORS.has(operation.op) || operation.op === 'cursor') {
        const moves = runMoves(core, tree, operation);
        return { tree, observed: { ...recordOf(core), moves } };
      }
      runPlain(core, tree, operation);
      return { tree, observed: recordOf(core) };
  }
  const height = (treeOf(core, tree).flags & TREE_FLAGS.HEIGHT_MASK) >> TREE_FLAGS.HEIGHT_SHIFT;
  return { tree, observed: { ...NOTHING, live: core.call('live'), height } };
}

function answer(core: Core, tree: number, question: Question, observed: Observed): Observed {
  return {
    ...observed,
    sum: question.sum ? core.call64('sum', tree).toString(16).padStart(16, '0') : null,
    dump: question.dump ? dumpOf(core.memory, core.call('slab_base'), treeOf(core, tree).root) : null,
    findings: question.findings ? findingsOf(core, tree) : [],
    ...(question.contents === true ? { contents: core.call64('contents', tree) } : {}),
  };
}

/** Replays operations of one vector, one after the other, on the exports of a module, which is reset. */
export function replayer(exports: object, header: VectorHeader): (question: Question) => Observed {
  const core = coreOf(exports);
  core.call('reset');
  let tree = core.call('tree_new', (header.mode === 'alloc' ? 1 : 0) | (header.rcu ? 2 : 0));
  const states: number[] = [];
  return (question) => {
    const { operation } = question;
    if (operation.op.startsWith('s_')) {
      const id = operation['id'] as number;
      states[id] = runOnState(core, tree, operation, states[id] ?? 0);
      const observed = { ...recordOf(core), state: stateOf(core, states[id]), held: core.call('states_held') };
      return answer(core, tree, question, observed);
    }
    const after = run(core, tree, operation);
    tree = after.tree;
    return answer(core, tree, question, after.observed);
  };
}

/** A compiled explore.wasm as an engine. */
export function wasmEngine(module: WebAssembly.Module): Engine {
  const exports = instantiate(module);
  return {
    name: 'wasm',
    replay: (header, questions) => questions.map(replayer(exports, header)),
  };
}

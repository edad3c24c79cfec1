// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls that the steps up to one made on trees, with their words as they were.

import { indexText } from '../../base/number-base';
import { entryDump } from '../../model/entry';
import { MOVES } from '../../model/generated/enums';
import type { Move, TreeHandle } from '../../model/machine';
import { MM_MODE } from '../../model/tree-mode';
import { SITES } from '../../model/memory';
import type { CallRecord } from '../../model/call-record';
import { releaseNumbered } from '../../model/releases';
import { isStateKind, stateCallOf } from '../core/kept-states';
import type { OpKind } from '../core/op-log';
import type { Answering, Place } from '../time/answer-context';

const OFTEN = 256;

/** Statements that make a call of another name. */
const STATEMENTS: Readonly<Partial<Record<OpKind, string>>> = {
  'fail-request': 'fail request',
  'fail-node': 'fail node',
  'fail-every': 'fail every',
  'fail-chance': 'fail chance',
  'fail-off': 'fail off',
  'mm-map': 'map',
  'mm-map-any': 'map any',
  'mm-unmap': 'unmap',
  'mm-protect': 'protect',
  'mm-brk-at': 'brk at',
  'mm-brk': 'brk',
  'mm-remap': 'mremap',
  'mm-touch': 'touch',
  'mm-advise': 'advise',
  'mm-base': 'mmap_base',
  'mm-exit': 'exit',
  'mm-lock-all': 'lockall',
  'mm-limit': 'limit',
  'mm-exec': 'execve',
};

/** The calls of a step are not kept: they are recorded while the step runs again. */
export const calls: Answering<'calls'> = function* (place, { step: last, most }) {
  const { log, time, reportAt } = place;
  const records: CallRecord[] = [];
  const names = new Map<number, string>();
  // VMAs of an address space that is loaded are numbered in order.
  const loaded = new Map<number, number>();
  // Calls on a reader count as calls on the tree that it reads.
  const readers = new Map<number, number>();
  // Kept states, and the trees they are states of.
  const states = new Map<number, number>();
  let omitted = 0;
  for (let step = 1; step <= Math.min(last, place.steps); step++) {
    const report = reportAt(step);
    const [from, to] = time.calls(step);
    for (const { name, handle } of place.treesAt(step)) names.set(handle, name);
    for (let k = from; k < to; k++) {
      if (records.length >= most) {
        omitted += to - k;
        break;
      }
      const kind = log.kind(k);
      // A text's expressions load, too; what the step is not about is no call of the step.
      if (kind === 'load' && report?.op !== 'load') continue;
      // A tree takes its states with it.
      if (kind === 'destroy' || kind === 'mm-exit') {
        for (const [state, tree] of [...states]) {
          if (tree !== log.subject(k)) continue;
          states.delete(state);
          records.push({
            kind: 'state',
            state,
            lost: false,
            call: { what: 'close' },
            step,
            line: report?.line ?? 0,
            tree: names.get(tree) ?? `tree${tree}`,
            of: tree,
            error: null,
          });
        }
      }
      if (kind === 'state-open') states.set(Number(log.word(k, 0)), log.subject(k));
      if (kind === 'state-close') states.delete(Number(log.word(k, 0)));
      const call = callAt(place, k, names, loaded, report?.state?.lost ?? false);
      if (call === null) continue;
      const subject = log.subject(k);
      if (kind === 'open-reader') readers.set(Number(log.word(k, 1)), subject);
      const handle = kind === 'resume-reader' || kind === 'close-reader' ? (readers.get(subject) ?? 0) : subject;
      // Failures are armed in the allocator, which belongs to no tree.
      records.push({
        ...call,
        step,
        line: report?.line ?? 0,
        tree: handle === 0 ? '' : (names.get(handle) ?? `tree${handle}`),
        of: handle,
        error: report?.error ?? null,
      });
    }
    if (step % OFTEN === 0) yield { done: step, of: last };
  }
  return { calls: records, omitted };
};

type Bare<C> = C extends CallRecord ? Omit<C, 'step' | 'line' | 'tree' | 'of' | 'error'> : never;

function callAt(
  { log }: Place,
  k: number,
  names: ReadonlyMap<number, string>,
  loaded: Map<number, number>,
  lost: boolean,
): Bare<CallRecord> | null {
  const [a, b, c, d] = [log.word(k, 0), log.word(k, 1), log.word(k, 2), log.word(k, 3)];
  const handle = log.subject(k) as TreeHandle;
  const kind = log.kind(k);
  switch (kind) {
    case 'create':
      return { kind: 'create', mode: { alloc: a === 1n, rcu: b === 1n, release: releaseNumbered(Number(c)) } };
    case 'mm-new':
      return { kind: 'create', mode: MM_MODE };
    case 'set-rcu':
      return { kind: 'set-rcu', on: a === 1n };
    case 'store':
    case 'insert':
      return { kind, first: a, last: b, word: c };
    case 'prealloc':
    case 'prealloc-walk':
      return { kind: 'prealloc', first: a, last: b, word: c };
    case 'erase':
    case 'load':
      return { kind, at: a };
    case 'bulk':
      return { kind: 'bulk', expected: Number(a), stores: [...log.stores(Number(b), Number(c))] };
    case 'gap-bottom':
    case 'gap-top':
      return { kind: 'gap', min: a, max: b, size: c, top: kind === 'gap-top' };
    case 'alloc-bottom':
    case 'alloc-top':
      return { kind: 'alloc', size: a, min: b, max: c, word: d, top: kind === 'alloc-top' };
    case 'cyclic':
      return { kind: 'cyclic', min: a, max: b, word: c };
    case 'iterate':
      return { kind: 'iterate', at: a, limit: b, move: MOVES[Number(c)] as Move, count: Number(d) };
    case 'dup':
      return { kind: 'dup', to: names.get(Number(a)) ?? `tree${a}`, toOf: Number(a) };
    case 'destroy':
      return { kind: 'destroy' };
    case 'drop':
      return null;
    case 'mm-load': {
      const number = (loaded.get(handle) ?? 0) + 1;
      loaded.set(handle, number);
      return { kind: 'store', first: a, last: b, word: ((BigInt(number) << 1n) | 1n) as typeof a };
    }
    case 'open-reader':
      return { kind: 'reader', statement: 'read', what: `read at ${indexText(a)}` };
    case 'resume-reader':
      return { kind: 'reader', statement: 'resume', what: `resume count ${a}` };
    case 'close-reader':
      return { kind: 'reader', statement: 'release', what: 'release' };
    case 'corrupt':
      return {
        kind: 'other',
        statement: 'corrupt',
        what: `corrupt: line ${a} of the dump is written over with ${entryDump(d)}`,
      };
    case 'fail-site': {
      const statement = `fail ${SITES[Number(a)] ?? ''}`;
      const at = b === 0n ? '' : ` at vma ${b}`;
      const pass = b !== 0n && c === 1n ? '' : ` ${c}`;
      return {
        kind: 'other',
        statement,
        what: d === 0n ? `${statement}: no more` : `${statement}${at}${pass}${d === 1n ? '' : ` times ${d}`}`,
      };
    }
    default: {
      if (isStateKind(kind))
        return { kind: 'state', state: Number(a), lost, call: stateCallOf(kind, (which) => log.word(k, which)) };
      const statement = STATEMENTS[kind] ?? kind;
      return { kind: 'other', statement, what: statement };
    }
  }
}

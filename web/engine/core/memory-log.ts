// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on address spaces, written down and made again: the part of op-log.ts that knows them. A call that only has
// arguments is one line of CALLS; the three that make or end an address space return more, and stand by themselves.

import type { Index } from '../../base/index64';
import { ADVICES, FORK_BY, FORK_UNDO } from '../../model/generated/enums';
import type { TreeHandle } from '../../model/machine';
import { LIMIT_NAMES, type LockAll, type Mapping, type MayMove, type MemoryMachine } from '../../model/memory';
import type { Outcome } from '../../model/outcome';
import type { MemoryKind } from './memory-kinds';
import type { WrittenCalls } from './space-calls';
import { bit, mustBeSame, type Noted, type Words, type Write } from './logged-call';

/** How an argument stands in the log, from word `at` on. */
interface Argument<T> {
  readonly size: number;
  readonly words: (value: T) => readonly bigint[];
  readonly value: (word: Words, at: number) => T;
}

const INDEX: Argument<Index> = { size: 1, words: (value) => [value], value: (word, at) => word(at) };
const NUMBER: Argument<number> = { size: 1, words: (value) => [BigInt(value)], value: (word, at) => Number(word(at)) };
const FLAG: Argument<boolean> = { size: 1, words: (value) => [bit(value)], value: (word, at) => word(at) === 1n };
const MAY_MOVE: Argument<MayMove> = {
  size: 1,
  words: (value) => [value === 'keep' ? 2n : bit(value)],
  value: (word, at) => (word(at) === 2n ? 'keep' : word(at) === 1n),
};
/** Flags below, file above; then the offset. */
const MAPPING: Argument<Mapping> = {
  size: 2,
  words: ({ flags, file, offset }) => [(BigInt(file) << 32n) | BigInt(flags), offset],
  value: (word, at) => ({ flags: Number(word(at) & 0xffffffffn), file: Number(word(at) >> 32n), offset: word(at + 1) }),
};
const LOCKS: Argument<LockAll | null> = {
  size: 1,
  words: (how) => [how === null ? 0n : bit(how.current) | (bit(how.future) << 1n) | (bit(how.onfault) << 2n)],
  value: (word, at) => {
    const bits = Number(word(at));
    return bits === 0 ? null : { current: (bits & 1) !== 0, future: (bits & 2) !== 0, onfault: (bits & 4) !== 0 };
  },
};
const BOUND: Argument<Index | null> = {
  size: 2,
  words: (value) => [bit(value !== null), value ?? 0n],
  value: (word, at) => (word(at) === 1n ? word(at + 1) : null),
};

function oneOf<const T>(names: readonly T[]): Argument<T> {
  return { size: 1, words: (name) => [BigInt(names.indexOf(name))], value: (word, at) => names[Number(word(at))] as T };
}

type Method = Exclude<keyof WrittenCalls, 'createMm' | 'fork' | 'exitMm'>;
/** The arguments behind the address space, in order. */
type Arguments<M extends Method> = WrittenCalls[M] extends (mm: TreeHandle, ...rest: infer A) => unknown
  ? { readonly [K in keyof A]: Argument<A[K]> }
  : never;

const CALLS: { readonly [M in Method]: { readonly kind: MemoryKind; readonly args: Arguments<M> } } = {
  mmLoad: { kind: 'mm-load', args: [INDEX, INDEX, MAPPING, NUMBER] },
  mmMap: { kind: 'mm-map', args: [INDEX, INDEX, MAPPING] },
  mmMapAny: { kind: 'mm-map-any', args: [INDEX, MAPPING] },
  mmUnmap: { kind: 'mm-unmap', args: [INDEX, INDEX] },
  mmProtect: { kind: 'mm-protect', args: [INDEX, INDEX, NUMBER] },
  mmBrkAt: { kind: 'mm-brk-at', args: [INDEX] },
  mmBrk: { kind: 'mm-brk', args: [INDEX] },
  mmRemap: { kind: 'mm-remap', args: [INDEX, INDEX, INDEX, INDEX, MAY_MOVE] },
  mmTouch: { kind: 'mm-touch', args: [INDEX, INDEX, FLAG] },
  mmAdvise: { kind: 'mm-advise', args: [INDEX, INDEX, oneOf(ADVICES)] },
  mmLockAll: { kind: 'mm-lock-all', args: [LOCKS] },
  mmLimit: { kind: 'mm-limit', args: [oneOf(LIMIT_NAMES), BOUND] },
  mmExec: { kind: 'mm-exec', args: [] },
  mmSetBase: { kind: 'mm-base', args: [INDEX] },
};

type Loose = (mm: TreeHandle, ...rest: readonly unknown[]) => Outcome | undefined;
type Row = { readonly kind: MemoryKind; readonly args: readonly Argument<unknown>[] };
const ROWS = Object.entries(CALLS) as unknown as readonly (readonly [Method, Row])[];
const BY_KIND = new Map(ROWS.map(([name, row]) => [row.kind, { name, ...row }]));

/** The machine's calls that change something, each written down before it is made; `noted` gets each outcome. */
export function recordingMemory(machine: MemoryMachine, write: Write<MemoryKind>, noted: Noted): WrittenCalls {
  const rows = ROWS.map(([name, { kind, args }]): [Method, Loose] => {
    return [
      name,
      (mm, ...rest) => {
        write(kind, mm, ...args.flatMap((arg, k) => arg.words(rest[k])));
        const outcome = (machine[name] as Loose)(mm, ...rest);
        return outcome === undefined ? undefined : noted(outcome);
      },
    ];
  });
  return {
    ...(Object.fromEntries(rows) as unknown as Pick<WrittenCalls, Method>),
    createMm: () => {
      const { mm, outcome } = machine.createMm();
      write('mm-new', mm ?? 0);
      return { mm, outcome: noted(outcome) };
    },
    // The child's number, and the log's own, are known after the call.
    fork: (parent, how) => {
      const forked = machine.fork(parent, how);
      const { by, undo, wrongCeiling } = how;
      write(
        'fork',
        parent,
        BigInt(forked.child ?? 0),
        ...oneOf(FORK_BY).words(by),
        ...oneOf(FORK_UNDO).words(undo),
        bit(wrongCeiling),
      );
      return { ...forked, outcome: noted(forked.outcome) };
    },
    exitMm: (mm) => {
      write('mm-exit', mm);
      const gone = machine.exitMm(mm);
      return { ...gone, outcome: noted(gone.outcome) };
    },
  };
}

/** Makes a call again; its outcome, null for calls that have none. `word` gives its words. */
export function replayMemory(kind: MemoryKind, subject: number, word: Words, machine: MemoryMachine): Outcome | null {
  const mm = subject as TreeHandle;
  switch (kind) {
    case 'mm-new': {
      const made = machine.createMm();
      mustBeSame('address space', made.mm, subject);
      return made.outcome;
    }
    case 'fork': {
      const forked = machine.fork(mm, {
        by: oneOf(FORK_BY).value(word, 1),
        undo: oneOf(FORK_UNDO).value(word, 2),
        wrongCeiling: word(3) === 1n,
      });
      mustBeSame('address space', forked.child, word(0));
      return forked.outcome;
    }
    case 'mm-exit':
      return machine.exitMm(mm).outcome;
    default:
      return replayRow(kind, mm, word, machine);
  }
}

function replayRow(kind: MemoryKind, mm: TreeHandle, word: Words, machine: MemoryMachine): Outcome | null {
  const row = BY_KIND.get(kind);
  if (row === undefined) throw new Error(`no call is written down as ${kind}`);
  let at = 0;
  const rest = row.args.map((arg) => {
    const value = arg.value(word, at);
    at += arg.size;
    return value;
  });
  return (machine[row.name] as Loose)(mm, ...rest) ?? null;
}

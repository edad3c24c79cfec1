// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on address spaces, written down and made again: the part of op-log.ts that knows them.

import type { Index } from '../../base/index64';
import type { TreeHandle } from '../../model/machine';
import type { Advice, ForkBy, ForkUndo, LimitName, Mapping, MemoryMachine } from '../../model/memory';
import type { Outcome } from '../../model/outcome';
import { ADVICE_NAMES, FORK_BY, FORK_UNDO, LIMIT_NAMES } from '../generated/tables';
import type { MemoryKind } from './memory-kinds';
import type { WrittenCalls } from './space-calls';

/** Writes a call down: its kind, the address space it is made on (0: none), its words. */
export type Write = (kind: MemoryKind, subject: number, ...words: readonly bigint[]) => void;

const flag = (on: boolean): bigint => (on ? 1n : 0n);

/** The machine's calls that change something, each written down before it is made; `noted` gets each outcome. */
export function recordingMemory(machine: MemoryMachine, write: Write, noted: (outcome: Outcome) => Outcome): WrittenCalls {
  return {
    createMm: () => {
      const { mm, outcome } = machine.createMm();
      write('mm-new', mm ?? 0);
      return { mm, outcome: noted(outcome) };
    },
    mmLoad: (mm, first, last, mapping, chain) => {
      write('mm-load', mm, first, last, packed(mapping), mapping.offset, BigInt(chain));
      return noted(machine.mmLoad(mm, first, last, mapping, chain));
    },
    mmMap: (mm, first, last, mapping) => {
      write('mm-map', mm, first, last, packed(mapping), mapping.offset);
      return noted(machine.mmMap(mm, first, last, mapping));
    },
    mmMapAny: (mm, bytes, mapping) => {
      write('mm-map-any', mm, bytes, 0n, packed(mapping), mapping.offset);
      return noted(machine.mmMapAny(mm, bytes, mapping));
    },
    mmUnmap: (mm, first, last) => {
      write('mm-unmap', mm, first, last);
      return noted(machine.mmUnmap(mm, first, last));
    },
    mmProtect: (mm, first, last, prot) => {
      write('mm-protect', mm, first, last, BigInt(prot));
      return noted(machine.mmProtect(mm, first, last, prot));
    },
    mmBrkAt: (mm, start) => {
      write('mm-brk-at', mm, start);
      return noted(machine.mmBrkAt(mm, start));
    },
    mmBrk: (mm, end) => {
      write('mm-brk', mm, end);
      return noted(machine.mmBrk(mm, end));
    },
    mmRemap: (mm, first, bytes, newBytes, to, mayMove) => {
      write('mm-remap', mm, first, bytes, newBytes, to, mayMove === 'keep' ? 2n : flag(mayMove));
      return noted(machine.mmRemap(mm, first, bytes, newBytes, to, mayMove));
    },
    mmTouch: (mm, first, last, toWrite) => {
      write('mm-touch', mm, first, last, flag(toWrite));
      return noted(machine.mmTouch(mm, first, last, toWrite));
    },
    mmAdvise: (mm, first, last, advice) => {
      write('mm-advise', mm, first, last, numberOf(ADVICE_NAMES, advice));
      return noted(machine.mmAdvise(mm, first, last, advice));
    },
    mmLockAll: (mm, how) => {
      write('mm-lock-all', mm, ...(how === null ? [] : [how.current, how.future, how.onfault].map(flag)));
      return noted(machine.mmLockAll(mm, how));
    },
    mmLimit: (mm, limit, value) => {
      write('mm-limit', mm, numberOf(LIMIT_NAMES, limit), flag(value !== null), value ?? 0n);
      return noted(machine.mmLimit(mm, limit, value));
    },
    mmExec: (mm) => {
      write('mm-exec', mm);
      return noted(machine.mmExec(mm));
    },
    mmSetBase: (mm, base) => {
      write('mm-base', mm, base);
      machine.mmSetBase(mm, base);
    },
    // The child's number is known afterwards, and what the log is asked for.
    fork: (parent, how) => {
      const forked = machine.fork(parent, how);
      write('fork', parent, BigInt(forked.child ?? 0), numberOf(FORK_BY, how.by), numberOf(FORK_UNDO, how.undo), flag(how.wrongCeiling));
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
export function replayMemory(kind: MemoryKind, subject: number, word: (which: number) => Index, machine: MemoryMachine): Outcome | null {
  const mm = subject as TreeHandle;
  const number = (which: number): number => Number(word(which));
  switch (kind) {
    case 'mm-new': {
      const made = machine.createMm();
      same(made.mm, subject);
      return made.outcome;
    }
    case 'mm-load':
      return machine.mmLoad(mm, word(0), word(1), unpacked(word(2), word(3)), number(4));
    case 'mm-map':
      return machine.mmMap(mm, word(0), word(1), unpacked(word(2), word(3)));
    case 'mm-map-any':
      return machine.mmMapAny(mm, word(0), unpacked(word(2), word(3)));
    case 'mm-unmap':
      return machine.mmUnmap(mm, word(0), word(1));
    case 'mm-protect':
      return machine.mmProtect(mm, word(0), word(1), number(2));
    case 'mm-brk-at':
      return machine.mmBrkAt(mm, word(0));
    case 'mm-brk':
      return machine.mmBrk(mm, word(0));
    case 'mm-remap':
      return machine.mmRemap(mm, word(0), word(1), word(2), word(3), word(4) === 2n ? 'keep' : word(4) === 1n);
    case 'mm-touch':
      return machine.mmTouch(mm, word(0), word(1), word(2) === 1n);
    case 'mm-advise':
      return machine.mmAdvise(mm, word(0), word(1), ADVICE_NAMES[number(2)] as Advice);
    case 'mm-lock-all': {
      const how = { current: word(0) === 1n, future: word(1) === 1n, onfault: word(2) === 1n };
      return machine.mmLockAll(mm, how.current || how.future || how.onfault ? how : null);
    }
    case 'mm-limit':
      return machine.mmLimit(mm, LIMIT_NAMES[number(0)] as LimitName, word(1) === 1n ? word(2) : null);
    case 'mm-exec':
      return machine.mmExec(mm);
    case 'mm-base':
      machine.mmSetBase(mm, word(0));
      return null;
    case 'fork': {
      const forked = machine.fork(mm, { by: FORK_BY[number(1)] as ForkBy, undo: FORK_UNDO[number(2)] as ForkUndo, wrongCeiling: word(3) === 1n });
      same(forked.child, number(0));
      return forked.outcome;
    }
    case 'mm-exit':
      return machine.exitMm(mm).outcome;
  }
}

function same(made: TreeHandle | null, wanted: number): void {
  if ((made ?? 0) !== wanted) throw new Error(`replay made address space ${made ?? 'none'} instead of ${wanted}`);
}

function numberOf<T>(names: readonly T[], name: T): bigint {
  return BigInt(names.indexOf(name));
}

// Flags below, file above.
function packed({ flags, file }: Mapping): bigint {
  return (BigInt(file) << 32n) | BigInt(flags);
}

function unpacked(word: bigint, offset: Index): Mapping {
  return { flags: Number(word & 0xffffffffn), file: Number(word >> 32n), offset };
}

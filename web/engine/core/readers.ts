// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iteration and parked readers over the core's exports: the calls, and how they are written down and made again.

import { index, MAX, ZERO, type Index } from '../../base/index64';
import { MOVES } from '../../model/generated/enums';
import type { Machine, Move, ReaderHandle, ReaderPlace, TreeHandle, Visit } from '../../model/machine';
import { STATE_STATUSES, type StateStatus } from '../../model/status';
import { VISIT } from '../generated/tables';
import { idAt } from './ids';
import { always, never, type Tell } from './outcome';
import type { Core } from './wasm';
import { mustBeSame, type Noted, type Replay, type Write } from './logged-call';

type ReaderCalls = Pick<Machine, 'iterate' | 'openReader' | 'resumeReader' | 'closeReader'>;

export function readersOver(core: Core, tell: Tell): ReaderCalls & Pick<Machine, 'readerPlace'> {
  const { calls } = core;
  return {
    iterate: (tree, move, at, limit, count) =>
      tell({ found: always, visits: calls.mpl_cursor_begin(tree, at) === 0 ? moves(core, move, limit, count) : [] }),
    openReader: (tree, at) => {
      const handle = calls.mpl_reader_open(tree, at);
      const opened = handle > 0;
      return {
        reader: opened ? (handle as ReaderHandle) : null,
        outcome: tell({ found: always, visits: opened ? [readVisit(core, calls.mpl_visit())] : [] }),
      };
    },
    resumeReader: (reader, count) =>
      tell({ found: always, visits: calls.mpl_reader_resume(reader) === 0 ? moves(core, 'next', MAX, count) : [] }),
    closeReader: (reader) => {
      calls.mpl_reader_close(reader);
      return tell({ found: never, visits: [] });
    },
    readerPlace: (reader) => readPlace(core, reader),
  };
}

export function stateStatus(number: number): StateStatus {
  return STATE_STATUSES[number] ?? 'error';
}

function readVisit(core: Core, at: number): Visit {
  const view = core.view();
  const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
  return {
    index: u64(VISIT.index),
    last: u64(VISIT.last),
    word: u64(VISIT.word),
    status: stateStatus(view.getInt32(at + VISIT.status, true)),
    node: idAt(view, at + VISIT.node),
    slot: view.getInt32(at + VISIT.slot, true),
  };
}

function readPlace(core: Core, reader: ReaderHandle): ReaderPlace {
  const at = core.calls.mpl_reader_info(reader);
  if (at === 0) throw new Error(`no reader has handle ${reader}`);
  const view = core.view();
  return {
    ...readVisit(core, at),
    tree: core.calls.mpl_reader_tree(reader) as TreeHandle,
    dead: view.getUint32(at + VISIT.dead, true) !== 0,
    min: index(view.getBigUint64(at + VISIT.min, true)),
    max: index(view.getBigUint64(at + VISIT.max, true)),
  };
}

// One move of the open state: the visit, and whether a loop over such moves continues. The result of `walk` is a visit
// even if it is NULL.
function moved(core: Core, move: Move, limit: Index): { readonly visit: Visit; readonly counts: boolean } {
  core.calls.mpl_cursor_move(MOVES.indexOf(move), limit);
  const visit = readVisit(core, core.calls.mpl_visit());
  const ranges = move === 'next_range' || move === 'prev_range';
  return { visit, counts: visit.word !== ZERO || move === 'walk' || (ranges && visit.status === 'active') };
}

/** Makes up to `count` moves of the state that was begun, and ends it. */
export function moves(core: Core, move: Move, limit: Index, count: number): Visit[] {
  const visits: Visit[] = [];
  for (let k = 0; k < count; k++) {
    const { visit, counts } = moved(core, move, limit);
    if (!counts) break;
    visits.push(visit);
  }
  core.calls.mpl_cursor_end();
  return visits;
}

/** These calls in the log: their subject is the tree or the reader, and they leave every tree as it is. */
export const READER_REPLAYS = {
  iterate: (machine, tree, word) =>
    machine.iterate(tree, MOVES[Number(word(2))] as Move, word(0), word(1), Number(word(3))),
  'open-reader': (machine, tree, word) => {
    const { reader, outcome } = machine.openReader(tree, word(0));
    mustBeSame('reader', reader, word(1));
    return outcome;
  },
  'resume-reader': (machine, reader, word) => machine.resumeReader(reader, Number(word(0))),
  'close-reader': (machine, reader) => machine.closeReader(reader),
} satisfies Readonly<Record<string, Replay>>;

/** The calls, each written down. */
export function recordingReaders(
  machine: Machine,
  write: Write<keyof typeof READER_REPLAYS>,
  noted: Noted,
): ReaderCalls {
  return {
    iterate: (tree, move, at, limit, count) => {
      write('iterate', tree, at, limit, BigInt(MOVES.indexOf(move)), BigInt(count));
      return noted(machine.iterate(tree, move, at, limit, count));
    },
    openReader: (tree, at) => {
      const opened = machine.openReader(tree, at);
      write('open-reader', tree, at, BigInt(opened.reader ?? 0));
      return { ...opened, outcome: noted(opened.outcome) };
    },
    resumeReader: (reader, count) => {
      write('resume-reader', reader, BigInt(count));
      return noted(machine.resumeReader(reader, count));
    },
    closeReader: (reader) => {
      write('close-reader', reader);
      return noted(machine.closeReader(reader));
    },
  };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where in time the core stands, and how it gets elsewhere: the nearest keyframe, then the calls from there on once
// more. Owns the core's state after the run has ended; knows calls and steps, not what they mean.

import type { Machine, Outcome } from '../../model/machine';
import { regionsNow, restoreRegions, restoreSnapshot, snapshotBytes, takeSnapshot, type Snapshot } from '../core/heap';
import { keyframes, type Keyframes } from './keyframes';
import type { OpKind, OpLog } from '../core/op-log';
import type { Core } from '../core/wasm';

/**
 * The report on each replayed call: its outcome (null: it has none), kind, the tree or reader it was made on, the
 * window it searched.
 */
export type AfterCall = (
  outcome: Outcome | null,
  call: OpKind,
  subject: number,
  searched: ReturnType<OpLog['window']>,
) => void;

export interface Timeline {
  /** The run has come to the end of a step. */
  readonly mark: () => void;
  /** The run is over. Calls after the last mark belong to no step and are taken back. */
  readonly close: () => void;
  readonly steps: () => number;
  /** Brings the core to the end of a step. */
  readonly goTo: (step: number) => void;
  /** The same, and a copy of the core is kept there, the only such one: coming back makes no call again. */
  readonly hold: (step: number) => void;
  /** The calls that a step made, as places in the log: from the first to the one before the second. */
  readonly calls: (step: number) => readonly [number, number];
  /** Handles of the trees that a step changes. */
  readonly changed: (step: number) => ReadonlySet<number>;
  /** Goes to the end of `step` from the step before, reporting each call. */
  readonly play: (step: number, after: AfterCall) => void;
  /**
   * Runs `work` where the core stands in `step` right before its first call of a kind, or at its end; then goes back to
   * the step before.
   */
  readonly within: <T>(step: number, kind: OpKind, work: () => T) => T;
  /** Called with the handle of each tree that was changed by going somewhere; null: all may have. */
  readonly onChange: (listener: (tree: number | null) => void) => void;
  readonly frames: Keyframes;
  readonly bytes: () => number;
  /** Calls made again so far, to go somewhere or to report them: what going through time has cost. */
  readonly replayed: () => number;
}

export interface TimelineOptions {
  readonly keyframeBytesMax: number;
  readonly keyframeInterval: number;
}

/** A timeline that begins with the state of the core as it is now. */
export function timeline(core: Core, machine: Machine, log: OpLog, options: TimelineOptions): Timeline {
  const start: Snapshot = takeSnapshot(core);
  const frames = keyframes(options.keyframeBytesMax, options.keyframeInterval);
  const again = replayer(core, machine, log);
  // Calls made by the end of step n.
  let ends = new Uint32Array(256);
  let count = 0;
  let offered = 0;
  // Where the core stands.
  let now = 0;
  let held: { readonly step: number; readonly snapshot: Snapshot } | null = null;

  const end = (step: number): number => ends[step]!;
  const restore = (step: number): boolean => {
    const frame = frames.before(step);
    return frame === null ? restoreSnapshot(core, start) : restoreRegions(core, frame.lengths, frame.write);
  };
  const goTo = (step: number): void => {
    if (step < 0 || step > count) throw new RangeError(`there is no step ${step}`);
    if (step === now) return;
    const nearest = frames.stepBefore(step);
    const near = held !== null && held.step <= step && held.step >= nearest ? held : null;
    const from = near?.step ?? nearest;
    if (now > step || now < from) {
      mustBeBack(near === null ? restore(step) : restoreSnapshot(core, near.snapshot));
      again.changed(null);
      now = from;
    }
    again.quietly(end(now), end(step));
    now = step;
  };
  return {
    mark: () => {
      count++;
      if (count === ends.length) ends = twice(ends);
      ends[count] = log.length();
      now = count;
      const calls = log.length() + log.bulkStores();
      // A step without a call still leads one step on.
      frames.offer(count, Math.max(1, calls - offered), {
        bytes: () => snapshotBytes(core),
        regions: () => regionsNow(core),
      });
      offered = calls;
    },
    close: () => {
      if (log.length() !== end(count)) now = count + 1;
    },
    steps: () => count,
    goTo,
    hold: (step) => {
      goTo(step);
      if (held?.step !== step) held = { step, snapshot: takeSnapshot(core) };
    },
    calls: (step) => [end(step - 1), end(step)],
    changed: (step) => changedTrees(log, end(step - 1), end(step)),
    play: (step, after) => {
      goTo(step - 1);
      again.telling(end(step - 1), end(step), after);
      now = step;
    },
    within: (step, kind, work) => {
      goTo(step - 1);
      const before = takeSnapshot(core);
      for (let k = end(step - 1); k < end(step) && log.kind(k) !== kind; k++) log.replay(k, machine);
      const result = work();
      mustBeBack(restoreSnapshot(core, before));
      return result;
    },
    onChange: again.onChange,
    frames,
    bytes: () => log.bytes() + frames.bytes() + ends.byteLength + (held?.snapshot.byteLength ?? 0),
    replayed: again.replayed,
  };
}

function mustBeBack(restored: boolean): void {
  if (!restored) throw new Error('there is no memory left to go back');
}

function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

function changedTrees(log: OpLog, from: number, to: number): ReadonlySet<number> {
  const trees = new Set<number>();
  for (let k = from; k < to; k++) if (log.changes(k) !== 0) trees.add(log.changes(k));
  return trees;
}

interface Replayer extends Pick<Timeline, 'onChange' | 'replayed'> {
  /** Makes calls of the log again, from the first to the one before the second, and reports each. */
  readonly telling: (from: number, to: number, after: AfterCall) => void;
  /** The same without a listener: most calls are made without a look at what they did. */
  readonly quietly: (from: number, to: number) => void;
  /** Tells the listener of a tree; null: of all. */
  readonly changed: (tree: number | null) => void;
}

// Makes calls again, counts them, and reports to the listener which trees they change.
function replayer(core: Core, machine: Machine, log: OpLog): Replayer {
  let listener: (tree: number | null) => void = () => undefined;
  let replayed = 0;
  return {
    onChange: (next) => {
      listener = next;
    },
    replayed: () => replayed,
    changed: (tree) => listener(tree),
    telling: (from, to, after) => {
      replayed += to - from;
      for (let k = from; k < to; k++) {
        after(log.replay(k, machine), log.kind(k), log.subject(k), log.window(k));
        const tree = log.changes(k);
        if (tree !== 0) listener(tree);
      }
    },
    quietly: (from, to) => {
      replayed += to - from;
      let last = 0;
      for (let k = from; k < to; k++) {
        log.again(k, core.calls, machine);
        const tree = log.changes(k);
        if (tree !== 0 && tree !== last) listener((last = tree));
      }
    },
  };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// One run of one text and every moment of it: the interpreter over a recording machine, then seeking back and forth.
// Owns its core while it lives; after the run the core stands wherever the last scene needed it.
//
// Its results cross to the page as they are (wire.ts): raw nodes and event records, decoded on the other side.

import type { DefectName } from '../../model/generated/defects';
import { setNumberBase, type NumberBase, type TextBase } from '../../base/number-base';
import type { Diagnostic } from '../../model/diagnostic';
import type { Report } from '../../model/report';
import type { RunSummary } from '../../model/run';
import { textBase } from '../../scenario/check/text-base';
import { readScenario, type Checked } from '../../scenario/check/checker';
import { runScenario, type Limits } from '../../scenario/run/interpreter';
import { machineOver, type EngineMachine } from '../core/machine';
import { opLog, recordingMachine, type OpLog } from '../core/op-log';
import type { Place } from './answer-context';
import { stateSum } from './state-sum';
import { timeline, type Timeline } from './timeline';
import { firstDifference } from './first-difference';
import type { StepsKept } from './steps-kept';
import type { Core } from '../core/wasm';
import type { WireHalf, WireScene } from '../decode/wire';
import type { Program } from '../../scenario/syntax/syntax';
import {
  type History,
  type Counts,
  addStores,
  newHistory,
  keepStep,
  treesAt,
  readerOf,
  summaryOf,
  reportOf,
  completeSums,
  vmasAt,
} from './history';
import { type StepCapture, newStepCapture } from './step-capture';

export interface SessionOptions {
  readonly limits?: Partial<Limits>;
  /** The base of indexes; by default that of the text, hex if it has an address space. */
  readonly base?: NumberBase;
  /** Bytes of keyframes that are kept; 80 MiB by default. */
  readonly keyframeBytesMax?: number;
  /** Steps between keyframes at first; 64 by default. */
  readonly keyframeInterval?: number;
  /** Larger trees are sent in part; 8,000 nodes by default. */
  readonly pictureNodesMax?: number;
  /** 'on demand': scenes are without the sums of trees that are sent in part, except those that the run has printed. */
  readonly sums?: 'included' | 'on demand';
  /** The worker's cores have this deliberate defect; all requests to one worker must name the same. */
  readonly defect?: DefectName;
}

export type Begun =
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'session'; readonly session: Session };

export interface Session {
  /** Runs on for so many items; true when the run has ended. */
  readonly advance: (items: number) => boolean;
  /** Steps done so far. */
  readonly steps: () => number;
  /** The rest only after the run has ended. */
  readonly summary: () => RunSummary;
  /** Finds so many of the sums that the report still lacks; true when it has all. */
  readonly complete: (steps: number) => boolean;
  /** Steps that this has been done for. */
  readonly completed: () => number;
  /** The report, complete or not. */
  readonly report: () => Report;
  /** With `event`, also the state at that one of the scene's events, from 0. */
  readonly scene: (step: number, event?: number) => WireScene;
  /**
   * The state at an event alone, for who has the step's scene: from one event to the next the step is made once more,
   * and nothing before it.
   */
  readonly half: (step: number, event: number) => WireHalf;
  /** The data for answers to questions. Only after the run has ended. */
  readonly place: () => Place;
  /** How far the sweep under way is; null outside of sweeps. */
  readonly sweeping: () => { readonly done: number; readonly of: number | null } | null;
  /** The state's sum at a step, as a link holds it (state-sum.ts). */
  readonly sumAt: (step: number) => string | null;
  /**
   * The first step that is not as in the run of another session; null where there is none. Only after both have ended.
   */
  readonly differsFrom: (before: Session) => number | null;
  readonly kept: () => StepsKept;
  /** Bytes held for going back. */
  readonly bytes: () => number;
}

/** A run under way or ended, with all that it stands on. */
interface Run {
  readonly text: string;
  readonly core: Core;
  readonly machine: EngineMachine;
  readonly log: OpLog;
  readonly time: Timeline;
  readonly history: History;
  readonly stage: StepCapture;
  readonly counts: Counts;
  readonly labels: readonly string[];
  readonly numbers: TextBase;
  /** Let go of at the end, and with it what every tree should hold. */
  items: ReturnType<typeof runScenario> | null;
  sweeping: ReturnType<Session['sweeping']>;
}

/**
 * Begins the run of a text on a core of its own; nothing is run if the text has mistakes. `checked`, if given, is the
 * result of reading that text.
 */
export function beginSession(
  text: string,
  core: Core,
  options: SessionOptions = {},
  checked: Checked = readScenario(text),
): Begun {
  if (checked.kind === 'refused') return checked;
  return { kind: 'session', session: sessionOf(newRun(text, checked.program, core, options)) };
}

function newRun(text: string, program: Program, core: Core, options: SessionOptions): Run {
  const ofText = textBase(program);
  const numbers = ofText.fixed || options.base === undefined ? ofText : { ...ofText, base: options.base };
  setNumberBase(numbers.base);
  core.calls.mpl_reset();
  const machine = machineOver(core);
  const log = opLog();
  const time = timeline(core, machine, log, {
    keyframeBytesMax: options.keyframeBytesMax ?? 80 << 20,
    keyframeInterval: options.keyframeInterval ?? 64,
  });
  const counts: Counts = { used: 0, granted: 0, stores: null };
  const recording = recordingMachine(machine, log, {
    after: (outcome) => {
      counts.granted += machine.lastGranted();
      counts.used += outcome.used;
      counts.stores = addStores(counts.stores, outcome);
    },
    saved: () => {
      const { used, granted, stores } = counts;
      return () => Object.assign(counts, { used, granted, stores });
    },
  });
  // Most sums are computed when a report needs them (`complete`): computing them during a long run would slow it down.
  const items = runScenario(program, recording, {
    sums: 'few',
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const history = newHistory();
  const stage = newStepCapture({
    core,
    machine,
    time,
    history,
    nodesMax: options.pictureNodesMax ?? 8000,
    sums: options.sums ?? 'included',
    callsForMemory: log.callsForMemory,
  });
  const { labels } = program;
  return { text, core, machine, log, time, history, stage, counts, labels, numbers, items, sweeping: null };
}

function sessionOf(run: Run): Session {
  const { machine, time, history, stage, labels, numbers } = run;
  return {
    advance: (items) => advance(run, items),
    steps: () => history.steps.length(),
    summary: () => summaryOf(history, labels, numbers),
    complete: (steps) => completeSums(history, time, machine, steps),
    completed: () => history.summed,
    report: () => reportOf(history),
    scene: stage.scene,
    half: stage.half,
    place: () => placeOf(run),
    sweeping: () => run.sweeping,
    differsFrom: (before) => firstDifference(before.kept(), history.steps),
    kept: () => history.steps,
    sumAt: (step) => {
      time.goTo(step);
      return stateSum({
        trees: treesAt(history, step).map(({ handle }) => ({ ...stage.aspects(handle), sum: stage.sumOf(handle) })),
      });
    },
    bytes: () => time.bytes() + history.steps.bytes(),
  };
}

function advance(run: Run, count: number): boolean {
  const { history, counts, time } = run;
  for (let k = 0; k < count; k++) {
    if (run.items === null) return true;
    const next = run.items.next();
    if (next.done === true) throw new Error('the run ended without saying so');
    const item = next.value;
    run.sweeping = item.kind === 'progress' ? { done: item.done, of: item.of } : null;
    if (item.kind === 'step') {
      keepStep(history, item, counts, run, readerOf(history, run.log));
      counts.used = 0;
      counts.stores = null;
      time.mark();
    } else if (item.kind === 'expect') history.expects.push(item.expect);
    else if (item.kind === 'note') history.notes.push(item.note);
    else if (item.kind === 'end') {
      // The last step is given its sum at the end.
      const sum = history.lastReport?.sum ?? null;
      if (sum !== null) history.steps.setSum(history.steps.length(), sum);
      history.end = item;
      run.items = null;
      time.close();
      return true;
    }
  }
  return false;
}

function placeOf({ core, machine, time, log, text, labels, numbers, history, stage }: Run): Place {
  const { steps } = history;
  return {
    core,
    machine,
    time,
    log,
    text,
    labels,
    steps: steps.length(),
    summary: () => summaryOf(history, labels, numbers),
    reportAt: (step) => steps.at(step)?.report ?? null,
    treesAt: (step) => treesAt(history, step),
    vmasAt: (step, name) => vmasAt(history, step, name),
    wantedAt: (step) => steps.at(step)?.wanted ?? [],
    nodesIn: stage.nodesIn,
    changesAt: stage.changesAt,
    newestBefore: (step) => steps.newestAt(step - 1),
    forkedAt: (step) => steps.shapeAt(step)?.forked ?? null,
    waitingAt: (step) => steps.shapeAt(step)?.waiting ?? 0,
    passedAt: (step) => steps.passedAt(step),
    storesAt: (step) => steps.shapeAt(step)?.stores ?? null,
    scene: stage.scene,
  };
}

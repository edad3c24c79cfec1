// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs for the exhibits: every exhibit shows what the engine made of a short scenario, in this page, as the worker
// would. A text is run once, however many exhibits show it.

import exploreUrl from '../../build/core/explore.wasm?url';
import { answering, COUNTS_LINES } from '../engine/service/answers';
import { startCachelines } from '../engine/service/cachelines-module';
import { decodeSceneAt } from '../engine/scene/scene-at';
import { beginSession } from '../engine/time/session';
import { CORE_SOURCES } from '../engine/core/sources';
import { compileCore, startCore, type Loaded } from '../engine/core/wasm';
import type { Answer, Asked, QuestionKind } from '../model/questions';
import {
  briefAt,
  type RunSummary,
  type Scene,
  type SceneEvent,
  type SceneHalf,
  type SceneTree,
  type StepBrief,
} from '../model/run';

export interface Ran {
  readonly summary: RunSummary;
  /** The scene of a step, of the last one if none is given; with `event` also the state at it. */
  readonly at: (step?: number, event?: number) => Scene;
  readonly ask: <K extends QuestionKind>(kind: K, asked: Asked<K>) => Answer<K>;
  /** The n-th step (from 0) that is like this. */
  readonly stepOf: (match: (brief: StepBrief) => boolean, n?: number) => number;
  /** The n-th step whose scene is like this. */
  readonly stepWith: (match: (scene: Scene) => boolean, n?: number) => number;
}

const EXAMPLES = import.meta.glob<string>('../app/examples/*.maple', { query: '?raw', import: 'default', eager: true });

/** The text of one of the page's own examples. */
export function example(name: string): string {
  const text = EXAMPLES[`../app/examples/${name}.maple`];
  if (text === undefined) throw new Error(`no example named ${name}`);
  return text.trimEnd();
}

let module: Promise<WebAssembly.Module> | null = null;
let linesCome: Promise<Loaded> | null = null;

async function fetchModule(): Promise<WebAssembly.Module> {
  const compiled = await compileCore(await (await fetch(exploreUrl)).arrayBuffer());
  if (compiled.kind === 'failed') throw new Error(compiled.message);
  return compiled.module;
}

const runs = new Map<string, Promise<Ran>>();

/** The result of a text. */
export function ran(text: string): Promise<Ran> {
  const known = runs.get(text) ?? run(text);
  runs.set(text, known);
  return known;
}

async function run(text: string): Promise<Ran> {
  module ??= fetchModule();
  linesCome ??= startCachelines();
  const lines = await linesCome;
  if (lines.kind === 'failed') throw new Error(lines.message);
  const started = await startCore(await module);
  if (started.kind === 'failed') throw new Error(started.message);
  const begun = beginSession(text, started.core);
  if (begun.kind === 'refused')
    throw new Error(begun.diagnostics.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
  const { session } = begun;
  while (!session.advance(1000));
  const summary = session.summary();
  const at: Ran['at'] = (step = summary.steps.length, event) =>
    decodeSceneAt(session.scene(step, event), null, (file, line) => CORE_SOURCES.functionAt(file, line));
  const steps = Array.from(summary.steps.lines, (_, k) => k + 1);
  const pick = (found: readonly number[], n: number): number => {
    const step = found[n];
    if (step === undefined) throw new Error('no step of the run is like that');
    return step;
  };
  return {
    summary,
    at,
    ask(kind, asked) {
      const answer = answering(session.place(), kind, asked, COUNTS_LINES.has(kind) ? lines.core.again() : null);
      for (;;) {
        const next = answer.next();
        if (next.done === true) return next.value;
      }
    },
    stepOf: (match, n = 0) =>
      pick(
        steps.filter((step) => match(briefAt(summary.steps, step)!)),
        n,
      ),
    stepWith(match, n = 0) {
      const found: number[] = [];
      for (const step of steps) {
        if (found.length <= n && match(at(step))) found.push(step);
      }
      return pick(found, n);
    },
  };
}

/** The tree of that name, or the first one. */
export function treeIn(scene: Scene, name?: string): SceneTree {
  const tree = scene.trees.find(({ picture }) => name === undefined || picture.name === name);
  if (tree === undefined) throw new Error(`no tree ${name ?? ''} at step ${scene.step}`);
  return tree;
}

/** The first event of a step that is like this, and the state at it. */
export function halfAt(
  { at }: Ran,
  step: number,
  match: (event: SceneEvent) => boolean,
): { readonly scene: Scene; readonly half: SceneHalf } {
  const scene = at(step, at(step).events.findIndex(match));
  if (scene.half?.kind !== 'half') throw new Error(`step ${step} has no such event`);
  return { scene, half: scene.half };
}

// --- Texts that several exhibits show ---

/** Sixty ranges with room between them; a label splits a leaf; then leaves are emptied. */
export const SIXTY = `tree t alloc
repeat 60 as i { store i*10..+5 = i }
store 205 = "needle"
store 12..17 = 99
repeat 20 as i { erase i*10 + 150 }
store 101..333 = 7`;

/** The same contents twice, stored in two orders. */
export const TWO_ORDERS = `tree t alloc
repeat 60 as i { store i*10..+5 = i }
tree u alloc
repeat 60 as i { store (59 - i)*10..+5 = 59 - i }`;

/** Trees without gaps, of four levels. */
export const DEEP = 'tree deep\nbulk 1500 {\n  repeat 1500 as i { store i*16..+9 = i }\n}\nstore 4004 = "here"';

/** As large as is drawn node by node; and larger. */
export const FAR =
  'tree far alloc\nbulk 30000 {\n  repeat 30000 as i { store i*16..+8 = i % 1000 }\n}\nstore 200000..200020 = 3';
export const LARGE =
  'tree large alloc\nbulk 100000 {\n  repeat 100000 as i { store i*16..+8 = i % 1000 }\n}\nrepeat 40 as i { store ' +
  'i*40000..+20 = 3 }';

/** Address spaces of so many VMAs, forked; `how` stands before the fork, `way` behind it. */
export function forked(vmas: number, how = '', way = ''): string {
  return (
    `mm app\nrepeat ${vmas} as i { map 64K + i*64K..+48K rw }\ntouch 64K..+48K write\n${how}\nfork app as ` +
    `child${way}`
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs the text and follows the wanted step: the page's side of the engine. At most one run and one request for a scene
// are under way; an answer for an older text is dropped.

import { thrownText } from '../../../base/thrown';
import { batch } from '@preact/signals';
import type { ForkColumn } from '../../../model/memory';
import type { Report } from '../../../model/report';
import { stepsLike, wentWrong, type RunOutcome, type RunSummary, type Scene } from '../../../model/run';
import type { Answer, Asked, QuestionKind } from '../../../model/questions';
import { Cancelled, type AskOptions, type Client } from '../../../engine/service/client';
import { stateSum } from '../../../engine/time/state-sum';
import { PATIENCE_MS } from './patience';
import { stepOfLine } from './line-steps';
import {
  busy,
  chosenBase,
  diagnostics,
  editedAt,
  engineFailure,
  notice,
  ran,
  scene,
  sceneRun,
  step,
  stepHere,
  steps,
  text,
} from '../page/state';

/** The part of the engine's client that the page uses; tests pass another. */
export type Engine = Pick<Client, 'run' | 'scene' | 'report' | 'sumAt' | 'ask' | 'cancel'>;

/** Where to stand after a run. */
export type Target =
  | { readonly kind: 'keep' }
  | { readonly kind: 'end' }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'line'; readonly line: number }
  /** The first step that is not as before, of those up to the last of the line that was written in. */
  | { readonly kind: 'edit'; readonly line: number }
  /** The first step of a line at which something was refused or went wrong; `line` 0: of any line from `since` on. */
  | { readonly kind: 'fault'; readonly line: number; readonly since: number };

const TYPING_PAUSE_MS = 300;
/** A scene that takes longer is not waited for: the new position is shown without it. */
const LATE_MS = 250;

let engine: Engine | null = null;
let serial = 0;
let typing: ReturnType<typeof setTimeout> | null = null;
let following: Promise<void> | null = null;
// The run that answers requests for scenes, and the run that the scene on the page came from.
let sceneOf = 0;
let shownOf = 0;

export function attachEngine(next: Engine | null): void {
  engine = next;
}

/** Runs the text after a pause in typing. A run of the text before is given up at once. */
export function scheduleRun(target: Target): void {
  if (typing !== null) clearTimeout(typing);
  cancelRun();
  typing = setTimeout(() => void runText(target), TYPING_PAUSE_MS);
}

/** Runs the text that is in the editor; resolved when its outcome and the wanted scene are on the page. */
export async function runText(target: Target): Promise<void> {
  if (typing !== null) clearTimeout(typing);
  typing = null;
  cancelRun();
  if (engine === null) return;
  engineFailure.value = null;
  if (notice.value?.ofRun === true) notice.value = null;
  const mine = ++serial;
  const wanted = text.value;
  busy.value = { what: 'running', begun: false, steps: 0, of: null, sweep: null, shown: false };
  const late = setTimeout(() => {
    if (mine !== serial || busy.value === null) return;
    busy.value = { ...busy.value, shown: true };
    void tellLength(busy.value.of, () => mine === serial);
  }, PATIENCE_MS);
  try {
    const outcome = await engine.run(
      wanted,
      (done, sweep, of) => {
        if (mine !== serial || busy.value === null) return;
        const first = !busy.value.begun && busy.value.shown;
        busy.value = { ...busy.value, begun: true, steps: done, sweep, of };
        if (first) void tellLength(of, () => mine === serial);
        // It is under way, so it has been read: what was wrong with the text before is no longer there.
        if (diagnostics.value.length > 0) diagnostics.value = [];
      },
      chosenBase.value,
    );
    if (mine !== serial) return;
    take(wanted, outcome, target, mine);
  } catch (error) {
    if (mine === serial) {
      // The problems on the page belong to an earlier text.
      if (!(error instanceof Cancelled)) diagnostics.value = [];
      engineFailed(error);
    }
  } finally {
    clearTimeout(late);
    if (mine === serial) busy.value = null;
  }
  if (mine === serial) await follow();
}

// Warns that a run asks for more steps than the limit, once it has lasted long enough to show its progress.
async function tellLength(of: number | null, still: () => boolean): Promise<void> {
  if (of === null) return;
  const counting = await import('../../../scenario/check/step-count').catch(() => null);
  if (counting === null || !still() || busy.value === null) return;
  const words = counting.tooMany(of);
  if (words !== null) notice.value = { tone: 'warning', text: words, offer: null, ofRun: true };
}

/** Gives up the run under way; true when there was one. */
export function cancelRun(): boolean {
  if (busy.value === null) return false;
  serial++;
  busy.value = null;
  engine?.cancel();
  return true;
}

function take(wanted: string, outcome: RunOutcome, target: Target, mine: number): void {
  batch(() => {
    if (outcome.kind === 'refused') {
      diagnostics.value = outcome.diagnostics;
      return;
    }
    const wasAtEnd = step.value >= steps.value;
    diagnostics.value = [];
    ran.value = { text: wanted, summary: outcome.summary };
    sceneOf = mine;
    editedAt.value = target.kind === 'edit' ? outcome.differsAt : null;
    stepHere.value = step.value = place(target, outcome.summary, wasAtEnd);
  });
}

function place(target: Target, summary: RunSummary, wasAtEnd: boolean): number {
  const { length: last, lines } = summary.steps;
  switch (target.kind) {
    case 'end':
      return last;
    case 'step':
      return Math.max(0, Math.min(target.step, last));
    case 'line': {
      const at = lines.lastIndexOf(target.line);
      return at >= 0 ? at + 1 : place({ kind: 'keep' }, summary, wasAtEnd);
    }
    case 'edit': {
      const at = lines.lastIndexOf(target.line) + 1;
      const differs = editedAt.value;
      // A difference further up belongs to another edit, or to another text.
      if (differs !== null && (lines[differs - 1] ?? 0) >= target.line)
        return at === 0 ? differs : Math.min(at, differs);
      return stepOfLine(summary, text.value, target.line) ?? place({ kind: 'keep' }, summary, wasAtEnd);
    }
    case 'fault': {
      const at = stepsLike(summary.steps, wentWrong).find((one) => {
        const line = lines[one - 1]!;
        return line >= target.since && (target.line === 0 || line === target.line);
      });
      return at ?? (target.line === 0 ? last : place({ kind: 'line', line: target.line }, summary, wasAtEnd));
    }
    case 'keep':
      return wasAtEnd ? last : Math.min(step.value, last);
  }
}

/** Wants a step (clamped to those there are); resolved when its scene is on the page, or another was wanted since. */
export function seek(wanted: number): Promise<void> {
  step.value = Math.max(0, Math.min(Math.round(wanted), steps.value));
  return follow();
}

function follow(): Promise<void> {
  if (following !== null) return following;
  const tell = (): void => {
    stepHere.value = step.value;
  };
  const late = setInterval(tell, LATE_MS);
  following = fetchScenes().finally(() => {
    clearInterval(late);
    tell();
    following = null;
  });
  return following;
}

async function fetchScenes(): Promise<void> {
  while (engine !== null && canShow() && !arrived()) {
    const mine = sceneOf;
    try {
      const next = await engine.scene(step.value);
      if (mine !== sceneOf || !canShow()) continue;
      shownOf = mine;
      batch(() => {
        sceneRun.value = ran.value;
        scene.value = next;
        stepHere.value = next.step;
      });
    } catch (error) {
      if (mine === sceneOf && canShow()) {
        engineFailed(error);
        return;
      }
    }
  }
}

const besides = new Set<Promise<unknown>>();

/** Data of a step that the page shows besides its scene, while a part needs it. */
export function awaitBesides(asked: Promise<unknown>): void {
  besides.add(asked);
  const done = (): void => void besides.delete(asked);
  asked.then(done, done);
}

/** Resolved when all that the page shows of the step is on it. */
export async function besidesHere(): Promise<void> {
  for (;;) {
    // Drawn parts ask while they are drawn: a few jobs after the scene, or the part's code, has arrived.
    for (let k = 0; k < DRAWN_AFTER; k++) await Promise.resolve();
    if (besides.size === 0) return;
    await Promise.allSettled(besides);
  }
}

/** Whether the text has been run, or refused, and all that is shown of the wanted step is on the page. */
export function isSettled(): boolean {
  const begun = ran.value !== null || diagnostics.value.length > 0 || engineFailure.value !== null;
  return begun && typing === null && busy.value === null && following === null && besides.size === 0;
}

const DRAWN_AFTER = 4;

/** Asks about the run that is shown. Rejects with Cancelled when there is none any more. */
export function askRun<K extends QuestionKind>(kind: K, asked: Asked<K>, options: AskOptions = {}): Promise<Answer<K>> {
  return engine === null ? Promise.reject(new Cancelled()) : engine.ask(kind, asked, options);
}

/** The scene of a step, stopped at one of its events (`half`), of the run that is shown. */
export function askHalf(at: number, event: number): Promise<Scene> {
  return engine === null ? Promise.reject(new Cancelled()) : engine.scene(at, event);
}

/** The fork of a step in every way, or in its own. */
export function askCompared(at: number, ways: 'all' | 'own' = 'all'): Promise<readonly ForkColumn[]> {
  return engine === null ? Promise.resolve([]) : askRun('forkColumns', { step: at, ways });
}

// While a run is under way nothing is asked: its own scene comes next.
function canShow(): boolean {
  return ran.value !== null && busy.value === null;
}

function arrived(): boolean {
  return shownOf === sceneOf && scene.value?.step === step.value;
}

export async function fetchReport(options: AskOptions = {}): Promise<Report> {
  if (engine === null) throw new Error('the engine has not been started');
  return engine.report(options);
}

/** The sums of a scene's trees. A sum that the scene lacks is requested, and kept in the scene. */
export async function sumsOf({ trees, step: at }: Scene): Promise<readonly string[]> {
  const known = trees.flatMap(({ sum }) => sum ?? []);
  if (known.length === trees.length) return known;
  const sums = await askRun('sums', { step: at });
  trees.forEach((tree, k) => Object.assign(tree, { sum: sums[k] }));
  return sums;
}

/** The sum of all that a scene of the run that is shown shows. */
export async function sumOf(now: Scene): Promise<string | null> {
  await sumsOf(now);
  return stateSum(now);
}

/**
 * The sum that a link to a text at a step expects: of the scene on the page if that is it, else of a run aside. Null if
 * the text has mistakes or no such step.
 */
export function fetchSum(script: string, at: number): Promise<string | null> {
  const now = scene.value;
  if (ran.value?.text === script && now?.step === at && arrived()) return sumOf(now);
  return engine === null ? Promise.resolve(null) : engine.sumAt(script, at);
}

/** The engine could not answer a request: the page says why. A cancelled request is silent. */
export function engineFailed(error: unknown): void {
  if (error instanceof Cancelled) return;
  engineFailure.value = thrownText(error);
}

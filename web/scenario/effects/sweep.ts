// SPDX-License-Identifier: GPL-2.0-or-later
//
// `sweep`: a block is run from the same state again and again, with pass 1, 2, 3 … of a site failing in turn, until a
// run meets no failure; that run's state stays.
//
// The first run is without any failure: it counts the passes of the site, which is the number of runs. Each run is
// checked as a whole: the steps' own audit (contents, layout of a refused tree, invariants, nodes, rules of a failed
// fork), and the objects out of all allocators before and after the failed statement. Trees that no step of the run
// names are not checked, so a run costs as much as its block.

import type { Reason } from '../../model/reason';
import { LOST_NODES, troubleOf, type Cause, type Found, type RunTrouble, type Trouble } from '../../model/trouble';
import type { RunItem, StepItem } from '../../model/item';
import type { BalanceRow, Site, SweepOutcome } from '../../model/memory';
import type { SweepReport, SweepRun } from '../../model/sweep';
import { contentsTroubles, structureTroubles } from './audit';
import { RunError } from '../world/run-error';
import type { Span } from '../syntax/syntax';
import { sureRequests, sureWords } from '../world/unreached';
import type { World } from '../world/world';

/** The part of the surrounding run that a sweep uses. */
export interface SweepHost {
  readonly world: World;
  /** Keeps what is now; the answer brings all of it back: the machine, names, variables, what the oracle holds. */
  save(): () => void;
  /** Runs the block. Items are given out as it goes. */
  block(): Generator<RunItem, void>;
}

export interface SweepPlan {
  readonly line: number;
  readonly at: Span;
  readonly site: Site;
  readonly times: number;
  /** Most runs. */
  readonly limit: number;
}

/** The result of a sweep: its report, and the items of its last run. */
export interface Swept {
  readonly report: SweepReport;
  readonly items: readonly RunItem[];
  /** Requests of the last run that were not to be refused: those of later stores of one call. */
  readonly sure: number;
  /** Runs that went wrong because the text damaged something on purpose. */
  readonly causes: ReadonlyMap<number, Cause>;
}

/** Sweeps. Between the runs it gives out how many are done. */
export function* sweep(plan: SweepPlan, host: SweepHost): Generator<Extract<RunItem, { kind: 'progress' }>, Swept> {
  const back = host.save();
  const { machine } = host.world;
  const before = machine.passes(plan.site);
  yield { kind: 'progress', done: 0, of: null };
  const usual = new Set<string>();
  for (const item of host.block()) if (item.kind === 'step' && item.report.error !== null) usual.add(errorKey(item));
  const of = machine.passes(plan.site) - before + 1;
  if (of > plan.limit)
    throw new RunError(
      plan.at,
      `the limit of ${plan.limit.toLocaleString('en-US')} runs of a sweep is ` +
        `reached: its block passes the failure point ${(of - 1).toLocaleString('en-US')} times`,
    );
  const runs: SweepRun[] = [];
  const causes = new Map<number, Cause>();
  for (let k = 1; ; k++) {
    yield { kind: 'progress', done: k - 1, of };
    back();
    const passed = machine.passes('request');
    const { run, items, cause } = oneRun(plan, host, k, k < of ? usual : null);
    runs.push(run);
    if (cause !== null) causes.set(k, cause);
    if (run.failed && k < of) continue;
    if (run.failed || k < of)
      throw new RunError(
        plan.at,
        `run ${k} of ${of} passed the failure point differently from the run without a failure`,
      );
    machine.failSite(plan.site, 0, 0, 0);
    yield { kind: 'progress', done: k, of };
    const requests = items.reduce(
      (sum, item) => sum + (item.kind === 'step' ? (item.outcome?.requests.length ?? 0) : 0),
      0,
    );
    return {
      report: { line: plan.line, site: plan.site, times: plan.times, runs },
      items,
      sure: sureRequests(requests, passed, machine.passes('request')),
      causes,
    };
  }
}

// The state of a run under way.
interface Watched {
  failed: boolean;
  /** The step during which the site first failed, and the first such one that gave an error. */
  struck: StepItem | null;
  refused: StepItem | null;
  /**
   * The first step that gave an error though the site had not failed in it, and which the run without a failure did not
   * give.
   */
  unexpected: StepItem | null;
  wrong: Wrong | null;
}

interface Wrong extends RunTrouble {
  readonly outcome: Exclude<SweepOutcome, 'completed' | 'undone'>;
}

// An error at a line, to find it again in another run.
function errorKey({ report: { line, error } }: StepItem): string {
  return `${line} ${error ?? ''}`;
}

// `usual`: the errors that the run without a failure gave; null for the last run, in which nothing is armed, and whose
// statements say what they would say outside.
function oneRun(
  plan: SweepPlan,
  host: SweepHost,
  k: number,
  usual: ReadonlySet<string> | null,
): { readonly run: SweepRun; readonly items: readonly RunItem[]; readonly cause: Cause | null } {
  const { world } = host;
  const { machine } = world;
  machine.failSite(plan.site, 0, k, plan.times);
  if (usual !== null) world.mayFail = true;
  const watched: Watched = { failed: false, struck: null, refused: null, unexpected: null, wrong: null };
  const items: RunItem[] = [];
  const touched = new Set<string>();
  let left = plan.times;
  let held = heldNow(host);
  try {
    for (const item of host.block()) {
      items.push(item);
      if (item.kind !== 'step') continue;
      for (const name of [item.report.tree, item.pair?.parent]) if (typeof name === 'string') touched.add(name);
      const armed = machine.armed(plan.site);
      const now = heldNow(host);
      watch(watched, item, armed < left, held, now);
      if (armed === left && item.report.error !== null && usual?.has(errorKey(item)) !== true)
        watched.unexpected ??= item;
      [left, held] = [armed, now];
    }
  } catch (error) {
    // A tree that a failed statement did not make is missing in later statements: the run ends there.
    if (!(error instanceof RunError) || (watched.refused ?? watched.unexpected) === null) throw error;
  }
  watched.wrong ??= wrongAtEnd(host, touched);
  const { struck, wrong } = watched;
  const refused = watched.refused ?? watched.unexpected;
  const first = refused ?? struck;
  const by = first?.report.fork?.by ?? 'dup';
  return {
    items,
    cause: wrong?.trouble.cause ?? null,
    run: {
      k,
      failed: watched.failed,
      outcome: wrong?.outcome ?? (refused === null ? 'completed' : 'undone'),
      error: refused?.report.error ?? null,
      line: first?.report.line ?? 0,
      vma: first?.report.fork?.at ?? 0,
      point: first?.report.fork?.point ?? null,
      ...(by === 'dup' ? {} : { by }),
      mapCount: first?.report.fork?.mapCount ?? 0,
      wrong: wrong === null ? null : { line: wrong.line, trouble: wrong.trouble },
    },
  };
}

function watch(watched: Watched, item: StepItem, struck: boolean, before: Held, after: Held): void {
  const { error, line } = item.report;
  if (struck) {
    watched.failed = true;
    watched.struck ??= item;
    if (error !== null) watched.refused ??= item;
  }
  if (watched.wrong !== null) return;
  const failed = struck && error !== null;
  const lost = failed ? moreHeld(before, after) : null;
  const trouble = item.troubles[0] ?? (lost === null ? null : troubleOf('lost', null, lost));
  if (trouble !== null)
    watched.wrong = { outcome: lost !== null || (failed && stillHolds(item)) ? 'leak' : kindOf(item), line, trouble };
}

// The objects out of the allocators: nodes by the node allocator, the rest by the account of address spaces.
interface Held {
  readonly nodes: number;
  readonly rows: readonly BalanceRow[];
}

function heldNow({ world: { machine } }: SweepHost): Held {
  return { nodes: machine.live(), rows: machine.accounts() };
}

function moreHeld(before: Held, after: Held): Found | null {
  const rows = after.rows
    .map(({ object, held }, k) => ({ object, more: held - (before.rows[k]?.held ?? 0) }))
    .filter(({ object }) => object !== 'nodes');
  const lost = [{ object: 'nodes' as const, more: after.nodes - before.nodes }, ...rows].find(({ more }) => more !== 0);
  return lost === undefined ? null : { code: 'more', ...lost };
}

// Whether a failed fork's own account still holds something; its troubles name it.
function stillHolds({ report: { balance } }: StepItem): boolean {
  return balance !== undefined && balance.rows.some(({ held }) => held !== 0);
}

// Part 6 of rule "failed fork" says that the parent is as it was; the others, and all invariants, that what is there is
// sound.
function kindOf({ report, troubles }: StepItem): Wrong['outcome'] {
  const broken = report.balance?.rules.filter(({ held }) => held === false) ?? [];
  if (broken.length > 0)
    return broken.every(({ rule }) => rule === 6)
      ? 'differs'
      : broken.some(({ rule }) => rule > 1 && rule < 6)
        ? 'leak'
        : 'broken';
  const [trouble] = troubles;
  return trouble === undefined ? 'differs' : outcomeOf(trouble);
}

function outcomeOf({ kind, invariant }: Trouble): Wrong['outcome'] {
  if (kind === 'lost' || invariant === LOST_NODES) return 'leak';
  return kind === 'invariant' ? 'broken' : 'differs';
}

// The whole of the trees that the run was about, however large they are.
function wrongAtEnd({ world }: SweepHost, touched: ReadonlySet<string>): Wrong | null {
  let nodes = 0;
  for (const named of world.names.values()) {
    nodes += named.nodes;
    if (!touched.has(named.name)) continue;
    const [structure] = structureTroubles(world.machine, named);
    if (structure !== undefined) return { outcome: outcomeOf(structure), line: null, trouble: structure };
    const [contents] = contentsTroubles(world.machine, named);
    if (contents !== undefined) return { outcome: 'differs', line: null, trouble: contents };
  }
  const out = world.machine.live() - world.machine.waiting() - world.held();
  return out === nodes
    ? null
    : { outcome: 'leak', line: null, trouble: troubleOf('lost', null, { code: 'out', out, reached: nodes }) };
}

/** The reasons of the last step of a sweep that gave the last run's error. */
export function lastRunHint({ runs }: SweepReport, steps: readonly StepItem[]): readonly Reason[] {
  const last = runs.at(-1);
  return steps.find(({ report }) => report.line === last?.line && report.error === last.error)?.hint ?? [];
}

/** The requests that no run could refuse, for a sweep of nodes or requests; empty if there were none. */
export function neverRefused({ site }: SweepReport, sure: number): string {
  if (sure === 0 || (site !== 'request' && site !== 'node')) return '';
  return sureWords(sure);
}

/** The troubles of runs, one each; at most so many, and the number of the others. */
export function sweepTroubles({ site, runs }: SweepReport, causes: ReadonlyMap<number, Cause>, most = 5): Trouble[] {
  const bad = runs.filter(({ outcome }) => outcome !== 'completed' && outcome !== 'undone');
  const causeOf = ({ k }: { readonly k: number }): Cause | null => causes.get(k) ?? null;
  const troubles = bad.slice(0, most).map((run): Trouble => {
    const { k, outcome, wrong } = run;
    const found: Found = { code: 'run', site, k, outcome, wrong };
    return troubleOf(outcome === 'leak' ? 'lost' : 'answer', null, found, causeOf(run));
  });
  if (bad.length <= most) return troubles;
  const rest = bad.slice(most).map(causeOf);
  const cause = rest.every((one) => one !== null) ? (rest[0] ?? null) : null;
  return [...troubles, troubleOf('answer', null, { code: 'more runs', count: rest.length }, cause)];
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs a program against a Machine and yields its items one at a time. Deterministic: the same program yields the same
// items for ever.
//
// When an item is yielded, the machine is in the state that the item describes, and nothing happens until the next item
// is requested: the caller can read the machine between any two items, or stop. Statements are run from an explicit
// stack of blocks, so nesting costs no stack of the host.

import * as bulks from '../effects/bulk';
import * as damage from '../effects/damage';
import * as forks from '../effects/forks';
import * as states from '../effects/states';
import { lastRunHint, neverRefused, sweep, sweepTroubles } from '../effects/sweep';
import { countOutcomes, lastRunText, sweepText } from '../../words/sweep';
import { traceSteps } from '../effects/trace-steps';
import { saveWorld } from '../world/world-saved';
import type { Op } from '../../model/ops';
import { columnText } from '../../base/line-list';
import { reason, reasons, type Reason } from '../../model/reason';
import { injectedText } from '../../words/reasons';
import { must } from '../../base/assert';
import { toHex, type Index } from '../../base/index64';
import { splitMix64, type Random } from '../../base/random';
import { ZERO_ENTRY_WORD, entryValue } from '../../model/entry';
import type { RunItem, StepItem } from '../../model/item';
import type { LiveValue } from '../../model/live';
import type { Machine, Outcome } from '../../model/machine';
import type { ForkRecord } from '../../model/memory';
import type { ForkReport, StepReport, StepResult, Stopped } from '../../model/report';
import type { Swept } from '../effects/sweep';
import { audit, contentsTroubles, structureTroubles, treeReport, type SumMode } from '../effects/audit';
import { STEPS_MAX } from '../syntax/depth';
import { evaluate, evaluateValue, type Result } from '../world/evaluate';
import { judge } from '../effects/expectations';
import { counter } from '../effects/failures';
import { definitionOf } from '../statements/all';
import { gutterParts } from './gutter';
import { turns, type Loop } from '../world/loops';
import type { Context, Done } from '../effects/operations';
import { asked } from '../../model/outcome';
import { mergeOutcomes } from '../world/outcomes';
import { RunError } from '../world/run-error';
import { Scope } from '../world/scope';
import {
  traitsOfStatement,
  wordOf,
  type Expression,
  type Of,
  type Program,
  type Statement,
  type Value,
  type Word,
} from '../syntax/syntax';
import { waitingHint } from '../world/waiting-hint';
import { World, type Kept, type Named } from '../world/world';

export interface Limits {
  readonly steps: number;
  /** Nodes out of the allocator: 512 MiB of them. */
  readonly nodes: number;
  /** Blocks inside blocks. */
  readonly nesting: number;
  /** Runs of one sweep. */
  readonly sweepRuns: number;
  /** Statements and turns of loops of any kind: ends loops that make no step. */
  readonly statements: number;
}

export const LIMITS: Limits = {
  steps: STEPS_MAX,
  nodes: (512 * 1024 * 1024) / 256,
  nesting: 64,
  sweepRuns: 100_000,
  statements: 20_000_000,
};

export interface RunOptions {
  readonly sums?: SumMode;
  readonly limits?: Partial<Limits>;
  /** The run ends after this many steps, as if the text ended there. */
  readonly until?: number;
  /** Evaluated where the run ends, unless it was stopped; the end item has what they came to. */
  readonly watch?: readonly Value[];
}

interface Frame {
  readonly body: readonly Statement[];
  at: number;
  /** Null for the program itself. */
  readonly loop: {
    readonly values: Iterator<Index, undefined>;
    readonly name: string | null;
    readonly statement: Loop;
  } | null;
}

/**
 * Runs a program that readScenario() found nothing wrong with. The machine must be as new: no tree, nothing armed.
 * The last step's report gets its sum, if it has none, just before the end item is given out.
 */
export function runScenario(program: Program, machine: Machine, options: RunOptions = {}): Generator<RunItem, void> {
  return new Run(program, machine, options).items();
}

/** Owns everything that changes while a program runs. */
class Run implements Context {
  readonly world: World;
  readonly labels: readonly string[];
  private readonly labelNumbers: ReadonlyMap<string, number>;
  private readonly program: Program;
  private readonly sums: SumMode;
  private readonly limits: Limits;
  private until: number;
  private readonly watch: readonly Value[];
  private readonly scope = new Scope();
  private random: Random = splitMix64(1n);
  private steps = 0;
  private done = 0;
  private failed = 0;
  private troubled = false;
  private last: { report: StepReport; outcome: Outcome | null } | null = null;
  private lastNamed: Named | null = null;
  private statement: Statement | null = null;

  constructor(program: Program, machine: Machine, options: RunOptions) {
    this.program = program;
    this.world = new World(machine);
    this.labels = program.labels;
    this.labelNumbers = new Map(program.labels.map((label, k) => [label, k]));
    this.sums = options.sums ?? 'page';
    this.until = options.until ?? Infinity;
    this.watch = options.watch ?? [];
    this.limits = { ...LIMITS, ...options.limits };
  }

  *items(): Generator<RunItem, void> {
    let stopped: Stopped | null = null;
    try {
      yield* this.runBlocks(this.program.statements);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      stopped = this.told(error);
    }
    const watched =
      stopped === null && this.watch.length > 0 ? { watched: this.watch.map((one) => this.watched(one)) } : {};
    yield { ...this.end(stopped), ...watched };
  }

  private watched(value: Value): LiveValue {
    try {
      return evaluateValue(value, this);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      return { kind: 'failed', message: error.message };
    }
  }

  private *runBlocks(body: readonly Statement[]): Generator<RunItem, void> {
    const frames: Frame[] = [{ body, at: 0, loop: null }];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      if (this.steps >= this.until) return;
      const statement = frame.body[frame.at++];
      if (statement === undefined) {
        if (this.nextTurn(frame)) continue;
        if (frame.loop !== null) this.scope.leave();
        frames.pop();
        continue;
      }
      this.count(statement);
      if (statement.kind === 'repeat' || statement.kind === 'for') {
        this.mustNest(frames.length, statement);
        const loop = { values: turns(statement, this), name: statement.name?.text ?? null, statement };
        this.scope.enter();
        frames.push({ body: statement.body, at: statement.body.length, loop });
      } else if (statement.kind === 'bulk') {
        this.mustNest(frames.length, statement);
        yield this.step(statement, this.bulk(statement, frames.length));
      } else if (statement.kind === 'sweep') {
        this.mustNest(frames.length, statement);
        yield* this.sweep(statement);
      } else {
        yield* this.runStatement(statement);
      }
    }
  }

  // Begins the next turn of a loop; false when there is none.
  private nextTurn(frame: Frame): boolean {
    if (frame.loop === null) return false;
    const { values, name, statement } = frame.loop;
    this.statement = statement;
    const turn = values.next();
    if (turn.done === true) return false;
    this.count(statement);
    this.scope.clear();
    if (name !== null) this.scope.bind(name, turn.value);
    frame.at = 0;
    return true;
  }

  private count(statement: Statement): void {
    this.statement = statement;
    if (++this.done > this.limits.statements) {
      throw new RunError(statement, `the limit of ${told(this.limits.statements)} statements is reached`);
    }
  }

  private mustNest(depth: number, statement: Statement): void {
    if (depth > this.limits.nesting)
      throw new RunError(statement, `blocks are nested more than ${this.limits.nesting} deep`);
  }

  private *runStatement(statement: Statement): Generator<RunItem, void> {
    switch (statement.kind) {
      case 'expect':
        yield this.expect(statement);
        return;
      case 'note':
      case 'pause': {
        const text = statement.kind === 'note' ? statement.text : '';
        const { line } = statement;
        yield { kind: 'note', note: { step: this.steps + 1, text, pause: statement.kind === 'pause', line } };
        return;
      }
      case 'maps':
        yield* this.maps(statement);
        return;
      case 'trace':
        yield* this.trace(statement);
        return;
      default: {
        const { act, run } = definitionOf(statement.kind);
        if (act !== undefined) act(statement, this);
        else if (run === undefined) throw new Error(`\`${statement.kind}\` was let through by the checker`);
        else yield this.step(statement, () => run(statement, this));
      }
    }
  }

  private bulk(statement: Of<'bulk'>, depth: number): () => Done {
    return () => {
      const named = this.world.plainTarget(statement.tree, statement);
      const expected = evaluate(statement.count, this);
      this.mustFitNodes(statement.count, expected, named);
      const stores = bulks.collectStores(statement, {
        context: this,
        scope: this.scope,
        count: (one) => this.count(one),
        nest: (inner, one) => this.mustNest(depth + inner, one),
      });
      this.statement = statement;
      return bulks.loadAll(named, Number(expected), stores, this);
    };
  }

  // Rule "bulk load": what a bulk load asks for.
  private mustFitNodes(at: Expression, expected: Index, named: Named): void {
    const leaves = (2n * expected + 14n) / 14n;
    const fanOut = named.mode.alloc ? 8n : 14n;
    const nodes = leaves + (leaves + fanOut - 1n) / fanOut + 3n;
    if (nodes + BigInt(this.world.machine.live()) > BigInt(this.limits.nodes))
      throw new RunError(at, this.nodesReached());
  }

  mustFitCopy(source: Word): void {
    const { machine } = this.world;
    if (this.world.find(source).nodes + machine.live() > this.limits.nodes)
      throw new RunError(source, this.nodesReached());
  }

  private nodesReached(): string {
    return (
      `the limit of ${told(this.limits.nodes)} nodes ` +
      `(${told(Math.round(this.limits.nodes / 4096))} MiB) is reached`
    );
  }

  private *maps(statement: Of<'maps'>): Generator<RunItem, void> {
    let named: Named | null = null;
    const stored = statement.lines.filter((line) => line.stored);
    const shown = statement.lines.find((one) => !one.stored);
    for (const [k, line] of stored.entries()) {
      if (this.steps >= this.until) return;
      const last = k === stored.length - 1;
      const hint =
        last && shown !== undefined
          ? `line ${shown.line}: [vsyscall] is a page of the kernel, in no process’s tree: nothing is stored for it`
          : '';
      const now = { ...statement, line: line.line };
      this.statement = now;
      yield this.step(now, () => {
        named ??= forks.beginMaps(statement, this);
        return forks.storeVma(named, line, last, hint, this);
      });
    }
  }

  private *trace(statement: Of<'trace'>): Generator<RunItem, void> {
    for (const { line, run } of traceSteps(statement, this)) {
      if (this.steps >= this.until) return;
      const now = { ...statement, line };
      this.statement = now;
      yield this.step(now, run);
    }
  }

  // One step, whatever its block does: what the last run had to say stands after it.
  private *sweep(statement: Of<'sweep'>): Generator<RunItem, void> {
    const { steps, until } = this;
    const times = statement.times === null ? 1 : counter(statement.times, 'failures', this);
    const plan = {
      line: statement.line,
      at: statement,
      site: statement.site ?? 'request',
      times,
      limit: this.limits.sweepRuns,
    } as const;
    const host = { world: this.world, save: () => this.save(), block: () => this.insideSweep(statement) };
    this.until = Infinity;
    this.world.armings.replace(plan.site, `the sweep at line ${statement.line} took its place`);
    const swept = yield* this.placed(statement, sweep(plan, host));
    this.until = until;
    this.steps = steps;
    this.statement = statement;
    for (const item of swept.items)
      if (item.kind === 'note') yield { ...item, note: { ...item.note, step: steps + 1 } };
    yield { ...this.step(statement, () => this.swept(swept)), sweep: swept.report };
    for (const item of swept.items)
      if (item.kind === 'expect') yield { ...item, expect: { ...item.expect, step: this.steps } };
  }

  // Mistakes of the sweep as a whole are reported at its own line.
  private *placed<T>(statement: Statement, inner: Generator<RunItem, T>): Generator<RunItem, T> {
    try {
      return yield* inner;
    } catch (error) {
      if (error instanceof RunError && error.at === statement) this.statement = statement;
      throw error;
    }
  }

  private *insideSweep({ body }: Of<'sweep'>): Generator<RunItem, void> {
    this.scope.enter();
    yield* this.runBlocks(body);
    this.scope.leave();
  }

  private swept({ report, items, sure, causes }: Swept): Done {
    const steps = items.filter((item) => item.kind === 'step');
    const named = this.world.names.get(steps.at(-1)?.report.tree ?? '') ?? this.world.current;
    const outcomes = steps.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
    const outcome = outcomes.length === 0 ? null : mergeOutcomes(outcomes, this.world.machine.live());
    const [worst] = countOutcomes(report.runs);
    const gutter = worst === undefined ? '' : `${worst.count} of ${report.runs.length} ${worst.outcome}`;
    return {
      tree: named?.name ?? '',
      named,
      outcome,
      result: null,
      touched: null,
      whole: true,
      troubles: sweepTroubles(report, causes),
      hint: reasons(
        sweepText(report.runs),
        neverRefused(report, sure),
        lastRunText(report, lastRunHint(report, steps)),
      ),
      gutter,
    };
  }

  // Everything that a sweep brings back between its runs, the machine included.
  private save(): () => void {
    const backWorld = saveWorld(this.world);
    const backScope = this.scope.save();
    const seed = this.random.seed();
    const { steps, failed, troubled, last, lastNamed } = this;
    return () => {
      backWorld();
      backScope();
      this.random = splitMix64(seed);
      Object.assign(this, { steps, failed, troubled, last, lastNamed });
    };
  }

  private expect(statement: Of<'expect'>): RunItem {
    const { held, onPurpose = false, message, instead } = judge(statement.what, this.last?.report ?? null, this);
    if (!held) this.failed++;
    return {
      kind: 'expect',
      expect: {
        line: statement.line,
        step: this.steps,
        held,
        onPurpose,
        message,
        ...(instead === undefined ? {} : { instead }),
      },
    };
  }

  // Does one step and reports it.
  private step(statement: Statement, operate: () => Done): StepItem {
    if (this.steps >= this.limits.steps)
      throw new RunError(statement, `the limit of ${told(this.limits.steps)} steps is reached`);
    if (this.world.machine.live() >= this.limits.nodes) throw new RunError(statement, this.nodesReached());
    const waited = this.world.machine.waiting();
    const { armings } = this.world;
    // Of a sweep, the steps of its block have said it.
    const passed = statement.kind === 'sweep' ? null : armings.passed();
    const done = this.finish(statement, operate(), waited);
    this.steps++;
    armings.look(/[A-Z]/.test(done.outcome?.rk ?? ''), done.outcome?.requests.length ?? 0, passed);
    const reads = traitsOfStatement(statement).reads === true;
    const { sum, troubles } = audit(this.world, this.steps, done, this.sums, reads);
    if (troubles.length > 0) this.troubled = true;
    const report = this.stepReport(statement, done, sum);
    this.last = { report, outcome: done.outcome };
    this.lastNamed = done.named;
    return {
      kind: 'step',
      report,
      outcome: done.outcome,
      touched: done.touched === null ? null : { tree: done.tree, ...done.touched },
      focus: this.focus(done),
      pair: this.pair(done),
      gutter: [done.gutter ?? gutterParts(report, done.outcome)].flat().filter((part) => part !== ''),
      hint: reasons(done.hint, againHint(report, armings), injectedHint(report, armings)),
      describedAs: done.describedAs ?? null,
      trees: this.world.list(),
      readers: this.world.listReaders(),
      states: this.world.listStates(),
      wanted: reads ? NOTHING : this.wanted(statement, done),
      troubles,
      ...forkedNames(statement),
    };
  }

  // Changes in a sweep's block are not reported tree by tree.
  private wanted(statement: Statement, { named }: Done): StepItem['wanted'] {
    const { names } = this.world;
    if (statement.kind === 'sweep') return [...names.values()].map((one) => [one.handle, one.wanted.hash]);
    return named === null || names.get(named.name) !== named ? NOTHING : [[named.handle, named.wanted.hash]];
  }

  // The outcome of a step on a damaged tree, and the nodes left waiting for readers.
  private finish(statement: Statement, done: Done, waited: number): Done {
    const { named } = done;
    if (named !== null && named.corrupt !== null && traitsOfStatement(statement).isForDamaged !== true)
      return damage.onDamaged(named, done, this.world);
    const waiting = this.world.machine.waiting();
    const waits = waitingHint(waiting - waited, waiting, [...this.world.readers.keys()]);
    return waits === '' ? done : { ...done, hint: reasons(done.hint, reason('waits', waits)) };
  }

  private stepReport(
    statement: Statement,
    { tree, named, outcome, result, state, fork: record, balance }: Done,
    sum: string | null,
  ): StepReport {
    return {
      line: statement.line,
      op: opOf(statement),
      tree,
      error: outcome?.error ?? null,
      result,
      storeType: outcome?.storeType ?? null,
      vh: outcome?.vh ?? null,
      sh: outcome?.sh ?? null,
      pre: outcome?.pre ?? null,
      preVacancy: outcome?.preVacancy ?? null,
      preWhole: outcome?.preWhole ?? null,
      used: outcome?.used ?? 0,
      requests: outcome?.requests ?? [],
      rk: outcome?.rk ?? '',
      freed: outcome?.freed ?? 0,
      deferred: outcome?.deferred ?? 0,
      live: outcome?.live ?? this.world.machine.live(),
      height: outcome?.height ?? named?.height ?? 0,
      sum,
      ...(state === undefined ? {} : { state }),
      ...(record === undefined || balance === undefined
        ? {}
        : { fork: record === null ? null : forkReport(record), balance }),
    };
  }

  private focus(done: Done): string | null {
    if (this.world.names.has(done.tree)) return done.tree;
    return (this.world.current ?? this.world.newest())?.name ?? null;
  }

  // The pair of the last dup or fork, while the steps are about one of the two.
  private pair(done: Done): StepItem['pair'] {
    const { pair } = this.world;
    if (pair === null) return null;
    if (done.tree !== pair.parent.name && done.tree !== pair.child.name) return null;
    return { parent: pair.parent.name, child: pair.child.name };
  }

  private told(error: RunError): Stopped {
    const statement = must(this.statement, 'statement');
    const inside = error.at.from >= statement.from && error.at.from <= statement.to;
    const column =
      inside && statement.kind !== 'maps' && statement.kind !== 'trace'
        ? statement.column + error.at.from - statement.from
        : null;
    return { line: statement.line, message: `${error.message}${columnText(column)}`, column, code: error.code };
  }

  private end(stopped: Stopped | null): Extract<RunItem, { kind: 'end' }> {
    const named = this.lastNamed;
    if (
      this.last !== null &&
      named !== null &&
      this.last.report.sum === null &&
      this.world.names.get(named.name) === named
    ) {
      Object.assign(this.last.report, { sum: this.world.machine.sum(named.handle) });
    }
    const trees = [...this.world.names.values()];
    for (const one of trees) {
      const { machine } = this.world;
      if (contentsTroubles(machine, one).length + structureTroubles(machine, one).length > 0) this.troubled = true;
    }
    const reports = trees.map((one) => treeReport(this.world.machine, one));
    const sound = !this.troubled && reports.every((one) => one.invariants.broken.length === 0);
    // A run that did not finish cannot show it.
    const unreached = stopped === null && this.steps < this.until ? this.world.armings.atEnd() : [];
    return { kind: 'end', stopped, trees: reports, unreached, ok: sound && this.failed === 0 && stopped === null };
  }

  // ---- What statements need ----

  keptState(expression: Expression): Kept | null {
    return expression.kind === 'name' ? (this.world.states.get(expression.name) ?? null) : null;
  }

  assign(name: string, value: Index): void {
    this.scope.assign(name, value);
  }

  seed(seed: Index): void {
    this.random = splitMix64(seed);
  }

  labelNumber(text: string): number {
    return must(this.labelNumbers.get(text), `label ${text}`);
  }

  variable(name: string): Index | null {
    return this.scope.get(name);
  }

  call(call: Extract<Expression, { kind: 'call' }>): Result {
    const number = (value: number): Result => ({ kind: 'number', value: BigInt(value) as Index });
    const { world } = this;
    const report = this.last?.report ?? null;
    switch (call.callee.text) {
      case 'load': {
        const at = evaluate(argument(call, 0), this);
        const named = this.treeOf(call, 1);
        if (named.corrupt !== null) throw new RunError(call, damage.damageOf(named));
        return this.entry(world.machine.load(named.handle, at).value);
      }
      case 'height':
      case 'nodes':
      case 'leaves':
      case 'entries':
        return number(world.machine.facts(this.treeOf(call, 0).handle)[call.callee.text]);
      case 'vmas':
        return number(world.machine.mmFacts(this.mmOf(call).handle).vmas);
      case 'pagetables':
        return number(world.machine.mmFacts(this.mmOf(call).handle).tables);
      case 'resident': {
        const { rssAnon, rssFile } = world.machine.mmFacts(this.mmOf(call).handle);
        return number(rssAnon + rssFile);
      }
      case 'live':
        return number(world.machine.live());
      case 'reserved':
        return number(this.last?.outcome?.reserved ?? 0);
      case 'requests':
        return number(report?.requests.length ?? 0);
      case 'requested':
        return number(report === null ? 0 : asked(report));
      case 'freed':
        return number(report?.freed ?? 0);
      case 'result':
        return resultOf(report?.result ?? null);
      case 'index':
      case 'last':
      case 'offset':
      case 'end':
      case 'held':
      case 'status': {
        const value = states.stateValue(call.callee.text, world.machine.stateFields(world.state(nameOf(call)).handle));
        return typeof value === 'bigint' ? { kind: 'number', value: value as Index } : { kind: 'label', text: value };
      }
      case 'rand': {
        const below = evaluate(argument(call, 0), this);
        if (below === 0n) throw new RunError(call, 'rand(0): there is no number below 0');
        return { kind: 'number', value: (this.random.next() % below) as Index };
      }
      default:
        throw new Error(`${call.callee.text}() was let through by the checker`);
    }
  }

  private treeOf(call: Extract<Expression, { kind: 'call' }>, at: number): Named {
    const name = call.args[at];
    if (name === undefined) return this.world.target(null, call);
    if (name.kind !== 'name') throw new Error('a tree argument was let through by the checker');
    return this.world.find({ text: name.name, from: name.from, to: name.to });
  }

  private mmOf(call: Extract<Expression, { kind: 'call' }>): Named {
    const named = this.treeOf(call, 0);
    if (named.space === null)
      throw new RunError(call, `\`${named.name}\` is a plain tree, and only an address space has ${call.callee.text}`);
    return named;
  }

  private entry(word: Index): Result {
    if (word === ZERO_ENTRY_WORD) return { kind: 'zero' };
    return resultOf(entryValue(word, this.labels));
  }
}

function opOf(statement: Statement): Op {
  return wordOf(statement) as Op;
}

const NOTHING: StepItem['wanted'] = [];

function forkedNames(statement: Statement): Pick<StepItem, 'forked'> {
  if (statement.kind === 'fork') return { forked: { parent: statement.source.text, child: statement.name.text } };
  return statement.kind === 'exit' ? { forked: { parent: null, child: statement.tree.text } } : {};
}

// Addresses as text.
function forkReport(record: ForkRecord): ForkReport {
  return { ...record, treeEnd: toHex(record.treeEnd), ceiling: toHex(record.ceiling) };
}

// The remark on a call that asked again and got what it needed: how to refuse it that as well.
function againHint({ error, rk }: StepReport, armings: World['armings']): string {
  const more = error === null ? armings.oneMore(rk) : null;
  return more === null ? '' : `\`${more.text}\` at line ${more.line} would refuse the repeated request as well`;
}

function injectedHint({ error }: StepReport, { injectedBy }: World['armings']): readonly Reason[] {
  return error === null || injectedBy.length === 0 ? [] : reason('injected', injectedText(injectedBy));
}

function argument(call: Extract<Expression, { kind: 'call' }>, at: number): Expression {
  return must(call.args[at], `argument ${at} of ${call.callee.text}()`);
}

// The one argument of a function of states.
function nameOf(call: Extract<Expression, { kind: 'call' }>): Word {
  const name = argument(call, 0);
  if (name.kind !== 'name') throw new Error('the argument of a function of states was let through by the checker');
  return { text: name.name, from: name.from, to: name.to };
}

function told(count: number): string {
  return count.toLocaleString('en-US');
}

// The value of `result()`: an entry, the first index of the place that a search found, or the entry visited last.
function resultOf(result: StepResult): Result {
  if (result === null) return { kind: 'null' };
  if (typeof result === 'number') return { kind: 'number', value: BigInt(result) as Index };
  if ('label' in result) return { kind: 'label', text: result.label };
  if ('zero' in result) return { kind: 'zero' };
  // Only a damaged tree holds such words, and it is not read.
  if ('word' in result) return { kind: 'label', text: result.word };
  if ('index' in result) return { kind: 'number', value: BigInt(result.index) as Index };
  return resultOf(result.at(-1)?.[2] ?? null);
}

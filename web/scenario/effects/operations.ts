// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statements about trees, each one call of the machine, with the same done to the range map.
//
// The core's answers (entry found, refusal, place of a gap) are compared with the range map's at once; audit.ts
// compares layouts and whole contents.

import type { Op } from '../../model/ops';
import { reasons, type Reason } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { MAX, ZERO, type Index } from '../../base/index64';
import { spanText } from '../../base/number-base';
import { entryValue, NULL_WORD, VALUE_MAX, valueWord, ZERO_ENTRY_WORD } from '../../model/entry';
import type { Outcome } from '../../model/machine';
import type { ErrorName } from '../../model/status';
import type { Balance, ForkRecord } from '../../model/memory';
import type { StateReport, StepResult } from '../../model/report';
import { DEFAULT_RELEASE, RELEASES_BY_WORD } from '../../model/releases';
import { evaluate, evaluateForward, evaluateRange, type Bounds, type Environment } from '../world/evaluate';
import {
  COPY_RAN_OVER,
  eraseRefused,
  INSERTED_OVER_ALL,
  NOTHING_STORED,
  rangeReversed,
  rangeTaken,
  refusalReasons,
} from '../../words/reasons';
import { RunError } from '../world/run-error';
import type { Expression, Range, Statement, Value, Word } from '../syntax/syntax';
import type { Kept, Named, World } from '../world/world';

/** The result of a statement, before it is audited and reported. */
export interface Done {
  /** The tree that the report names. */
  readonly tree: string;
  /** The same while it exists. */
  readonly named: Named | null;
  readonly outcome: Outcome | null;
  readonly result: StepResult;
  readonly touched: { readonly first: Index; readonly last: Index } | null;
  /** The whole contents are compared, whatever the size: after bulk, dup and fork. */
  readonly whole: boolean;
  readonly troubles: readonly Trouble[];
  readonly hint: readonly Reason[];
  /** The text of the gutter, in one part or several, if it is more than the report has. */
  readonly gutter?: string | readonly string[];
  /** The operation as which the step describes a call of a log. */
  readonly describedAs?: Op;
  /** Of a step with a kept state: its fields afterwards. */
  readonly state?: StateReport;
  /** Of a fork and of an exit (null): how it went, and the account. */
  readonly fork?: ForkRecord | null;
  readonly balance?: Balance;
}

/** The part of the run that operations use. */
export interface Context extends Environment {
  readonly world: World;
  readonly labels: readonly string[];
  /** Place of a label among them. */
  labelNumber(text: string): number;
  /** The kept state of a name that stands alone where an index could. */
  keptState(expression: Expression): Kept | null;
  /** Throws where a copy of a tree would take more nodes than a run may have. */
  mustFitCopy(source: Word): void;
  /** Binds a variable, or assigns the nearest one of that name. */
  assign(name: string, value: Index): void;
  /** Where the numbers of `rand` start over. */
  seed(seed: Index): void;
}

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** The result of an operation on a tree; a field left out is empty. */
export function doneWith(named: Named, outcome: Outcome, rest: Partial<Done> = {}): Done {
  return {
    tree: named.name,
    named,
    outcome,
    result: null,
    touched: null,
    whole: false,
    troubles: [],
    hint: [],
    ...rest,
  };
}

/** The entry word of a stored value. */
export function storedWord(value: Value, context: Context): Index {
  if (value.kind === 'null') return NULL_WORD;
  if (value.kind === 'zero') return ZERO_ENTRY_WORD;
  if (value.kind === 'string') return valueWord(VALUE_MAX + 1n + BigInt(context.labelNumber(value.text)));
  const number = evaluate(value, context);
  if (number > VALUE_MAX) throw new RunError(value, `${number} cannot be stored: a value is 0 … 2^32 (${VALUE_MAX})`);
  return valueWord(number);
}

export function makeTree(statement: Of<'tree'>, { world }: Context): Done {
  const words = statement.options.map(({ text }) => text);
  const named = world.create(statement.name, {
    alloc: words.includes('alloc'),
    rcu: words.includes('rcu'),
    release: words.map((word) => RELEASES_BY_WORD.get(word)).find((one) => one !== undefined) ?? DEFAULT_RELEASE,
  });
  world.current = named;
  return { tree: named.name, named, outcome: null, result: null, touched: null, whole: false, troubles: [], hint: [] };
}

export function store(statement: Of<'store' | 'insert' | 'prealloc'>, context: Context): Done {
  const { world } = context;
  const named = world.plainTarget(statement.tree, statement);
  const takesReversed = statement.kind !== 'prealloc';
  const bounds = (takesReversed ? evaluateRange : evaluateForward)(statement.range, context);
  const word = storedWord(statement.value, context);
  const free = !bounds.reversed && named.wanted.isEmpty(bounds.first, bounds.last);
  const { machine } = world;
  const outcome =
    statement.kind === 'store'
      ? machine.store(named.handle, bounds.first, bounds.last, word)
      : statement.kind === 'insert'
        ? machine.insert(named.handle, bounds.first, bounds.last, word)
        : machine.prealloc(named.handle, bounds.first, bounds.last, word, false);
  world.book(named, outcome);
  const troubles = storeTroubles(statement.kind, named, bounds, free, outcome);
  const hint =
    statement.kind === 'insert' && !free && insertedOverAll(outcome)
      ? reasons(INSERTED_OVER_ALL)
      : storeHint(outcome, bounds, named, statement.range);
  if (outcome.error === null) named.wanted.store(bounds.first, bounds.last, word);
  const touched = bounds.reversed ? null : { first: bounds.first, last: bounds.last };
  return doneWith(named, outcome, { touched, troubles, hint });
}

// The reference's own oddity (R-Q13): an insert that covers everything, by itself or since NULL took
// in what is free on both sides, replaces a tree of one node without looking whether its range is free.
function insertedOverAll(outcome: Outcome): boolean {
  return (
    outcome.storeType === 'new_root' && outcome.at !== null && outcome.at.index === ZERO && outcome.at.last === MAX
  );
}

function storeTroubles(op: string, named: Named, bounds: Bounds, free: boolean, outcome: Outcome): Trouble[] {
  const { error: held } = outcome;
  const wrong = (wanted: ErrorName | null): Trouble[] =>
    held === wanted ? [] : [troubleOf('answer', named.name, { code: 'error', op, held, wanted })];
  if (bounds.reversed) return wrong('EINVAL');
  if (op !== 'insert') return [];
  if (free) return held === 'EEXIST' ? wrong(null) : [];
  return held === null && !insertedOverAll(outcome) ? wrong('EEXIST') : [];
}

function storeHint(outcome: Outcome, bounds: Bounds, named: Named, { first, second }: Range): readonly Reason[] {
  if (outcome.error === 'EINVAL' && bounds.reversed) {
    // In the base of the line.
    const forward =
      first.kind === 'number' && second?.kind === 'number'
        ? `${second.spelling}..${first.spelling}`
        : spanText(bounds.last, bounds.first);
    return reasons(rangeReversed(forward));
  }
  if (outcome.error === 'EEXIST') {
    const there = named.wanted.endingFrom(bounds.first).next().value;
    return there === undefined ? [] : reasons(rangeTaken(there.first, there.last));
  }
  return refusalReasons(outcome);
}

export function erase(statement: Of<'erase' | 'load'>, context: Context): Done {
  const { world } = context;
  const named = world.plainTarget(statement.tree, statement);
  const at = evaluate(statement.at, context);
  const there = named.wanted.at(at);
  const outcome = world.machine.erase(named.handle, at);
  world.book(named, outcome);
  const troubles = wordTroubles('erase', named, outcome.value, there?.word ?? NULL_WORD);
  if (outcome.error === null && there !== null) named.wanted.store(there.first, there.last, NULL_WORD);
  const touched = there === null ? { first: at, last: at } : { first: there.first, last: there.last };
  const hint = outcome.error === null && there === null ? reasons(NOTHING_STORED) : eraseRefused(outcome);
  return doneWith(named, outcome, { result: entryValue(outcome.value, context.labels), touched, troubles, hint });
}

export function load(statement: Of<'erase' | 'load'>, context: Context): Done {
  const { world } = context;
  const named = world.target(statement.tree, statement);
  const at = evaluate(statement.at, context);
  const outcome = world.machine.load(named.handle, at);
  world.book(named, outcome);
  const troubles = wordTroubles('load', named, outcome.value, world.wantedAt(named, at, ZERO_ENTRY_WORD));
  return doneWith(named, outcome, {
    result: entryValue(outcome.value, context.labels),
    touched: { first: at, last: at },
    troubles,
  });
}

function wordTroubles(op: 'erase' | 'load', named: Named, held: Index, wanted: Index): Trouble[] {
  return held === wanted
    ? []
    : [troubleOf('answer', named.name, { code: 'value', op, held: { word: held }, wanted: { word: wanted } })];
}

export function dup(statement: Of<'dup'>, { world }: Context): Done {
  const source = world.find(statement.source);
  const copy = world.create(statement.name, source.mode);
  const outcome = world.machine.dup(source.handle, copy.handle);
  world.book(copy, outcome);
  if (outcome.error !== null) {
    world.drop(copy);
    return doneWith(source, outcome, { whole: true, hint: refusalReasons(outcome) });
  }
  copy.wanted.take(source.wanted);
  copy.counter = source.counter;
  world.pair = { parent: source, child: copy };
  return doneWith(
    copy,
    { ...outcome, height: world.machine.facts(copy.handle).height },
    { whole: true, hint: copy.counter.ranOver ? reasons(COPY_RAN_OVER) : [] },
  );
}

/** The nodes of a tree that was freed, where the allocator still counts some for it. */
export function keptNodes({ name, nodes }: Named): Trouble[] {
  return nodes === 0 ? [] : [troubleOf('lost', name, { code: 'not freed', nodes })];
}

/** Frees all of a tree and forgets it. */
export function destroy(statement: Of<'destroy'>, { world }: Context): Done {
  const named = world.find(statement.tree);
  if (named.kind === 'mm')
    throw new RunError(statement.tree, `\`${named.name}\` is an address space: \`exit ${named.name}\` tears it down`);
  const outcome = world.machine.destroy(named.handle);
  world.book(named, outcome);
  named.wanted.clear();
  const troubles = keptNodes(named);
  named.sum = world.machine.sum(named.handle);
  world.drop(named);
  return doneWith(named, outcome, { troubles });
}

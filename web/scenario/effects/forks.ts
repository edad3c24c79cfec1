// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces as wholes: built from maps, forked in three ways, torn down. The core counts the objects that a fork
// or an exit allocated and freed; here the counts are checked against the rules of conservation, and reported.

import { countedObjects } from '../../words/objects';
import { reason, reasons } from '../../model/reason';
import { troubleOf, type Cause, type Trouble } from '../../model/trouble';
import { must } from '../../base/assert';
import { toHex } from '../../base/index64';
import { counted } from '../../base/text';
import { VMA_FLAGS, type Balance, type ForkHow, type ForkRecord, type Mapping } from '../../model/memory';
import type { Outcome } from '../../model/outcome';
import { MM_MODE } from '../../model/tree-mode';
import { failedForkReasons } from '../../words/fork-failure';
import { refusalReasons } from '../../words/reasons';
import { doneWith, keptNodes, type Context, type Done } from './operations';
import { RunError } from '../world/run-error';
import { unmodelledFlags } from '../import/smaps-words';
import { failuresArmed, isFull, wasStruck } from './spaces';
import { noMemoryThere, OUR_LIMIT, vmaName } from '../../words/space-reasons';
import type { MapsLine } from '../import/maps';
import type { Statement } from '../syntax/syntax';
import { TASK_END, VmaList, type ListedMapping } from '../oracle/vma-list';
import type { Named, World } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Makes the empty address space that the VMAs of a maps block go into: gaps tracked, RCU mode off while loading. */
export function beginMaps(statement: Of<'maps'>, { world }: Context): Named {
  world.mustBeFree(statement.name);
  const armed = failuresArmed(world);
  const { mm, outcome } = world.machine.createMm();
  if (mm === null)
    throw new RunError(
      statement.name,
      wasStruck(world, armed, outcome)
        ? 'allocating the address space failed (F1)'
        : `there is no room for another address space, ${OUR_LIMIT}`,
    );
  const named = world.adopt(statement.name.text, mm, MM_MODE, new VmaList());
  world.setRcu(named, false);
  world.current = named;
  return named;
}

/** Stores one VMA of a maps block; the last one switches RCU mode on. */
export function storeVma(named: Named, line: MapsLine, last: boolean, hint: string, { world }: Context): Done {
  const { vma, flags, chain } = line;
  const mapping: Mapping & ListedMapping = {
    flags,
    file: world.fileNumber(vma.path),
    offset: vma.offset,
    path: vma.path,
  };
  const outcome = world.machine.mmLoad(named.handle, vma.first, vma.last, mapping, chain);
  world.book(named, outcome);
  const troubles: Trouble[] = [];
  const space = must(named.space, 'VMAs');
  // A line that the core has refused is only tried.
  const wanted = (outcome.error === null ? space : space.copy()).load(vma.first, vma.last, mapping, chain);
  if (outcome.error === null && wanted === null) world.updateVmas(named);
  else if (outcome.error !== wanted && !(outcome.error === 'ENOMEM' && (world.mayFail || isFull(world, 1, 0)))) {
    troubles.push(troubleOf('answer', named.name, { code: 'error', op: 'load', held: outcome.error, wanted }));
  }
  if (last) {
    world.setRcu(named, true);
    searchBelow(named, world);
  }
  const touched = { first: vma.first, last: vma.last };
  const why = wanted === 'EINVAL' ? reasons(noMemoryThere(TASK_END)) : refusalReasons(outcome);
  const unmodelled = unmodelledFlags((line.unmodelled ?? []).map((flag) => ({ flag })));
  return doneWith(named, outcome, { touched, troubles, hint: reasons(why, ...unmodelled, hint) });
}

// The base of the process is not in the text: rooms are looked for below what lies nearest below the stack.
function searchBelow(named: Named, { machine }: World): void {
  const space = must(named.space, 'VMAs');
  const all = space.all();
  const stack = all.findIndex((one) => (one.flags & VMA_FLAGS.grows) !== 0);
  const below = all[stack - 1];
  if (below === undefined) return;
  space.mmapBase = (below.last + 1n) as typeof space.mmapBase;
  machine.mmSetBase(named.handle, space.mmapBase);
}

/** Forks an address space into a new one: one step, whatever the way. */
export function fork(statement: Of<'fork'>, { world }: Context): Done {
  const parent = world.find(statement.source);
  if (parent.space === null)
    throw new RunError(statement.source, `\`${parent.name}\` is a plain tree: \`dup\` duplicates it`);
  world.mustBeFree(statement.name);
  const how: ForkHow = {
    by: statement.by,
    undo: statement.undo?.text.endsWith('range') === true ? 'range' : 'marker',
    wrongCeiling: statement.ceiling !== null,
  };
  const armed = failuresArmed(world);
  const { child, outcome, record, balance } = world.machine.fork(parent.handle, how);
  const struck = wasStruck(world, armed, outcome);
  const told = { fork: record, balance };
  const idle = how.wrongCeiling && how.undo !== 'range' ? '`ceiling wrong` has an effect only with `undo range`' : '';
  if (child === null) return { ...failed(statement, parent, { outcome, record, balance, struck }, world), ...told };
  const named = world.adopt(statement.name.text, child, parent.mode, parent.space.fork());
  world.book(named, outcome);
  world.updateVmas(named);
  world.pair = { parent, child: named };
  const troubles = rulesBroken(balance, null);
  if (outcome.error !== null)
    troubles.push(troubleOf('answer', named.name, { code: 'error', op: 'fork', held: outcome.error, wanted: null }));
  const height = world.machine.facts(named.handle).height;
  const hint = reasons(reason('counts', forkedHint(parent, record)), idle);
  return { ...doneWith(named, { ...outcome, height }, { whole: true, troubles, hint }), ...told };
}

function forkedHint(parent: Named, record: ForkRecord): string {
  const left = [...(parent.vmas ?? [])].filter((one) => (one.flags & VMA_FLAGS.dontcopy) !== 0);
  const parts = [
    counted(record.mapCount, 'VMA'),
    counted(record.pagesCopied, 'page-table entry copied', 'page-table entries copied'),
  ];
  if (left.length > 0)
    parts.push(
      left.length === 1 && left[0] !== undefined
        ? `without ${vmaName(left[0])}: dontfork`
        : `without ${left.length} VMAs: dontfork`,
    );
  return parts.join(', ');
}

interface FailedFork {
  readonly outcome: Outcome;
  readonly record: ForkRecord;
  readonly balance: Balance;
  /** Something that was armed failed. */
  readonly struck: boolean;
}

// After a failure the child does not exist, and everything must have been freed.
function failed(
  statement: Of<'fork'>,
  parent: Named,
  { outcome, record, balance, struck }: FailedFork,
  world: World,
): Done {
  const name = statement.name.text;
  const cause: Cause | null =
    record.wrongCeiling && record.undo === 'range' ? { by: 'ceiling wrong', lines: [statement.line] } : null;
  const troubles = accountTroubles(balance, cause);
  const before = parent.nodes;
  world.book(parent, outcome);
  if (parent.nodes !== before)
    troubles.push(troubleOf('lost', name, { code: 'not freed', nodes: parent.nodes - before }));
  parent.nodes = before;
  const full = isFull(world, parent.vmas?.length ?? 0, parent.space?.pages.tables ?? 0);
  const held = outcome.error;
  if (held === null || (!world.mayFail && !full))
    troubles.push(
      troubleOf('answer', name, { code: 'error', op: 'fork', held, wanted: held === null ? 'an error' : null }),
    );
  const height = world.machine.facts(parent.handle).height;
  const limit = struck ? '' : `nothing that is armed failed: there is no room left, ${OUR_LIMIT}`;
  const hint = reasons(failedForkReasons(record, name, parent.vmas?.toArray() ?? []), limit);
  return doneWith(
    parent,
    { ...outcome, height },
    { whole: true, troubles, hint, gutter: [outcome.error, record.point].filter((one) => one !== null) },
  );
}

function rulesBroken(balance: Balance, cause: Cause | null): Trouble[] {
  return balance.rules
    .filter((one) => one.held === false)
    .map((rule) => troubleOf('rule', null, { code: 'rule', rule }, cause));
}

// Leaks that no broken rule covers.
function accountTroubles(balance: Balance, cause: Cause | null): Trouble[] {
  const broken = rulesBroken(balance, cause);
  return broken.length > 0 ? broken : leaks(balance, cause);
}

function leaks(balance: Balance, cause: Cause | null): Trouble[] {
  return balance.rows
    .filter(({ held }) => held !== 0)
    .map((row) => troubleOf('lost', null, { code: 'account', row }, cause));
}

/** Tears an address space down and forgets it: all its objects must be freed. */
export function exit(statement: Of<'exit'>, { world }: Context): Done {
  const named = world.find(statement.tree);
  if (named.space === null)
    throw new RunError(statement.tree, `\`${named.name}\` is a plain tree: \`destroy ${named.name}\` frees it`);
  const facts = world.machine.mmFacts(named.handle);
  const empty = world.machine.sum(named.handle);
  const waited = world.machine.waiting();
  const { outcome, balance: whole } = world.machine.exitMm(named.handle);
  const waits = world.machine.waiting() - waited;
  const balance = withWaiting(whole, waits);
  world.book(named, outcome);
  named.wanted.clear();
  named.sum = empty;
  const troubles = [...accountTroubles(balance, null), ...keptNodes(named)];
  world.forget(named);
  const had = [
    countedObjects(facts.vmas, 'vmas'),
    countedObjects(facts.tables, 'tables'),
    countedObjects(facts.rssAnon + facts.rssFile, 'resident'),
  ];
  const hint = reason('counts', `${had.join(', ')} freed`);
  const gutter =
    waits > 0 ? `${counted(outcome.freed, 'node')} freed, ${waits} ${waits === 1 ? 'waits' : 'wait'}` : null;
  return {
    ...doneWith(named, outcome, { troubles, hint, ...(gutter === null ? {} : { gutter }) }),
    fork: null,
    balance,
  };
}

// Nodes that the address space has freed and that a reader may still be reading.
function withWaiting(balance: Balance, waiting: number): Balance {
  if (waiting <= 0) return balance;
  const which = `of which ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a reader`;
  return {
    rows: balance.rows.map((row) => (row.object === 'nodes' ? { ...row, waiting } : row)),
    rules: balance.rules.map((one) =>
      one.rule === 3 && one.held !== null ? { ...one, text: `${one.text}, ${which}` } : one,
    ),
  };
}

/** `0x1000`, or `the top`. */
export function limitText(at: bigint): string {
  return at === 0n ? 'the top' : toHex(at);
}

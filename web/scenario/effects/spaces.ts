// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls of an address space, each one call of the machine, with the same done to the list of VMAs.
//
// The core makes the call first. The list must refuse the calls that the core refuses, unless a failure was armed, and
// must make the others; audit.ts compares the contents of both.

import { reason, reasons, type Reason } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { index, MAX, toHex, ZERO, type Index } from '../../base/index64';
import { differencesOf } from '../../base/sequence';
import { PAGE, SITES, VMA_FLAGS, type LimitName, type MmFacts } from '../../model/memory';
import { SPACE_ROOM } from '../../model/generated/enums';
import type { Outcome } from '../../model/outcome';
import type { ErrorName } from '../../model/status';
import { MM_MODE } from '../../model/tree-mode';
import {
  cutStays,
  grownText,
  holeIn,
  keptText,
  limitMet,
  mappingEnds,
  noSpace,
  notAligned,
  refusedText,
  sealedText,
  unchanged,
} from '../../words/space-reasons';
import { evaluateForward } from '../world/evaluate';
import { doneWith, type Context, type Done } from './operations';
import type { Perms, Range, Statement, Word } from '../syntax/syntax';
import { isSealed } from '../oracle/vma-flags';
import { pagesUp, TASK_END, VmaList } from '../oracle/vma-list';
import type { ListedVma } from '../oracle/vma-parts';
import { NO_CHANGES, type Named, type VmaChanges, type World } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Failures still to come: compared before and after a call, they show whether one of them struck. */
export function failuresArmed({ machine }: World): number {
  return SITES.reduce((sum, site) => sum + machine.armed(site), 0);
}

/** Whether a refusal is of what was armed: a failure fewer is to come, or a request was refused. */
export function wasStruck(world: World, armed: number, { rk }: Pick<Outcome, 'rk'>): boolean {
  return failuresArmed(world) !== armed || /[A-Z]/.test(rk);
}

export type Space = Named & { readonly space: VmaList };

/** An empty address space, or none when the site `mm` fails. */
export function makeMm(statement: Of<'mm'>, { world }: Context): Done {
  world.mustBeFree(statement.name);
  const armed = failuresArmed(world);
  const { mm, outcome } = world.machine.createMm();
  if (mm === null) {
    return {
      tree: statement.name.text,
      named: null,
      outcome,
      result: null,
      touched: null,
      whole: false,
      troubles: [],
      hint: reasons(noSpace(statement.name.text, wasStruck(world, armed, outcome))),
    };
  }
  const named = world.adopt(statement.name.text, mm, MM_MODE, new VmaList());
  world.current = named;
  return doneWith(named, outcome);
}

/** A call: on the core, and on the list. */
export interface Call {
  readonly first: Index;
  readonly last: Index;
  readonly core: () => Outcome;
  readonly list: (space: VmaList) => ErrorName | null;
  /** Why the list refuses it. */
  readonly why: (space: VmaList, error: ErrorName, keptTo: Index) => string;
  /** Its result is the place that the core gives; `found`: without one it has touched nothing. */
  readonly place?: 'found' | 'moved';
  /** When it fails half-way it keeps changes, and not only a cut. */
  readonly keepsChanges?: true;
  /** The text of the gutter, unless it is the VMAs that were added, removed or changed. */
  readonly gutter?: (was: MmFacts, is: MmFacts) => string | readonly string[];
}

/** Makes the call of a statement. */
export function callMemory(
  statement: Statement & { readonly tree: Word | null },
  { world }: Context,
  callOf: (named: Space) => Call,
): Done {
  const named = world.mmTarget(statement.tree, statement);
  const call = callOf(named);
  const facts = world.machine.mmFacts(named.handle);
  const armed = failuresArmed(world);
  const { outcome, troubles, wanted, met, changed } = runCall(named, call, world);
  const struck = wasStruck(world, armed, outcome);
  const place = call.place !== undefined && outcome.error === null && outcome.at !== null ? outcome.at : null;
  const touched = place === null ? { first: call.first, last: call.last } : { first: place.index, last: place.last };
  const hint =
    outcome.error === null
      ? joinedHint(changed)
      : refusal(named, call, outcome, {
          wanted,
          met,
          struck,
          cuts: call.keepsChanges !== true,
        });
  return doneWith(named, outcome, {
    touched: call.place === 'found' && place === null ? null : touched,
    result: place === null ? null : { index: toHex(place.index), last: toHex(place.last) },
    troubles,
    hint,
    gutter:
      outcome.error === null
        ? (call.gutter?.(facts, world.machine.mmFacts(named.handle)) ?? whatChanged(changed))
        : outcome.keptTo === ZERO
          ? outcome.error
          : `${outcome.error}, in part`,
  });
}

interface CallDone {
  readonly outcome: Outcome;
  readonly troubles: readonly Trouble[];
  readonly wanted: ErrorName | null;
  /** The limit of the process that the list met. */
  readonly met: LimitName | null;
  readonly changed: VmaChanges;
}

/** Runs a call on both sides: for statements here, and for those of a trace. */
export function runCall(named: Space, call: Pick<Call, 'core' | 'list'>, world: World): CallDone {
  const outcome = call.core();
  world.book(named, outcome);
  const { error } = outcome;
  // If the core refused the call and kept nothing, the list runs it on a copy only.
  const changes = error === null || outcome.keptTo !== ZERO;
  const trial = changes ? named.space : named.space.copy();
  trial.met = null;
  const wanted = call.list(trial);
  const { met } = trial;
  const troubles: Trouble[] = [];
  if (changes && error === wanted) return { outcome, troubles, wanted, met, changed: world.updateVmas(named) };
  if (error === wanted && !world.mayFail && differencesOf(named.space.listed(), trial.listed()).length > 0) {
    troubles.push(
      troubleOf('answer', named.name, { code: 'error', op: 'call', held: error, wanted: `${error}, in part` }),
    );
  }
  if (
    error !== wanted &&
    !(error === 'ENOMEM' && (world.mayFail || isFull(world, 2, trial.pages.tables - named.space.pages.tables)))
  ) {
    troubles.push(troubleOf('answer', named.name, { code: 'error', op: 'call', held: error, wanted }));
  }
  return { outcome, troubles, wanted, met, changed: NO_CHANGES };
}

/**
 * Whether the core has no room for so many VMAs and page tables more (core/include/maple_mm.h): a refusal is no
 * surprise then.
 */
export function isFull({ machine }: World, vmas: number, tables: number): boolean {
  const held = new Map(machine.accounts().map((row) => [row.object, row.held]));
  const [spaces, lists, pool] = [held.get('mms') ?? 0, held.get('vmas') ?? 0, held.get('tables') ?? 0];
  // Each address space has a top table, which is not counted.
  return spaces >= SPACE_ROOM.spaces || lists + vmas > SPACE_ROOM.vmas || pool + spaces + tables > SPACE_ROOM.tables;
}

/** Whole pages: the end rounds up, the beginning is the core's to judge. */
export function pageRange(range: Range, context: Context): { readonly first: Index; readonly last: Index } {
  const { first, last } = evaluateForward(range, context);
  const end = pagesUp(last + 1n);
  return { first, last: end > MAX ? MAX : index(end - 1n) };
}

/** Bits of VMA_FLAGS that permissions stand for. */
export function protOf(perms: Perms): number {
  const { read, write, exec } = VMA_FLAGS;
  return (
    (/r/.test(perms) ? read : 0) | (/w/.test(perms) ? write : 0) | (perms !== 'none' && /x/.test(perms) ? exec : 0)
  );
}

// ---- Reasons ----

interface Refused extends Pick<CallDone, 'wanted' | 'met'> {
  readonly struck: boolean;
  /** All that it can keep is a cut. */
  readonly cuts: boolean;
}

function refusal(
  named: Space,
  call: Call,
  { keptTo }: Outcome,
  { wanted, met, struck, cuts }: Refused,
): readonly Reason[] {
  const kept = keptTo === ZERO ? '' : cuts ? cutStays(keptTo) : keptText(keptTo);
  if (wanted !== null && !(struck && keptTo === ZERO)) {
    if (met !== null) return reasons(limitMet(met, named.space.limits[met] ?? ZERO, named.space.count), kept);
    const sealed = wanted === 'EPERM' ? named.space.within(call.first, call.last).find(isSealed) : undefined;
    if (sealed !== undefined) return reasons(sealedText(sealed), kept);
    return reasons(call.why(named.space, wanted, keptTo));
  }
  return reasons(refusedText(struck), reason('unchanged', unchanged(named.name)));
}

export function whyNotPlace(first: Index, last: Index): string {
  if (first % PAGE !== 0n) return notAligned(first);
  return last >= TASK_END ? addressesEnd() : '';
}

export function addressesEnd(): string {
  return mappingEnds(TASK_END);
}

export function firstHole(space: VmaList, first: Index, last: Index): bigint {
  let at: bigint = first;
  for (const one of space.within(first, last)) {
    if (one.first > at) break;
    at = one.last + 1n;
  }
  return at;
}

export function holeText(space: VmaList, first: Index, last: Index, kept: string): string {
  return holeIn(firstHole(space, first, last), kept);
}

// Which VMAs became one with others.
function joinedHint({ before, after }: VmaChanges): readonly Reason[] {
  const numbers = new Set(after.map((one) => one.number));
  const old = new Map(before.map((one) => [one.number, one]));
  const grown = after.filter((one) => {
    const was = old.get(one.number);
    return was !== undefined && (one.first < was.first || one.last > was.last);
  });
  const texts = grown.map((one) => {
    const gone = before
      .filter((was) => !numbers.has(was.number) && was.first >= one.first && was.last <= one.last)
      .map((was) => was.number);
    return grownText(one, gone);
  });
  return reasons(...texts);
}

function whatChanged({ before, after }: VmaChanges): readonly string[] {
  const numbers = (list: readonly ListedVma[]): ReadonlySet<number> => new Set(list.map((one) => one.number));
  const [old, now] = [numbers(before), numbers(after)];
  const same = new Set(before);
  const told = (list: readonly ListedVma[], word: string): string[] =>
    list.length === 0 ? [] : [list.length === 1 ? `VMA ${list[0]?.number} ${word}` : `${list.length} VMAs ${word}`];
  const made = after.filter((one) => !old.has(one.number));
  const gone = before.filter((one) => !now.has(one.number));
  const changed = made.length + gone.length > 0 ? [] : after.filter((one) => !same.has(one));
  const parts = [...told(made, 'new'), ...told(gone, 'gone'), ...told(changed, 'changed')];
  return parts.length === 0 ? ['no change'] : parts;
}

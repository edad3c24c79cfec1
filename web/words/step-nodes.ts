// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about nodes: how many were needed and why so many, what was requested, refused and granted, what was
// freed. Pure. The formulas are rules "store request" and "whole height".

import { counted } from '../base/text';
import type { StepReport } from '../model/report';
import { asked, granted, isAnyRefused, isRefused } from '../model/outcome';
import { releaseRow } from '../model/releases';
import type { StepFacts } from './step-facts';
import { beganInLeaf } from './step-waiting';

/** The nodes that a write needed, was granted and freed. */
export function nodesOf(facts: StepFacts): string {
  const { record, outcome } = facts;
  const { pre } = record;
  const refused = isAnyRefused(record.rk);
  if ((pre === null || pre === 0) && record.requests.length === 0) return 'No node is needed.';
  const told = [firstPass(facts), `${counted(pre ?? 0, 'node')} needed${byFormula(facts)}.`];
  if (record.op === 'prealloc' && outcome !== null)
    told.push(`${counted(outcome.reserved, 'node')} had been preallocated before the write began.`);
  if (refused || asked(record) !== pre) told.push(granting(record));
  if (record.freed > 0) told.push(`${freedNodes(record, oldAndUnneeded(record))}.`);
  return told.filter((one) => one !== '').join(' ');
}

// Freed are the nodes granted and not used, and old nodes that no reader waits for.
function oldAndUnneeded(record: StepReport): string {
  const unneeded = granted(record) - record.used;
  const old = record.freed - unneeded;
  if (unneeded < 0 || old < 0) return '';
  if (old === 0) return unneeded === 1 ? 'it was not needed' : 'they were not needed';
  if (unneeded === 0) return old === 1 ? 'an old one' : 'old ones';
  return `${counted(old, 'old one')} and ${unneeded} unneeded`;
}

// The first pass of an allocation begins where the search ended; after a refusal the write may restart at the root.
function firstPass(facts: StepFacts): string {
  const chosen = facts.events.filter((event) => event.name === 'type_chosen');
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!facts.complete || first === undefined || last === undefined || first.a === last.a) return '';
  const leaf = beganInLeaf(facts, 'first');
  const why = leaf === '' ? '' : `: it began in ${leaf}, so it passed no level on the way down and could count on none`;
  const anew =
    leaf === '' || beganInLeaf(facts) !== ''
      ? ''
      : facts.record.op === 'cyclic'
        ? ' from the root, for the same place and without a new search'
        : ' from the root';
  return `At first the write needed ${counted(Number(first.a), 'node')}${why}. After the refusal it restarted${anew}:`;
}

function byFormula(facts: StepFacts): string {
  const { name, storeRequest, preallocation } = releaseRow(facts.release);
  const formula = facts.record.op === 'prealloc' ? preallocation : storeRequest;
  if (formula === 'vacancy') return byVacancy(facts);
  return formula === 'whole_height' ? wholeHeight(facts.record) : byItsOwn(facts.record, name);
}

function byItsOwn({ pre, preVacancy }: StepReport, name: string): string {
  const other = preVacancy === null || preVacancy === pre ? '' : `; the formula of 6.16 says ${preVacancy}`;
  return ` by the formula of ${name}${other}`;
}

function byVacancy(facts: StepFacts): string {
  const { pre, preWhole } = facts.record;
  const before = preWhole !== null && preWhole !== pre ? `; the formula before 6.16 says ${preWhole}` : '';
  return `${formula(facts)}${before}`;
}

// The tree goes by the formula from before the vacancy series (`pre_whole` of golden/FORMAT.md): 3h + 1 for a spanning
// store, 2h + 1 for a split, 2h - 1 for a rebalance, the rest as now.
function wholeHeight({ storeType, pre, preVacancy, used }: StepReport): string {
  const factor = storeType === 'spanning_store' ? 3 : storeType === 'split_store' || storeType === 'rebalance' ? 2 : 0;
  const more = storeType === 'rebalance' ? -1 : 1;
  const sum =
    factor === 0 || pre === null ? '' : ` (${factor} × height ${(pre - more) / factor} ${more < 0 ? '− 1' : '+ 1'})`;
  const other =
    preVacancy === null || preVacancy === pre
      ? 'the formula of 6.16 says the same'
      : `the formula of 6.16 says ${preVacancy}`;
  return ` by the whole-height formula${sum}; ${other}, and ${used} went into the tree`;
}

/** `8 nodes requested, 3 granted.`; of a call that failed with the refusals before it. */
export function granting(record: StepReport): string {
  const [wanted, got] = [asked(record), granted(record)];
  const refused = refusals(record);
  const count = got === wanted ? 'all' : got.toLocaleString('en-US');
  return `${refused === '' ? '' : `${refused} `}${counted(wanted, 'node')} requested, ${count} granted.`;
}

/**
 * Which requests of a call that failed were refused; empty if none was. One that went through begins with that
 * (`retried`).
 */
export function refusals(record: StepReport): string {
  const refused = record.error === null ? [] : refusedOf(record);
  if (refused.length === 0) return '';
  return refused.length > LISTED
    ? `${mostOf(record, refused)}.`
    : refused
        .map((k) => `Request ${k + 1} of this step (${counted(record.requests[k] ?? 0, 'node')}) was refused.`)
        .join(' ');
}

/**
 * How a call that went through met with refusals: what distinguishes it from every other of its kind. Empty if it met
 * with none.
 */
export function retried(record: StepReport): string {
  const refused = record.error === null ? refusedOf(record) : [];
  if (refused.length === 0) return '';
  return `${refusedTogether(record, refused)}; ${CALLS[record.op] ?? 'the call'} asked again and got what it needed.`;
}

function refusedTogether(record: StepReport, refused: readonly number[]): string {
  if (refused.length > LISTED) return mostOf(record, refused);
  const numbers = refused.map((k) => k + 1);
  const last = numbers.at(-1) ?? 0;
  return numbers.length === 1
    ? `Request ${last} of this step was refused`
    : `Requests ${numbers.slice(0, -1).join(', ')} and ${last} of this step were refused`;
}

const LISTED = 3;

const CALLS: Readonly<Record<string, string>> = {
  store: 'the store',
  insert: 'the insert',
  erase: 'the erase',
  alloc: 'the allocation',
  cyclic: 'the allocation',
  fork: 'the fork',
  bulk: 'the load',
};

function refusedOf({ rk }: StepReport): readonly number[] {
  return Array.from({ length: rk.length }, (_, k) => k).filter((k) => isRefused(rk, k));
}

function mostOf(record: StepReport, refused: readonly number[]): string {
  const all = record.requests.length.toLocaleString('en-US');
  return `${refused.length.toLocaleString('en-US')} of ${all} requests were refused`;
}

/** `3 nodes freed: …; 2 of them waited …`, without a full stop. */
export function freedNodes({ freed, deferred }: StepReport, what: string): string {
  const told = `${counted(freed, 'node')} freed${what === '' ? '' : `: ${what}`}`;
  if (deferred === 0) return told;
  const which = deferred === freed ? (freed === 1 ? 'it waited' : 'they waited') : `${deferred} of them waited`;
  return `${told}; ${which} for the RCU grace period, which ends with the step`;
}

function formula(facts: StepFacts): string {
  const { storeType, vh, sh, pre } = facts.record;
  if (vh === null || sh === null || pre === null) return '';
  const factor = storeType === 'spanning_store' ? 3 : storeType === 'split_store' || storeType === 'rebalance' ? 2 : 0;
  if (factor === 0) return '';
  const known = storeType === 'split_store' ? vh : Math.min(vh, sh);
  const height = (pre - 1) / factor + known;
  if (!facts.complete) return ` (${factor} × (height ${height} − ${known}) + 1)`;
  const leaf = beganInLeaf(facts);
  if (height > 1 && leaf !== '')
    return (
      ` (${factor} × (height ${height} − ${known}) + 1: the write begins in ${leaf}, so it passes no level on the ` +
      'way down and cannot count on any)'
    );
  const reason = storeType === 'split_store' ? vacancy(height, vh) : bothHeights(facts, height, vh, sh);
  return ` (${factor} × (height ${height} − ${known}) + 1: ${reason})`;
}

const NO_LEVEL_ABOVE = 'the root is a leaf, and no level is above it';

function vacancy(height: number, vh: number): string {
  if (height === 1) return NO_LEVEL_ABOVE;
  if (vh === 0) return 'no node with a free slot was passed on the way down';
  return `vacant height ${vh}, since the deepest node passed with a free slot is on level ${vh}`;
}

// A join may cost the level above a child as well as give it one: only levels that bear both are known to end it. Of a
// spanning store's way only the nodes above the one where it was seen to span count (rule "store request").
function bothHeights({ record, events }: StepFacts, height: number, vh: number, sh: number): string {
  if (height === 1) return NO_LEVEL_ABOVE;
  const seen = record.storeType === 'spanning_store' ? events.findLastIndex(({ name }) => name === 'span_seen') : -1;
  if (seen > 0 && events[seen - 1]?.name === 'descend') {
    if (vh === 0 && sh === 0)
      return 'only nodes above the one where the span is seen count, and none has a free slot or a child to spare';
  } else if (seen >= 0) return 'the walk stops where the span is seen, at the root, and only nodes above that count';
  if (vh === 0 && sh === 0) return 'no node with a free slot or a child to spare was passed on the way down';
  return vh === sh
    ? `vacant and sufficient height are ${vh}`
    : `of vacant height ${vh} and sufficient height ${sh} the lesser counts, since the level above may gain children ` +
        'as well as lose some';
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about address spaces: pages, page tables and the commit charge; forks and their undoing, exits. Pure.
// The rules are those of address spaces in core/README.md. step-vmas.ts has the sentences about VMAs.

import { traitsOf } from '../model/ops';
import { ZERO } from '../base/index64';
import { indexText } from '../base/number-base';
import { hasReason } from '../model/reason';
import { counted } from '../base/text';
import { asked, copyRequests, granted } from '../model/outcome';
import { passInStep, type CoreEvent } from '../model/event';
import { SITES } from '../model/generated/enums';
import { countedObjects } from './objects';
import type { StepFacts } from './step-facts';
import { freedNodes, granting, refusals } from './step-nodes';
import { numbers, vmaAfter, vmaSentences } from './step-vmas';

type Name = CoreEvent['name'];

function all({ events }: StepFacts, name: Name): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

function sum(events: readonly CoreEvent[]): number {
  return events.reduce((total, { count }) => total + count, 0);
}

// ---- Calls ----

/** A write's change to a page, by what was present. */
export const WRITTEN: readonly ((count: number) => string)[] = [
  (count) =>
    count === 1
      ? 'was the zero page and is a page of its own now'
      : 'were the zero page and are pages of their own now',
  (count) =>
    count === 1 ? 'was the file’s page and is a private copy now' : 'were the file’s pages and are private copies now',
  (count) => `${count === 1 ? 'is' : 'are'} writable now`,
  (count) => `${count === 1 ? 'is' : 'are'} dirty now`,
];

/** The sentences of a call; `tree` describes its stores. */
export function called(told: StepFacts, tree: () => readonly string[]): string[] {
  const facts = replayed(told);
  if (!facts.complete) return [`${counted(facts.record.requests.length, 'request')} for nodes.`, waiting(told)];
  const stored = facts.outcome?.storeType !== null || Object.keys(facts.outcome.storeCounts ?? {}).length > 0;
  return [
    ...vmaSentences(facts),
    ...memory(facts),
    ...(stored ? tree() : [untouched(facts), 'The tree of VMAs is unchanged: nothing was stored.']),
    waiting(told),
  ];
}

// The nodes that wait for readers. The sentences above cover the interpreter's other reasons; a traced call's reasons
// follow.
function waiting({ record, hint }: StepFacts): string {
  const told = record.op === 'trace' ? undefined : hint.find(({ kind }) => kind === 'waits');
  return told === undefined ? '' : `${told.text}.`;
}

// A touch of what was touched before.
function untouched({ record, events }: StepFacts): string {
  const changes: ReadonlySet<Name> = new Set(['mapped_page', 'pages_written', 'anon_obtained', 'table_made']);
  return record.op !== 'touch' || events.some(({ name }) => changes.has(name))
    ? ''
    : 'Nothing to do: each page is already present as this access needs it.';
}

// A call of a trace is described as the call that it is.
function replayed(facts: StepFacts): StepFacts {
  return facts.describedAs === null ? facts : { ...facts, record: { ...facts.record, op: facts.describedAs } };
}

// ---- Pages, page tables, account ----

const LEVELS: readonly string[] = ['', 'PTE', 'PMD', 'PUD'];

function memory(facts: StepFacts): string[] {
  const pages = (name: Name): number => sum(all(facts, name));
  const [present, gone, moved, locked] = [
    pages('mapped_page'),
    pages('pages_unmapped'),
    pages('pages_moved'),
    pages('pages_protected'),
  ];
  const [charged, back] = [pages('charged'), pages('uncharged')];
  return [
    charged === 0 ? '' : `${counted(charged, 'page')} of private writable memory added to the commit charge.`,
    present === 0
      ? ''
      : `${counted(present, 'page')} ${present === 1 ? 'becomes' : 'become'} present${zeroes(facts, present)}.`,
    ...written(facts),
    ...all(facts, 'anon_obtained')
      .slice(0, 3)
      .map(
        ({ slot, count, b }) =>
          `VMA ${count} gets ${slot === 1 ? 'the anon_vma of a neighbour' : 'an anon_vma'} and ` +
          `${counted(Number(b), 'chain element')}.`,
      ),
    more(all(facts, 'anon_obtained').length - 3),
    tables(facts, 'table_made', 'allocated'),
    gone === 0 ? '' : `${counted(gone, 'page')} no longer present.`,
    locked === 0 ? '' : `${counted(locked, 'page')} no longer writable: the next write faults.`,
    moved === 0 ? '' : movedPages(facts, moved),
    tables(facts, 'table_freed', 'freed'),
    back === 0 ? '' : `${counted(back, 'page')} taken off the commit charge.`,
  ];
}

// The order of `mremap`: what it moves to is placed before the old place goes.
function movedPages(facts: StepFacts, count: number): string {
  const vma = vmaAfter(facts, all(facts, 'pages_moved')[0]?.b ?? 0n);
  return `${counted(count, 'page')} moved${vma === null ? '' : ` to VMA ${vma}`}.`;
}

// Those that a read finds nothing at.
function zeroes(facts: StepFacts, present: number): string {
  const count = sum(all(facts, 'mapped_page').filter(({ slot }) => slot === 0));
  if (count === 0) return '';
  const which = count === present ? 'the' : `${count.toLocaleString('en-US')} of them the`;
  return `: ${which} zero page, which no counter includes`;
}

// A write's changes to present pages.
function written(facts: StepFacts): string[] {
  return WRITTEN.flatMap((text, kind) => {
    const count = sum(all(facts, 'pages_written').filter(({ slot }) => slot === kind));
    return count === 0 ? [] : [`${counted(count, 'page')} ${text(count)}.`];
  });
}

const more = (vmas: number): string =>
  vmas <= 0 ? '' : `${vmas === 1 ? '1 more VMA does' : `${vmas.toLocaleString('en-US')} more VMAs do`} the same.`;

// `3 page tables made: 1 PUD, 1 PMD, 1 PTE.`
function tables(facts: StepFacts, name: 'table_made' | 'table_freed', what: string): string {
  const events = all(facts, name);
  if (events.length === 0) return '';
  const levels = [3, 2, 1].flatMap((level) => {
    const count = events.filter((event) => event.count === level).length;
    return count === 0 ? [] : [`${count} ${LEVELS[level]!}`];
  });
  return `${counted(events.length, 'page table')} ${what}: ${levels.join(', ')}.`;
}

// ---- Refusals ----

/** A call that was refused: what refused it. Why it had to, if it had, is the hint's. */
export function refusedCall(facts: StepFacts): string[] {
  const back = facts.record.freed > 0 ? `${freedNodes(facts.record, '')}.` : '';
  const kept = facts.outcome?.keptTo ?? ZERO;
  if (kept !== ZERO && facts.record.error !== null) {
    const told = replayed(facts);
    const what =
      traitsOf(told.record.op).setsFlags === true
        ? `Changed up to ${indexText(kept - 1n)}`
        : `A VMA was split at ${indexText(kept)}`;
    return [
      `${what}, then ${facts.record.error}: Linux keeps the changes that a call made before its error.`,
      ...vmaSentences(told),
      ...memory(facts),
    ];
  }
  return [
    refusals(facts.record),
    siteFailed(facts),
    back,
    facts.record.op === 'mm' || hasReason(facts.hint, 'unchanged') ? '' : 'The address space is unchanged.',
  ];
}

function siteFailed(facts: StepFacts): string {
  const [failed] = all(facts, 'site_failed');
  const name = failed === undefined ? undefined : SITES[failed.slot];
  if (failed === undefined || name === undefined) return '';
  const pass = passInStep(failed, facts.passed);
  if (facts.record.op === 'fork')
    return `The failure was pass ${pass.toLocaleString('en-US')} of failure point \`${name}\` in this step.`;
  return `This call failed at pass ${pass.toLocaleString('en-US')} of failure point \`${name}\`.`;
}

// ---- Forks and exits ----

/** A fork that went through. `stores` says how many of each type. */
export function forkedWell(facts: StepFacts, copied: string, stores: string): string[] {
  const by = facts.record.fork?.by ?? 'dup';
  const count = facts.record.fork?.mapCount ?? 0;
  const first = {
    dup: [copied, `${replaced(count)} ${stores}`],
    bulk: [`Nodes for all VMAs are requested before the first store. ${granting(facts.record)}`, stores],
    stores: [
      'Each VMA is stored by itself.',
      facts.record.requests.length === 0 ? 'No node is requested.' : granting(facts.record),
      stores,
    ],
  }[by];
  const unused =
    facts.record.freed === 0
      ? ''
      : `${freedNodes(facts.record, by === 'bulk' ? 'requested ones that the child’s tree does not use' : '')}.`;
  return [...first, leftOut(facts), nullStoresText(facts), unused, copiedPages(facts)];
}

function replaced(count: number): string {
  if (count === 0) return 'The child gets no VMA of its own.';
  const are = count === 1 ? 'is' : 'are';
  return `Then ${counted(count, 'VMA')} of the parent ${are} replaced in place by the child’s own.`;
}

function leftOut(facts: StepFacts): string {
  const skipped = all(facts, 'vma_skipped');
  if (skipped.length === 0 || !facts.complete) return '';
  const how =
    facts.record.fork?.by === 'dup'
      ? `NULL is stored over ${skipped.length === 1 ? 'it' : 'each'} in the copied tree`
      : `${skipped.length === 1 ? 'it is' : 'they are'} skipped`;
  return `${numbers(skipped)} of the parent ${skipped.length === 1 ? 'is' : 'are'} left out (VM_DONTCOPY): ${how}.`;
}

// The requests of the stores into the copied tree: those of NULL, since the others write in place.
function nullStoresText({ record, outcome }: StepFacts): string {
  const copied = outcome?.copied ?? 0;
  const from = copied === 0 ? record.requests.length : copyRequests({ copied, requests: record.requests });
  const own = { requests: record.requests.slice(from), rk: record.rk.slice(from) };
  if (own.requests.length === 0) return '';
  const [wanted, got] = [asked(own), granted(own)];
  const count = got === wanted ? 'all' : got === 0 ? 'none' : got.toLocaleString('en-US');
  const requests = counted(own.requests.length, 'request');
  return `Storing NULL took ${requests} more, for ${counted(wanted, 'node')}, ${count} granted.`;
}

function copiedPages(facts: StepFacts): string {
  const { fork } = facts.record;
  if (fork === null || fork === undefined) return '';
  const made = tables(facts, 'table_made', 'allocated for it');
  if (fork.pagesCopied === 0) return `No page-table entry is copied. ${facts.complete ? made : ''}`.trim();
  const entries = counted(fork.pagesCopied, 'page-table entry', 'page-table entries');
  return (
    `${entries} copied; private writable pages are write-protected on both sides. ` + (facts.complete ? made : '')
  ).trim();
}

/**
 * A fork that failed: what failed and how far it came, then what was copied and freed. Where and how it was undone
 * is the hint's.
 */
export function forkedBadly(facts: StepFacts, copied: string): string[] {
  const { record } = facts;
  const fork = record.fork ?? null;
  const before =
    record.requests.length === 0
      ? 'No node had been requested.'
      : `${counted(record.requests.length, 'request')} had been made, for ${counted(asked(record), 'node')} in all.`;
  const done =
    fork === null
      ? ''
      : fork.mapCount === 0
        ? 'The child had no VMA of its own yet.'
        : `The child had ${counted(fork.mapCount, 'VMA')} of its own.`;
  const spent = fork !== null && fork.copiedNodes > 0 ? `${copied} ${nullStoresText(facts)}`.trim() : before;
  return facts.nodesApart === true
    ? [refusals(record), backAgain(facts)]
    : [refusals(record), siteFailed(facts), done, spent, backAgain(facts)];
}

/** An exit. */
export function tornDown(facts: StepFacts): string[] {
  return [
    backAgain(facts),
    facts.record.freed > 0 && facts.record.deferred > 0 ? `${freedNodes(facts.record, 'the whole tree')}.` : '',
  ];
}

// From the balance.
function backAgain({ record }: StepFacts): string {
  const { balance } = record;
  if (balance === undefined) return '';
  const freed = balance.rows
    .filter(({ returned }) => returned > 0)
    .map(({ object, returned, waiting = 0 }) => {
      const which = waiting === 0 ? '' : ` (${waiting} of them ${waiting === 1 ? 'waits' : 'wait'} for a reader)`;
      return `${countedObjects(returned, object)}${which}`;
    });
  const held = balance.rows.filter((row) => row.held > 0).map((row) => countedObjects(row.held, row.object));
  const lost = held.length === 0 ? '' : ` Still allocated, with no owner: ${held.join(', ')}.`;
  return `${freed.length === 0 ? 'There was nothing to free.' : `Freed: ${freed.join(', ')}.`}${lost}`;
}

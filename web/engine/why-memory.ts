// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about address spaces: which VMAs a call made, split, joined and freed and why, what became of pages, page
// tables and the commit account; forks and their undoing, exits. Floor 3: pure. The rules are spec/04 sections 3 and 4.

import { toHex } from '../base/index64';
import { counted } from '../base/text';
import { asked, copyRequests, granted } from '../scenario/outcomes';
import { passInStep, type CoreEvent } from './events';
import { SITE_NAMES } from './generated/tables';
import { WRITTEN } from './memory-events';
import type { StepFacts } from './why-facts';
import { givenBack, granting, refusals } from './why-nodes';

type Name = CoreEvent['name'];

function all({ events }: StepFacts, name: Name): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

function sum(events: readonly CoreEvent[]): number {
  return events.reduce((total, { count }) => total + count, 0);
}

const range = ({ a, b }: CoreEvent): string => `${toHex(a)} to ${toHex(b)}`;

// ---- Calls ----

/** What a call did; `tree` tells of its stores. */
export function called(told: StepFacts, tree: () => readonly string[]): string[] {
  const facts = replayed(told);
  if (!facts.complete) return [`${counted(facts.record.requests.length, 'request')} for nodes.`, waiting(told)];
  const stored = facts.outcome?.storeType !== null || Object.keys(facts.outcome.storeCounts ?? {}).length > 0;
  return [...splits(facts), ...joined(facts), made(facts), ...rest(facts), reflagged(facts), ...memory(facts), ...(stored ? tree() : [untouched(facts), 'The tree of VMAs is as it was: nothing was stored.']), waiting(told)];
}

// The hint's word on readers. The rest of a call's hint is told above; that of a traced call stands behind the sentences.
function waiting({ record, hint }: StepFacts): string {
  const told = record.op === 'trace' ? undefined : hint.split(' · ').find((part) => /\bwaits? for readers? /.test(part));
  return told === undefined ? '' : `${told}.`;
}

// A touch of what was touched before.
function untouched({ record, events }: StepFacts): string {
  const changes: ReadonlySet<Name> = new Set(['mapped_page', 'pages_written', 'anon_obtained', 'table_made']);
  return record.op !== 'touch' || events.some(({ name }) => changes.has(name)) ? '' : 'Nothing was to be done: each page is present already as this access needs it.';
}

const REPLAYED: Readonly<Record<string, string>> = { mmap: 'map', mmap2: 'map', munmap: 'unmap', mprotect: 'protect', pkey_mprotect: 'protect', madvise: 'advise', mlock: 'advise', mlock2: 'advise', munlock: 'advise', brk: 'brk' };

// A call of a trace is told as the call that it is.
function replayed(facts: StepFacts): StepFacts {
  const op = facts.record.op === 'trace' ? REPLAYED[/^\w*/.exec(facts.gutter)?.[0] ?? ''] : undefined;
  return op === undefined ? facts : { ...facts, record: { ...facts.record, op } };
}

interface Cut {
  readonly kept: CoreEvent;
  readonly part: CoreEvent;
}

const OF_VMAS: ReadonlySet<Name> = new Set(['vma_made', 'vma_changed', 'vma_freed']);

// What the call is about keeps the object; a part that is not becomes a new one, just before the object’s range is told.
function cuts({ events }: StepFacts): Cut[] {
  const told = events.filter(({ name }) => OF_VMAS.has(name));
  return told.flatMap((part, k) => {
    const kept = told[k + 1];
    if (part.name !== 'vma_made' || kept?.name !== 'vma_changed') return [];
    return part.b + 1n === kept.a || kept.b + 1n === part.a ? [{ kept, part }] : [];
  });
}

function splits(facts: StepFacts): string[] {
  const why = PARTS[facts.record.op] ?? 'the call is about one part of it';
  return cuts(facts).map(({ kept, part }) => {
    const [at, side] = part.a < kept.a ? [kept.a, 'below'] : [part.a, 'above'];
    return `VMA ${kept.count} is split at ${toHex(at)}, since ${why}: the part ${side} is a new one, VMA ${part.count}.`;
  });
}

const PARTS: Readonly<Record<string, string>> = {
  unmap: 'only a part of it goes',
  map: 'only a part of it makes room',
  protect: 'a VMA has one set of permissions',
  advise: 'a VMA has one set of flags',
  brk: 'only a part of it goes',
};

// VMAs that a longer one has swallowed, and one that has grown over what was asked for.
function joined(facts: StepFacts): string[] {
  const freed = all(facts, 'vma_freed');
  const changed = lastChanges(facts);
  const parts = changed.flatMap((one): string[] => {
    const inside = freed.filter(({ a, b }) => a >= one.a && b <= one.b);
    if (inside.length > 0) return [`${numbers(inside)} ${inside.length === 1 ? 'is' : 'are'} joined to VMA ${one.count}, which covers ${range(one)} now`];
    return grown(facts, one) ? [`VMA ${one.count} grows to cover ${range(one)}`] : [];
  });
  if (parts.length === 0) return [];
  return [`${parts.join('; ')}: ${facts.record.op === 'touch' ? 'a stack grows down to where it is touched' : 'what adjoins has the same permissions and flags, the same file or none, an offset that goes on, and no other anon_vma'}.`];
}

// Of each VMA its range as it stood at the end.
function lastChanges(facts: StepFacts): CoreEvent[] {
  const cut = new Set(cuts(facts).map(({ kept }) => kept));
  const last = new Map(all(facts, 'vma_changed').map((event) => [event.count, event]));
  return [...last.values()].filter((event) => !cut.has(event));
}

const GROWING: ReadonlySet<string> = new Set(['map', 'brk', 'touch', 'protect', 'advise', 'trace']);
/** Calls that leave every range as it is, unless VMAs are joined. */
const OF_FLAGS: ReadonlySet<string> = new Set(['protect', 'advise']);

// Covers what the call was about, and more than a change of flags would have it cover.
function grown({ record, touched, nodes }: StepFacts, { a, b, count }: CoreEvent): boolean {
  const was = rangeBefore(nodes, count);
  if (was !== null && (was.first < a || was.last > b || (was.first === a && was.last === b))) return false;
  // A replayed brk has touched its end only.
  if (record.op === 'brk') return was !== null;
  if (!GROWING.has(record.op) || touched === null || touched.first < a || touched.last > b) return false;
  return !OF_FLAGS.has(record.op) || a < touched.first || b > touched.last;
}

// Of a VMA its range before the step, as a leaf told it; null if none that is at hand did.
function rangeBefore(nodes: StepFacts['nodes'], number: number): { readonly first: bigint; readonly last: bigint } | null {
  const word = (BigInt(number) << 1n) | 1n;
  for (const { kind, slots, lasts, min } of nodes.values()) {
    const at = kind === 'leaf' ? slots.findIndex((one) => one === word) : -1;
    if (at >= 0) return { first: at === 0 ? min : lasts[at - 1]! + 1n, last: lasts[at]! };
  }
  return null;
}

function reflagged(facts: StepFacts): string {
  if (!OF_FLAGS.has(facts.record.op)) return '';
  const changed = lastChanges(facts).filter((one) => !grown(facts, one) && !swallows(facts, one));
  if (changed.length === 0) return '';
  return `${numbers(changed)} ${changed.length === 1 ? 'has' : 'have'} other ${facts.record.op === 'protect' ? 'permissions' : 'flags'} now.`;
}

function swallows(facts: StepFacts, { a, b }: CoreEvent): boolean {
  return all(facts, 'vma_freed').some((one) => one.a >= a && one.b <= b);
}

function made(facts: StepFacts): string {
  const parts = new Set(cuts(facts).map(({ part }) => part.count));
  const fresh = all(facts, 'vma_made').filter(({ count }) => !parts.has(count));
  if (fresh.length === 0) return '';
  if (fresh.length > 3) return `${counted(fresh.length, 'VMA')} made.`;
  return `${fresh.map((one) => `VMA ${one.count} is made for ${range(one)}`).join('; ')}.`;
}

// VMAs that went as a whole, and those that lost a part.
function rest(facts: StepFacts): string[] {
  const changed = lastChanges(facts);
  const gone = all(facts, 'vma_freed').filter(({ a, b }) => !changed.some((one) => a >= one.a && b <= one.b));
  const shrunk = OF_FLAGS.has(facts.record.op) ? [] : changed.filter((one) => !grown(facts, one) && !swallows(facts, one));
  return [
    gone.length === 0 ? '' : `${numbers(gone)} ${gone.length === 1 ? 'lies within the range and goes' : 'lie within the range and go'} with all that ${gone.length === 1 ? 'it holds' : 'they hold'}.`,
    ...shrunk.map((one) => `VMA ${one.count} keeps ${range(one)}.`),
  ];
}

function numbers(events: readonly CoreEvent[]): string {
  if (events.length > 3) return counted(events.length, 'VMA');
  const list = events.map(({ count }) => String(count));
  return `VMA${list.length === 1 ? '' : 's'} ${list.length === 1 ? list[0]! : `${list.slice(0, -1).join(', ')} and ${list.at(-1)!}`}`;
}

// ---- Pages, page tables, account ----

const LEVELS: readonly string[] = ['', 'PTE', 'PMD', 'PUD'];

function memory(facts: StepFacts): string[] {
  const pages = (name: Name): number => sum(all(facts, name));
  const [present, gone, moved, locked] = [pages('mapped_page'), pages('pages_unmapped'), pages('pages_moved'), pages('pages_protected')];
  const [charged, back] = [pages('charged'), pages('uncharged')];
  return [
    charged === 0 ? '' : `${counted(charged, 'page')} of private writable memory charged to the commit account.`,
    present === 0 ? '' : `${counted(present, 'page')} ${present === 1 ? 'becomes' : 'become'} present${zeroes(facts, present)}.`,
    ...written(facts),
    ...all(facts, 'anon_obtained').slice(0, 3).map(({ slot, count, b }) => `VMA ${count} gets ${slot === 1 ? 'the anon_vma of a neighbour' : 'an anon_vma'} and ${counted(Number(b), 'chain element')}.`),
    more(all(facts, 'anon_obtained').length - 3),
    tables(facts, 'table_made', 'made'),
    gone === 0 ? '' : `${counted(gone, 'page')} no longer present.`,
    locked === 0 ? '' : `${counted(locked, 'page')} no longer writable: the next write finds that out.`,
    moved === 0 ? '' : `${counted(moved, 'page')} moved.`,
    tables(facts, 'table_freed', 'freed'),
    back === 0 ? '' : `${counted(back, 'page')} given back to the commit account.`,
  ];
}

// Those that a read finds nothing at.
function zeroes(facts: StepFacts, present: number): string {
  const count = sum(all(facts, 'mapped_page').filter(({ slot }) => slot === 0));
  if (count === 0) return '';
  return `: ${count === present ? 'the' : `${count.toLocaleString('en-US')} of them the`} zero page, which is counted nowhere`;
}

// What a write changed that was present.
function written(facts: StepFacts): string[] {
  return WRITTEN.flatMap((text, kind) => {
    const count = sum(all(facts, 'pages_written').filter(({ slot }) => slot === kind));
    return count === 0 ? [] : [`${counted(count, 'page')} ${text(count)}.`];
  });
}

const more = (vmas: number): string => (vmas <= 0 ? '' : `So ${vmas === 1 ? 'does' : 'do'} ${counted(vmas, 'VMA')} more.`);

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
  const back = facts.record.freed > 0 ? `${givenBack(facts.record, '')}.` : '';
  return [refusals(facts.record), siteFailed(facts), back, facts.record.op === 'mm' || facts.hint.includes('as it was') ? '' : 'The address space is as it was.'];
}

function siteFailed(facts: StepFacts): string {
  const [failed] = all(facts, 'site_failed');
  const name = failed === undefined ? undefined : SITE_NAMES[failed.slot];
  if (failed === undefined || name === undefined) return '';
  const pass = passInStep(failed, facts.passed);
  if (facts.record.op === 'fork') return `The failure was the ${ordinal(pass)} pass of the site \`${name}\` in this step.`;
  return `This call failed at its site \`${name}\`, ${pass === 1 ? 'the first time it came there' : `which it came to for the ${ordinal(pass)} time`}.`;
}

// "2nd", "11th", "1,023rd"
function ordinal(n: number): string {
  const end = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n.toLocaleString('en-US')}${end}`;
}

// ---- Forks and exits ----

/** A fork that went through. `stores` tells how many of each type. */
export function forkedWell(facts: StepFacts, copied: string, stores: string): string[] {
  const by = facts.record.fork?.by ?? 'dup';
  const count = facts.record.fork?.mapCount ?? 0;
  const first = {
    dup: [copied, `${count === 0 ? 'The child gets no VMA of its own.' : `Then ${counted(count, 'VMA')} of the parent ${count === 1 ? 'is' : 'are'} replaced in place by the child’s own.`} ${stores}`],
    bulk: [`Nodes for all VMAs are requested before the first store. ${granting(facts.record)}`, stores],
    stores: [`Each VMA is stored by itself. ${facts.record.requests.length === 0 ? 'No node is requested.' : granting(facts.record)}`, stores],
  }[by];
  const unused = facts.record.freed === 0 ? '' : `${givenBack(facts.record, by === 'bulk' ? 'what was requested and not used, and leaves that were made anew' : '')}.`;
  return [...first, leftOut(facts), storesAsked(facts), unused, copiedPages(facts)];
}

function leftOut(facts: StepFacts): string {
  const skipped = all(facts, 'vma_skipped');
  if (skipped.length === 0 || !facts.complete) return '';
  const how = facts.record.fork?.by === 'dup' ? `NULL is stored over ${skipped.length === 1 ? 'it' : 'each'} in the copied tree` : `${skipped.length === 1 ? 'it is' : 'they are'} skipped`;
  return `${numbers(skipped)} of the parent ${skipped.length === 1 ? 'is' : 'are'} not for the child (DONTCOPY): ${how}.`;
}

// What the stores into the copied tree asked for themselves: those of NULL, since the others write in place.
function storesAsked({ record, outcome }: StepFacts): string {
  const copied = outcome?.copied ?? 0;
  const from = copied === 0 ? record.requests.length : copyRequests({ copied, requests: record.requests });
  const own = { requests: record.requests.slice(from), rk: record.rk.slice(from) };
  if (own.requests.length === 0) return '';
  const [wanted, got] = [asked(own), granted(own)];
  return `Storing NULL took ${counted(own.requests.length, 'request')} more, for ${counted(wanted, 'node')}, ${got === wanted ? 'all' : got === 0 ? 'none' : got.toLocaleString('en-US')} granted.`;
}

function copiedPages(facts: StepFacts): string {
  const { fork } = facts.record;
  if (fork === null || fork === undefined) return '';
  const made = tables(facts, 'table_made', 'made for it');
  if (fork.pagesCopied === 0) return `No page-table entry is copied. ${facts.complete ? made : ''}`.trim();
  return `${counted(fork.pagesCopied, 'page-table entry', 'page-table entries')} copied; private writable pages are write-protected on both sides. ${facts.complete ? made : ''}`.trim();
}

/** A fork that failed: what failed and how far it came, then what was done and given back. Where and how it was undone is the hint's. */
export function forkedBadly(facts: StepFacts, copied: string): string[] {
  const { record } = facts;
  const fork = record.fork ?? null;
  const before = record.requests.length === 0 ? 'No node had been requested.' : `${counted(record.requests.length, 'request')} had been made, for ${counted(asked(record), 'node')} in all.`;
  const done = fork === null ? '' : fork.mapCount === 0 ? 'The child had no VMA of its own yet.' : `The child had ${counted(fork.mapCount, 'VMA')} of its own.`;
  return [refusals(record), siteFailed(facts), done, fork !== null && fork.copiedNodes > 0 ? `${copied} ${storesAsked(facts)}`.trim() : before, backAgain(facts)];
}

/** An exit. */
export function tornDown(facts: StepFacts): string[] {
  return [backAgain(facts), facts.record.freed > 0 && facts.record.deferred > 0 ? `${givenBack(facts.record, 'all that the tree had')}.` : ''];
}

// From the account: what has come back.
function backAgain({ record }: StepFacts): string {
  const { balance } = record;
  if (balance === undefined) return '';
  const back = balance.rows.filter(({ object, returned }) => returned > 0 && NOUNS[object] !== undefined).map(({ object, returned, waiting = 0 }) => `${counted(returned, ...NOUNS[object]!)}${waiting === 0 ? '' : ` (of which ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a reader)`}`);
  const held = balance.rows.filter(({ object, held: count }) => count > 0 && NOUNS[object] !== undefined).map(({ object, held: count }) => counted(count, ...NOUNS[object]!));
  const lost = held.length === 0 ? '' : ` Still held, by nobody: ${held.join(', ')}.`;
  return `${back.length === 0 ? 'There was nothing to give back.' : `Given back: ${back.join(', ')}.`}${lost}`;
}

const NOUNS: Readonly<Partial<Record<string, readonly [string, string?]>>> = {
  vmas: ['VMA'],
  resident: ['page that was present', 'pages that were present'],
  tables: ['page table'],
  commit: ['page of the commit account', 'pages of the commit account'],
  nodes: ['node'],
  anon_vmas: ['anon_vma'],
  chains: ['chain element'],
  policies: ['memory policy', 'memory policies'],
  uffds: ['userfaultfd context'],
  files: ['file reference'],
  mms: ['address space'],
};

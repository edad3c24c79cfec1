// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why a step did what it did, in plain sentences. Pure. Everything said stands in the step's record or in the core's
// events; what they do not show is not guessed. Writes are worded in step-write.ts, nodes in step-nodes.ts.
//
// Terms: nodes *needed* are the formula's number before any request (`pre`); *requested* is the sum of all requests,
// refused ones included; *granted* are those that the allocator gave.

import { fieldText } from './finding';
import * as whyMemory from './step-memory';
import * as whyRead from './step-read';
import * as whyStates from './step-states';
import { traitsOf, type Op } from '../model/ops';
import type { Reason, ReasonKind } from '../model/reason';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { Outcome } from '../model/outcome';
import { capital } from './capital';
import { ODDITIES, oddity } from './oddities';
import { asked, copyRequests, isAnyRefused } from '../model/outcome';
import type { CoreEvent } from '../model/event';
import { CORRUPT_FIELDS } from '../model/generated/enums';
import type { StepFacts } from './step-facts';
import { freedNodes, granting, refusals, retried } from './step-nodes';
import { stillWaiting, wrapReason } from './step-waiting';
import { written } from './step-write';

/** The sentences for a step. */
export function whyOf(facts: StepFacts): string {
  const said =
    facts.record.error === null
      ? [retried(facts.record), ...success(facts), lostChild(facts), stillWaiting(facts)]
      : failure(facts);
  return [...reasonsOf(facts, 'first'), ...said, ...reasonsOf(facts, 'last')].filter((part) => part !== '').join(' ');
}

// The reasons that the sentences do not cover. For a fork that failed, the refusal and the undo come first.
function reasonsOf(facts: StepFacts, when: 'first' | 'last'): readonly string[] {
  const { op, error, rk, fork = null } = facts.record;
  if (error === null && isCovered(op)) return [];
  const covered = new Set<ReasonKind>();
  // The sentences name each refused request.
  if (isAnyRefused(rk)) covered.add('refused');
  if (error === null) covered.add('counts');
  if (wrapReason(facts) !== '') covered.add('wraps');
  const isFirst = ({ kind }: Reason): boolean =>
    kind === 'injected' || (error !== null && fork !== null && (kind === 'failed' || kind === 'undone'));
  return facts.hint
    .filter((one) => one.kind === 'injected' || !(error !== null && op === 'dup'))
    .filter((one) => !covered.has(one.kind) && isFirst(one) === (when === 'first'))
    .sort((a, b) => Number(b.kind === 'injected') - Number(a.kind === 'injected'))
    .map(({ text }) => `${capital(text)}.`);
}

// Whether the sentences already cover all that the interpreter adds to such a step.
function isCovered(op: Op): boolean {
  const { takes, isCall } = traitsOf(op);
  return takes === 'reader' || op === 'corrupt' || (isCall === true && op !== 'trace');
}

function all({ events }: StepFacts, name: CoreEvent['name']): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

function success(facts: StepFacts): string[] {
  const through = facts.record.state === undefined ? null : whyStates.throughState(facts);
  if (through !== null) return [...through];
  const { op } = facts.record;
  if (facts.always !== null) return [facts.always];
  const { isCall, reads, walks } = traitsOf(op);
  if (isCall === true) return whyMemory.called(facts, () => stored(facts));
  switch (op) {
    case 'load':
      return [lookedUp(facts)];
    case 'gap':
    case 'search':
      return [searched(facts)];
    case 'dup':
      return [copied(facts), 'No entry was read or rewritten.'];
    case 'fork':
      return whyMemory.forkedWell(facts, copied(facts), stores(facts.outcome));
    case 'sweep':
      return [];
    case 'exit':
      return whyMemory.tornDown(facts);
    case 'destroy':
      return [destroyed(facts)];
    case 'bulk':
      return filled(facts);
    case 'walk':
      return whyRead.walked(facts);
    case 'read':
      return whyRead.parked(facts);
    case 'resume':
      return whyRead.resumed(facts);
    case 'release':
      return whyRead.released(facts);
    case 'alloc':
    case 'cyclic':
      return [...whyRead.foundPlace(facts), ...written(facts)];
    case 'corrupt':
      return [spoilt(facts)];
    default:
      if (reads === true && walks === true) return whyRead.iterated(facts);
      return facts.record.state === undefined ? written(facts) : [...written(facts), whyStates.leftAt(facts)];
  }
}

// A whole subtree that goes in RCU mode.
function lostChild({ events, widest }: StepFacts): string {
  const top = events.find(({ name, node }) => name === 'defer_subtree' && widest.includes(node));
  return top === undefined
    ? ''
    : `Node ${top.node} has 16 children: Linux 6.16 would corrupt memory here (“${ODDITIES.sixteenth}”), since it ` +
        'overwrites the last child pointer before it frees that child. Here each node is freed once.';
}

// In RCU mode the nodes are freed when no reader can be reading them any more.
function destroyed({ record, events }: StepFacts): string {
  const top = events.find((event) => event.name === 'defer_subtree');
  if (record.freed > 0) return `${freedNodes(record, 'the whole tree')}.`;
  return top === undefined ? 'There was no node to free.' : `The whole tree, ${counted(top.count, 'node')}, is dead.`;
}

// ---- Reading ----

function lookedUp(facts: StepFacts): string {
  const leaf = facts.events.findLast((event) => event.name === 'arrive');
  if (leaf === undefined) {
    const height = facts.record.height ?? 0;
    return height === 0
      ? 'The tree has no node: the root pointer itself is the answer.'
      : `The walk looks at one node on each level, ${height} in all. In each it takes the slot of the first pivot ` +
          'that is at or above the index.';
  }
  const nodes = all(facts, 'descend').length + 1;
  const way = nodes === 1 ? 'The root is a leaf' : `${counted(nodes, 'node')} from the root to the leaf`;
  return `${way}: slot ${leaf.slot} of node ${leaf.node} covers ${indexText(leaf.a)} to ${indexText(leaf.b)}.`;
}

function searched(facts: StepFacts): string {
  const looked = all(facts, 'gap_looked_at');
  const { result } = facts.record;
  const place = result !== null && typeof result === 'object' && 'index' in result ? result : null;
  if (place === null) return '';
  // A reason here means that the search overlooked a free range.
  const which =
    facts.hint.length > 0 || facts.side === null
      ? 'is free'
      : `is the ${facts.side === 'top' ? 'highest' : 'lowest'} that is free`;
  const [first, last] = [indexText(BigInt(place.index)), indexText(BigInt(place.last))];
  const where = first === last ? first : `${first} to ${last}`;
  if (!facts.complete) return `${where} ${which}.`;
  if (looked.length === 0) return `${where} ${which}; no node had to be looked at.`;
  const nodes = new Set(looked.map((event) => event.node)).size;
  return `The search looked at ${counted(looked.length, 'slot')} in ${counted(nodes, 'node')}: ${where} ${which}.`;
}

// ---- Copying and filling ----

function copied({ record, outcome }: StepFacts): string {
  const count = outcome?.copied ?? 0;
  if (count === 0) return 'There was no node to copy: the tree is only its root pointer.';
  const requests = copyRequests({ copied: count, requests: record.requests });
  const how =
    requests === 1
      ? 'one request'
      : `${requests} requests: one node for the root, then for each inner node its children in bulk`;
  return `${counted(count, 'node')} copied, by ${how}.`;
}

// The stores of a call: one in full, several by type.
function stored(facts: StepFacts): string[] {
  if (facts.outcome?.storeType !== null) return written(facts);
  const { record } = facts;
  return [
    stores(facts.outcome),
    asked(record) === 0 ? 'No node was requested.' : granting(record),
    record.freed === 0 ? '' : `${freedNodes(record, '')}.`,
  ];
}

function filled(facts: StepFacts): string[] {
  const { record, outcome, events } = facts;
  const evened = events.find((event) => event.name === 'bulk_evened');
  return [
    stores(outcome),
    asked(record) === 0 ? 'No node was requested.' : granting(record),
    record.freed === 0 ? '' : `${freedNodes(record, '')}.`,
    evened === undefined
      ? ''
      : `The last leaf was too small: ${counted(evened.slot, 'slot')} moved over from its left neighbour.`,
    facts.excused ? `The checks excuse what it left at its right edge: ${oddity('thinBulk')}.` : '',
  ];
}

// Most frequent first; a type that is as frequent keeps its place.
function stores(outcome: Outcome | null): string {
  const counts = Object.entries(outcome?.storeCounts ?? {}).sort((a, b) => b[1] - a[1]);
  if (counts.length === 0) return '';
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const types = counts.map(([type, count]) => `${count.toLocaleString('en-US')} ${type}`);
  return `${counted(sum, 'store')}: ${types.join(', ')}.`;
}

// ---- Spoiling ----

function spoilt(facts: StepFacts): string {
  const written = facts.events.find((event) => event.name === 'corrupted');
  if (written === undefined) return '';
  const field = CORRUPT_FIELDS[written.count] ?? 'slot';
  const what = field === 'pivot' || field === 'slot' || field === 'gap' ? `${field} ${written.slot}` : field;
  const same = written.a === written.b ? ' (the same as before)' : '';
  const [was, now] = [fieldText(field, written.a), fieldText(field, written.b)];
  return (
    `Overwritten directly, bypassing all checks: ${what} of node ${written.node} was ${was} and is ${now} ` +
    `now${same}. The tree is shown as its bytes now are. Only another \`corrupt\` may follow, or \`destroy\`, ` +
    'which first restores all fields.'
  );
}

// ---- Refusals ----

function failure(facts: StepFacts): string[] {
  const { record } = facts;
  if (record.fork !== undefined && record.fork !== null) return whyMemory.forkedBadly(facts, copied(facts));
  if (record.op === 'mm' || traitsOf(record.op).isCall === true) return whyMemory.refusedCall(facts);
  if (record.op === 'sweep') return [];
  const back = record.freed > 0 ? `${freedNodes(record, '')}.` : '';
  if (record.error !== 'ENOMEM' && record.error !== 'ERETRY') return whyRead.declined(facts, back);
  return record.op === 'dup' ? unmade(facts) : [refusals(record), back];
}

// A copy of a tree that was refused. A request is for the root, or for the children of the node that was copied just
// before it (rule "duplicate"); what came back is all that had been made.
function unmade(facts: StepFacts): string[] {
  const { record, complete } = facts;
  const copies = all(facts, 'copied');
  const [top, last] = [copies[0], copies.at(-1)];
  const whose =
    last === undefined
      ? 'the copy of the root'
      : `copies of the children of ${last === top ? 'the root, ' : ''}node ${last.a}, to stand below its own copy, ` +
        `node ${last.node}`;
  const made =
    record.freed === 1 && top !== undefined ? `node ${top.node}, the copy of the root` : 'everything copied so far';
  return [
    `${refusals(record)}${complete ? ` It was for ${whose}.` : ''} ENOMEM: out of memory.`,
    record.freed > 0 ? `${freedNodes(record, complete ? made : '')}.` : '',
    'The copy does not exist; the tree is unchanged.',
  ];
}

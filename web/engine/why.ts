// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why a step did what it did, in plain sentences. Floor 3: pure. Everything said stands in the step's record or in the
// core's events; what they do not tell is not guessed. The rules behind the decisions are spec/02 (types: section 3,
// counts: section 4.1, pushes and cuts: sections 6 and 7, neighbours: section 8).

import { toHex } from '../base/index64';
import { counted } from '../base/text';
import type { Outcome } from '../model/machine';
import type { StepReport } from '../model/report';
import { NODE } from './generated/tables';
import type { CoreEvent } from './events';

/** What the sentences are made of. */
interface Facts {
  readonly record: StepReport;
  readonly outcome: Outcome | null;
  readonly events: readonly CoreEvent[];
  /** The leaf that the walk arrived in before the decision; null if there was none. */
  readonly leaf: CoreEvent | null;
}

type Name = CoreEvent['name'];

/** The sentences for a step; `hint` is the interpreter's word on it, empty if it has none. */
export function whyOf(record: StepReport, outcome: Outcome | null, events: readonly CoreEvent[], hint: string): string {
  const decided = events.findLastIndex((event) => event.name === 'type_chosen');
  const leaf = events.slice(0, decided < 0 ? events.length : decided).findLast((event) => event.name === 'arrive') ?? null;
  const facts: Facts = { record, outcome, events, leaf };
  const said = record.error === null ? success(facts) : failure(facts);
  // The requests that were refused have been told one by one.
  const rest = said.some((part) => part.includes('refused')) ? hint.replace(/^a request to the node allocator was refused; /, '') : hint;
  return [...said, rest === '' ? '' : sentence(rest)].filter((part) => part !== '').join(' ');
}

function all({ events }: Facts, name: Name): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

function first({ events }: Facts, name: Name): CoreEvent | null {
  return events.find((event) => event.name === name) ?? null;
}

function sentence(text: string): string {
  const capital = text.startsWith('`') ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function success(facts: Facts): string[] {
  switch (facts.record.op) {
    case 'tree':
      return ['An empty tree is a NULL root pointer: it needs no node.'];
    case 'load':
      return [lookedUp(facts)];
    case 'gap':
      return [searched(facts)];
    case 'dup':
      return [copied(facts)];
    case 'fork':
      return [(facts.outcome?.copied ?? 0) > 0 ? copied(facts) : filled(facts)];
    case 'destroy':
    case 'exit':
      return [facts.record.freed === 0 ? 'There was no node to give back.' : `${counted(facts.record.freed, 'node')} given back: all that the tree had.`];
    case 'bulk':
      return [filled(facts)];
    default:
      return written(facts);
  }
}

// ---- Reading ----

function lookedUp(facts: Facts): string {
  const { leaf, record } = facts;
  if (leaf === null) {
    const height = record.height ?? 0;
    return height === 0 ? 'The tree has no node: the root pointer itself is the answer.' : `One node on each level is looked at, ${height} in all: the first pivot that is not below the index shows the slot.`;
  }
  const nodes = all(facts, 'descend').length + 1;
  const way = nodes === 1 ? 'The root is a leaf' : `${counted(nodes, 'node')} from the root to the leaf`;
  return `${way}: slot ${leaf.slot} of node ${leaf.node} covers ${toHex(leaf.a)} to ${toHex(leaf.b)}.`;
}

function searched(facts: Facts): string {
  const looked = all(facts, 'gap_looked_at');
  const { result } = facts.record;
  const place = result !== null && typeof result === 'object' && 'index' in result ? result : null;
  if (place === null) return '';
  if (looked.length === 0) return `${place.index} to ${place.last} is free; no node had to be looked at.`;
  const nodes = new Set(looked.map((event) => event.node)).size;
  return `Looked at ${counted(looked.length, 'gap')} in ${counted(nodes, 'node')}: ${place.index} to ${place.last} is the first place that fits.`;
}

// ---- Copying and filling ----

function copied({ record, outcome }: Facts): string {
  const count = outcome?.copied ?? 0;
  if (count === 0) return 'There was no node to copy: the root pointer is all of it.';
  const bulks = record.requests.length - 1;
  const how = bulks <= 0 ? 'one request' : `${record.requests.length} requests: one node for the root, then for each inner node its children in bulk`;
  return `${counted(count, 'node')} copied, by ${how}. No entry was looked at or stored anew.`;
}

function filled(facts: Facts): string {
  const { record, outcome } = facts;
  const asked = record.requests.reduce((sum, size) => sum + size, 0);
  const counts = Object.entries(outcome?.storeCounts ?? {}).map(([type, count]) => `${count} × ${type}`);
  const told = [counts.length === 0 ? '' : `Stores made: ${counts.join(', ')}.`];
  if (asked > 0) told.unshift(`${counted(asked, 'node')} asked for${record.freed > 0 ? `, ${record.freed} given back` : ''}.`);
  const evened = first(facts, 'bulk_evened');
  if (evened !== null) told.push(`The last leaf was too small: ${counted(evened.slot, 'slot')} moved over from its left neighbour.`);
  return told.filter((part) => part !== '').join(' ');
}

// ---- Writing ----

function written(facts: Facts): string[] {
  const { record } = facts;
  if (record.storeType === null) return record.op === 'erase' ? [] : ['Nothing had to be written.'];
  return [widened(facts), ...decision(facts), ...consequences(facts), requested(facts)];
}

// Told by the event; the range that was asked for is the record's business.
function widened(facts: Facts): string {
  const event = facts.events.findLast((one) => one.name === 'null_widened');
  return event === undefined ? '' : `NULL joins the free ranges beside it: ${toHex(event.a)} to ${toHex(event.b)} is written.`;
}

function decision(facts: Facts): string[] {
  switch (facts.record.storeType) {
    case 'store_root':
      return [firstLeaf(facts)];
    case 'new_root':
      return [everything(facts)];
    case 'exact_fit':
      return [`The range is exactly slot ${slotOf(facts)} of ${leafName(facts)}: only the entry there changes.`];
    case 'slot_store':
      return [`${capital(leafName(facts))} keeps as many slots as it has: entries and pivots are written in place.`];
    case 'append':
      return [appended(facts)];
    case 'node_store':
      return [rewritten(facts)];
    case 'split_store':
      return split(facts);
    case 'rebalance':
      return rebalanced(facts);
    case 'spanning_store':
      return spanned(facts);
    case null:
      return [];
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const leafName = ({ leaf }: Facts): string => (leaf === null ? 'the leaf' : `leaf ${leaf.node}`);
const slotOf = ({ leaf }: Facts): string => (leaf === null ? '?' : String(leaf.slot));

function firstLeaf(facts: Facts): string {
  const built = first(facts, 'node_built');
  if (built !== null) return `The tree had no node: its first leaf is made, with ${counted(built.slot + 1, 'slot')}.`;
  const root = first(facts, 'root_written');
  if (root === null) return 'The tree has no node and nothing stands there: nothing changes.';
  return root.b === 0n ? 'The tree had no node: its root pointer is NULL now.' : 'An entry at index 0 alone needs no node: it stands in the root pointer.';
}

function everything(facts: Facts): string {
  const built = first(facts, 'node_built');
  return built === null
    ? 'NULL over the whole index space leaves an empty tree: its nodes go back.'
    : `The range covers the whole index space: a new leaf with one slot, node ${built.node}, takes the place of all nodes.`;
}

function appended(facts: Facts): string {
  const { leaf } = facts;
  const end = first(facts, 'end_written');
  if (leaf === null || end === null) return 'The range begins in the last slot of a leaf that has room behind it.';
  const more = end.slot + 1 - leaf.count;
  return `The range begins in the last slot of leaf ${leaf.node}, which uses ${leaf.count} of ${NODE.leaf.SLOTS}: ${counted(more, 'slot')} added behind it, in place.`;
}

function rewritten(facts: Facts): string {
  const { leaf } = facts;
  const place = first(facts, 'leaf_rewritten');
  const copy = first(facts, 'node_built');
  const used = leaf === null ? '' : `, which used ${leaf.count}`;
  if (place !== null) return `The write leaves ${counted(place.count, 'slot')} in leaf ${place.node}${used}: room for them is there, and the leaf is written anew in place.`;
  if (copy === null || leaf === null) return 'The leaf is written anew.';
  return `The write leaves ${counted(copy.slot + 1, 'slot')} in leaf ${leaf.node}${used}. Readers may be in it (RCU), so node ${copy.node} is built and takes its place.`;
}

function split(facts: Facts): string[] {
  const { leaf } = facts;
  const row = first(facts, 'gathered');
  const used = leaf === null ? 'The leaf' : `Leaf ${leaf.node} uses ${leaf.count} of ${NODE.leaf.SLOTS} slots`;
  const told = [row === null ? `${used}: the write does not fit.` : `${used}, and the write makes ${row.count} of them: too many.`];
  for (const level of levels(facts)) told.push(splitLevel(level));
  return told;
}

// One level of a split: a row of slots, shared with a sibling, or cut, or fitting one node.
interface Level {
  readonly depth: number;
  readonly row: CoreEvent;
  readonly push: CoreEvent | null;
  readonly cuts: readonly CoreEvent[];
}

function levels(facts: Facts): Level[] {
  const found: { depth: number; row: CoreEvent; push: CoreEvent | null; cuts: CoreEvent[] }[] = [];
  for (const event of facts.events) {
    if (event.name === 'gathered') found.push({ depth: found.length, row: event, push: null, cuts: [] });
    const level = found.at(-1);
    if (level === undefined) continue;
    if (event.name === 'push') level.push = event;
    if (event.name === 'cut_chosen') level.cuts.push(event);
  }
  return found;
}

function splitLevel({ depth, row, push, cuts }: Level): string {
  const what = depth === 0 ? 'It' : `The parent, with ${counted(row.count, 'child', 'children')},`;
  if (push !== null) {
    const side = push.a === 0n ? 'left' : 'right';
    return `${depth === 0 ? 'Its' : 'The parent’s'} ${side} sibling, node ${push.node}, has room: the ${push.count} slots of both are shared out between two nodes.`;
  }
  if (cuts.length === 0) return depth === 0 ? '' : `One level up, ${counted(row.count, 'child', 'children')} fit one node.`;
  const sizes = cutSizes(row.count, cuts);
  return `${what} is cut into ${sizes.join(' and ')} slots${depth === 0 ? '; no sibling took a part' : ''}.`;
}

// What is left of and right of each cut.
function cutSizes(count: number, cuts: readonly CoreEvent[]): number[] {
  const ends = [...cuts.map((cut) => cut.slot + 1), count].filter((end, k, list) => k === 0 || end > list[k - 1]!);
  return ends.map((end, k) => end - (ends[k - 1] ?? 0));
}

function rebalanced(facts: Facts): string[] {
  const row = first(facts, 'gathered');
  const told = [
    row === null
      ? `${capital(leafName(facts))} would keep too few slots.`
      : `${capital(leafName(facts))} would keep ${counted(row.count, 'slot')}, fewer than the ${NODE.leaf.MIN + 1} that a leaf must have.`,
  ];
  return [...told, ...pulled(facts)];
}

function spanned(facts: Facts): string[] {
  const seen = first(facts, 'span_seen');
  const told = [
    seen === null
      ? 'The range reaches beyond one leaf.'
      : `The range ends at ${toHex(seen.a)}, but slot ${seen.slot} of node ${seen.node} ends at ${toHex(seen.b)}: several nodes are involved, and what stays of them at both ends is joined.`,
  ];
  return [...told, ...pulled(facts)];
}

function pulled(facts: Facts): string[] {
  const leafPulls = all(facts, 'pulled');
  const told = leafPulls.map((event) => `${event.b === 0n ? 'The right' : 'The left'} neighbour, node ${event.node}, is taken in, which makes ${counted(event.count, 'slot')}.`);
  const converged = first(facts, 'converged');
  if (converged !== null) told.push(`Both sides meet in node ${converged.node}, whose ${counted(converged.count, 'child', 'children')} fit: nothing above changes.`);
  return told;
}

function consequences(facts: Facts): string[] {
  const height = facts.events.findLast((event) => event.name === 'height_changed');
  if (height === undefined || height.a === 0n || height.count === 0) return [];
  return [`The tree ${BigInt(height.count) > height.a ? 'grows' : 'shrinks'} to ${counted(height.count, 'level')}.`];
}

// ---- The allocator ----

// How many nodes were asked for, why so many, and what came back. The formulas are spec/02 section 4.1 and 4.3.
function requested(facts: Facts): string {
  const { record } = facts;
  const { pre, preWhole, freed } = record;
  const refused = refusals(facts);
  if (pre === null || pre === 0) return refused === '' && record.requests.length === 0 ? 'No node is asked for.' : refused;
  const whole = preWhole !== null && preWhole !== pre ? `; the formula before 6.16 asks for ${preWhole}` : '';
  const back = freed === 0 ? '' : ` ${counted(freed, 'node')} given back, replaced ones and unneeded ones together.`;
  const reserve = record.op === 'prealloc' && facts.outcome !== null ? ` ${counted(facts.outcome.reserved, 'node')} stood in reserve before the write began.` : '';
  return `${counted(pre, 'node')} asked for${formula(facts)}${whole}.${reserve}${refused === '' ? '' : ` ${refused}`}${back}`;
}

function formula(facts: Facts): string {
  const { storeType, vh, sh, pre } = facts.record;
  if (vh === null || sh === null || pre === null) return '';
  const factor = storeType === 'spanning_store' ? 3 : storeType === 'split_store' || storeType === 'rebalance' ? 2 : 0;
  if (factor === 0) return '';
  const known = storeType === 'split_store' ? vh : Math.min(vh, sh);
  const height = (pre - 1) / factor + known;
  const what = storeType === 'split_store' ? 'room above, deepest at level' : 'room and children to spare above, at level';
  return ` (${factor} × (height ${height} − ${known}) + 1; ${known === 0 ? 'no level above is known to stop it' : `${what} ${known}`})`;
}

function refusals(facts: Facts): string {
  const refused = facts.record.rk.split('').flatMap((letter, k) => (letter === letter.toUpperCase() ? [k] : []));
  if (refused.length === 0) return '';
  const told =
    refused.length > 3
      ? `${refused.length} of ${facts.record.requests.length} requests were refused.`
      : refused.map((k) => `Request ${k + 1} (${counted(facts.record.requests[k] ?? 0, 'node')}) was refused.`).join(' ');
  return facts.record.error === null ? `${told} What was missing was asked for again.` : told;
}

function failure(facts: Facts): string[] {
  const { record } = facts;
  const back = record.freed > 0 ? `${counted(record.freed, 'node')} given back.` : '';
  switch (record.error) {
    case 'ENOMEM':
    case 'ERETRY':
      return [refusals(facts), back];
    case 'EEXIST':
      return ['The range is not empty, and an insert overwrites nothing.', back];
    case 'EBUSY':
      return [`No free range fits; ${counted(all(facts, 'gap_looked_at').length, 'gap')} looked at.`];
    default:
      return ['The core takes no such arguments; the tree is as it was.'];
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about writes. Pure. The rules behind the decisions are "span", "widened NULL", "store type", "cut",
// "split", "rebalance" and "combine" in core/README.md.

import { MAX, ZERO } from '../base/index64';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { NodePicture } from '../model/picture';
import { oddity } from './oddities';
import { capital } from './capital';
import { spanText } from './walk';
import type { CoreEvent } from '../model/event';
import { NODE } from '../model/generated/node';
import type { StepFacts } from './step-facts';
import { nodesOf } from './step-nodes';

interface Facts extends StepFacts {
  /** The leaf that the walk arrived in before the decision; null if there was none. */
  readonly leaf: CoreEvent | null;
}

/** The sentences about a write that succeeded. */
export function written(step: StepFacts): string[] {
  const { record, events } = step;
  if (record.storeType === null) return record.op === 'erase' ? [] : ['Nothing had to be written.'];
  const decided = events.findLastIndex((event) => event.name === 'type_chosen');
  const leaf =
    events.slice(0, decided < 0 ? events.length : decided).findLast((event) => event.name === 'arrive') ?? null;
  const facts = { ...step, leaf };
  return [widened(facts), ...decision(facts), ...consequences(facts), step.nodesApart === true ? '' : nodesOf(step)];
}

function all({ events }: Facts, name: CoreEvent['name']): readonly CoreEvent[] {
  return events.filter((event) => event.name === name);
}

function first({ events }: Facts, name: CoreEvent['name']): CoreEvent | null {
  return events.find((event) => event.name === name) ?? null;
}

const leafName = ({ leaf }: Facts): string => (leaf === null ? 'the leaf' : `leaf ${leaf.node}`);

// ---- NULL ----

// Whether the store changes the entry of one slot, or not even that.
function sameWord(facts: Facts): CoreEvent | null {
  const slot = facts.record.storeType === 'exact_fit' ? first(facts, 'slot_written') : null;
  return slot !== null && slot.a === slot.b ? slot : null;
}

// The written range compared with the requested one: only NULL makes it longer.
function widened(facts: Facts): string {
  const { outcome, touched, record } = facts;
  const at = outcome?.at ?? null;
  if (at === null || touched === null || record.storeType === 'store_root' || sameWord(facts) !== null) return '';
  const [left, right] = [at.index < touched.first, at.last > touched.last];
  if (!left && !right) return '';
  const sides = left && right ? 'on both sides' : left ? 'below it' : 'above it';
  return `NULL joins the free indexes ${sides}: ${indexText(at.index)} to ${indexText(at.last)} is now one free range.`;
}

// ---- Decisions ----

function decision(facts: Facts): string[] {
  switch (facts.record.storeType) {
    case 'store_root':
      return [firstLeaf(facts)];
    case 'new_root':
      return [everything(facts)];
    case 'exact_fit':
      return [exact(facts)];
    case 'slot_store':
      return [`${capital(leafName(facts))} keeps its slot count: entries and pivots are overwritten in place.`];
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

function exact(facts: Facts): string {
  const { leaf } = facts;
  const where = leaf === null ? 'one slot of the leaf' : `slot ${leaf.slot} of ${leafName(facts)}`;
  const same = sameWord(facts);
  if (same === null) {
    const hollow = leaf !== null && leaf.a === ZERO && leaf.b === MAX && first(facts, 'slot_written')?.b === 0n;
    const stays = hollow ? ` The leaf stays, and holds nothing: ${oddity('hollow')}.` : '';
    return `The range is exactly ${where}: only the entry there changes.${stays}`;
  }
  if (same.b !== 0n) return `The range is exactly ${where}, which holds that entry already: nothing changes.`;
  const range = leaf === null ? '' : `, ${indexText(leaf.a)} to ${indexText(leaf.b)},`;
  return `The range lies in ${where}${range} which is free already: nothing changes.`;
}

function firstLeaf(facts: Facts): string {
  const built = first(facts, 'node_built');
  if (built !== null) return `The tree had no node: its first leaf is made, with ${counted(built.slot + 1, 'slot')}.`;
  const root = first(facts, 'root_written');
  if (root === null || root.a === root.b)
    return 'The tree has no node, and its root pointer stays as it is: nothing changes.';
  return root.b === 0n
    ? 'The tree had no node: its root pointer is NULL now.'
    : 'An entry at index 0 alone needs no node: it stands in the root pointer.';
}

function everything(facts: Facts): string {
  const built = first(facts, 'node_built');
  return built === null
    ? 'NULL over the whole index space leaves an empty tree: all nodes are destroyed.'
    : `The range covers the whole index space: a new leaf with one slot, node ${built.node}, is the root now, and ` +
        'all earlier nodes are destroyed.';
}

function appended(facts: Facts): string {
  const { leaf } = facts;
  // The slot that ends up last is written before any other slot.
  const end = first(facts, 'slot_written');
  if (leaf === null || end === null) return 'The range begins in the last slot of a leaf that has room after it.';
  const more = end.slot + 1 - leaf.count;
  return (
    `The range begins in the last slot of leaf ${leaf.node}, which uses ${leaf.count} of ${NODE.leaf.SLOTS}: ` +
    `${counted(more, 'slot')} added after it, in place.`
  );
}

function rewritten(facts: Facts): string {
  const { leaf } = facts;
  const place = first(facts, 'leaf_rewritten');
  const copy = first(facts, 'node_built');
  const used = leaf === null ? '' : `, which used ${leaf.count}`;
  if (place !== null)
    return (
      `The write leaves ${counted(place.count, 'slot')} in leaf ${place.node}${used}: they fit, and the leaf is ` +
      'rewritten in place.'
    );
  if (copy === null || leaf === null) return 'The leaf is rewritten.';
  return (
    `The write leaves ${counted(copy.slot + 1, 'slot')} in leaf ${leaf.node}${used}. Readers may be in it (RCU), so ` +
    `node ${copy.node} is built and replaces it.`
  );
}

// ---- Splits ----

function split(facts: Facts): string[] {
  const { leaf } = facts;
  const row = first(facts, 'gathered');
  const rows = levels(facts);
  const used =
    leaf === null
      ? 'The leaf'
      : `${(rows[0]?.push ?? null) === null ? 'Leaf' : 'A push: leaf'} ${leaf.node} uses ${leaf.count} of ` +
        `${NODE.leaf.SLOTS} slots`;
  const told = [
    row === null ? `${used}: the write does not fit.` : `${used}; the write ${divides(facts, row.count)} ${row.count}.`,
  ];
  let node = leaf === null ? undefined : facts.nodes.get(leaf.node);
  for (const level of rows) {
    told.push(splitLevel(facts, level, node));
    node = node?.parent === null || node === undefined ? undefined : facts.nodes.get(node.parent.id);
  }
  return told;
}

// The write's effect on the range in which it begins, if that explains the number of slots.
function divides({ outcome, leaf }: Facts, count: number): string {
  const at = outcome?.at ?? null;
  if (at === null || leaf === null || at.index < leaf.a || at.last > leaf.b) return 'leaves';
  const parts = 1 + Number(at.index > leaf.a) + Number(at.last < leaf.b);
  return parts > 1 && count === leaf.count + parts - 1
    ? `splits one range in ${parts === 3 ? 'three' : 'two'}, which needs`
    : 'leaves';
}

// One level of a write that builds nodes: a row of slots, and what was done with it.
export interface Level {
  /** 0 for the leaves. */
  readonly up: number;
  readonly row: CoreEvent;
  readonly push: CoreEvent | null;
  readonly cuts: readonly CoreEvent[];
  readonly pulls: readonly CoreEvent[];
}

/** The rows of slots that a write gathered, from the leaves upwards. */
export function levels(facts: Pick<StepFacts, 'events'>): Level[] {
  const found: { up: number; row: CoreEvent; push: CoreEvent | null; cuts: CoreEvent[]; pulls: CoreEvent[] }[] = [];
  for (const event of facts.events) {
    if (event.name === 'gathered') found.push({ up: found.length, row: event, push: null, cuts: [], pulls: [] });
    const level = found.at(-1);
    if (level === undefined) continue;
    if (event.name === 'push') level.push = event;
    if (event.name === 'cut_chosen') level.cuts.push(event);
    if (event.name === 'pulled') level.pulls.push(event);
  }
  return found;
}

function splitLevel(facts: Facts, { up, row, push, cuts }: Level, node: NodePicture | undefined): string {
  const items = up === 0 ? 'slots' : 'children';
  const children = counted(row.count, 'child', 'children');
  const above = `One level up${push === null ? '' : ', a push:'} there are ${children}. `;
  if (push !== null) {
    const side = push.a === 0n ? 'left' : 'right';
    const refused = side === 'right' && node !== undefined ? [noRoom(facts, node, -1, row.count)] : [];
    const [cut] = cuts;
    const taken = push.count - row.count;
    const parts = cut === undefined ? [] : [cut.slot + 1, push.count - cut.slot - 1];
    const moved =
      cut === undefined
        ? ''
        : `: ${(side === 'left' ? parts[0]! : parts[1]!) - taken} are pushed ${side}, which leaves ` +
          `${parts.join(' and ')} ${items}`;
    const takes = `its ${side} sibling, ${up === 0 ? 'leaf' : 'node'} ${push.node}, uses ${taken} and has room${moved}`;
    const told = capital([...refused, takes].filter((words) => words !== '').join('; '));
    return `${up === 0 ? '' : above}${told}.${cut === undefined ? '' : uneven(cut, push)}`;
  }
  if (cuts.length === 0)
    return up === 0 ? '' : `One level up, ${counted(row.count, 'child', 'children')} fit one node.`;
  const sizes = `cut into ${cutSizes(row.count, cuts).join(' and ')} ${items}`;
  const sides =
    node === undefined
      ? []
      : ([-1, 1] as const).map((by) => noRoom(facts, node, by, row.count)).filter((words) => words !== '');
  const why = node?.parent === null ? 'it is the root, which has no sibling' : sides.join('; ');
  const told = why === '' ? `It is ${sizes}; no sibling took a part.` : `${capital(why)}: it is ${sizes}.`;
  return `${up === 0 ? '' : above}${told}${cuts.length === 1 ? uneven(cuts[0]!, null) : ''}`;
}

// Why a cut is not in the middle (rules "cut" and "cut beside NULL"): the place proposed, and the NULL that moved it.
function uneven({ slot, count, a, b }: CoreEvent, push: CoreEvent | null): string {
  const proposed = Number(b);
  if (a === BULK || slot === (count - 1) >> 1) return '';
  const sizes = [proposed + 1, count - proposed - 1];
  const side = push?.a === 1n ? 'right' : 'left';
  const share = sizes[Number(side === 'right')];
  if (slot === proposed)
    return push === null ? '' : ` The parts are uneven because a push fills the ${side} node except for one slot.`;
  const wanted =
    push === null ? `Halves would be ${sizes.join(' and ')}` : `A push would fill the ${side} node with ${share}`;
  return (
    ` ${wanted}, but the left part would then end with NULL, which only the last leaf may: the cut moves one slot ` +
    `${slot > proposed ? 'right' : 'left'}.`
  );
}

/** Why a cut was chosen, as the core numbers it: for a bulk load. */
const BULK = 4n;

// Why the sibling on one side took nothing (rule "split"); empty if nothing is known of it.
function noRoom({ nodes }: Facts, { parent, kind, max }: NodePicture, by: -1 | 1, row: number): string {
  const above = parent === null ? undefined : nodes.get(parent.id);
  if (above === undefined || parent === null) return '';
  const side = by < 0 ? 'left' : 'right';
  const at = parent.slot + by;
  if (at < 0 || at > above.end) return `it has no ${side} sibling`;
  const sibling = nodes.get(above.children[at] ?? 0);
  const slots = NODE[kind].SLOTS;
  const most = 2 * slots - 1 - Number(kind === 'leaf') - Number(max === MAX);
  const used = (sibling?.end ?? 0) + 1;
  if (sibling === undefined || used + row <= most) return '';
  const uses = `its ${side} sibling, ${kind === 'leaf' ? 'leaf' : 'node'} ${sibling.id}, uses ${used}`;
  return used === slots
    ? `${uses} and has no room`
    : `${uses} (${used + row} slots together, and the two hold at most ${most})`;
}

// The parts left and right of each cut.
function cutSizes(count: number, cuts: readonly CoreEvent[]): number[] {
  const ends = [...cuts.map((cut) => cut.slot + 1), count].filter((end, k, list) => k === 0 || end > list[k - 1]!);
  return ends.map((end, k) => end - (ends[k - 1] ?? 0));
}

// ---- Joins ----

function rebalanced(facts: Facts): string[] {
  const row = first(facts, 'gathered');
  const told = [
    row === null
      ? `${capital(leafName(facts))} would keep too few slots.`
      : `${capital(leafName(facts))} would keep ${counted(row.count, 'slot')}, fewer than the ` +
        `${NODE.leaf.MIN + 1} that a leaf must have.`,
  ];
  return [...told, ...joined(facts)];
}

function spanned(facts: Facts): string[] {
  const at = facts.outcome?.at ?? null;
  const whole = at !== null && at.index === ZERO && at.last === MAX;
  if (whole && first(facts, 'gathered') === null) return [everything(facts)];
  const seen = facts.events.findLast((event) => event.name === 'span_seen');
  return [seen === undefined ? 'The range reaches beyond one leaf.' : spanText(seen), ...joined(facts)];
}

function joined(facts: Facts): string[] {
  const told = levels(facts).flatMap(({ up, pulls }) => pulls.map((event) => pullText(event, up)));
  const converged = first(facts, 'converged');
  if (converged !== null) told.push(metIn(converged, all(facts, 'linked')));
  return told;
}

// A neighbour that was reached by climbing one level is a sibling; a leaf's row may be one of a spanning store.
function pullText({ node, count, a, b }: CoreEvent, up: number): string {
  const which = `${b === 0n ? 'right' : 'left'} ${a === 1n ? 'sibling' : 'neighbour under another parent'}`;
  if (up === 0) return `The ${which}, leaf ${node}, joins, which makes ${counted(count, 'slot')}.`;
  const where = up === 1 ? 'One level up' : `${up} levels up`;
  const sum = counted(count, 'child', 'children');
  return `${where} too few children are left: the ${which}, node ${node}, joins, which makes ${sum}.`;
}

// The node where both sides meet is replaced by one that holds the row; it is linked into the parent, or is the root.
function metIn({ node, count }: CoreEvent, links: readonly CoreEvent[]): string {
  const children = counted(count, 'child', 'children');
  const link = links.find((one) => one.b === BigInt(node));
  if (link === undefined) return `Both sides meet in node ${node}: ${children} in its range fit one node.`;
  if (link.a === 0n)
    return `Both sides meet in the root, node ${node}: node ${link.node}, with ${children}, replaces it.`;
  const slot = `slot ${link.slot} of node ${link.a}`;
  return (
    `Both sides meet in node ${node}: node ${link.node}, with ${children}, replaces it in ${slot}, and no node above ` +
    'is replaced.'
  );
}

function consequences(facts: Facts): string[] {
  const height = facts.events.findLast((event) => event.name === 'height_changed');
  if (height === undefined || height.a === 0n || height.count === 0) return [];
  return [`The tree ${BigInt(height.count) > height.a ? 'grows' : 'shrinks'} to ${counted(height.count, 'level')}.`];
}

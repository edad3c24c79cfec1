// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentence of an event by itself, its fields filled in. Pure. What the kinds' fields mean is printed from the core
// (generated/event-kinds.ts).

import { toHex } from '../../base/index64';
import { indexText } from '../../base/number-base';
import { counted } from '../../base/text';
import type { SceneEvent } from '../../model/run';
import { passInStep, type CoreEvent, type EventSetting } from './events';
import { EVENT_KINDS, type EventKind } from '../generated/event-kinds';
import { STORE_TYPES } from '../../model/generated/enums';
import { GAP_VERDICTS, type EventName } from '../generated/tables';
import { MEMORY_TEXTS, siteText } from './memory-events';

const KIND_OF = new Map<string, EventKind>(EVENT_KINDS.map((kind) => [kind.name, kind]));

const NO_SETTING: EventSetting = { readers: new Map(), isLeaf: () => null, passed: [] };

/** The event as the page shows it, with its own sentence unless another is given. */
export function sceneEvent(
  event: CoreEvent,
  setting: EventSetting = NO_SETTING,
  text = eventText(event, setting),
): SceneEvent {
  const { name, file, line } = event;
  return {
    name,
    text,
    node: event.node === 0 ? null : event.node,
    slot: event.slot < 0 ? null : event.slot,
    file,
    line,
  };
}

/** The kind's sentence with the fields filled in; of some kinds one that tells more than fields can. */
export function eventText(event: CoreEvent, setting: EventSetting = NO_SETTING): string {
  const own = OWN_TEXTS[event.name];
  if (own !== undefined) return own(event, setting);
  const ofSpace = MEMORY_TEXTS[event.name];
  if (ofSpace !== undefined) return ofSpace(event, null);
  const kind = KIND_OF.get(event.name)!;
  const { sentence: template } = kind;
  const text = template.replace(/\{(node|slot|count|a|b)\}/g, (_, field: 'node' | 'slot' | 'count' | 'a' | 'b') => {
    if (kind[field] === 'store type') return STORE_TYPES[event.count] ?? String(event.count);
    const value = event[field];
    const means = kind[field] ?? '';
    if (typeof value === 'number') return value.toString();
    if (WORDS.test(means)) return toHex(value);
    return INDEXES.test(means) ? indexText(value) : value.toString();
  });
  return text
    .replace(/; 1 are left\./, '; 1 is left.')
    .replace(
      /\b1 (node|slot|level)s\b( left in reserve)?( are\b)?/g,
      (_, noun: string, where = '', verb = '') => `1 ${noun}${where as string}${verb === '' ? '' : ' is'}`,
    );
}

// Words and addresses are shown in hex, indexes and what is counted in them in the base of the text, ids and counts in
// decimal.
const WORDS = /\b(?:word|value|address|floor|ceiling)\b/;
const INDEXES = /\b(?:index|pivot|gap|size|walk)\b(?! offset)/;

const OWN_TEXTS: Partial<Record<EventName, (event: CoreEvent, setting: EventSetting) => string>> = {
  gap_looked_at: (event, { isLeaf }) => lookText(event, isLeaf(event.node)),
  site_failed: (event, { passed }) => siteText(event, passInStep(event, passed)),
  grace_waits: ({ a, b }) =>
    `${counted(Number(a), 'node')} must be kept: ${b === 1n ? 'a reader that was' : `${b} readers that were`} there before may still be looking at ${a === 1n ? 'it' : 'them'}.`,
  dead_met: ({ node, a }) => `Node ${node} is dead: the state walks again from the root, for index ${indexText(a)}.`,
  reader_parked: ({ count, a, b }, { readers }) =>
    `Reader ${readers.get(count) ?? count} is parked at ${indexText(a)} to ${indexText(b)}; what it may be looking at is kept.`,
  reader_left: ({ count }, { readers }) => `Reader ${readers.get(count) ?? count} is done.`,
};

/** What a gap search made of a slot. */
export function lookText(event: CoreEvent, inLeaf: boolean | null): string {
  return `Slot ${event.slot} of node ${event.node}: ${VERDICT_TEXTS[GAP_VERDICTS[event.count] ?? 'untracked'](event, inLeaf)}.`;
}

// A run of all 2^64 indexes is told as 0.
function length(count: bigint): string {
  return count === 0n ? '2^64' : indexText(count);
}

const VERDICT_TEXTS: Readonly<
  Record<(typeof GAP_VERDICTS)[number], (event: CoreEvent, inLeaf: boolean | null) => string>
> = {
  taken: ({ a, b }, inLeaf) =>
    inLeaf === false
      ? `the longest free run below it is ${length(a)}, enough for ${length(b)}: the search goes down`
      : `${length(a)} free indexes, enough for ${length(b)}: ${inLeaf === null ? 'taken' : 'found'}`,
  'too small': ({ a, b }, inLeaf) =>
    inLeaf === false
      ? `the longest free run below it is ${a === 0n ? '0' : indexText(a)}, ${length(b)} are wanted: nothing below is looked at`
      : `${a === 0n && inLeaf === null ? '0' : length(a)} free indexes, ${length(b)} are wanted: passed over`,
  occupied: () => 'it holds an entry',
  'before the window': () => 'it ends before the window that is searched',
  'beyond the window': () => 'it lies beyond the window that is searched, or too little of it is inside',
  untracked: () => 'nothing is known of free runs below it, since the tree does not track gaps',
};

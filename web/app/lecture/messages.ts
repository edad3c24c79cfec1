// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the speaker's window and the projector's window send each other, and how each message is read. The speaker's
// window has the truth: it sends the whole state each time, so a message that is lost does no harm. Whatever is not
// exactly such a message is ignored. Pure.

import type { NumberBase } from '../../base/number-base';
import type { LinkPlace } from '../../share/place';
import { HIDABLE } from '../../lesson/lesson';
import type { WallView } from '../store/lessons/lecture-thread';
import type { TriedLines } from '../store/lessons/lecture-room';
import type { Hidden } from '../store/lessons/lesson-state';
import type { Press } from '../store/page/projector';
import type { SlotRef } from '../../views/shared/refs';

/** A lesson as the projector opens it; `screen` is in Show. */
export interface ShownLesson {
  readonly name: string;
  readonly source: string;
  /** Its place in the track, from 1; null by itself. */
  readonly number: number | null;
  /** Its place in a pack, from 1; null: it is of none. */
  readonly place: number | null;
  /** The variant of its questions; null: as they are written. */
  readonly variant: number | null;
}

/** The text that ran, and the lesson beside it: sent when one of them changes. */
export interface Content {
  readonly kind: 'content';
  /** Counts up; Show names the one that it is about. */
  readonly id: number;
  readonly text: string;
  readonly lesson: ShownLesson | null;
}

/** Where the speaker is. */
export interface Show {
  readonly kind: 'show';
  readonly of: number;
  readonly step: number;
  readonly place: Pick<LinkPlace, 'mark' | 'event' | 'view' | 'tree' | 'base'>;
  /** The row of slow motion is open. */
  readonly slow: boolean;
  /** Of the lesson, from 0. */
  readonly screen: number;
  readonly selected: SlotRef | null;
  /** The projector is dark. */
  readonly black: boolean;
  /** Ids of the screen's questions whose answer is out. */
  readonly told: readonly string[];
  /** The lines that ran last in a task or hunt of the screen; null: none did. */
  readonly tried: TriedLines | null;
  /** A question has led away from the lecture: what is shown is named. */
  readonly aside: boolean;
  /** Parts of the picture that the speaker's page leaves out. */
  readonly hidden: readonly Hidden[];
  /** The labs over the page, by name (empty: their list) and values; null: closed. */
  readonly lab: ShownLab | null;
}

export interface ShownLab {
  readonly name: string;
  readonly given: readonly (readonly [string, string])[];
}

/** Where something is in a picture that may have another size: a part of it, and the place in that, from 0 to 1. */
export interface Spot {
  /** `node:12`, `block:3` of a lesson's screen or of a lab, or the class of a picture. */
  readonly part: string;
  readonly x: number;
  readonly y: number;
}

/** The speaker's pointer, and how far the lesson's screen is scrolled. */
export interface Point {
  readonly kind: 'point';
  readonly hovered: SlotRef | null;
  readonly spot: Spot | null;
  /** The block of the lesson's screen, or of the lab, that is at the top, from 0, and the share of it that is above. */
  readonly scrolled: number;
}

/** The lecture is over. */
export interface End {
  readonly kind: 'end';
}

/** The speaker's window loads anew, or has just done so: the projector's says hello until it is answered. */
export interface Greet {
  readonly kind: 'greet';
}

export type FromSpeaker = Content | Show | Point | End | Greet;

/** `forward` and `backward` are single steps, also in a lesson. */
const PRESSES: readonly Press[] = ['next', 'back', 'forward', 'backward', 'black', 'leave'];

export type FromProjector =
  /** It has opened, and knows nothing yet. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'press'; readonly press: Press }
  /** What is seen of the screen has changed. */
  | ({ readonly kind: 'cut' } & WallView)
  /** It closes. */
  | { readonly kind: 'bye' };

/** A lecture with a unique number: two lectures in one browser ignore each other's messages. */
const CODE = /^[a-z0-9]{8,40}$/;

export function isCode(code: string): boolean {
  return CODE.test(code);
}

/** A message in its envelope. */
export function wrap(code: string, message: FromSpeaker | FromProjector): object {
  return { maplescope: 'lecture', code, message };
}

/** What a speaker's window said in this lecture; null for everything else. Never throws. */
export function fromSpeaker(code: string, data: unknown): FromSpeaker | null {
  const said = opened(code, data);
  switch (said?.['kind']) {
    case 'content':
      return contentOf(said);
    case 'show':
      return showOf(said);
    case 'point': {
      const [hovered, spot, scrolled] = [slotOf(said['hovered']), spotOf(said['spot']), said['scrolled']];
      if (hovered === undefined || spot === undefined) return null;
      if (!isPlace(scrolled)) return null;
      return { kind: 'point', hovered, spot, scrolled };
    }
    case 'end':
    case 'greet':
      return { kind: said['kind'] };
    default:
      return null;
  }
}

/** What a projector's window said in this lecture; null for everything else. Never throws. */
export function fromProjector(code: string, data: unknown): FromProjector | null {
  const said = opened(code, data);
  const kind = said?.['kind'];
  if (kind === 'hello' || kind === 'bye') return { kind };
  if (kind === 'cut') return cutOf(said ?? {});
  const press = kind === 'press' ? PRESSES.find((one) => one === said?.['press']) : undefined;
  return press === undefined ? null : { kind: 'press', press };
}

function cutOf({ screen, below, next }: Said): FromProjector | null {
  return isCount(screen) && typeof below === 'boolean' && isPlace(next) ? { kind: 'cut', screen, below, next } : null;
}

/** More blocks than any screen has. */
const SCROLLED_MAX = 10_000;

// In the blocks of a screen.
function isPlace(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= SCROLLED_MAX;
}

type Said = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Said | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Said) : null;
}

function opened(code: string, data: unknown): Said | null {
  const envelope = recordOf(data);
  return envelope?.['maplescope'] === 'lecture' && envelope['code'] === code ? recordOf(envelope['message']) : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isCountOrNull(value: unknown): value is number | null {
  return value === null || isCount(value);
}

function contentOf({ id, text, lesson }: Said): Content | null {
  if (!isCount(id) || typeof text !== 'string') return null;
  if (lesson === null) return { kind: 'content', id, text, lesson: null };
  const { name, source, number, place, variant } = recordOf(lesson) ?? {};
  if (typeof name !== 'string' || typeof source !== 'string') return null;
  if (!isCountOrNull(number) || !isCountOrNull(place) || !isCountOrNull(variant)) return null;
  return { kind: 'content', id, text, lesson: { name, source, number, place, variant } };
}

function showOf(said: Said): Show | null {
  const { of, step, place, slow, screen, selected, black, told, aside, hidden, lab } = said;
  const [there, slot, shown, tried] = [placeOf(recordOf(place)), slotOf(selected), labOf(lab), triedOf(said['tried'])];
  if (!isCount(of) || !isCount(step) || !isCount(screen) || there === null || slot === undefined) return null;
  if (typeof slow !== 'boolean' || typeof black !== 'boolean' || shown === undefined) return null;
  if (tried === undefined || !isIds(told) || !areHidden(hidden) || typeof aside !== 'boolean') return null;
  const where = { step, place: there, slow, screen, selected: slot, lab: shown };
  return { kind: 'show', of, ...where, black, told, tried, aside, hidden };
}

const HIDDEN: readonly unknown[] = [...HIDABLE, 'hints'];

function areHidden(value: unknown): value is readonly Hidden[] {
  return Array.isArray(value) && value.length <= HIDDEN.length && value.every((one) => HIDDEN.includes(one));
}

/** More questions than any screen has. */
const TOLD_MAX = 1000;

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= TOLD_MAX && value.every((one) => typeof one === 'string');
}

const BASES: readonly (NumberBase | null)[] = [null, 'decimal', 'hexadecimal'];

function placeOf(said: Said | null): Show['place'] | null {
  if (said === null) return null;
  const { mark, event, view, tree } = said;
  const base = BASES.find((one) => one === said['base']);
  const isNameOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return isCountOrNull(mark) && isCountOrNull(event) && isNameOrNull(view) && isNameOrNull(tree) && base !== undefined
    ? { mark, event, view, tree, base }
    : null;
}

// Undefined: it is none.
function slotOf(value: unknown): SlotRef | null | undefined {
  if (value === null) return null;
  const { tree, node, slot } = recordOf(value) ?? {};
  const isSlot = typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= -1;
  return typeof tree === 'string' && isCount(node) && isSlot ? { tree, node, slot } : undefined;
}

// Undefined: it is none.
function triedOf(value: unknown): TriedLines | null | undefined {
  if (value === null) return null;
  const { id, text } = recordOf(value) ?? {};
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : undefined;
}

/** More values than any lab has. */
const VALUES_MAX = 100;

// Undefined: it is none.
function labOf(value: unknown): ShownLab | null | undefined {
  if (value === null) return null;
  const { name, given } = recordOf(value) ?? {};
  if (typeof name !== 'string' || !Array.isArray(given) || given.length > VALUES_MAX) return undefined;
  const pairs = given.map((pair: unknown) => {
    const [key, said] = Array.isArray(pair) && pair.length === 2 ? (pair as unknown[]) : [];
    return typeof key === 'string' && typeof said === 'string' ? ([key, said] as const) : null;
  });
  return pairs.includes(null) ? undefined : { name, given: pairs.filter((pair) => pair !== null) };
}

const PART = /^(?:node:\d{1,15}|block:\d{1,4}|[a-z-]{1,40})$/;

function spotOf(value: unknown): Spot | null | undefined {
  if (value === null) return null;
  const { part, x, y } = recordOf(value) ?? {};
  const isShare = (share: unknown): share is number => typeof share === 'number' && share >= 0 && share <= 1;
  return typeof part === 'string' && PART.test(part) && isShare(x) && isShare(y) ? { part, x, y } : undefined;
}

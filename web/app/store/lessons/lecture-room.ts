// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the class of a lecture is asked on the screen, which answers are out, and whether the wall shows all of it.

import { computed, signal } from '@preact/signals';
import { isExercise } from '../../../lesson/grade-again';
import { aheadOf, type WallView } from './lecture-thread';
import { open, screen, screenAt, shown, type OpenLesson } from './lesson-state';

interface AskedOfClass {
  /** The variant of the question; null for the question as written. */
  readonly variant: number | null;
  readonly isTold: boolean;
  /** The scenario of the tree that it is about. */
  readonly text: string;
  /** Shows the tree that it is about. */
  readonly ask: () => void;
  /** Shows the answer; null: the lesson does not offer it. */
  readonly tell: (() => void) | null;
}

const asked = signal<ReadonlyMap<string, AskedOfClass>>(new Map());

/** Ids of the questions on the speaker's screen whose answer is out. */
export const toldToClass = computed(() => [...asked.value].flatMap(([id, { isTold }]) => (isTold ? [id] : [])));

/** Each question of the speaker's screen has been made. */
export const areAllMade = computed(() =>
  (screen.value?.blocks ?? []).every((one) => one.kind !== 'predict' || asked.value.has(one.id)),
);

/** A question that waits for its answer. */
interface OpenQuestion {
  /** Its place among the blocks of the screen, from 0. */
  readonly block: number;
  /** The picture shows its tree. */
  readonly isAsked: boolean;
  /** The scenario of that tree. */
  readonly text: string;
  readonly ask: () => void;
  readonly tell: () => void;
}

/** The screen's first question that is still open to the class; null: none is. */
export const openQuestion = computed<OpenQuestion | null>(() => {
  for (const [block, one] of (screen.value?.blocks ?? []).entries()) {
    const of = isExercise(one) ? asked.value.get(one.id) : undefined;
    if (!isExercise(one) || of === undefined || of.isTold || of.tell === null) continue;
    return { block, isAsked: shown.value === one.id, text: of.text, ask: of.ask, tell: of.tell };
  }
  return null;
});

/** Ids of questions whose answer was out before the speaker's window was loaded anew. */
const outBefore = new Set<string>();
/** Questions of this lecture whose answer is out, each with its lesson and variant. */
const out = new Set<string>();

/** Another lecture begins: its class has seen no answer. */
export function forgetAnswers(): void {
  outBefore.clear();
  out.clear();
}

/** Shows the answers of these questions again, each as soon as it is on the speaker's screen. */
export function tellAgain(ids: readonly string[]): void {
  for (const id of ids) outBefore.add(id);
}

/** A question is on the speaker's screen; its answer, once out, stays so. Returns what takes the question away. */
export function askClass(id: string, now: AskedOfClass): () => void {
  const mark = JSON.stringify([open.peek()?.name, id, now.variant]);
  if (now.isTold) out.add(mark);
  else if (outBefore.delete(id) || out.has(mark)) now.tell?.();
  asked.value = new Map(asked.peek()).set(id, now);
  return () => {
    const rest = new Map(asked.peek());
    if (rest.get(id) === now) rest.delete(id);
    asked.value = rest;
  };
}

/** In the projector's window: ids of the questions whose answer the speaker has shown. */
export const toldOnWall = signal<readonly string[]>([]);

export function setToldOnWall(ids: readonly string[]): void {
  if (ids.join(' ') !== toldOnWall.peek().join(' ')) toldOnWall.value = ids;
}

/** Lines of a task or a hunt that the speaker ran. */
export interface TriedLines {
  /** Of the task or hunt. */
  readonly id: string;
  readonly text: string;
}

const triedAt = signal<{ readonly lines: TriedLines; readonly of: OpenLesson | null; readonly screen: number } | null>(
  null,
);

/** In the speaker's window: the lines that ran last on its screen. */
export const triedByClass = computed(() => {
  const at = triedAt.value;
  return at !== null && at.of === open.value && at.screen === screenAt.value ? at.lines : null;
});

export function tryForClass(lines: TriedLines): void {
  triedAt.value = { lines, of: open.peek(), screen: screenAt.peek() };
}

/** In the projector's window: the lines that the speaker ran, which it judges itself. */
export const triedOnWall = signal<TriedLines | null>(null);

export function setTriedOnWall(lines: TriedLines | null): void {
  const was = triedOnWall.peek();
  if (lines?.id !== was?.id || lines?.text !== was?.text) triedOnWall.value = lines;
}

/** In the speaker's window: opening another lesson has taken the lecture from here; null: it has not. */
export const takenFrom = signal<{ readonly name: string; readonly back: () => void } | null>(null);

export function setTakenFrom(where: (typeof takenFrom)['value']): void {
  takenFrom.value = where;
}

const wallView = signal<WallView | null>(null);

/** In the speaker's window: what the wall shows of the screen; null: it has not said so of this one. */
export const wallHere = computed(() => (wallView.value?.screen === screenAt.value ? wallView.value : null));

/** In the speaker's window: the wall has more text below than it shows. */
export const isWallCut = computed(() => wallHere.value?.below === true);

export function setWallView(view: WallView | null): void {
  wallView.value = view;
}

/** What the next press shows of the screen. */
export const ahead = computed(() => aheadOf(openQuestion.value, wallHere.value));

/** Esc was pressed; once more ends the lecture. */
export const isEndAsked = signal(false);

export function setEndAsked(asked: boolean): void {
  isEndAsked.value = asked;
}

/** In the speaker's window: “next” was pressed at the last screen; once more goes to the next lesson. */
export const isAtEnd = computed(() => endAt.value?.lesson === open.value && endAt.value.screen === screenAt.value);

const endAt = signal<{ readonly lesson: OpenLesson | null; readonly screen: number } | null>(null);

export function reachEnd(): void {
  endAt.value = { lesson: open.peek(), screen: screenAt.peek() };
}

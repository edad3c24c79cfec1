// SPDX-License-Identifier: GPL-2.0-or-later
//
// The learner of this browser: a number drawn once, a name if one was typed, and the serial of the last code.

import { signal } from '@preact/signals';
import { encodeCode, nameIn, type HandedLesson } from '../../../classroom/code';

const KEY = 'maplescope.learner';

interface Learner {
  /** 12 hexadecimal digits. */
  readonly learner: string;
  readonly name: string;
  /** Of the last code, and what it handed in. */
  readonly serial: number;
  readonly last: string;
}

/** As it was typed. */
export const learnerName = signal(stored()?.name ?? '');

function stored(): Learner | null {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Learner> | null;
    const { learner, name, serial, last } = read ?? {};
    if (typeof learner !== 'string' || !/^[0-9a-f]{12}$/.test(learner)) return null;
    return {
      learner,
      name: typeof name === 'string' ? name : '',
      serial: typeof serial === 'number' && Number.isSafeInteger(serial) && serial >= 0 ? serial : 0,
      last: typeof last === 'string' ? last : '',
    };
  } catch {
    return null;
  }
}

let here: Learner | null = null;

function learnerHere(): Learner {
  here ??= stored() ?? {
    learner: [...crypto.getRandomValues(new Uint8Array(6))].map((one) => one.toString(16).padStart(2, '0')).join(''),
    name: '',
    serial: 0,
    last: '',
  };
  return here;
}

function keep(next: Learner): void {
  here = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The next load is then another learner; the teacher sees two rows.
  }
}

/** The number that stands for this browser. */
export function learnerNumber(): string {
  return learnerHere().learner;
}

export function setLearnerName(typed: string): void {
  learnerName.value = typed;
  keep({ ...learnerHere(), name: typed });
}

/** The code of lessons; null: it would hold more than a code may. Another content gets a larger serial. */
export function makeCode(lessons: readonly HandedLesson[], pack = ''): string | null {
  const now = learnerHere();
  const about = JSON.stringify([nameIn(now.name), pack, lessons]);
  const next = about === now.last ? now : { ...now, serial: now.serial + 1, last: about };
  const code = encodeCode({ learner: next.learner, serial: next.serial, name: now.name, pack, lessons });
  if (next !== now) keep(next);
  return code;
}

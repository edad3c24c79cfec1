// SPDX-License-Identifier: GPL-2.0-or-later
//
// The learner of this browser: a number drawn once, a name if one was typed, and the serial of the last code. All tabs
// share them: a serial that two codes had could not tell the teacher which is the newer one.

import { computed } from '@preact/signals';
import { encodeCode, nameIn, type HandedLesson } from '../../../classroom/code';
import { sharedMemory } from '../kept/shared-memory';

const KEY = 'maplescope.learner';

interface Learner {
  /** 12 hexadecimal digits. */
  readonly learner: string;
  readonly name: string;
  /** Of the last code, and what it handed in. */
  readonly serial: number;
  readonly last: string;
}

const memory = sharedMemory<Learner | null>(
  { key: KEY, read: learnerIn, write: (of) => (of === null ? null : JSON.stringify(of)) },
  () => localStorage,
);
if (typeof window !== 'undefined') memory.follow(window);

/** As it was typed. */
export const learnerName = computed(() => learnerOf(memory.value.value).name);
/** The browser kept the last change. Else the next load is another learner, and the teacher sees two rows. */
export const isLearnerKept = memory.isKept;

function learnerIn(text: string | null): Learner | null {
  try {
    const read = JSON.parse(text ?? 'null') as Partial<Learner> | null;
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

// Where the storage was cleared, this tab goes on with the serial it had: a smaller one would count as an older code.
function learnerOf(kept: Learner | null): Learner {
  here = kept ?? here ?? drawn();
  return here;
}

function drawn(): Learner {
  const learner = [...crypto.getRandomValues(new Uint8Array(6))].map((one) => one.toString(16).padStart(2, '0'));
  return { learner: learner.join(''), name: '', serial: 0, last: '' };
}

/** The number that stands for this browser. */
export function learnerNumber(): string {
  return learnerOf(memory.value.value).learner;
}

export function setLearnerName(typed: string): void {
  memory.change((now) => ({ ...learnerOf(now), name: typed }));
}

/** The code of lessons; null: it would hold more than a code may. Another content gets a larger serial. */
export function makeCode(lessons: readonly HandedLesson[], pack = ''): string | null {
  memory.change((now) => {
    const learner = learnerOf(now);
    const last = JSON.stringify([nameIn(learner.name), pack, lessons]);
    return last === learner.last ? learner : { ...learner, serial: learner.serial + 1, last };
  });
  const { learner, serial, name } = learnerOf(memory.value.peek());
  return encodeCode({ learner, serial, name, pack, lessons });
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which marks of a fork belong to which moment of its events. Pure.

import type { ForkMark } from '../../model/memory';

type Marks = readonly Pick<ForkMark, 'event'>[];

/** How many marks are done once an event (its place in the step) has happened. */
export function marksDone(marks: Marks, event: number): number {
  const next = marks.findIndex((mark) => mark.event > event);
  return next < 0 ? marks.length : next;
}

/** Whether so many marks done and the event are the same moment: the last mark is of it, or of one before. */
export function isMoment(marks: Marks, cursor: number, event: number): boolean {
  return marks[cursor - 1]?.event === event || marksDone(marks, event) === cursor;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson's screen that is opened again in a lecture: its questions are made anew, and the first puts its own tree on
// the page. Once the answers that were out are out again, the question that was open is asked again.

import { effect } from '@preact/signals';
import { areAllMade, openQuestion, toldToClass } from '../store/lessons/lecture-room';
import { ran, text } from '../store/page/state';
import type { Show } from './messages';

/** A question whose picture takes longer to come is not waited for. */
const PATIENCE_MS = 20_000;

/** `was`: the message of before, with the answers that were out; `of`: the text that was on the page. */
export async function questionsBack({ told, hidden }: Pick<Show, 'told' | 'hidden'>, of: string): Promise<void> {
  await until(() => areAllMade.value && told.every((id) => toldToClass.value.includes(id)));
  await until(() => ran.value?.text === text.value);
  // The tree of an answer may be that of the next question too.
  if (!hidden.includes('hints')) return;
  const question = openQuestion.peek();
  if (question === null || question.isAsked || question.text !== of) return;
  question.ask();
  await until(() => text.value === of && ran.value?.text === of);
}

/** Until it is so, but no longer than a picture is waited for. */
export function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    const stop = effect(() => {
      if (isSo()) queueMicrotask(end);
    });
  });
}

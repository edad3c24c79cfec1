// SPDX-License-Identifier: GPL-2.0-or-later
//
// Says what is on the page to those who do not see it: the step and why, or the event of it, problems of the text.
// While play runs it is silent, and speaks again where play stops.

import { useEffect, useState } from 'preact/hooks';
import { event, eventsPlaying, sentenceOf } from '../store/run/motion';
import { announced, diagnostics, playing, scene } from '../store/page/state';
import { counted } from '../../base/text';
import type { Scene } from '../../model/run';

/** "Step 14 of 46: store, split_store. The leaf is full …" */
export function stepSentence(now: Scene): string {
  if (now.record === null) return `Step 0 of ${now.steps}: the empty start.`;
  const { op, tree, error, storeType } = now.record;
  const what = [op, tree ?? '', storeType ?? '', error ?? ''].filter((part) => part !== '').join(' ');
  return `Step ${now.step} of ${now.steps}: ${what}. ${now.why}`.trim();
}

/** "Event 7 of 41: Node 22 is built …" */
export function eventSentence({ events }: Scene, at: number, sentence: string): string {
  return `Event ${at + 1} of ${events.length}: ${sentence}`;
}

export function Announcer() {
  const [words, setWords] = useState('');
  const now = scene.value;
  const found = diagnostics.value;
  const at = event.value;
  const sentence = at === null ? '' : sentenceOf(at);
  const quiet = playing.value || eventsPlaying.value;
  useEffect(() => {
    if (quiet) return;
    const [first] = found;
    if (first !== undefined)
      setWords(`${counted(found.length, 'problem')} in the text. Line ${first.line}: ${first.message}`);
    else if (now !== null) {
      if (at === null) setWords(stepSentence(now));
      // The module that words events may still be loading.
      else if (sentence !== '') setWords(eventSentence(now, at, sentence));
    }
  }, [now, found, at, sentence, quiet]);
  useEffect(() => announced.subscribe((said) => said !== '' && setWords(said)), []);
  return (
    <div class="ms-offscreen" role="status" aria-live="polite" aria-atomic="true" data-testid="announcer">
      {words}
    </div>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Projector mode, as long as it is drawn. Floor 5. Under the picture the line of the scenario, and in large type what its
// step did: always as high, so that stepping moves nothing; what is longer is set in smaller type, and scrolls where that is
// not enough. The page looks as projector.css says only while this is here: both are fetched when they are wanted.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withCode } from '../views/inspector/why';
import { event, sentenceOf } from './motion';
import { projectorEditor } from './projector';
import { currentLine, currentNotes, ran, scene, stale } from './state';
import './projector.css';

export function ProjectedSentence() {
  const now = scene.value;
  const line = currentLine.value;
  const written = line === null || stale.value ? '' : (ran.value?.text.split('\n')[line - 1] ?? '').trim();
  const at = event.value;
  const note = currentNotes.value.map(({ text }) => text).join(' ');
  const why = now === null ? '' : now.record === null ? 'The empty start: every tree is still to be made.' : now.why;
  return (
    <div class="projected">
      <Looks />
      <p class="mono projected-line">
        <span class="projected-step">{now?.step ?? 0}</span> {written}
        {now !== null && now.record !== null && now.record.error !== null && <strong class="bad"> {now.record.error}</strong>}
      </p>
      <Words of={at === null ? [note, why].filter((part) => part !== '').join(' ') : sentenceOf(at)} />
    </div>
  );
}

// Drawn before what is measured.
function Looks() {
  const looks = projectorEditor.value ? 'editor' : 'alone';
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute('data-projector', looks);
    return () => root.removeAttribute('data-projector');
  }, [looks]);
  return null;
}

/** The smallest type: more than that scrolls, and can be reached by the keyboard. */
const SMALLEST = 2;

// The first size that the sentence has room in.
function Words({ of }: { readonly of: string }) {
  const room = useRef<HTMLParagraphElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const fit = (): void => {
      const element = room.current;
      if (element === null) return;
      const over = (): boolean => element.scrollHeight > element.clientHeight + 1;
      for (let size = 0; size <= SMALLEST; size++) {
        element.dataset.long = String(size);
        if (!over()) break;
      }
      element.scrollTop = 0;
      setScrolls(over());
    };
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [of]);
  return (
    <p class="projected-words" ref={room} tabIndex={scrolls ? 0 : undefined}>
      {withCode(of)}
    </p>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Projector mode, as long as it is drawn. Under the picture the line of the scenario, and in large type what its step
// did: always as high, so that stepping moves nothing; what is longer is set in smaller type, and where that is not
// enough whole lines of it are shown, and a press away all of it, over the picture; on the wall, where nobody can
// press, the picture gives it the room. The page looks as projector.css says only while this is here: both are fetched
// when they are wanted.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withCode } from '../../views/inspector/why';
import { watchSize } from '../../views/shared/skeleton';
import { event, sentenceOf } from '../store/run/motion';
import { onWall, projectorEditor } from '../store/page/projector';
import { currentLine, currentNotes, ran, scene, stale } from '../store/page/state';
import { startPresenting } from './projector-keys';
import './projector.css';

export function ProjectedSentence() {
  const now = scene.value;
  const line = currentLine.value;
  const written = line === null || stale.value ? '' : (ran.value?.text.split('\n')[line - 1] ?? '').trim();
  const at = event.value;
  const note = currentNotes.value.map(({ text }) => text).join(' ');
  const why = now === null ? '' : now.record === null ? 'The empty start: no tree exists yet.' : now.why;
  const words = at === null ? [ended(note), why].filter((part) => part !== '').join(' ') : sentenceOf(at);
  const [cut, setCut] = useState(false);
  const [open, setOpen] = useState(false);
  // Before the sentence is painted: who sees it may press a key at once.
  useLayoutEffect(startPresenting, []);
  return (
    <div class={(open || onWall.value) && cut ? 'projected open' : 'projected'}>
      <Looks />
      <div class="projected-body">
        <div class="projected-head">
          <p class="mono projected-line">
            <span class="projected-step">{now?.step ?? 0}</span> {written}
            {now !== null && now.record !== null && now.record.error !== null && (
              <strong class="bad"> {now.record.error}</strong>
            )}
          </p>
          {cut && !onWall.value && (
            <button type="button" class="ms-link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'less' : 'more'}
            </button>
          )}
        </div>
        <Words of={words} onCut={setCut} />
      </div>
    </div>
  );
}

// Many a comment has no full stop, and a sentence follows it here.
function ended(note: string): string {
  return /[\p{L}\p{N})`’”"'*]$/u.test(note) ? `${note}.` : note;
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

/** The smallest type. */
const SMALLEST = 2;

interface WordsProps {
  readonly of: string;
  /** Told whether lines of it are left out. */
  readonly onCut: (cut: boolean) => void;
}

// The first size that the sentence has room in.
function Words({ of, onCut }: WordsProps) {
  const room = useRef<HTMLParagraphElement>(null);
  const lines = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      const [element, inner] = [room.current, lines.current];
      if (element === null || inner === null) return;
      // Measured in the room that it has when it is folded.
      const box = element.closest('.projected');
      const open = box?.classList.contains('open') === true;
      box?.classList.remove('open');
      const over = (): boolean => inner.scrollHeight > inner.clientHeight + 1;
      for (let size = 0; size <= SMALLEST; size++) {
        element.dataset.long = String(size);
        const line = parseFloat(getComputedStyle(element).lineHeight);
        element.style.setProperty('--lines', String(Math.max(1, Math.floor((element.clientHeight + 0.5) / line))));
        if (!over()) break;
      }
      onCut(over());
      box?.classList.toggle('open', open);
    };
    const box = room.current?.closest('.projected') ?? null;
    return box === null ? undefined : watchSize(box, fit);
  }, [of]);
  return (
    <p class="projected-words" ref={room}>
      <span ref={lines}>{withCode(of)}</span>
    </p>
  );
}

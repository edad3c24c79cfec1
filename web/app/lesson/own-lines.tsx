// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lines that a reader writes in a task or a hunt: kept, begun again, brought back.

import { useState } from 'preact/hooks';
import type { Hunt, Task } from '../../lesson/lesson';
import type { KeptAnswer } from '../store/lessons/lesson-progress';
import { answered, drafted, extras } from '../store/lessons/lesson-state';
import { tryForClass, triedOnWall } from '../store/lessons/lecture-room';
import { lecturing, onWall } from '../store/page/projector';

export interface Own {
  /** On the wall: the lines that the speaker ran; null: none, or this is no wall. */
  readonly onWall: string | null;
  readonly text: string;
  readonly write: (text: string) => void;
  /** What the reader had before the text was begun again or one that was sent took its place; null: nothing. */
  readonly aside: string | null;
  /** Puts `text` there and lays aside what was. */
  readonly swap: (text: string) => void;
  /** Brings back what lies aside. */
  readonly restore: () => void;
  readonly isDone: boolean;
  /** The text came with the link. */
  readonly wasSent: boolean;
  /** As it is kept. */
  readonly answer: (text: string) => KeptAnswer;
}

/** What the reader has written, here or the last time; a text that came with the link stands before it. */
export function useOwn({ id, start }: Task | Hunt): Own {
  const [{ answer, isDone, sent }] = useState(() => ({
    ...answered(id),
    sent: extras.peek().own?.id === id ? (extras.peek().own?.text ?? null) : null,
  }));
  const mine = answer?.typed[0] ?? null;
  const [{ text, aside }, set] = useState(() =>
    sent !== null && sent !== mine
      ? { text: sent, aside: mine ?? answer?.typed[1] ?? null }
      : { text: mine ?? start.text, aside: answer?.typed[1] ?? null },
  );
  const keptAs = (now: string, other: string | null): KeptAnswer => ({
    seed: null,
    typed: other === null ? [now] : [now, other],
  });
  const put = (now: string, other: string | null): void => {
    set({ text: now, aside: other });
    drafted(id, keptAs(now, other));
  };
  const seen = onWall.value && triedOnWall.value?.id === id ? triedOnWall.value.text : null;
  return {
    onWall: seen,
    text: seen ?? text,
    aside,
    write: (next) => put(next, aside),
    swap: (next) => put(next, text),
    restore: () => put(aside ?? text, null),
    isDone,
    wasSent: sent !== null && sent === text,
    answer: (now) => keptAs(now, aside),
  };
}

/** What ran in the speaker's window is judged on the wall too. */
export function showTry({ id }: Task | Hunt, { text }: Own): void {
  if (lecturing.peek() !== null) tryForClass({ id, text });
}

export function OwnLines({ own, run }: { readonly own: Own; readonly run: () => void }) {
  if (onWall.value) return own.text.trim() === '' ? null : <pre class="mono lesson-given">{own.text.trimEnd()}</pre>;
  return (
    <textarea
      class="mono lesson-own"
      aria-label="Your lines"
      spellcheck={false}
      autocomplete="off"
      rows={Math.min(14, Math.max(4, own.text.split('\n').length + 1))}
      value={own.text}
      onInput={(event) => own.write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        run();
      }}
    />
  );
}

/** What was typed is not lost by it: pressed again, it brings that back. */
export function BeginAgain({ own, start }: { readonly own: Own; readonly start: string }) {
  const back = own.aside !== null && (own.text === start || own.wasSent);
  return (
    <button
      type="button"
      class="button"
      disabled={own.text === start && own.aside === null}
      onClick={() => (back ? own.restore() : own.swap(start))}
    >
      {back ? 'Bring mine back' : 'Begin again'}
    </button>
  );
}

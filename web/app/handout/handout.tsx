// SPDX-License-Identifier: GPL-2.0-or-later
//
// A handout: a lesson, a pack or a scenario on paper. Everything below the bar is printed.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { closeDialog } from '../store/actions/actions';
import { openPack, startEngine } from '../store/lessons/lesson-state';
import { counted } from '../../base/text';
import { fitPictures } from './fit-page';
import { HandoutBar, type Size } from './handout-bar';
import { Answers, Paper } from './paper';
import { sheetOf, type Sheet } from './sheets';
import { choiceHere, hasLinks, wantedOf, type Choice } from './wanted';
import './handout.css';

type Made =
  | { readonly kind: 'making'; readonly done: number; readonly of: number }
  | { readonly kind: 'made'; readonly sheets: readonly Sheet[] }
  | { readonly kind: 'failed'; readonly message: string };

function useSheets(choice: Choice): Made {
  const [made, setMade] = useState<Made>({ kind: 'making', done: 0, of: 1 });
  useEffect(() => {
    const life = { wanted: true };
    const engine = startEngine();
    setMade({ kind: 'making', done: 0, of: 1 });
    const make = async (): Promise<void> => {
      const all = await wantedOf(choice);
      const sheets: Sheet[] = [];
      for (const one of all) {
        if (life.wanted) setMade({ kind: 'making', done: sheets.length, of: all.length });
        const sheet = await sheetOf(engine.of, one, () => life.wanted);
        if (sheet === null) return;
        sheets.push(sheet);
      }
      if (life.wanted) setMade({ kind: 'made', sheets });
    };
    make().catch((error: unknown) => {
      if (life.wanted) setMade({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
    return () => {
      life.wanted = false;
      engine.end();
    };
  }, [choice]);
  return made;
}

export function Handout() {
  const [choice, setChoice] = useState(choiceHere);
  const [size, setSize] = useState<Size>('A4');
  const [answers, setAnswers] = useState(true);
  const made = useSheets(choice);
  const room = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (paper.current !== null) fitPictures(paper.current, size);
  }, [made, size]);
  useEffect(() => {
    const before = document.activeElement;
    room.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      class="handout-room"
      role="dialog"
      aria-modal="true"
      aria-label="Handout"
      tabIndex={-1}
      ref={room}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeDialog();
      }}
    >
      <style>{`@page { size: ${size}; margin: 16mm 15mm; }`}</style>
      <HandoutBar
        choice={choice}
        choose={setChoice}
        size={size}
        setSize={setSize}
        answers={answers}
        setAnswers={setAnswers}
        ready={made.kind === 'made'}
      />
      <Told of={made} />
      {made.kind === 'made' && (
        <div class="handout" data-size={size} ref={paper}>
          {choice.source === 'pack' && openPack.value !== null && openPack.value.title !== '' && (
            <h1 class="handout-title">{openPack.value.title}</h1>
          )}
          {made.sheets.map((one, k) => (
            <Paper key={k} sheet={one} />
          ))}
          {answers && <Answers sheets={made.sheets} />}
        </div>
      )}
    </div>
  );
}

function Told({ of: made }: { readonly of: Made }) {
  return (
    <>
      {made.kind === 'making' && (
        <p class="handout-told" role="status">
          Drawing {made.of > 1 ? `${made.done + 1} of ${counted(made.of, 'lesson')}` : 'the pictures'}…
        </p>
      )}
      {made.kind === 'failed' && (
        <p class="handout-told bad" role="alert">
          The handout could not be made: {made.message}. Close it, then try again.
        </p>
      )}
      {made.kind === 'made' && !hasLinks() && (
        <p class="handout-told muted">
          The handout has no QR code, because only this machine can open this page’s address. Enter a public address
          under Share to get one.
        </p>
      )}
    </>
  );
}

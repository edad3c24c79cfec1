// SPDX-License-Identifier: GPL-2.0-or-later
//
// A handout: a lesson, a pack or a scenario on paper. What stands below the bar is what is printed.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { parseLesson } from '../../lesson/parse';
import { TRACK } from '../../lesson/track';
import { markdownOf } from '../../pack/as-lesson';
import { encodeLesson, namedLessonLink } from '../../share/lesson-link';
import { closeDialog } from '../store/actions/actions';
import { publicBase } from '../store/links/links';
import { open, openPack, sourceOf, startEngine } from '../store/lessons/lesson-state';
import { stepHere, text } from '../store/page/state';
import { counted } from '../../base/text';
import { titleOf } from '../store/page/texts';
import { CloseIcon } from '../ui/icons';
import { Answers, Paper } from './paper';
import { sheetOf, type Sheet, type Wanted } from './sheets';
import './handout.css';

type Source = 'lesson' | 'pack' | 'scenario';
const SOURCES: Readonly<Record<Source, string>> = {
  lesson: 'The open lesson',
  pack: 'The open pack',
  scenario: 'The scenario on the page',
};
const SIZES = ['A4', 'Letter'] as const;

function sourcesHere(): readonly Source[] {
  return [
    ...(open.value === null ? [] : (['lesson'] as const)),
    ...(openPack.value === null ? [] : (['pack'] as const)),
    'scenario',
  ];
}

function lessonFrom(source: string, seed: number | null, named: string | null): Wanted {
  const link = named === null ? encodeLesson(source, 0) : null;
  const fragment = named !== null ? namedLessonLink(named, 0) : link?.kind === 'link' ? link.fragment : null;
  const number = named === null ? null : TRACK.findIndex(({ file }) => file === named) + 1;
  return {
    lesson: parseLesson(source, { number }).lesson,
    seed,
    link: fragment === null ? '' : `${publicBase()}#${fragment}`,
  };
}

async function wantedOf(source: Source): Promise<readonly Wanted[]> {
  const now = open.peek();
  if (source === 'lesson' && now !== null)
    return [lessonFrom(now.source, null, now.lesson.number === null ? null : now.name)];
  const pack = openPack.peek();
  if (source === 'pack' && pack !== null) {
    const all: Wanted[] = [];
    for (const item of pack.items) {
      const file = item.kind === 'track' ? item.file : null;
      const written = markdownOf(item) ?? (file === null ? null : await sourceOf(file));
      const seed = item.kind === 'track' || item.kind === 'lesson' ? item.seed : null;
      if (written !== null) all.push(lessonFrom(written, seed, file));
    }
    return all;
  }
  const item = { kind: 'scenario', title: titleOf(text.peek()), text: text.peek(), step: stepHere.peek() } as const;
  return [lessonFrom(markdownOf(item) ?? '', null, null)];
}

type Made =
  | { readonly kind: 'making'; readonly done: number; readonly of: number }
  | { readonly kind: 'made'; readonly sheets: readonly Sheet[] }
  | { readonly kind: 'failed'; readonly message: string };

function useSheets(source: Source): Made {
  const [made, setMade] = useState<Made>({ kind: 'making', done: 0, of: 1 });
  useEffect(() => {
    const life = { wanted: true };
    const engine = startEngine();
    const make = async (): Promise<void> => {
      const all = await wantedOf(source);
      const sheets: Sheet[] = [];
      for (const one of all) {
        if (life.wanted) setMade({ kind: 'making', done: sheets.length, of: all.length });
        const sheet = await sheetOf(engine.of, one, () => life.wanted);
        if (sheet === null) return;
        sheets.push(sheet);
      }
      setMade({ kind: 'made', sheets });
    };
    make().catch((error: unknown) => {
      if (life.wanted) setMade({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
    return () => {
      life.wanted = false;
      engine.end();
    };
  }, [source]);
  return made;
}

export function Handout() {
  const sources = useMemo(sourcesHere, []);
  const [source, setSource] = useState<Source>(sources[0] ?? 'scenario');
  const [size, setSize] = useState<(typeof SIZES)[number]>('A4');
  const [answers, setAnswers] = useState(true);
  const made = useSheets(source);
  const room = useRef<HTMLDivElement>(null);
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
      <header class="row handout-bar">
        <h2>Handout</h2>
        <select
          class="menu"
          aria-label="What to print"
          value={source}
          onChange={(event) => setSource(sources.find((one) => one === event.currentTarget.value) ?? 'scenario')}
        >
          {sources.map((one) => (
            <option key={one} value={one}>
              {SOURCES[one]}
            </option>
          ))}
        </select>
        <select
          class="menu"
          aria-label="Paper"
          value={size}
          onChange={(event) => setSize(SIZES.find((one) => one === event.currentTarget.value) ?? 'A4')}
        >
          {SIZES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <label>
          <input type="checkbox" checked={answers} onChange={(event) => setAnswers(event.currentTarget.checked)} /> with
          answers on a page of their own
        </label>
        <span class="spring" />
        <button type="button" class="button primary" disabled={made.kind !== 'made'} onClick={() => window.print()}>
          Print
        </button>
        <button type="button" class="button square quiet" aria-label="Close" onClick={closeDialog}>
          <CloseIcon />
        </button>
      </header>
      <Told of={made} />
      {made.kind === 'made' && (
        <div class="handout" data-size={size}>
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
    </>
  );
}

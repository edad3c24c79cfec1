// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lessons to choose from, and how far the reader is in each.

import { saveFile } from '../ui/saving';
import { TRACK, type TrackEntry } from '../../lesson/track';
import { failure, leaveLessons, openBuiltIn, openText, progress, resetLesson } from '../store/lesson-state';
import { progressOf } from '../store/lesson-progress';

const LEVEL_WORDS = { first: 'No C needed', second: 'How the tree works', expert: 'How Linux uses it' } as const;

export function LessonList() {
  const groups = Object.keys(LEVEL_WORDS) as (keyof typeof LEVEL_WORDS)[];
  return (
    <div class="lesson">
      <div class="lesson-head">
        <strong>Lessons</strong>
        <span class="spring" />
        <button
          type="button"
          class="button small quiet"
          title="Closes the lessons and restores your previous text"
          onClick={leaveLessons}
        >
          Leave
        </button>
      </div>
      <div class="lesson-body">
        <p>Read, guess before it happens, try it, be checked. The engine computes each answer.</p>
        {failure.value !== '' && (
          <p class="bad" role="alert">
            {failure.value}
          </p>
        )}
        {groups.map((level) => (
          <section key={level} aria-label={LEVEL_WORDS[level]}>
            <h3 class="section-head">{LEVEL_WORDS[level]}</h3>
            <ol class="lesson-list">
              {TRACK.map((entry, k) =>
                entry.level === level ? <Entry key={entry.file} entry={entry} number={k + 1} /> : null,
              )}
            </ol>
          </section>
        ))}
      </div>
      <div class="lesson-foot">
        <label class="button">
          Open a file…
          <input
            type="file"
            class="ms-offscreen"
            accept=".md,.markdown,text/markdown,text/plain"
            onChange={(event) => void openFile(event.currentTarget)}
          />
        </label>
        <span class="spring" />
        <button
          type="button"
          class="button"
          disabled={Object.keys(progress.value).length === 0}
          onClick={() => saveFile('maplescope-progress.json', `${JSON.stringify(progress.value, null, 2)}\n`)}
        >
          Save progress
        </button>
      </div>
    </div>
  );
}

function Entry({ entry, number }: { readonly entry: TrackEntry; readonly number: number }) {
  const { screen, done } = progressOf(progress.value, entry.file);
  const begun = entry.file in progress.value;
  return (
    <li value={number}>
      <button type="button" class="lesson-entry" onClick={() => void openBuiltIn(entry.file)}>
        <span class="lesson-number">{number}</span>
        <span>{entry.title}</span>
        <span class="muted">{begun ? `screen ${screen + 1}, ${done.length} solved` : `${entry.minutes} min`}</span>
      </button>
      {begun && (
        <button
          type="button"
          class="button small quiet"
          aria-label={`Begin lesson ${number} again`}
          title="Resets your progress"
          onClick={() => resetLesson(entry.file)}
        >
          reset
        </button>
      )}
    </li>
  );
}

async function openFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  openText(file.name, await file.text(), null);
  input.value = '';
}

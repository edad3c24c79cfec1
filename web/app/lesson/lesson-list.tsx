// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lessons to choose from, and how far the reader is in each.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { openDialog } from '../store/actions/actions';
import { textStore } from '../store/actions/session';
import { textsChanged } from '../store/page/state';
import { counted } from '../../base/text';
import type { KeptText } from '../store/kept/text-store';
import { publicBase } from '../store/links/public-home';
import { copyWords, fileName, saveFile } from '../ui/saving';
import { looksLikePack, looksLikeProgress } from '../../pack/looks-like';
import { packFile, packLink, type Pack } from '../../pack/pack';
import { packProblemWords } from '../pack/pack-words';
import { closePack, itemTitle, openItem, openPackText, packKey, packProblems } from '../store/lessons/pack-state';
import { TRACK, type TrackEntry } from '../../lesson/track';
import { Leave } from './leave';
import { lessonTitle } from './lesson-title';
import { NotKept } from './not-kept';
import {
  failure,
  openBuiltIn,
  openedProgress,
  openPack,
  openProgress,
  openText,
  openWriter,
  progress,
  resetLesson,
  savedProgress,
} from '../store/lessons/lesson-state';
import { progressOf } from '../store/lessons/lesson-progress';
import { isVariant, ownVariant, setOwnVariant } from '../store/lessons/variant';

const LEVEL_WORDS = { first: 'No C needed', second: 'How the tree works', expert: 'How Linux uses it' } as const;

export function LessonList() {
  return (
    <div class="lesson">
      <div class="lesson-head">
        <strong>Lessons</strong>
        <span class="spring" />
        <button
          type="button"
          class="button small"
          title="Write a lesson of your own, with its picture and its mistakes beside it"
          onClick={() => openWriter(null)}
        >
          Write a lesson
        </button>
        <Leave />
      </div>
      <div class="lesson-body">
        <p>Read, predict what happens, try it, get graded. The engine computes each answer.</p>
        {failure.value !== '' && (
          <p class="bad" role="alert">
            {failure.value}
          </p>
        )}
        <NotKept />
        <OpenedProgress />
        <PackProblems />
        {openPack.value !== null && <PackList pack={openPack.value} />}
        {openPack.value === null && <Track />}
        <OwnLessons />
        <ForTeachers />
      </div>
      <Foot />
    </div>
  );
}

function Foot() {
  return (
    <div class="lesson-foot">
      <label class="button">
        Open a file…
        <input
          type="file"
          class="ms-offscreen"
          accept=".md,.markdown,.json,text/markdown,text/plain"
          onChange={(event) => void openFile(event.currentTarget)}
        />
      </label>
      <span class="spring" />
      <VariantField />
      <button
        type="button"
        class="button"
        title="Makes a code of your answers for your teacher"
        disabled={Object.keys(progress.value).length === 0}
        onClick={() => openDialog('teaching', 'hand-in')}
      >
        Hand in
      </button>
      <button
        type="button"
        class="button"
        disabled={Object.keys(progress.value).length === 0}
        title="Saves a file of your answers. Open it here or in another browser to continue from them"
        onClick={() => saveFile('maplescope-progress.json', savedProgress())}
      >
        Save progress
      </button>
    </div>
  );
}

function OpenedProgress() {
  const opened = openedProgress.value;
  if (opened === null) return null;
  if (opened.kind === 'refused')
    return (
      <p class="bad" role="alert">
        {opened.why === 'newer'
          ? 'A newer page wrote this file of progress. Reload this page to update it, then open the file again.'
          : 'This file of progress is damaged: no lesson in it can be read. Your progress is unchanged.'}
      </p>
    );
  return (
    <p role="status">
      Added the progress in {counted(opened.lessons, 'lesson')}.{' '}
      <button type="button" class="button small" onClick={opened.undo}>
        Undo
      </button>
    </p>
  );
}

function Track() {
  const groups = Object.keys(LEVEL_WORDS) as (keyof typeof LEVEL_WORDS)[];
  return (
    <>
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
    </>
  );
}

function PackProblems() {
  if (packProblems.value.length === 0) return null;
  return (
    <ul class="bad" role="alert">
      {packProblems.value.map((one) => (
        <li key={packProblemWords(one)}>{packProblemWords(one)}</li>
      ))}
    </ul>
  );
}

// The pack that is open, in place of the built-in lessons.
function PackList({ pack }: { readonly pack: Pack }) {
  return (
    <section aria-label="Pack">
      <h3 class="section-head">{pack.title === '' ? 'Pack' : pack.title}</h3>
      <ol class="lesson-list">
        {pack.items.map((item, k) => {
          const key = packKey(pack, item);
          const { screen, done } = progressOf(progress.value, key);
          return (
            <li key={k} value={k + 1}>
              <button type="button" class="lesson-entry" onClick={() => void openItem(pack, item)}>
                <span class="lesson-number">{k + 1}</span>
                <span>{itemTitle(item)}</span>
                <span class="muted">
                  {Object.hasOwn(progress.value, key) ? `screen ${screen + 1}, ${done.length} solved` : ''}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <SharePack pack={pack} />
      <p>
        <button
          type="button"
          class="button small"
          title="Lists the built-in lessons again. Your progress in the pack is kept"
          onClick={closePack}
        >
          Close the pack
        </button>
      </p>
    </section>
  );
}

// What a learner or teacher gives on: the pack that is open.
function SharePack({ pack }: { readonly pack: Pack }) {
  const [told, setTold] = useState('');
  const copy = async (): Promise<void> => {
    const link = packLink(pack);
    if (link === null) setTold('The pack is too long for a link. Save it as a file.');
    else if (await copyWords(`${publicBase()}#${link}`, null)) setTold('Copied.');
    else setTold('The browser did not let the page use the clipboard. Save the pack as a file.');
  };
  return (
    <p class="row">
      <button type="button" class="button small" onClick={() => void copy()}>
        Copy the pack’s link
      </button>
      <button
        type="button"
        class="button small"
        onClick={() => saveFile(`${fileName(pack.title, 'pack')}.json`, packFile(pack))}
      >
        Save the pack
      </button>
      <span role="status">{told}</span>
    </p>
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

// The lessons that the person wrote, as kept in this browser.
function OwnLessons() {
  const [removed, setRemoved] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const store = textStore();
  useEffect(() => void store?.refresh(), [store]);
  const own = useMemo(() => (store?.list() ?? []).filter(({ kind }) => kind === 'lesson'), [store, textsChanged.value]);
  if (store === null || (own.length === 0 && removed === null)) return null;
  const remove = async ({ id, text }: KeptText): Promise<void> => {
    const isGone = await store.remove(id);
    setFailed(!isGone);
    if (isGone) setRemoved(lessonTitle(text));
  };
  const undo = async (): Promise<void> => {
    const isBack = await store.undo();
    setFailed(!isBack);
    if (isBack) setRemoved(null);
  };
  return (
    <section aria-label="Yours">
      <h3 class="section-head">Yours, kept in this browser</h3>
      <p role="status" class="muted">
        {removed !== null && `Deleted “${removed}”. `}
        {removed !== null && (
          <button type="button" class="button small" onClick={() => void undo()}>
            Undo
          </button>
        )}
        {failed && ' Nothing was changed: another tab changed the lesson, or the browser refused to write. Try again.'}
      </p>
      <ul class="lesson-list">
        {own.map((kept) => (
          <li key={kept.id}>
            <button type="button" class="lesson-entry" onClick={() => openWriter(kept.text)}>
              <span />
              <span>{kept.name ?? lessonTitle(kept.text)}</span>
              <span class="muted">{new Date(kept.when).toLocaleDateString()}</span>
            </button>
            <button
              type="button"
              class="button small quiet"
              aria-label={`Delete “${lessonTitle(kept.text)}”`}
              onClick={() => void remove(kept)}
            >
              delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FOR_TEACHERS = [
  ['class', 'Collect a class', 'Takes the codes of learners, grades the answers and shows them as a table'],
  ['pack', 'Make a pack', 'Puts lessons, scenarios and notes in your order into one file or one link'],
  ['handout', 'Print a handout', 'Prints a lesson, the open pack or the scenario, with pictures and room to write'],
] as const;

function ForTeachers() {
  return (
    <section aria-label="For teachers">
      <h3 class="section-head">For teachers</h3>
      <p class="lesson-acts">
        {FOR_TEACHERS.map(([part, label, title]) => (
          <button key={part} type="button" class="button" title={title} onClick={() => openDialog('teaching', part)}>
            {label}
          </button>
        ))}
      </p>
    </section>
  );
}

function VariantField() {
  return (
    <label
      class="lesson-own-variant"
      title="Variant that “Another one” begins with. The same number gives everybody the same questions"
    >
      Variant{' '}
      <input
        type="number"
        class="mono"
        min={1}
        max={9999}
        value={ownVariant()}
        onChange={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (isVariant(number)) setOwnVariant(number);
          else event.currentTarget.value = String(ownVariant());
        }}
      />
    </label>
  );
}

async function openFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  const read = await file.text();
  if (looksLikeProgress(read)) openProgress(read);
  else if (looksLikePack(read)) openPackText(read);
  else openText(file.name, read, null);
  input.value = '';
}

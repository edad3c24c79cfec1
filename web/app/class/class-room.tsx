// SPDX-License-Identifier: GPL-2.0-or-later
//
// A teacher's class: codes come in by paste, drop or file; the table shows who got how far, and below it stands what
// most went wrong.

import { useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { learnersIn } from '../../classroom/collect';
import { tableCsv } from '../../classroom/csv';
import { labelOf, tableOf, type ClassTable } from '../../classroom/table';
import { TRACK } from '../../lesson/track';
import { closeDialog } from '../store/actions/actions';
import {
  classLessons,
  collected,
  isKept,
  lessonKey,
  removeCodes,
  sentCodes,
  setTypedCodes,
  startClass,
  takeCodes,
  takeLesson,
  typedCodes,
  ungraded,
  verdictKey,
  verdicts,
  type ClassLesson,
  type TakenCodes,
} from '../store/lessons/class-state';
import { packTitle } from '../store/lessons/pack-state';
import { counted } from '../../base/text';
import { NO_STORAGE } from '../../words/storage';
import { CloseIcon } from '../ui/icons';
import { saveFile } from '../ui/saving';
import { TableOfClass, WrongMost } from './class-table';
import { takenWords, troubleWords } from './class-words';
import '../ui/whole-page.css';
import './class.css';

/** A file of more bytes holds no codes of a class. */
const FILE_BYTES_MOST = 16 << 20;
const LESSON_FILE = /\.(?:md|markdown)$/i;
const TROUBLES_SHOWN = 12;

export function ClassRoom() {
  const box = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState('');
  useLayoutEffect(() => {
    box.current?.showModal();
    return () => box.current?.close();
  }, []);
  useEffect(startClass, []);
  const shown = classLessons.value.find(({ key }) => key === chosen) ?? classLessons.value[0] ?? null;
  return (
    <dialog
      class="class-room whole-page"
      ref={box}
      aria-label="Class"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
    >
      <header class="row">
        <h2>Class</h2>
        <span class="muted">
          {collected.value.length > 0 && counted(learnersIn(collected.value.map(({ code }) => code)), 'learner')}
        </span>
        {!isKept.value && (
          <span class="bad" role="alert">
            A reload loses this table, because {NO_STORAGE}. Save the codes.
          </span>
        )}
        <span class="spring" />
        <SaveCodes />
        <button type="button" class="button square quiet" aria-label="Close" onClick={closeDialog}>
          <CloseIcon />
        </button>
      </header>
      <div class="class-body">
        <Intake box={box} />
        {collected.value.length > 0 && (
          <>
            <LessonChoice shown={shown} choose={setChosen} />
            {shown !== null && <OneLesson key={shown.key} of={shown} />}
          </>
        )}
      </div>
    </dialog>
  );
}

function SaveCodes() {
  const codes = collected.value;
  return (
    <button
      type="button"
      class="button"
      disabled={codes.length === 0}
      title="Saves all codes as one text file, which can be dropped here again"
      onClick={() => saveFile('maplescope-class.txt', codes.map(({ letters }) => `${letters}\n`).join(''))}
    >
      Save codes
    </button>
  );
}

// ---- What comes in ----

interface Told {
  readonly taken: TakenCodes | null;
  readonly files: readonly string[];
}

function Intake({ box }: { readonly box: { readonly current: HTMLDialogElement | null } }) {
  const typed = typedCodes.value;
  const [told, setTold] = useState<Told>({ taken: null, files: [] });
  const add = (text: string): void => {
    const taken = takeCodes(text);
    setTold({ taken, files: taken.codes.length + taken.troubles.length === 0 ? [NO_CODE] : [] });
    // Unreadable codes stay in the field, to be corrected.
    if (taken.codes.length > 0 && taken.troubles.length === 0) setTypedCodes('');
  };
  const addFiles = async (files: readonly File[]): Promise<void> => {
    const refused: string[] = [];
    let text = '';
    for (const file of files) {
      const read = file.size > FILE_BYTES_MOST ? null : await file.text().catch(() => null);
      if (read === null) refused.push(`“${file.name}” could not be read: it is too large, or no longer there.`);
      else if (LESSON_FILE.test(file.name)) takeLesson(read);
      else if (/\bc\d+\./.test(read)) text += `${read}\n`;
      else refused.push(`“${file.name}” has no class code and is not a lesson (.md).`);
    }
    setTold({ taken: text === '' ? null : takeCodes(text), files: refused });
  };
  useDrops(box, addFiles);
  const taken = told.taken ?? sentCodes.value;
  return (
    <section aria-label="Add codes" class="class-intake">
      <label class="class-paste">
        <span>Paste the codes of your learners, with any text around them, or drop their files on this page.</span>
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          data-first-focus
          placeholder="c1.…"
          value={typed}
          onInput={(event) => setTypedCodes(event.currentTarget.value)}
          onPaste={(event) => {
            const words = event.clipboardData?.getData('text/plain') ?? '';
            if (typed !== '' || !/c\d+\./.test(words)) return;
            event.preventDefault();
            setTypedCodes(words);
            add(words);
          }}
        />
      </label>
      <div class="row">
        <button type="button" class="button primary" disabled={typed.trim() === ''} onClick={() => add(typed)}>
          Add
        </button>
        <label class="button">
          Choose files…
          <input
            type="file"
            class="ms-offscreen"
            multiple
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = '';
              void addFiles(files);
            }}
          />
        </label>
      </div>
      <div role="status">
        {taken !== null && takenWords(taken) !== '' && <p>{takenWords(taken)}</p>}
        {told.files.map((one) => (
          <p key={one} class="bad">
            {one}
          </p>
        ))}
        <Troubles of={taken?.troubles ?? []} />
      </div>
    </section>
  );
}

const NO_CODE = 'There is no class code in this text. A code begins with c1. and is one long word.';

function Troubles({ of }: { readonly of: TakenCodes['troubles'] }) {
  if (of.length === 0) return null;
  return (
    <ul class="bad">
      {of.slice(0, TROUBLES_SHOWN).map((one) => (
        <li key={`${one.line} ${one.column}`}>{troubleWords(one)}</li>
      ))}
      {of.length > TROUBLES_SHOWN && <li>{counted(of.length - TROUBLES_SHOWN, 'more place', 'more places')}.</li>}
    </ul>
  );
}

function useDrops(
  box: { readonly current: HTMLDialogElement | null },
  take: (files: readonly File[]) => Promise<void>,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void latest.current(files);
    };
    const element = box.current;
    element?.addEventListener('drop', drop);
    return () => element?.removeEventListener('drop', drop);
  }, []);
}

// ---- One lesson ----

function LessonChoice({
  shown,
  choose,
}: {
  readonly shown: ClassLesson | null;
  readonly choose: (key: string) => void;
}) {
  const lessons = classLessons.value;
  if (lessons.length === 0) return null;
  return (
    <label class="row">
      Lesson{' '}
      <select class="menu" value={shown?.key ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        {lessons.map((one) => (
          <option key={one.key} value={one.key}>
            {lessonTitleOf(one)} ({counted(learnersIn(handedBy(one.key).map(({ found }) => found.code)), 'learner')})
          </option>
        ))}
      </select>
    </label>
  );
}

function handedBy(key: string) {
  return collected.value.flatMap((found) =>
    found.code.lessons.flatMap((handed) => (lessonKey(handed) === key ? [{ found, handed }] : [])),
  );
}

function OneLesson({ of }: { readonly of: ClassLesson }) {
  const [removed, setRemoved] = useState<{ readonly label: string; readonly undo: () => void } | null>(null);
  const table = useComputed((): ClassTable | null => {
    if (of.here === null) return null;
    const learners = handedBy(of.key).map(({ found, handed: { screen, answers } }) => ({
      code: found.code,
      screen,
      answers,
      verdicts: verdicts.value.get(verdictKey(found, of.key)) ?? null,
    }));
    return tableOf(of.here.lesson, learners);
  }).value;
  if (of.here === null || table === null)
    return (
      <p class="bad" role="alert">
        The text of “{lessonTitleOf(of)}” is not in this browser, so its answers cannot be graded. Drop its Markdown
        file on this page.
      </p>
    );
  return (
    <>
      {!of.here.same && (
        <p class="bad">
          The learners had another version of this lesson. Their answers are graded by the version that is here; answers
          to other questions are left out.
        </p>
      )}
      <p class="class-standing" role="status">
        {ungraded.value > 0
          ? `Grading: ${counted(ungraded.value, 'learner')} to go…`
          : 'The engine graded every answer again.'}{' '}
        {removed !== null && (
          <>
            {`Removed ${removed.label}. `}
            <button
              type="button"
              class="button small"
              onClick={() => {
                removed.undo();
                setRemoved(null);
              }}
            >
              Undo
            </button>
          </>
        )}
      </p>
      <TableOfClass
        table={table}
        remove={(code) => {
          const some = collected.value.filter((one) => one.code === code);
          setRemoved({ label: labelOf(code), undo: removeCodes(some) });
        }}
      />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={ungraded.value > 0}
          onClick={() => saveFile(`class-${of.name}.csv`, csvFile(tableCsv(table, lessonTitleOf(of), packTitle)))}
        >
          Save as CSV
        </button>
      </div>
      <WrongMost table={table} />
    </>
  );
}

// Spreadsheets take a file for UTF-8 only with this mark.
function csvFile(text: string): Blob {
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
}

/** "2. Nodes, slots, pivots"; of a lesson from elsewhere its title. */
function lessonTitleOf({ name, here }: ClassLesson): string {
  const at = TRACK.findIndex(({ file }) => file === name);
  const entry = TRACK[at];
  if (entry !== undefined) return `${at + 1}. ${entry.title}`;
  const title = here?.lesson.title ?? '';
  return title === '' ? name : title;
}

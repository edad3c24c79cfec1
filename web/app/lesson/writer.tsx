// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page to write a lesson: its text on the left, the lesson as readers see it on the right, what is wrong below the
// text. Narrower windows show one of the two at a time; the picture stays where it is.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { effect } from '@preact/signals';
import type { Parser } from '@lezer/common';
import { parser } from '@lezer/markdown';
import { highlightedParser } from '../../scenario/language/highlight';
import { encodeLesson } from '../../share/lesson-link';
import { TRACK } from '../../lesson/track';
import { openHelp } from '../store/actions/help-topic';
import { textsChanged } from '../store/page/state';
import { counted } from '../../base/text';
import { STORAGE_TROUBLE } from '../../words/storage';
import { fileName, saveFile } from '../ui/saving';
import { loadTextEditor, type TextEditor } from '../ui/text-editing';
import { Words } from '../ui/message-text';
import { Leave } from './leave';
import { CopyLink } from './copy-link';
import {
  begin,
  beginNew,
  draft,
  keepAgain,
  kept,
  mistakes,
  ownLessons,
  standing,
  startWriting,
  taken,
  write,
} from '../store/lessons/draft';
import { LessonScreen } from './lesson-screen';
import { closeLesson, draftFrom, goTo, open, screenAt, sourceOf, takeDraftFrom } from '../store/lessons/lesson-state';
import { lessonTitle } from './lesson-title';
import './writer.css';

type Side = 'text' | 'lesson';

/** Markdown, with the language of scenarios in `maple` blocks; HTML is text. */
const lessonLanguage = parser.configure({ remove: ['HTMLBlock', 'HTMLTag'] });

/** The parser of the blocks with this word behind their fence. */
function parserOfBlock(info: string): Parser | null {
  return /^maple\b/.test(info) ? highlightedParser : null;
}

export function Writer() {
  const [side, setSide] = useState<Side>('text');
  const editor = useRef<TextEditor | null>(null);
  useEffect(() => startWriting(takeDraftFrom()), []);
  useEffect(
    () =>
      effect(() => {
        if (draftFrom.value === null) return;
        const from = takeDraftFrom();
        if (from !== null) begin(from);
      }),
    [],
  );
  return (
    <div class="lesson writer" data-side={side}>
      <Head />
      <div class="writer-sides" role="group" aria-label="What is shown">
        {(['text', 'lesson'] as const).map((one) => (
          <button key={one} type="button" class="button small" aria-pressed={side === one} onClick={() => setSide(one)}>
            {one === 'text' ? 'Text' : 'Lesson'}
            {one === 'text' && mistakes.value.length > 0 && ` (${mistakes.value.length})`}
          </button>
        ))}
      </div>
      <div class="writer-columns">
        <section class="writer-text" aria-label="Text of the lesson">
          <Text editor={editor} />
          <Mistakes
            go={(from) => {
              setSide('text');
              requestAnimationFrame(() => editor.current?.goTo(from, true));
            }}
          />
        </section>
        <section class="writer-lesson" aria-label="The lesson as readers see it">
          <LessonScreen moved={(line) => editor.current?.goToLine(line)} />
        </section>
      </div>
    </div>
  );
}

function Head() {
  const title = lessonTitle(draft.value);
  return (
    <>
      <div class="lesson-head">
        <button type="button" class="ms-link" onClick={closeLesson}>
          Lessons
        </button>
        <strong title={title}>{title}</strong>
        <span class="muted writer-kept">{keptWords()}</span>
        {kept.value === 'gone' && (
          <button type="button" class="button small" onClick={keepAgain}>
            Keep this version
          </button>
        )}
        <Leave />
      </div>
      <div class="writer-acts">
        <button
          type="button"
          class="button small"
          title="Begins another lesson; this one stays among yours"
          onClick={beginNew}
        >
          New
        </button>
        <Open />
        <button
          type="button"
          class="button small"
          title="Saves the lesson as a Markdown file"
          onClick={() => saveFile(`${fileName(title, 'lesson')}.md`, draft.value)}
        >
          Save as file
        </button>
        <CopyLink
          title="Copies a link that holds the whole lesson"
          make={() => encodeLesson(draft.value, screenAt.value)}
          of={draft.value}
          small
        />
        <button
          type="button"
          class="button small"
          title="Format: everything that a lesson can hold, with an example of each"
          onClick={() => openHelp({ section: null, page: 'lessons' })}
        >
          Format
        </button>
      </div>
    </>
  );
}

function keptWords(): string {
  switch (kept.value) {
    case null:
      return '';
    case 'saved':
      return 'saved';
    case 'unsaved':
      return 'saving';
    case 'full':
      return `not saved: ${STORAGE_TROUBLE.full}. Save it as a file.`;
    case 'gone':
      return 'not saved: this version was deleted, or changed in another tab.';
    case 'blocked':
      return `not saved: ${STORAGE_TROUBLE.blocked}. Save it as a file.`;
  }
}

// What can be opened as a start: the person's own lessons, those of the track, a file.
function Open() {
  const file = useRef<HTMLInputElement>(null);
  const all = useMemo(ownLessons, [textsChanged.value]);
  const own = all.filter(({ text }) => text !== draft.value);
  const choose = async (chosen: string): Promise<void> => {
    if (chosen === 'file') file.current?.click();
    const kept = own.find(({ id }) => id === chosen);
    if (kept !== undefined) begin(kept.text, true);
    const source = TRACK.some((one) => one.file === chosen) ? await sourceOf(chosen) : null;
    if (source !== null) begin(source);
  };
  return (
    <>
      <select
        class="menu"
        aria-label="Start from a lesson"
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = '';
          void choose(value);
        }}
      >
        <option value="">Open…</option>
        <option value="file">A file…</option>
        {own.length > 0 && (
          <optgroup label="Your lessons">
            {own.map(({ id, text, name }) => (
              <option key={id} value={id}>
                {name ?? lessonTitle(text)}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="A copy of a built-in lesson">
          {TRACK.map(({ file: name, title }, k) => (
            <option key={name} value={name}>
              {k + 1}. {title}
            </option>
          ))}
        </optgroup>
      </select>
      <input
        type="file"
        ref={file}
        hidden
        aria-label="File of a lesson"
        accept=".md,.markdown,text/markdown,text/plain"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          void chosen?.text().then((text) => begin(text));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function Text({ editor }: { readonly editor: { current: TextEditor | null } }) {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const mount = (): (() => void) => {
    let ended = false;
    let dispose = (): void => undefined;
    let line = 1;
    let changed = false;
    setFailed(false);
    loadTextEditor().then(
      (mountTextEditor) => {
        if (ended || host.current === null) return;
        const made = mountTextEditor(host.current, {
          text: draft.peek(),
          label: 'Text of the lesson',
          parser: lessonLanguage,
          parserOfBlock,
          typed: (text) => {
            changed = true;
            write(text);
          },
          moved: (to) => {
            line = to;
            showScreenAt(to);
          },
        });
        editor.current = made;
        const stops = [
          taken.subscribe(() => {
            made.take(draft.peek());
          }),
          mistakes.subscribe((all) => made.mark(all)),
          // A screen that has just been typed is known once the text is read.
          open.subscribe(() => {
            if (changed) showScreenAt(line);
            changed = false;
          }),
        ];
        dispose = () => {
          for (const stop of stops) stop();
          editor.current = null;
          made.dispose();
        };
      },
      () => setFailed(true),
    );
    return () => {
      ended = true;
      dispose();
    };
  };
  useLayoutEffect(mount, []);
  return (
    <div class="writer-editor" ref={host}>
      {failed && (
        <p class="bad">
          The editor could not be fetched. Check your connection.{' '}
          <button type="button" class="button small" onClick={mount}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

// The lesson follows the cursor from screen to screen.
function showScreenAt(line: number): void {
  const screens = open.peek()?.lesson.screens ?? [];
  const at = Math.max(
    0,
    screens.findLastIndex((one) => one.line <= line),
  );
  if (at !== screenAt.peek()) goTo(at);
}

function Mistakes({ go }: { readonly go: (from: number) => void }) {
  const all = mistakes.value;
  return (
    <div class="problems writer-problems">
      <p class={all.length > 0 ? 'writer-standing bad' : 'writer-standing'} role="status">
        {standingWords()}
      </p>
      <ul>
        {all.map(({ from, line, message, hint }, k) => (
          <li key={k}>
            <button type="button" onClick={() => go(from)}>
              <span class="place mono">line {line}</span>{' '}
              <span>
                <Words of={message} />
                {hint !== '' && (
                  <span class="hint">
                    <Words of={hint} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function standingWords(): string {
  const now = standing.value;
  const found = mistakes.value.length;
  switch (now.kind) {
    case 'reading':
      return found === 0 ? 'Checking…' : `${counted(found, 'mistake')} so far. Checking…`;
    case 'checked':
      return found === 0 ? `No mistakes: ${now.counts}` : counted(found, 'mistake');
    case 'failed':
      return `Not checked: ${now.message}`;
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The person's own texts in the gallery: open, rename, delete with undo, and export or import all of them as one file.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { closeDialog, loadRecent, textStore } from '../store/actions/actions';
import { keepNow } from '../store/actions/session';
import type { RecentText } from '../store/kept/autosave';
import { exported } from '../store/kept/text-import';
import type { TextStore } from '../store/kept/text-store';
import { counted } from '../../base/text';
import { STORAGE_TROUBLE } from '../../words/storage';
import { lineCount, listTitleOf } from '../store/page/texts';
import { saveFile } from '../ui/saving';

interface KeptTextsProps {
  readonly texts: readonly RecentText[];
  /** Whether the first text is the list's tab stop. */
  readonly hasTabStop: boolean;
}

interface Message {
  readonly words: string;
  readonly undo: boolean;
}

export function KeptTexts({ texts, hasTabStop }: KeptTextsProps) {
  const [message, setMessage] = useState<Message | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const [isKnown, setKnown] = useState(false);
  const store = textStore();
  useEffect(() => void store?.refresh().then(() => setKnown(true)), [store]);
  if (store === null) return null;
  const failed = (what: string): void =>
    setMessage({ words: `${what} failed: this browser refused to write to its storage.`, undo: false });
  const remove = async (kept: RecentText): Promise<void> => {
    if (await store.remove(kept.id)) {
      setMessage({ words: `Deleted “${titleOf(kept)}”.`, undo: true });
      // There may be room now for what was not saved.
      keepNow();
    } else if (store.list().some(({ id, text }) => id === kept.id && text !== kept.text))
      setMessage({ words: `“${titleOf(kept)}” was changed in another tab, so it was not deleted.`, undo: false });
    else failed('Deleting');
    head.current?.focus();
  };
  const rename = async (kept: RecentText, name: string): Promise<void> => {
    setRenamed(null);
    if (name.trim() !== (kept.name ?? '') && !(await store.rename(kept.id, name))) failed('Renaming');
  };
  const undo = async (): Promise<void> => {
    if (await store.undo()) setMessage(null);
    else failed('Undo');
  };
  return (
    <section>
      <h3 class="section-head" id="recent-head" tabIndex={-1} ref={head}>
        Your other texts, kept in this browser
      </h3>
      <Files say={(words) => setMessage({ words, undo: false })} />
      {isKnown && <Place kind={store.kind()} />}
      <p class="kept-message" role="status">
        {message?.words}
        {message?.undo === true && (
          <button type="button" class="button" onClick={() => void undo()}>
            Undo
          </button>
        )}
      </p>
      <ul aria-labelledby="recent-head">
        {texts.slice(0, all ? texts.length : SHOWN_FIRST).map((kept, k) => (
          <li key={kept.id} class="kept">
            {renamed === kept.id ? (
              <NameField kept={kept} done={(name) => void rename(kept, name)} />
            ) : (
              <Card
                kept={kept}
                tabStop={hasTabStop && k === 0}
                rename={() => setRenamed(kept.id)}
                remove={() => void remove(kept)}
              />
            )}
          </li>
        ))}
      </ul>
      {!all && texts.length > SHOWN_FIRST && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          Show all {texts.length.toLocaleString('en')} texts
        </button>
      )}
    </section>
  );
}

function Place({ kind }: { readonly kind: ReturnType<TextStore['kind']> }) {
  if (kind === 'database') return null;
  return (
    <p class="muted">
      {kind === 'storage' &&
        'This browser refused to open its database, so there is much less room for texts. Export those that matter.'}
      {kind === 'slow' &&
        'The database of this browser has not answered yet. The texts in it are missing here until you reload.'}
      {kind === null && `Texts are lost when you close the tab: ${STORAGE_TROUBLE.blocked}.`}
    </p>
  );
}

/** The others are shown on demand, so that the examples below stay near. */
const SHOWN_FIRST = 12;

function titleOf(kept: RecentText): string {
  return kept.name ?? listTitleOf(kept.text);
}

interface CardProps {
  readonly kept: RecentText;
  readonly tabStop: boolean;
  readonly rename: () => void;
  readonly remove: () => void;
}

function Card({ kept, tabStop, rename, remove }: CardProps) {
  const title = titleOf(kept);
  return (
    <>
      <button
        type="button"
        class="gallery-card"
        tabIndex={tabStop ? 0 : -1}
        onClick={() => {
          closeDialog();
          void loadRecent(kept);
        }}
      >
        <strong>{title}</strong>
        <span class="gallery-facts muted">
          {kept.branch !== undefined && `branch “${kept.branch}” · `}
          {counted(lineCount(kept.text), 'line')} · last changed {new Date(kept.when).toLocaleString()}
        </span>
      </button>
      <span class="kept-acts">
        <button
          type="button"
          class="button quiet gallery-act"
          tabIndex={-1}
          aria-label={`Rename “${title}”`}
          onClick={rename}
        >
          Rename
        </button>
        <button
          type="button"
          class="button quiet gallery-act"
          tabIndex={-1}
          aria-label={`Delete “${title}”`}
          onClick={remove}
        >
          Delete
        </button>
      </span>
    </>
  );
}

// Enter or leaving the field saves the name; Escape discards it. An empty name restores the text's own title.
function NameField({ kept, done }: { readonly kept: RecentText; readonly done: (name: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  // Before the next key.
  useLayoutEffect(() => field.current?.select(), []);
  const end = (name: string): void => {
    if (!ended.current) done(name);
    ended.current = true;
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event.key === 'Enter' ? (field.current?.value ?? '') : (kept.name ?? ''));
  };
  return (
    <label class="kept-name">
      <span class="muted">Name</span>
      <input
        type="text"
        maxLength={100}
        defaultValue={titleOf(kept)}
        ref={field}
        onKeyDown={onKey}
        onBlur={(event) => end(event.currentTarget.value)}
      />
    </label>
  );
}

function Files({ say }: { readonly say: (words: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const store = textStore();
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined || store === null) return;
    const json = await file.text().catch(() => null);
    const done = json === null ? null : await store.importAll(json);
    if (input.current !== null) input.current.value = '';
    if (done === null) say(`${file.name} could not be read: has it been moved? Nothing was imported.`);
    else if (!done.ok) say(done.message);
    else {
      const known = `${counted(done.known, 'text')} ${done.known === 1 ? 'was' : 'were'} here already.`;
      say(`Imported ${counted(done.added, 'text')}.${done.known > 0 ? ` ${known}` : ''}`);
    }
  };
  return (
    <p class="kept-files">
      <button
        type="button"
        class="button"
        onClick={() => saveFile('maplescope-texts.json', exported(store?.list() ?? []))}
      >
        Export all
      </button>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        Import…
      </button>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        ref={input}
        aria-label="Import texts"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
    </p>
  );
}

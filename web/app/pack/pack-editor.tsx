// SPDX-License-Identifier: GPL-2.0-or-later
//
// Making a pack: what it holds, in which order; saved as a file, copied as a link, or opened as learners see it.

import { useMemo, useRef, useState } from 'preact/hooks';
import { inputKind } from '../../scenario/pasted/detect';
import { TRACK } from '../../lesson/track';
import { looksLikePack } from '../../pack/looks-like';
import {
  ITEMS_MOST,
  TEXT_MOST,
  TITLE_MOST,
  packFile,
  packLink,
  readPack,
  type Pack,
  type PackItem,
} from '../../pack/pack';
import { closeDialog } from '../store/actions/actions';
import { ownLessons } from '../store/lessons/draft';
import { publicBase } from '../store/links/public-home';
import {
  addItems,
  areEarlierKept,
  beginPack,
  bringBack,
  earlierPacks,
  isMadeKept,
  itemTitle,
  made,
  moveItem,
  note,
  removeItem,
  replaceItem,
  setHidesSolutions,
  setNote,
  setTitle,
  showPack,
} from '../store/lessons/pack-state';
import { recentTexts } from '../store/actions/session';
import { showLessons } from '../store/run/source';
import { stepHere, text } from '../store/page/state';
import { counted } from '../../base/text';
import { NO_STORAGE } from '../../words/storage';
import { titleOf } from '../store/page/texts';
import { Modal } from '../ui/modal';
import { copyWords, fileName, saveFile } from '../ui/saving';
import { packProblemWords } from './pack-words';
import './pack.css';

export function PackEditor() {
  const [told, setTold] = useState<readonly string[]>([]);
  const [undo, setUndo] = useState<{ readonly what: string; readonly act: () => void } | null>(null);
  const pack = made.value;
  return (
    <Modal title="Make a pack" wide>
      <div class="pack">
        <p>A pack gives your class lessons, scenarios and notes in your order, as one file or one link.</p>
        <div class="pack-facts">
          <label>
            Title
            <input
              type="text"
              maxLength={TITLE_MOST}
              value={pack.title}
              onInput={(event) => setTitle(event.currentTarget.value)}
            />
          </label>
          <label
            class="pack-check"
            title="Takes the solutions out of the pack that you give away. Its questions do not offer “Tell me”"
          >
            <input
              type="checkbox"
              checked={pack.hideSolutions}
              onChange={(event) => setHidesSolutions(event.currentTarget.checked)}
            />{' '}
            Hide solutions
          </label>
        </div>
        <Items
          removed={(what, act) => {
            setUndo({ what, act });
          }}
        />
        <p role="status" class="pack-told">
          {undo !== null && (
            <>
              {undo.what}{' '}
              <button
                type="button"
                class="button small"
                onClick={() => {
                  undo.act();
                  setUndo(null);
                }}
              >
                Undo
              </button>
            </>
          )}
          {!isMadeKept.value && <span class="bad">A reload loses this pack, because {NO_STORAGE}. Save it.</span>}
          {!areEarlierKept.value && <span class="bad">A reload loses the earlier packs, because {NO_STORAGE}.</span>}
        </p>
        <Add tell={setTold} begun={(act) => setUndo({ what: 'Opened another pack.', act })} />
        {told.length > 0 && (
          <ul class="bad" role="alert">
            {told.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        <Give begun={(act) => setUndo({ what: 'Began a new pack.', act })} />
        <Earlier
          back={(pack) => {
            bringBack(pack);
            setUndo(null);
          }}
        />
      </div>
    </Modal>
  );
}

const KIND_WORDS = { track: 'built-in lesson', lesson: 'lesson', scenario: 'scenario', note: 'note' } as const;

function Items({ removed }: { readonly removed: (what: string, undo: () => void) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const { items } = made.value;
  const move = (from: number, to: number): void => {
    if (!moveItem(from, to)) return;
    // The focus goes along, so that a key moves the same item on.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>('li')[to]?.querySelector<HTMLElement>('.pack-name')?.focus(),
    );
  };
  if (items.length === 0) return <p class="muted">The pack is empty. Add something below.</p>;
  return (
    <ol class="pack-items" ref={list}>
      {items.map((item, k) => (
        <li key={k}>
          <span class="lesson-number">{k + 1}</span>
          <span
            class="pack-name"
            tabIndex={0}
            title="Alt and an arrow key move it"
            onKeyDown={(event) => {
              const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (by === undefined || !event.altKey) return;
              event.preventDefault();
              move(k, k + by);
            }}
          >
            {itemTitle(item)} <span class="muted">{KIND_WORDS[item.kind]}</span>
          </span>
          <NumberOf item={item} at={k} />
          <button
            type="button"
            class="button small"
            aria-label={`Move ${itemTitle(item)} up`}
            disabled={k === 0}
            onClick={() => move(k, k - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="button small"
            aria-label={`Move ${itemTitle(item)} down`}
            disabled={k === items.length - 1}
            onClick={() => move(k, k + 1)}
          >
            ↓
          </button>
          <button
            type="button"
            class="button small quiet"
            aria-label={`Remove ${itemTitle(item)}`}
            onClick={() => removed(`Removed “${itemTitle(item)}”.`, removeItem(k))}
          >
            ×
          </button>
        </li>
      ))}
    </ol>
  );
}

// The variant of a lesson, or the step of a scenario.
function NumberOf({ item, at }: { readonly item: PackItem; readonly at: number }) {
  if (item.kind === 'note') return null;
  const isScenario = item.kind === 'scenario';
  const value = isScenario ? item.step : item.seed;
  return (
    <label
      class="pack-number"
      title={
        isScenario
          ? 'The step that is shown first; empty for the last'
          : 'The variant of its questions, the same for everybody; empty for the questions as written'
      }
    >
      {isScenario ? 'step' : 'variant'}{' '}
      <input
        type="number"
        min={isScenario ? 0 : 1}
        max={9_999_999}
        value={value ?? ''}
        onChange={(event) => {
          const number = event.currentTarget.valueAsNumber;
          const chosen =
            Number.isInteger(number) && number >= (isScenario ? 0 : 1) && number <= 9_999_999 ? number : null;
          replaceItem(at, isScenario ? { ...item, step: chosen } : { ...item, seed: chosen });
          event.currentTarget.value = chosen === null ? '' : String(chosen);
        }}
      />
    </label>
  );
}

interface AddProps {
  readonly tell: (problems: readonly string[]) => void;
  /** A file took the place of what was being made. */
  readonly begun: (undo: () => void) => void;
}

function Add({ tell, begun }: AddProps) {
  const files = useRef<HTMLInputElement>(null);
  const lessons = useMemo(ownLessons, []);
  const texts = useMemo(recentTexts, []);
  const add = (items: readonly PackItem[]): void => {
    const room = ITEMS_MOST - made.value.items.length;
    tell(items.length > room ? [`A pack holds at most ${ITEMS_MOST} items. Remove one, or make a second pack.`] : []);
    addItems(items.slice(0, room));
  };
  const choose = (value: string): void => {
    const lesson = lessons.find(({ id }) => `lesson ${id}` === value);
    const kept = texts.find(({ id }) => `text ${id}` === value);
    if (value === 'all') add(TRACK.map(({ file }) => ({ kind: 'track', file, seed: null })));
    else if (value === 'here')
      add([{ kind: 'scenario', title: titleOf(text.value), text: text.value, step: stepHere.value }]);
    else if (value === 'file') files.current?.click();
    else if (lesson !== undefined) add([{ kind: 'lesson', title: lesson.name ?? '', text: lesson.text, seed: null }]);
    else if (kept !== undefined)
      add([{ kind: 'scenario', title: kept.name ?? titleOf(kept.text), text: kept.text, step: null }]);
    else if (TRACK.some(({ file }) => file === value)) add([{ kind: 'track', file: value, seed: null }]);
  };
  const addFiles = async (chosen: readonly File[]): Promise<void> => {
    const items: PackItem[] = [];
    const problems: string[] = [];
    for (const file of chosen) {
      const read = file.size > 4 * TEXT_MOST * 4 ? null : await file.text().catch(() => null);
      if (read === null) problems.push(`“${file.name}” could not be read: it is too large, or no longer there.`);
      else if (looksLikePack(read)) {
        const { pack, problems: found } = readPack(read);
        problems.push(...found.map(packProblemWords));
        if (pack !== null) begun(beginPack(pack));
      } else if (read.trim() === '' || read.length > TEXT_MOST) problems.push(`“${file.name}” is empty or too long.`);
      else items.push(itemOf(file.name, read));
    }
    add(items);
    if (problems.length > 0) tell(problems);
  };
  return (
    <div class="pack-add">
      <Choice lessons={lessons} texts={texts} choose={choose} />
      <input
        type="file"
        ref={files}
        hidden
        multiple
        aria-label="Files for the pack"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void addFiles(chosen);
        }}
      />
      <Note add={(note) => add([note])} />
    </div>
  );
}

interface ChoiceProps {
  readonly lessons: ReturnType<typeof ownLessons>;
  readonly texts: ReturnType<typeof recentTexts>;
  readonly choose: (value: string) => void;
}

function Choice({ lessons, texts, choose }: ChoiceProps) {
  return (
    <select
      class="menu"
      aria-label="Add to the pack"
      value=""
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = '';
        choose(value);
      }}
    >
      <option value="">Add…</option>
      <option value="here">The scenario on the page</option>
      <option value="file">Files…</option>
      {lessons.length > 0 && (
        <optgroup label="Your lessons">
          {lessons.map((one) => (
            <option key={one.id} value={`lesson ${one.id}`}>
              {one.name ?? itemTitle({ kind: 'lesson', title: '', text: one.text, seed: null })}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label="Built-in lessons">
        <option value="all">All {TRACK.length}</option>
        {TRACK.map(({ file, title }, k) => (
          <option key={file} value={file}>
            {k + 1}. {title}
          </option>
        ))}
      </optgroup>
      {texts.length > 0 && (
        <optgroup label="Your scenarios">
          {texts.map((one) => (
            <option key={one.id} value={`text ${one.id}`}>
              {one.name ?? titleOf(one.text)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

// It stays in the field until it is added.
function Note({ add }: { readonly add: (note: PackItem) => void }) {
  const typed = note.value;
  return (
    <form
      class="pack-note"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        add({ kind: 'note', title: '', text: typed });
        setNote('');
      }}
    >
      <textarea
        rows={2}
        aria-label="A note"
        placeholder="A note, in Markdown: # Break …"
        value={typed}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={typed.trim() === ''}>
        Add note
      </button>
    </form>
  );
}

function itemOf(name: string, read: string): PackItem {
  const title = name.replace(/\.[a-z]+$/i, '');
  return /\.(?:md|markdown)$/i.test(name) || inputKind(read) === 'lesson'
    ? { kind: 'lesson', title: '', text: read, seed: null }
    : { kind: 'scenario', title, text: read, step: null };
}

// The packs that a new one took the place of: they stay when the tab is closed.
function Earlier({ back }: { readonly back: (pack: Pack) => void }) {
  const all = earlierPacks.value;
  if (all.length === 0) return null;
  return (
    <details>
      <summary>{counted(all.length, 'earlier pack')}</summary>
      <ul class="pack-items">
        {all.map((pack, k) => (
          <li key={k}>
            <span class="pack-name">
              {pack.title === '' ? 'Untitled' : pack.title}{' '}
              <span class="muted">{counted(pack.items.length, 'item')}</span>
            </span>
            <button type="button" class="button small" onClick={() => back(pack)}>
              Bring back
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Give({ begun }: { readonly begun: (undo: () => void) => void }) {
  const pack = made.value;
  const [copied, setCopied] = useState<unknown>(null);
  const [trouble, setTrouble] = useState('');
  const isEmpty = pack.items.length === 0;
  const copy = async (): Promise<void> => {
    const link = packLink(pack);
    setTrouble(link === null ? 'The pack is too long for a link. Save it as a file.' : '');
    if (link === null) return;
    if (await copyWords(`${publicBase()}#${link}`, null)) setCopied(pack);
    else setTrouble('The browser did not let the page use the clipboard. Save the pack as a file.');
  };
  return (
    <div class="row actions">
      <button
        type="button"
        class="button primary"
        disabled={isEmpty}
        onClick={() => saveFile(`${fileName(pack.title, 'pack')}.json`, packFile(pack))}
      >
        Save as file
      </button>
      <button type="button" class="button" disabled={isEmpty} onClick={() => void copy()}>
        {copied === pack ? 'Copied' : 'Copy link'}
      </button>
      <button
        type="button"
        class="button"
        disabled={isEmpty}
        title="Lists the pack in place of the built-in lessons"
        onClick={() => {
          showPack(pack);
          showLessons();
          closeDialog();
        }}
      >
        Open it
      </button>
      <span class="muted">{counted(pack.items.length, 'item')}</span>
      <span class="spring" />
      <button type="button" class="button" disabled={isEmpty && pack.title === ''} onClick={() => begun(beginPack())}>
        New
      </button>
      {trouble !== '' && (
        <span class="bad" role="alert">
          {trouble}
        </span>
      )}
    </div>
  );
}

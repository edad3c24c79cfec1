// SPDX-License-Identifier: GPL-2.0-or-later
//
// The command palette: what can be done, found by a few letters. A list box under a field, as the ARIA practices
// describe a combobox: the focus stays in the field, the arrows choose.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { closeDialog } from '../store/actions/actions';
import { typedAhead } from '../ui/coming-dialog';
import { commandsNow, commandsOfNumber, noteDone, type Command } from './commands';
import type * as PaletteHelp from './palette-help';
import { matches } from './palette-match';
import './palette.css';

const SHOWN_MAX = 60;

export function Palette() {
  const box = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const typed = useMemo(typedAhead, []);
  const [query, setQuery] = useState(typed.letters);
  const [at, setAt] = useState(0);
  const { found, known } = useCommands(query);
  const chosen = found[Math.min(at, found.length - 1)]?.of ?? null;
  useModal(box);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [chosen]);
  // On arrival it applies the letters typed before, and the Enter behind them.
  useEffect(() => {
    if (typed.entered) act(chosen);
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + 8, last),
      PageUp: Math.max(at - 8, 0),
    };
    const next = moves[event.key];
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter') act(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      class="palette"
      ref={box}
      aria-label="Commands"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) closeDialog();
      }}
    >
      <div class="palette-body">
        <input
          type="text"
          role="combobox"
          aria-label="What to do"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen === null ? undefined : `palette-${chosen.id}`}
          placeholder="A command, an example, a step’s number, a word"
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <ul id="palette-list" role="listbox" aria-label="Commands" ref={list}>
          {found.map((one, k) => (
            <Line key={one.of.id} found={one} chosen={one.of === chosen} onPoint={() => setAt(k)} />
          ))}
        </ul>
        {!known && (
          <p class="ms-offscreen" role="status">
            No command is called that.
          </p>
        )}
        <Foot />
      </div>
    </dialog>
  );
}

interface Found {
  readonly of: Command;
  /** Letters of the title that were typed. */
  readonly places: readonly number[];
}

// Explanations appear with the first letter: without one the list has actions only. `known`: the letters name a
// command.
function useCommands(query: string): { readonly found: readonly Found[]; readonly known: boolean } {
  const own = useMemo(commandsNow, []);
  const [help, setHelp] = useState<typeof PaletteHelp | null>(null);
  useEffect(
    () =>
      void import('./palette-help').then(
        (part) => setHelp(part),
        () => undefined,
      ),
    [],
  );
  const asked = query.trim() !== '';
  const all = useMemo(() => (asked && help !== null ? [...own, ...help.helpCommands()] : own), [own, help, asked]);
  const matched = useMemo(() => {
    const ofNumber: readonly Found[] = commandsOfNumber(query).map((of) => ({ of, places: [] }));
    return [...ofNumber, ...matches(query, all)].slice(0, SHOWN_MAX);
  }, [query, all]);
  const searches = asked && help !== null ? [...help.searchOfTrees(query), help.searchOfHelp(query)] : [];
  return { found: [...matched, ...searches.map((of) => ({ of, places: [] }))], known: matched.length > 0 };
}

// Gives the focus back to what had it.
function useModal(box: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    box.current?.querySelector('input')?.focus();
    return () => {
      box.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}

function act(command: Command | null): void {
  if (command === null) return;
  // Noted at once: the list may be opened again before the command has begun.
  noteDone(command);
  closeDialog();
  // After the focus has gone back to where it was, so that a command can take it.
  setTimeout(command.act);
}

interface LineProps {
  readonly found: Found;
  readonly chosen: boolean;
  readonly onPoint: () => void;
}

function Line({ found: { of, places }, chosen, onPoint }: LineProps) {
  return (
    <li
      id={`palette-${of.id}`}
      role="option"
      aria-selected={chosen}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => act(of)}
    >
      <span class="palette-title">
        <Marked text={of.title} places={places} />
      </span>
      <span class="palette-group">{of.group}</span>
      <span class="palette-keys">
        {of.shown?.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </li>
  );
}

function Foot() {
  return (
    <p class="palette-foot muted" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>Enter</kbd> do it
      </span>
      <span>
        <kbd>Esc</kbd> leave
      </span>
    </p>
  );
}

function Marked({ text, places }: { readonly text: string; readonly places: readonly number[] }) {
  if (places.length === 0) return <>{text}</>;
  const marked = new Set(places);
  const runs: { readonly text: string; readonly on: boolean }[] = [];
  for (let k = 0; k < text.length; k++) {
    const on = marked.has(k);
    const last = runs.at(-1);
    if (last !== undefined && last.on === on) runs[runs.length - 1] = { text: last.text + (text[k] ?? ''), on };
    else runs.push({ text: text[k] ?? '', on });
  }
  return <>{runs.map(({ text: part, on }, k) => (on ? <mark key={k}>{part}</mark> : part))}</>;
}

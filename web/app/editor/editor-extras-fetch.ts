// SPDX-License-Identifier: GPL-2.0-or-later
//
// When the editor gets what it needs once somebody works in it (editor-extras.ts): with the first touch or the first
// mistake, or while the page is idle. Nothing is lost meanwhile: keys with a meaning of their own are held and then
// pressed, and what was changed before can be undone.
//
// Invariant: letters behind a held key are held as well, so that what is written stays in order.

import { Compartment, Prec, type Extension, type Text, type Transaction } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { effect, untracked } from '@preact/signals';
import { say } from '../store/actions';
import { alsoAhead } from '../ui/on-demand';
import { diagnostics } from '../store/state';

const TOUCHES = ['focusin', 'pointerenter', 'pointerdown'] as const;

const MOVES = /^(?:Enter|Backspace|Delete|Home|End|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right))$/;
/** What the extras do with Ctrl or Cmd; the browser's own keys are not among them, but for the one that selects all: what it selects would be lost when they come. */
const COMMANDS = /^[ zyfgdiua/.[\]\\]$/i;

/** An editor without its extras, and what brings them. */
export interface Extras {
  /** Stands where they will be. */
  readonly place: Extension;
  /** Begins to fetch them when they are wanted; gives back what ends that. */
  readonly follow: (view: EditorView) => () => void;
}

export function extrasOf(text: Text): Extras {
  const place = new Compartment();
  const transactions: Transaction[] = [];
  let held: KeyboardEvent[] = [];
  let state: 'wanted' | 'fetching' | 'here' | 'gone' = 'wanted';
  let failed = false;
  let unfollow = (): void => undefined;
  const gone = (): boolean => state === 'gone';

  const fetch = async (view: EditorView): Promise<void> => {
    if (state !== 'wanted') return;
    state = 'fetching';
    try {
      const { extras, followMistakes } = await import('./editor-extras');
      if (gone()) return;
      state = 'here';
      view.dispatch({ effects: place.reconfigure(extras({ text, transactions })) });
      unfollow = followMistakes(view);
      release(view);
    } catch {
      // Asked for again with the next touch; until then the editor writes all the same.
      if (gone()) return;
      state = 'wanted';
      if (held.length > 0) say('warning', 'The editor’s commands could not be fetched. Is the page’s host still there?');
      failed = true;
      release(view);
    }
  };

  const release = (view: EditorView): void => {
    const pressed = held;
    held = [];
    for (const event of pressed) if (!runScopeHandlers(view, event, 'editor')) write(view, event);
  };

  const hold = (event: KeyboardEvent, view: EditorView): boolean => {
    if (event.isComposing || state === 'here') return false;
    const waits = hasMeaning(event, failed);
    if (!waits && !(held.length > 0 && letterOf(event) !== '')) return false;
    held.push(event);
    void fetch(view);
    return true;
  };

  return {
    place: [
      place.of(Prec.highest(EditorView.domEventHandlers({ keydown: hold }))),
      EditorView.updateListener.of((update) => {
        if (state !== 'here') transactions.push(...update.transactions.filter(({ docChanged }) => docChanged));
      }),
    ],
    follow(view) {
      const onTouch = (): void => void fetch(view);
      for (const touch of TOUCHES) view.dom.addEventListener(touch, onTouch);
      const stops = [
        alsoAhead(() => fetch(view)),
        effect(() => {
          if (diagnostics.value.length > 0) untracked(onTouch);
        }),
      ];
      return () => {
        state = 'gone';
        for (const touch of TOUCHES) view.dom.removeEventListener(touch, onTouch);
        for (const stop of stops) stop();
        unfollow();
      };
    },
  };
}

// Once the fetch has failed, what the browser does with a key by itself is better than nothing.
function hasMeaning({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, failed: boolean): boolean {
  if (key === 'F1' || key === 'F3') return true;
  if (ctrlKey || metaKey) return !altKey && COMMANDS.test(key) && !(failed && /a/i.test(key));
  if (altKey) return (shiftKey && key === 'F') || (MOVES.test(key) && key !== 'Enter');
  return !failed && MOVES.test(key);
}

function letterOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return !ctrlKey && !metaKey && !altKey && /^.$/u.test(key) ? key : '';
}

// As typing would, brackets that close themselves included.
function write(view: EditorView, event: KeyboardEvent): void {
  const insert = event.key === 'Enter' ? '\n' : letterOf(event);
  if (insert === '') return;
  const { from, to } = view.state.selection.main;
  const asTyped = (): Transaction => view.state.update(view.state.replaceSelection(insert), { userEvent: 'input.type', scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, insert, asTyped))) view.dispatch(asTyped());
}

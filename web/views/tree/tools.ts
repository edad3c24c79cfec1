// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tools of the picture besides zooming, in its upper right corner: the number of levels shown, and whether child
// words are shown decoded. Only for a tree with inner nodes.

export interface ToolState {
  readonly shown: number;
  readonly all: number;
  /** Null: cannot be chosen. */
  readonly pointers: boolean | null;
}

export interface ToolActions {
  readonly showLevels: (levels: number) => void;
  readonly showPointers: (shown: boolean) => void;
}

export interface Tools {
  readonly element: HTMLElement;
  update(state: ToolState): void;
}

export function createTools({ showLevels, showPointers }: ToolActions): Tools {
  const element = document.createElement('div');
  element.className = 'ms-tools';
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'What the picture shows');
  let state: ToolState = { shown: 0, all: 0, pointers: null };
  const words = document.createElement('span');
  words.className = 'words';
  const less = button('−', 'Fold the lowest level', () => showLevels(state.shown - 1));
  const more = button('+', 'Unfold one more level', () => showLevels(state.shown + 1));
  const types = button('child types', 'What the low bits of each child word say its node is', () =>
    showPointers(state.pointers !== true),
  );
  element.append(types, words, less, more);
  return {
    element,
    update(next) {
      state = next;
      element.hidden = next.all < 2;
      words.textContent = next.shown === next.all ? `${next.all} levels` : `${next.shown} of ${next.all} levels`;
      less.disabled = next.shown <= 1;
      more.disabled = next.shown >= next.all;
      types.hidden = next.pointers === null;
      types.setAttribute('aria-pressed', next.pointers === true ? 'true' : 'false');
    },
  };
}

function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.title = title;
  if (text.length === 1) made.setAttribute('aria-label', title);
  made.addEventListener('click', act);
  return made;
}

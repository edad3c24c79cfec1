// SPDX-License-Identifier: GPL-2.0-or-later
//
// A dialog that is still being fetched. It holds the focus from the key that asked for it, so that what is typed next
// goes into no text behind it, and keeps the letters for the dialog's field.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { closeDialog } from '../store/actions/actions';

let letters = '';
let entered = false;

export function ComingDialog() {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    letters = '';
    entered = false;
    const element = box.current;
    element?.showModal();
    // Closed, it gives the focus back: the dialog that has come takes it, and gives it back in turn.
    return () => element?.close();
  }, []);
  return (
    <dialog
      class="coming"
      ref={box}
      aria-busy="true"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter') entered = true;
        else if (key.length === 1 && !ctrlKey && !metaKey && !entered) letters += key;
      }}
    >
      Loading…
    </dialog>
  );
}

/** What was typed while the dialog was on its way, once: its letters, and whether Enter came after them. */
export function typedAhead(): { readonly letters: string; readonly entered: boolean } {
  const typed = { letters, entered };
  letters = '';
  entered = false;
  return typed;
}

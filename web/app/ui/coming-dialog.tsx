// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stands in for a dialog that is still loading. It takes the focus at the key that opens it, so that no letter goes
// into the text behind it, and keeps the letters for the dialog's field.

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
      onCancel={closeDialog}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        // A second Escape in a row closes without the event above.
        if (key === 'Escape') closeDialog();
        else if (key === 'Enter') entered = true;
        else if (key.length === 1 && !ctrlKey && !metaKey && !entered) letters += key;
      }}
    >
      Loading…
    </dialog>
  );
}

/** The letters typed while the dialog was loading, once, and whether Enter followed them. */
export function typedAhead(): { readonly letters: string; readonly entered: boolean } {
  const typed = { letters, entered };
  letters = '';
  entered = false;
  return typed;
}

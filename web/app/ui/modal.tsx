// SPDX-License-Identifier: GPL-2.0-or-later
//
// A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { closeDialog } from '../store/actions/actions';
import { CloseIcon } from './icons';
import './dialogs.css';

const FIRST = '[data-first-focus]';

interface ModalProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Modal({ title, children, wide = false }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const node = box.current;
    const before = document.activeElement;
    // Before the next key, so that no letter goes into what lies behind.
    node?.showModal();
    node?.querySelector<HTMLElement>(FIRST)?.focus();
    return () => {
      node?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // Where nothing is to have it first, after what stands here has taken it for itself: Escape then closes the dialog
  // and empties no field.
  useEffect(() => {
    if (box.current?.querySelector(FIRST) === null) box.current.querySelector<HTMLElement>('button')?.focus();
  }, []);
  return (
    <dialog
      class={wide ? 'modal wide' : 'modal'}
      ref={box}
      aria-labelledby="modal-title"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) closeDialog();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id="modal-title">{title}</h2>
          <button type="button" class="button square quiet" aria-label="Close" onClick={closeDialog}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

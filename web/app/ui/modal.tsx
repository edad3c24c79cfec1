// SPDX-License-Identifier: GPL-2.0-or-later
//
// A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { closeDialog } from '../store/actions';
import { CloseIcon } from './icons';
import './dialogs.css';

interface ModalProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Modal({ title, children, wide = false }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = box.current;
    const before = document.activeElement;
    node?.showModal();
    node?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      node?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
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

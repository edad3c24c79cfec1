// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lab's parameter that is a text: typed, pasted, or read from files. A text of megabytes is kept but not laid out,
// which would freeze the browser.

import type { Parameter } from '../../measure/lab';
import { LAID_OUT_MAX } from '../import/limits';
import { counted } from '../../base/text';
import { NO_STORAGE } from '../../words/storage';
import { textOfFiles } from './text-of-files';

interface TextFieldProps {
  readonly parameter: Extract<Parameter, { kind: 'text' }>;
  readonly value: string;
  /** The browser keeps what is typed. */
  readonly isKept: boolean;
  readonly change: (typed: string) => void;
  /** Why a text was not taken. */
  readonly refuse: (why: string) => void;
}

export function TextField({ parameter, value, isKept, change, refuse }: TextFieldProps) {
  const { label } = parameter;
  const give = (files: readonly File[]): void =>
    void textOfFiles(files).then(change, (why: unknown) => refuse(why instanceof Error ? why.message : String(why)));
  const field = (
    <label
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (parameter.files !== true || files.length === 0) return;
        event.preventDefault();
        give(files);
      }}
    >
      <span>{label}</span>
      {value.length > LAID_OUT_MAX ? (
        <span class="muted">
          {counted(value.length, 'letter')}, too many to show here. Not kept: a reload loses it.
        </span>
      ) : (
        <textarea
          rows={3}
          value={value}
          placeholder={parameter.hint}
          aria-label={label}
          onInput={(event) => change(event.currentTarget.value)}
          onPaste={(event) => {
            const more = event.clipboardData?.getData('text/plain') ?? '';
            const { selectionStart, selectionEnd, value: typed } = event.currentTarget;
            if (typed.length + more.length <= LAID_OUT_MAX) return;
            event.preventDefault();
            change(typed.slice(0, selectionStart) + more + typed.slice(selectionEnd));
          }}
        />
      )}
      {parameter.files && (
        <input
          type="file"
          multiple
          aria-label={`${label}: files`}
          onChange={(event) => give([...(event.currentTarget.files ?? [])])}
        />
      )}
    </label>
  );
  // Not inside the label, which would name the button.
  return value.length <= LAID_OUT_MAX ? (
    <>
      {field}
      {!isKept && <p class="bad">A reload loses this text, because {NO_STORAGE}.</p>}
    </>
  ) : (
    <>
      {field}
      <button type="button" class="button small" onClick={() => change('')}>
        Remove
      </button>
    </>
  );
}

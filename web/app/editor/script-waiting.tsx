// SPDX-License-Identifier: GPL-2.0-or-later
//
// The script until the editor has loaded: people can read and edit it. The editor takes over the cursor and selection.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { attachWaiting, edit } from '../store/actions/actions';
import { readOnly, text } from '../store/page/state';

/** Longer texts are read-only: laying one out in a text area would take longer than fetching the editor. */
const WRITABLE_LENGTH_MAX = 100_000;

export function ScriptWaiting() {
  const area = useRef<HTMLTextAreaElement>(null);
  const isWritable = text.value.length <= WRITABLE_LENGTH_MAX;
  useLayoutEffect(() => {
    attachWaiting(area.current);
    return () => attachWaiting(null);
  }, [isWritable]);
  if (!isWritable) return <pre class="script-waiting">{text.value}</pre>;
  return (
    <textarea
      class="script-waiting"
      aria-label="Scenario"
      wrap="soft"
      spellcheck={false}
      autocapitalize="off"
      ref={area}
      readOnly={readOnly.value}
      value={text.value}
      onInput={({ currentTarget }) => edit(currentTarget.value, lineOf(currentTarget))}
    />
  );
}

function lineOf({ value, selectionStart }: HTMLTextAreaElement): number {
  return value.slice(0, selectionStart).split('\n').length;
}

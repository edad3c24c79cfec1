// SPDX-License-Identifier: GPL-2.0-or-later
//
// One source of the core: its text, the lines that emit the event shown or begin the function that did the step, and
// the lines that other events of the step come from.

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { markLines, type Piece } from './c-marks';

export interface SourceViewProps {
  /** As "core/src/split.c", and those that there are to choose from. */
  readonly file: string;
  readonly files: readonly string[];
  readonly text: string;
  /**
   * First and last line, from 1, of the statement that emits the event, or of the head of the function that did the
   * step; null if neither is in this file.
   */
  readonly marked: { readonly first: number; readonly last: number; readonly is: 'event' | 'function' } | null;
  /** The function that the marked lines are in. */
  readonly inside: string | null;
  /** Line → how many events of the step it emits. */
  readonly telling: ReadonlyMap<number, number>;
  readonly onFile: (file: string) => void;
  /** Asks for the next event that a line emits. */
  readonly onLine: (line: number) => void;
}

/** Of a line that is not continued in the next row, in pixels. */
const LINE_HEIGHT = 18;

export function SourceView({ file, files, text, marked, inside, telling, onFile, onLine }: SourceViewProps) {
  const box = useRef<HTMLPreElement>(null);
  // The same objects as long as the text is the same, which Preact then leaves alone.
  const lines = useMemo(() => markLines(text).map(codeOf), [text]);
  const shown = useRef('');
  // A marked line comes to rest in the middle, the head of a function near the top; a line that is well in view already
  // moves nothing.
  useLayoutEffect(() => {
    const host = box.current;
    if (host === null) return;
    const fresh = shown.current !== file;
    shown.current = file;
    if (marked === null) {
      if (fresh) host.scrollTop = 0;
      return;
    }
    const rows = [...host.querySelectorAll<HTMLElement>('.line.marked')];
    const [from = 0] = rows.map(({ offsetTop }) => offsetTop);
    const to = rows.reduce((_, { offsetTop, offsetHeight }) => offsetTop + offsetHeight, from);
    const margin = Math.min(4 * LINE_HEIGHT, host.clientHeight / 4);
    const inView = from >= host.scrollTop + margin && to <= host.scrollTop + host.clientHeight - margin;
    const isHead = marked.is === 'function';
    if (isHead) host.scrollTop = Math.max(0, from - margin);
    else if (fresh || !inView) host.scrollTop = Math.max(0, (from + to - host.clientHeight) / 2);
  }, [file, marked?.first, marked?.last, marked?.is]);
  return (
    <div class="ms-source">
      <div class="file-line">
        <select
          class="menu"
          aria-label="Source of the core"
          value={file}
          onChange={(event) => onFile(event.currentTarget.value)}
        >
          {files.map((name) => (
            <option key={name} value={name}>
              {name.replace(/^core\//, '')}
            </option>
          ))}
        </select>
        <span class="function" title={inside ?? undefined}>
          {inside === null ? '' : `${inside}()`}
        </span>
        {marked !== null && (
          <span
            class="muted line-of"
            title={
              marked.is === 'function'
                ? 'The function of Maplescope’s own core (not the kernel’s) that did this step'
                : 'The line of Maplescope’s own core (not the kernel’s) that reports this event'
            }
          >
            {file.slice(file.lastIndexOf('/') + 1)}:{marked.last}
          </span>
        )}
      </div>
      <p class="own-code">Maplescope’s own C code. It is not Linux source.</p>
      <pre class="code" ref={box} tabIndex={0} role="region" aria-label={`Text of ${file}`}>
        <div class="lines">
          {lines.map((code, k) => (
            <Line
              key={k}
              number={k + 1}
              code={code}
              marked={marked !== null && k + 1 >= marked.first && k + 1 <= marked.last}
              telling={telling.get(k + 1) ?? 0}
              onLine={onLine}
            />
          ))}
        </div>
      </pre>
    </div>
  );
}

function codeOf(pieces: readonly Piece[]): JSX.Element {
  return (
    <span class="c">
      {pieces.map(({ kind, text }, k) =>
        kind === null ? (
          text
        ) : (
          <span key={k} class={kind}>
            {text}
          </span>
        ),
      )}
    </span>
  );
}

interface LineProps {
  readonly number: number;
  readonly code: JSX.Element;
  readonly marked: boolean;
  readonly telling: number;
  readonly onLine: (line: number) => void;
}

function Line({ number, code, marked, telling, onLine }: LineProps) {
  return (
    <div class={marked ? 'line marked' : 'line'} {...(marked ? { 'aria-current': 'true' as const } : {})}>
      {telling === 0 ? (
        <span class="n">{number}</span>
      ) : (
        <button
          type="button"
          class="n"
          tabIndex={-1}
          title={`${telling === 1 ? 'One event' : `${telling} events`} of this step reported here: go to the next`}
          onClick={() => onLine(number)}
        >
          <span aria-hidden="true">•</span>
          {number}
        </button>
      )}
      {code}
    </div>
  );
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text of the core's own C sources, of those that emit events (core/src/files.def), for the page that shows the
// line an event comes from. Large, so nobody imports it but by `import()`; Vite makes a file of its own of it.

import { SOURCE_TEXTS } from '../generated/source-texts';
import { SOURCES } from '../generated/tables';

export interface CoreSources {
  /** The text of a source, as "core/src/split.c"; null if no event comes from it. */
  readonly sourceOf: (file: string) => string | null;
  /**
   * The first line of the statement that emits an event, whose last line (from 1) is `line`; `line` itself if there is
   * none.
   */
  readonly statementAt: (file: string, line: number) => number;
  /** The function that a line (from 1) is in; null outside of functions. */
  readonly functionAt: (file: string, line: number) => string | null;
  /** The line (from 1) at which a source defines a function; null if it defines none of that name. */
  readonly lineOf: (file: string, name: string) => number | null;
}

// The longest statement that emits an event, in lines.
const STATEMENT_LINES = 6;

const shipped: ReadonlySet<string> = new Set(SOURCES);

export const CORE_SOURCES: CoreSources = {
  sourceOf,
  statementAt: (file, line) => {
    const lines = sourceOf(file)?.split('\n') ?? [];
    for (let k = line; k > 0 && k > line - STATEMENT_LINES; k--)
      if (lines[k - 1]?.includes('MPL_EVENT(') === true) return k;
    return line;
  },
  functionAt: (file, line) => {
    const text = sourceOf(file);
    return text === null ? null : enclosingFunction(text.split('\n'), line);
  },
  lineOf: (file, name) => {
    // At the margin, and no declaration, which a semicolon ends.
    const head = new RegExp(`^[a-z].*\\b${name}\\((?!.*;$)`);
    const at =
      sourceOf(file)
        ?.split('\n')
        .findIndex((line) => head.test(line)) ?? -1;
    return at < 0 ? null : at + 1;
  },
};

function sourceOf(file: string): string | null {
  return shipped.has(file) ? (SOURCE_TEXTS[`../../../${file}`] ?? null) : null;
}

// A function's attributes stand before its name and look like a call.
const ATTRIBUTE = /__attribute__\(\(.*?\)\) */g;

// A function begins at the margin, its parameters may go on below, and ends with a brace at the margin, or on its only
// line.
function enclosingFunction(lines: readonly string[], line: number): string | null {
  for (let k = line - 1; k >= 0; k--) {
    const text = (lines[k] ?? '').replace(ATTRIBUTE, '');
    if (k < line - 1 && /^\}/.test(text)) return null;
    const name =
      /^[a-z][\w *]*?[ *](\w+)\((?!.*;\s*$)/.exec(text)?.[1] ?? /^[a-z][\w *]*?[ *](\w+)\(.*\{.*\}\s*$/.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The names that a text has made above a place, and where. Pure.
//
// Read from the lines themselves and not from the syntax tree: the line that is being written may keep the rest from
// being parsed. A name bound in a block is gone behind it; a tree or a reader stays until it is destroyed or released.

export interface MadeName {
  readonly name: string;
  readonly kind: 'tree' | 'address space' | 'reader' | 'state' | 'variable';
  /** Offset of the line that made it, behind its indentation. */
  readonly from: number;
  /** That line without its comment. */
  readonly words: string;
}

const MADE: readonly (readonly [RegExp, MadeName['kind'] | 'copy'])[] = [
  [/^(?:tree)\s+([A-Za-z_]\w*)/, 'tree'],
  [/^(?:maps|mm|trace)\s+([A-Za-z_]\w*)/, 'address space'],
  [/^fork\s+\w+\s+as\s+([A-Za-z_]\w*)/, 'address space'],
  [/^dup\s+\w+\s+as\s+([A-Za-z_]\w*)/, 'copy'],
  [/^read\b.*\bas\s+([A-Za-z_]\w*)/, 'reader'],
  [/^state\s+([A-Za-z_]\w*)/, 'state'],
  [/^(?:let|for)\s+([A-Za-z_]\w*)/, 'variable'],
  [/^repeat\b.*\bas\s+([A-Za-z_]\w*)/, 'variable'],
];
const GONE = /^(?:destroy|exit|release)\s+([A-Za-z_]\w*)/;

/** Names that can be used at `end`, in the order in which they were made. */
export function namesAbove(text: string, end: number): readonly MadeName[] {
  let names: (MadeName & { readonly depth: number })[] = [];
  let depth = 0;
  let raw = false;
  let at = 0;
  for (const line of text.slice(0, end).split('\n')) {
    const from = at + (line.length - line.trimStart().length);
    at += line.length + 1;
    const code = line.trim();
    if (raw) {
      raw = code !== '"""';
      continue;
    }
    if (/"""$/.test(code)) raw = true;
    if (code.startsWith('}')) {
      depth = Math.max(0, depth - 1);
      names = names.filter((one) => one.kind !== 'variable' || one.depth <= depth);
      continue;
    }
    const bare = withoutComment(code);
    const opens = bare.endsWith('{');
    for (const part of bare.split(/\{\s*/)) {
      const made = nameMade(part);
      const bound = made?.kind === 'variable' && !part.startsWith('let');
      // The name bound by a loop on one line ends with the line.
      if (made !== null && !(bound && !opens)) {
        const depthOf = depth + (bound && opens ? 1 : 0);
        names = names.filter((one) => one.name !== made.name || (made.kind === 'variable' && one.depth < depthOf));
        names.push({ name: made.name, kind: made.kind, from, words: bare, depth: depthOf });
      }
      const gone = GONE.exec(part)?.[1];
      if (gone !== undefined) names = names.filter((one) => one.name !== gone || one.kind === 'variable');
    }
    if (opens) depth++;
  }
  return [...new Map(names.map((one) => [one.name, one])).values()];
}

/** Where the name that stands at a place was made: on a line above it, or on its own. */
export function madeAt(text: string, at: number, name: string): MadeName | null {
  const end = text.indexOf('\n', at);
  const here = namesAbove(text, end < 0 ? text.length : end).findLast((one) => one.name === name);
  if (here !== undefined) return here;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const above = namesAbove(text, Math.max(0, start - 1)).findLast((one) => one.name === name);
  if (above !== undefined) return above;
  const line = text.slice(start, end < 0 ? text.length : end);
  const own = /\b(?:for|as)\s+([A-Za-z_]\w*)/.exec(line)?.[1];
  return own === name
    ? {
        name,
        kind: 'variable',
        from: start + (line.length - line.trimStart().length),
        words: withoutComment(line.trim()),
      }
    : null;
}

function nameMade(code: string): { readonly name: string; readonly kind: MadeName['kind'] } | null {
  for (const [pattern, kind] of MADE) {
    const name = pattern.exec(code)?.[1];
    if (name !== undefined) return { name, kind: kind === 'copy' ? 'tree' : kind };
  }
  return null;
}

function withoutComment(code: string): string {
  return (/^(?:[^"#]|"(?:[^"\\]|\\.)*")*/.exec(code)?.[0] ?? code).trim();
}

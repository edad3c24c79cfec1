// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the maps and trace blocks of a script are: it is cut into text and the lines of such blocks, and put together
// again to the same letters. Knows the look of a block, not the language; a look-alike inside a comment or another raw
// text does no harm, since nothing depends on what the lines mean.

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** The lines between `maps NAME """` and `"""`, without the indentation or quoting that all of them share. */
  | { readonly kind: 'maps'; readonly name: string; readonly indent: string; readonly lines: readonly string[] };

/** The same with the blocks of logs beside those of maps. */
export type Block = Part | (Omit<Extract<Part, { kind: 'maps' }>, 'kind'> & { readonly kind: 'trace' });

const OPENING = /^[ \t>]*(maps|trace)[ \t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]+"""[ \t]*$/;
const CLOSING = /^[ \t>]*"""[ \t]*$/;

/** The shortest line that opens a block, with its newline: no block follows less text. */
export const OPENING_MIN = 'maps p """\n'.length;

/**
 * Cuts a script into parts; text and maps alternate, text first and last (it may be empty). Logs are part of the text.
 */
export function cutScript(script: string): Part[] {
  const parts: Part[] = [];
  for (const block of cutBlocks(script)) {
    const before = parts.at(-1);
    if (block.kind === 'maps') parts.push(block);
    else if (before?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: before.text + textOf(block) };
    else parts.push({ kind: 'text', text: textOf(block) });
  }
  return parts;
}

/** Cuts a script into parts; text and blocks alternate, text first and last (it may be empty). */
export function cutBlocks(script: string): Block[] {
  const parts: Block[] = [];
  const lines = script.split('\n');
  let text: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    text.push(line);
    const [, kind, name] = OPENING.exec(line) ?? [];
    if (name === undefined) continue;
    let closing = at + 1;
    while (closing < lines.length && !CLOSING.test(lines[closing]!)) closing++;
    if (closing === lines.length) {
      text.push(...lines.slice(at + 1));
      break;
    }
    if (closing === at + 1) continue;
    const inside = lines.slice(at + 1, closing);
    const indent = commonIndent(inside);
    parts.push({ kind: 'text', text: `${text.join('\n')}\n` });
    parts.push({
      kind: kind === 'trace' ? 'trace' : 'maps',
      name,
      indent,
      lines: inside.map((row) => row.slice(indent.length)),
    });
    // The newline of the block's last line belongs to the text that follows.
    text = [''];
    at = closing - 1;
  }
  parts.push({ kind: 'text', text: text.join('\n') });
  return parts;
}

/** Puts parts together again: the inverse of `cutScript` and `cutBlocks`. */
export function joinScript(parts: readonly Block[]): string {
  return parts.map(textOf).join('');
}

function textOf(part: Block): string {
  return part.kind === 'text' ? part.text : part.lines.map((line) => part.indent + line).join('\n');
}

/** The longest run of blanks, tabs and `>` that all lines start with. */
function commonIndent(lines: readonly string[]): string {
  let indent = /^[ \t>]*/.exec(lines[0] ?? '')?.[0] ?? '';
  for (const line of lines) {
    while (!line.startsWith(indent)) indent = indent.slice(0, -1);
  }
  return indent;
}

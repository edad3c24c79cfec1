// SPDX-License-Identifier: GPL-2.0-or-later
//
// What stands in a fenced block: the words behind its language, and its parts, each `name: text`, which goes on in the
// lines below that are indented.

import { nearest } from '../base/text';
import type { TextPart } from './lesson';
import type { Problems } from './places';

/** A fenced block of the lesson's own kinds. */
export interface Fence {
  readonly language: string;
  /** Behind the language, by blanks. */
  readonly options: readonly { readonly text: string; readonly from: number }[];
  /** Lines between the fences, without the final newline. */
  readonly text: string;
  /** 1-based line of the opening fence; the text begins on the next one. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** The fence of a `code` token that begins at `from`. */
export function fenceOf(raw: string, text: string, from: number, problems: Problems): Fence {
  const end = raw.indexOf('\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const mark = /^\s*(`{3,}|~{3,})/.exec(head)?.[0] ?? '';
  const words = [...head.slice(mark.length).matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    from: from + mark.length + found.index,
  }));
  const [language, ...options] = words;
  const { line } = problems.lines.place(from);
  const closed = new RegExp(`\\n\\s*${mark.trim()[0] === '~' ? '~~~' : '```'}[\`~]*\\s*$`).test(raw);
  if (!closed) problems.tell(from, from + head.length, { code: 'open fence' });
  return { language: language?.text ?? '', options, text, line, from, to: from + head.length };
}

export interface Part extends TextPart {
  readonly name: string;
  /** 1-based line of its name, and the column where its own text begins. */
  readonly at: number;
  readonly column: number;
}

/** The parts of a block, in order; lines that belong to none are reported. `known`: names that may stand there. */
export function partsOf({ text, line }: Fence, known: readonly string[], problems: Problems): readonly Part[] {
  const parts: (Omit<Part, 'text'> & { lines: string[]; ownText: boolean })[] = [];
  text.split('\n').forEach((written, k) => {
    const at = line + 1 + k;
    const last = parts.at(-1);
    if (written.trim() === '' || /^\s/.test(written)) {
      if (last !== undefined) last.lines.push(written);
      else if (written.trim() !== '') problems.tellLine(at, { code: 'no part', known });
      return;
    }
    const [, name, behind = ''] = /^([a-z]+):\s*(.*)$/.exec(written) ?? [];
    if (name === undefined) {
      problems.tellLine(at, { code: 'no part', known });
      return;
    }
    if (!known.includes(name)) {
      problems.tellLine(at, { code: 'part', part: name, known, likely: nearest(name, known) });
    }
    const column = written.length - behind.length;
    const own = behind !== '';
    parts.push({
      name,
      at,
      column: column + 1,
      line: own ? at : at + 1,
      indent: own ? column : 0,
      lines: own ? [behind.trimEnd()] : [],
      ownText: own,
    });
  });
  return parts
    .filter(({ name }) => known.includes(name))
    .map(({ lines, ownText, ...part }) => ({ ...part, ...blockText(lines, ownText, part.indent) }));
}

// Lines below a name lose the indentation that all of them share.
function blockText(lines: readonly string[], ownText: boolean, indent: number): { text: string; indent: number } {
  const kept = [...lines];
  while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop();
  const below = ownText ? kept.slice(1) : kept;
  const depths = below.filter((one) => one.trim() !== '').map((one) => /^\s*/.exec(one)?.[0].length ?? 0);
  const shared = depths.length === 0 ? 0 : Math.min(...depths);
  const plain = below.map((one) => one.slice(shared));
  return { text: (ownText ? [kept[0] ?? '', ...plain] : plain).join('\n'), indent: ownText ? indent : shared };
}

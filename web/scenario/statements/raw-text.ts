// SPDX-License-Identifier: GPL-2.0-or-later

// Raw text between triple quotes, with its lines.

import type { Mistake } from '../../model/diagnostic';
import { rawLines, type RawLine } from '../import/raw-text';
import { child } from '../syntax/build-nodes';
import type { Fault, Span, Word } from '../syntax/syntax';
import type { Source } from './parts';

const LISTED: Mistake = { code: 'listed-line' };

export function rawTextOf({ builder, node }: Source): { readonly lines: readonly RawLine[]; readonly mark: Span } {
  const raw = child(node, 'RawText') ?? node;
  const lines = rawLines(builder.text.slice(raw.from, raw.to), raw.from, builder.lines.place(raw.from).line);
  return { lines, mark: { from: raw.from, to: raw.from + 3 } };
}

/** Tells faults of single lines. */
export function tellLines({ builder }: Source, faults: readonly Fault[]): void {
  builder.faults.push(...faults.map((one) => ({ ...one, mistake: LISTED })));
}

export function printRaw(
  word: string,
  { name, text }: { readonly name: Word; readonly text: readonly RawLine[] },
): string {
  return [`${word} ${name.text} """`, ...text.map((line) => line.text), '"""'].join('\n');
}

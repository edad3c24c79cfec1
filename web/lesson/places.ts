// SPDX-License-Identifier: GPL-2.0-or-later
//
// Places in a lesson's text, and the mistakes gathered at them.

import { lineIndex, type LineIndex } from '../base/text';
import type { TextPart } from './lesson';
import type { LessonMistake, LessonProblem } from './problems';

/** At most this many mistakes are reported. */
const PROBLEMS_MOST = 100;

/** Gathers the mistakes of one lesson. */
export class Problems {
  readonly text: string;
  readonly lines: LineIndex;
  private readonly found: LessonProblem[] = [];

  constructor(text: string) {
    this.text = text;
    this.lines = lineIndex(text);
  }

  tell(from: number, to: number, mistake: LessonMistake): void {
    if (this.found.length < PROBLEMS_MOST)
      this.found.push({ from, to: Math.max(from, to), ...this.lines.place(from), mistake });
  }

  /** At a whole line (1-based), without its indentation. */
  tellLine(line: number, mistake: LessonMistake): void {
    const start = this.lines.start(line);
    const end = this.text.indexOf('\n', start);
    const written = this.text.slice(start, end < 0 ? undefined : end);
    this.tell(start + written.length - written.trimStart().length, start + written.trimEnd().length, mistake);
  }

  /** In order of place. */
  all(): readonly LessonProblem[] {
    return [...this.found].sort((a, b) => a.from - b.from);
  }
}

/** Parts one after the other as one scenario, and where each of its lines stands in the lesson. */
export interface Composed {
  readonly text: string;
  /** The line of the lesson (1-based), and the columns by which it is indented there, for a line of `text`. */
  readonly placeOf: (line: number) => { readonly line: number; readonly indent: number };
  /** First line of each part in `text`, and how many it has. */
  readonly parts: readonly { readonly first: number; readonly count: number }[];
}

export function compose(parts: readonly TextPart[]): Composed {
  const texts: string[] = [];
  const places: { first: number; count: number }[] = [];
  let next = 1;
  for (const { text } of parts) {
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    const count = whole.split('\n').length - 1;
    places.push({ first: next, count });
    texts.push(whole);
    next += count;
  }
  const placeOf: Composed['placeOf'] = (line) => {
    const last = places.findLastIndex(({ first, count }) => first <= line && count > 0);
    const part = parts[Math.max(0, last)];
    const within = Math.min(
      line - (places[Math.max(0, last)]?.first ?? 1),
      Math.max(0, (places[Math.max(0, last)]?.count ?? 1) - 1),
    );
    return { line: (part?.line ?? 1) + within, indent: part?.indent ?? 0 };
  };
  return { text: texts.join(''), placeOf, parts: places };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lines as they stand in a log or a mail, and what is left of them: quoting, time stamps and names of hosts and threads
// before what the kernel printed are taken off. Pure.

/** A line of a text that was taken in, without what stood around it. */
export interface LogLine {
  /** 1-based, in the text. */
  readonly line: number;
  readonly text: string;
}

/** A line that was not taken, and why. */
export interface LeftLine extends LogLine {
  readonly message: string;
  readonly hint: string;
}

// Any of them may stand before another; each stands at the beginning of what is left.
const PREFIXES: readonly RegExp[] = [
  /^>\s?/,
  /^<\d{1,3}>/,
  /^\d+,\d+,\d+,[^;]*;/,
  /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \S+ kernel: ?/,
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S* \S+ kernel: ?/,
  /^kernel: /,
  /^[a-z]+ *:[a-z]+ *: /,
  /^\[ *\d+\.\d+\] ?/,
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} [\d:]{8} \d{4}\] ?/,
  /^\[ *[TC]\d+\] ?/,
];

/** The line without all that; blanks before what is left stay. */
export function withoutPrefixes(line: string): string {
  let text = line;
  for (let found = true; found;) {
    found = false;
    const bare = text.replace(/^[ \t]+(?=>)/, '');
    for (const prefix of PREFIXES) {
      const rest = bare.replace(prefix, '');
      if (rest === bare) continue;
      text = rest;
      found = true;
      break;
    }
  }
  return text;
}

/** The lines of a text that say anything. */
export function logLines(text: string): LogLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, k) => ({ line: k + 1, text: withoutPrefixes(line).trim() }))
    .filter(({ text: words }) => words !== '');
}

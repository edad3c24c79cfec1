// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lines that survive a mail. Pure. Each begins with a mark: `|` a line, `\` what did not fit on the one before, `:`
// many blanks, by code and number. None is longer than it may be, none ends in a blank. So `> ` before a line takes
// nothing away, and no line is taken for another; a sum over all of them shows whether they arrived.

/** Letters of a marked line behind its mark, unless fewer are requested. */
const LETTERS_MAX = 72;

/** The lines of a script as they are sent: blanks at the end of a line mean nothing, and no mail keeps them. */
export function scriptLines(script: string): string[] {
  return script.split('\n').map((line) => line.trimEnd());
}

/**
 * A line behind its mark; a long one in pieces of so many letters, none of which begins or ends in a blank, as far as
 * there is another place to cut it.
 */
export function marked(line: string, first: string, next: string, letters = LETTERS_MAX): string[] {
  const [head = '', ...rest] = line.split(BLANKS);
  return [
    ...inPieces(head, first, next, letters),
    ...rest.flatMap((part, k) =>
      k % 2 === 0
        ? [...part.matchAll(/(.)\1*/gsu)].map(([run]) => `: ${run.charCodeAt(0).toString(16)} x ${run.length}`)
        : part === ''
          ? []
          : inPieces(part, next, next, letters),
    ),
  ];
}

/** More blanks than a line may be cut beside. */
const BLANKS = /(\s{40,})/;

function inPieces(line: string, first: string, next: string, most: number): string[] {
  const letters = Array.from(line);
  const pieces: string[] = [];
  let at = 0;
  do {
    let end = Math.min(letters.length, at + most);
    if (end < letters.length) {
      let cut = end;
      while (cut > at + 1 && (isBlank(letters[cut - 1]) || isBlank(letters[cut]))) cut--;
      if (cut > at + 1) end = cut;
    }
    pieces.push(`${at === 0 ? first : next}${letters.slice(at, end).join('')}`.trimEnd());
    at = end;
  } while (at < letters.length);
  return pieces;
}

function isBlank(letter: string | undefined): boolean {
  return letter !== undefined && /\s/.test(letter);
}

/**
 * The lines that marked ones stand for, up to the first empty one, if their sum is the one that was sent; else null. A
 * line without a mark was put in on the way, or is what a program that breaks lines made of the one before.
 */
export function readMarked(lines: readonly string[], sum: string): string[] | null {
  for (const joint of [null, ' ', ''] as const) {
    const found = unmarked(lines, joint);
    if (checkOf(found) === sum) return found;
  }
  return null;
}

// `joint` stands between a line and its rest that has no mark; null: what has no mark is passed over.
function unmarked(lines: readonly string[], joint: string | null): string[] {
  const whole: string[] = [];
  const add = (more: string): void => {
    whole.push(`${whole.pop() ?? ''}${more}`);
  };
  for (const line of lines) {
    const mark = /^([|\\:])(?: (.*))?$/s.exec(line);
    if (mark === null && (line.trim() === '' || /^dump of /.test(line))) break;
    if (mark === null) {
      if (joint !== null) add(joint + line);
      continue;
    }
    const blanks = mark[1] === ':' ? /^([0-9a-f]+) x (\d{1,6})$/.exec(mark[2] ?? '') : null;
    if (mark[1] === '|') whole.push(mark[2] ?? '');
    else if (blanks !== null)
      add(String.fromCharCode(Number.parseInt(blanks[1] ?? '20', 16)).repeat(Number(blanks[2])));
    else add(mark[2] ?? '');
  }
  return whole;
}

/** FNV-1a of 64 bits over the lines. */
export function checkOf(lines: readonly string[]): string {
  let sum = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${lines.join('\n')}\n`))
    sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  return sum.toString(16).padStart(16, '0');
}

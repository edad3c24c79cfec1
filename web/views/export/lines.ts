// SPDX-License-Identifier: GPL-2.0-or-later
//
// Breaks words into lines of so many letters. A figure stands by itself, so nothing wraps its lines again. Pure.

/** Breaks between words; a word longer than a line is cut. */
export function inLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > letters) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].flatMap((one) => inPieces(one, Math.max(8, Math.floor(letters))));
}

/** Cuts wherever a line is full. */
export function inPieces(text: string, letters: number): string[] {
  return Array.from({ length: Math.max(1, Math.ceil(text.length / letters)) }, (_, k) =>
    text.slice(k * letters, (k + 1) * letters),
  );
}

/** Breaks between words where the line would be wider than `width`; `widthOf` measures it without its backticks. */
export function linesWithin(text: string, width: number, widthOf: (words: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  // Thin blanks hold the digits of an index together.
  for (const word of text.split(/[ \n\t]+/).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer.replaceAll('`', '')) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

/** The parts of a line in words and in code; `code`: it begins inside of backticks. */
export function codeRuns(line: string, code = false): { readonly words: string; readonly code: boolean }[] {
  return line
    .split('`')
    .map((words, k) => ({ words, code: (k % 2 === 1) !== code }))
    .filter(({ words }) => words !== '');
}

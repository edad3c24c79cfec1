// SPDX-License-Identifier: GPL-2.0-or-later
//
// Words in lines of so many letters. A figure stands by itself, so nobody breaks its lines anew. Pure.

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
  return Array.from({ length: Math.max(1, Math.ceil(text.length / letters)) }, (_, k) => text.slice(k * letters, (k + 1) * letters));
}

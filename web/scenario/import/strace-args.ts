// SPDX-License-Identifier: GPL-2.0-or-later
//
// The arguments of a call in an strace log, one by one. Knows no call.

/** Cuts arguments at the commas that stand in no text, bracket or decoration of a file descriptor. */
export function splitArgs(args: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (let k = 0; k < args.length; k++) {
    const letter = args.charAt(k);
    if (letter === '"') {
      const end = closingQuote(args, k);
      part += args.slice(k, end);
      k = end - 1;
      continue;
    }
    // `<<` of `21<<MAP_HUGE_SHIFT` and `=>` open and close nothing.
    const shift =
      args.slice(k, k + 2) === '<<' || args.charAt(k - 1) + letter === '<<' || args.charAt(k - 1) + letter === '=>';
    if ('([{'.includes(letter) || (letter === '<' && !shift)) depth++;
    if (')]}'.includes(letter) || (letter === '>' && !shift)) depth = Math.max(0, depth - 1);
    if (letter === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else {
      part += letter;
    }
  }
  return part.trim() === '' && parts.length === 0 ? [] : [...parts, part.trim()];
}

function closingQuote(text: string, from: number): number {
  for (let k = from + 1; k < text.length; k++) {
    if (text.charAt(k) === '\\') k++;
    else if (text.charAt(k) === '"') return k + 1;
  }
  return text.length;
}

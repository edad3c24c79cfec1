// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lines of C in coloured pieces: comments, words of the language, strings and numbers, what the preprocessor sees. Just
// enough of C for sources that keep to one style. Pure.

/** m: comment. k: word of the language. s: string, character, number. p: directive or macro. Null: anything else. */
export type PieceKind = 'm' | 'k' | 's' | 'p' | null;

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

const WORDS = new Set(
  (
    'auto bool break case char const continue default do double else enum extern false for goto if inline int long ' +
    'register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile while'
  ).split(' '),
);

const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|\b\d[\w.]*|\b[A-Za-z_]\w*/g;

/** Every line in pieces, which together are the line. */
export function markLines(text: string): Piece[][] {
  let inComment = false;
  return text.split('\n').map((line) => {
    const pieces: Piece[] = [];
    let at = 0;
    if (inComment) {
      const end = line.indexOf('*/');
      if (end < 0) return line === '' ? [] : [{ kind: 'm', text: line }];
      at = end + 2;
      pieces.push({ kind: 'm', text: line.slice(0, at) });
      inComment = false;
    }
    TOKEN.lastIndex = at;
    for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
      const [token] = match;
      const kind = kindOf(token);
      if (kind === null) continue;
      if (match.index > at) pieces.push({ kind: null, text: line.slice(at, match.index) });
      pieces.push({ kind, text: token });
      at = match.index + token.length;
      if (token.startsWith('/*') && !token.endsWith('*/')) inComment = true;
    }
    if (at < line.length) pieces.push({ kind: null, text: line.slice(at) });
    return pieces;
  });
}

function kindOf(token: string): PieceKind {
  if (token.startsWith('//') || token.startsWith('/*')) return 'm';
  if (/^["'\d]/.test(token)) return 's';
  if (/^\s*#/.test(token)) return 'p';
  if (WORDS.has(token) || /^u?int\d+_t$|^size_t$/.test(token)) return 'k';
  return /^[A-Z][A-Z\d_]+$/.test(token) ? 'p' : null;
}

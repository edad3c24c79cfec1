// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which commands a few typed letters mean, best first. Pure.
//
// Every word that was typed must be found. At the beginning of a word it counts most, inside of one less, in a short
// title more than in a long one; letters that merely follow one another count least, and only where nothing else is
// found.

/** Places of the letters found in a title, ascending; shown as marks. */
export interface Match {
  readonly score: number;
  /** Its letters merely follow one another. */
  readonly loose?: true;
  readonly places: readonly number[];
}

const AT_START = 8;
const AT_WORD = 6;
const INSIDE = 2;
const EXPLAINS = 4;

/** Null: not meant. An empty query means everything. `more` is looked through as well and marks nothing. */
export function match(query: string, title: string, more = ''): Match | null {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = title.toLowerCase();
  const beside = more.toLowerCase();
  const places = new Set<number>();
  let score = 0;
  for (const word of words) {
    const at = place(text, word);
    if (at !== null) {
      score += (at === 0 ? AT_START : starts(text, at) ? AT_WORD : INSIDE) + word.length / 16;
      for (let k = 0; k < word.length; k++) places.add(at + k);
    } else if (beside.includes(word)) score += 1;
    else return words.length === 1 ? scattered(word, text) : null;
  }
  return { score: words.length === 0 ? 0 : score - text.length / 50, places: [...places].sort((a, b) => a - b) };
}

/** An entry to match. `also`: other words for it. An explanation ranks below an action. */
interface Named {
  readonly title: string;
  readonly group: string;
  readonly also?: string;
  readonly explains?: true;
}

/** Those that are meant, best first; equal ones stay in their order. */
export function matches<T extends Named>(
  query: string,
  all: readonly T[],
): { readonly of: T; readonly places: readonly number[] }[] {
  const found = all
    .flatMap((of, k) => {
      const found = match(query, of.title, `${of.group} ${of.also ?? ''}`);
      return found === null ? [] : [{ of, k, ...found, score: found.score - (of.explains === true ? EXPLAINS : 0) }];
    })
    .sort((a, b) => b.score - a.score || a.k - b.k);
  const whole = found.filter(({ loose }) => loose !== true);
  return (whole.length > 0 ? whole : found).map(({ of, places }) => ({ of, places }));
}

// Where a word begins with it, else wherever it is.
function place(text: string, word: string): number | null {
  let anywhere: number | null = null;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (starts(text, at)) return at;
    anywhere ??= at;
  }
  return anywhere;
}

function starts(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

function scattered(word: string, text: string): Match | null {
  const places: number[] = [];
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return null;
    places.push(at);
  }
  // Far apart they are chance.
  return at - (places[0] ?? 0) > 3 * word.length ? null : { score: 0, loose: true, places };
}

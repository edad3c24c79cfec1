// SPDX-License-Identifier: GPL-2.0-or-later
//
// How large the pictures of a handout are: small enough that what follows still has room on their page, as large as
// fills it. Heights in CSS pixels. Pure.

/** Something that no page breaks within, in the order of the paper. */
export interface Piece {
  /** Its height, and the room before the next one, with its pictures as small as can be read. */
  readonly least: number;
  /** By how much its pictures can grow, together. */
  readonly grows: number;
  /** The next piece stands on the same page. */
  readonly keeps: boolean;
  /** It begins a page. */
  readonly begins: boolean;
}

/** The share, 0 to 1, of its growth that each piece's pictures take, on pages of this height. */
export function shares(pieces: readonly Piece[], page: number): number[] {
  const found: number[] = [];
  let [used, grows, first] = [0, 0, 0];
  const endPage = (next: number): void => {
    const share = grows === 0 ? 0 : Math.min(1, Math.max(0, (page - used) / grows));
    while (found.length < next) found.push(share);
    [used, grows, first] = [0, 0, next];
  };
  for (let k = 0; k < pieces.length;) {
    let end = k + 1;
    while (end < pieces.length && pieces[end - 1]!.keeps && !pieces[end]!.begins) end++;
    const together = pieces.slice(k, end);
    const least = together.reduce((sum, one) => sum + one.least, 0);
    if (k > first && (pieces[k]!.begins || used + least > page)) endPage(k);
    // A block higher than a page continues on the next page.
    used = used + least > page ? (used + least) % page : used + least;
    grows += together.reduce((sum, one) => sum + one.grows, 0);
    k = end;
  }
  endPage(pieces.length);
  return found;
}

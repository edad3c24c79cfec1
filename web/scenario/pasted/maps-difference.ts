// SPDX-License-Identifier: GPL-2.0-or-later
//
// A map of a process before and one after: the fewest calls that lead from the first to the second. Pure.
//
// The two maps are laid over each other; each difference becomes a call: unmap, protect where only permissions differ,
// a move of the heap's end, a stack that grows, else map. Neighbours that need the same call share it. A difference
// that no call can bring about, such as another name for the same memory, stays, and is found by comparing the result
// of the calls (missedLines).

import { PAGE } from '../../model/memory';
import type { Vma } from '../../model/vma';
import { printString } from '../syntax/literals';
import { looksLikeMaps, readMaps } from '../import/maps';
import { promptOf, unquoted } from '../import/maps-paste';
import type { MapsLine } from '../import/maps';

type Mapped = Pick<Vma, 'first' | 'last' | 'perms' | 'offset' | 'path'>;

/** One call, as a scenario spells it. */
interface Call {
  readonly kind: 'unmap' | 'map' | 'protect' | 'brk' | 'grow';
  readonly words: string;
}

/** A text with two maps of one process, one below the other, as the lines of each; null if it is no such text. */
export function splitMaps(text: string): readonly [before: readonly string[], after: readonly string[]] | null {
  const lines = text.split(/\r\n|\r|\n/);
  const starts: { readonly at: number; readonly start: bigint }[] = [];
  for (const [at, line] of lines.entries()) {
    const found = looksLikeMaps(line) ? /([0-9a-f]+)-/.exec(unquoted({ from: 0, line: 0, text: line }).text) : null;
    if (found !== null) starts.push({ at, start: BigInt(`0x${found[1] ?? '0'}`) });
  }
  const falls = starts.flatMap(({ start }, k) => (start <= (starts[k - 1]?.start ?? -1n) ? [k] : []));
  const [cut] = falls;
  if (cut === undefined || falls.length > 1 || cut < 2 || starts.length - cut < 2) return null;
  // Of one process: something stayed where it was.
  const known = new Set(starts.slice(0, cut).map(({ start }) => start));
  if (!starts.slice(cut).some(({ start }) => known.has(start))) return null;
  const line = starts[cut]?.at ?? 0;
  // A prompt above the second map belongs to it.
  const from = promptOf(lines[line - 1]?.trim() ?? '') === null ? line : line - 1;
  return [lines.slice(0, from), lines.slice(from)];
}

/** The mappings of the lines of a map; lines that cannot be read are left out (the reader of maps names them). */
export function mappingsOf(lines: readonly string[]): readonly MapsLine[] {
  return readMaps(
    lines.map((text, k) => ({ from: 0, line: k + 1, text })),
    { from: 0, to: 0 },
  ).lines.filter(({ stored }) => stored);
}

/** The calls that make the second map of the first, from the lowest address up; none if they are the same. */
export function callsBetween(before: readonly MapsLine[], after: readonly MapsLine[]): readonly string[] {
  const [old, now] = [before.map(({ vma }) => vma), after.map(({ vma }) => vma)];
  const heap = heapCall(old, now);
  const stack = stackCall(old, now);
  const bounds = [...new Set([...old, ...now].flatMap(({ first, last }) => [first as bigint, last + 1n]))].sort(
    (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  );
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  for (const [k, from] of bounds.slice(0, -1).entries()) {
    const to = (bounds[k + 1] as bigint) - 1n;
    while ((old[i]?.last ?? to) < from) i++;
    while ((now[j]?.last ?? to) < from) j++;
    const was = covering(old[i], from);
    const is = covering(now[j], from);
    if (
      heap !== null &&
      (was?.path === '[heap]' || was === null) &&
      (is?.path === '[heap]' || is === null) &&
      was !== is
    )
      continue;
    if (stack !== null && was === null && is?.path === '[stack]') continue;
    pieces.push({ from, to, was, is, need: needOf(was, is, from) });
  }
  return [
    ...joined(chargedApart(pieces.map(apartBefore))).map(({ words }) => words),
    ...(heap === null ? [] : [heap.words]),
    ...(stack === null ? [] : [stack.words]),
  ];
}

interface Piece {
  readonly from: bigint;
  readonly to: bigint;
  readonly was: Mapped | null;
  readonly is: Mapped | null;
  readonly need: 'nothing' | 'unmap' | 'protect' | 'map';
}

// Equal neighbours that were separate and are one now: mapped again, one joins the other.
function apartBefore(piece: Piece, k: number, all: readonly Piece[]): Piece {
  const above = all[k - 1];
  const apart =
    above !== undefined &&
    piece.need === 'nothing' &&
    above.need === 'nothing' &&
    piece.is !== null &&
    piece.is === above.is &&
    piece.was !== above.was;
  // A name that one of them has lost kept them apart: mapping it again would destroy contents that unnaming does not.
  const named = piece.was?.path !== above?.was?.path;
  return apart && !named && !piece.is.path.startsWith('[') ? { ...piece, need: 'map' } : piece;
}

// Private memory of a file that was writable stays charged when it is protected, and joins no uncharged memory: if only
// a part of a later VMA was so, that part is mapped again.
function chargedApart(pieces: readonly Piece[]): readonly Piece[] {
  const charged = ({ need, was, is }: Piece): boolean =>
    need === 'protect' &&
    was !== null &&
    is !== null &&
    is.path.startsWith('/') &&
    /^.w.p$/.test(was.perms) &&
    is.perms[1] !== 'w';
  const mixed = new Set(pieces.filter((piece) => piece.is !== null && !charged(piece)).map(({ is }) => is));
  return pieces.map((piece) => (charged(piece) && mixed.has(piece.is) ? { ...piece, need: 'map' } : piece));
}

function covering(vma: Mapped | undefined, at: bigint): Mapped | null {
  return vma !== undefined && vma.first <= at && at <= vma.last ? vma : null;
}

function needOf(was: Mapped | null, is: Mapped | null, at: bigint): Piece['need'] {
  if (is === null) return was === null ? 'nothing' : 'unmap';
  if (was === null || !sameBacking(was, is, at)) return 'map';
  return was.perms === is.perms ? 'nothing' : 'protect';
}

// The same file at the same place of it, or memory of the same kind; private as before, or shared.
function sameBacking(a: Mapped, b: Mapped, at: bigint): boolean {
  if (kindOf(a.path) !== kindOf(b.path) || a.perms[3] !== b.perms[3]) return false;
  return !a.path.startsWith('/') || offsetAt(a, at) === offsetAt(b, at);
}

// Memory of a process may be given a name, lose it, or come to lie in the heap, and stays the memory that it is.
function kindOf(path: string): string {
  if (path === '[heap]' || path.startsWith('[anon:')) return '';
  return path.startsWith('[anon_shmem:') ? '[anon_shmem]' : path;
}

function offsetAt(vma: Mapped, at: bigint): bigint {
  return vma.offset + (at - vma.first);
}

// Neighbours that need the same become one call; unmap goes over holes as well.
function joined(pieces: readonly Piece[]): Call[] {
  const calls: Call[] = [];
  for (let k = 0; k < pieces.length; k++) {
    const first = pieces[k] as Piece;
    if (first.need === 'nothing') continue;
    let end = k;
    for (let n = k + 1; n < pieces.length; n++) {
      const next = pieces[n] as Piece;
      if (first.need === 'unmap' && next.need === 'nothing' && next.was === null && next.is === null) continue;
      if (next.need !== first.need || !goesOn(pieces[end] as Piece, next)) break;
      end = n;
    }
    calls.push(callOf(first, (pieces[end] as Piece).to));
    k = end;
  }
  return calls;
}

function goesOn(before: Piece, next: Piece): boolean {
  if (next.need === 'unmap') return true;
  if (before.to + 1n !== next.from || before.is === null || next.is === null || before.is.perms !== next.is.perms)
    return false;
  return (
    next.need === 'protect' ||
    (before.is.path === next.is.path &&
      (!next.is.path.startsWith('/') || offsetAt(before.is, next.from) === offsetAt(next.is, next.from)))
  );
}

function callOf({ from, need, is }: Piece, to: bigint): Call {
  const range = `${hexOf(from)}..${hexOf(to)}`;
  if (need === 'unmap' || is === null) return { kind: 'unmap', words: `unmap ${range}` };
  const perms = permsOf(is.perms);
  if (need === 'protect') return { kind: 'protect', words: `protect ${range} ${perms}` };
  const offset = offsetAt(is, from);
  const file = is.path.startsWith('/')
    ? ` file ${printString(is.path)}${offset === 0n ? '' : ` at ${hexOf(offset)}`}`
    : '';
  const shared = is.perms[3] === 's' ? ' shared' : '';
  const grows = is.path === '[stack]' ? ' grows' : '';
  return { kind: 'map', words: `map ${range} ${perms}${shared}${file}${grows}` };
}

// The heap's end, if the heap was there and begins where it did.
function heapCall(old: readonly Mapped[], now: readonly Mapped[]): Call | null {
  const [was, is] = [old, now].map((all) => all.filter(({ path }) => path === '[heap]'));
  const [a, b] = [was?.at(-1), is?.at(-1)];
  if (
    a === undefined ||
    b === undefined ||
    was?.length !== 1 ||
    is?.length !== 1 ||
    a.first !== b.first ||
    a.perms !== b.perms ||
    a.last === b.last
  )
    return null;
  // brk keeps a page free to what is mapped above, and unmaps all that lies in what the heap gives up.
  const [low, high, there] = b.last > a.last ? [a.last, b.last + PAGE, old] : [b.last, a.last, now];
  if (there.some(({ first, last }) => first <= high && last > low)) return null;
  const by = b.last - a.last;
  return { kind: 'brk', words: by > 0n ? `brk +${hexOf(by)}` : `brk -${hexOf(-by)}` };
}

// A stack that ends where it did and begins further down has grown: a touch does that.
function stackCall(old: readonly Mapped[], now: readonly Mapped[]): Call | null {
  const [a, b] = [old, now].map((all) => all.find(({ path }) => path === '[stack]'));
  if (
    a === undefined ||
    b === undefined ||
    a.last !== b.last ||
    b.first >= a.first ||
    old.some(({ first, last }) => first < a.first && last >= b.first)
  )
    return null;
  return { kind: 'grow', words: `touch ${hexOf(b.first)} write` };
}

function permsOf(perms: string): string {
  const letters = perms.slice(0, 3).replaceAll('-', '');
  return letters === '' ? 'none' : letters;
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** A line of the second map that the calls did not lead to, and what is there instead. */
export interface MissedLine {
  readonly wanted: Mapped;
  readonly why: string;
}

/** The lines of the second map that are not among the VMAs that a run ended with. */
export function missedLines(after: readonly MapsLine[], reached: readonly Mapped[]): readonly MissedLine[] {
  return after.flatMap(({ vma }) => {
    if (reached.some((one) => one.first === vma.first && one.last === vma.last && same(one, vma))) return [];
    const over = reached.filter(({ first, last }) => first <= vma.last && vma.first <= last);
    const whole = over.find(({ first, last }) => first <= vma.first && vma.last <= last);
    if (over.length === 0) return [{ wanted: vma, why: 'nothing is mapped there' }];
    if (whole !== undefined && samePart(whole, vma))
      return [
        {
          wanted: vma,
          why: 'equal neighbours are one VMA here; a map does not show why Linux kept them apart',
        },
      ];
    if (whole !== undefined && whole.path !== vma.path)
      return [{ wanted: vma, why: `no call gives memory the name ${vma.path === '' ? 'that it has lost' : vma.path}` }];
    return [{ wanted: vma, why: 'it is in other pieces' }];
  });
}

function same(a: Mapped, b: Mapped): boolean {
  return a.perms === b.perms && a.path === b.path && (!a.path.startsWith('/') || a.offset === b.offset);
}

function samePart(whole: Mapped, part: Mapped): boolean {
  return (
    whole.perms === part.perms &&
    whole.path === part.path &&
    (!part.path.startsWith('/') || offsetAt(whole, part.first) === part.offset)
  );
}

/** The part of a scenario that begins with the first map and leads to the second. */
export function differenceBlock(before: readonly string[], calls: readonly string[], name: string): string[] {
  return [`maps ${name} """`, ...before, '"""', ...calls];
}

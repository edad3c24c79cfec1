// SPDX-License-Identifier: GPL-2.0-or-later
//
// A pack: lessons, scenarios and notes in an order, which a teacher gives to a class as one file or one link. The file
// is JSON; the link is `p1.`, an envelope (share/teaching-codes.ts) round the same JSON. Pure.
//
//   { "format": "maplescope-pack", "version": 1, "id": "0a1b2c3d", "title": "…", "hideSolutions": false, "items": [
//       { "kind": "track", "file": "02-nodes", "seed": 7 },
//       { "kind": "lesson", "title": "…", "text": "# Markdown …" },
//       { "kind": "scenario", "title": "…", "text": "tree t …", "step": 3 },
//       { "kind": "note", "title": "…", "text": "Markdown …" } ] }
//
// `seed` and `step` may be left out: questions are then as they are written, and the last step is shown.

import { opened, sealed, type EnvelopeKind, type EnvelopeTrouble } from '../share/teaching-codes';
import { LINK_LETTERS_MAX } from '../share/link-state';
import { fromUtf8, toUtf8 } from '../share/utf8';
import { FORMAT } from './looks-like';
import { withoutSolutions } from './solutions';

export interface Pack {
  /** 8 hexadecimal digits, drawn when the pack is begun: progress and class codes name it. */
  readonly id: string;
  readonly title: string;
  /** The texts have no solutions, and no question offers to show its answer. */
  readonly hideSolutions: boolean;
  readonly items: readonly PackItem[];
}

export type PackItem =
  /** A built-in lesson. */
  | { readonly kind: 'track'; readonly file: string; readonly seed: number | null }
  /** A lesson with its text. */
  | { readonly kind: 'lesson'; readonly title: string; readonly text: string; readonly seed: number | null }
  /** `step` null: the last. */
  | { readonly kind: 'scenario'; readonly title: string; readonly text: string; readonly step: number | null }
  | { readonly kind: 'note'; readonly title: string; readonly text: string };

export const ITEMS_MOST = 60;
export const TITLE_MOST = 120;
/** Letters of one text, as of a lesson. */
export const TEXT_MOST = 262_144;
/** Letters of a pack's file, and bytes of a link's content. */
export const FILE_MOST = 4_000_000;
export const SEED_MOST = 999_999_999;
const NEWEST = 1;
export const PACK_LINK: EnvelopeKind = { letter: 'p', newest: NEWEST, most: FILE_MOST, numbers: 0 };

export type PackProblem =
  /** The whole is refused. */
  | { readonly code: 'not json' }
  | { readonly code: 'no pack' }
  | EnvelopeTrouble
  | { readonly code: 'no items' }
  /** Items from here on are left out. */
  | { readonly code: 'too many'; readonly most: number }
  /** This item, counted from 1, is left out. */
  | { readonly code: 'kind'; readonly item: number; readonly written: string }
  | { readonly code: 'no text'; readonly item: number }
  | { readonly code: 'long text'; readonly item: number; readonly letters: number; readonly most: number };

export interface ReadPack {
  /** Null: nothing of it can be read. */
  readonly pack: Pack | null;
  readonly problems: readonly PackProblem[];
}

// ---- Writing ----

/** The file of a pack. Texts of a pack that hides solutions are written without them. */
export function packFile(pack: Pack): string {
  return `${JSON.stringify(plain(pack), null, 2)}\n`;
}

/** `fragment` goes after `#`; null: the pack is too long for a link. */
export function packLink(pack: Pack): string | null {
  const bytes = toUtf8(JSON.stringify(plain(pack)));
  if (bytes.length > FILE_MOST) return null;
  const fragment = sealed(PACK_LINK, { numbers: [], bytes });
  return fragment.length > LINK_LETTERS_MAX ? null : fragment;
}

/** As learners get it. */
export function asGiven(pack: Pack): Pack {
  if (!pack.hideSolutions) return pack;
  const items = pack.items.map((one) => (one.kind === 'lesson' ? { ...one, text: withoutSolutions(one.text) } : one));
  return { ...pack, items };
}

function plain(pack: Pack): unknown {
  const { id, title, hideSolutions, items } = asGiven(pack);
  return { format: FORMAT, version: NEWEST, id, title, hideSolutions, items: items.map(plainItem) };
}

// Without what is null.
function plainItem(item: PackItem): unknown {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

// ---- Reading ----

/** Reads a file. Never throws. */
export function readPack(text: string): ReadPack {
  if (text.length > FILE_MOST) return refused({ code: 'too large', most: FILE_MOST });
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refused({ code: 'not json' });
  }
  if (!isRecord(read) || read['format'] !== FORMAT) return refused({ code: 'no pack' });
  const { version, id, title, hideSolutions, items } = read;
  if (typeof version !== 'number' || version < 1) return refused({ code: 'no pack' });
  if (version > NEWEST) return refused({ code: 'newer', version });
  if (!Array.isArray(items) || items.length === 0) return refused({ code: 'no items' });
  const problems: PackProblem[] = [];
  const kept = items.slice(0, ITEMS_MOST).flatMap((one: unknown, k) => {
    const item = itemIn(one, k + 1);
    if ('code' in item) problems.push(item);
    return 'code' in item ? [] : [item];
  });
  if (items.length > ITEMS_MOST) problems.push({ code: 'too many', most: ITEMS_MOST });
  if (kept.length === 0) return { pack: null, problems: [...problems, { code: 'no items' }] };
  return {
    pack: {
      id: typeof id === 'string' && /^[0-9a-f]{8}$/.test(id) ? id : '00000000',
      title: titleIn(title),
      hideSolutions: hideSolutions === true,
      items: kept,
    },
    problems,
  };
}

function refused(problem: PackProblem): ReadPack {
  return { pack: null, problems: [problem] };
}

function itemIn(read: unknown, item: number): PackItem | PackProblem {
  const { kind, file, title, text, seed, step } = isRecord(read) ? read : {};
  if (kind === 'track')
    return typeof file === 'string' && /^[a-z0-9][a-z0-9-]{0,60}$/.test(file)
      ? { kind, file, seed: countIn(seed, 1, SEED_MOST) }
      : { code: 'no text', item };
  if (kind !== 'lesson' && kind !== 'scenario' && kind !== 'note')
    return { code: 'kind', item, written: (typeof kind === 'string' ? kind : '').slice(0, 40) };
  if (typeof text !== 'string' || text.trim() === '') return { code: 'no text', item };
  if (text.length > TEXT_MOST) return { code: 'long text', item, letters: text.length, most: TEXT_MOST };
  const named = { title: titleIn(title), text };
  if (kind === 'lesson') return { kind, ...named, seed: countIn(seed, 1, SEED_MOST) };
  return kind === 'note' ? { kind, ...named } : { kind, ...named, step: countIn(step, 0, 9_999_999) };
}

/** A title as a pack holds it: one line, at most 120 letters. */
export function titleIn(read: unknown): string {
  if (typeof read !== 'string') return '';
  const line = read.slice(0, 4 * TITLE_MOST).replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return Array.from(line).slice(0, TITLE_MOST).join('').trim();
}

function countIn(read: unknown, least: number, most: number): number | null {
  return typeof read === 'number' && Number.isInteger(read) && read >= least && read <= most ? read : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a fragment with or without `#`; null: it is of no pack. Never throws. */
export function readPackLink(fragment: string): ReadPack | null {
  const found = opened(PACK_LINK, fragment, ({ bytes }) => readPack(fromUtf8(bytes)));
  if (found.kind === 'read') return found.value;
  return found.trouble.code === 'none' ? null : refused(found.trouble);
}

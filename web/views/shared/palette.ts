// SPDX-License-Identifier: GPL-2.0-or-later
//
// Kinds of cells: their letter, name and token names. The colours themselves stand in theme.css only; a canvas, which
// cannot name a token, has them resolved by `resolveColours`.

import type { VmaClass } from '../../model/vma';

/** The kind of content of a node's cell (or of a stretch of the strip). */
export type CellKind = 'null' | 'value' | 'label' | 'zero' | 'child' | VmaClass;

export interface CellKindInfo {
  readonly kind: CellKind;
  /** The letter in the cell; empty where the cell shows the entry itself. */
  readonly letter: string;
  readonly name: string;
}

/** In the order of the legend. */
export const CELL_KINDS: readonly CellKindInfo[] = [
  { kind: 'text', letter: 'x', name: 'text' },
  { kind: 'read-only', letter: 'r', name: 'read-only' },
  { kind: 'file-writable', letter: 'w', name: 'file, writable' },
  { kind: 'anonymous', letter: 'a', name: 'anonymous' },
  { kind: 'heap', letter: 'H', name: 'heap' },
  { kind: 'stack', letter: 'S', name: 'stack' },
  { kind: 'vdso', letter: 'v', name: 'vdso, vvar' },
  { kind: 'guard', letter: 'g', name: 'no access' },
  { kind: 'value', letter: '', name: 'value' },
  { kind: 'label', letter: '', name: 'label' },
  { kind: 'zero', letter: 'z', name: 'zero entry' },
  { kind: 'child', letter: '', name: 'child' },
  { kind: 'null', letter: '', name: 'NULL' },
];

const BY_KIND: ReadonlyMap<CellKind, CellKindInfo> = new Map(CELL_KINDS.map((info) => [info.kind, info]));

export function kindInfo(kind: CellKind): CellKindInfo {
  return BY_KIND.get(kind)!;
}

/** Tokens that a canvas draws with. */
const TOKENS = [
  'bg',
  'panel',
  'hairline',
  'line-strong',
  'ink',
  'muted',
  'faint',
  'accent',
  'focus',
  'selected',
  'bad',
  'link',
  'path',
  'hatch',
  'gap-bar',
  'gap-bar-largest',
  'cell-text',
  'on-text',
  'cell-read-only',
  'on-read-only',
  'cell-file-writable',
  'on-file-writable',
  'cell-anonymous',
  'on-anonymous',
  'cell-heap',
  'on-heap',
  'cell-stack',
  'on-stack',
  'cell-vdso',
  'on-vdso',
  'cell-guard',
  'on-guard',
  'cell-value',
  'on-value',
  'value-far',
  'far-ground',
  'far-child',
  'cell-label',
  'on-label',
  'cell-zero',
  'on-zero',
  'cell-child',
  'on-child',
  'run-completed',
  'on-run-completed',
  'run-undone',
  'on-run-undone',
  'run-differs',
  'on-run-differs',
  'run-leak',
  'on-run-leak',
  'run-broken',
  'on-run-broken',
] as const;
export type Token = (typeof TOKENS)[number];
export type Colours = Readonly<Record<Token, string>>;

/**
 * The values of the tokens at an element right now; of ink the full one, since what is painted stays when the room is
 * no longer dimmed. Costs a style recalculation: keep it until the scheme changes.
 */
export function resolveColours(host: HTMLElement): Colours {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.display = 'none';
  host.append(probe);
  const style = getComputedStyle(probe);
  const colours: Partial<Record<Token, string>> = {};
  for (const token of TOKENS) {
    probe.style.color = `var(--${token === 'ink' ? 'full-ink' : token})`;
    colours[token] = style.color;
  }
  probe.remove();
  return colours as Colours;
}

/** Fill token of a cell kind; NULL has none, it is hatched. */
export function cellToken(kind: Exclude<CellKind, 'null'>): Token {
  return `cell-${kind}`;
}

/** Token for letters on a cell of a kind. */
export function letterToken(kind: Exclude<CellKind, 'null'>): Token {
  return `on-${kind}`;
}

/** Calls back when light turns dark, forced colours come or go, or the root's `data-theme` is set; returns the stop. */
export function onSchemeChange(react: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((q) => window.matchMedia(q));
  for (const query of queries) query.addEventListener('change', react);
  const observer = new MutationObserver(react);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', react);
    observer.disconnect();
  };
}

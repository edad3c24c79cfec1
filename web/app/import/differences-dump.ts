// SPDX-License-Identifier: GPL-2.0-or-later
//
// How trees that were built from dumps compare with what was dumped: what is said, and the list of places. Pure.
//
// A tree that was built is printed as a dump and read by the same reader, so that both sides use the same
// terms.

import {
  layoutDifferences,
  placeOf,
  readDumps,
  type ComparedNode,
  type Dump,
  type LayoutDifference,
} from '../../scenario/pasted/mt-dump';
import { isContradicted, isOfHistory, kindOf, termKinds, type NodeTerm } from '../../scenario/pasted/mt-dump-words';
import type { TreePicture } from '../../model/picture';
import { mtDumpLines } from '../../share/mt-dump-text';
import { counted } from '../../base/text';
import type { Differences } from '../store/page/differences';

/** A dump and the tree that was built from it. */
export interface Built {
  readonly dump: Dump;
  readonly picture: TreePicture;
}

/** `same` is said where the list has no rows. */
export function dumpOutcome(built: readonly Built[]): { readonly same: string; readonly list: Differences } {
  const compared = new Map<string, boolean>();
  const there = new Set<string>();
  const found: LayoutDifference[] = [];
  const rows: string[][] = [];
  built.forEach(({ dump, picture }, k) => {
    const nodes = nodesOf(picture);
    const others = new Map(nodes.map((node) => [placeOf(node), node]));
    for (const node of nodes) for (const name of node.terms?.keys() ?? []) there.add(kindOf(name));
    for (const node of dump.nodes)
      for (const [kind, known] of termKinds(
        node.terms,
        others.get(placeOf(node))?.terms ?? new Map<string, NodeTerm>(),
      ))
        compared.set(kind, (compared.get(kind) ?? true) && known);
    const differences = layoutDifferences(dump.nodes, nodes);
    found.push(...differences);
    rows.push(...differences.map((one) => layoutRow(one, built.length > 1 ? `dump ${k + 1}, ` : '')));
  });
  const nodes = built.reduce((sum, { dump }) => sum + dump.nodes.length, 0);
  const scope = scopeOf(compared, there);
  const missing = built.reduce((sum, { dump }) => sum + dump.missing, 0);
  const isContradictory = built.some(({ dump }) => dump.nodes.some(({ terms }) => isContradicted(terms)));
  return {
    same:
      nodes === 0
        ? 'The tree built from these stores has no nodes, like the dumped one.'
        : `The layout built from these stores is the dumped one, node for node (${counted(nodes, 'node')}). ${scope}`,
    list: {
      title: 'Layout dumped and layout built',
      about:
        `The layout built from these stores differs from the dumped one at ${counted(rows.length, 'place')}: ` +
        `${reasons(found, missing, isContradictory)}.`,
      more: scope,
      columns: ['place', 'dumped', 'built'],
      rows,
    },
  };
}

function nodesOf(picture: TreePicture): readonly ComparedNode[] {
  return (
    readDumps(mtDumpLines(picture, { engine: '', step: 0, steps: 0, format: 'hex' }).join('\n')).dumps[0]?.nodes ?? []
  );
}

// Why they differ. History may give another layout; of the same layout it gives no other words, but for gaps: those
// that a bulk load leaves may be out of date.
function reasons(found: readonly LayoutDifference[], missing: number, contradicted: boolean): string {
  if (missing > 0)
    return (
      `${counted(missing, 'line')} of the dump ${missing === 1 ? 'was' : 'were'} left out, and what ` +
      `${missing === 1 ? 'it says' : 'they say'} is not built`
    );
  const damaged = found
    .map(({ left, right, terms }) =>
      terms.filter((name) => !isOfHistory(left?.terms?.get(name), right?.terms?.get(name))),
    )
    .filter((terms) => terms.length > 0);
  const history = contradicted
    ? 'lines of the dump contradict each other, so the dumped tree was damaged or its dump was changed'
    : 'a dump does not hold its tree’s history';
  if (damaged.length === 0) return history;
  const gaps = damaged.flat().some((name) => name.startsWith('gap'));
  const damage =
    'pivots are the same there and other words are not, so the dumped tree was damaged or its dump was ' +
    `changed${gaps ? ' (or a bulk load left gaps out of date)' : ''}`;
  return damaged.length === found.length
    ? damage
    : `at ${damaged.length} of them ${damage}; for the others, ${history}`;
}

// The parts that were compared, and those that were not.
function scopeOf(compared: ReadonlyMap<string, boolean>, there: ReadonlySet<string>): string {
  const kinds = [...compared]
    .filter(([kind]) => kind !== 'pivots')
    .map(([kind, known]) => (known ? kind : `${kind} (0 or not)`));
  const not = [...there].filter((kind) => kind !== 'pivots' && !compared.has(kind));
  return (
    `Compared: ${listed(['kinds', 'ranges', 'pivots', ...kinds])}; not compared: ` +
    `${listed([...not, 'addresses', 'pointers that became labels'])}.`
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function layoutRow({ depth, min, left, right, terms }: LayoutDifference, before: string): string[] {
  return [`${before}depth ${depth}, from 0x${min.toString(16)}`, nodeWords(left, terms), nodeWords(right, terms)];
}

function nodeWords(node: ComparedNode | null, terms: readonly string[]): string {
  if (node === null) return 'no node';
  const last = node.max === (1n << 64n) - 1n ? 'max' : `0x${node.max.toString(16)}`;
  const pivots = node.lasts.slice(0, -1).map((pivot) => pivot.toString(16));
  const told =
    terms.length > 0
      ? terms.map((name) => `${name}: ${node.terms?.get(name)?.text ?? ''}`)
      : pivots.length > 0
        ? [`pivots ${pivots.join(' ')}`]
        : [];
  return [`${node.kind} to ${last}, ${counted(node.lasts.length, 'slot')}`, ...told].join('; ');
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statements on address spaces, from Lezer's tree to the syntax tree: the part of build.ts that only few texts
// need.

import type { Mistake } from '../../model/diagnostic';
import type { Advice, LimitName } from '../../model/memory';
import {
  child,
  children,
  expressionAt,
  inTree,
  partOf,
  rangeIn,
  stringOf,
  word,
  wordIn,
  type Builder,
  type SyntaxNode,
} from '../syntax/build-nodes';
import { readMaps } from '../import/maps';
import { rawLines, type RawLine } from '../import/raw-text';
import { readTrace } from '../import/strace';
import type { MappingWords, Perms, Span, StatementBody, Word } from '../syntax/syntax';

const LISTED: Mistake = { code: 'listed-line' };

/** A statement on an address space; `maps` and `trace` with their lines read. */
export function spaceBody(builder: Builder, node: SyntaxNode): StatementBody {
  switch (node.name) {
    case 'Maps':
      return mapsBody(builder, node);
    case 'Trace':
      return traceBody(builder, node);
    case 'Fork':
      return forkBody(builder, node);
    default:
      return memoryBody(builder, node);
  }
}

function rawTextOf(builder: Builder, node: SyntaxNode): { readonly lines: readonly RawLine[]; readonly mark: Span } {
  const raw = child(node, 'RawText') ?? node;
  const lines = rawLines(builder.text.slice(raw.from, raw.to), raw.from, builder.lines.place(raw.from).line);
  return { lines, mark: { from: raw.from, to: raw.from + 3 } };
}

function mapsBody(builder: Builder, node: SyntaxNode): StatementBody {
  const { lines: text, mark } = rawTextOf(builder, node);
  const read = readMaps(text, mark);
  builder.faults.push(...read.faults.map((one) => ({ ...one, mistake: LISTED })));
  return { kind: 'maps', name: wordIn(builder, node, 'NewName'), text, lines: read.lines };
}

function traceBody(builder: Builder, node: SyntaxNode): StatementBody {
  const { lines: text, mark } = rawTextOf(builder, node);
  const { log, faults } = readTrace(text, mark);
  builder.faults.push(...faults.map((one) => ({ ...one, mistake: LISTED })));
  return { kind: 'trace', name: wordIn(builder, node, 'NewName'), text, log };
}

// The calls of an address space.
function memoryBody(builder: Builder, node: SyntaxNode): StatementBody {
  const tree = inTree(builder, node);
  const wordAt = (at: number): string => node.children[at]?.name ?? '';
  switch (node.name) {
    case 'Map':
      if (child(node, 'any') !== null)
        return { kind: 'map-any', size: expressionAt(builder, node, 0), mapping: mappingOf(builder, node), tree };
      return { kind: 'map', range: rangeIn(builder, node), mapping: mappingOf(builder, node), tree };
    case 'Unmap':
      return { kind: 'unmap', range: rangeIn(builder, node), tree };
    case 'Protect':
      return { kind: 'protect', range: rangeIn(builder, node), perms: permsOf(node), tree };
    case 'Brk':
      return { kind: 'brk', form: wordAt(1) as 'at' | '+' | '-', amount: expressionAt(builder, node, 0), tree };
    case 'Touch':
      return {
        kind: 'touch',
        range: rangeIn(builder, node),
        access: child(node, 'read') !== null ? 'read' : child(node, 'write') !== null ? 'write' : null,
        tree,
      };
    case 'Remap':
      return {
        kind: 'remap',
        range: rangeIn(builder, node),
        size: partOf(builder, node, 'NewSize'),
        place: partOf(builder, node, 'NewPlace'),
        way: child(node, 'dontunmap') !== null ? 'dontunmap' : child(node, 'stay') !== null ? 'stay' : null,
        tree,
      };
    case 'LockAll':
      return {
        kind: 'lockall',
        how:
          child(node, 'off') !== null
            ? null
            : {
                current: child(node, 'current') !== null,
                future: child(node, 'future') !== null,
                onfault: child(node, 'onfault') !== null,
              },
        tree,
      };
    case 'Limit':
      return {
        kind: 'limit',
        limit: (child(node, 'LimitName')?.children[0]?.name ?? 'vmas') as LimitName,
        value: child(node, 'off') !== null ? null : expressionAt(builder, node, 0),
        tree,
      };
    default: {
      const advice = (child(node, 'Advice') ?? node).children.map((one) => one.name).join(' ');
      return {
        kind: 'advise',
        range: rangeIn(builder, node),
        advice: (advice === 'lock off' ? 'unlock' : advice) as Advice,
        tree,
      };
    }
  }
}

function permsOf(node: SyntaxNode): Perms {
  return (child(node, 'Perms')?.children[0]?.name ?? 'none') as Perms;
}

// `shared`, `grows` and `file` in any order, each at most once.
function mappingOf(builder: Builder, node: SyntaxNode): MappingWords {
  for (const one of ['shared', 'grows', 'File']) {
    const again = children(node).filter(({ name }) => name === one)[1];
    if (again !== undefined)
      builder.faults.push({
        from: again.from,
        to: again.to,
        message: `\`${one.toLowerCase()}\` stands twice`,
        hint: '',
      });
  }
  const file = child(node, 'File');
  const path = file === null ? null : child(file, 'String');
  return {
    perms: permsOf(node),
    shared: child(node, 'shared') !== null,
    grows: child(node, 'grows') !== null,
    file:
      file === null || path === null
        ? null
        : { path: stringOf(builder, path), at: child(file, 'at') === null ? null : expressionAt(builder, file, 0) },
  };
}

function forkBody(builder: Builder, node: SyntaxNode): StatementBody {
  const by = child(node, 'By')?.children.at(-1)?.name ?? 'dup';
  const option = (name: string): Word | null => {
    const found = child(node, name);
    return found === null ? null : word(builder, found);
  };
  return {
    kind: 'fork',
    source: wordIn(builder, node, 'TreeName'),
    name: wordIn(builder, node, 'NewName'),
    by: by as 'dup' | 'bulk' | 'stores',
    undo: option('Undo'),
    ceiling: option('Ceiling'),
  };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The actions on a slot of a leaf, and the lines that carry them out: plain statements, as a person would write them.
// Pure.

import { entryValue } from '../../model/entry';
import { VMA_FLAGS, type Site } from '../../model/memory';
import type { NodePicture } from '../../model/picture';
import type { SceneTree } from '../../model/run';
import { indexText } from '../../base/number-base';
import { bytesText, sizeText } from '../../views/shared/text';
import { pointLabel } from '../../words/failure-points';
import { freeName } from '../store/page/texts';
import { failingCopyLines } from '../store/page/copy-lines';

export interface Hand {
  readonly label: string;
  readonly lines: readonly string[];
  /** The meaning of a word in the label. */
  readonly hint?: string;
  /** Letters in the first line that are to be written over: a value, a permission. */
  readonly over?: string;
}

export interface Hands {
  /** The content of the slot. */
  readonly title: string;
  readonly hands: readonly Hand[];
}

interface Held {
  readonly tree: SceneTree;
  readonly node: NodePicture;
  readonly slot: number;
  readonly labels: readonly string[];
  readonly scenario: string;
}

/** Entries that a walk from a slot goes through. */
const WALKED = 8;
/** So much a store or a mapping into a gap takes, if the gap is not smaller. */
const STORED = 16n;
const MAPPED = 0x4000n;
const PAGE = 0x1000n;
/** Linux maps nothing below 64 KiB or from there on. */
const LOWEST = 0x10000n;
const HIGHEST = 0x7fff_ffff_f000n;

/** The actions on a used slot; null for every other slot. */
export function handsOn(held: Held): Hands | null {
  const { node, slot } = held;
  if (slot < 0 || slot > node.end) return null;
  const first = slot === 0 ? node.min : (node.lasts[slot - 1] ?? node.max) + 1n;
  const last = node.lasts[slot] ?? node.max;
  if (node.kind !== 'leaf') return ofInner(held, first, last);
  const word = node.slots[slot] ?? 0n;
  return held.tree.picture.kind === 'mm' ? ofSpace(held, first, last, word) : ofTree(held, first, last, word);
}

function ofInner({ tree, scenario }: Held, first: bigint, last: bigint): Hands {
  const { name, kind } = tree.picture;
  const [copy, verb] = kind === 'mm' ? [freeName(scenario, 'child'), 'fork'] : [freeName(scenario, 'copy'), 'dup'];
  return {
    title: `Child for ${indexText(first)} to ${indexText(last)}`,
    hands: [
      lookUpAt(indexText(first), name),
      {
        label: 'Go through its entries',
        lines: [`find ${indexText(first)} count 16 until ${indexText(last)} in ${name}`],
      },
      { label: `Copy the tree: ${verb}`, lines: [`${verb} ${name} as ${copy}`] },
      { label: 'Copy it, and refuse a request for nodes', lines: failingCopyLines(name, kind, 2, scenario) },
    ],
  };
}

const lookUpAt = (at: string, tree: string): Hand => ({ label: `Look up ${at}`, lines: [`load ${at} in ${tree}`] });
const walkFrom = (at: string, tree: string): Hand => ({
  label: 'Walk on from here',
  lines: [`find ${at} count ${WALKED} in ${tree}`],
});

function ofTree({ tree, labels }: Held, first: bigint, last: bigint, word: bigint): Hands {
  const { name } = tree.picture;
  const [at, size] = [indexText(first), sizeText(last - first + 1n, 'tree')];
  const [lookUp, walk] = [lookUpAt(at, name), walkFrom(at, name)];
  if (word === 0n) {
    const end = last - first < STORED ? last : first + STORED - 1n;
    const store: Hand = {
      label: 'Store a range here…',
      lines: [`store ${at}..${indexText(end)} = "new" in ${name}`],
      over: '"new"',
    };
    const room: Hand[] = tree.picture.mode.alloc
      ? [
          {
            label: 'Search for room in this gap',
            lines: [`gap ${indexText(end - first + 1n)} within ${at}..${indexText(last)} in ${name}`],
          },
        ]
      : [];
    return { title: `Gap: ${size} from ${at}`, hands: [store, ...room, lookUp, walk] };
  }
  const value = entryValue(word, labels);
  const what =
    typeof value === 'number' ? value.toString() : value !== null && 'label' in value ? value.label : 'entry';
  return {
    title: `${what}: ${size} from ${at}`,
    hands: [
      lookUp,
      { label: 'Store over it…', lines: [`store ${at}..${indexText(last)} = "new" in ${name}`], over: '"new"' },
      { label: 'Erase it', lines: [`erase ${at} in ${name}`] },
      walk,
    ],
  };
}

function ofSpace({ tree, scenario }: Held, first: bigint, last: bigint, word: bigint): Hands | null {
  const { name } = tree.picture;
  const at = indexText(first);
  const [lookUp, walk] = [lookUpAt(at, name), walkFrom(at, name)];
  if (word === 0n) {
    const from = first < LOWEST ? LOWEST : first;
    const end = last < HIGHEST ? last : HIGHEST - 1n;
    const room = end - from + 1n;
    const size = room < MAPPED ? room : MAPPED;
    const map: Hand[] =
      room <= 0n
        ? []
        : [
            {
              label: 'Map memory here…',
              lines: [`map ${indexText(from)}..+${indexText(size)} rw in ${name}`],
              over: 'rw',
            },
          ];
    const any: Hand = {
      label: 'Map memory where Linux finds room',
      lines: [`map any ${indexText(MAPPED)} rw in ${name}`],
    };
    return { title: `Gap: ${bytesText(last - first + 1n)} from ${at}`, hands: [...map, any, lookUp, walk] };
  }
  const vma = tree.vmas?.find((one) => one.first === first);
  if (vma === undefined) return null;
  const range = `${at}..${indexText(last)}`;
  const half = first + ((last - first + 1n) / PAGE / 2n) * PAGE;
  const cut: Hand[] =
    half === first
      ? []
      : [{ label: 'Unmap its second half', lines: [`unmap ${indexText(half)}..${indexText(last)} in ${name}`] }];
  const split: Hand[] =
    half === first
      ? []
      : [
          {
            label: 'Split it: other permissions for its second half…',
            lines: [`protect ${indexText(half)}..${indexText(last)} r in ${name}`],
            over: 'r',
          },
        ];
  return {
    title:
      `VMA ${vma.number}: ${[vma.path.split('/').at(-1) || 'anonymous', vma.perms.slice(0, 3)].join(' ')}, ` +
      bytesText(last - first + 1n),
    hands: [
      lookUp,
      { label: 'Unmap it', lines: [`unmap ${range} in ${name}`] },
      ...cut,
      ...split,
      { label: 'Change its permissions…', lines: [`protect ${range} r in ${name}`], over: 'r' },
      walk,
      ...failedForks(tree, vma.number, scenario),
    ],
  };
}

// Of the points at which a fork can fail at a VMA those that it passes there.
function failedForks({ picture, mm }: SceneTree, vma: number, scenario: string): Hand[] {
  const record = mm?.records.find(({ number }) => number === vma);
  const flags = record?.flags ?? 0;
  // Memory that no child gets is not copied.
  if ((flags & VMA_FLAGS.dontcopy) !== 0) return [];
  const points: readonly { readonly site: Site; readonly point: string; readonly passed: boolean }[] = [
    { site: 'vma', point: 'F7', passed: true },
    { site: 'policy', point: 'F8', passed: (flags & VMA_FLAGS.policy) !== 0 },
    { site: 'uffd', point: 'F9', passed: (flags & VMA_FLAGS.uffd) !== 0 },
    {
      site: 'anon',
      point: 'F10',
      passed: record !== undefined && record.anon !== 0 && (flags & VMA_FLAGS.wipeonfork) === 0,
    },
  ];
  const child = freeName(scenario, 'unborn');
  return points
    .filter(({ passed }) => passed)
    .map(({ site, point }) => ({
      label: `Make a fork fail here: ${pointLabel(point)}`,
      hint: 'Help explains the failure points of a fork, F1 to F12.',
      lines: [
        `fail ${site} at vma ${vma}`,
        `fork ${picture.name} as ${child}`,
        'expect error ENOMEM',
        `expect absent ${child}`,
      ],
    }));
}

/** A place in a text for lines, as the number of lines before it: 0 … all of them. */
type Line = number;

/**
 * Where lines stand that act on the trees as they are after a step: behind its line and the expects that check it.
 * `line` is that of the step, `alone` whether it makes no other. At the end, where the step is one of a loop or of a
 * block, which nothing can come between.
 */
export function lineAfter(scenario: string, line: number, alone: boolean): Line {
  const lines = scenario.split('\n');
  const all = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const own = lines[line - 1] ?? '';
  // In braces, within a map, or with more steps than one.
  if (!alone || /^\s|[{}]|"""/.test(own) || isInBlock(lines.slice(0, line - 1))) return all;
  let at = line;
  while (at < all && /^\s*(expect\b|#)/.test(lines[at] ?? '')) at++;
  // Remarks belong to what they stand over.
  while (at > line && /^\s*#/.test(lines[at - 1] ?? '')) at--;
  return at;
}

// Whether a brace or a quoted block of lines is open behind these.
function isInBlock(lines: readonly string[]): boolean {
  const text = lines.map((one) => one.replace(/"(?:[^"\\]|\\.)+"/g, '').replace(/#.*/, '')).join('\n');
  if ((text.match(/"""/g)?.length ?? 0) % 2 === 1) return true;
  return (text.match(/\{/g)?.length ?? 0) !== (text.match(/\}/g)?.length ?? 0);
}

/** A text with lines added, and the offset of the first of them. */
interface Extended {
  readonly text: string;
  readonly offset: number;
}

function linesOf(scenario: string): string[] {
  const lines = scenario.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * The text with lines behind so many of its own, and the offset of the first of them. Lines that make a fork of the
 * same tree fail, just before or behind that place, are replaced: a second try changes the first.
 */
export function withTryAt(scenario: string, after: Line, added: readonly string[]): Extended {
  const lines = linesOf(scenario);
  const at = Math.min(after, lines.length);
  const own = forkTried(added);
  const places = own === null ? [] : [at - added.length, at];
  const old = places.find(
    (first) => first >= 0 && forkTried(lines.slice(first, first + added.length))?.tree === own?.tree,
  );
  if (old === undefined || own === null) return withLinesAt(scenario, after, added);
  const child = forkTried(lines.slice(old, old + added.length))?.child ?? own.child;
  lines.splice(old, added.length);
  const kept = added.map((line) => line.replace(new RegExp(`\\b${own.child}\\b`), child));
  return withLinesAt(lines.join('\n'), old, kept);
}

const TRIED = /^fail (?:vma|policy|uffd|anon) at vma \d+\nfork (\w+) as (\w+)\nexpect error ENOMEM\nexpect absent \2$/;

// The tree and the child of the four lines that make a fork fail; null for any other lines.
function forkTried(lines: readonly string[]): { readonly tree: string; readonly child: string } | null {
  const [, tree, child] = TRIED.exec(lines.join('\n')) ?? [];
  return tree === undefined || child === undefined ? null : { tree, child };
}

/** The text with lines behind so many of its own; the offset of the first of them. */
export function withLinesAt(scenario: string, after: Line, added: readonly string[]): Extended {
  const lines = linesOf(scenario);
  const before = lines.slice(0, after);
  return {
    text: `${[...before, ...added, ...lines.slice(after)].join('\n')}\n`,
    offset: before.reduce((sum, one) => sum + one.length + 1, 0),
  };
}

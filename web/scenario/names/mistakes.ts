// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages on mistakes in names and their uses (checker.ts finds them).

import type { Mistake } from '../../model/diagnostic';
import { counted, nearest } from '../../base/text';
import type { MadeKind, Names } from './names';
import { ERROR_NAMES, FUNCTIONS, notYet, type FunctionForm } from '../syntax/keywords';

/** A message, and a hint where there is one, and what mends it. */
export type Told = readonly [message: string, hint?: string, mistake?: Mistake];

const OTHER_NAME = 'trees, readers, states and variables share one namespace: choose another name';
const WITHOUT_VMA = 'write it without `at vma`';

const KINDS: Readonly<Record<MadeKind, string>> = {
  mm: 'an address space',
  tree: 'a tree',
  reader: 'a reader',
  state: 'a state',
};

/** Names of the functions' values in other languages and in the kernel. */
const FUNCTIONS_MEANT: Readonly<Record<string, string>> = {
  size: 'entries',
  count: 'entries',
  depth: 'height',
  levels: 'height',
  mtree_load: 'load',
};

const meant = (near: string): string => `did you mean \`${near}\`?`;
const instead = (...likely: readonly string[]): Mistake => ({ code: 'instead', likely, expected: [] });

/** The message, and the nearest known word where there is one; else `hint`. */
const nearOr = (message: string, near: string | null, hint: string): Told =>
  near === null ? [message, hint] : [message, meant(near), instead(near)];

export const words = {
  twice: (option: string): Told => [`\`${option}\` stands twice`],
  twoReleases: (one: string, other: string): Told => [`a tree follows one release: \`${one}\` or \`${other}\``],
  notYet: (word: string): Told => [notYet(word)],
  callOnTree: (name: string, word: string): Told => [
    `\`${name}\` is a plain tree, and \`${word}\` is a call of an address space`,
    '`mm NAME` makes an empty address space, `maps NAME """` one from a text',
  ],
  grows: (shared: boolean): Told => [
    `\`grows\` does not go with \`${shared ? 'shared' : 'file'}\``,
    'only private memory without a file grows downwards, as a stack does',
  ],
  percent: (): Told => ['a chance is 0% to 100%'],
  atNoVma: (site: 'mm' | 'hook'): Told => [
    site === 'mm'
      ? 'a fork makes the `mm` before it treats any VMA'
      : 'a fork calls the `hook` once, after its last VMA',
    WITHOUT_VMA,
  ],
  inSweep: (word: string): Told => [
    `\`${word}\` cannot stand in a sweep`,
    word === 'sweep' ? 'write one sweep after the other' : 'a sweep arms the failures itself',
  ],
  undoBy: (by: string): Told => [
    `\`undo\` goes with \`by dup\` only`,
    `a fork by ${by} holds nothing of the parent's, so it needs no such undo`,
  ],
  forkOfTree: (source: string, name: string): Told => [
    `\`${source}\` is a plain tree, and only an address space can be forked`,
    `\`dup ${source} as ${name}\` duplicates it`,
  ],
  destroysSpace: (name: string): Told => [
    `\`${name}\` is an address space, not a plain tree`,
    `\`exit ${name}\` tears it down`,
  ],
  exitsTree: (name: string): Told => [
    `\`${name}\` is a plain tree, not an address space`,
    `\`destroy ${name}\` frees it`,
  ],
  bulkTree: (): Told => ['a bulk load fills one tree', 'name it at the head of the block'],
  bulkNull: (): Told => ['a bulk load stores entries, and null is not an entry'],
  inBulk: (word: string): Told => [`\`${word}\` cannot stand in a bulk block`, 'only store, let, repeat and for can'],
  noError: (name: string): Told => {
    const hint = `errors are ${ERROR_NAMES.join(', ')}`;
    return nearOr(`\`${name}\` is not the name of an error`, nearest(name, ERROR_NAMES), hint);
  },
  noOrder: (): Told => ['only numbers have an order', 'compare with = or !='],
  noCurrent: (space: boolean): Told => [
    `there is no current ${space ? 'address space' : 'tree'} here`,
    `${space ? '`mm NAME`' : '`tree NAME`'} makes one, \`use NAME\` chooses one, \`in NAME\` names one`,
    { code: 'no-current', what: space ? 'address space' : 'tree' },
  ],
  writesSpace: (name: string, statement: string): Told => [
    `\`${name}\` is an address space, and \`${statement}\` writes to plain trees only`,
    'reading statements (load, gap, walk, next …) work on both',
  ],
  taken: (name: string, kind: MadeKind | 'variable'): Told =>
    kind === 'variable'
      ? [`\`${name}\` is a variable here`, OTHER_NAME]
      : [
          `\`${name}\` is used already`,
          `\`${{ mm: 'exit', tree: 'destroy', reader: 'release', state: 'release' }[kind]} ` +
            `${name}\` would free the name`,
          { code: 'taken' },
        ],
  noVariable: (name: string, kind: MadeKind): Told => [`\`${name}\` is ${KINDS[kind]} here`, OTHER_NAME],
  readerNoTree: (name: string): Told => [`\`${name}\` is a reader, not a tree`],
  stateNoTree: (name: string): Told => [`\`${name}\` is a state, not a tree`],
  stateHasTree: (name: string, tree: string): Told => [
    `\`${name}\` is a state, and has its tree already`,
    `leave \`in ${tree}\` out`,
  ],
  bulkState: (): Told => ['a bulk load stores ranges, not what was prepared', '`store R = V` stores one'],
  storesNothing: (name: string): Told => [
    `what is stored at \`${name}\` is missing`,
    `\`store ${name} = V\` stores a value; \`store S\` stores what was prepared for a state`,
  ],
  noState: (name: string, kind: MadeKind): Told => [
    `\`${name}\` is ${KINDS[kind]}, not a state`,
    '`state NAME in TREE` makes one',
  ],
  variableNo: (name: string, what: 'tree' | 'reader' | 'state'): Told => [`\`${name}\` is a variable, not a ${what}`],
  noReader: (name: string, kind: MadeKind): Told => [
    `\`${name}\` is ${KINDS[kind]}, not a reader`,
    '`read NAME at A as R` makes one',
  ],
  unknown: (name: string, what: 'reader' | 'state' | 'tree or address space', names: Names): Told => {
    const all = what === 'reader' ? names.readers() : what === 'state' ? names.states() : names.trees();
    const near = nearest(name, all);
    const gone = names.everMade(name);
    const makes =
      what === 'reader'
        ? '`read NAME at A as R` makes one'
        : what === 'state'
          ? '`state NAME in TREE` makes one'
          : '`tree NAME`, `mm NAME` or `maps NAME """` makes one';
    const only = near === null && !gone ? onlyOne(all, names) : null;
    const hint = near !== null ? meant(near) : gone ? 'it is made later, or is already gone' : (only?.text ?? makes);
    const likely = near ?? only?.name ?? null;
    const mistake = likely === null ? instead() : instead(likely);
    if (gone) return [`\`${name}\` does not exist here`, hint, mistake];
    const isTree = what === 'tree or address space';
    return [`no ${what} is called \`${name}\``, hint, isTree ? { code: 'unknown-tree', name, likely } : mistake];
  },
  noNumber: (name: string, kind: MadeKind): Told => [
    `\`${name}\` is ${KINDS[kind === 'mm' ? 'tree' : kind]}, not a number`,
    kind === 'state' ? `\`index(${name})\` is where it stands` : 'a label stands in quotes',
  ],
  unknownVariable: (name: string, names: Names): Told => {
    if (name === 'NULL') return ['no variable is called `NULL`', meant('null'), instead('null')];
    const near = nearest(name, [...names.variables(), ...FUNCTIONS.map((one) => one.word)]);
    const likely = FUNCTIONS.some((one) => one.word === near) ? `${near}()` : near;
    return nearOr(`no variable is called \`${name}\``, likely, '`let NAME = …` binds one; a label stands in quotes');
  },
  unknownFunction: (name: string): Told => {
    const all = FUNCTIONS.map((one) => one.word);
    const near = FUNCTIONS_MEANT[name] ?? nearest(name, all);
    if (/(?:^|_)(?:empty_area|gap)/.test(name))
      return [`no function is called \`${name}\``, '`gap SIZE within R` is a statement, and looks for free indexes'];
    return nearOr(`no function is called \`${name}\``, near, `functions are ${all.join(', ')}`);
  },
  argumentCount: ({ word, args, form }: FunctionForm, most: number, here: number): Told => {
    const takes = most === args ? counted(args, 'argument') : `${args} or ${counted(most, 'argument')}`;
    return [
      `\`${word}\` takes ${args === 0 && most === 0 ? 'no argument' : takes}, but has ${here}`,
      `it is written ${form}`,
    ];
  },
  noCurrentFor: ({ form }: FunctionForm): Told => [
    'there is no current tree here',
    `name one: ${form}`,
    { code: 'no-current', what: 'tree' },
  ],
  stateArgument: ({ form }: FunctionForm): Told => ['the argument is the name of a state', `it is written ${form}`],
  lastArgument: ({ form }: FunctionForm): Told => ['the last argument is the name of a tree', `it is written ${form}`],
  onlySpaceHas: (name: string, { word, form }: FunctionForm): Told => [
    `\`${name}\` is a plain tree, and only an address space has ${word}`,
    `it is written ${form}`,
  ],
};

export type Words = typeof words;

// Where there is no other, it is likely meant.
function onlyOne(all: readonly string[], names: Names): { readonly name: string; readonly text: string } | null {
  const [one] = all;
  if (one === undefined || all.length > 1) return null;
  const kind = { tree: 'tree', mm: 'address space', reader: 'reader', state: 'state' }[names.kind(one) ?? 'tree'];
  return { name: one, text: `the only ${kind} here is \`${one}\`` };
}

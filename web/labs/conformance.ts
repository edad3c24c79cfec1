// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: what was recorded of Linux 6.16, replayed on the core that this page runs on, operation by operation.

import { index } from '../base/index64';
import type { Bench } from '../measure/bench';
import type { Lab, Ledger, NoScenario, Opens, Point, Report, Values } from '../measure/lab';
import { figure } from '../measure/tables';
import { textOf } from '../measure/values';
import { compare } from '../replay/compare';
import { scriptOfVector } from '../replay/script';
import {
  parseVector,
  unsupportedIn,
  wordOf,
  type Vector,
  type VectorOperation,
  type VectorValue,
} from '../replay/vector';
import { replayer } from '../replay/wasm';
import { RangeMap } from '../scenario/oracle/range-map';

const STRIDE = 8;

export const lab: Lab = {
  name: 'conformance',
  number: 9,
  title: 'Conformance',
  question: 'Does this core do what Linux 6.16 does?',
  figures: [],
  parameters: [
    {
      name: 'files',
      label: 'Recordings',
      kind: 'choice',
      value: 'some',
      choices: [
        ['first', 'Four files'],
        ['some', `Every ${STRIDE}th file`],
        ['all', 'All files'],
      ],
    },
    {
      name: 'invariants',
      label: 'Invariants',
      kind: 'choice',
      value: 'no',
      choices: [
        ['no', 'Not checked'],
        ['yes', 'Checked after every operation'],
      ],
    },
  ],
  small: { files: 'first', invariants: 'no' },
  comparable: {
    yes:
      'Everything. Each operation was recorded on Linux 6.16’s own maple tree, built for user space. Its result, ' +
      'store type, requests to the allocator, nodes freed, height, and the sum over every byte of layout are ' +
      'compared here. The plain range map shares no code with the core.',
    no:
      'Time. The recordings hold no time, and a replay in a browser says nothing about the speed of a kernel. Where ' +
      'the recording format calls a field advisory, a difference is counted by itself.',
  },
  run,
};

interface Family {
  files: number;
  operations: number;
  mismatches: number;
  advisory: number;
  naive: number;
  naiveDiffers: number;
}

/** One recording with what came of it. */
interface Replayed {
  readonly name: string;
  readonly family: string;
  readonly counts: Family;
  readonly opens: Opens | NoScenario;
}

const none = (): Family => ({
  files: 0,
  operations: 0,
  mismatches: 0,
  advisory: 0,
  naive: 0,
  naiveDiffers: 0,
});

interface Difference {
  readonly file: string;
  readonly operation: number;
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

/** The first words of a file's name, which its kin share. */
function familyOf(name: string): string {
  return name.replace(/\.jsonl.*$/, '').split('-')[0] ?? name;
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const all = await bench.goldenNames();
  const which = textOf(values, 'files');
  const names =
    which === 'all' ? all : all.filter((_, k) => k % STRIDE === 0).slice(0, which === 'some' ? undefined : 4);
  const files: Replayed[] = [];
  const differences: Difference[] = [];
  let unsupported = 0;
  for (const [k, name] of names.entries()) {
    await bench.far(k, names.length, `files replayed, ${name} next`);
    const vector = parseVector(await bench.golden(name));
    if (unsupportedIn(vector).length > 0) {
      unsupported++;
      continue;
    }
    const counts = none();
    const checked = textOf(values, 'invariants') === 'yes';
    replay((await bench.core('explore')).calls, name, vector, checked, counts, differences);
    files.push({ name, family: familyOf(name), counts, opens: scriptOfVector(vector) });
  }
  const families = new Map<string, Family>();
  for (const { family, counts } of files) families.set(family, add(families.get(family) ?? none(), counts));
  const total = [...families.values()].reduce(add, none());
  return {
    claim: {
      seed: 'The core does what Linux 6.16 did, operation by operation.',
      here:
        `Here: ${figure(total.operations)} recorded operations, ` +
        `${count(total.mismatches, 'mismatch', 'mismatches')}, in ${total.files} of the ` +
        `${count(all.length, 'file', 'files')}${unsupported === 0 ? '' : ` (${unsupported} not supported)`}. ` +
        `The plain range map agrees at the end of ${total.naive - total.naiveDiffers} of ` +
        `${count(total.naive, 'file', 'files')}.`,
    },
    charts: [
      {
        name: 'operations',
        title: 'Operations replayed, by kind of recording',
        note: `${figure(total.operations)} operations in ${total.files} files`,
        x: { label: 'recordings', scale: 'band' },
        y: { label: 'operations', scale: 'linear' },
        series: [
          {
            name: 'as recorded',
            from: 'here',
            look: 'bars',
            points: bars(families, files, (one) => one.operations - one.mismatches),
          },
          { name: 'otherwise', from: 'here', look: 'dots', points: bars(families, files, (one) => one.mismatches) },
        ],
        cover: true,
      },
    ],
    ledgers: [tableOfFamilies(families, total), tableOfDifferences(differences), tableOfFiles(files)],
    scenario: null,
    timing: null,
  };
}

function count(number: number, one: string, more: string): string {
  return `${figure(number)} ${number === 1 ? one : more}`;
}

function add(sum: Family, one: Family): Family {
  return {
    files: sum.files + one.files,
    operations: sum.operations + one.operations,
    mismatches: sum.mismatches + one.mismatches,
    advisory: sum.advisory + one.advisory,
    naive: sum.naive + one.naive,
    naiveDiffers: sum.naiveDiffers + one.naiveDiffers,
  };
}

const SHOWN = 20;

/** Replays one file and adds what came of it. */
export function replay(
  calls: object,
  name: string,
  { header, operations }: Vector,
  invariants: boolean,
  family: Family,
  differences: Difference[],
): void {
  const ask = replayer(calls, header);
  const naive = operations.some(({ op }) => op.startsWith('s_')) ? null : new RangeMap();
  let contents: bigint | undefined;
  for (const [at, operation] of operations.entries()) {
    const observed = ask({
      operation,
      sum: 'sum' in operation,
      dump: 'dump' in operation,
      findings: invariants,
      contents: at === operations.length - 1,
    });
    const found = compare(operation, observed);
    const [first] = found.filter(({ advisory }) => !advisory);
    if (first !== undefined) {
      family.mismatches++;
      if (differences.length < SHOWN) differences.push({ file: name, operation: at + 1, ...first });
    } else if (found.length > 0) family.advisory++;
    if (naive !== null) applyTo(naive, operation);
    contents = observed.contents;
  }
  family.files++;
  family.operations += operations.length;
  if (naive === null) return;
  family.naive++;
  if (naive.hash !== contents) family.naiveDiffers++;
}

type Text = `0x${string}`;

/** The effect of a recorded operation on a plain range map: from its arguments and its recorded result alone. */
function applyTo(map: RangeMap, operation: VectorOperation): void {
  const number = (field: string) => index(BigInt(operation[field] as Text));
  const word = (value: unknown) => index(wordOf(value as VectorValue));
  const { op, ret } = operation;
  if (op === 'destroy' || op === 'bulk') map.clear();
  if (op === 'erase') {
    const held = map.at(number('a'));
    if (held !== null && operation['err'] === undefined) map.store(held.first, held.last, word(null));
  }
  if (typeof ret !== 'number' || ret < 0) return;
  if (op === 'store' || op === 'insert' || op === 'prealloc_store')
    map.store(number('a'), number('z'), word(operation['v']));
  if (op === 'bulk')
    for (const [first, last, value] of operation['entries'] as readonly (readonly [Text, Text, VectorValue])[])
      map.store(index(BigInt(first)), index(BigInt(last)), word(value));
  if (op === 'alloc' || op === 'ralloc')
    map.store(number('at'), index(number('at') + number('size') - 1n), word(operation['v']));
  if (op === 'cyclic') map.store(number('at'), number('at'), word(operation['v']));
}

// ---- What is shown ----

function bars(families: ReadonlyMap<string, Family>, files: readonly Replayed[], of: (one: Family) => number): Point[] {
  return [...families].map(([x, one]) => ({
    x,
    y: of(one),
    opens: opensOf(files.filter(({ family }) => family === x)),
  }));
}

/** A bar of one recording opens it. */
function opensOf(files: readonly Replayed[]): Opens | NoScenario {
  const [only, ...more] = files;
  return only !== undefined && more.length === 0
    ? only.opens
    : { none: `none: ${files.length} recordings, a row each below` };
}

function tableOfFiles(files: readonly Replayed[]): Ledger {
  return {
    name: 'files',
    title: 'Recordings, one by one (a scenario has the calls that change the tree)',
    columns: ['recording', 'operations', 'mismatches'],
    rows: files.map(({ name, counts }) => [name.replace(/\.jsonl.*$/, ''), counts.operations, counts.mismatches]),
    opens: files.map(({ opens }) => opens),
  };
}

function rowOf(name: string, { files, operations, mismatches, advisory, naive, naiveDiffers }: Family) {
  return [name, files, operations, mismatches, advisory, naive - naiveDiffers, naiveDiffers];
}

function tableOfFamilies(families: ReadonlyMap<string, Family>, total: Family): Ledger {
  return {
    name: 'families',
    title: 'Recordings replayed',
    columns: [
      'recordings',
      'files',
      'operations',
      'mismatches',
      'advisory only',
      'range map agrees',
      'range map differs',
    ],
    rows: [...[...families].map(([name, one]) => rowOf(name, one)), rowOf('all', total)],
  };
}

function tableOfDifferences(differences: readonly Difference[]): Ledger {
  return {
    name: 'differences',
    title: differences.length === 0 ? 'Mismatches: none' : `Mismatches (the first ${SHOWN})`,
    columns: ['file', 'operation', 'field', 'recorded', 'here'],
    rows: differences.map(({ file, operation, field, expected, found }) => [file, operation, field, expected, found]),
  };
}

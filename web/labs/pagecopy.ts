// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: the page copy of a fork, with the check of each page compiled into its loop or called.

import { timesAsLong, type Bench, type Timing } from '../measure/bench';
import { codeSizes } from '../measure/code-size';
import type { Lab, Report, Values } from '../measure/lab';
import { figureOf } from '../measure/published';
import { figure } from '../measure/tables';
import { benchCalls } from '../measure/loops';
import { numberOf } from '../measure/values';

const FIGURE = 'vm-normal-page';
const SEED = 1;

export const lab: Lab = {
  name: 'pagecopy',
  number: 5,
  title: 'Page copy',
  question: 'Should the check of each page be inlined in fork?',
  figures: [FIGURE],
  parameters: [
    { name: 'n', label: 'Page-table entries', kind: 'number', value: 262_144, min: 1000, max: 1_048_576 },
    { name: 'present', label: 'Present, percent', kind: 'number', value: 100, min: 1, max: 100 },
    { name: 'special', label: 'Special, percent', kind: 'number', value: 0, min: 0, max: 100 },
  ],
  small: { n: 16_384, present: 100, special: 0 },
  native: 'both loops',
  comparable: {
    yes:
      'The direction of the difference, and whether the checking function grows or shrinks. Loop and check ' +
      'are one source, compiled twice; a third build counts the checks.',
    no:
      'Heights, and nanoseconds saved. The published fork also allocates page tables and locks, in another kernel on ' +
      'other hardware. The published kernel as a whole became smaller with the check inlined; one loop cannot show ' +
      'that. WebAssembly and x86 code differ in size, and a browser’s compiler may itself inline a call: the native ' +
      'form (--engine native) is the reference. The published table prints “ns”, its program microseconds: 4 GiB are ' +
      '1,048,576 pages, and 23,475 ns would be 0.022 ns a page.',
  },
  run,
};

function row(name: string): readonly [inlined: number, called: number] {
  const found = figureOf(FIGURE).rows?.find(([first]) => first === name);
  return [Number(found?.[2]), Number(found?.[3])];
}

function pages(): number {
  return Number(figureOf(FIGURE).derived?.[0]?.value);
}

/** Nanoseconds an entry, with the check inlined and called, and the checks of one round. */
export async function timeCopies(bench: Bench, values: Values): Promise<readonly [Timing, Timing, number]> {
  const [n, present, special] = ['n', 'present', 'special'].map((name) => numberOf(values, name));
  const calls = benchCalls(await bench.core('bench'));
  if (calls.mpl_copy_prepare(n ?? 0, present ?? 0, special ?? 0, SEED) !== 0)
    throw new Error('The core has no room for so many entries.');
  const checks = calls.mpl_copy_counted() >>> 0;
  const { native } = bench;
  const [inlined, called] =
    native === null
      ? await bench.time([
          { run: (rounds) => calls.mpl_copy_inlined(rounds) >>> 0 },
          { run: (rounds) => calls.mpl_copy_called(rounds) >>> 0 },
        ])
      : await native(['copy', n ?? 0, present ?? 0, special ?? 0, SEED]);
  if (inlined === undefined || called === undefined) throw new Error('two loops are timed');
  return [inlined, called, checks];
}

/** A ratio of times as a change in percent, with its sign: "−4.7", "+2.6", "0.0". */
export function changeOf(ratio: number): string {
  const percent = Math.round(1000 * (ratio - 1)) / 10;
  return `${percent < 0 ? '−' : percent > 0 ? '+' : ''}${Math.abs(percent).toFixed(1)}`;
}

/** How inlining changes the time, median of the ratios repeat by repeat: below 0 it saves time, as published. */
function saidHere(inlined: Timing, called: Timing, checks: number): string {
  const { ns, low, high } = timesAsLong(inlined, called);
  const spread = low === high ? '' : ` (middle half of the repeats: ${changeOf(low)} to ${changeOf(high)} %)`;
  return (
    `Here: ${inlined.ns.toFixed(2)} ns an entry inlined, ${called.ns.toFixed(2)} ns called (medians). ` +
    `Repeat by repeat, inlining changed the time by ${changeOf(ns)} %${spread}, for ${figure(checks)} checks.`
  );
}

async function run(values: Values, bench: Bench): Promise<Report> {
  await bench.far(0, 1, 'loops timed');
  const [wasmInlined, wasmCalled, checks] = await timeCopies({ ...bench, native: null }, values);
  const [inlined, called] = bench.native === null ? [wasmInlined, wasmCalled] : await timeCopies(bench, values);
  const native = bench.native === null ? [null, null] : [inlined.ns, called.ns];
  const sizes = codeSizes(await bench.moduleBytes('bench'));
  const size = (name: string): number => sizes.get(name) ?? NaN;
  const [before, after] = row('fork time');
  const perPage = (time: number): number => (1000 * time) / pages();
  const names = ['inlined', 'called'] as const;
  return {
    claim: {
      seed:
        `A fork of 4 GiB took ${figure(before)} with the check inlined and ${figure(after)} with it called (printed ` +
        `as ns, measured in µs): ${(100 * (1 - before / after)).toFixed(1)} % less.`,
      here: saidHere(inlined, called, checks),
    },
    charts: [
      {
        name: 'time',
        title: 'Time for each page-table entry',
        note: 'published: read as µs, over 1,048,576 pages',
        x: { label: 'check', scale: 'band' },
        y: { label: 'nanoseconds', scale: 'linear' },
        series: [
          {
            name: 'this run',
            from: 'here',
            look: 'dots',
            points: [inlined, called].map(({ ns, low, high }, k) => ({
              x: names[k] ?? '',
              y: ns,
              low,
              high,
              opens: { none: 'none: page-table entries, no tree' },
            })),
          },
          {
            name: 'published, whole fork',
            from: 'published',
            look: 'dots',
            points: [before, after].map((time, k) => ({ x: names[k] ?? '', y: perPage(time) })),
          },
        ],
        cover: true,
      },
    ],
    ledgers: [
      {
        name: 'code',
        title: 'Bytes of code',
        columns: ['', 'inlined', 'called'],
        rows: [
          ['loop, WebAssembly here', size('mpl_copy_inlined'), size('mpl_copy_called')],
          ['check by itself, WebAssembly here', null, size('mpl_copy_check')],
          ['do_wp_page, published', ...row('do_wp_page size')],
          ['vmlinux, published', ...row('vmlinux size')],
        ],
      },
      {
        name: 'time',
        title: 'Time by source. Natively: npm run lab -- pagecopy --engine native',
        columns: ['', 'inlined, ns a page', 'called, ns a page'],
        rows: [
          ['published, read as nanoseconds, as printed', before / pages(), after / pages()],
          ['published, read as microseconds, as its program prints', perPage(before), perPage(after)],
          ['WebAssembly, here', wasmInlined.ns, wasmCalled.ns],
          ['native, here', ...native],
        ],
      },
    ],
    scenario: null,
    timing: bench.timing(),
  };
}

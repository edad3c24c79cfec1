// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words after `npm run --silent scenario --`.

import { DEFECTS, type DefectName } from '../model/generated/defects';
import { CACHE_SHAPE, type CacheShape } from '../model/redblack';

export interface Options {
  /** `-` is standard input. */
  readonly file: string;
  readonly json: boolean;
  /** The run ends after this step. */
  readonly at: number | null;
  readonly dump: boolean;
  readonly sums: 'all' | null;
  /** The address spaces as /proc/PID/maps shows them, in place of the table. */
  readonly vmas: boolean;
  /** With `vmas`: below each line the VMA's flags, as smaps has them. */
  readonly flags: boolean;
  /** Each tree beside a red-black tree of the same ranges, counted with this cache, in place of the table. */
  readonly redblack: CacheShape | null;
  /** The core has this defect. */
  readonly defect: DefectName | null;
  /** A refused step counts as a failure. */
  readonly strict: boolean;
}

export const USAGE = `usage: npm run --silent scenario -- FILE [--json] [--at STEP] [--dump] [--sums all] \
[--vmas [--flags]] [--strict]
                                             [--redblack [--line BYTES] [--ways N] [--kib N]] [--defect NAME]
  FILE         a scenario (usually *.maple), or - for standard input
  --json       the report as one JSON object
  --at STEP    the state after that step; 0 is the empty start
  --dump       the canonical dumps: of every step, or with --at of that one
  --sums all   the sum of the tree at every step, whatever its size
  --vmas       the address spaces as /proc/PID/maps shows them, and nothing else
  --flags      with --vmas: below each VMA its VmFlags, as in /proc/PID/smaps, without mr, mw, me, ms
  --redblack   each tree beside a red-black tree of the same ranges: depth, memory, lines of cache, and nothing else
  --line, --ways, --kib   with --redblack: the cache, 64 bytes a line, 8 ways and 32 KiB by default
  --defect NAME  runs a core with one deliberate defect: ${DEFECTS.map(({ name }) => name).join(', ')}
  --strict     counts a refused step as a failure: exit status 1`;

/** The options, or what is wrong with them. */
export function readOptions(words: readonly string[]): Options | string {
  const files: string[] = [];
  const options: { -readonly [K in keyof Omit<Options, 'file'>]: Options[K] } = {
    json: false,
    at: null,
    dump: false,
    sums: null,
    vmas: false,
    flags: false,
    redblack: null,
    defect: null,
    strict: false,
  };
  const cache: { -readonly [K in keyof CacheShape]?: number } = {};
  for (let k = 0; k < words.length; k++) {
    const [word = '', inline] = /^(--[a-z]+)=(.*)$/.exec(words[k] ?? '')?.slice(1) ?? [words[k]];
    const value = (): string | undefined => inline ?? words[++k];
    if (word === '--json') options.json = true;
    else if (word === '--dump') options.dump = true;
    else if (word === '--vmas') options.vmas = true;
    else if (word === '--flags') options.flags = true;
    else if (word === '--redblack') options.redblack = CACHE_SHAPE;
    else if (word === '--strict') options.strict = true;
    else if (word === '--sums') {
      if (value() !== 'all') return '--sums takes the word all';
      options.sums = 'all';
    } else if (word === '--at') {
      const step = value() ?? '';
      if (!/^[0-9]{1,9}$/.test(step)) return `--at takes the number of a step${step === '' ? '' : `, not \`${step}\``}`;
      options.at = Number(step);
    } else if (word === '--defect') {
      const name = value() ?? '';
      const defect = DEFECTS.find((one) => one.name === name);
      if (defect === undefined)
        return (
          `--defect takes the name of a defect${name === '' ? '' : `, not \`${name}\``}: ` +
          DEFECTS.map((one) => one.name).join(', ')
        );
      options.defect = defect.name;
    } else if (word === '--line' || word === '--ways' || word === '--kib') {
      const number = value() ?? '';
      if (!/^[0-9]{1,6}$/.test(number)) return `${word} takes a number${number === '' ? '' : `, not \`${number}\``}`;
      cache[word.slice(2) as keyof CacheShape] = Number(number);
    } else if (word.startsWith('-') && word !== '-') return `there is no option ${word}`;
    else files.push(word);
  }
  const [file, more] = files;
  if (file === undefined) return 'a file is missing';
  if (more !== undefined) return 'one file at a time';
  if (options.vmas && (options.json || options.dump))
    return `--vmas and ${options.json ? '--json' : '--dump'} exclude each other`;
  if (Object.keys(cache).length > 0 && options.redblack === null) return '--line, --ways and --kib go with --redblack';
  if (options.redblack !== null && (options.vmas || options.dump))
    return `--redblack and ${options.vmas ? '--vmas' : '--dump'} exclude each other`;
  if (options.redblack !== null) options.redblack = { ...options.redblack, ...cache };
  if (options.flags && !options.vmas) return '--flags goes with --vmas';
  return { file, ...options };
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words after `npm run --silent scenario --`.

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
  /** A refused step counts as a failure. */
  readonly strict: boolean;
}

export const USAGE = `usage: npm run --silent scenario -- FILE [--json] [--at STEP] [--dump] [--sums all] [--vmas [--flags]] [--strict]
  FILE         a scenario (usually *.maple), or - for standard input
  --json       the report as one JSON object
  --at STEP    the state after that step; 0 is the empty start
  --dump       the canonical dumps: of every step, or with --at of that one
  --sums all   the sum of the tree at every step, whatever its size
  --vmas       the address spaces as /proc/PID/maps shows them, and nothing else
  --flags      with --vmas: below each VMA its VmFlags, as in /proc/PID/smaps, without mr, mw, me, ms
  --strict     a step that was refused counts as a failure: exit status 1`;

/** The options, or what is wrong with them. */
export function readOptions(words: readonly string[]): Options | string {
  const files: string[] = [];
  const options: { -readonly [K in keyof Omit<Options, 'file'>]: Options[K] } = { json: false, at: null, dump: false, sums: null, vmas: false, flags: false, strict: false };
  for (let k = 0; k < words.length; k++) {
    const [word = '', inline] = /^(--[a-z]+)=(.*)$/.exec(words[k] ?? '')?.slice(1) ?? [words[k]];
    const value = (): string | undefined => inline ?? words[++k];
    if (word === '--json') options.json = true;
    else if (word === '--dump') options.dump = true;
    else if (word === '--vmas') options.vmas = true;
    else if (word === '--flags') options.flags = true;
    else if (word === '--strict') options.strict = true;
    else if (word === '--sums') {
      if (value() !== 'all') return '--sums takes the word all';
      options.sums = 'all';
    } else if (word === '--at') {
      const step = value() ?? '';
      if (!/^[0-9]{1,9}$/.test(step)) return `--at takes the number of a step, and ${step === '' ? 'none follows' : `\`${step}\` is none`}`;
      options.at = Number(step);
    } else if (word.startsWith('-') && word !== '-') return `there is no option ${word}`;
    else files.push(word);
  }
  const [file, more] = files;
  if (file === undefined) return 'a file is missing';
  if (more !== undefined) return 'only one file is run at a time';
  if (options.vmas && (options.json || options.dump)) return `--vmas and ${options.json ? '--json' : '--dump'} exclude each other`;
  if (options.flags && !options.vmas) return '--flags goes with --vmas';
  return { file, ...options };
}

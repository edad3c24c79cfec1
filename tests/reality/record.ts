// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs a program under strace, with the addresses that it has without chance (setarch -R), and takes what it left: the
// log, and what /proc showed of it and of its children.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a program did, and what the kernel showed between its operations: /proc/self/smaps with status below it. */
export interface Recording {
  readonly log: string;
  readonly begin: string;
  /** By the number of the operation before it. */
  readonly dumps: ReadonlyMap<number, string>;
  /** By the number of the operation that forked. */
  readonly children: ReadonlyMap<number, string>;
}

/** Bytes of the file that programs map. */
export const FILE_BYTES = 1 << 20;

/** Compiles and runs a program. Throws with what went wrong. */
export function record(source: string): Recording {
  const folder = mkdtempSync(join(tmpdir(), 'maplescope-reality-'));
  try {
    writeFileSync(join(folder, 'program.c'), source);
    writeFileSync(join(folder, 'data'), Buffer.alloc(FILE_BYTES, 'data'));
    run(folder, 'gcc', [
      '-O1',
      '-nostdlib',
      '-static',
      '-fno-stack-protector',
      '-fno-builtin',
      '-fcommon',
      '-o',
      'program',
      'program.c',
    ]);
    run(folder, 'setarch', ['-R', 'strace', '-f', '-y', '-e', 'trace=memory,process,shmget', '-o', 'log', './program']);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8').replaceAll(`${folder}/`, '/tmp/');
    return recordingOf(read('log'), read('dumps'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string, program: string, args: readonly string[]): void {
  const { status, signal, error, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error !== undefined) throw new Error(`${program} cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ended with ${signal ?? status ?? 'nothing'}:\n${stderr}`);
}

/** A recording from its two files. */
export function recordingOf(log: string, text: string): Recording {
  const dumps = new Map<number, string>();
  const children = new Map<number, string>();
  let begin = '';
  for (const part of text.split(/^=== /m).slice(1)) {
    const [, what = '', number = '', rest = ''] = /^(\w+) (\d+)\n([^]*)$/.exec(part) ?? [];
    const dump = condensed(rest);
    if (what === 'begin') begin = dump;
    else (what === 'child' ? children : dumps).set(Number(number), dump);
  }
  return { log, begin, dumps, children };
}

// The lines that a replay or a comparison reads, without the numbers of this machine's files.
function condensed(dump: string): string {
  const kept = /^(?:[0-9a-f]+-[0-9a-f]+ |(?:VmFlags|Rss|VmPTE):|Anonymous: +[1-9])/;
  return dump
    .split('\n')
    .filter((line) => kept.test(line))
    .map((line) => line.replace(/^(\S+ \S+ \S+) [0-9a-f]+:[0-9a-f]+ \d+/, '$1 00:00 0').trimEnd())
    .join('\n');
}

/** The two files of a recording. */
export function filesOf({ log, begin, dumps, children }: Recording): { readonly log: string; readonly dumps: string } {
  const part =
    (what: string) =>
    ([number, dump]: readonly [number, string]): string =>
      `=== ${what} ${String(number).padStart(5, '0')}\n${dump}\n`;
  return {
    log,
    dumps: [part('begin')([0, begin]), ...[...dumps].map(part('op')), ...[...children].map(part('child'))].join(''),
  };
}

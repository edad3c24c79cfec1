// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mutants of web/ that change nothing anyone can observe. survivors.md lists them in tables of four columns: the file,
// the statement, the mutant of it, and the reason. Line numbers are not part of an entry, so it outlives edits
// elsewhere.

import type { MutantResult } from '@stryker-mutator/api/core';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The header of the tables in survivors.md that explain mutants of web/. */
const HEADER = '| file | statement | mutant | why nothing notices |';
/** Longer statements are cut here, which leaves enough to recognise them. */
const STATEMENT_CHARACTERS_MAX = 200;

export interface Described {
  readonly file: string;
  readonly statement: string;
  readonly mutant: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cut = (text: string): string =>
  text.length > STATEMENT_CHARACTERS_MAX ? `${text.slice(0, STATEMENT_CHARACTERS_MAX)}…` : text;

/** The lines that a mutant touches, before and after, each as one line. */
export function describeMutant(
  project: string,
  { fileName, location: { start, end }, replacement }: MutantResult,
): Described {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const before = lines[0]?.slice(0, start.column - 1) ?? '';
  const after = lines.at(-1)?.slice(end.column - 1) ?? '';
  return {
    file: relative(project, fileName),
    statement: cut(oneLine(lines.join('\n'))),
    mutant: cut(oneLine(`${before}${replacement}${after}`)),
  };
}

const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text.replaceAll('|', '\\|')}${pad}${fence}`;
};

/** The row of survivors.md for this mutant, without its reason. */
export function rowOf({ file, statement, mutant }: Described): string {
  return `| \`${file}\` | ${code(statement)} | ${code(mutant)} |`;
}

/**
 * The explained mutants, as `rowOf` writes them. Throws if a row gives no reason, or its statement no longer exists.
 */
export function explainedIn(project: string, path: string): ReadonlySet<string> {
  const explained = new Set<string>();
  let inside = false;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === HEADER) inside = true;
    else if (!line.startsWith('|')) inside = false;
    else if (inside && !/^[| -]+$/.test(line)) explained.add(rowIn(project, line));
  }
  return explained;
}

function rowIn(project: string, line: string): string {
  const [, row = '', file = '', statement = '', why = ''] =
    /^(\| `([^`]+)` \| (.+?) (?<!\\)\| .+ (?<!\\)\|) (\S.*) \|$/.exec(line) ?? [];
  if (why === '') throw new Error(`survivors.md: this row has no four columns, or no reason:\n${line}`);
  const known = /^(`+) ?(.*?) ?\1$/.exec(statement)?.[2]?.replaceAll('\\|', '|').replace(/…$/, '') ?? statement;
  const source = join(project, file);
  if (!existsSync(source) || !oneLine(readFileSync(source, 'utf8')).includes(known)) {
    throw new Error(`survivors.md: ${file} no longer contains this statement; delete its row:\n${line}`);
  }
  return row;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// A table of a class as CSV (RFC 4180). Text typed by a learner must not become a formula of the program that opens the
// file: a cell that begins like one gets an apostrophe before it.

import { labelOf, type Cell, type ClassTable } from './table';

/** Cells as CSV: lines end with CR LF, cells that need it stand in quotes. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  // Also behind blanks, which some programs pass over.
  const plain = /^\s*[=+\-@]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const STATES: Readonly<Record<Cell['state'], string>> = {
  none: '',
  pending: 'not graded yet',
  first: 'right at first',
  solved: 'right later',
  told: 'told',
  wrong: 'wrong',
  ungraded: 'not graded',
};

/**
 * A line a learner and pack; for each question its state, tries and hints. `packTitle` gives the title of a pack by its
 * id, empty where it is not known.
 */
export function tableCsv(
  { screens, columns, rows }: ClassTable,
  lesson: string,
  packTitle: (id: string) => string,
): string {
  const head = [
    'Learner',
    'Learner number',
    'Lesson',
    'Pack',
    'Screen',
    'Screens',
    'Solved',
    'Questions',
    ...columns.flatMap(({ id }) => [id, `${id} tries`, `${id} hints`]),
  ];
  return csvOf([
    head,
    ...rows.map(({ code, screen, solved, cells }) => [
      labelOf(code),
      code.learner,
      lesson,
      packCell(code.pack, packTitle),
      screen,
      screens,
      solved,
      columns.length,
      ...cells.flatMap(({ state, tries, hints }) => [STATES[state], tries, hints]),
    ]),
  ]);
}

/** "Two hours (0123abcd)": two packs may have one title. */
function packCell(id: string, titleOf: (id: string) => string): string {
  const title = id === '' ? '' : titleOf(id);
  return title === '' ? id : `${title} (${id})`;
}

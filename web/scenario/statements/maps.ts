// SPDX-License-Identifier: GPL-2.0-or-later

import { readMaps, type MapsLine } from '../import/maps';
import type { RawLine } from '../import/raw-text';
import { name, silent } from './parts';
import { printRaw, rawTextOf, tellLines } from './raw-text';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    maps: { readonly name: Word; readonly text: readonly RawLine[]; readonly lines: readonly MapsLine[] };
  }
}

export const about: Record<'maps', About> = {
  maps: {
    form: 'maps NAME """ … """',
    doc: 'Builds an address space from the text of /proc/PID/maps: one store per VMA, in this order.',
    traits: [{ makes: true, stores: 'one' }],
  },
};

export const statements = [
  define<'maps'>({
    kind: 'maps',
    node: 'Maps',
    parts: {
      name: name('NewName'),
      text: silent((source) => rawTextOf(source).lines),
      lines: silent((source) => {
        const { lines: text, mark } = rawTextOf(source);
        const { lines, faults } = readMaps(text, mark);
        tellLines(source, faults);
        return lines;
      }),
    },
    print: (statement) => printRaw('maps', statement),
    check(statement, checker) {
      checker.make(statement.name, 'mm', 'sure', true);
      checker.names.current = { name: statement.name.text, certain: true };
    },
    steps: ({ lines }) => lines.filter(({ stored }) => stored).length,
  }),
];

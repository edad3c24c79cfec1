// SPDX-License-Identifier: GPL-2.0-or-later

import type { RawLine } from '../import/raw-text';
import { readTrace, type TraceLog } from '../import/strace';
import { name, silent } from './parts';
import { printRaw, rawTextOf, tellLines } from './raw-text';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    /** Goes on with the address space of this name if there is one, else makes it. */
    trace: { readonly name: Word; readonly text: readonly RawLine[]; readonly log: TraceLog };
  }
}

export const about: Record<'trace', About> = {
  trace: {
    form: 'trace NAME """ … """',
    doc: 'Replays the memory calls of a log of strace -f -e trace=memory,process. One step per call.',
    traits: [{ stores: 'many', isCall: true, makes: true }],
  },
};

export const statements = [
  define<'trace'>({
    kind: 'trace',
    node: 'Trace',
    parts: {
      name: name('NewName'),
      text: silent((source) => rawTextOf(source).lines),
      log: silent((source) => {
        const { lines: text, mark } = rawTextOf(source);
        const { log, faults } = readTrace(text, mark);
        tellLines(source, faults);
        return log;
      }),
    },
    print: (statement) => printRaw('trace', statement),
    check({ name: { text }, name: made }, checker) {
      if (checker.names.kind(text) !== 'mm') checker.make(made, 'mm', 'sure', true);
      checker.names.current = { name: text, certain: true };
    },
    steps: ({ log }) => log.calls.length,
  }),
];

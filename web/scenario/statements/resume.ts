// SPDX-License-Identifier: GPL-2.0-or-later

import { resume } from '../effects/readers';
import { name, optional } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    resume: { readonly reader: Word; readonly count: Expression | null };
  }
}

export const about: Record<'resume', About> = {
  resume: {
    form: 'resume R [count N]',
    doc: 'A parked reader moves on to the next entries and parks again.',
    result: 'visits',
    traits: [{ letter: '~', takes: 'reader', reads: true, needsNoNode: true, walks: true }],
  },
};

export const statements = [
  define<'resume'>({
    kind: 'resume',
    node: 'Resume',
    parts: { reader: name('ReaderName'), count: optional('Count', 'count') },
    check(statement, checker) {
      checker.expression(statement.count);
      checker.knownReader(statement.reader);
    },
    run: resume,
  }),
];

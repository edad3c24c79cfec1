// SPDX-License-Identifier: GPL-2.0-or-later

import { makeMm } from '../effects/spaces';
import { name } from './parts';
import { define, type About } from './statement';
import { SPACE } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    mm: { readonly name: Word };
  }
}

export const about: Record<'mm', About> = {
  mm: {
    form: 'mm NAME',
    doc: 'Makes an empty address space: a tree of VMAs, page tables, counters; makes it current.',
    traits: [SPACE, { makes: true }],
  },
};

export const statements = [
  define<'mm'>({
    kind: 'mm',
    node: 'Mm',
    parts: { name: name('NewName') },
    check(statement, checker) {
      const { mayFail } = checker.names;
      checker.make(statement.name, 'mm', mayFail ? 'maybe' : 'sure', true);
      checker.names.current = { name: statement.name.text, certain: !mayFail };
    },
    run: makeMm,
    why:
      'An empty address space: a tree of VMAs that tracks gaps, ' +
      'in RCU mode, and a top page table. It needs no node.',
    asks: [{ after: /^$/, message: 'what should it be called?', hint: 'a name, such as `t`' }],
  }),
];

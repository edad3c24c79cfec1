// SPDX-License-Identifier: GPL-2.0-or-later

import { fork } from '../effects/forks';
import { forkParts } from '../effects/gutter-words';
import { child, word } from '../syntax/build-nodes';
import type { Word } from '../syntax/syntax';
import { ASK_COPY } from './asks';
import { name, part, type Part } from './parts';
import { define, type About } from './statement';
import { SPACE } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    fork: {
      readonly source: Word;
      readonly name: Word;
      readonly by: 'dup' | 'bulk' | 'stores';
      /** `undo …` and `ceiling …` as written; null when left out. */
      readonly undo: Word | null;
      readonly ceiling: Word | null;
    };
  }
}

export const about: Record<'fork', About> = {
  fork: {
    form: 'fork A as B [by dup|bulk|stores] [undo range|marker] [ceiling wrong]',
    doc:
      'Forks an address space: VMAs, page tables, pages. ' +
      'After a failure B does not exist and everything is freed.',
    call: 'fork()',
    words: {
      by: 'how to fork: dup, bulk or stores',
      dup: 'by duplicating the tree, then replacing each VMA in place',
      bulk: 'by a bulk load',
      stores: 'by one store per VMA',
      undo: 'how a failed fork is undone: range or marker',
      range: 'the VMAs below the first one not duplicated, as in the third version of the series',
      marker: 'a zero entry where the duplicated VMAs end, as in Linux 6.16',
      ceiling: 'the address up to which an undo by range frees page tables',
      wrong: 'only up to the first VMA not duplicated: a reported bug',
    },
    traits: [SPACE, { letter: 'F', takes: 'space', stores: 'many', isStructural: true }],
  },
};

// `undo …` and `ceiling …` are kept as they are written.
function option(node: string): Part<Word | null> {
  return part(
    ({ builder, node: at }) => {
      const found = child(at, node);
      return found === null ? null : word(builder, found);
    },
    (one) => (one === null ? '' : ` ${one.text}`),
  );
}

export const statements = [
  define<'fork'>({
    kind: 'fork',
    node: 'Fork',
    parts: {
      source: name('TreeName'),
      name: name('NewName', 'as'),
      by: part(
        ({ node }) => (child(node, 'By')?.children.at(-1)?.name ?? 'dup') as 'dup' | 'bulk' | 'stores',
        (by) => ` by ${by}`,
      ),
      undo: option('Undo'),
      ceiling: option('Ceiling'),
    },
    check(statement, checker) {
      const { source, by, undo } = statement;
      if (undo !== null && by !== 'dup') checker.tell(undo, (w) => w.undoBy(by));
      if (checker.known(source) && checker.names.kind(source.text) === 'tree')
        checker.tell(source, (w) => w.forkOfTree(source.text, statement.name.text));
      checker.make(statement.name, 'mm', checker.names.mayFail ? 'maybe' : 'sure', true);
    },
    run(statement, context) {
      context.mustFitCopy(statement.source);
      return fork(statement, context);
    },
    gutter: (_, outcome) => forkParts(outcome),
    asks: [ASK_COPY],
  }),
];

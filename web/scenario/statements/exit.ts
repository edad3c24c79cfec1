// SPDX-License-Identifier: GPL-2.0-or-later

import { counted } from '../../base/text';
import { exit } from '../effects/forks';
import { name } from './parts';
import { define, type About } from './statement';
import { SPACE } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    exit: { readonly tree: Word };
  }
}

export const about: Record<'exit', About> = {
  exit: {
    form: 'exit NAME',
    doc: 'Tears an address space down: every VMA, node and page-table page must be freed.',
    call: 'exit() of the last thread',
    traits: [SPACE, { letter: 'X', takes: 'space', isStructural: true }],
  },
};

export const statements = [
  define<'exit'>({
    kind: 'exit',
    node: 'Exit',
    parts: { tree: name('TreeName') },
    check({ tree }, checker) {
      if (!checker.known(tree)) return;
      if (checker.names.kind(tree.text) === 'tree') checker.tell(tree, (w) => w.exitsTree(tree.text));
      else checker.names.free(tree.text);
    },
    run: exit,
    gutter: (_, outcome) => `${counted(outcome.freed, 'node')} freed`,
  }),
];

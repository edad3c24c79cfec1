// SPDX-License-Identifier: GPL-2.0-or-later

import { destroy } from '../effects/operations';
import { name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    destroy: { readonly tree: Word };
  }
}

export const about: Record<'destroy', About> = {
  destroy: {
    form: 'destroy NAME',
    doc: 'Frees a tree with all its nodes. Its name can be used again.',
    call: 'mtree_destroy()',
    traits: [{ letter: 'X', takes: 'tree', isStructural: true, isForDamaged: true }],
  },
};

export const statements = [
  define<'destroy'>({
    kind: 'destroy',
    node: 'Destroy',
    parts: { tree: name('TreeName') },
    check({ tree }, checker) {
      if (!checker.known(tree)) return;
      if (checker.names.kind(tree.text) === 'mm') checker.tell(tree, (w) => w.destroysSpace(tree.text));
      else checker.names.free(tree.text);
    },
    run: destroy,
    gutter: (_, outcome) => `${outcome.freed} freed`,
  }),
];

// SPDX-License-Identifier: GPL-2.0-or-later

import { name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    use: { readonly tree: Word };
  }
}

export const about: Record<'use', About> = {
  use: { form: 'use NAME', doc: 'Makes a tree or address space current.' },
};

export const statements = [
  define<'use'>({
    kind: 'use',
    node: 'Use',
    parts: { tree: name('TreeName') },
    check({ tree }, checker) {
      if (checker.known(tree)) checker.names.current = { name: tree.text, certain: true };
    },
    act(statement, { world }) {
      world.current = world.find(statement.tree);
    },
  }),
];

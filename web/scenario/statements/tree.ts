// SPDX-License-Identifier: GPL-2.0-or-later

import { makeTree } from '../effects/operations';
import { children, isWord, word } from '../syntax/build-nodes';
import { name, part } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    tree: { readonly name: Word; readonly options: readonly Word[] };
  }
}

export const about: Record<'tree', About> = {
  tree: {
    form: 'tree NAME [alloc] [rcu] [whole_height]',
    doc:
      'Makes an empty tree and makes it current. alloc: gaps are tracked. rcu: RCU mode. ' +
      'whole_height: nodes are asked for by the formula from before 6.16.',
    call: 'mt_init_flags()',
    words: {
      alloc: 'gaps are tracked',
      rcu: 'RCU mode',
      whole_height: 'nodes are asked for by the formula from before 6.16',
    },
    traits: [{ letter: 't', makes: true }],
  },
};

export const statements = [
  define<'tree'>({
    kind: 'tree',
    node: 'Tree',
    parts: {
      name: name('NewName'),
      options: part(
        ({ builder, node }) =>
          children(node)
            .slice(2)
            .filter(isWord)
            .map((one) => word(builder, one)),
        (options) => options.map(({ text }) => ` ${text}`).join(''),
      ),
    },
    check(statement, checker) {
      const seen = new Set<string>();
      for (const option of statement.options) {
        if (seen.has(option.text)) checker.tell(option, (w) => w.twice(option.text));
        seen.add(option.text);
      }
      checker.make(statement.name, 'tree', 'sure', seen.has('rcu'));
      checker.names.current = { name: statement.name.text, certain: true };
    },
    run: makeTree,
    why: 'An empty tree is a NULL root pointer: it needs no node.',
    asks: [{ after: /^$/, message: 'what is it to be called?', hint: 'a name, such as `t`' }],
  }),
];

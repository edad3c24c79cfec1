// SPDX-License-Identifier: GPL-2.0-or-later

import { makeTree } from '../effects/operations';
import { children, isWord, word } from '../syntax/build-nodes';
import { name, part } from './parts';
import { define, type About } from './statement';
import { RELEASES_BY_WORD, releaseRow } from '../../model/releases';

declare module '../syntax/syntax' {
  interface Bodies {
    tree: { readonly name: Word; readonly options: readonly Word[] };
  }
}

export const about: Record<'tree', About> = {
  tree: {
    form: 'tree NAME [alloc] [rcu] [RELEASE]',
    doc: [
      'Makes an empty tree and makes it current. alloc: gaps are tracked. rcu: RCU mode.',
      ...[...RELEASES_BY_WORD].map(([word, release]) => `${word}: ${releaseRow(release).about}.`),
    ].join(' '),
    call: 'mt_init_flags()',
    words: {
      alloc: 'gaps are tracked',
      rcu: 'RCU mode',
      ...Object.fromEntries([...RELEASES_BY_WORD].map(([word, release]) => [word, releaseRow(release).about])),
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
        const other = [...seen].find((word) => RELEASES_BY_WORD.has(word));
        if (seen.has(option.text)) checker.tell(option, (w) => w.twice(option.text));
        else if (other !== undefined && RELEASES_BY_WORD.has(option.text))
          checker.tell(option, (w) => w.twoReleases(other, option.text));
        seen.add(option.text);
      }
      checker.make(statement.name, 'tree', 'sure', seen.has('rcu'));
      checker.names.current = { name: statement.name.text, certain: true };
    },
    run: makeTree,
    why: 'An empty tree is a NULL root pointer: it needs no node.',
    asks: [{ after: /^$/, message: 'what should it be called?', hint: 'a name, such as `t`' }],
  }),
];

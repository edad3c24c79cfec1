// SPDX-License-Identifier: GPL-2.0-or-later

import { release } from '../effects/readers';
import { releaseState } from '../effects/states';
import { name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    release: { readonly reader: Word };
  }
}

export const about: Record<'release', About> = {
  release: {
    form: 'release R',
    doc:
      'A parked reader leaves, and nodes that waited only for it are freed. ' +
      'A state is freed with the nodes that it holds.',
    traits: [{ letter: ')', takes: 'reader', reads: true, needsNoNode: true, isForDamaged: true, hasNoResult: true }],
  },
};

export const statements = [
  define<'release'>({
    kind: 'release',
    node: 'Release',
    parts: { reader: name('ReaderName') },
    check({ reader }, checker) {
      if (checker.names.kind(reader.text) === 'state' || checker.knownReader(reader)) checker.names.free(reader.text);
    },
    run(statement, context) {
      const { world } = context;
      return world.states.has(statement.reader.text)
        ? releaseState(world.state(statement.reader), context)
        : release(statement, context);
    },
    gutter: (_, { visits, freed }) => (visits === null ? undefined : `${freed} freed`),
  }),
];

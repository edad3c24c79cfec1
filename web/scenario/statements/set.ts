// SPDX-License-Identifier: GPL-2.0-or-later

// The range of a state: set, which forgets its place, and aim, which does not.

import { change } from '../effects/states';
import { name, range } from './parts';
import { define, type About } from './statement';
import { PLACES } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    set: { readonly state: Word; readonly range: Range };
    aim: { readonly state: Word; readonly range: Range };
  }
}

export const about: Record<'set' | 'aim', About> = {
  set: {
    form: 'set S R',
    doc: 'Sets the range of a state and resets its place.',
    call: 'mas_set_range()',
    traits: [PLACES, { takes: 'state' }],
  },
  aim: {
    form: 'aim S R',
    doc: 'Sets the range of a state and keeps its place.',
    call: '__mas_set_range()',
    traits: [PLACES, { takes: 'state' }],
  },
};

export const statements = (['set', 'aim'] as const).map((kind) =>
  define<'set' | 'aim'>({
    kind,
    node: 'Place',
    when: (node) => node.children[0]?.name === kind,
    parts: { state: name('StateName'), range: range() },
    run: change,
  }),
);

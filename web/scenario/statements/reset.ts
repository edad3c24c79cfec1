// SPDX-License-Identifier: GPL-2.0-or-later

import { change } from '../effects/states';
import { name } from './parts';
import { define, type About } from './statement';
import { PLACES } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    reset: { readonly state: Word };
  }
}

export const about: Record<'reset', About> = {
  reset: {
    form: 'reset S',
    doc: 'Resets the place of a state; it keeps its range and its nodes.',
    call: 'mas_reset()',
    traits: [PLACES, { takes: 'state' }],
  },
};

export const statements = [
  define<'reset'>({ kind: 'reset', node: 'Reset', parts: { state: name('StateName') }, run: change }),
];

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
    doc: 'Forgets the place of a state; its range and what it holds stay.',
    call: 'mas_reset()',
    traits: [PLACES, { takes: 'state' }],
  },
};

export const statements = [
  define<'reset'>({ kind: 'reset', node: 'Reset', parts: { state: name('StateName') }, run: change }),
];

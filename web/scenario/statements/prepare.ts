// SPDX-License-Identifier: GPL-2.0-or-later

import { typeText } from '../effects/gutter-words';
import { prepare } from '../effects/states';
import { name, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    prepare: { readonly state: Word; readonly value: Value };
  }
}

export const about: Record<'prepare', About> = {
  prepare: {
    form: 'prepare S = V',
    doc: 'Preallocates nodes for storing V over the range of a state, which holds them. store S stores V.',
    call: 'mas_preallocate()',
    traits: [{ takes: 'state', reads: true }],
  },
};

export const statements = [
  define<'prepare'>({
    kind: 'prepare',
    node: 'Prepare',
    parts: { state: name('StateName'), value: value() },
    run: prepare,
    gutter: (report, outcome) => [typeText(report), `${outcome.reserved} held`],
  }),
];

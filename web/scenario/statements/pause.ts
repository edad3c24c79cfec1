// SPDX-License-Identifier: GPL-2.0-or-later

// `pause` stops play; with a name it pauses a state.

import { change } from '../effects/states';
import { child } from '../syntax/build-nodes';
import { name } from './parts';
import { define, type About } from './statement';
import { PLACES } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    pause: unknown;
    'pause-state': { readonly state: Word };
  }
}

export const about: Record<'pause', About> = {
  pause: {
    form: 'pause',
    doc: 'Playback stops here. pause S: mas_pause() of the state S.',
    place: 'note and pause',
    traits: [PLACES],
  },
};

export const statements = [
  define<'pause-state'>({
    kind: 'pause-state',
    node: 'Pause',
    when: (node) => child(node, 'StateName') !== null,
    parts: { state: name('StateName') },
    check: ({ state }, checker) => checker.knownState(state),
    run: change,
  }),
  define<'pause'>({ kind: 'pause', node: 'Pause', parts: {} }),
];

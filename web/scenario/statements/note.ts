// SPDX-License-Identifier: GPL-2.0-or-later

import { child, stringOf } from '../syntax/build-nodes';
import { printString } from '../syntax/literals';
import { part } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    note: { readonly text: string };
  }
}

export const about: Record<'note', About> = {
  note: { form: 'note "…"', doc: 'Shows a text with the step after it.', place: 'note and pause' },
};

export const statements = [
  define<'note'>({
    kind: 'note',
    node: 'Note',
    parts: {
      text: part(
        ({ builder, node }) => stringOf(builder, child(node, 'String') ?? node),
        (text) => ` ${printString(text)}`,
      ),
    },
    asks: [{ after: /^$/, message: 'what should the note say?', hint: 'in quotes, such as `"the leaf is full"`' }],
  }),
];

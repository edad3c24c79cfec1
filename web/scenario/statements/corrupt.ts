// SPDX-License-Identifier: GPL-2.0-or-later

import type { CorruptField } from '../../model/machine';
import { corrupt } from '../effects/damage';
import { child, expressionAt } from '../syntax/build-nodes';
import { printPart } from '../syntax/print-parts';
import type { Expression } from '../syntax/syntax';
import { expression, name, part, type Part } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    corrupt: {
      readonly tree: Word;
      /** Line of the canonical dump, from 0. */
      readonly node: Expression;
      readonly field: CorruptField;
      /** K of `pivot K`, `slot K`, `gap K`; null for fields that a node has once. */
      readonly place: Expression | null;
      readonly value: Expression;
    };
  }
}

export const about: Record<'corrupt', About> = {
  corrupt: {
    form: 'corrupt NAME node N FIELD = X',
    doc:
      'Damages the node on line N of the dump on purpose, so that the checks find it. ' +
      'FIELD: pivot K, slot K, gap K, end, gapmeta, parent.',
    words: {
      pivot: 'pivot K of the node: the last index of slot K',
      slot: 'slot K of the node, as a raw word',
      gap: 'gap K of the node: the largest run of empty indexes below slot K',
      end: 'the offset of the last slot in use',
      gapmeta: 'the slot that the node names as its largest gap',
      parent: 'the parent word',
    },
    traits: [{ letter: '%', takes: 'tree', needsNoNode: true, isForDamaged: true, hasNoResult: true }],
  },
};

const place: Part<Expression | null> = {
  build({ builder, node }) {
    const field = child(node, 'Field') ?? node;
    return field.children.length > 1 ? expressionAt(builder, field, 0) : null;
  },
  print: (value) => printPart('', value),
  check: (value, checker) => checker.expression(value),
};

export const statements = [
  define<'corrupt'>({
    kind: 'corrupt',
    node: 'Corrupt',
    parts: {
      tree: name('TreeName'),
      node: expression(0, 'node'),
      field: part(
        ({ node }) => (child(node, 'Field')?.children[0]?.name ?? 'end') as CorruptField,
        (field) => ` ${field}`,
      ),
      place,
      value: expression(1, '='),
    },
    // A copy of a damaged tree cannot be made, nor can a reader enter it.
    check(statement, checker) {
      for (const one of [statement.node, statement.place, statement.value]) checker.expression(one);
      if (checker.known(statement.tree)) checker.mustBePlain(statement.tree, statement.tree.text, 'corrupt');
      checker.names.mayFail = true;
      checker.names.damaged = true;
    },
    run: corrupt,
  }),
];

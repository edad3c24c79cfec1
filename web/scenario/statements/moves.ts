// SPDX-License-Identifier: GPL-2.0-or-later

// The common part of the statements that move a state: an index, or the name of a kept state, in their first place.

import { iterate } from '../effects/iteration';
import type { Context, Done } from '../effects/operations';
import { moveState } from '../effects/states';
import type { Checking } from '../names/checking';
import type { IterationWord, Statement } from '../syntax/syntax';

type Moving = Extract<Statement, { kind: 'walk' | IterationWord }>;

export function checkMove(statement: Moving, checker: Checking): void {
  if (checker.throughState(statement.at, statement.tree)) return;
  checker.expression(statement.at);
  checker.target(statement, statement.tree);
}

export function runMove(statement: Moving, context: Context): Done {
  const kept = context.keptState(statement.at);
  return kept === null ? iterate(statement, context) : moveState(kept, statement, context);
}

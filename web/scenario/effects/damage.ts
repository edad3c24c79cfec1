// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statement `corrupt`: one field of one node is written over, to see the checks find it; and what all other
// statements say of a tree that was damaged so.

import { fieldText } from '../../words/finding';
import { reason, reasons } from '../../model/reason';
import { foundKey, troubleOf } from '../../model/trouble';
import { counted } from '../../base/text';
import type { Index } from '../../base/index64';
import type { Outcome } from '../../model/machine';
import { damageText } from '../../words/reasons';
import { contentsDifference, lostNodes } from './audit';
import { evaluate } from '../world/evaluate';
import { doneWith, type Context, type Done } from './operations';
import { RunError } from '../world/run-error';
import type { Expression, Statement } from '../syntax/syntax';
import type { Damage, Named, World } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export function corrupt(statement: Of<'corrupt'>, context: Context): Done {
  const { world } = context;
  const named = world.plainTarget(statement.tree, statement);
  const line = counter(statement.node, context);
  const place = statement.place === null ? 0 : counter(statement.place, context);
  const value = evaluate(statement.value, context);
  const { nodes } = world.machine.facts(named.handle);
  const outcome = world.machine.corrupt(named.handle, line, statement.field, place, value);
  world.book(named, outcome);
  if (outcome.error !== null)
    return doneWith(named, outcome, { hint: reasons(refusal(statement, named, nodes, line, outcome)) });
  named.corrupt = damaged(named.corrupt, statement.line, foundIn(named, context));
  // It may differ now, or no longer: it is compared again.
  named.differs = false;
  const what = `${statement.field}${statement.place === null ? '' : ` ${place}`} of node ${line}`;
  const hint =
    `${what} is now ${fieldText(statement.field, value)}; until ` +
    `\`destroy ${named.name}\` no call can be made on the tree`;
  const gutter = `was ${fieldText(statement.field, outcome.value)}`;
  return doneWith(named, outcome, { whole: true, hint: reasons(hint), gutter });
}

/** The lines that can have made each thing that is found. */
type Causes = ReadonlyMap<string, readonly number[]>;

interface Known extends Damage {
  readonly causes: Causes;
}

// A breach found for the first time is the work of the line just done, unless another breach has disappeared: then the
// new one may have been hidden behind that, and its cause cannot be known.
function damaged(former: Damage | null, line: number, found: ReadonlySet<string>): Known {
  const lines = [...new Set([...(former?.lines ?? []), line])];
  const before: Causes = former === null ? new Map() : (former as Known).causes;
  const fresh = [...before.keys()].every((one) => found.has(one)) ? [line] : lines;
  const causes = new Map([...found].map((one) => [one, before.get(one) ?? fresh]));
  return { lines, causes, linesOf: (one) => causes.get(one) ?? lines };
}

// The keys of all that the audit can find wrong with a tree.
function foundIn(named: Named, { world: { machine } }: Context): ReadonlySet<string> {
  const broken = machine.validate(named.handle).filter(({ excused }) => !excused);
  const found = [
    ...broken.map((finding) => ({ code: 'finding', finding }) as const),
    lostNodes(machine, named),
    contentsDifference(machine, named),
  ];
  return new Set(found.flatMap((one) => (one === null ? [] : [foundKey(one)])));
}

function refusal({ field }: Of<'corrupt'>, named: Named, nodes: number, line: number, outcome: Outcome): string {
  if (outcome.error === 'ENOMEM') return 'a tree takes at most 64 corruptions';
  if (outcome.error !== 'EINVAL') return '';
  if (nodes === 0) return `\`${named.name}\` has no node`;
  if (line >= nodes) return `the dump of \`${named.name}\` has ${counted(nodes, 'line')}, from 0 to ${nodes - 1}`;
  if (field === 'gap' || field === 'gapmeta')
    return `only nodes above the leaves of a tree that tracks gaps have \`${field}\``;
  if (field === 'end')
    return `the node on line ${line} has all its slots in use: the last slot stands where other nodes keep their end`;
  return `the node on line ${line} has no such ${field}`;
}

const COUNTER_MAX = 0xffff_ffffn;

function counter(expression: Expression, context: Context): number {
  const value: Index = evaluate(expression, context);
  if (value > COUNTER_MAX) throw new RunError(expression, `lines and slots are counted up to 2^32−1`);
  return Number(value);
}

/** The outcome of a statement on a damaged tree: the core refuses it, and nothing else is reported. */
export function onDamaged(named: Named, done: Done, { machine }: World): Done {
  const held = done.outcome?.error ?? null;
  return {
    ...done,
    outcome: done.outcome === null ? null : { ...done.outcome, height: machine.facts(named.handle).height },
    result: null,
    troubles:
      held === 'EBUSY' ? [] : [troubleOf('answer', named.name, { code: 'error', op: 'call', held, wanted: 'EBUSY' })],
    hint: reason('damaged', damageOf(named)),
  };
}

/** Why nothing can be done with the tree. */
export const damageOf = (named: Named): string => damageText(named.name, named.corrupt?.lines ?? []);

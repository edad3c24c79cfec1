// SPDX-License-Identifier: GPL-2.0-or-later
//
// `fail`: what is to be refused from here on. Floor 2. Each site keeps its own arming in the machine; `every` and `chance`
// are about requests to the node allocator, and take the place of their arming.

import { evaluate, type Environment } from './evaluate';
import { RunError } from './run-error';
import type { Expression, Statement } from './syntax';
import type { World } from './world';

export type FailStatement = Extract<Statement, { kind: 'fail-site' | 'fail-every' | 'fail-chance' | 'fail-off' }>;

const COUNTER_MAX = 0xffff_ffff;

/** Arms or disarms; adds no step. */
export function arm(statement: FailStatement, world: World, environment: Environment): void {
  const { machine } = world;
  const count = (expression: Expression | null, what: string, unless: number): number =>
    expression === null ? unless : counter(expression, what, environment);
  if (statement.kind === 'fail-off') {
    machine.failOff();
    return;
  }
  if (statement.kind === 'fail-site') {
    const { site } = statement;
    const first = count(statement.first, site === 'node' ? 'nodes' : site === 'request' ? 'requests' : 'passes', 1);
    const times = Math.min(count(statement.times, 'failures', 1), COUNTER_MAX - first + 1);
    machine.failSite(site, count(statement.vma, 'VMAs', 0), first, times);
  } else if (statement.kind === 'fail-every') {
    machine.failEvery(count(statement.every, 'requests', 1), count(statement.times, 'failures', 0));
  } else {
    const percent = evaluate(statement.percent, environment);
    if (percent > 100n) throw new RunError(statement.percent, `a chance is 0% to 100%, and this is ${percent}%`);
    machine.failChance(Number(percent), evaluate(statement.seed, environment), count(statement.times, 'failures', 0));
  }
  world.mayFail = true;
}

/** A count from 1, as `fail` and `sweep` take them. */
export function counter(expression: Expression, what: string, environment: Environment): number {
  const value = evaluate(expression, environment);
  if (value === 0n) throw new RunError(expression, `${what} are counted from 1; \`fail off\` disarms`);
  if (value > COUNTER_MAX) throw new RunError(expression, `${what} are counted up to 2^32−1`);
  return Number(value);
}

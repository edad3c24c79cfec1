// SPDX-License-Identifier: GPL-2.0-or-later
//
// `fail`: what is to be refused from here on. Each site keeps its own arming in the machine; `every` and `chance` are
// about requests to the node allocator, and take the place of their arming.

import { evaluate, type Environment } from '../world/evaluate';
import { RunError } from '../world/run-error';
import type { Expression, Statement } from '../syntax/syntax';
import type { World } from '../world/world';

export type FailStatement = Extract<Statement, { kind: 'fail-site' | 'fail-every' | 'fail-chance' | 'fail-off' }>;

const COUNTER_MAX = 0xffff_ffff;

/** Arms or disarms; adds no step. */
export function arm(statement: FailStatement, world: World, environment: Environment): void {
  const { machine, armings } = world;
  const count = (expression: Expression | null, what: string, unless: number): number =>
    expression === null ? unless : counter(expression, what, environment);
  const { line } = statement;
  if (statement.kind === 'fail-off') {
    armings.replace(null, `\`fail off\` at line ${line}`);
    machine.failOff();
    return;
  }
  if (statement.kind === 'fail-site') {
    const { site } = statement;
    const first = count(statement.first, site === 'node' ? 'nodes' : site === 'request' ? 'requests' : 'passes', 1);
    const times = Math.min(count(statement.times, 'failures', 1), COUNTER_MAX - first + 1);
    const vma = count(statement.vma, 'VMAs', 0);
    armings.replace(site, `line ${line} took its place`);
    machine.failSite(site, vma, first, times);
    armings.arm({
      line,
      site,
      vma,
      times,
      first,
      more: site === 'request' ? `fail request ${first} times ${times + 1}` : null,
    });
  } else if (statement.kind === 'fail-every') {
    const first = count(statement.every, 'requests', 1);
    const times = count(statement.times, 'failures', 0);
    armings.replace('request', `line ${line} took its place`);
    machine.failEvery(first, times);
    armings.arm({ line, site: 'request', vma: 0, times: times || COUNTER_MAX, first, more: null });
  } else {
    const percent = evaluate(statement.percent, environment);
    if (percent > 100n) throw new RunError(statement.percent, `a chance is 0% to 100%, not ${percent}%`);
    const times = count(statement.times, 'failures', 0);
    const seed = evaluate(statement.seed, environment);
    armings.replace('request', `line ${line} took its place`);
    machine.failChance(Number(percent), seed, times);
    // A chance of nothing is a way to say that nothing fails.
    armings.arm({
      line,
      site: 'request',
      vma: 0,
      times: percent === 0n ? 0 : times || COUNTER_MAX,
      first: null,
      more: null,
    });
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

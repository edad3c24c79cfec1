// SPDX-License-Identifier: GPL-2.0-or-later
//
// The balance of the step in one sentence: which nodes are out of the allocator, where they are, and whether anything
// was left behind, nodes or what a fork's account holds besides. Pure.

import type { SceneFork } from '../model/memory';
import type { HalfNode, Scene, SceneHalf } from '../model/run';
import { counted } from '../base/text';
import { countedObjects } from './objects';

const PAGE_BYTES = 4096;

type Balanced = Pick<Scene, 'live' | 'waiting' | 'held' | 'balance' | 'trees' | 'fork'>;

/** "balance: 10 nodes = 5 in bash + 5 in child; no node leaked" */
export function balanceWords(now: Balanced, of: 'balance' | 'after the step' = 'balance'): string {
  const parts = now.trees.map(
    (tree) => `${(tree.partial?.nodes ?? tree.picture.nodes.length).toLocaleString('en')} in ${tree.picture.name}`,
  );
  if (now.waiting > 0) parts.push(`${now.waiting.toLocaleString('en')} kept for readers`);
  if (now.held > 0) parts.push(`${now.held.toLocaleString('en')} held by kept states`);
  const where = parts.length === 0 ? 'no tree' : parts.join(' + ');
  // Lost nodes are in none of the parts.
  const sign = now.balance === 0 && parts.length > 0 ? '=' : 'live,';
  return `${of}: ${counted(now.live, 'node')} ${sign} ${where}; ${verdictWords(now)}`;
}

type Halved = Pick<SceneHalf, 'event' | 'trees' | 'reserve' | 'loose' | 'omitted'>;

const BESIDE: readonly (readonly [state: HalfNode['state'], words: string])[] = [
  ['held', 'preallocated'],
  ['made', 'made, not linked yet'],
  ['cut off', 'cut off'],
  ['dead', 'dead'],
];

/** Where nodes are at an event: "nodes at event 4: 1 in demo + 1 preallocated; after the step: no node leaked". */
export function halfBalanceWords(now: Balanced, { event, trees, reserve, loose, omitted }: Halved): string {
  const then = new Map(trees.map((tree) => [tree.picture.name, tree.partial?.nodes ?? tree.picture.nodes.length]));
  const parts = now.trees.flatMap(({ picture: { name, nodes }, partial, changes }) => {
    // A node that the step makes is missing here if the event comes before it.
    const count = then.get(name) ?? (changes.now.size > 0 ? 0 : (partial?.nodes ?? nodes.length));
    return count === 0 ? [] : [`${count.toLocaleString('en')} in ${name}`];
  });
  for (const [name, count] of then) {
    if (count > 0 && !now.trees.some(({ picture }) => picture.name === name))
      parts.push(`${count.toLocaleString('en')} in ${name}`);
  }
  for (const [state, words] of BESIDE) {
    const count = [...reserve, ...loose].filter((node) => node.state === state).length;
    if (count > 0) parts.push(`${count.toLocaleString('en')} ${words}`);
  }
  if (omitted > 0) parts.push(`${omitted.toLocaleString('en')} not listed`);
  const where = parts.length === 0 ? 'none' : parts.join(' + ');
  return `nodes at event ${(event + 1).toLocaleString('en')}: ${where}; after the step: ${verdictWords(now)}`;
}

/** Whether nothing at all is left behind at the step. */
export function isBalanced({ balance, fork }: Pick<Scene, 'balance' | 'fork'>): boolean {
  return balance === 0 && leftWords(fork) === '';
}

function verdictWords({ balance, fork }: Pick<Scene, 'balance' | 'fork'>): string {
  const left = leftWords(fork);
  if (balance !== 0) return [`${counted(balance, 'node')} lost`, left].filter((part) => part !== '').join(', ');
  return left === '' ? 'no node leaked' : left;
}

// The part of a fork's account besides nodes; empty if it balances.
function leftWords(fork: SceneFork | null): string {
  if (fork === null) return '';
  const tables = fork.record?.tablesLeft ?? 0;
  if (tables > 0) return `${countedObjects(tables, 'tables')} leaked: ${counted(tables * PAGE_BYTES, 'byte')}`;
  const broken = fork.balance.rules.filter(({ held }) => held === false).map(({ rule }) => rule);
  if (broken.length === 0) return '';
  return `${broken.length === 1 ? 'rule' : 'rules'} ${broken.join(', ')} of conservation broken`;
}

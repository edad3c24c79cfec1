// SPDX-License-Identifier: GPL-2.0-or-later
//
// The balance of nodes in one sentence: what is out of the allocator, and where it is. Floor 5, pure.

import type { Scene } from '../model/run';
import { counted } from './texts';

/** "balance: 10 nodes = 5 in bash + 5 in child → nothing leaked" */
export function balanceWords(now: Pick<Scene, 'live' | 'waiting' | 'balance' | 'trees'>): string {
  const parts = now.trees.map((tree) => `${(tree.partial?.nodes ?? tree.picture.nodes.length).toLocaleString('en')} in ${tree.picture.name}`);
  if (now.waiting > 0) parts.push(`${now.waiting.toLocaleString('en')} kept for readers`);
  const where = parts.length === 0 ? 'no tree' : parts.join(' + ');
  const end = now.balance === 0 ? 'nothing leaked' : `${counted(now.balance, 'node')} lost`;
  // Lost nodes are in none of the parts.
  return `balance: ${counted(now.live, 'node')} ${now.balance === 0 && parts.length > 0 ? '=' : 'live,'} ${where} → ${end}`;
}

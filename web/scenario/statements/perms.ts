// SPDX-License-Identifier: GPL-2.0-or-later

// Permissions as statements spell them.

import { child } from '../syntax/build-nodes';
import type { Perms } from '../syntax/syntax';
import type { Part, Source } from './parts';

export function permsOf({ node }: Source): Perms {
  return (child(node, 'Perms')?.children[0]?.name ?? 'none') as Perms;
}

export const perms: Part<Perms> = { build: permsOf, print: (one) => ` ${one}` };

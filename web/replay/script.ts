// SPDX-License-Identifier: GPL-2.0-or-later
//
// A recorded file as a scenario: each call that changes the tree becomes a statement. Reads are left out.

import type { Vector, VectorOperation, VectorValue } from './vector';

const VALUE_MAX = 2 ** 32;

/** Operations that leave the tree as it is. */
const READS: ReadonlySet<string> = new Set([
  'load',
  'walk',
  'dup',
  'empty_area',
  'empty_area_rev',
  'next',
  'next_range',
  'find',
  'prev',
  'prev_range',
  'find_rev',
  'cursor',
]);

/** The language cannot say this operation. */
class Unsaid extends Error {}

function valueText(value: VectorValue): string {
  if (value === null) return 'null';
  if (value === 'z') return 'zero';
  if (value > VALUE_MAX) throw new Unsaid('values above 2^32');
  return String(value);
}

function rangeText(first: string, last: string): string {
  return first === last ? first : `${first}..${last}`;
}

/** The scenario of a file, or in a few words why there is none. */
export function scriptOfVector({
  header,
  operations,
}: Vector): { readonly script: string } | { readonly none: string } {
  const attributes = `${header.mode === 'alloc' ? ' alloc' : ''}${header.rcu ? ' rcu' : ''}`;
  let [name, next] = ['t', '0x0'];
  const lines = [`tree ${name}${attributes}`];
  const say = (operation: VectorOperation): readonly string[] => {
    const field = (key: string): string => operation[key] as string;
    const value = (): string => valueText(operation['v'] as VectorValue);
    const { op } = operation;
    switch (op) {
      case 'store':
      case 'insert':
      case 'prealloc_store': {
        const verb = op === 'prealloc_store' ? 'prealloc' : op;
        if (op === 'prealloc_store' && BigInt(field('a')) > BigInt(field('z'))) throw new Unsaid('a reversed range');
        return [`${verb} ${rangeText(field('a'), field('z'))} = ${value()}`];
      }
      case 'erase':
        return [`erase ${field('a')}`];
      case 'alloc':
      case 'ralloc': {
        const top = op === 'ralloc' ? ' from top' : '';
        return [`alloc ${field('size')} within ${field('min')}..${field('max')} = ${value()}${top}`];
      }
      case 'cyclic':
        if (BigInt(field('next')) !== BigInt(next)) throw new Unsaid('a counter that is set');
        next = 'next_after' in operation ? field('next_after') : next;
        return [`cyclic within ${field('min')}..${field('max')} = ${value()}`];
      case 'bulk': {
        const entries = operation['entries'] as readonly (readonly [string, string, VectorValue])[];
        const stores = entries.map(([a, z, v]) => `  store ${rangeText(a, z)} = ${valueText(v)}`);
        return [`bulk ${String(operation['expected'])} {`, ...stores, '}'];
      }
      case 'dup_keep': {
        if (operation['ret'] !== 0) return [];
        const [from, to] = [name, name === 't' ? 'u' : 't'];
        name = to;
        return [`dup ${from} as ${to}`, `destroy ${from}`, `use ${to}`];
      }
      case 'destroy':
        next = '0x0';
        return [`destroy ${name}`, `tree ${name}${attributes}`];
      default:
        if (READS.has(op)) return [];
        throw new Unsaid(op === 'fail' ? 'refused requests' : op.startsWith('s_') ? 'kept states' : `“${op}”`);
    }
  };
  try {
    for (const operation of operations) lines.push(...say(operation));
  } catch (error) {
    if (error instanceof Unsaid) return { none: `none: ${error.message}` };
    throw error;
  }
  return { script: `${lines.join('\n')}\n` };
}

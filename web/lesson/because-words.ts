// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of a wrong answer. Made last, from data; no code reads it.

import { assertNever } from '../base/assert';
import { counted } from '../base/text';
import type { Because, TypeBecause } from './because';
import { numberText, type Base } from './words';

/** Why an answer is wrong, as one or two sentences; they do not name the right one. */
export function becauseText(because: Because, base: Base): string {
  const index = (value: bigint): string => numberText(value, base);
  switch (because.kind) {
    case 'which leaf':
      return 'The tree has several leaves: give the leaf too, such as 2.3.';
    case 'no such leaf':
      return `The tree has only ${counted(because.leaves, 'leaf', 'leaves')}.`;
    case 'no such slot':
      return `${leafName(because)} uses ${counted(because.used, 'slot')}: 0 to ${because.used - 1}.`;
    case 'covers': {
      const name = because.slot === null ? leafName(because) : slotName(because.slot, because);
      const side = because.sought < because.min ? 'left' : 'right';
      const range = `${index(because.min)}..${index(because.max)}`;
      return `${name} covers ${range}, and ${index(because.sought)} lies to the ${side} of that.`;
    }
    case 'inside a slot': {
      const range = `${index(because.min)}..${index(because.max)}`;
      return `After the step a slot covers ${range}. A border at ${index(because.index)} would cut it in two.`;
    }
    case 'ends free':
      return `The slot that ends at ${index(because.index)} is free, and no leaf but the last ends with a free slot.`;
    case 'uneven':
      return `Then the left leaf would use ${counted(because.left, 'slot')} and the right one ${because.right}.`;
    case 'other leaf':
      return 'That index is not in the leaf that is cut.';
    case 'as before':
      return 'That is the value before the step; the step changes it.';
    case 'too low':
      return 'It is more than that.';
    case 'too high':
      return 'It is less than that.';
    case 'requests':
      return `The allocator gets ${because.than} requests than that.`;
    case 'sizes':
      return 'The number of requests is right, but not how many nodes each of them is for.';
    default:
      return typeText(because, index);
  }
}

const RULES_ORDER = 'another type comes before it in the order of the rules.';

function typeText(because: TypeBecause, index: (value: bigint) => string): string {
  switch (because.kind) {
    case 'has nodes':
      return '`store_root` is for a tree without a node, and this tree has one.';
    case 'no node':
      return `The tree has no node yet, and \`${because.type}\` needs a leaf.`;
    case 'ends in its leaf':
      return 'A spanning store ends in another leaf. This range ends in the leaf where it begins.';
    case 'ends elsewhere':
      return [
        `\`${because.type}\` stays in one leaf.`,
        `The part that holds the first index ends at ${index(because.leafEnds)}, and the range goes on.`,
      ].join(' ');
    case 'slot is not the range':
      return [
        '`exact_fit` needs a slot with exactly this range,',
        `but slot ${because.slot} covers ${index(because.min)}..${index(because.max)}.`,
      ].join(' ');
    case 'not all indexes':
      return '`new_root` overwrites all indexes. This range leaves some out.';
    case 'root may be thin':
      return 'Only a leaf below a root is rebalanced. This leaf is the root.';
    case 'not thin':
      return [
        `A leaf is rebalanced if it would use fewer than ${because.least} slots.`,
        `This one would use ${because.used}.`,
      ].join(' ');
    case 'fits':
      return [
        `The leaf would use ${counted(because.used, 'slot')}, and it has ${because.slots}:`,
        'nothing has to be split.',
      ].join(' ');
    case 'not the last slot':
      return [
        `An append begins in the last used slot, which is ${because.last}.`,
        `This range begins in slot ${because.slot}.`,
      ].join(' ');
    case 'not in place with readers':
      return 'This tree has readers without a lock, so the leaf is not changed in place.';
    case 'other slot count':
      return `\`slot_store\` keeps the number of slots. Here it goes from ${because.was} to ${because.is}.`;
    case 'asked before':
      return because.used === null
        ? `Its own condition holds, but ${RULES_ORDER}`
        : `The leaf would use ${counted(because.used, 'slot')}, and ${RULES_ORDER}`;
    default:
      return assertNever(because);
  }
}

function leafName({ leaf, leaves }: { readonly leaf: number; readonly leaves: number }): string {
  return leaves === 1 ? 'The leaf' : `Leaf ${leaf}`;
}

function slotName(slot: number, { leaf, leaves }: { readonly leaf: number; readonly leaves: number }): string {
  return leaves === 1 ? `Slot ${slot}` : `Slot ${slot} of leaf ${leaf}`;
}

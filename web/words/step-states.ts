// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about steps that go through a kept state; rule "prepared store". Pure.

import { traitsOf } from '../model/ops';
import { fromHex } from '../base/index64';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { StateReport } from '../model/report';
import type { StepFacts } from './step-facts';
import { visitsOf, walked } from './step-read';

/** The step's use of its state; null if the sentences of the same statement without a state suffice. */
export function throughState(facts: StepFacts): readonly string[] | null {
  const { state, op } = facts.record;
  if (state === undefined) return null;
  switch (op) {
    case 'state':
      return [
        `\`${state.name}\` is a fresh state: it stands nowhere yet (status start), and its first move walks from the ` +
          'root.',
      ];
    case 'set':
      return [
        `\`${state.name}\` now has the range ${rangeOf(state)} and has forgotten its place (status start): its next ` +
          'move walks from the root.',
      ];
    case 'aim':
      return [
        `Only index and last are assigned: ${standsText(state)} as before, whether or not ${rangeOf(state)} is there.`,
      ];
    case 'reset':
      return [
        `\`${state.name}\` forgets its place and keeps its range, ${rangeOf(state)}${heldText(state)}: its next move ` +
          'walks from the root.',
      ];
    case 'pause':
      return [
        `\`${state.name}\` forgets its place (status pause) and keeps its range: the next find continues after ` +
          `${rangeOf(state)}.`,
      ];
    case 'walk':
      return walked(facts);
    case 'prepare':
      return [
        `A store over ${rangeOf(state)} would be ${typeText(state)}: \`${state.name}\` keeps that type and its ` +
          `place, ${placeText(state)}.`,
      ];
    default: {
      const { reads, goesByState } = traitsOf(op);
      if (reads !== true || goesByState !== true) return null;
      return (facts.outcome?.visits ?? []).length === 0
        ? [`It finds nothing: ${standsText(state)} (status ${state.status}).`]
        : [visitsOf(facts), `Then ${standsText(state)} (status ${state.status}).`];
    }
  }
}

/** Where a store through a state leaves it. */
export function leftAt({ record: { state } }: StepFacts): string {
  if (state === undefined) return '';
  return `Then ${standsText(state)} (status ${state.status}).`;
}

function heldText({ held }: StateReport): string {
  return held === 0 ? '' : `, and the ${counted(held, 'node')} that it holds`;
}

function typeText({ storeType }: StateReport): string {
  return storeType === null ? 'of no type yet' : `one of type ${storeType}`;
}

function standsText(state: StateReport): string {
  return state.node === null
    ? `\`${state.name}\` stands on no node`
    : `\`${state.name}\` stands on ${placeText(state)}`;
}

function placeText({ node, offset }: StateReport): string {
  return node === null ? 'no node' : `slot ${offset} of node ${node}`;
}

function rangeOf({ index, last }: StateReport): string {
  const [from, to] = [indexText(fromHex(index)), indexText(fromHex(last))];
  return index === last ? from : `${from} to ${to}`;
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The place of a link besides the scenario: the step and the view in which it opens. Written as
// `step=19&mark=24&view=compare&present`. A link to a scenario of the gallery has its name before that, `ex=NAME`, and
// no text; one that holds its text and step has the rest behind that, `m1.…&view=compare`. Pure.

import type { NumberBase } from '../base/number-base';

/** A side of a comparison of two trees. */
export interface LinkSide {
  readonly step: 'shown' | 'before' | 'last' | number;
  /** Null: the tree shown. */
  readonly tree: string | null;
  /** All trees of the run under this release; null: the run shown. */
  readonly release: string | null;
}

export interface LinkPair {
  readonly a: LinkSide;
  readonly b: LinkSide;
}

export interface LinkPlace {
  /** Null: where the scenario opens by itself; a link that holds its text has the step in it. */
  readonly step: number | null;
  /** Marks of the fork that are done; null: as the page opens it. */
  readonly mark: number | null;
  /** Place of the event of slow motion, from 0; null: the step as a whole. */
  readonly event: number | null;
  /** Name of a view of the picture; the page passes over one that it does not have. */
  readonly view: string | null;
  /** The tree shown; null: the one that the step is about. */
  readonly tree: string | null;
  /** The base of indexes; null: as the text writes them. */
  readonly base: NumberBase | null;
  /** The two trees that stand side by side; null: those that the page chooses. */
  readonly pair: LinkPair | null;
  /** Opens for a projector. */
  readonly present: boolean;
}

export const NOWHERE: LinkPlace = {
  step: null,
  mark: null,
  event: null,
  view: null,
  tree: null,
  base: null,
  pair: null,
  present: false,
};

const BASES: readonly NumberBase[] = ['decimal', 'hexadecimal'];
/** Letters that an address bears as they are. */
const NAME = /^[a-z0-9][a-z0-9-]*$/;
const NUMBER = /^\d{1,15}$/;
const WORD_LETTERS_MAX = 100;

/**
 * The name of the scenario of the gallery that a fragment leads to, and the place in it; null for a fragment of another
 * kind.
 */
export function readExampleLink(fragment: string): { readonly name: string; readonly place: LinkPlace } | null {
  const [first = '', ...rest] = fragment.split('&');
  if (!first.startsWith('ex=')) return null;
  const name = first.slice('ex='.length).toLowerCase();
  return { name: NAME.test(name) ? name : '', place: placeIn(rest) };
}

/** The place that stands behind the letters of a link that holds its text. */
export function readPlace(fragment: string): LinkPlace {
  return { ...placeIn(fragment.split('&').slice(1)), step: null };
}

function placeIn(parts: readonly string[]): LinkPlace {
  const said = new URLSearchParams(parts.join('&'));
  const number = (key: string): number | null => {
    const value = said.get(key) ?? '';
    return NUMBER.test(value) ? Number(value) : null;
  };
  const word = (key: string): string | null => said.get(key)?.slice(0, WORD_LETTERS_MAX) || null;
  return {
    step: number('step'),
    mark: number('mark'),
    event: number('event'),
    view: word('view'),
    tree: word('tree'),
    base: BASES.find((base) => base === said.get('base')) ?? null,
    pair: pairIn(word('a'), word('b')),
    present: said.has('present'),
  };
}

// A side is `STEP`, `STEP.TREE` or `STEP.TREE.RELEASE`: `before`, `19.cat`, `shown..6_16`. Names have no dot.
function pairIn(a: string | null, b: string | null): LinkPair | null {
  const [one, other] = [sideIn(a), sideIn(b)];
  return one === null || other === null ? null : { a: one, b: other };
}

const STEPS = ['shown', 'before', 'last'] as const;

function sideIn(said: string | null): LinkSide | null {
  const [at = '', tree = '', release = ''] = (said ?? '').split('.');
  const step = STEPS.find((one) => one === at) ?? (NUMBER.test(at) ? Number(at) : null);
  return step === null ? null : { step, tree: tree || null, release: release || null };
}

function sideText({ step, tree, release }: LinkSide): string {
  return [step, tree ?? '', release ?? ''].join('.').replace(/\.+$/, '');
}

/** The fragment of a link to a scenario of the gallery. */
export function exampleLink(name: string, place: LinkPlace): string {
  return `ex=${name}${placeText(place)}`;
}

/** The part of a link for a place: empty, or beginning with `&`. */
export function placeText({ step, mark, event, view, tree, base, pair, present }: LinkPlace): string {
  const said = [
    ['step', step],
    ['mark', mark],
    ['event', event],
    ['view', view],
    ['tree', tree],
    ['base', base],
    ['a', pair === null ? null : sideText(pair.a)],
    ['b', pair === null ? null : sideText(pair.b)],
  ] as const;
  const parts = said.flatMap(([key, value]) => (value === null ? [] : [`&${key}=${encodeURIComponent(value)}`]));
  return parts.join('') + (present ? '&present' : '');
}

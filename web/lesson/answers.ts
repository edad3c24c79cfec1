// SPDX-License-Identifier: GPL-2.0-or-later
//
// Answers as they are typed, and whether they are right. Pure; the true answer comes from truth.ts.

import { assertNever } from '../base/assert';
import { readNumber } from '../scenario/syntax/literals';
import { STORE_TYPES, type StoreType } from '../model/status';
import type { Answer, Ask, AskKind, Truth } from './lesson';

/** The nine store types, in the order of the core. */
export const TYPES: readonly StoreType[] = STORE_TYPES.filter((one): one is StoreType => one !== 'invalid');

/**
 * What a person typed, or chose: a number is decimal or 0x hex, `max` too; a slot `3`, or `2.3` for slot 3 of leaf
 * 2; requests `1 3`, or `none`; a store type with or without `_store`; `yes` or `no`. Null if it is no answer to
 * such a question.
 */
export function readAnswer(kind: AskKind, typed: string): Answer | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return null;
  switch (kind) {
    case 'type':
      return typeIn(text);
    case 'fork fails':
      return yesIn(text);
    case 'nodes':
    case 'left':
    case 'cut':
      return numberIn(text);
    case 'allocator': {
      if (/^(none|nothing|0)$/.test(text)) return { kind: 'list', values: [] };
      const words = text.split(/[ ,;+]+/).filter((one) => one !== '');
      return words.length > 0 && words.every((one) => /^[1-9][0-9]{0,6}$/.test(one))
        ? { kind: 'list', values: words.map(Number) }
        : null;
    }
    case 'leaf': {
      const leaf = /^(?:leaf )?([1-9][0-9]{0,6})$/.exec(text)?.[1];
      return leaf === undefined ? null : { kind: 'leaf', leaf: Number(leaf) };
    }
    case 'slot': {
      const [, slotOf, ofLeaf] = /^slot ([0-9]{1,2}) of leaf ([1-9][0-9]{0,6})$/.exec(text) ?? [];
      if (slotOf !== undefined) return { kind: 'slot', leaf: Number(ofLeaf), slot: Number(slotOf) };
      const [, leaf, slot] =
        /^(?:(?:leaf )?([1-9][0-9]{0,6})(?:\.|,? slot |, ))?(?:slot )?([0-9]{1,2})$/.exec(text) ?? [];
      return slot === undefined
        ? null
        : { kind: 'slot', leaf: leaf === undefined ? null : Number(leaf), slot: Number(slot) };
    }
    case 'value':
      return numberIn(text) ?? { kind: 'word', word: typed.trim().replace(/^"(.*)"$/, '$1') };
    default:
      return assertNever(kind);
  }
}

function typeIn(text: string): Answer | null {
  const plain = text.replace(/[ -]/g, '_');
  const type = TYPES.find(
    (one) => one === plain || one === `${plain}_store` || one === `store_${plain}` || one === `new_${plain}`,
  );
  return type === undefined ? null : { kind: 'type', type };
}

function yesIn(text: string): Answer | null {
  if (/^(yes|y)$/.test(text)) return { kind: 'yes or no', yes: true };
  return /^(no|n)$/.test(text) ? { kind: 'yes or no', yes: false } : null;
}

function numberIn(text: string): Answer | null {
  if (text === 'max') return { kind: 'number', value: (1n << 64n) - 1n };
  const read = readNumber(
    text
      .replace(/(\d),(?=\d{3}\b)/g, '$1')
      .replace(/[kmgtpe]$/, (suffix) => (text.startsWith('0x') ? suffix : suffix.toUpperCase())),
  );
  return 'value' in read ? { kind: 'number', value: read.value } : null;
}

/**
 * What can be chosen, in order: the choices of the ask, the nine types, or yes and no. Null: it is typed or clicked.
 */
export function choicesOf({
  kind,
  choices,
}: Pick<Ask, 'kind' | 'choices'>): readonly { readonly text: string; readonly answer: Answer }[] | null {
  const texts = choices ?? (kind === 'type' ? TYPES : kind === 'fork fails' ? ['yes', 'no'] : null);
  if (texts === null) return null;
  return texts.flatMap((text) => {
    const answer = readAnswer(kind, text);
    return answer === null ? [] : [{ text, answer }];
  });
}

/** The letters of the choices that are right, as a class calls them: A is the first. Empty: there are no choices. */
export function rightLetters(ask: Pick<Ask, 'kind' | 'choices'>, truth: Truth): string {
  const letters = (choicesOf(ask) ?? []).flatMap(({ answer }, k) => (grade(answer, truth) ? [letterOf(k)] : []));
  return letters.join(', ');
}

/** The letter of the choice number `k`, from 0. */
export function letterOf(k: number): string {
  return String.fromCharCode(65 + k);
}

/** Whether an answer is the true one. */
export function grade(answer: Answer, truth: Truth): boolean {
  switch (truth.kind) {
    case 'type':
      return answer.kind === 'type' && answer.type === truth.type;
    case 'number':
      return answer.kind === 'number' && answer.value === truth.value;
    case 'list':
      return (
        answer.kind === 'list' &&
        answer.values.length === truth.values.length &&
        answer.values.every((one, k) => one === truth.values[k])
      );
    case 'slot':
      return (
        answer.kind === 'slot' &&
        answer.slot === truth.slot &&
        (answer.leaf === truth.leaf || (answer.leaf === null && truth.leaves === 1))
      );
    case 'leaf':
      return answer.kind === 'leaf' && answer.leaf === truth.leaf;
    case 'yes or no':
      return answer.kind === 'yes or no' && answer.yes === truth.yes;
    case 'word':
      return answer.kind === 'word' && answer.word === truth.word;
    default:
      return assertNever(truth);
  }
}

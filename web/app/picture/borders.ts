// SPDX-License-Identifier: GPL-2.0-or-later
//
// Moves borders of ranges on the address strip: finds a border's number in the text, and writes another one there.

import { parse } from '../../scenario/language/parser';
import type { Border, BorderHands } from '../../views/strip/types';
import { announce, editAt, say } from '../store/actions/actions';
import { ran, stale, stepHere, text } from '../store/page/state';
import { PARSED_MAX } from '../store/page/texts';
import { borderChanges, borderPlace, withChanges, writtenRange, type BorderPlace } from './border-lines';

let parsed: { readonly of: string; readonly statements: ReturnType<typeof parse>['program']['statements'] } | null =
  null;

function placeOf(border: Border): BorderPlace | string {
  const now = ran.value;
  if (now === null || stale.value || now.text !== text.value)
    return 'The picture belongs to the text that ran last. Run the text, then drag.';
  if (now.text.length > PARSED_MAX)
    return 'The text is too long to find the number of this border in it. Change its line instead.';
  if (parsed?.of !== now.text) parsed = { of: now.text, statements: parse(now.text).program.statements };
  return borderPlace(border, parsed.statements, now.summary.steps, stepHere.value);
}

export const borderHands: BorderHands = {
  canMove(border) {
    const place = placeOf(border);
    return typeof place === 'string' ? { can: false, why: place } : { can: true };
  },
  words(border, to) {
    const place = placeOf(border);
    return typeof place === 'string' ? '' : `line ${place.line}: ${writtenRange(text.value, place, to)}`;
  },
  move(border, to) {
    const place = placeOf(border);
    if (typeof place === 'string') return;
    const changes = borderChanges(place, to);
    editAt(changes, withChanges(text.value, changes), place.line);
  },
  say(words, toAll) {
    announce(words);
    if (toAll) say('plain', words);
  },
};

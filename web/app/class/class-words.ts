// SPDX-License-Identifier: GPL-2.0-or-later
//
// The texts about codes and the table of a class.

import type { CodeTrouble, FoundCodes } from '../../classroom/code';
import { learnersIn, type Taken } from '../../classroom/collect';
import { labelOf, type Cell, type CellState, type Column } from '../../classroom/table';
import type { TakenCodes } from '../store/lessons/class-state';
import { counted } from '../../base/text';

/** "28 codes added, 1 replaced by a newer one." and who was replaced. Empty for no code. */
export function takenWords({ codes }: TakenCodes): string {
  const of = (kind: Taken['kind']) => codes.filter(({ taken }) => taken.kind === kind);
  const who = (kind: Taken['kind']): string =>
    of(kind)
      .slice(0, 5)
      .map(({ code }) => labelOf(code))
      .join(', ');
  const parts = [
    of('added').length > 0 ? `Added ${counted(learnersIn(of('added').map(({ code }) => code)), 'learner')}.` : '',
    of('replaced').length > 0 ? `A newer code replaced the older one of: ${who('replaced')}.` : '',
    of('same').length > 0 ? `${counted(of('same').length, 'code')} already here.` : '',
    of('older').length > 0 ? `Not taken, because a newer code is here: ${who('older')}.` : '',
    of('full').length > 0 ? `Not taken, because the table is full: ${who('full')}.` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The problem with a code, its place, and what to do. */
export function troubleWords({ line, column, letters, trouble }: FoundCodes['troubles'][number]): string {
  return `Line ${line}, column ${column}, “${letters}…”: ${whyWords(trouble)}`;
}

function whyWords(trouble: CodeTrouble): string {
  switch (trouble.code) {
    case 'newer':
      return `the code is of version ${trouble.version}, which a newer page made. Reload this page to update it.`;
    case 'cut':
      return 'the end of the code is missing. Ask for it again, best as a file.';
    case 'flags':
      return 'the code was made by a newer version of this page. Reload this page to update it.';
    case 'damaged':
    case 'none':
      return 'the code is damaged: some characters were changed on the way. Ask for it again, best as a file.';
    case 'too large':
      return `the code is larger than ${trouble.most.toLocaleString('en')} bytes, the most that is read.`;
    case 'too many':
      return `${trouble.most.toLocaleString('en')} codes were read, and the others were not. Paste those separately.`;
  }
}

const SIGNS: Readonly<Record<CellState, string>> = {
  none: '·',
  pending: '…',
  first: '✓',
  solved: '✓',
  told: '?',
  wrong: '✗',
  ungraded: '!',
};

const STATES: Readonly<Record<CellState, string>> = {
  none: 'not answered',
  pending: 'not graded yet',
  first: 'right at the first try',
  solved: 'right later',
  told: 'not solved, the answer was shown',
  wrong: 'wrong',
  ungraded: 'not graded: it ran for more than 10 seconds',
};

/** "✓ 3": right at the third try. */
export function cellText({ state, tries }: Cell): string {
  return tries > 1 && state !== 'first' ? `${SIGNS[state]} ${tries}` : SIGNS[state];
}

export function cellTitle({ state, tries, hints }: Cell): string {
  return [STATES[state], tries > 0 ? counted(tries, 'try', 'tries') : '', hints > 0 ? counted(hints, 'hint') : '']
    .filter(Boolean)
    .join(', ');
}

const KINDS = { predict: 'question', task: 'task', hunt: 'hunt' } as const;

/** "Screen 5, question 1: Which slot?" */
export function columnTitle({ id, exercise, title }: Pick<Column, 'id' | 'exercise' | 'title'>): string {
  const [screen = '', , place = ''] = id.split('-');
  return `Screen ${screen}, ${KINDS[exercise.kind]} ${place}${title === '' ? '' : `: ${title}`}`;
}

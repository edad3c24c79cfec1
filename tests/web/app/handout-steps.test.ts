// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, it } from 'vitest';
import { readSteps, STEPS_MOST } from '../../../web/app/handout/step-numbers';

describe('the steps of a handout', () => {
  it.each([
    ['3, 5-7', [3, 5, 6, 7]],
    ['7 5–6,5', [5, 6, 7]],
    ['3 - 4; 0', [0, 3, 4]],
    ['', []],
  ])('reads %j', (typed, steps) => {
    expect(readSteps(typed, 9)).toEqual({ kind: 'steps', steps });
  });

  it.each([
    ['3, x', 'x'],
    ['3-12', '3-12'],
    ['5-3', '5-3'],
    ['-1', '-1'],
    ['99', '99'],
  ])('refuses %j and names the part', (typed, part) => {
    expect(readSteps(typed, 9)).toEqual({ kind: 'not a step', part });
  });

  it('refuses more than a handout holds, however they are written', () => {
    expect(readSteps('0-1000000', 1e6)).toEqual({ kind: 'too many' });
    expect(readSteps(`1-${STEPS_MOST}, 1-3`, 1e6).kind).toBe('steps');
    expect(readSteps(`1-${STEPS_MOST}, 100`, 1e6)).toEqual({ kind: 'too many' });
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later

import { beforeEach, describe, expect, test } from 'vitest';
import {
  breakpointLines,
  breakpointSteps,
  idleBreakpoints,
  setBreakpoints,
  startBreakpoints,
  toggleBreakpoint,
} from '../../../web/app/store/run/breakpoints';
import { ran, text } from '../../../web/app/store/page/state';
import { breakpoints } from '../../../web/app/store/page/time';
import { runText } from '../engine/runs';

const TEXT = 'tree t\nrepeat 3 as i {\n  store i = 1\n}\n# nothing\nstore 9 = 1\n';

describe('breakpoints', () => {
  beforeEach(async () => {
    text.value = TEXT;
    ran.value = { text: TEXT, summary: (await runText(TEXT)).summary() };
    setBreakpoints([]);
  });

  test('stop at each step of their lines, and only while the run is that of the text', () => {
    expect(breakpointSteps.value).toEqual([]);
    expect(toggleBreakpoint(3)).toBe(true);
    expect(toggleBreakpoint(6)).toBe(true);
    expect(breakpointSteps.value).toEqual([2, 3, 4, 5]);
    expect(toggleBreakpoint(3)).toBe(false);
    expect(breakpointSteps.value).toEqual([5]);
    text.value = `${TEXT}\n`;
    expect(breakpointSteps.value).toEqual([]);
  });

  test('a line without a step is reported as one at which nothing stops', () => {
    setBreakpoints([6, 5, 5, 0, 1.5]);
    expect(breakpointLines.value).toEqual([5, 6]);
    expect(idleBreakpoints.value).toEqual([5]);
  });

  test('the timeline and play hear of them', () => {
    const stop = startBreakpoints();
    setBreakpoints([6]);
    expect(breakpoints.value).toEqual([5]);
    stop();
    setBreakpoints([]);
    expect(breakpoints.value).toEqual([5]);
  });
});

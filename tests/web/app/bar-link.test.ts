// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the address bar holds while an example is on the page.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const bar = { href: 'http://here/' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', bar);
  vi.stubGlobal('window', { self: 0, top: 0 });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, address: string) => (bar.href = address),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a link to a view of an example’s step stays until the step changes', async () => {
  const { exampleInBar, holdBarLink } = await import('../../../web/app/store/links/links');
  const sent = 'ex=first&step=10&view=differ';
  bar.href = `http://here/#${sent}`;
  holdBarLink(sent);
  exampleInBar(10);
  vi.runAllTimers();
  expect(bar.href).toBe(`http://here/#${sent}`);
  exampleInBar(1);
  vi.runAllTimers();
  expect(bar.href).toBe('http://here/#ex=first&step=1');
  exampleInBar(10);
  vi.runAllTimers();
  expect(bar.href).toBe('http://here/#ex=first&step=10');
});

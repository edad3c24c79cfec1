// SPDX-License-Identifier: GPL-2.0-or-later
//
// The cost of a report grows as its text does. It is counted in calls of the core, since a busy machine slows a clock's
// answer.

import { describe, expect, it } from 'vitest';

import { loadCore } from '../../../web/cli/core-file';
import type { Core } from '../../../web/engine/core/wasm';
import { beginSession } from '../../../web/engine/time/session';
import { callsText, storesText } from '../../bench/growth';

/** The core with each of its calls counted. */
function counted(core: Core): { core: Core; calls: () => number } {
  let calls = 0;
  const surface = Object.fromEntries(
    Object.entries(core.calls).map(([name, call]) => [
      name,
      (...args: never[]): unknown => {
        calls++;
        return (call as (...given: never[]) => unknown)(...args);
      },
    ]),
  );
  return { core: { ...core, calls: surface as unknown as Core['calls'] }, calls: () => calls };
}

async function callsToReport(text: string): Promise<number> {
  const { core, calls } = counted(await loadCore());
  const begun = beginSession(text, core);
  if (begun.kind === 'refused') throw new Error(begun.diagnostics[0]?.message);
  while (!begun.session.advance(1000));
  while (!begun.session.complete(1000));
  const report = begun.session.report();
  expect(report.steps.every(({ sum }) => sum !== null)).toBe(true);
  return calls();
}

describe('a report with a sum at every step', () => {
  it.each([
    ['stores', storesText],
    ['calls of map', callsText],
  ])('of twice as many %s takes about twice as many calls of the core', async (_, text) => {
    const [few, more, most] = [
      await callsToReport(text(500)),
      await callsToReport(text(1000)),
      await callsToReport(text(2000)),
    ];
    expect(few).toBeGreaterThan(500);
    expect(more / few).toBeLessThan(2.2);
    expect(most / more).toBeLessThan(2.2);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// "Fail this one": in the other future exactly that request is refused, and everything before goes as it went.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failText, type RunRequests } from '../../../web/scenario/check/fail-text';
import { answerTo, memoryScenario, runText, scenario, seed } from '../engine/runs';

async function requestsOf(text: string): Promise<RunRequests> {
  const session = await runText(text);
  const { steps } = session.report();
  return {
    passed: answerTo(session, 'ledger', {}).passed,
    lines: steps.map(({ line }) => line),
    requests: steps.flatMap(({ requests, rk }, k) =>
      requests.map((_, n) => ({ step: k + 1, refused: /[A-Z]/.test(rk.charAt(n)) })),
    ),
  };
}

describe('the text in which a request fails', () => {
  it('refuses exactly that request, in random runs with loops, bulk loads, forks and failures', async () => {
    const seen = { placed: 0, none: new Set<string>() };
    await fc.assert(
      fc.asyncProperty(fc.oneof(scenario, memoryScenario), fc.nat(), async (text, pick) => {
        const run = await requestsOf(text);
        if (run.requests.length === 0) return;
        for (const at of [pick % run.requests.length, (pick * 7) % run.requests.length]) {
          const made = failText(text, run, at);
          if (made.kind === 'none') {
            seen.none.add(made.why.replace(/\d+/g, 'N'));
            continue;
          }
          const other = await requestsOf(made.text);
          expect(other.requests.slice(0, at).map(({ refused }) => refused)).toEqual(
            run.requests.slice(0, at).map(({ refused }) => refused),
          );
          expect(other.requests[at]).toEqual({ step: run.requests[at]!.step, refused: true });
          expect(other.lines[run.requests[at]!.step - 1]).toBe(run.lines[run.requests[at]!.step - 1]! + 1);
          seen.placed++;
        }
      }),
      { seed, numRuns: 30 },
    );
    expect(seen.placed).toBeGreaterThan(15);
  }, 60_000);

  it('stands before the loop, below its comment, and counts over all passes', async () => {
    const text = '# a comment\ntree t alloc\n\n# the loop\nrepeat 60 as i {\n  store i*10..+5 = i\n}\n';
    const run = await requestsOf(text);
    const at = 11;
    expect(failText(text, run, at)).toEqual({
      kind: 'text',
      text: text.replace('repeat 60', 'fail request 12\nrepeat 60'),
      line: 5,
      k: 12,
    });
  });

  it('is refused plainly where a line cannot do it', async () => {
    const why = async (text: string, at: number): Promise<string> => {
      const made = failText(text, await requestsOf(text), at);
      return made.kind === 'none' ? made.why : made.text;
    };
    expect(await why('tree t\nfail request 9\nstore 5 = 1\n', 0)).toMatch(/line 2 still waits/);
    expect(await why('tree t\nfail request 1\nstore 5 = 1\nstore 9 = 1\n', 0)).toMatch(/already refused/);
    expect(await why('tree t\nfail request 1\nstore 5 = 1\ndup t as u\n', 2)).toMatch(
      /^tree t\nfail request 1\nstore 5 = 1\nfail request 1\ndup t as u/,
    );
    // The request that the loop itself has refused was still waited for when the loop began.
    expect(await why('tree t alloc\nfail request 1\nrepeat 60 as i { store i*10..+5 = i }\n', 1)).toMatch(
      /line 2 still waits/,
    );
    expect(await why('tree t\nsweep {\n  store 5 = 1\n}\n', 0)).toMatch(/sweep/);
    expect(await why('tree t\nrepeat 2 as i {\n  fail request 5\n  store i*5+5 = 1\n}\n', 0)).toMatch(
      /failure of its own/,
    );
    expect(await why('tree t\nstore 5 = 1\n', 7)).toMatch(/no such request/);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What findings say, each of them made by the real core over a node that was written over on purpose. What must be said
// is what the invariant wants (core/README.md, "Invariants").

import { setNumberBase } from '../../../web/base/number-base';
import { troubleText } from '../../../web/words/trouble';
import { describe, expect, test } from 'vitest';
import { newsFirst } from '../../../web/model/finding';
import { findingText } from '../../../web/words/finding';
import { index } from '../../../web/base/index64';
import type { Finding } from '../../../web/model/machine';
import { runText, sceneAt } from '../engine/runs';

async function found(
  damage: string,
  mode = 'alloc',
): Promise<{ readonly findings: readonly Finding[]; readonly troubles: readonly string[] }> {
  const session = await runText(
    `tree t ${mode}\nrepeat 40 as i { store 10*i..10*i+5 = i }\ncorrupt t node ${damage}\n`,
  );
  const { findings } = sceneAt(session, session.steps()).trees[0]!;
  return {
    findings: newsFirst(findings, mode.includes('alloc')),
    troubles: session.summary().troubles.map(troubleText),
  };
}

const texts = ({ findings }: { readonly findings: readonly Finding[] }): string[] =>
  findings.map((one) => `I${one.invariant} ${one.slot}: ${findingText(one)}`);

describe('a finding', () => {
  test('of a child word wants a child word', async () => {
    const bad = await found('0 slot 0 = 0x123');
    expect(texts(bad)[0]).toBe(
      'I4 0: found 0x123, wanted a child word: a node’s address with 0xc, 0x14 or 0x1c in its low byte',
    );
    expect(bad.troubles.join('\n')).toMatch(/I4 is broken at node \d+, slot 0: found 0x123, wanted a child word/);
    expect(texts(await found('0 slot 2 = 0'))).toContain('I11 2: found 0, wanted a child word');
  });

  test('of an end outside the node comes before what follows from it', async () => {
    for (const mode of ['alloc', '']) {
      const bad = await found('0 end = 20', mode);
      expect(texts(bad)[0], mode).toBe('I19 -1: found end 20, which is outside the node, wanted 5');
      if (mode === 'alloc')
        expect(texts(bad)).toEqual(
          expect.arrayContaining(['I11 6: found 0, wanted a child word', 'I14 6: found 0, wanted not 0']),
        );
      expect(bad.troubles.filter((one) => /I\d+ is broken/.test(one))[0], mode).toMatch(
        /I19 is broken at node \d+: found end 20, which is outside the node, wanted 5 \(damaged/,
      );
    }
    // 12 is outside of a node of 10 slots, and inside of one of 16.
    expect(texts(await found('0 end = 12'))[0]).toMatch(/^I19 /);
    expect(texts(await found('0 end = 12', ''))[0]).not.toMatch(/^I19 /);
    expect(texts(await found('0 end = 4'))[0]).not.toMatch(/^I19 /);
  });

  test('of a pivot wants what is inside the node, and ascends', async () => {
    expect(texts(await found('0 end = 20'))).toContain(
      'I13 5: found max, wanted below max: only the last used slot ends there',
    );
    expect(texts(await found('0 pivot 1 = 3')).find((one) => one.startsWith('I12'))).toMatch(
      /^I12 1: found 3, wanted at least \d+$/,
    );
    expect(texts(await found('0 pivot 1 = 0'))).toContain('I14 1: found 0, wanted not 0');
  });

  test('never wants what it found', async () => {
    const fields = ['pivot 0', 'pivot 2', 'slot 0', 'slot 3', 'gap 0', 'gap 2', 'end', 'gapmeta', 'parent'];
    for (const node of [0, 1]) {
      for (const field of fields) {
        for (const value of ['0', '1', '7', '0x4c', 'max']) {
          for (const { invariant, ...one } of (await found(`${node} ${field} = ${value}`)).findings) {
            const [, a, b] = /found (.*), wanted (.*)$/.exec(findingText({ invariant, ...one })) ?? ['', 'x', ''];
            expect(a, `node ${node} ${field} = ${value}: I${invariant}`).not.toBe(b);
          }
        }
      }
    }
  });

  test('counts slots where the core compares ends, and says nothing in numbers where it only notes', () => {
    const one = (invariant: number, a: bigint, b: bigint): Finding => ({
      invariant,
      node: 3,
      slot: -1,
      excused: true,
      found: index(a),
      wanted: index(b),
    });
    expect(findingText(one(21, 5n, 6n))).toBe('found 6 used slots, wanted at least 7');
    expect(findingText(one(22, 0n, 1n))).toBe('found 1 child, wanted at least 2');
    expect(findingText(one(39, 0n, 0n))).toBe('');
    setNumberBase('hexadecimal');
    expect(findingText(one(25, 0x1f3n, 0x1f4n))).toBe('found 0x1f3, wanted 0x1f4');
    setNumberBase('decimal');
    expect(findingText(one(25, 0x1f3n, 0x1f4n))).toBe('found 499, wanted 500');
  });
});

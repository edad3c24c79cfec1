// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import type { ExpectBrief } from '../../../web/model/run';
import { expectFix } from '../../../web/app/editor/expect-fix';
import { applied } from '../../../web/scenario/check/quick-fixes';
import { itemsOf, reportOf } from '../scenario/run';
import { regexOf } from '../regex-of';

function failedIn(text: string): ExpectBrief {
  const failed = itemsOf(text).flatMap((item) => (item.kind === 'expect' && !item.expect.held ? [item.expect] : []));
  expect(failed).toHaveLength(1);
  return failed[0]!;
}

// The text with its failed `expect` put right; null where nothing is offered.
function mended(text: string): string | null {
  const fix = expectFix(text, failedIn(text));
  return fix === null ? null : applied(text, fix.changes);
}

const T = 'tree t\nstore 40..70 = "wide"\n';

test('an expect that was wrong can be given what was found', () => {
  expect(mended(`${T}expect load(45) = 45  # so\n`)).toBe(`${T}expect load(45) = "wide"  # so\n`);
  expect(mended(`let n = 5\n${T}expect nodes() = n`)).toBe(`let n = 5\n${T}expect nodes() = 1`);
});

test('nothing is offered where the line is spelled otherwise, or nothing can be written', () => {
  expect(mended(`${T}expect nodes()  =  5`)).toBeNull();
  expect(mended(`${T}expect nodes() > 5`)).toBeNull();
  expect(mended(`${T}expect absent t`)).toBeNull();
});

const S = (n: number): string => `tree t alloc\nrepeat ${n} as i { store i*256..i*256+95 = i }\n`;

// What is offered is what makes the step fail for good: it is tried for every kind of store that needs nodes.
test.each([
  ['split_store', `${S(8)}fail request 1\nstore 2048..2143 = 8\n`],
  ['spanning_store', `${S(30)}fail request 1\nstore 300..5000 = 8\n`],
  ['store_root', 'tree t\nfail request 1\nstore 5..9 = 1\n'],
  ['insert', `${S(8)}fail request 1 times 1  # here\ninsert 2048..2143 = 8\n`],
  [
    'alloc',
    'tree t alloc\nrepeat 15 as i { alloc 16 within 0..max = i }\nfail request 1\nalloc 16 within 0..max = 9\n',
  ],
  ['rcu', `tree t rcu\nstore 1..5 = 1\nstore 10..15 = 1\n  fail request 1\nstore 3 = 2\n`],
  ['a later one', `${S(8)}tree u\n  fail request 2\nstore 1..5 = 1\nstore 2048..2143 = 8 in t\n`],
])('a call that survived a refusal is told so, and what would have refused it for good: %s', (_, text) => {
  const script = `${text}expect error ENOMEM\n`;
  const failed = failedIn(script);
  expect(failed.message).toMatch(
    regexOf(
      / gave ok, wanted ENOMEM: a request was refused, and the `\w+` asked again: `fail request \d times 2` \(line /,
      /\d+\) refuses that too$/,
    ),
  );
  const fixed = reportOf(mended(script) ?? '');
  expect(fixed.expects).toMatchObject({ passed: 1, failed: [] });
});

test('where refusing more does not make it fail, none is offered', () => {
  const asked = (armed: string): string =>
    reportOf(`${S(8)}${armed}\nstore 2048..2143 = 8\nexpect error ENOMEM\n`).expects.failed[0]?.message ?? '';
  // It keeps the node that it was granted, and asks for the others for ever.
  expect(asked('fail request 2')).toBe(
    '`store` gave ok, wanted ENOMEM: a request was refused, and the `store` asked again',
  );
  expect(asked('fail request 2 times 3')).toBe(
    '`store` gave ok, wanted ENOMEM: 3 requests were refused, and the `store` asked again',
  );
  expect(asked('fail every 1 times 1')).not.toContain('refuses that too');
  expect(asked('')).toBe('`store` gave ok, wanted ENOMEM');
  expect(mended(`${S(8)}repeat 1 { fail request 1 }\nstore 2048..2143 = 8\nexpect error ENOMEM\n`)).toBeNull();
});

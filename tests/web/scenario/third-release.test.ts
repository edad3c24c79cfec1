// SPDX-License-Identifier: GPL-2.0-or-later
//
// A release that no Linux is, as describe.c would print it from one more row of core/src/releases.def: the language,
// its texts, the comparison and the sentences take it from the table, without a change in web/.

import { buildParser } from '@lezer/generator';
import { expect, test, vi } from 'vitest';
import { grammarText, releaseWords } from '../../../web/cli/statements.mjs';
import type { TreeMode } from '../../../web/model/tree-mode';
import { impliedRelease, releaseNumber, releaseNumbered, type Release } from '../../../web/model/releases';
import { policiesOf } from '../../../web/scenario/check/release-text';
import type * as Enums from '../../../web/model/generated/enums';
import { makeTree, type Context } from '../../../web/scenario/effects/operations';
import { rawText } from '../../../web/scenario/import/raw-text';
import { about } from '../../../web/scenario/statements/tree';
import type { StepFacts } from '../../../web/words/step-facts';
import { nodesOf } from '../../../web/words/step-nodes';

vi.mock('../../../web/model/generated/enums', async (original) => {
  const real = await original<typeof Enums>();
  const row = { name: 'made up 1.0', word: 'made_up', about: 'nodes in one request', storeRequest: 'its_own' };
  return { ...real, RELEASES: { ...real.RELEASES, MADE_UP: { ...row, preallocation: 'vacancy' } } };
});

const MADE_UP = 'MADE_UP' as Release;

test('the grammar takes its word behind `tree`, and as a name elsewhere', () => {
  const parser = buildParser(grammarText([...releaseWords(), 'made_up']), { externalTokenizer: () => rawText });
  const hasError = (text: string): boolean => {
    let found = false;
    parser.parse(text).iterate({ enter: ({ type }) => void (found ||= type.isError) });
    return found;
  };
  expect(hasError('tree t rcu made_up alloc')).toBe(false);
  expect(hasError('tree made_up\nuse made_up')).toBe(false);
  expect(hasError('tree t other')).toBe(true);
});

test('`tree` makes a tree of it, with its number', () => {
  const modes: TreeMode[] = [];
  const world = { create: (_: unknown, mode: TreeMode) => (modes.push(mode), { name: 't' }) };
  const options = [{ text: 'made_up', from: 0, to: 0 }];
  makeTree(
    { kind: 'tree', options, name: {} } as unknown as Parameters<typeof makeTree>[0],
    {
      world,
    } as unknown as Context,
  );
  expect(modes).toEqual([{ alloc: false, rcu: false, release: MADE_UP }]);
  expect([releaseNumber(MADE_UP), releaseNumbered(2)]).toEqual([2, MADE_UP]);
  expect(() => releaseNumbered(3)).toThrow(RangeError);
  expect([impliedRelease(false), impliedRelease(true)]).toEqual(['6_16', '6_16_WHOLE_HEIGHT']);
});

test('completion and hover explain its word, and a comparison offers it', () => {
  expect(about.tree.words).toMatchObject({ made_up: 'nodes in one request' });
  expect(about.tree.doc).toContain('made_up: nodes in one request.');
  const policies = policiesOf('tree a made_up alloc')!;
  expect(policies.own).toBe(MADE_UP);
  expect(Object.values(policies.texts)).toEqual(['tree a alloc', 'tree a alloc whole_height', 'tree a made_up alloc']);
});

test('the sentence on nodes names its formula', () => {
  const record = { op: 'store', pre: 5, preVacancy: 3, preWhole: 7, rk: '', requests: [5], freed: 0, error: null };
  const facts = { record, outcome: null, events: [], complete: true, release: MADE_UP } as unknown as StepFacts;
  expect(nodesOf(facts)).toBe('5 nodes needed by the formula of made up 1.0; the formula of 6.16 says 3.');
});

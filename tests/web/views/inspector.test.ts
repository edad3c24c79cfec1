// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fields of a node's bytes, the board of invariants, and the glossary.

import type { Op } from '../../../web/model/ops';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../web/model/machine';
import { errorName, STORE_TYPES, type ErrorName } from '../../../web/model/status';
import { troubleOf } from '../../../web/model/trouble';
import { index, ZERO } from '../../../web/base/index64';
import { errorText } from '../../../web/views/inspector/errors';
import { fieldByByte, fieldsOf, fieldValue } from '../../../web/views/inspector/fields';
import { brokenNumbers } from '../../../web/views/inspector/broken';
import { INVARIANTS, judge, type JudgedTree } from '../../../web/views/inspector/invariants';
import { accountOf, squaresOf } from '../../../web/views/inspector/requests';
import { TERM_TEXTS } from '../../../web/views/shared/term-texts';
import { TERM_NAMES, termOf } from '../../../web/views/shared/terms';
import { stepsOf } from './fixtures';
import { readGolden } from './golden-file';

const DIFFERS = troubleOf('contents', 't', { code: 'hash' });

describe('fields', () => {
  const nodes = ['vma-many', 'reads-h4-range'].flatMap((name) => stepsOf(readGolden(name)).at(-1)!.scene.picture.nodes);

  it('give each of the 256 bytes to one field', () => {
    for (const node of nodes) {
      const fields = fieldsOf(node);
      expect(fields.reduce((sum, f) => sum + f.size, 0)).toBe(256);
      const bytes = fieldByByte(fields);
      expect(bytes.length).toBe(256);
      expect(bytes.every((f, at) => at >= f.at && at < f.at + f.size)).toBe(true);
    }
  });

  it('hold the numbers of the picture', () => {
    for (const node of nodes) {
      for (const field of fieldsOf(node)) {
        const value = fieldValue(field, node.bytes);
        if (!field.used && field.kind !== 'padding') expect(value).toBe(0n);
        if (field.kind === 'pivot' && field.used) expect(value).toBe(node.lasts[field.slot!]);
        if (field.kind === 'slot' && field.used) expect(value).toBe(node.slots[field.slot!]);
        if (field.kind === 'gap' && field.used) expect(value).toBe(node.gaps![field.slot!]);
        if (field.name === 'metadata: end') expect(value).toBe(BigInt(node.end));
      }
    }
  });
});

describe('invariants', () => {
  const finding = (invariant: number, excused: boolean): Finding => ({
    invariant,
    node: 3,
    slot: 1,
    excused,
    found: ZERO,
    wanted: ZERO,
  });

  const tree = (findings: readonly Finding[], height = 2, alloc = true): JudgedTree => ({
    name: 't',
    findings,
    height,
    alloc,
  });

  it('are 39, each with a name and a sentence', () => {
    expect(INVARIANTS.map((i) => i.number)).toEqual(Array.from({ length: 39 }, (_, k) => k + 1));
    expect(new Set(INVARIANTS.map((i) => i.name)).size).toBe(39);
    for (const { text } of INVARIANTS) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('hold when nothing is found, but those that need history are not claimed', () => {
    const states = judge({ trees: [tree([])], balance: 0, troubles: [] }).map(
      (j) => [j.invariant.number, j.state] as const,
    );
    expect(states.filter(([, state]) => state === 'unwatched').map(([n]) => n)).toEqual([31, 33, 34, 38]);
    expect(states.filter(([, state]) => state === 'held').length).toBe(35);
  });

  it('tell broken from excused, and whose they are', () => {
    const findings = [finding(12, false), finding(21, true), finding(28, true), finding(28, false)];
    const board = judge({ trees: [tree(findings)], balance: 2, troubles: [DIFFERS] });
    const state = (n: number): string => board[n - 1]!.state;
    expect([state(12), state(21), state(28), state(32), state(36), state(1)]).toEqual([
      'broken',
      'excused',
      'broken',
      'broken',
      'broken',
      'held',
    ]);
    expect(board[27]!.findings.length).toBe(2);
  });

  it('are the same by number alone as on the board', () => {
    const numbers = Array.from({ length: 39 }, (_, k) => k + 1);
    const found = numbers.flatMap((number) => [
      [finding(number, false)],
      [finding(number, true)],
      [finding(number, true), finding(number, false)],
    ]);
    for (const findings of [[], numbers.map((number) => finding(number, false)), ...found]) {
      for (const balance of [0, -1, 3]) {
        for (const troubles of [[], [DIFFERS]]) {
          const evidence = { trees: [tree([]), tree(findings)], balance, troubles };
          expect(brokenNumbers(evidence)).toEqual(
            judge(evidence)
              .filter(({ state }) => state === 'broken')
              .map(({ invariant }) => invariant.number),
          );
        }
      }
    }
  });
});

describe('invariants without a subject', () => {
  const tree = (height: number, alloc: boolean): JudgedTree => ({ name: 't', findings: [], height, alloc });
  const moot = (trees: readonly JudgedTree[]): readonly number[] =>
    judge({ trees, balance: 0, troubles: [] })
      .filter(({ state }) => state === 'moot')
      .map(({ invariant }) => invariant.number);

  it('do not apply: gaps where none are recorded, children on one level, nodes where there are none', () => {
    expect(moot([tree(3, true)])).toEqual([]);
    expect(moot([tree(3, false)])).toEqual([20, 25, 26, 27, 28, 29, 30]);
    expect(moot([tree(1, true)])).toEqual([4, 7, 8, 9, 10, 11, 20, 21, 22, 25, 26, 27, 28, 29, 30]);
    expect(moot([tree(0, true)])).toEqual([...Array.from({ length: 28 }, (_, k) => k + 3), 35, 37, 39]);
    expect(moot([tree(0, true), tree(3, true)])).toEqual([]);
  });

  it('note a hint', () => {
    const found = (invariant: number, a: bigint, b: bigint): Finding => ({
      invariant,
      node: 3,
      slot: -1,
      excused: true,
      found: index(a),
      wanted: index(b),
    });
    const board = judge({ trees: [{ ...tree(1, false), findings: [found(39, 0n, 0n)] }], balance: 0, troubles: [] });
    expect(board[38]!.state).toBe('noted');
  });
});

describe('requests', () => {
  it('count what was requested and what was granted', () => {
    const account = accountOf({ requests: [1, 2, 2], rk: 'sBb' });
    expect(account).toMatchObject({ requested: 5, granted: 3, more: 0 });
    expect(account.shown.map(({ nodes, refused }) => [nodes, refused])).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ]);
    expect(squaresOf({ requests: [1, 2, 2], rk: 'sBb' }, 14)).toEqual([false, true, true, false, false]);
    expect(accountOf({ requests: [1, 1], rk: 'SS' })).toMatchObject({ requested: 2, granted: 0 });
    expect(accountOf({ requests: [], rk: '' })).toMatchObject({ requested: 0, granted: 0, shown: [] });
  });

  it('are folded where there are many', () => {
    const record = { requests: [1, ...Array.from({ length: 10_000 }, () => 2)], rk: `s${'B'.repeat(10_000)}` };
    const many = accountOf(record);
    expect(many).toMatchObject({ requested: 20_001, granted: 1, more: 9_998, moreRefused: 9_998 });
    expect(many.shown.length).toBe(3);
    expect(squaresOf(record, 14)).toBeNull();
    expect(squaresOf({ requests: [15], rk: 'b' }, 14)).toBeNull();
    // Folded in words, the squares still show all.
    expect(squaresOf({ requests: [1, 2, 2, 2, 2, 2, 2], rk: 'sBBBBBb' }, 14)?.filter((refused) => refused).length).toBe(
      10,
    );
  });
});

describe('glosses of errors', () => {
  const gloss = (op: Op, error: ErrorName | null, rk = '', alloc: boolean | null = true, height = 2): string =>
    errorText({ op, error, rk, height }, alloc);

  it('speak of a refused request only where one was refused', () => {
    // Their sentences on why say it, request by request.
    for (const op of ['store', 'dup', 'bulk'] as const) expect(gloss(op, 'ENOMEM', 'sB')).toBe('');
    expect(gloss('store', 'ERETRY', 'sB')).toBe('');
    expect(gloss('insert', 'EEXIST')).toBe('');
    expect(gloss('bulk', 'ENOMEM', 'sb')).toContain('No request was refused: the preallocated nodes ran out');
    expect(gloss('bulk', 'EINVAL')).toContain('A rule of Maplescope');
    expect(gloss('insert', 'EINVAL')).toContain('reversed range');
    expect(gloss('load', 'EBUSY')).toContain('A rule of Maplescope');
    expect(gloss('load', null)).toBe('');
    // A sweep names the site itself: it need not have been a request.
    expect(gloss('sweep', 'ENOMEM', 'sB')).toBe('');
  });

  it('say of a search that found nothing only what its sentence does not: that the tree records no gaps', () => {
    for (const op of ['gap', 'alloc', 'cyclic'] as const) {
      expect(gloss(op, 'EBUSY', '', false)).toContain('made without alloc');
      expect(gloss(op, 'EBUSY', '', true)).toBe('');
      expect(gloss(op, 'EBUSY', '', null)).toBe('');
      expect(gloss(op, 'EBUSY', '', false, 1)).toBe('');
    }
  });

  it('are there for every error that a step can end with', () => {
    for (const error of [-12, -16, -22, -1000].map(errorName)) expect(gloss('store', error), error ?? '').not.toBe('');
  });
});

describe('terms', () => {
  it('are described in sentences', () => {
    for (const [id, text] of Object.entries(TERM_TEXTS)) {
      expect(TERM_NAMES[id as keyof typeof TERM_NAMES]).not.toBe('');
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text.length).toBeLessThan(230);
    }
  });

  it('know every store type', () => {
    for (const type of STORE_TYPES) if (type !== 'invalid') expect(termOf(type)).toBe(type);
    expect(termOf('something else')).toBeNull();
  });
});

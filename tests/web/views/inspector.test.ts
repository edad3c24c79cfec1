// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fields of a node's bytes, the board of invariants, and the glossary.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../web/model/machine';
import { STORE_TYPES } from '../../../web/model/status';
import { ZERO } from '../../../web/base/index64';
import { fieldByByte, fieldsOf, fieldValue } from '../../../web/views/inspector/fields';
import { INVARIANTS, judge } from '../../../web/views/inspector/invariants';
import { TERMS, termOf } from '../../../web/views/shared/terms';
import { stepsOf } from './fixtures';
import { readGolden } from './golden-file';

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
  const finding = (invariant: number, excused: boolean): Finding => ({ invariant, node: 3, slot: 1, excused, found: ZERO, wanted: ZERO });

  it('are the 39 of spec/01, each with a name and a sentence', () => {
    expect(INVARIANTS.map((i) => i.number)).toEqual(Array.from({ length: 39 }, (_, k) => k + 1));
    expect(new Set(INVARIANTS.map((i) => i.name)).size).toBe(39);
    for (const { text } of INVARIANTS) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('hold when nothing is found, but those that need history are not claimed', () => {
    const states = judge({ trees: [{ name: 't', findings: [] }], balance: 0, troubles: [] }).map((j) => [j.invariant.number, j.state] as const);
    expect(states.filter(([, state]) => state === 'unwatched').map(([n]) => n)).toEqual([31, 33, 34, 38]);
    expect(states.filter(([, state]) => state === 'held').length).toBe(35);
  });

  it('tell broken from excused, and whose they are', () => {
    const findings = [finding(12, false), finding(21, true), finding(28, true), finding(28, false)];
    const board = judge({ trees: [{ name: 't', findings }], balance: 2, troubles: ['range 3..4 differs'] });
    const state = (n: number): string => board[n - 1]!.state;
    expect([state(12), state(21), state(28), state(32), state(36), state(1)]).toEqual(['broken', 'excused', 'broken', 'broken', 'broken', 'held']);
    expect(board[27]!.findings.length).toBe(2);
  });
});

describe('terms', () => {
  it('are told in sentences', () => {
    for (const { name, text } of Object.values(TERMS)) {
      expect(name).not.toBe('');
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text.length).toBeLessThan(230);
    }
  });

  it('know every store type', () => {
    for (const type of STORE_TYPES) if (type !== 'invalid') expect(termOf(type)).toBe(type);
    expect(termOf('something else')).toBeNull();
  });
});

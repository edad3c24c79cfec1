// SPDX-License-Identifier: GPL-2.0-or-later
//
// Of forks and exits the core keeps no events of walks, so that what they do has room.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '../../../web/engine/time/session';
import { runText, sceneAt } from './runs';

const WALKS = ['descend', 'arrive', 'climb', 'sidestep', 'visited', 'type_chosen', 'null_widened'];

const walksOf = (session: Session, step: number): string[] =>
  sceneAt(session, step)
    .events.map(({ name }) => name)
    .filter((name) => WALKS.includes(name));

describe('events of a fork and of an exit', () => {
  test('tell no walks, whatever became of it; those of the calls around them do', async () => {
    const start = 'mm p\nmap 0x10000..0x1ffff rw\nmap 0x40000..0x4ffff rw\nadvise 0x40000..0x4ffff dontfork\n';
    for (const fork of [
      'fork p as c',
      'fork p as c by bulk',
      'fork p as c by stores',
      'fail vma\nfork p as c',
      'fail vma\nfork p as c undo range',
      'fork p as c\nexit c',
    ]) {
      const session = await runText(`${start}${fork}\nmap 0x60000..0x6ffff r\n`);
      const steps = session.steps();
      expect(walksOf(session, steps), fork).not.toEqual([]);
      expect(walksOf(session, steps - 1), fork).toEqual([]);
      expect(sceneAt(session, steps - 1).events.length, fork).toBeGreaterThan(2);
    }
  });

  test('of 6,421 VMAs are all kept: the example plays to its failure, its marker and its undoing', async () => {
    const session = await runText(readFileSync('web/app/examples/fork-6421.maple', 'utf8'));
    const failed = session.report().steps.findIndex(({ op, error }) => op === 'fork' && error !== null) + 1;
    const { fork, why } = sceneAt(session, failed);
    const kinds = fork!.marks.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'entry')).toHaveLength(6420);
    expect(kinds.indexOf('failed')).toBeGreaterThan(kinds.lastIndexOf('entry'));
    expect(kinds.indexOf('marker')).toBeGreaterThan(kinds.indexOf('failed'));
    expect(kinds.filter((kind) => kind === 'vma_freed')).toHaveLength(6420);
    expect(kinds.at(-1)).toBe('node_freed');
    expect(why).toContain('904 nodes copied, by 102 requests');
  });
});

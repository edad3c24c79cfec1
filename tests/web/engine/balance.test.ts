// SPDX-License-Identifier: GPL-2.0-or-later

import { kindAt } from '../../../web/model/run';
import { describe, expect, test } from 'vitest';
import { balanceLines } from '../../../web/cli/balance-lines';
import { runText, sceneAt } from './runs';

describe('the account of an exit', () => {
  test('names of the objects of VMAs those that there were', async () => {
    const session = await runText('mm p\nmap 0x1000 rw\ntouch 0x1000\nexit p\nmm q\nexit q\n');
    const fourth = (step: number): string | undefined => sceneAt(session, step).fork?.balance.rules[3]?.text;
    expect(fourth(4)).toBe(
      '1 VMA allocated, 1 freed; 1 anon_vma allocated, 1 freed; 1 anon_vma chain element allocated, 1 freed',
    );
    expect(fourth(6)).toBe('No VMA, nor anything that belongs to one, was allocated');
  });

  test('under a reader says which nodes wait for it: in gutter, sentence, rows and rule', async () => {
    const session = await runText(
      'mm p\nrepeat 30 as i { map 0x10000 + i * 0x2000 rw }\nread p at 0x10000 as r\nexit p\nrelease r\n',
    );
    const exit = session.steps() - 1;
    const scene = sceneAt(session, exit);
    const { record, fork, why } = scene;
    const row = record?.balance?.rows.find(({ object }) => object === 'nodes');
    const waiting = row?.waiting ?? 0;
    expect(waiting).toBe(scene.waiting);
    expect(waiting).toBeGreaterThan(0);
    const [all, freed] = [row?.returned ?? 0, (row?.returned ?? 0) - waiting];
    expect(row).toMatchObject({ obtained: all, held: 0 });
    expect(fork?.balance).toEqual(record?.balance);
    expect(kindAt(session.summary().steps, exit)?.gutter).toEqual([
      `${freed} ${freed === 1 ? 'node' : 'nodes'} freed, ${waiting} ${waiting === 1 ? 'waits' : 'wait'}`,
    ]);
    expect(why).toMatch(
      new RegExp(`^Freed: (?:30 VMAs, .*)?${all} tree nodes? \\(${waiting} of them waits? for a reader\\)`),
    );
    expect(record?.balance?.rules[2]?.text).toBe(
      `${all} tree nodes allocated, ${all} freed, of which ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a reader`,
    );
    expect(balanceLines(record!.balance!).find((line) => line.startsWith('tree nodes'))).toMatch(
      new RegExp(`^tree nodes \\(${waiting} waits? for a reader\\)`),
    );
    expect(sceneAt(session, exit + 1).waiting).toBe(0);
    expect(session.summary().troubles).toEqual([]);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { runText, sceneAt } from './runs';

describe('the account of an exit', () => {
  test('names of the objects of VMAs those that there were', async () => {
    const session = await runText('mm p\nmap 0x1000 rw\ntouch 0x1000\nexit p\nmm q\nexit q\n');
    const fourth = (step: number): string | undefined => sceneAt(session, step).fork?.balance.rules[3]?.text;
    expect(fourth(4)).toBe('1 VMA obtained, 1 given back; 1 anon_vma obtained, 1 given back; 1 chain element obtained, 1 given back.');
    expect(fourth(6)).toBe('Nothing was obtained.');
  });
});

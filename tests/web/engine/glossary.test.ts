// SPDX-License-Identifier: GPL-2.0-or-later
//
// Terms of the glossary whose texts name an order or a bound: what the core does in a run is what they say.

import { describe, expect, test } from 'vitest';
import { decodeScene } from '../../../web/engine/scene/scene';
import { TERM_TEXTS } from '../../../web/views/shared/term-texts';
import { runText } from './runs';

/** The type of each store of `count` entries that follow each other, the first being the one after the root's. */
async function ascending(count: number, mode = ''): Promise<readonly (string | null)[]> {
  const session = await runText(`tree t ${mode}\nrepeat ${count} as i { store i * 10..+10 = i }\n`);
  return session.report().steps.map(({ storeType }) => storeType);
}

/** The names of the events of a run’s last step. */
async function lastEvents(text: string): Promise<readonly string[]> {
  const session = await runText(text);
  return decodeScene(session.scene(session.steps()), null).events.map(({ name }) => name);
}

describe('the glossary says of', () => {
  test('append which leaves it needs, and that RCU mode has none', async () => {
    const text = TERM_TEXTS.append;
    expect(text).toMatch(/7 to 16 slots/);
    expect(text).toMatch(/Not in RCU mode\.$/);
    // Each store adds a slot to the leaf: one for NULL behind the entries is there from the start.
    const types = await ascending(15);
    const slots = types.map((_, k) => k + 1);
    expect(slots.filter((count) => types[count - 1] === 'append')).toEqual(slots.filter((count) => count >= 7));
    expect(await ascending(15, 'rcu')).not.toContain('append');
  });

  test('slot_store which leaves it needs, and that in RCU mode only one boundary moves', async () => {
    expect(TERM_TEXTS.slot_store).toMatch(/7 or more.*RCU mode only one boundary/);
    const last = async (count: number, mode: string, range: string): Promise<string | null> => {
      const text = `tree t ${mode}\nrepeat ${count} as i { store i * 10..+10 = i }\nstore ${range} = "x"\n`;
      return (await runText(text)).report().steps.at(-1)!.storeType;
    };
    // Of two neighbours one boundary moves; of three, two.
    expect(await last(5, '', '20..34')).toBe('node_store');
    for (const mode of ['', 'rcu']) expect(await last(8, mode, '20..34')).toBe('slot_store');
    expect(await last(8, '', '25..44')).toBe('slot_store');
    expect(await last(8, 'rcu', '25..44')).toBe('node_store');
  });

  test('the exit path in which order it frees', async () => {
    const text = TERM_TEXTS.exitPath;
    const order = ['pages of all VMAs', 'page tables', 'the VMAs one by one', 'destroys the tree'];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    const told = ['pages_unmapped', 'table_freed', 'vma_freed', 'root_written'];
    const events = await lastEvents('mm p\nmap 0x1000 rw\nmap 0x4000 rw\ntouch 0x1000\ntouch 0x4000\nexit p\n');
    expect([...new Set(events.filter((name) => told.includes(name)))]).toEqual(told);
    expect(events.filter((name) => name === 'vma_freed')).toHaveLength(2);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the reader's worker does with files and texts, in Node.

import { describe, expect, test } from 'vitest';
import { createReader, type ReadReply, type Source } from '../../../web/app/import/reading';

const LINE = '-00401000 r-xp 00000000 fe:00 7 /bin/cat\n';

function mapsOf(count: number): string {
  return Array.from(
    { length: count },
    (_, k) =>
      `${(0x7f0000000000 + 8192 * k).toString(16)}-${(0x7f0000000000 + 8192 * k + 4096).toString(16)} r--p ` +
      '00000000 fe:00 7 /lib/a.so\n',
  ).join('');
}

async function repliesTo(source: Source): Promise<ReadReply[]> {
  const replies: ReadReply[] = [];
  const reader = createReader((reply) => replies.push(reply));
  await reader.take({ kind: 'read', source });
  if (replies.at(-1)?.kind === 'read') await reader.take({ kind: 'make', name: 'a' });
  return replies;
}

describe('the reader', () => {
  test('reads a large file with its progress, shows its first lines, and makes the block on request', async () => {
    const text = mapsOf(5000);
    const replies = await repliesTo([new File([text], 'maps')]);
    const far = replies.filter((reply) => reply.kind === 'far');
    expect(far.at(-1)).toEqual({ kind: 'far', done: text.length, of: text.length });
    const read = replies.find((reply) => reply.kind === 'read');
    expect(read).toMatchObject({
      understanding: { kind: 'maps', ready: true, size: '5,000 VMAs' },
      glance: { letters: text.length, lines: 5000, head: text.split('\n', 12).join('\n') },
    });
    const made = replies.at(-1);
    expect(made?.kind === 'made' && made.made.text.split('\n').length).toBe(5002);
    expect(made?.kind === 'made' && made.made.compared).toBeNull();
  });

  test('what it says is small, however many lines it leaves out', async () => {
    const [read] = await repliesTo(
      `${mapsOf(2000)}${`ffff0000-00001000 r--p 0 0:0 0 ${'x'.repeat(5000)}\n`.repeat(3000)}`,
    );
    expect(JSON.stringify(read).length).toBeLessThan(40_000);
  });

  test.each<[string, Source]>([
    ['a NUL far from its beginning', [new File([mapsOf(5000), '\0', mapsOf(10)], 'core.bin')]],
    [
      'bytes that are no UTF-8 at its end',
      [new File([mapsOf(5000), Uint8Array.from({ length: 60_000 }, (_, k) => 128 + (k % 128))], 'core.bin')],
    ],
    ['a second file that is no text', [new File([mapsOf(10)], 'maps'), new File([LINE, '\0'], 'core.bin')]],
  ])('refuses %s', async (_what, source) => {
    const last = (await repliesTo(source)).at(-1);
    expect(last?.kind === 'failed' && last.message).toMatch(/^core\.bin is not a text file\./);
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The part of the page that reads exported texts is fetched when a file is imported, and may not arrive.

import { expect, test, vi } from 'vitest';
import type { Backing, KeptText } from '../../../web/app/store/kept/text-backing';
import { exported } from '../../../web/app/store/kept/text-import';
import { createTextStore } from '../../../web/app/store/kept/text-store';

const KEPT: KeptText = { id: 'mine', text: 'tree a\n', when: 1, step: 1, rev: 'r1' } as KeptText;

test('an import says that its part did not arrive, keeps every text, and works once the part is there', async () => {
  const written: string[] = [];
  const backing = {
    kind: 'database',
    all: () => Promise.resolve([KEPT]),
    update: (id: string, change: (existing: KeptText | undefined) => KeptText) => {
      written.push(id);
      change(undefined);
      return Promise.resolve();
    },
  } as unknown as Backing;
  const store = createTextStore({
    open: () => Promise.resolve(backing),
    local: null,
    newId: () => 'new',
    changed: () => undefined,
  });
  const file = JSON.stringify({
    ...(JSON.parse(exported(store.list())) as object),
    texts: [{ text: 'tree b\n', when: 2 }],
  });
  vi.doMock('../../../web/app/store/kept/text-import', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const missing = await store.importAll(file);
  expect(missing).toEqual({
    ok: false,
    message: 'A part of this page did not arrive. Try again. Nothing was imported.',
  });
  expect(store.list().map(({ text }) => text)).toEqual(['tree a\n']);
  expect(written).toEqual([]);

  vi.doUnmock('../../../web/app/store/kept/text-import');
  expect(await store.importAll(file)).toEqual({ ok: true, added: 1, known: 0 });
  expect(written).toEqual(['new']);
});

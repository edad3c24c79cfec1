// SPDX-License-Identifier: GPL-2.0-or-later
//
// A row of survivors.md whose statement is gone has to go too: `npm run mutate` would stop at it.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { explainedIn } from './explained';
import { WEB_ROOMS } from './web';

const project = fileURLToPath(new URL('../..', import.meta.url));

test('every explained mutant is one of a statement that exists, and has a reason', () => {
  expect(explainedIn(project, `${project}tests/mutation/survivors.md`).size).toBeGreaterThan(0);
});

test('every place of web/ that mutants are made of exists', () => {
  expect(
    Object.values(WEB_ROOMS).flatMap((places) => places.filter((place) => !existsSync(`${project}${place}`))),
  ).toEqual([]);
});

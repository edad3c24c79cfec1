// SPDX-License-Identifier: GPL-2.0-or-later

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { keepPromises } from './promises';

const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.maple'))
  .sort();

describe('tests/scenarios', () => {
  test('is not empty', () => expect(files.length).toBeGreaterThan(40));
  test.each(files)('%s', (name) => keepPromises(readFileSync(folder + name, 'utf8')));
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The unit tests that mutants of the web code run on: those of the rooms that web.ts names.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(',').map((folder) => `tests/web/${folder}/**/*.test.ts`),
    environment: 'node',
    // Only guards against a run that hangs: on a busy machine the slowest test takes minutes.
    testTimeout: 900_000,
  },
});

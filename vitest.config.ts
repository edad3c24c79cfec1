// SPDX-License-Identifier: GPL-2.0-or-later
//
// Unit and property tests: every tests/**/*.test.ts, in Node. Seeds are printed; SEED=n repeats a run.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    environment: 'node',
    maxWorkers: 2,
    // Both cores are at work: threads that help to collect garbage took a fifth of the processor time and saved none.
    execArgv: ['--single-threaded-gc'],
    passWithNoTests: false,
    testTimeout: 180_000,
  },
});

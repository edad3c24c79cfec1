// SPDX-License-Identifier: GPL-2.0-or-later
//
// The unit tests that mutants of the web code are run on: those of single rooms, without the ones that build the page.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['tests/web/{base,model,share,scenario,app,cli}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
  },
});

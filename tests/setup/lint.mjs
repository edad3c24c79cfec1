// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run lint`: the format (Prettier) and the rules (ESLint, Oxlint) of every file, without a warning.

import { switchesOf } from './options.mjs';
import { LINT, TYPED_LINT, must } from './run.mjs';

const { fix } = switchesOf(
  `usage: npm run lint [-- --fix]
  --fix   rewrites everything that Prettier, ESLint and Oxlint can mend, and lists the rest`,
  ['fix'],
);
must(['prettier', fix ? '--write' : '--check', '.']);
must([...LINT, ...(fix ? ['--fix'] : [])]);
must([...TYPED_LINT, ...(fix ? ['--fix'] : [])]);

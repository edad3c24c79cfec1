// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run check`, what is run before a commit: types, format, lint and the unit tests (which load the built core).

import { COMMANDS, ensure } from './needs.mjs';
import { switchesOf } from './options.mjs';
import { LINT, TYPED_LINT, buildCore, must } from './run.mjs';

switchesOf(`usage: npm run check
Checks types, format and lint, then runs the unit tests. It stops at the first that fails. It has no options.`);
ensure(COMMANDS.check);
must([process.execPath, 'tests/setup/types.mjs']);
must(['prettier', '--check', '.']);
must(LINT);
must(TYPED_LINT);
buildCore('replay', 'shrink-build');
must(['vitest', 'run', '--reporter=dot']);

// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run check`, what is run before a commit: types, format, lint, floors and the unit tests (which load the built
// core).

import { COMMANDS, ensure } from './needs.mjs';
import { buildCore, must } from './run.mjs';

ensure(COMMANDS.check);
must([process.execPath, 'tests/setup/types.mjs']);
must(['prettier', '--check', '.']);
must(['eslint', '--max-warnings', '0', '.']);
buildCore('replay', 'shrink-build');
must(['vitest', 'run', '--reporter=dot']);

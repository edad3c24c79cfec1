// SPDX-License-Identifier: GPL-2.0-or-later
//
// `with-core.mjs FILE ARGUMENT…` runs a TypeScript program of this project once everything that it stands on is there:
// packages, tools, the built core. Standard output is the program's alone.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { ensure, projectDir } from './needs.mjs';
import { buildCore } from './run.mjs';

ensure(['emscripten', 'make']);
buildCore();
const [file = '', ...args] = process.argv.slice(2);
const command = ['--import', import.meta.resolve('tsx'), join(projectDir, file), ...args];
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;

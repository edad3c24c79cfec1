// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run types`: the type checker over all rooms, each with the globals that it really has. Prints what is wrong and
// a closing count of rooms.

import { switchesOf } from './options.mjs';
import { gather, pool } from './run.mjs';

switchesOf(`usage: npm run types
Checks the types of every part of the project. It has no options.`);

/** The checker written in Go takes a fifth of the other's time. */
const CHECKER = /** @type {const} */ ([process.execPath, 'node_modules/typescript-7/bin/tsc']);

const ROOMS = ['web/tsconfig.pure.json', 'web/tsconfig.worker.json', 'web/tsconfig.dom.json', 'tsconfig.json'];

const results = await pool(
  ROOMS.map((room) => async () => {
    const told = await gather([...CHECKER, '-p', room, '--pretty', 'false']);
    return { room, ...told };
  }),
  2,
);
const failed = results.filter((result) => result.status !== 0);
for (const { room, output } of failed) console.log(`${room}\n${output}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

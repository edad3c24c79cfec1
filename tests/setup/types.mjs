// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run types`: the type checker over all rooms, each with the globals that it really has. Prints what is wrong and
// a closing count of rooms. What was found of unchanged files is kept in build/types.

import { switchesOf } from './options.mjs';
import { gather, pool } from './run.mjs';

switchesOf(`usage: npm run types
Checks the types of every part of the project. It has no options.`);

const ROOMS = ['web/tsconfig.pure.json', 'web/tsconfig.worker.json', 'web/tsconfig.dom.json', 'tsconfig.json'];

const results = await pool(
  ROOMS.map((room) => async () => {
    const kept = `build/types/${room.replaceAll('/', '-')}.tsbuildinfo`;
    const told = await gather(['tsc', '-p', room, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', kept]);
    return { room, ...told };
  }),
  2,
);
const failed = results.filter((result) => result.status !== 0);
for (const { room, output } of failed) console.log(`${room}\n${output}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

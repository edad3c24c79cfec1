// SPDX-License-Identifier: GPL-2.0-or-later
//
// How good are the quick tests? Small faults are put into the sources one at a time, and each should be noticed:
//
//     npm run mutate [-- --files NAMES --sample N --seed S --workers W]
//
// NAMES, separated by commas: C sources of core/src and core/mm, `mm` for all of the latter, `core` for both; `share`,
// `app` and `scenario` for rooms of web/, or files and folders that begin with `web/`. Without --files: everything.
// N mutants of the core and N of web/ are tried, drawn by SEED (0: all), W at a time (2). The last line of standard
// output is `result: {…}`, JSON. The command fails when the tests of a room of web/ kill less than 90 % of its mutants;
// those that survivors.md explains do not count.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { mutateCore } from './core';
import { MUTATOR } from './sources';
import { WEB_ROOMS, mutateWeb, shareOf, type Score, type WebResult } from './web';

const project = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = `usage: npm run mutate [-- --files NAME,NAME… --sample N --seed S --workers W]
  --files NAME,NAME…  C sources of core/src and core/mm; mm, core; ${Object.keys(WEB_ROOMS).join(', ')}; or files
                      and folders that begin with web/; everything by default
  --sample N          tries N faults of the core and N of web/, drawn by the seed; 0 (the default) tries all
  --seed S            the seed that draws them: 616 by default
  --workers W         how many are tried at a time: 2 by default`;

interface Options {
  readonly core: { readonly wanted: boolean; readonly files: readonly string[] };
  readonly web: readonly string[];
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
}

function readOptions(words: readonly string[]): Options {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(USAGE);
    process.exit(0);
  }
  let names: string[] = ['core', ...Object.keys(WEB_ROOMS)];
  const numbers = { sample: 0, seed: 616, workers: 2 };
  for (let k = 0; k < words.length; k += 2) {
    const [name, value] = [words[k] ?? '', words[k + 1] ?? ''];
    if (name === '--files' && value !== '') {
      names = value.split(',');
      continue;
    }
    const key = name.replace(/^--/, '');
    if (!(key in numbers) || !/^\d+$/.test(value)) {
      console.error(USAGE);
      process.exit(2);
    }
    numbers[key as keyof typeof numbers] = Number(value);
  }
  const web = names.flatMap((name) => WEB_ROOMS[name] ?? (name.startsWith('web/') ? [name] : []));
  const rest = names.filter((name) => !(name in WEB_ROOMS) && !name.startsWith('web/'));
  return { core: { wanted: rest.length > 0, files: rest.filter((name) => name !== 'core') }, web, ...numbers };
}

/** The tests of each room of web/ kill at least so many of its mutants, in percent. */
const SHARE_MIN = 90;

const rounded = (share: number): number => Number(share.toFixed(2));

function roomsWithShares(rooms: WebResult['rooms']): Record<string, Score & { share: number }> {
  return Object.fromEntries(
    Object.entries(rooms).map(([name, score]) => [name, { ...score, share: rounded(shareOf(score)) }]),
  );
}

const { core, web, ...how } = readOptions(process.argv.slice(2));
const start = performance.now();
const ofCore = core.wanted ? await mutateCore({ files: core.files, ...how }) : null;
const ofWeb = web.length > 0 ? await mutateWeb(project, { places: web, ...how }) : null;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: project, encoding: 'utf8' }).trim();
console.log(
  `result: ${JSON.stringify({
    commit,
    seed: how.seed,
    ...(ofCore === null ? {} : { core: { mutator: MUTATOR, ...ofCore, share: rounded(shareOf(ofCore)) } }),
    ...(ofWeb === null ? {} : { web: { generated: ofWeb.generated, rooms: roomsWithShares(ofWeb.rooms) } }),
    seconds: Math.round((performance.now() - start) / 1000),
  })}`,
);
for (const [name, score] of Object.entries(ofWeb?.rooms ?? {})) {
  if (shareOf(score) >= SHARE_MIN) continue;
  console.error(
    `${name}: the tests kill ${shareOf(score).toFixed(1)} % of its mutants; ${SHARE_MIN} % are wanted. Survivors: ` +
      'build/mutation/web-survivors.txt',
  );
  process.exitCode = 1;
}

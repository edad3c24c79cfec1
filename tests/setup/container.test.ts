// SPDX-License-Identifier: GPL-2.0-or-later
//
// The Containerfile and the forge's workflow, as far as they can be read without a container engine: what they copy and
// run is there, and what they leave out is made again by what they run.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { projectDir } from './needs.mjs';

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
const steps = read('Containerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));
const ignored = read('.containerignore')
  .split('\n')
  .filter((line) => line !== '');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('the container copies existing files, and leaves out only what is built again', () => {
  const from = steps.filter(([word]) => word === 'COPY').map(([, ...words]) => words);
  expect(from).toEqual([
    ['.', '.'],
    ['--from=build', '/maplescope/dist', '/usr/share/nginx/html'],
  ]);
  // A copy of the host's packages or of its build would be of another system.
  expect(ignored).toEqual(['.git', 'build', 'dist', 'node_modules']);
});

test('the container and the workflow run commands of the project, on the Node that it needs', () => {
  const ran = steps.filter(([word]) => word === 'RUN').map(([, ...words]) => words.join(' '));
  expect(ran).toEqual(['npm run build -- --single']);
  expect(existsSync(join(projectDir, scripts['build']?.split(' ')[1] ?? ''))).toBe(true);
  expect(read('.github/workflows/pages.yml')).toContain(`- run: ${ran[0]}\n`);
  const image = steps.find(([word]) => word === 'FROM')?.[1];
  expect(image).toMatch(/^node:\d+-bookworm$/);
  expect(read('.github/workflows/pages.yml')).toContain(`container: ${image}\n`);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sources of the core that the page shows: all that emit events, and the lines that emit them.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOURCES } from '../../../web/engine/generated/tables';
import { CORE_SOURCES } from '../../../web/engine/core/sources';
import { memoryScenario, runText, scenario, sceneAt, seed } from './runs';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const { sourceOf, functionAt, statementAt } = CORE_SOURCES;

test.each(SOURCES)('%s is there as it was compiled, and no other', (file) => {
  expect(sourceOf(file)).toBe(readFileSync(project + file, 'utf8'));
  expect(sourceOf(file)).toContain('SPDX-License-Identifier: GPL-2.0-or-later');
  expect(sourceOf(file.replace('.c', '.h'))).toBeNull();
});

test('every line that tells an event is in a function, which begins above it', () => {
  for (const file of SOURCES) {
    const lines = sourceOf(file)!.split('\n');
    let checked = 0;
    lines.forEach((text, k) => {
      if (!/^\s.*\bMPL_EVENT\(/.test(text)) return;
      const name = functionAt(file, k + 1);
      expect(name, `${file}:${k + 1}`).not.toBeNull();
      // Its definition is the last line at the margin with that name, and nothing ends between it and the event.
      const from = lines
        .slice(0, k + 1)
        .findLastIndex((one) => /^[a-z]/.test(one) && one.includes(`${name!}(`) && !one.endsWith(';'));
      expect(from, `${file}:${k + 1} ${name!}`).toBeGreaterThanOrEqual(0);
      expect(
        lines.slice(from + 1, k).filter((one) => one.startsWith('}')),
        `${file}:${k + 1} ${name!}`,
      ).toEqual([]);
      checked++;
    });
    expect(checked, file).toBeGreaterThan(0);
    expect(functionAt(file, 1)).toBeNull();
  }
  expect(functionAt('core/src/none.c', 3)).toBeNull();
});

test('an attribute before a function is not its name', () => {
  const marked = SOURCES.flatMap((file) =>
    sourceOf(file)!
      .split('\n')
      .flatMap((text, k) => (/^[a-z].*__attribute__\(\(.*\(/.test(text) ? [{ file, line: k + 1, text }] : [])),
  );
  expect(marked.length).toBeGreaterThan(0);
  for (const { file, line, text } of marked) {
    expect(text, `${file}:${line}`).toMatch(new RegExp(`[ *]${functionAt(file, line)!}\\(`));
    // The line of its brace and the first one inside are in it, too.
    for (const below of [1, 2]) expect(functionAt(file, line + below), `${file}:${line + below}`).toMatch(/^[a-z]/);
  }
});

test('the line of every event ends the statement that emits it', async () => {
  const seen = new Map<string, string>();
  const look = async (text: string): Promise<void> => {
    const session = await runText(text);
    for (let step = 1; step <= session.steps(); step++)
      for (const { name, file, line } of sceneAt(session, step).events) seen.set(`${file}:${line}:${name}`, name);
  };
  await fc.assert(fc.asyncProperty(scenario, look), { seed, numRuns: 8 });
  await fc.assert(fc.asyncProperty(memoryScenario, look), { seed, numRuns: 6 });
  for (const [place, name] of seen) {
    const [file = '', line = ''] = place.split(':');
    const lines = sourceOf(file)!.split('\n');
    const first = statementAt(file, Number(line));
    expect(lines[first - 1], place).toContain(`MPL_EVENT(${name},`);
    // From there to the line in one piece: it ends there and nowhere before.
    expect(
      lines.slice(first - 1, Number(line)).findIndex((text) => text.endsWith(';')),
      place,
    ).toBe(Number(line) - first);
    expect(functionAt(file, Number(line)), place).toBe(functionAt(file, first));
  }
  expect(seen.size).toBeGreaterThan(60);
});

test('nothing but a dynamic import leads to them, so that the page does not load them first', () => {
  const folder = `${project}web/engine/`;
  const importers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && readFileSync(folder + name, 'utf8').includes("/sources'"),
  );
  expect(importers).toEqual(['service/client.ts']);
  const uses = [...readFileSync(`${folder}service/client.ts`, 'utf8').matchAll(/^.*'\.\.\/core\/sources'.*$/gm)].map(
    ([line]) => line.trim(),
  );
  expect(uses).toEqual([
    "import type { CoreSources } from '../core/sources';",
    "return (await import('../core/sources')).CORE_SOURCES;",
  ]);
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page for teachers: its examples hold, and it names everything that the format knows.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DEFECTS } from '../../../web/lesson/defects';
import { ASK_KINDS, HIDABLE, LEVELS, VIEWS } from '../../../web/lesson/lesson';
import { checked, examples, format } from './lessons';

const project = fileURLToPath(new URL('../../../', import.meta.url));

describe('the page of the lesson format', () => {
  test.each(examples)('the example at line $line holds', async ({ text }) => {
    expect((await checked(text, { tries: 50 })).all).toEqual([]);
  });

  test('shows what the command prints for its first example', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maplescope-lesson-'));
    writeFileSync(join(folder, 'first.md'), examples[0]?.text ?? '');
    const ended = spawnSync(process.execPath, ['--import', 'tsx', 'web/cli/lesson.ts', 'first.md'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, INIT_CWD: folder },
    });
    rmSync(folder, { recursive: true });
    expect([ended.stderr, ended.status]).toEqual(['', 0]);
    const indented = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}\n`)
      .join('');
    expect(format).toContain(`\n${indented}\n`);
  });

  test('names every question, view, part of a picture, level and defect', () => {
    const words = [...ASK_KINDS.filter((one) => one !== 'value'), ...VIEWS, ...HIDABLE, ...LEVELS, ...DEFECTS];
    expect(words.filter((one) => !format.includes(`\`${one}\``))).toEqual([]);
  });
});

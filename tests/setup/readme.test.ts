// SPDX-License-Identifier: GPL-2.0-or-later
//
// README.md and package.json name the same commands, and each command answers --help: with its usage and a line for
// each option, status 0, and without building anything. Links from one README to another lead to a heading.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { projectDir } from './needs.mjs';
import { pool } from './run.mjs';

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
const readme = read('README.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const names = Object.keys(scripts);
/** A program of a package under our name: its own help is what it prints. */
const FOREIGN = ['unit'];
/** Suites of `npm test`, which run them, and so does `npm run check`. */
const SUITES = ['types', 'lint', 'unit'];
/** Each loads a few hundred modules. */
const HELPS_MS = 120_000;

let bin = '';
const helps = new Map<string, { readonly status: number | null; readonly out: string; readonly err: string }>();

/** A command as npm runs it, where everything that compiles fails. */
function help(name: string): Promise<void> {
  const path = [bin, join(projectDir, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']];
  const env = { ...process.env, PATH: path.join(delimiter), NO_COLOR: '1' };
  const child = spawn(`${scripts[name] ?? ''} --help`, { cwd: projectDir, shell: true, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      helps.set(name, { status, out, err });
      resolve();
    });
  });
}

beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'maplescope-help-'));
  for (const tool of ['make', 'emcc', 'clang', 'apt-get']) {
    writeFileSync(join(bin, tool), `#!/bin/sh\necho ${tool} >&2\nexit 1\n`);
    chmodSync(join(bin, tool), 0o755);
  }
  await pool(
    names.map((name) => () => help(name)),
    2,
  );
}, HELPS_MS);

afterAll(() => {
  rmSync(bin, { recursive: true });
});

/** Options in a text, as `--word`. */
const optionsIn = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [])];

describe('every command of package.json answers --help', () => {
  test.each(names)('%s', (name) => {
    const { status, out, err } = helps.get(name)!;
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/usage:/i);
    if (FOREIGN.includes(name)) return;
    const at = out.search(/\n {2}(?! *\[)/);
    const [usage, lines] = at < 0 ? [out, ''] : [out.slice(0, at), out.slice(at)];
    expect(usage).toMatch(new RegExp(`^usage: npm (run )?(--silent )?${name}\\b`));
    const told = new Set(lines.split('\n').flatMap((line) => optionsIn(line.slice(0, line.search(/\S {2}|$/) + 1))));
    expect(optionsIn(usage.replace(/--silent |-- /g, '')).filter((option) => !told.has(option))).toEqual([]);
  });
});

describe('README.md', () => {
  const rows = readme
    .split('\n')
    .map((line) => /^\| `npm (?:run )?(?:--silent )?([\w-]+)[^`]*` \|/.exec(line))
    .filter((found) => found !== null)
    .map((found) => ({ name: found[1] ?? '', row: found.input }));

  test('has a row for each command', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(names.filter((name) => !SUITES.includes(name)).sort());
  });

  test.each(rows)('names options of $name that its --help tells', ({ name, row }) => {
    const known = optionsIn(helps.get(name)?.out ?? '');
    const named = optionsIn(row).filter((option) => !['--silent', '--help'].includes(option));
    expect(named.filter((option) => !known.includes(option))).toEqual([]);
  });
});

/** The headings of a file, as a forge makes anchors of them. */
function anchors(path: string): Set<string> {
  const seen = new Map<string, number>();
  const found = new Set<string>();
  for (const [, title = ''] of read(path).matchAll(/^#+ (.+)$/gm)) {
    const bare = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(bare) ?? 0;
    seen.set(bare, count + 1);
    found.add(count === 0 ? bare : `${bare}-${count}`);
  }
  return found;
}

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'core/README.md',
  'web/README.md',
  'tests/README.md',
  'web/hosting.md',
  'web/lesson/format.md',
])('the links of %s lead to files and headings', (from) => {
  const lost = [...read(from).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/^</, '').replace(/>$/, ''))
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const to = path === '' ? from : join(dirname(from), path);
      if (!existsSync(join(projectDir, to))) return true;
      return anchor !== undefined && !anchors(to).has(anchor);
    });
  expect(lost).toEqual([]);
});

describe('what README.md tells a teacher', () => {
  const section = /^## Teaching with it$(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const plan = [...section.matchAll(/^\| (\d+) \| (?:\[(\d+) ([^\]]+)\]\(([^)]+)\)|break) \|/gm)].map(
    ([, minute, number, title, file]) => ({ minute: Number(minute), number: Number(number), title, file }),
  );

  test('the plan has the lessons of the track by their titles, with the time that each needs, in two hours', () => {
    expect(plan.length).toBeGreaterThan(5);
    plan.forEach(({ minute, number, title, file }, k) => {
      if (file === undefined) return;
      const text = read(file);
      expect(text).toContain(`\n# ${title}\n`);
      expect(file).toContain(`/${String(number).padStart(2, '0')}-`);
      const minutes = Number(/^minutes: (\d+)$/m.exec(text)?.[1]);
      expect(minute + minutes).toBeLessThanOrEqual(plan[k + 1]?.minute ?? 120);
    });
  });

  // Names in bold, and those in italics, stand for something to press; `Share → Embed` for two.
  const names = [...section.replace(/^\|.*$/gm, '').matchAll(/\*{1,2}([^*\n]+)\*{1,2}/g)].flatMap(([, name = '']) =>
    name.split(' → '),
  );
  const folder = join(projectDir, 'web/app');
  const page = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, ''))
    .join('\n')
    .replace(/\s+/g, ' ');

  test.each(names)('“%s” is what the page calls it', (name) => {
    const start = name.charAt(0);
    const either = `[${start.toUpperCase()}${start.toLowerCase()}]${name.slice(1).replace(/[.?]/g, '\\$&')}`;
    expect(new RegExp(`(['"\`>(] ?)${either}(?=[…'"\`<(:,) ])`).test(page)).toBe(true);
  });
});

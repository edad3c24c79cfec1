// SPDX-License-Identifier: GPL-2.0-or-later
//
// The set-up on machines that lack something, played with a PATH that holds only stand-ins for package managers.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { COMMANDS, projectDir, TOOLS } from './needs.mjs';

let bin = '';

beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'maplescope-path-'));
});

afterEach(() => {
  rmSync(bin, { recursive: true });
});

/** A program that writes down how it was called and then does `script`. */
function program(name: string, script = ''): void {
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> "${bin}/calls"\n${script}\n`);
  chmodSync(path, 0o755);
}

function calls(): string[] {
  const path = join(bin, 'calls');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** Makes a file that may be run, by means of the shell alone. */
function appears(...names: string[]): string {
  return names.map((name) => `/bin/cp /bin/true "${bin}/${name}"`).join('\n');
}

/** Asks for tools as the user of that number, with nothing on PATH but the stand-ins. */
function ensureAs(uid: number, names: readonly string[]): { status: number | null; output: string } {
  const script = `
    process.getuid = () => ${uid};
    const { ensure } = await import(${JSON.stringify(join(projectDir, 'tests/setup/needs.mjs'))});
    console.log('absent: ' + ensure(${JSON.stringify(names)}).join(' '));
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: bin },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const onDebian = existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));

describe('the tools of each npm command', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const own = Object.entries(scripts).filter(([name]) => !['types', 'lint', 'unit'].includes(name));

  test.each(own)('npm run %s has its list of tools', (name, script) => {
    expect(Object.keys(COMMANDS)).toContain(name);
    if (script.includes('with-core.mjs')) expect(script).toContain(`with-core.mjs ${name} `);
  });

  test('come from Debian packages', () => {
    const used = new Set<keyof typeof TOOLS>(Object.values(COMMANDS).flat());
    expect([...used].sort()).toEqual(Object.keys(TOOLS).sort());
    for (const name of used) expect(TOOLS[name].packages.apt, name).not.toEqual([]);
  });

  test('what compiles C natively has the compilers', () => {
    for (const name of ['check', 'test', 'golden', 'bench', 'soak', 'mutate'] as const)
      expect(COMMANDS[name]).toContain('clang');
    for (const name of ['check', 'test', 'mutate'] as const) expect(COMMANDS[name]).toContain('gcc');
  });
});

describe('what is there', () => {
  test('is found without a call of anything', () => {
    program('emcc');
    program('make');
    program('apt-get');
    expect(ensureAs(0, ['emscripten', 'make'])).toEqual({ status: 0, output: 'absent: \n' });
    expect(calls()).toEqual([]);
  });
});

describe('what is missing', () => {
  test('is named with the one command of the system, and nothing is run', () => {
    program('dnf');
    program('sudo');
    const { status, output } = ensureAs(1000, ['emscripten', 'make']);
    expect(status).toBe(1);
    expect(output).toContain('Emscripten (emcc)');
    expect(output).toContain('sudo dnf install emscripten make\n');
    expect(calls()).toEqual([]);
  });

  test('is not installed for somebody without the rights to', () => {
    program('apt-get');
    program('sudo');
    const { status, output } = ensureAs(1000, ['make']);
    expect(status).toBe(1);
    expect(output).toContain('sudo apt-get update && sudo apt-get install --no-install-recommends make\n');
    expect(calls()).toEqual([]);
  });

  test('is installed by root on Debian, from lists just read; elsewhere the command is printed', () => {
    program('apt-get', `[ "$1" = install ] || exit 0\n${appears('make')}`);
    const { status, output } = ensureAs(0, ['make']);
    if (onDebian) {
      expect(status).toBe(0);
      expect(calls()).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends make']);
      expect(output).toContain('absent: \n');
    } else {
      expect(status).toBe(1);
      expect(output).toContain('  apt-get update && apt-get install --no-install-recommends make\n');
      expect(calls()).toEqual([]);
    }
  });

  test.runIf(onDebian)(
    'comes from the security updates, for this once, where apt knows only a browser that is too old',
    () => {
      const codename = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
      const old = `printf '#!/bin/sh\\necho Mozilla Firefox $1\\n' > "${bin}/firefox"; /bin/chmod +x "${bin}/firefox"`;
      program(
        'apt-get',
        `case "$*" in
        indextargets*) echo "http://mirror.example/debian/ ${codename} main" ;;
        *Dir::Etc*update) /bin/cp "$(echo "$*" | /bin/sed 's/.*SourceList=\\([^ ]*\\).*/\\1/')" "${bin}/sources" ;;
        *Dir::Etc*install*) ${old.replace('$1', '153.0')} ;;
        install*) ${old.replace('$1', '140.12.0esr')} ;;
      esac`,
      );
      const { status, output } = ensureAs(0, ['firefox']);
      expect(output).toContain('they are used for this one install');
      expect(status).toBe(0);
      expect(readFileSync(join(bin, 'sources'), 'utf8')).toBe(
        `deb http://mirror.example/debian/ ${codename} main\n` +
          `deb http://mirror.example/debian-security/ ${codename}-security main\n`,
      );
    },
  );

  test.runIf(onDebian)('is installed once another apt-get has given its lock back', () => {
    const lock = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)';
    const frontend = 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)';
    program(
      'apt-get',
      `calls=$(/usr/bin/wc -l < "${bin}/calls")
      if [ $calls -lt 3 ]; then echo "${lock}" >&2; exit 100; fi
      [ "$1" = install ] || exit 0
      if [ $calls -lt 5 ]; then echo "${frontend}" >&2; exit 100; fi
      ${appears('make')}`,
    );
    const { status, output } = ensureAs(0, ['make']);
    expect(output).not.toContain('could not be installed');
    expect(status).toBe(0);
    expect(output.match(/another apt-get is at work/g)).toHaveLength(2);
    expect(output).not.toContain('Could not get lock');
    const install = 'apt-get install -y --no-install-recommends make';
    expect(calls()).toEqual(['apt-get update', 'apt-get update', 'apt-get update', install, install]);
  });

  test.runIf(onDebian)('is installed after an install that was killed half-way', () => {
    const message = "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.";
    program('dpkg', `/bin/cp /bin/true "${bin}/configured"`);
    program(
      'apt-get',
      `[ "$1" = install ] || exit 0
      if [ ! -f "${bin}/configured" ]; then echo "${message}" >&2; exit 100; fi
      ${appears('make')}`,
    );
    const { status, output } = ensureAs(0, ['make']);
    expect(status).toBe(0);
    expect(output).toContain('an earlier install was interrupted');
    const install = 'apt-get install -y --no-install-recommends make';
    expect(calls()).toEqual(['apt-get update', install, 'dpkg --configure -a', install]);
  });

  test('ends the run when the package manager fails', () => {
    program('apt-get', 'exit 100');
    const { status, output } = ensureAs(0, ['make']);
    expect(status).toBe(1);
    expect(output).toContain(onDebian ? 'could not be installed' : 'Install them with');
  });

  test('and only optional is reported and returned, so that tests are counted as skipped', () => {
    program('dnf');
    program('make');
    const { status, output } = ensureAs(1000, ['make', 'firefox']);
    expect(status).toBe(0);
    expect(output).toContain('Firefox 153 or newer is missing');
    expect(output).toContain('absent: firefox\n');
  });
});

// SPDX-License-Identifier: GPL-2.0-or-later
//
// What this project needs beyond Node itself, whether it is there, and how to get it. Written against Node's own
// library alone, since it runs before anything is installed.
//
// The npm packages come by `npm ci`. Programs are looked for as files, which takes milliseconds. As root on Debian the
// missing packages are installed; everywhere else the one command for the system is printed and the run stops. This
// script never asks for other rights than it was started with.

import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url));

const NODE_MIN = [20, 19];

/** The oldest Firefox that the pinned Playwright was seen to drive. Older ones lack commands that it uses. */
const FIREFOX_MIN = 153;

/**
 * A program that something here runs.
 * @typedef {object} Tool
 * @property {string} name         how it is called in messages
 * @property {() => boolean} found whether it is there
 * @property {boolean} optional    on systems other than Debian the command does without it, and says so
 * @property {Partial<Record<'apt' | 'dnf' | 'pacman' | 'brew', string[]>>} packages  what brings it, by package manager
 */

/**
 * @typedef {'emscripten' | 'make' | 'libuv' | 'clang' | 'gcc' | 'python3' | 'venv' | 'git' | 'ps' | 'strace' |
 * 'valgrind' | 'chromium' | 'shell' | 'firefox'} ToolName
 */

/** @type {Record<ToolName, Tool>} */
export const TOOLS = {
  emscripten: {
    name: 'Emscripten (emcc)',
    found: () => programPath('emcc') !== undefined,
    optional: false,
    packages: { apt: ['emscripten'], dnf: ['emscripten'], pacman: ['emscripten'], brew: ['emscripten'] },
  },
  make: {
    name: 'make',
    found: () => programPath('make') !== undefined,
    optional: false,
    packages: { apt: ['make'], dnf: ['make'], pacman: ['make'], brew: ['make'] },
  },
  libuv: {
    name: 'the headers of libuv',
    found: () => libuvHeader() !== undefined,
    optional: false,
    packages: { apt: ['libuv1-dev'], dnf: ['libuv-devel'], pacman: ['libuv'], brew: ['libuv'] },
  },
  clang: {
    name: 'clang with its sanitizer and fuzzing runtime',
    found: clangRuntimeFound,
    optional: false,
    packages: {
      apt: ['clang', 'libclang-rt-dev'],
      dnf: ['clang', 'compiler-rt'],
      pacman: ['clang', 'compiler-rt'],
      brew: ['llvm'],
    },
  },
  gcc: {
    name: "gcc and g++ with the C library's headers",
    found: () => ['gcc', 'g++', 'cc'].every((name) => programPath(name) !== undefined),
    optional: false,
    packages: {
      apt: ['gcc', 'g++', 'libc6-dev'],
      dnf: ['gcc', 'gcc-c++', 'libasan', 'libubsan'],
      pacman: ['gcc'],
      brew: ['gcc'],
    },
  },
  python3: {
    name: 'Python 3',
    found: () => programPath('python3') !== undefined,
    optional: false,
    packages: { apt: ['python3'], dnf: ['python3'], pacman: ['python'], brew: ['python3'] },
  },
  venv: {
    name: "Python's venv with pip",
    found: () =>
      programPath('python3') !== undefined && spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
    optional: false,
    packages: { apt: ['python3-venv'], dnf: ['python3'], pacman: ['python'], brew: ['python3'] },
  },
  git: {
    name: 'git',
    found: () => programPath('git') !== undefined,
    optional: false,
    packages: { apt: ['git'], dnf: ['git'], pacman: ['git'], brew: ['git'] },
  },
  ps: {
    name: 'ps, by which StrykerJS ends what it has started',
    found: () => programPath('ps') !== undefined,
    optional: false,
    packages: { apt: ['procps'], dnf: ['procps-ng'], pacman: ['procps-ng'], brew: [] },
  },
  strace: {
    name: 'strace',
    found: () => programPath('strace') !== undefined,
    optional: false,
    packages: { apt: ['strace'], dnf: ['strace'], pacman: ['strace'], brew: [] },
  },
  valgrind: {
    name: 'Valgrind',
    found: () => programPath('valgrind') !== undefined,
    optional: true,
    packages: { apt: ['valgrind'], dnf: ['valgrind'], pacman: ['valgrind'], brew: [] },
  },
  chromium: {
    name: 'Chromium',
    found: () => chromiumPath() !== undefined,
    optional: true,
    packages: { apt: ['chromium'], dnf: ['chromium'], pacman: ['chromium'], brew: ['chromium'] },
  },
  shell: {
    name: "Chromium's headless shell",
    // Debian has it as a package; elsewhere the browser tests run in Chromium itself.
    found: () => shellPath() !== undefined || !isDebian(),
    optional: true,
    packages: { apt: ['chromium-headless-shell'] },
  },
  firefox: {
    name: `Firefox ${FIREFOX_MIN} or newer`,
    found: firefoxFound,
    optional: true,
    packages: { apt: ['firefox-esr'], dnf: ['firefox'], pacman: ['firefox'], brew: ['firefox'] },
  },
};

/** @type {readonly ToolName[]} */
const BUILD = ['emscripten', 'make', 'libuv'];
/** The unit tests compile programs with clang, gcc and g++, and check the model, which is written in Python. */
const UNIT = /** @type {const} */ ([...BUILD, 'clang', 'gcc', 'python3']);

/**
 * What each npm command needs. A command that needs one tool more names it here, so that the set-up installs it.
 * @satisfies {Record<string, readonly ToolName[]>}
 */
export const COMMANDS = {
  start: BUILD,
  build: BUILD,
  scenario: BUILD,
  lesson: BUILD,
  shrink: BUILD,
  lab: BUILD,
  check: UNIT,
  test: /** @type {const} */ ([...UNIT, 'valgrind', 'chromium', 'shell', 'firefox']),
  golden: /** @type {const} */ ([...BUILD, 'clang', 'python3']),
  bench: /** @type {const} */ ([...BUILD, 'clang', 'valgrind']),
  'bench --page': /** @type {const} */ ([...BUILD, 'clang', 'valgrind', 'chromium']),
  soak: /** @type {const} */ ([...BUILD, 'clang', 'python3']),
  // Stryker runs unit tests.
  mutate: /** @type {const} */ ([...UNIT, 'venv', 'git', 'ps']),
  reality: /** @type {const} */ ([...BUILD, 'clang', 'gcc', 'strace']),
};

/**
 * The first file of that name on PATH that may be run.
 * @param {string} name
 * @returns {string | undefined}
 */
export function programPath(name) {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    if (dir === '') continue;
    const path = join(dir, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** The red-black tree's macros, where core/cachelines.mk looks for them: libuv's own package, or what Node brings. */
function libuvHeader() {
  const folders = [
    '/usr/include',
    '/usr/local/include',
    '/opt/homebrew/include',
    '/usr/include/node',
    join(dirname(process.execPath), '../include/node'),
  ];
  return folders.map((folder) => join(folder, 'uv/tree.h')).find((path) => existsSync(path));
}

/** The Chromium of this machine, as people use it. */
export function chromiumPath() {
  return programPath('chromium') ?? programPath('chromium-browser') ?? programPath('google-chrome');
}

/** Chromium without windows of its own, which takes a quarter less of the processor for each page. */
export function shellPath() {
  return programPath('chromium-headless-shell');
}

/** The Firefox that the browser tests start. */
export function firefoxPath() {
  return programPath('firefox-esr') ?? programPath('firefox');
}

function firefoxFound() {
  const firefox = firefoxPath();
  return firefox !== undefined && firefoxVersion(firefox) >= FIREFOX_MIN;
}

/**
 * The major version: from the file beside the program, else from the program itself, which takes longer.
 * @param {string} firefox
 */
function firefoxVersion(firefox) {
  const beside = join(dirname(realpathSync(firefox)), 'application.ini');
  const text = existsSync(beside)
    ? readFileSync(beside, 'utf8')
    : spawnSync(firefox, ['--version'], { encoding: 'utf8' }).stdout.replace(/^Mozilla Firefox /m, 'Version=');
  return Number(/^Version=(\d+)/m.exec(text)?.[1] ?? 0);
}

/** Whether clang is there and its runtime library for AddressSanitizer and libFuzzer lies where clang looks. */
function clangRuntimeFound() {
  const clang = programPath('clang');
  if (clang === undefined) return false;
  // …/bin/clang-14 is a link to …/lib/llvm-14/bin/clang; the runtimes are in …/lib/clang/VERSION/lib/…
  const resources = join(dirname(realpathSync(clang)), '../lib/clang');
  return ['asan', 'fuzzer'].every((part) => hasFile(resources, new RegExp(`libclang_rt\\.${part}[-_.].*a$`), 4));
}

/**
 * Whether a file with such a name lies in the folder or at most `depth` folders below it.
 * @param {string} dir
 * @param {RegExp} name
 * @param {number} depth
 * @returns {boolean}
 */
function hasFile(dir, name, depth) {
  let entries;
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch {
    return false;
  }
  if (entries.some((entry) => !entry.isDirectory() && name.test(entry.name))) return true;
  return depth > 0 && entries.some((entry) => entry.isDirectory() && hasFile(join(dir, entry.name), name, depth - 1));
}

/**
 * Makes sure that the tools and the npm packages are there, or ends the process with a plain word on what to do.
 * @param {readonly ToolName[]} names
 * @returns {readonly ToolName[]} optional tools that stay absent; never any on Debian
 */
export function ensure(names) {
  checkNode();
  const absent = ensureTools(names);
  ensurePackages();
  return absent;
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = NODE_MIN;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  stop(`Maplescope needs Node ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}.`);
}

/**
 * @param {readonly ToolName[]} names
 * @returns {readonly ToolName[]}
 */
function ensureTools(names) {
  const missing = names.filter((name) => !TOOLS[name].found());
  if (missing.length === 0) return [];
  const manager = packageManager();
  if (manager === 'apt' && isDebian()) {
    if (process.getuid?.() !== 0) stopWithCommand(missing, manager);
    installDebian(missing);
    return [];
  }
  if (missing.some((name) => !TOOLS[name].optional)) stopWithCommand(missing, manager);
  for (const name of missing)
    say(`${TOOLS[name].name} is missing: whatever needs it is skipped, and counted as skipped.`);
  return missing;
}

/** @returns {'apt' | 'dnf' | 'pacman' | 'brew' | undefined} */
function packageManager() {
  if (programPath('apt-get') !== undefined) return 'apt';
  if (programPath('dnf') !== undefined) return 'dnf';
  if (programPath('pacman') !== undefined) return 'pacman';
  if (programPath('brew') !== undefined) return 'brew';
  return undefined;
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * @param {readonly ToolName[]} names
 * @param {'apt' | 'dnf' | 'pacman' | 'brew'} manager
 */
function packagesOf(names, manager) {
  return names.flatMap((name) => TOOLS[name].packages[manager] ?? []);
}

/** @param {readonly ToolName[]} names */
function installDebian(names) {
  const packages = packagesOf(names, 'apt');
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const missing = () => names.filter((name) => !TOOLS[name].found());
  say(`installing Debian packages: ${packages.join(' ')}`);
  // Lists that are older than the mirror name files that are gone, and old browsers. Without a mirror, try all the
  // same.
  apt(['update']);
  if (!apt(install)) stop('the Debian packages could not be installed; see above.');
  if (missing().length > 0) withSecurityUpdates((options) => apt([...options, ...install]));
  if (missing().length > 0) {
    const list = missing()
      .map((name) => TOOLS[name].name)
      .join(', ');
    stop(`still missing after the install: ${list}. Are Debian's security updates among the sources of apt?`);
  }
}

/**
 * A system freshly made often has only the release as it came out among its sources, with browsers of that day. Reads
 * the security updates from beside the same mirror, for this one install; the system's own sources stay as they are.
 * @param {(options: readonly string[]) => void} install
 */
function withSecurityUpdates(install) {
  const codename = /^VERSION_CODENAME="?(\w+)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
  const format = ['indextargets', '--format', '$(REPO_URI) $(RELEASE) $(COMPONENT)', 'Created-By: Packages'];
  const sources = spawnSync('apt-get', format, { encoding: 'utf8' }).stdout.trim().split('\n');
  const mirror = sources.find((source) => source.split(' ')[1] === codename)?.split(' ')[0];
  if (mirror === undefined || !mirror.endsWith('/debian/') || sources.some((source) => source.includes('-security ')))
    return;
  say('the security updates of Debian are not among the sources of apt here; they are used for this one install');
  const dir = mkdtempSync(join(tmpdir(), 'maplescope-apt-'));
  chmodSync(dir, 0o755);
  const security = `${mirror.replace(/debian\/$/, 'debian-security/')} ${codename}-security main`;
  writeFileSync(join(dir, 'sources.list'), [...sources, security].map((source) => `deb ${source}\n`).join(''));
  const options = [`SourceList=${join(dir, 'sources.list')}`, 'SourceParts=/dev/null'].map(
    (option) => `Dir::Etc::${option}`,
  );
  const all = [...options, `Dir::State::Lists=${join(dir, 'lists')}`].flatMap((option) => ['-o', option]);
  mkdirSync(join(dir, 'lists'));
  if (apt([...all, 'update'])) install(all);
  rmSync(dir, { recursive: true });
}

/** How long another apt-get may hold its locks, and how often we look. */
const LOCKED_MS = 600_000;
const LOCKED_PAUSE_MS = 1000;

/**
 * Runs apt-get, and once more for each reason that passes: another apt-get holds the locks, such as one that goes on
 * after an interrupted `npm start`; or one was killed before it had configured what it unpacked. apt's own
 * DPkg::Lock::Timeout covers neither the lock of the lists nor that of the downloads.
 * @param {readonly string[]} args
 */
function apt(args) {
  // Its messages are read below, hence not in another language.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  let [waited, configured] = [0, false];
  for (;;) {
    const { status, stderr } = spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 'pipe'],
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const locked = status !== 0 && /^E: (?:Could not get|Unable to acquire the dpkg frontend) lock/m.test(stderr);
    if (locked && waited < LOCKED_MS) {
      if (waited === 0) say('another apt-get is at work; waiting up to 10 minutes for it to end');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCKED_PAUSE_MS);
      waited += LOCKED_PAUSE_MS;
      continue;
    }
    process.stderr.write(stderr);
    if (status === 0 || configured || !/^E: dpkg was interrupted/m.test(stderr)) return status === 0;
    say('an earlier install was interrupted; `dpkg --configure -a` completes it');
    spawnSync('dpkg', ['--configure', '-a'], { stdio: ['ignore', 2, 2], env });
    configured = true;
  }
}

/**
 * @param {readonly ToolName[]} names
 * @param {'apt' | 'dnf' | 'pacman' | 'brew' | undefined} manager
 * @returns {never}
 */
function stopWithCommand(names, manager) {
  const list = names.map((name) => `  ${TOOLS[name].name}`).join('\n');
  if (manager === undefined) stop(`these are missing, and no package manager known here was found:\n${list}`);
  const packages = packagesOf(names, manager).join(' ');
  const root = process.getuid?.() === 0 ? '' : 'sudo ';
  const command = {
    apt: `${root}apt-get update && ${root}apt-get install --no-install-recommends ${packages}`,
    dnf: `${root}dnf install ${packages}`,
    pacman: `${root}pacman -S --needed ${packages}`,
    brew: `brew install ${packages}`,
  }[manager];
  stop(`these are missing:\n${list}\nInstall them with\n\n  ${command}\n\nand start again.`);
}

/** Runs `npm ci` unless node_modules holds just what package-lock.json names. */
function ensurePackages() {
  if (packagesMatch()) return;
  say('installing the npm packages');
  const npm = process.env.npm_execpath;
  // Not production, whatever the surroundings say: the build and the tests are in devDependencies.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const [program, ...rest] =
    npm !== undefined && /\.[cm]?js$/.test(npm) ? [process.execPath, npm, ...args] : ['npm', ...args];
  const result = spawnSync(program, rest, { cwd: projectDir, stdio: ['ignore', 2, 2] });
  if (result.status !== 0 || !packagesMatch()) stop('npm ci did not install the packages; see above.');
}

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, integrity?: string }> }} Lock */

/** @type {(text: string) => Lock} */
const parseLock = JSON.parse;

/** Compares what npm wrote down about node_modules with the lockfile, and looks whether each folder is there. */
function packagesMatch() {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (wanted === undefined) stop('package-lock.json cannot be read.');
  if (installed === undefined) return false;
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const found = installed.packages[path];
    // An optional package for another system is absent on purpose.
    if (found === undefined && entry.optional === true) continue;
    if (found === undefined || found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (!existsSync(join(projectDir, path, 'package.json'))) return false;
  }
  return Object.keys(installed.packages).every((path) => path in wanted.packages);
}

/**
 * @param {string} path
 * @returns {Lock | undefined}
 */
function readLock(path) {
  try {
    return parseLock(readFileSync(join(projectDir, path), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * All of the set-up's output goes to standard error: standard output belongs to the command that asked for it.
 * @param {string} text
 */
function say(text) {
  console.error(`set-up: ${text}`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function stop(text) {
  console.error(`set-up: ${text}`);
  process.exit(1);
}

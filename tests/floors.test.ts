// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shape of the code base. A room imports only from rooms below it, so that every floor can be tested without the
// next; the first import that goes up, and the first cycle, is named with the reason. Further: each source carries its
// licence, no file grows past 800 lines, no C function past 70, and no npm package is there for nothing.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Every file below the folder, as paths from the project's top; what is made or installed is left out. */
function filesBelow(folder: string): string[] {
  const left = new Set(['node_modules', 'build', 'dist', '.git', 'generated', 'golden', 'test-results']);
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    if (left.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const files = ['core', 'web', 'tests', 'e2e'].filter((folder) => existsSync(join(project, folder))).flatMap(filesBelow);

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

describe('the rooms of web/', () => {
  interface Room {
    /** The rooms it may import from, besides itself. */
    readonly rooms: readonly string[];
    /** The npm packages it may import. */
    readonly packages: RegExp;
    readonly reason: string;
  }

  const NONE = /^$/;
  const LOW = ['base', 'model'];
  const ROOMS: Readonly<Record<string, Room>> = {
    base: { rooms: [], packages: NONE, reason: 'base stands on nothing, so that everything can stand on it' },
    model: { rooms: ['base'], packages: NONE, reason: 'the model is plain data that every other room agrees on' },
    scenario: {
      rooms: LOW,
      packages: /^@lezer\//,
      reason: 'the language runs against any machine: it knows neither the core nor the page nor links',
    },
    share: { rooms: LOW, packages: /^fflate$/, reason: 'a link holds text and plain data; it must open without an engine' },
    engine: {
      rooms: [...LOW, 'scenario', 'share'],
      packages: NONE,
      reason: 'the engine runs in a worker or in Node: it knows no picture and no page',
    },
    views: {
      rooms: LOW,
      packages: /^(d3-[a-z]+|preact(\/.*)?|@preact\/signals)$/,
      reason: 'a view is drawn from plain data, so that it can be tested from a fixture, without WebAssembly',
    },
    app: {
      rooms: [...LOW, 'scenario', 'share', 'engine', 'views'],
      packages: /^(?!node:)/,
      reason: 'the app joins the rooms; only main.ts stands above it',
    },
    cli: {
      rooms: [...LOW, 'scenario', 'share', 'engine'],
      packages: /^node:/,
      reason: 'the command line runs in Node and draws nothing',
    },
    main: { rooms: ['app', 'views'], packages: NONE, reason: 'main.ts brings the styles and mounts the app; nothing else' },
  };

  // The gallery is no part of the built page: it shows the views on what the engine makes of short scenarios.
  const sources = files.filter((path) => /^web\/(?!gallery\/).*\.tsx?$/.test(path));

  function roomOf(path: string): string {
    const [, first = '', ...rest] = path.split('/');
    return rest.length === 0 ? first.replace(/\.tsx?$/, '') : first;
  }

  /** What a source names: static and dynamic imports, and files addressed from the module's own place. */
  function namesIn(path: string): string[] {
    const text = read(path);
    const imports = ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
    const urls = [...text.matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g)].map((match) => match[1] ?? '');
    return [...imports, ...urls];
  }

  function resolve(from: string, name: string): string | undefined {
    const path = join(dirname(from), name.replace(/\?.*$/, ''));
    return ['', '.ts', '.tsx', '.js', '/index.ts']
      .map((ending) => path + ending)
      .find((candidate) => existsSync(join(project, candidate)) && statSync(join(project, candidate)).isFile());
  }

  const edges: Edge[] = [];
  const packages: Edge[] = [];
  const lost: string[] = [];
  for (const from of sources) {
    for (const name of namesIn(from)) {
      if (!name.startsWith('.')) {
        packages.push({ from, to: name });
        continue;
      }
      const to = resolve(from, name);
      if (to !== undefined) edges.push({ from, to });
      else if (!join(dirname(from), name).startsWith('build/')) lost.push(`${from} imports ${name}, which is not there`);
    }
  }

  test('every source belongs to a known room', () => {
    expect(sources.filter((path) => !(roomOf(path) in ROOMS))).toEqual([]);
    expect(lost).toEqual([]);
  });

  test('a room imports from lower rooms only', () => {
    const upward = edges.flatMap(({ from, to }) => {
      if (!to.startsWith('web/')) return [];
      const [own, other] = [roomOf(from), roomOf(to)];
      const room = ROOMS[own];
      if (room === undefined || own === other || room.rooms.includes(other)) return [];
      return [`${from} imports ${to}: ${room.reason}`];
    });
    expect(upward).toEqual([]);
  });

  test('a room imports only the packages that belong to it', () => {
    const foreign = packages.flatMap(({ from, to }) => {
      const room = ROOMS[roomOf(from)];
      return room === undefined || room.packages.test(to) ? [] : [`${from} imports ${to}: ${room.reason}`];
    });
    expect(foreign).toEqual([]);
  });

  test('nothing in web/ reaches into tests or e2e', () => {
    expect(edges.filter(({ to }) => /^(tests|e2e)\//.test(to))).toEqual([]);
  });

  test('no imports run in a circle', () => {
    expect(firstCycle(edges)).toBeUndefined();
  });
});

describe('the floors of core/', () => {
  // A unit is a name with its .c and .h; it includes units of lower floors only, never one of its own floor.
  const FLOORS: readonly (readonly string[])[] = [
    ['config', 'check', 'records', 'events', 'files', 'layout', 'maple_tree_entry', 'maple_tree_linux'],
    ['node', 'maple_tree_node'],
    ['ground', 'trace', 'maple_tree_debug'],
    ['slab', 'maple_tree'],
    ['stock', 'walk', 'visit', 'validate', 'linux'],
    ['gaps', 'destroy', 'decide', 'census', 'dump', 'search', 'dup', 'iterate', 'debug'],
    ['deal', 'replace', 'bulk', 'moves', 'find', 'debug_dump', 'debug_validate'],
    ['leaf', 'root', 'combine'],
    ['split', 'rebalance', 'span'],
    ['store'],
    ['tree', 'alloc'],
    ['maple_mm'],
    ['state'],
    ['account', 'sites'],
    ['vma', 'tables'],
    ['pages'],
    ['free', 'fork', 'change'],
    ['space', 'cut', 'room'],
    ['undo', 'join', 'hole'],
    ['map', 'modify', 'remap', 'touch'],
    ['heap'],
    ['operation'],
    ['exports', 'corrupt', 'photo', 'decisions', 'readers', 'states', 'memory'],
    ['abi', 'describe'],
  ];

  /** Includes that go up all the same, each with its reason. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'core/src/trace.c slab': 'an event names a node by its number, which only the slab knows',
    'core/wasm/operation.h exports': 'what is exported is declared in one list, and the frame of operations is part of it',
  };

  const sources = files.filter((path) => path.startsWith('core/') && /\.(c|h|def)$/.test(path));
  const unitOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.[^.]+$/, '');
  const floorOf = (unit: string): number => FLOORS.findIndex((floor) => floor.includes(unit));
  const includes: readonly Edge[] = sources.flatMap((from) =>
    [...read(from).matchAll(/^#\s*include\s+"([^"]+)"/gm)].map((match) => ({ from, to: match[1] ?? '' })),
  );

  test('every unit has a floor', () => {
    expect([...new Set(sources.map(unitOf))].filter((unit) => floorOf(unit) < 0)).toEqual([]);
    expect(FLOORS.flat().filter((unit) => !sources.some((path) => unitOf(path) === unit))).toEqual([]);
  });

  test('a unit includes lower units only', () => {
    const upward = includes.filter(({ from, to }) => {
      const [own, other] = [unitOf(from), unitOf(to)];
      if (own === other || `${from} ${other}` in EXCEPTIONS) return false;
      return floorOf(other) >= floorOf(own);
    });
    expect(upward.map(({ from, to }) => `${from} (floor ${floorOf(unitOf(from))}) includes ${to}`)).toEqual([]);
  });

  test('the validator is a second opinion: it includes nothing that writes', () => {
    const seen = includes.filter(({ from }) => unitOf(from) === 'validate').map(({ to }) => unitOf(to));
    expect(seen.filter((unit) => !['validate', 'slab', 'node', 'records', 'config', 'check'].includes(unit))).toEqual([]);
  });

  test('nothing in core/ includes from tests or web', () => {
    expect(includes.filter(({ to }) => /(tests|web|e2e)\//.test(to))).toEqual([]);
  });
});

describe('every source', () => {
  const SOURCE = /(\.(c|h|def|ts|tsx|mjs|js|css|html|sh|py|grammar)|Makefile)$/;
  const sources = [
    ...files.filter((path) => SOURCE.test(path)),
    ...readdirSync(project).filter((name) => /\.(ts|js)$/.test(name)),
  ];

  test('says its licence in its first lines', () => {
    const silent = sources.filter(
      (path) => !read(path).split('\n', 3).join('\n').includes('SPDX-License-Identifier: GPL-2.0-or-later'),
    );
    expect(silent).toEqual([]);
  });

  test('has less than 800 lines', () => {
    const long = sources.map((path) => ({ path, lines: read(path).split('\n').length })).filter(({ lines }) => lines > 800);
    expect(long).toEqual([]);
  });

  test('keeps its C functions within 70 lines', () => {
    const long = sources.filter((path) => extname(path) === '.c').flatMap(longFunctions);
    expect(long).toEqual([]);
  });
});

test('no npm package is there for nothing', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { readonly dependencies: Readonly<Record<string, string>> };
  const text = files.filter((path) => /^web\/.*\.(ts|tsx|css|js)$/.test(path)).map(read).join('\n');
  expect(Object.keys(dependencies).filter((name) => !text.includes(`'${name}`))).toEqual([]);
});

/** Functions of more than 70 lines: from a line that is only "{" to the next line that is only "}". */
function longFunctions(path: string): string[] {
  const found: string[] = [];
  let open: number | undefined;
  read(path)
    .split('\n')
    .forEach((line, at) => {
      if (line === '{') open = at;
      if (line !== '}' || open === undefined) return;
      if (at - open + 1 > 70) found.push(`${path}:${open + 1} has ${at - open + 1} lines`);
      open = undefined;
    });
  return found;
}

/** The first circle found among the edges, as "a → b → a"; undefined if there is none. */
function firstCycle(edges: readonly Edge[]): string | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (at: string): string | undefined => {
    const before = path.indexOf(at);
    if (before >= 0) return [...path.slice(before), at].map((file) => relative('web', file)).join(' → ');
    if (done.has(at)) return undefined;
    path.push(at);
    for (const to of next.get(at) ?? []) {
      const cycle = visit(to);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    done.add(at);
    return undefined;
  };
  for (const from of next.keys()) {
    const cycle = visit(from);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

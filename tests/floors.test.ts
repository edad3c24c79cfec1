// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shape of the code base, as web/README.md and core/README.md draw it. A room imports only from rooms below it, so
// that each can be tested without the next; the first import that goes up, and the first circle, is named. Further:
// each source carries its licence, no file grows past 800 lines, no C function past 70, no TypeScript function past 80,
// no line past 120 columns, and no npm package is there for nothing.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
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

/** The rows of every table of a README whose first column has this title, as the texts of their cells. */
function rowsOf(readme: string, title: string): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of read(readme).split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) inside = false;
    else if (cells[0] === title) inside = true;
    else if (inside && !/^-+$/.test(cells[0] ?? '')) rows.push(cells);
  }
  return rows;
}

/** The folders and files that a settings file of the type checker lists. */
function includedBy(settings: string): readonly string[] {
  const { config } = ts.readConfigFile(settings, read) as {
    readonly config: { readonly include: readonly string[] };
  };
  return config.include;
}

/** The names in backquotes in a cell. */
function namesOf(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

describe('the rooms of web/', () => {
  interface Group {
    /** The groups it may import from, besides itself. */
    readonly groups: readonly string[];
    /** The npm packages it may import: names, `d3-*` for all that begin so; undefined: any but Node's own. */
    readonly packages: readonly string[] | undefined;
    readonly holds: string;
  }

  const rows = rowsOf('web/README.md', 'room').map((cells) => ({ name: namesOf(cells[0])[0] ?? '', cells }));
  const GROUPS = new Map<string, Group>();
  /** The rooms inside groups, from the bottom up. */
  const rooms: string[] = [];
  for (const {
    name,
    cells: [, holds = '', from, packages],
  } of rows) {
    if (name.includes('/')) rooms.push(name);
    else {
      const allowed = packages === 'any' ? undefined : namesOf(packages);
      GROUPS.set(name, { groups: namesOf(from), packages: allowed, holds });
    }
  }

  const sources = files.filter((path) => /^web\/.*\.tsx?$/.test(path));

  /** The group of a source: its first folder, or its own name at the top of web/. */
  function groupOf(path: string): string {
    return path.split('/')[1] ?? '';
  }

  /** The innermost room of the map that holds a source, else the first two folders of its path, or its group. */
  function roomOf(path: string): string {
    const folders = path.split('/').slice(1, -1);
    const inner = folders.slice(0, 3).join('/');
    return rooms.includes(inner) ? inner : folders.slice(0, 2).join('/') || groupOf(path);
  }

  function mayImport(own: string, other: string): boolean {
    const [group = '', otherGroup = ''] = [own.split('/')[0], other.split('/')[0]];
    if (group !== otherGroup) return GROUPS.get(group)?.groups.includes(otherGroup) ?? false;
    return own === other || rooms.indexOf(other) < rooms.indexOf(own);
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
      else if (!join(dirname(from), name).startsWith('build/'))
        lost.push(`${from} imports ${name}, which is not there`);
    }
  }

  test('every source lies in a room of the map, and every room of the map is there', () => {
    const withRooms = new Set(rooms.map((room) => room.split('/')[0]));
    const isKnown = (room: string): boolean => rooms.includes(room) || (GROUPS.has(room) && !withRooms.has(room));
    expect(sources.filter((path) => !isKnown(roomOf(path)))).toEqual([]);
    expect([...GROUPS.keys(), ...rooms].filter((room) => !existsSync(join(project, 'web', room)))).toEqual([]);
    expect(lost).toEqual([]);
  });

  test('a room imports from lower rooms only', () => {
    const upward = edges
      .filter(({ to }) => to.startsWith('web/') && !to.includes('/generated/'))
      .filter(({ from, to }) => !mayImport(roomOf(from), roomOf(to)))
      .map(({ from, to }) => `${from} imports ${to}; ${groupOf(from)}: ${GROUPS.get(groupOf(from))?.holds ?? ''}`);
    expect(upward).toEqual([]);
  });

  test('a room imports only the packages that belong to it', () => {
    const foreign = packages.filter(({ from, to }) => {
      const allowed = GROUPS.get(groupOf(from))?.packages;
      if (allowed === undefined) return to.startsWith('node:');
      return !allowed.some((name) => `${to}/`.startsWith(name.endsWith('*') ? name.slice(0, -1) : `${name}/`));
    });
    expect(foreign.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('a settings file of web/ checks every room with the globals that it has', () => {
    const listed = ['pure', 'worker', 'dom'].flatMap((kind) => includedBy(`web/tsconfig.${kind}.json`));
    const inNode = includedBy('tsconfig.json').flatMap((path) => /^web\/(.+)/.exec(path)?.[1] ?? []);
    const needsNode = (name: string): boolean => GROUPS.get(name)?.packages?.includes('node:*') ?? false;
    const unchecked = [...GROUPS.keys()].filter((name) => !(needsNode(name) ? inNode : listed).includes(name));
    expect(unchecked).toEqual([]);
  });

  test('lesson/lesson.ts lists every file of its room that another room uses', () => {
    const header = new Set(
      read('web/lesson/lesson.ts')
        .split('\nimport ')[0]
        ?.split(/[\s(:;]+/),
    );
    const used = edges.filter(({ from, to }) => /^web\/lesson\/[^/]+\.ts$/.test(to) && groupOf(from) !== 'lesson');
    const names = new Set(used.map(({ to }) => basename(to)));
    expect([...names].filter((name) => name !== 'lesson.ts' && !header.has(name)).sort()).toEqual([]);
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
  const FLOORS = rowsOf('core/README.md', 'floor')
    .map(([floor = '', , units = '']) => ({ floor: Number(floor), units: units.split(' ') }))
    .sort((one, other) => one.floor - other.floor)
    .map(({ units }) => units);

  const sources = files.filter((path) => path.startsWith('core/') && /\.(c|cc|h|def)$/.test(path));
  const unitOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.[^.]+$/, '');
  const folderOf = (path: string): string => path.split('/')[1] ?? '';
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
      return own !== other && floorOf(other) >= floorOf(own);
    });
    expect(upward.map(({ from, to }) => `${from} (floor ${floorOf(unitOf(from))}) includes ${to}`)).toEqual([]);
  });

  test('a folder includes from the folders and units of its row only, and from all of them', () => {
    const rows = rowsOf('core/README.md', 'folder').map(([folder, , from]) => ({
      folder: namesOf(folder)[0] ?? '',
      from: namesOf(from),
    }));
    expect(rows.map(({ folder }) => folder).sort()).toEqual([...new Set(sources.map(folderOf))].sort());
    const crossing = includes
      .map(({ from, to }) => ({ from, to: join(dirname(from), to) }))
      .filter(({ from, to }) => folderOf(to) !== folderOf(from));
    const covers = (name: string, path: string): boolean =>
      name === folderOf(path) || name === `${folderOf(path)}/${unitOf(path)}`;
    const allowed = (folder: string): readonly string[] => rows.find((row) => row.folder === folder)?.from ?? [];
    const foreign = crossing.filter(({ from, to }) => !allowed(folderOf(from)).some((name) => covers(name, to)));
    expect(foreign.map(({ from, to }) => `${from} includes ${to}`)).toEqual([]);
    const unused = rows.flatMap(({ folder, from: names }) => {
      const own = crossing.filter(({ from }) => folderOf(from) === folder);
      return names.filter((name) => !own.some(({ to }) => covers(name, to))).map((name) => `${folder}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  test('a unit calls lower units only', () => {
    const upward = callsOf(sources.filter((path) => /\.cc?$/.test(path))).filter(({ from, to }) => {
      const [own, other] = [unitOf(from), unitOf(to)];
      return own !== other && floorOf(other) >= floorOf(own);
    });
    expect(
      upward.map(({ from, to, name }) => `${from} (floor ${floorOf(unitOf(from))}) names ${name} of ${to}`),
    ).toEqual([]);
  });

  test('the validator is a second opinion: it includes nothing that writes', () => {
    const seen = includes.filter(({ from }) => unitOf(from) === 'validate').map(({ to }) => unitOf(to));
    expect(seen.filter((unit) => !['validate', 'slab', 'node', 'records', 'config', 'check'].includes(unit))).toEqual(
      [],
    );
  });

  test('nothing in core/ includes from tests or web', () => {
    expect(includes.filter(({ to }) => /(tests|web|e2e)\//.test(to))).toEqual([]);
  });
});

describe('every source', () => {
  const SOURCE = /(\.(c|cc|h|def|ts|tsx|mjs|js|css|html|sh|py|grammar)|Makefile)$/;
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
    const long = sources
      .map((path) => ({ path, lines: read(path).split('\n').length }))
      .filter(({ lines }) => lines > 800);
    expect(long).toEqual([]);
  });

  test('keeps its C functions within 70 lines', () => {
    const long = sources.filter((path) => extname(path) === '.c').flatMap(longFunctions);
    expect(long).toEqual([]);
  });

  test('keeps its TypeScript functions within 80 lines', () => {
    const long = sources.filter((path) => /^web\/.*\.tsx?$/.test(path)).flatMap(longTypeScriptFunctions);
    expect(long).toEqual([]);
  });

  // Style sheets and index.html are left out: a list of selectors, a value and a policy are one line each.
  test('keeps its lines within 120 columns', () => {
    const wide = files
      .filter((path) => /\.(c|cc|h|def|tsx?|mjs|js|grammar)$/.test(path))
      .filter((path) => !path.includes('/generated/') && !WIDE_TABLES.has(path))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, at) => (WIDE.test(line) ? [`${path}:${at + 1}`] : [])),
      );
    expect(wide).toEqual([]);
  });
});

/** More than 120 characters, whatever they take in bytes. */
const WIDE = /^.{121}/u;

/** Tables whose rows are one scenario, sentence or link each, and stay on one line. */
const WIDE_TABLES: ReadonlySet<string> = new Set([
  'tests/web/engine/sweep-travel.test.ts',
  'tests/web/properties/language.property.test.ts',
  'tests/web/scenario/pasted/kept.test.ts',
  'tests/web/scenario/kept-language.test.ts',
  'tests/web/scenario/kept-rare.test.ts',
  'tests/web/scenario/kept-stops.test.ts',
  'tests/web/scenario/lies.test.ts',
  'tests/web/scenario/memory.test.ts',
  'tests/web/scenario/parser.test.ts',
  'tests/web/share/golden-links.test.ts',
]);

test('no npm package is there for nothing', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const text = files
    .filter((path) => /^web\/.*\.(ts|tsx|css|js)$/.test(path))
    .map(read)
    .join('\n');
  expect(Object.keys(dependencies).filter((name) => !text.includes(`'${name}`))).toEqual([]);
});

interface Call extends Edge {
  readonly name: string;
}

/** What C sources name of one another: functions that are defined in one and mentioned in another. */
function callsOf(sources: readonly string[]): Call[] {
  const texts = new Map(sources.map((path) => [path, read(path).replace(/\/\/.*|"(?:\\.|[^"\\])*"/g, ' ')]));
  const DEFINITION = /^(?!static|typedef)[a-z_][\w *]*?\b((?:__)?(?:mpl|mas|mt|mtree|xa)_\w+)\([^;{}]*\)\s*\{/gm;
  const homes = new Map<string, string>();
  for (const [path, text] of texts) {
    for (const [, name = ''] of text.matchAll(DEFINITION)) homes.set(name, path);
  }
  return [...texts].flatMap(([from, text]) =>
    [...new Set(text.replace(/\b(?:struct|enum) \w+/g, ' ').match(/\b\w+\b/g))].flatMap((name) => {
      const to = homes.get(name);
      return to === undefined || to === from ? [] : [{ from, to, name }];
    }),
  );
}

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

/**
 * Functions of more than 80 lines, from the first of their head to the last of their body; components are functions.
 */
function longTypeScriptFunctions(path: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const lineOf = (place: number): number => file.getLineAndCharacterOfPosition(place).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [lineOf(node.getStart(file)), lineOf(node.end)];
      if (last - first + 1 > 80) found.push(`${path}:${first} has ${last - first + 1} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
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

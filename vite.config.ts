// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build: root web/, output dist/, every path relative, so that the result works on any host under any
// sub-path. The core's WebAssembly comes from build/core/ (made by `make -C core wasm`) and is imported with `?url`.
// VITE_PUBLIC_BASE, when set, is the public address under which shared links open; the page reads it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const projectDir = fileURLToPath(new URL('.', import.meta.url));
const NO_TRANSITION = `${projectDir}web/views/shared/no-transition.ts`;
const FIRST = `${projectDir}web/app/first.ts`;
const PAGE = `${projectDir}web/main.ts`;
const WORKER = `${projectDir}web/engine/worker.ts`;

/**
 * The worker as one more way into the same build, so that what the page and the worker both need (the language's parser,
 * the engine's records) is one file that is fetched once. Vite alone would bundle the worker by itself.
 */
function workerOfTheSameBuild(): Plugin {
  return {
    name: 'worker-of-the-same-build',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== `${WORKER}?worker&url`) return null;
      const ref = this.emitFile({ type: 'chunk', id: WORKER, name: 'worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${ref};`;
    },
  };
}

/**
 * A style sheet that could not be fetched is asked for again with its part. What Vite gives the page for this holds every sheet
 * that it has asked for once for one that is there, and finds the failed link in the document: the part would come back bare.
 */
function sheetsFetchedAgain(): Plugin {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/\(err\) => \{\s*seen\[href\] = (?:void 0|undefined);/, '(err) => { delete seen[href];'],
    [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
  ];
  return {
    name: 'sheets-fetched-again',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return null;
      return {
        code: changes.reduce((text, [from, to]) => {
          if (!from.test(text)) this.error('Vite’s helper for later parts is another one: see sheetsFetchedAgain');
          return text.replace(from, to);
        }, code),
        map: null,
      };
    },
  };
}

/**
 * What the first view uses of the editor's two large modules. The rest of each (tooltips, panels, matching brackets …) is of
 * use to who works in the editor, and comes with the parts that are fetched then. A name that is missing here costs weight,
 * nothing else: what is used is found wherever it lies.
 */
const FIRST_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  '@codemirror/view/dist/index.js': ['Decoration', 'drawSelection', 'EditorView', 'gutter', 'gutterLineClass', 'GutterMarker', 'highlightSpecialChars', 'keymap', 'lineNumbers', 'runScopeHandlers'],
  '@codemirror/language/dist/index.js': ['codeFolding', 'ensureSyntaxTree', 'foldedRanges', 'foldEffect', 'foldGutter', 'foldNodeProp', 'HighlightStyle', 'indentService', 'LanguageSupport', 'LRLanguage', 'syntaxHighlighting'],
};
const FIRST_HALF = '?first';
const LATER_HALF = '?later';

/** A module as two: a bundler puts a module into one file whole, also where a tenth of it is for later. */
function modulesInHalves(): Plugin {
  const halves = new Map<string, Halves>();
  return {
    name: 'modules-in-halves',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (halves.has(id.replace(/\?\w+$/, '')) ? { id, moduleSideEffects: false } : null),
    load(id) {
      const file = id.replace(/\?\w+$/, '');
      const names = Object.entries(FIRST_EXPORTS).find(([end]) => file.endsWith(`/node_modules/${end}`))?.[1];
      if (names === undefined) return null;
      const made = halves.get(file) ?? halvesOf(file, names, (code) => this.parse(code).body);
      halves.set(file, made);
      return { code: id.endsWith(FIRST_HALF) ? made.first : id.endsWith(LATER_HALF) ? made.later : made.whole, moduleSideEffects: false, map: null };
    },
  };
}

/** A statement of a module, as far as it is looked at. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: unknown;
  readonly source?: unknown;
  readonly specifiers?: readonly Syntax[];
  readonly declarations?: readonly Syntax[];
  readonly id?: unknown;
}

interface Halves {
  readonly first: string;
  readonly later: string;
  /** Both under the module's own name. */
  readonly whole: string;
}

interface Statement {
  readonly text: string;
  readonly declares: ReadonlySet<string>;
  /** Every name in it, whatever it stands for there: too many are no harm. */
  readonly mentions: ReadonlySet<string>;
}

function halvesOf(file: string, wanted: readonly string[], parse: (code: string) => readonly Syntax[]): Halves {
  const code = readFileSync(file, 'utf8');
  const textOf = ({ start, end }: Pick<Syntax, 'start' | 'end'>): string => code.slice(start, end);
  const imports: string[] = [];
  const exported: string[] = [];
  const statements: Statement[] = [];
  for (const node of parse(code)) {
    if (node.type === 'ImportDeclaration') imports.push(textOf(node));
    else if (node.type === 'ExportNamedDeclaration' && node.source !== null) imports.push(textOf(node));
    else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) exported.push(...(node.specifiers ?? []).map(textOf));
    else if (node.type.startsWith('Export')) throw new Error(`${file} exports in a way that is not known here: ${textOf(node).slice(0, 60)}`);
    else statements.push({ text: textOf(node), declares: declaredBy(node), mentions: namesIn(node) });
  }
  const strange = [...wanted.filter((name) => !exported.includes(name)), ...exported.filter((name) => !/^\w+$/.test(name))];
  if (strange.length > 0) throw new Error(`${file} does not export by name: ${strange.join(', ')}`);

  const home = new Map(statements.flatMap((statement) => [...statement.declares].map((name) => [name, statement] as const)));
  const first = new Set<Statement>();
  const need = (statement: Statement | undefined): void => {
    if (statement === undefined || first.has(statement)) return;
    first.add(statement);
    for (const name of statement.mentions) need(home.get(name));
  };
  for (const name of wanted) need(home.get(name));
  // What declares nothing does something. And who writes a variable has to lie beside it: an import can only be read.
  for (const statement of statements) {
    const writes = [...statement.mentions].some((name) => /^let /.test(home.get(name)?.text ?? '') && new RegExp(`(?<![.\\w])${name}\\s*(?:[^\\w\\s(){}.,;:=!<>]*=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${name}\\b`).test(statement.text));
    if (statement.declares.size === 0 || writes) need(statement);
  }
  const rest = statements.filter((statement) => !first.has(statement));
  const inFirst = new Set([...first].flatMap(({ declares }) => [...declares]));
  const shared = [...inFirst].filter((name) => rest.some(({ mentions }) => mentions.has(name)));
  const [early, late] = [exported.filter((name) => inFirst.has(name)), exported.filter((name) => !inFirst.has(name))];
  const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`;
  return {
    first: lines(...imports.filter((text) => text.startsWith('import')), ...statements.filter((statement) => first.has(statement)).map(({ text }) => text), `export { ${[...new Set([...early, ...shared])].join(', ')} };`),
    later: lines(...imports, `import { ${shared.join(', ')} } from '${file}${FIRST_HALF}';`, ...rest.map(({ text }) => text), `export { ${late.join(', ')} };`),
    whole: lines(`export { ${early.join(', ')} } from '${file}${FIRST_HALF}';`, `export * from '${file}${LATER_HALF}';`),
  };
}

function declaredBy({ type, declarations, id }: Syntax): ReadonlySet<string> {
  if (type === 'VariableDeclaration') return new Set((declarations ?? []).flatMap((one) => [...namesIn(one.id)]));
  return type === 'FunctionDeclaration' || type === 'ClassDeclaration' ? namesIn(id) : new Set();
}

function namesIn(node: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  if (type === 'Identifier' && typeof name === 'string') found.add(name);
  for (const part of Object.values(node)) namesIn(part, found);
  return found;
}

/** Nothing is drawn before the first script has set the theme: it is short, and asked for before all others. */
function themeBeforePaint(): Plugin {
  return {
    name: 'theme-before-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        // The gallery of the views has a page of its own.
        if (path !== '/index.html') return html;
        if (!/src="[^"]*\/first-/.test(html)) throw new Error('the page does not begin with its first script');
        return html.replace(/<script (?=[^>]*src="[^"]*\/first-)/, '<script blocking="render" ');
      },
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** Everything that an entry imports; with `later` also what it asks for by import(). */
function reachOf(entry: string, modules: Modules, later: boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const go = (id: string): void => {
    if (found.has(id) || (id.endsWith(LATER_HALF) && !later)) return;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) go(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) go(next);
  };
  go(entry);
  return found;
}

/**
 * The first view's modules in few files, each fetched whole by who needs any of it: what comes first
 * of all, what the page begins with and the worker needs as well, and so on. A file for each set of users, as a bundler makes them by
 * itself, would be three dozen, some of a hundred bytes.
 */
function filesOfTheFirstView(): Rolldown.CodeSplittingGroup[] {
  const reaches = new Map<string, ReadonlySet<string>>();
  const fileOf = (id: string, modules: Modules): string | null => {
    const reached = (entry: string, later = false): boolean => {
      const key = `${entry} ${later}`;
      const known = reaches.get(key) ?? reachOf(entry, modules, later);
      reaches.set(key, known);
      return known.has(id);
    };
    if (reached(FIRST)) return 'first';
    if (reached(PAGE)) return reached(WORKER, true) ? 'both' : 'page';
    if (!reached(WORKER) || id === WORKER) return null;
    return reached(PAGE, true) ? 'reading' : 'engine';
  };
  // A group takes along what its modules import: those that others use as well come first.
  return ['first', 'both', 'reading', 'page', 'engine'].map((name, k) => ({ name: (id, modules) => (fileOf(id, modules) === name ? name : null), priority: 5 - k }));
}

export default defineConfig({
  root: `${projectDir}web`,
  base: './',
  envDir: projectDir,
  cacheDir: `${projectDir}node_modules/.vite`,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  plugins: [modulesInHalves(), workerOfTheSameBuild(), sheetsFetchedAgain(), themeBeforePaint()],
  // What moves in the page is moved by the views; zooming alone needs nothing of the transitions, colours and curves that come with it.
  resolve: { alias: { 'd3-transition': NO_TRANSITION, 'd3-interpolate': NO_TRANSITION } },
  // The core's modules stay files of their own: a data URL of that size would only make the page's script larger.
  build: {
    outDir: `${projectDir}dist`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: true,
    // A part that is fetched later brings its style sheet; a table of everything that it imports would be dead weight here,
    // and a worker has no document to put it into.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))) },
    // The editor changes seldom and is the larger half: a file of its own stays in caches when the page changes. What it
    // needs only when somebody writes in it is fetched then.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'parser', priority: 9, test: /node_modules\/@lezer\/(common|lr)\// },
            { name: 'editor', priority: 8, test: /node_modules\/(@codemirror\/(?!autocomplete|commands|lint|search)[^?]*(\?first)?|@lezer\/highlight\/.*|@marijn\/.*|style-mod\/.*|w3c-keyname\/.*)$/ },
            ...filesOfTheFirstView(),
          ],
        },
      },
    },
  },
  // No watching of what is built or installed; files outside web/ are served only from this project.
  server: { fs: { allow: [projectDir] }, strictPort: false },
  preview: { strictPort: true },
});

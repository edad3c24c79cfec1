// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): a module as two, what the first view uses of it and the rest. A bundler puts a module
// into one file whole, and the editor's two large ones would weigh on the first view with much that is of use only to who
// works in the editor. Each is read as statements; what the first view's exports need, directly or not, is the first half,
// the other half imports from it, and both together stand under the module's own name. Knows no name but those it is given.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What the first view uses of the editor's two large modules. The rest of each (tooltips, panels, matching brackets …) is of
 * use to who works in the editor, and comes with the parts that are fetched then. A name that is missing here costs weight,
 * nothing else: what is used is found wherever it lies.
 */
const FIRST_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  '@codemirror/view/dist/index.js': ['Decoration', 'EditorView', 'gutter', 'gutterLineClass', 'GutterMarker', 'highlightSpecialChars', 'keymap', 'lineNumbers', 'runScopeHandlers'],
  '@codemirror/language/dist/index.js': ['codeFolding', 'ensureSyntaxTree', 'foldedRanges', 'foldEffect', 'foldGutter', 'foldNodeProp', 'HighlightStyle', 'indentService', 'LanguageSupport', 'LRLanguage', 'syntaxHighlighting'],
};
const FIRST_HALF = '?first';
/** How the name of a second half ends. */
export const LATER_HALF = '?later';

/** Halves each module that FIRST_EXPORTS names. */
export function modulesInHalves(): Plugin {
  const halves = new Map<string, Halves>();
  return {
    name: 'modules-in-halves',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      const path = id.startsWith('./') && importer !== undefined ? join(dirname(importer), id) : id;
      return halves.has(path.replace(/\?\w+$/, '')) ? { id: path, moduleSideEffects: false } : null;
    },
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
  // By its name alone: a path would end up in the source maps.
  const self = `./${basename(file)}`;
  const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`;
  return {
    first: lines(...imports.filter((text) => text.startsWith('import')), ...statements.filter((statement) => first.has(statement)).map(({ text }) => text), `export { ${[...new Set([...early, ...shared])].join(', ')} };`),
    later: lines(...imports, `import { ${shared.join(', ')} } from '${self}${FIRST_HALF}';`, ...rest.map(({ text }) => text), `export { ${late.join(', ')} };`),
    whole: lines(`export { ${early.join(', ')} } from '${self}${FIRST_HALF}';`, `export * from '${self}${LATER_HALF}';`),
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

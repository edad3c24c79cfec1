// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the modules of web/scenario/statements say of themselves, as tables: `node web/cli/grammar.mjs` writes them.
// So texts that only completion and hover show stay out of what runs, and the traits of operations are known to rooms
// that know no statement.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HEAD = `// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the statements say of themselves. Written by \`node web/cli/grammar.mjs\`; not to be edited.

`;
const web = fileURLToPath(new URL('..', import.meta.url));

/** The words by which `tree` chooses a release (core/src/releases.def). */
export function releaseWords() {
  const enums = readFileSync(`${web}model/generated/enums.ts`, 'utf8');
  const [rows = ''] = /^export const RELEASES = [^]*?^\}/m.exec(enums) ?? [];
  return [...rows.matchAll(/\bword: '(\w+)'/g)].map(([, word]) => word ?? '');
}

/** The grammar with the words of the releases. */
export function grammarText(words = releaseWords()) {
  const written = readFileSync(`${web}scenario/language/maple.grammar`, 'utf8');
  return `${written}\nrelease { ${words.map((word) => `word<"${word}">`).join(' | ')} }\n`;
}

/** The modules that define statements, by file name without its ending. */
export function statementModules() {
  return readdirSync(`${web}scenario/statements`)
    .filter((file) => readFileSync(`${web}scenario/statements/${file}`, 'utf8').includes('\nexport const about'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

/**
 * File name → text. Statements keep the order of the grammar.
 *
 * @param {ReadonlyMap<string, import('../scenario/statements/statement').Module>} modules By file name.
 */
export function statementTables(modules) {
  const page = readFileSync(`${web}scenario/language/language.md`, 'utf8');
  const grammar = grammarText();
  /** @type {readonly string[]} */
  const nodes = (/\nstatement \{([^}]*)\}/.exec(grammar)?.[1] ?? '').match(/\w+/g) ?? [];
  refuseUnknownNodes(modules, nodes);
  /** @param {import('../scenario/statements/statement').Module} module */
  const order = ({ statements }) => nodes.indexOf(statements[0]?.node ?? '');
  const inOrder = [...modules].sort(([, a], [, b]) => order(a) - order(b));
  const docs = inOrder.flatMap(([, { about }]) =>
    Object.entries(about).map(([word, told]) => ({ word, ...told, place: told.place ?? told.form })),
  );
  const headings = new Set([...page.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading));
  const lost = docs.filter(({ place }) => place !== '' && !headings.has(place));
  if (lost.length > 0)
    throw new Misfit(
      `web/scenario/language/language.md has no heading for ${lost.map(({ word }) => word).join(', ')}. ` +
        `Add a section headed ${lost.map(({ place }) => `\`${place}\``).join(', ')}, ` +
        'or name another heading in `place`.',
    );
  const traits = docs.flatMap(({ word, traits: own }) =>
    own === undefined ? [] : [/** @type {const} */ ([word, Object.assign({}, ...own)])],
  );
  const soft = [...new Set([...grammar.matchAll(/\bword<"([a-z_]+)">/g)].map(([, word]) => word))].sort();
  return new Map([
    ['scenario/generated/statements.ts', registry(inOrder.map(([file]) => file))],
    ['scenario/generated/docs.ts', docsText(docs)],
    [
      'scenario/generated/soft-words.ts',
      `${HEAD}/** Words that only one place knows. */\nexport const SOFT = [\n` +
        `${soft.map((word) => `  '${word}',\n`).join('')}] as const;\n`,
    ],
    ['model/generated/ops.ts', opsText(traits)],
  ]);
}

/** Grammar, modules and page do not fit together: says which file, and what to do. */
export class Misfit extends Error {}

/**
 * @param {ReadonlyMap<string, import('../scenario/statements/statement').Module>} modules By file name.
 * @param {readonly string[]} nodes Names of the grammar's statements.
 */
function refuseUnknownNodes(modules, nodes) {
  const grammar = 'web/scenario/language/maple.grammar';
  const read = new Set();
  for (const [file, { statements }] of modules)
    for (const { kind, node } of statements) {
      read.add(node);
      if (!nodes.includes(node))
        throw new Misfit(
          `web/scenario/statements/${file}.ts: \`${kind}\` has the node \`${node}\`, which the rule \`statement\` of ` +
            `${grammar} does not list. Add \`${node}\` to that list and write its rule, or correct \`node\` ` +
            'in the module.',
        );
    }
  const unread = nodes.find((node) => !read.has(node));
  if (unread !== undefined)
    throw new Misfit(
      `${grammar}: the rule \`statement\` lists \`${unread}\`, and no module has that \`node\`. Write the module in ` +
        'web/scenario/statements/ (it exports `about` and `statements`), or take the name out of the list.',
    );
}

/** @param {readonly string[]} files */
function registry(files) {
  /** @param {string} file */
  const name = (file) =>
    `${file.replace(/-(.)/g, (/** @type {string} */ found) => found.slice(1).toUpperCase())}Statements`;
  const imports = files.map((file) => `import { statements as ${name(file)} } from '../statements/${file}';\n`);
  return `${HEAD}import type { Definition } from '../statements/statement';
${imports.join('')}
/** Every kind of statement, in the order of the grammar. */
export const STATEMENTS: readonly Definition[] = [
${files.map((file) => `  ...${name(file)},\n`).join('')}];
`;
}

/** @param {readonly (import('../scenario/statements/statement').About & { word: string, place: string })[]} docs */
function docsText(docs) {
  const rows = docs.map(({ word, form, doc, call = '', place, result = [], words = {} }) =>
    JSON.stringify({
      word,
      form,
      doc,
      call,
      place,
      result: typeof result === 'string' ? [result, word] : result,
      words,
    }),
  );
  return `${HEAD}import type { ResultKind } from '../statements/statement';

export interface StatementDoc {
  readonly word: string;
  readonly form: string;
  readonly doc: string;
  /** The call of Linux; empty where none is made. */
  readonly call: string;
  /** The heading of the language's page; empty where it has none. */
  readonly place: string;
  /** What \`result()\` is after it, and after which form; empty where it has none. */
  readonly result: readonly [kind: ResultKind, form: string] | readonly [];
  readonly words: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** In the order of the grammar. */
export const STATEMENT_DOCS: readonly StatementDoc[] = [
${rows.map((row) => `  ${row},\n`).join('')}];
`;
}

/** @param {readonly (readonly [string, object])[]} traits */
function opsText(traits) {
  return `${HEAD}import type { OpTraits } from '../ops';

export const OPS = {
${traits.map(([word, own]) => `  ${word}: ${JSON.stringify(own)},\n`).join('')}} as const \
satisfies Readonly<Record<string, OpTraits>>;
`;
}

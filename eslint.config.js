// SPDX-License-Identifier: GPL-2.0-or-later
//
// What ESLint's own rules and ours see. The rules that read types are Oxlint's (.oxlintrc.json), which reads them in a
// fraction of the time; of those here, only two ask for types. What a rule would only repeat from the compiler is off;
// no warning is allowed.

import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// What people read is made last, and no code reads it: what it says stands beside it as data.
const READS = '/^(test|exec|match|matchAll|search|split|includes|indexOf|startsWith|endsWith|replace|replaceAll)$/';
const SENTENCES = '/^(message|messages|hint|hints|why|gutter|caption|sentence|sentences|doc|template)$/';
/** Functions that make a sentence, by their names. */
const WORDING = '/(Text|Words|Sentence|Headline)$/';
const READING = 'Ask the data beside a sentence, not its words.';
const NO_READING = [
  `CallExpression[callee.property.name=${READS}][callee.object.property.name=${SENTENCES}]`,
  `CallExpression[callee.property.name=${READS}][callee.object.name=${SENTENCES}]`,
  `CallExpression[callee.property.name=${READS}] > MemberExpression.arguments[property.name=${SENTENCES}]`,
  `CallExpression[callee.property.name=${READS}] > Identifier.arguments[name=${SENTENCES}]`,
  `CallExpression[callee.property.name=${READS}][callee.object.callee.name=${WORDING}]`,
  `CallExpression[callee.property.name=${READS}] > CallExpression.arguments[callee.name=${WORDING}]`,
  // The sign between the parts of a result, whatever the variable is called that holds it.
  `CallExpression[callee.property.name=${READS}] > Literal.arguments[value=/ · /]`,
  `CallExpression[callee.property.name=${READS}] > Literal.arguments[regex.pattern=/ · /]`,
  `CallExpression[callee.property.name=${READS}][callee.object.regex.pattern=/ · /]`,
].map((selector) => ({ selector, message: READING }));

// What the page shows follows signals, and app/store/ is where they change: a room calls an action of the store. State
// that a component made for itself by useSignal is not the store's: the component may write it.
/** @type {import('eslint').Rule.RuleModule} */
const WRITTEN_IN_STORE = {
  create(context) {
    const { sourceCode } = context;
    /** @type {unknown} */
    const parsed = sourceCode.parserServices;
    const services = /** @type {{ getTypeAtLocation(node: object): { symbol?: { name: string } } }} */ (parsed);
    /** @param {import('estree').Expression | import('estree').Super} node */
    const isOwn = (node) => {
      if (node.type !== 'Identifier') return false;
      /** @type {import('eslint').Scope.Scope | null} */
      let scope = sourceCode.getScope(node);
      while (scope !== null && !scope.set.has(node.name)) scope = scope.upper;
      const defined = scope?.set.get(node.name)?.defs ?? [];
      return defined.some(
        ({ node: home }) =>
          home.type === 'VariableDeclarator' &&
          home.init?.type === 'CallExpression' &&
          home.init.callee.type === 'Identifier' &&
          home.init.callee.name === 'useSignal',
      );
    };
    /** @param {import('estree').Node} target */
    const check = (target) => {
      if (target.type !== 'MemberExpression' || target.property.type !== 'Identifier') return;
      if (target.property.name !== 'value' || isOwn(target.object)) return;
      if (services.getTypeAtLocation(target.object).symbol?.name !== 'Signal') return;
      context.report({ node: target, message: 'Signals are written in app/store: call an action of the store.' });
    };
    return {
      AssignmentExpression: ({ left }) => check(left),
      UpdateExpression: ({ argument }) => check(argument),
    };
  },
};

export default defineConfig(
  { ignores: ['node_modules/', 'build/', 'dist/', '**/generated/**', 'core/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: {
      parserOptions: {
        project: 'tests/setup/tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A loop over a typed array or a checked length may say so.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Export by name.' }],
      eqeqeq: 'error',
      // The compiler knows which names a room has.
      'no-undef': 'off',
    },
  },
  {
    files: ['web/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        ...NO_READING,
      ],
    },
  },
  {
    // What a log of calls alone can say stands in its own two files.
    files: ['web/scenario/effects/**'],
    ignores: ['web/scenario/effects/trace*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        ...NO_READING,
        ...[
          'Literal[value=/ [a-z]+ [a-z]+ /]',
          'TemplateLiteral > TemplateElement[value.raw=/ [a-z]+ [a-z]+ [a-z]+ /]',
        ].map((sentence) => ({
          selector: `CallExpression[callee.name=/^reasons?$/] > ${sentence}`,
          message: 'A reason of a step is worded in web/words/.',
        })),
      ],
    },
  },
  {
    files: ['web/**'],
    ignores: ['web/app/store/**'],
    plugins: { page: { rules: { 'written-in-store': WRITTEN_IN_STORE } } },
    rules: { 'page/written-in-store': 'error' },
  },
  {
    // Rooms that promise the same run everywhere: no clock and no chance that a seed does not give.
    files: ['web/{base,model,words,scenario,share,engine,lesson}/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Chance comes from a seed.' },
        { object: 'Date', property: 'now', message: 'The engine and the language use no clock.' },
      ],
      'no-restricted-globals': ['error', { name: 'Date', message: 'The engine and the language use no clock.' }],
    },
  },
  {
    // Tools that look for a default export by name.
    files: ['**/*.config.{js,ts}'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);

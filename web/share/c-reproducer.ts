// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls of a run as a C program against the public interface of the maple tree: a module for a kernel, a program
// beside Maplescope's own library. Pure.
//
// Reads by a reader are left out: they change no tree. They, and calls that the interface lacks, are comments in their
// place, and are counted in the head; a tree with no other calls is named and not shown, since nothing of it would be
// true. An allocation under a tree's own spinlock may not wait. Refused requests are the allocator's own affair:
// comments mention them, the program does not make them.

import { ZERO_ENTRY_WORD } from '../model/entry';
import type { StateCall, CallRecord, CallRecords } from '../model/call-record';
import type { TreeMode } from '../model/tree-mode';
import { DEFAULT_RELEASE, releaseRow } from '../model/releases';

export interface ReproducerFacts {
  readonly title: string;
  readonly engine: string;
  readonly step: number;
  readonly steps: number;
}

/** Lines of a function before another one begins; a call is never cut. */
const LINES_A_FUNCTION = 400;
/** Letters of a line of a comment that may be long. */
const COMMENT_LETTERS = 116;

/** The program's text, ASCII but for what the title brings along. */
export function cReproducer({ calls, omitted }: CallRecords, facts: ReproducerFacts): string {
  const names = namesOf(calls);
  const counted = countersOf(calls, names);
  const { shown, begun, left: without } = treesOf(calls, names);
  const blocks = calls.map((call, k) => [
    ...stepComment(call, calls[k - 1]),
    ...attributeLines(call, names, counted),
    ...(shown.includes(nameOf(call, names)) ? linesOf(call, names) : leftOut(call, names)),
    ...counterLines(call, names, counted),
  ]);
  const parts: string[][] = [];
  for (const block of blocks) {
    const open = parts.at(-1);
    if (open === undefined || open.length + block.length > LINES_A_FUNCTION)
      parts.push(block[0] === '' ? block.slice(1) : block);
    else open.push(...block);
  }
  return [
    ...headOf({ calls, omitted }, facts),
    '',
    ...HEAD,
    '',
    ...shown.map((name) => `static struct maple_tree ${name};`),
    ...statesOf(calls).map((state) => `static struct ma_state ${state};`),
    ...counted.map(
      (name) => `static unsigned long next_${name}; // Where the next cyclic allocation in ${labelOf(name)} begins.`,
    ),
    '',
    ...(shown.length > 0 ? [...SHOW, ''] : []),
    ...(blocks.some((lines) => lines.some((line) => /\brepro_note\(/.test(line))) ? [...NOTE, ''] : []),
    ...parts.flatMap((lines, k) => [
      `static void repro_part_${k + 1}(void)`,
      '{',
      ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
      '}',
      '',
    ]),
    'static void reproduce(void)',
    '{',
    ...(begun.length > 0 ? ['\t// Made by no call of the public interface: they begin empty here.'] : []),
    ...begun.map((name) => `\tmt_init_flags(&${name}, 0);`),
    ...parts.map((_, k) => `\trepro_part_${k + 1}();`),
    ...[...new Set(names.values())].flatMap((name) => [
      ...withoutLines(name, without.get(name), shown.includes(name)).map((line) => `\t${line}`),
      ...(shown.includes(name) ? [`\trepro_show(&${name}, "${labelOf(name)}");`] : []),
    ]),
    ...statesOf(calls).map((state) => `\tif (${state}.tree)\n\t\tmas_destroy(&${state});`),
    ...shown.map((name) => `\tmtree_destroy(&${name});`),
    '}',
    '',
    ...TAIL,
    '',
  ].join('\n');
}

// The comment above the program: its steps, and its omissions.
function headOf({ calls, omitted }: CallRecords, { title, step, steps, engine }: ReproducerFacts): string[] {
  const left = calls.flatMap((call) => (call.kind === 'other' ? [call.statement] : []));
  const reads = calls.flatMap((call) => (call.kind === 'reader' ? [call.statement] : []));
  const [are, stand] = left.length === 1 ? ['is', 'it stands as a comment'] : ['are', 'they stand as comments'];
  return [
    '// SPDX-License-Identifier: GPL-2.0-or-later',
    '//',
    `// ${plain(title)}: steps 1 to ${step} of ${steps}, made by Maplescope (${engine}).`,
    ...(left.length > 0
      ? wrapped(
          `${callsText(left.length)} ${are} not of the public interface (${numbered(left)}): ${stand}, ` +
            'and from there on the trees may differ.',
        )
      : []),
    ...(reads.length > 0
      ? wrapped(
          `${callsText(reads.length)} of readers ${reads.length === 1 ? 'is' : 'are'} left out (${numbered(reads)}): ` +
            'reading changes no tree.',
        )
      : []),
    ...(omitted > 0 ? [`// ${omitted} more calls were left out.`] : []),
    '//',
    ...(calls.some(({ kind }) => kind === 'prealloc' || kind === 'dup' || kind === 'state')
      ? [
          "// mas_preallocate() and mtree_dup() are called, or allocate, with a tree's spinlock held and may not " +
            'wait: ' +
            'GFP_NOWAIT.',
          '//',
        ]
      : []),
    '// In a kernel this is a module. Elsewhere, with the library and the shim folder of Maplescope:',
    '//     cc -I tests/api/shim -I build/core/lib reproducer.c build/core/lib/libmaple.a',
  ];
}

// The program's remark on a tree some of whose calls the interface lacks; `count`: how many.
function withoutLines(name: string, count: number | undefined, isShown: boolean): string[] {
  if (count === undefined) return [];
  const told = isShown
    ? `without ${callsText(count)} of the run, for which the public interface has no call`
    : 'the public interface has no call for its steps: nothing to show';
  return [`repro_say("${labelOf(name)}: ${told}\\n");`];
}

const HEAD = [
  '#ifdef __KERNEL__',
  '#include <linux/maple_tree.h>',
  '#include <linux/module.h>',
  '#include <linux/xarray.h>',
  '#define repro_say(...) pr_info(__VA_ARGS__)',
  '#else',
  '#include <linux/maple_tree.h>',
  '#include <stdio.h>',
  '#define repro_say(...) printf(__VA_ARGS__)',
  '#endif',
];

const SHOW = [
  'static void repro_show(struct maple_tree *tree, const char *name)',
  '{',
  '\tMA_STATE(mas, tree, 0, 0);',
  '\tvoid *entry;',
  '',
  '\tmas_lock(&mas);',
  '\tmas_for_each(&mas, entry, ULONG_MAX) {',
  '\t\tif (xa_is_value(entry))',
  '\t\t\trepro_say("%s %lx-%lx v%lu\\n", name, (unsigned long)mas.index, (unsigned long)mas.last, (unsigned ' +
    'long)xa_to_value(entry));',
  '\t\telse',
  '\t\t\trepro_say("%s %lx-%lx zero\\n", name, (unsigned long)mas.index, (unsigned long)mas.last);',
  '\t}',
  '\tmas_unlock(&mas);',
  '}',
];

const NOTE = [
  'static void repro_note(int step, long ret)',
  '{',
  '\tif (ret < 0)',
  '\t\trepro_say("step %d gave %ld\\n", step, ret);',
  '}',
];

const TAIL = [
  '#ifdef __KERNEL__',
  'static int __init reproducer_init(void)',
  '{',
  '\treproduce();',
  '\treturn 0;',
  '}',
  '',
  'static void __exit reproducer_exit(void) { }',
  '',
  'module_init(reproducer_init);',
  'module_exit(reproducer_exit);',
  'MODULE_DESCRIPTION("A maple tree scenario");',
  'MODULE_LICENSE("GPL");',
  '#else',
  'int main(void)',
  '{',
  '\treproduce();',
  '\treturn 0;',
  '}',
  '#endif',
];

// Trees are called so, and functions repro_…: C, a compiler or a header may have a use for any other name, as for
// `linux`, `asm` or `list`.
const TREE = 'tree_';

// One C name a tree, with a number where a name was used again.
function namesOf(calls: readonly CallRecord[]): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const used = new Set<string>();
  const add = (tree: string, of: number): void => {
    const key = keyOf(tree, of);
    if (made.has(key)) return;
    const base = TREE + tree;
    let name = base;
    for (let n = 2; used.has(name); n++) name = `${base}_${n}`;
    used.add(name);
    made.set(key, name);
  };
  for (const call of calls) {
    if (call.of !== 0) add(call.tree, call.of);
    if (call.kind === 'dup') add(call.to, call.toOf);
  }
  return made;
}

// Empty for a call on no tree.
const nameOf = ({ tree, of }: CallRecord, names: ReadonlyMap<string, string>): string =>
  names.get(keyOf(tree, of)) ?? '';

/** A tree in what is printed and in comments. */
const labelOf = (name: string): string => name.slice(TREE.length);

/** Calls that say nothing of what a tree holds where nothing else was done to it. */
const FRAMES: ReadonlySet<CallRecord['kind']> = new Set<CallRecord['kind']>([
  'create',
  'set-rcu',
  'destroy',
  'reader',
  'other',
]);

// `shown`: trees of the program; `begun`: those of them that no call of it initialises; `left`: how many calls of a
// tree stand as comments.
function treesOf(
  calls: readonly CallRecord[],
  names: ReadonlyMap<string, string>,
): {
  readonly shown: readonly string[];
  readonly begun: readonly string[];
  readonly left: ReadonlyMap<string, number>;
} {
  const left = new Map<string, number>();
  const done = new Set<string>();
  const made = new Set<string>();
  for (const call of calls) {
    const name = nameOf(call, names);
    if (name === '') continue;
    if (call.kind === 'other') left.set(name, (left.get(name) ?? 0) + 1);
    if (!FRAMES.has(call.kind)) done.add(name);
    if (call.kind === 'create') made.add(name);
    if (call.kind === 'dup') done.add(names.get(keyOf(call.to, call.toOf))!);
  }
  const shown = [...new Set(names.values())].filter((name) => done.has(name) || !left.has(name));
  return { shown, begun: shown.filter((name) => !made.has(name)), left };
}

// "2 map, fork, exit": how often each stands there, in order of the first.
function numbered(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (count === 1 ? word : `${count} ${word}`)).join(', ');
}

// As lines of a comment.
function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length > COMMENT_LETTERS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `// ${line}`);
}

const callsText = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);

// A call on a tree that the program does not have.
function leftOut(call: CallRecord, names: ReadonlyMap<string, string>): string[] {
  if (call.kind === 'other' || call.kind === 'reader') return linesOf(call, names);
  const name = labelOf(nameOf(call, names));
  return call.kind === 'create'
    ? [`// ${name} is made here. The calls on it are not of the public interface, and are left out.`]
    : [`// ${name}: ${call.kind}.`];
}

const keyOf = (tree: string, of: number): string => `${of} ${tree}`;

function stepComment({ step, line, error }: CallRecord, before: CallRecord | undefined): string[] {
  if (before?.step === step) return [];
  return [
    ...(before === undefined ? [] : ['']),
    `// step ${step}, line ${line}${error === null ? '' : `: gave ${error}`}`,
  ];
}

// The kernel that compiles this has one release only: its own.
function releaseNote({ release }: TreeMode): string {
  const { name, about } = releaseRow(release);
  return release === DEFAULT_RELEASE ? '' : ` // In the scenario it follows ${name}: ${about}.`;
}

function linesOf(call: CallRecord, names: ReadonlyMap<string, string>): string[] {
  const tree = `&${nameOf(call, names)}`;
  const noted = (made: string): string[] => [`repro_note(${call.step}, ${made});`];
  switch (call.kind) {
    case 'create':
      return [`mt_init_flags(${tree}, ${flags(call.mode)});${releaseNote(call.mode)}`];
    case 'set-rcu':
      return [call.on ? `mt_set_in_rcu(${tree});` : `mt_clear_in_rcu(${tree});`];
    case 'store':
      return noted(
        `mtree_store_range(${tree}, ${hex(call.first)}, ${hex(call.last)}, ${entry(call.word)}, GFP_KERNEL)`,
      );
    case 'insert':
      return noted(
        `mtree_insert_range(${tree}, ${hex(call.first)}, ${hex(call.last)}, ${entry(call.word)}, GFP_KERNEL)`,
      );
    case 'prealloc':
    case 'bulk':
    case 'gap':
    case 'iterate':
      return stateOfOwnLines(call, tree);
    case 'erase':
      return [`mtree_erase(${tree}, ${hex(call.at)});`];
    case 'load':
      return [`mtree_load(${tree}, ${hex(call.at)});`];
    case 'alloc':
      return [
        '{',
        '\tunsigned long at;',
        '',
        `\trepro_note(${call.step}, ${call.top ? 'mtree_alloc_rrange' : 'mtree_alloc_range'}(${tree}, &at, ` +
          `${entry(call.word)}, ${hex(call.size)}, ${hex(call.min)}, ${hex(call.max)}, GFP_KERNEL));`,
        '}',
      ];
    case 'cyclic':
      return [
        '{',
        '\tunsigned long at;',
        '',
        `\trepro_note(${call.step}, mtree_alloc_cyclic(${tree}, &at, ${entry(call.word)}, ${hex(call.min)}, ` +
          `${hex(call.max)}, &next_${nameOf(call, names)}, GFP_KERNEL));`,
        '}',
      ];
    case 'dup':
      return noted(`mtree_dup(${tree}, &${names.get(keyOf(call.to, call.toOf))!}, GFP_NOWAIT)`);
    case 'destroy':
      return [`mtree_destroy(${tree});`];
    case 'state':
      return [
        ...(call.lost
          ? [`mas_reset(&${stateOf(call.state)}); // Its node was gone: this would read freed memory.`]
          : []),
        ...stateLines(call.call, stateOf(call.state), tree, noted),
      ];
    case 'reader':
      return [`// ${plain(call.what)}: left out, it changes no tree.`];
    case 'other':
      return [`// ${plain(call.what)}: no call of the public interface.`];
  }
}

// Calls on a state of the tree that the program makes for them.
function stateOfOwnLines(
  call: Extract<CallRecord, { readonly kind: 'prealloc' | 'bulk' | 'gap' | 'iterate' }>,
  tree: string,
): string[] {
  const state = (first: bigint, last: bigint, lines: readonly string[]): string[] => [
    '{',
    `\tMA_STATE(mas, ${tree}, ${hex(first)}, ${hex(last)});`,
    '',
    ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ];
  switch (call.kind) {
    case 'prealloc':
      return state(call.first, call.last, [
        'int ret;',
        '',
        'mas_lock(&mas);',
        `ret = mas_preallocate(&mas, ${entry(call.word)}, GFP_NOWAIT);`,
        'if (!ret)',
        `\tmas_store_prealloc(&mas, ${entry(call.word)});`,
        'mas_unlock(&mas);',
        `repro_note(${call.step}, ret);`,
      ]);
    case 'bulk':
      return state(0n, 0n, [
        'static const struct { unsigned long first, last, value; } stores[] = {',
        ...call.stores.map(({ first, last, word }) => `\t{ ${hex(first)}, ${hex(last)}, ${hex(word)} },`),
        '};',
        '',
        'mas_lock(&mas);',
        `repro_note(${call.step}, mas_expected_entries(&mas, ${call.expected}));`,
        `for (int k = 0; k < ${call.stores.length}; k++) {`,
        '\tmas_set_range(&mas, stores[k].first, stores[k].last);',
        // The words as they are: a value entry is twice its number and one.
        '\tmas_store(&mas, (void *)stores[k].value);',
        '}',
        'mas_destroy(&mas);',
        'mas_unlock(&mas);',
      ]);
    case 'gap':
      return state(0n, 0n, [
        'mas_lock(&mas);',
        `repro_note(${call.step}, ${call.top ? 'mas_empty_area_rev' : 'mas_empty_area'}(&mas, ${hex(call.min)}, ` +
          `${hex(call.max)}, ${hex(call.size)}));`,
        'mas_unlock(&mas);',
      ]);
    case 'iterate':
      return state(call.at, call.at, [
        'mas_lock(&mas);',
        `for (int k = 0; k < ${call.count}; k++)`,
        `\tmas_${call.move}(&mas${call.move === 'walk' ? '' : `, ${hex(call.limit)}`});`,
        'mas_unlock(&mas);',
      ]);
  }
}

const stateOf = (state: number): string => `state_${state}`;

function statesOf(calls: readonly CallRecord[]): readonly string[] {
  return [...new Set(calls.flatMap((call) => (call.kind === 'state' ? [stateOf(call.state)] : [])))];
}

function stateLines(call: StateCall, name: string, tree: string, noted: (made: string) => string[]): string[] {
  const locked = (lines: readonly string[]): string[] => [`mas_lock(&${name});`, ...lines, `mas_unlock(&${name});`];
  switch (call.what) {
    case 'open':
      return [`mas_init(&${name}, ${tree}, 0);`];
    case 'close':
      return [`mas_destroy(&${name});`, `${name}.tree = NULL;`];
    case 'reset':
    case 'pause':
      return [`mas_${call.what}(&${name});`];
    case 'set':
      return [`mas_set_range(&${name}, ${hex(call.first)}, ${hex(call.last)});`];
    case 'aim':
      return [`${name}.index = ${hex(call.first)};`, `${name}.last = ${hex(call.last)};`];
    case 'move': {
      const made = `mas_${call.move}(&${name}${call.move === 'walk' ? '' : `, ${hex(call.limit)}`})`;
      const goesOn =
        call.move === 'next_range' || call.move === 'prev_range' ? `(${made} || mas_is_active(&${name}))` : made;
      return locked(call.count === 1 ? [`${made};`] : [`for (int k = 0; k < ${call.count} && ${goesOn}; k++)`, '\t;']);
    }
    case 'prepare':
      return locked(noted(`mas_preallocate(&${name}, ${entry(call.word)}, GFP_NOWAIT)`));
    case 'store':
      return locked(noted(`mas_store_gfp(&${name}, ${entry(call.word)}, GFP_NOWAIT)`));
    case 'store-prepared':
      return locked([`mas_store_prealloc(&${name}, ${entry(call.word)});`]);
    case 'search':
      return locked(
        noted(
          `${call.top ? 'mas_empty_area_rev' : 'mas_empty_area'}(&${name}, ${hex(call.min)}, ${hex(call.max)}, ` +
            `${hex(call.size)})`,
        ),
      );
  }
}

// Trees that are allocated from in a circle, or copied to or from one that is.
function countersOf(calls: readonly CallRecord[], names: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  for (const { kind, tree, of } of calls) if (kind === 'cyclic') found.add(names.get(keyOf(tree, of))!);
  for (let grown = true; grown;) {
    grown = false;
    for (const call of calls) {
      if (call.kind !== 'dup') continue;
      const [from, to] = [names.get(keyOf(call.tree, call.of))!, names.get(keyOf(call.to, call.toOf))!];
      if (found.has(to) === found.has(from)) continue;
      found.add(from).add(to);
      grown = true;
    }
  }
  return [...found];
}

// mtree_dup() wants a target with the same attributes, and the mark of a counter that ran over is one (rule
// "duplicate").
function attributeLines(call: CallRecord, names: ReadonlyMap<string, string>, counted: readonly string[]): string[] {
  const name = nameOf(call, names);
  if (call.kind !== 'dup' || !counted.includes(name)) return [];
  return [`mt_init_flags(&${names.get(keyOf(call.to, call.toOf))!}, ${name}.ma_flags & ~MT_FLAGS_HEIGHT_MASK);`];
}

function counterLines(call: CallRecord, names: ReadonlyMap<string, string>, counted: readonly string[]): string[] {
  const name = nameOf(call, names);
  if (call.kind === 'create' && counted.includes(name)) return [`next_${name} = 0;`];
  if (call.kind !== 'dup' || !counted.includes(name)) return [];
  return [`next_${names.get(keyOf(call.to, call.toOf))!} = next_${name};`];
}

function flags({ alloc, rcu }: { readonly alloc: boolean; readonly rcu: boolean }): string {
  const set = [...(alloc ? ['MT_FLAGS_ALLOC_RANGE'] : []), ...(rcu ? ['MT_FLAGS_USE_RCU'] : [])];
  return set.length === 0 ? '0' : set.join(' | ');
}

function hex(word: bigint): string {
  return word === 0xffff_ffff_ffff_ffffn ? 'ULONG_MAX' : `0x${word.toString(16)}${word > 0x7fff_ffffn ? 'ul' : ''}`;
}

function entry(word: bigint): string {
  if (word === 0n) return 'NULL';
  if (word === ZERO_ENTRY_WORD) return 'XA_ZERO_ENTRY';
  return `xa_mk_value(${(word >> 1n).toString()}${word >> 1n > 0x7fff_ffffn ? 'ul' : ''})`;
}

// A comment is one line, and cannot be ended or continued by what stands in it.
function plain(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\\$/, '')
    .replaceAll('*/', '* /')
    .trim();
}

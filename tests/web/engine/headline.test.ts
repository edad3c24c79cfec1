// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a headline says of a step, held against the trees before and after it, in every step of the examples and of the
// scenarios of the tests.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Scene } from '../../../web/model/run';
import type { Vma } from '../../../web/model/vma';
import { stepsOf } from '../../../web/scenario/check/step-count';
import { parse } from '../../../web/scenario/language/parser';
import { runText, sceneAt } from './runs';

/** Longer runs are left out. */
const STEPS_MOST = 130;

const project = fileURLToPath(new URL('../../..', import.meta.url));
const TEXTS = ['web/app/examples', 'tests/scenarios'].flatMap((folder) =>
  readdirSync(project + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.maple'))
    .map((name) => readFileSync(`${project}${folder}/${name}`, 'utf8'))
    .filter((text) => (stepsOf(parse(text).program.statements) ?? 0) <= STEPS_MOST),
);

interface Told {
  readonly headline: string;
  readonly leaves: { readonly before: number; readonly after: number };
  readonly height: { readonly before: number; readonly after: number };
  readonly goneLeaves: number;
  readonly error: string | null;
  /** Of an address space, by number; null of a plain tree. */
  readonly vmas: ReadonlyMap<number, Vma> | null;
  readonly vmasBefore: ReadonlyMap<number, Vma>;
}

function told(before: Scene | null, now: Scene): Told | null {
  const name = now.record?.tree ?? null;
  const at = (scene: Scene | null) =>
    scene?.trees.find(({ picture }) => picture.name === name && picture.form === 'node')?.picture ?? null;
  const leaves = (scene: Scene | null): number => at(scene)?.nodes.filter(({ kind }) => kind === 'leaf').length ?? 0;
  const [was, is] = [at(before), at(now)];
  const vmas = (scene: Scene | null): ReadonlyMap<number, Vma> | null => {
    const all = scene?.trees.find(({ picture }) => picture.name === name)?.vmas ?? null;
    return all === null ? null : new Map(all.map((vma) => [vma.number, vma]));
  };
  if (now.headline === '' || now.trees.some(({ partial }) => partial !== undefined)) return null;
  return {
    headline: now.headline,
    leaves: { before: leaves(before), after: leaves(now) },
    height: { before: was?.height ?? 0, after: is?.height ?? 0 },
    goneLeaves:
      now.trees.find(({ picture }) => picture.name === name)?.changes.gone.filter(({ kind }) => kind === 'leaf')
        .length ?? 0,
    error: now.record?.error ?? null,
    vmas: vmas(now),
    vmasBefore: vmas(before) ?? new Map<number, Vma>(),
  };
}

type Holds = (step: Told) => boolean;
const CALL = '^The (?:mmap|munmap|mprotect|mremap|mlockall|brk|madvise|access) (?!failed).*';

// "VMAs 3, 5 and 6"
const listed = (list: string): number[] => (list.match(/\d+/g) ?? []).map(Number);

/** What a headline says of whole VMAs, by their numbers. */
function said(headline: string, verb: string): number[] {
  const found = new RegExp(`${verb}(?: (?:one|the middle) part and)? (?:part )?(VMAs? [\\d, and]*\\d)`).exec(
    headline,
  )?.[1];
  return found === undefined ? [] : listed(found);
}

// VMAs after the call less those before it, as its words add up.
function sum(headline: string): number {
  const [, cut = ''] = /split VMA \d+ in (\w+)/.exec(headline) ?? [];
  const pieces = { '': 0, two: 1, three: 2, four: 3 }[cut] ?? Number(cut) - 1;
  const parts = / unmapped (?:one|the middle) part/.test(headline) ? 1 : 0;
  const all = (verb: string): number => said(headline, verb).length;
  const merged = /merged (VMAs? [\d, and]+) into/.exec(headline)?.[1] ?? '';
  return pieces - parts + all('created') - all('unmapped') - listed(merged).length;
}

/** What is so of every call that is not told in numbers of many VMAs. */
const CALLS: readonly (readonly [words: RegExp, holds: Holds])[] = [
  [
    new RegExp(`${CALL}changed no VMA`),
    ({ vmas, vmasBefore }) => JSON.stringify([...(vmas ?? [])], bigints) === JSON.stringify([...vmasBefore], bigints),
  ],
  [
    new RegExp(`${CALL}split VMA \\d+ in`),
    ({ headline, vmas, vmasBefore }) =>
      listed(/split (VMA \d+)/.exec(headline)![1]!).every((number) => vmasBefore.has(number)) &&
      vmas!.size - vmasBefore.size === sum(headline),
  ],
  [
    new RegExp(`${CALL}(created|unmapped|merged) `),
    ({ headline, vmas, vmasBefore }) =>
      / \d+ VMAs|split VMAs/.test(headline) || vmas === null || vmas.size - vmasBefore.size === sum(headline),
  ],
  [
    new RegExp(`${CALL}created VMA`),
    ({ headline, vmas, vmasBefore }) =>
      said(headline, 'created').every((number) => !vmasBefore.has(number) && vmas!.has(number)),
  ],
  [
    new RegExp(`${CALL}unmapped VMA`),
    ({ headline, vmas, vmasBefore }) =>
      said(headline, 'unmapped').every((number) => vmasBefore.has(number) && !vmas!.has(number)),
  ],
  [
    new RegExp(`${CALL}merged VMA`),
    ({ headline, vmas }) => {
      const [, gone = '', heir = ''] = /merged (VMAs? [\d, and]+) into VMA (\d+)/.exec(headline) ?? [];
      return listed(gone).every((number) => !vmas!.has(number)) && vmas!.has(Number(heir));
    },
  ],
  [
    new RegExp(`${CALL}extended VMA`),
    ({ headline, vmas, vmasBefore }) =>
      said(headline, 'extended').every((number) => {
        const [is, was] = [vmas!.get(number), vmasBefore.get(number)];
        return is !== undefined && (was === undefined || is.first < was.first || is.last > was.last);
      }),
  ],
  [
    new RegExp(`${CALL}changed the permissions of`),
    ({ vmas, vmasBefore }) => {
      const at = (all: Iterable<Vma>, address: bigint) =>
        [...all].find(({ first, last }) => first <= address && address <= last)?.perms;
      return [...vmas!.values()].some(({ first, perms }) => at(vmasBefore.values(), first) !== perms);
    },
  ],
  [/^The .* failed with E[A-Z]+(;|\.$)/, ({ headline, error }) => headline.includes(` ${error}`)],
  [/^The access (.* and )?(made|changed) [\d,]+ pages? /, ({ error }) => error === null],
  [
    /changed the flags of|freed [\d,]+ pages?|^A limit of the process was set|^The exit freed/,
    ({ error }) => error === null,
  ],
];

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** By the words of a headline: what must be so. */
const HOLDS: readonly (readonly [words: RegExp, holds: (step: Told) => boolean])[] = [
  [/wrote the root pointer alone/, ({ leaves, height }) => leaves.after === 0 && height.after === 0],
  [/made the first leaf/, ({ leaves }) => leaves.before === 0 && leaves.after === 1],
  [
    /added slots at the end of its leaf|changed slots of its leaf in place|rewrote its leaf in place/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 0,
  ],
  [/replaced its leaf with a new one/, ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 1],
  [/split its leaf in two/, ({ leaves, goneLeaves }) => leaves.after === leaves.before + 1 && goneLeaves === 1],
  [
    /moved slots of its leaf to the (left|right) sibling/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 2,
  ],
  [/joined two leaves/, ({ leaves, goneLeaves }) => leaves.after === leaves.before - 1 && goneLeaves === 2],
  [
    /redistributed the slots of two leaves/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 2,
  ],
  [/and the tree grew/, ({ height }) => height.after > height.before],
  [/and the tree shrank/, ({ height }) => height.after < height.before],
  [
    new RegExp(
      '^(?!.*(grew|shrank))The (store|insert|mapping|preallocated store|erase|allocation) ' +
        '.*(split|joined|moved slots|shared)',
    ),
    ({ height }) => height.after === height.before,
  ],
  [/failed/, ({ error }) => error !== null],
  [/out of memory/, ({ error }) => error === 'ENOMEM'],
  [/^The fork failed at VMA \d+/, ({ error }) => error !== null],
  [
    /^The fork made [\d,]+ VMAs? for the child/,
    ({ headline, error, vmas }) => error === null && vmas?.size === Number(headline.replace(/\D/g, '')),
  ],
  [/^The copy failed/, ({ error }) => error !== null],
  [/^The entry was found|^Nothing is stored there/, ({ error }) => error === null],
  ...CALLS,
];

test('every headline says what the trees show', async () => {
  const seen = new Set<RegExp>();
  const wrong: string[] = [];
  for (const text of TEXTS) {
    const session = await runText(text).catch(() => null);
    // A text with mistakes has no steps.
    if (session === null) continue;
    let before: Scene | null = null;
    for (let step = 1; step <= session.steps(); step++) {
      const now: Scene = decodeScene(session.scene(step), before);
      const one = told(before, now);
      before = now;
      if (one === null) continue;
      const about = HOLDS.filter(([words]) => words.test(one.headline));
      if (about.length === 0) wrong.push(`nobody looks at “${one.headline}”`);
      for (const [words, holds] of about) {
        seen.add(words);
        if (!holds(one)) wrong.push(`${text.split('\n', 1)[0]}, step ${step}: ${JSON.stringify(one)}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(HOLDS.filter(([words]) => !seen.has(words)).map(([words]) => words.source)).toEqual([]);
}, 180_000);

test('a refusal is reported with the call that met it, and a leaf of 15 slots is not called full', async () => {
  const begins = 'tree t alloc\nrepeat 15 as i { store 2 * i = i }';
  const headline = async (call: string): Promise<string> => {
    const session = await runText(`${begins}\nfail request 1 times 2\n${call}`);
    return sceneAt(session, session.steps()).headline;
  };
  // What was preallocated is stored without a request: what fails for want of memory is the preallocation.
  expect(await headline('prealloc 100 = 1')).toBe('The preallocation failed: out of memory (injected).');
  expect(await headline('alloc 8 within 100..200 = 1')).toBe('The allocation failed: out of memory (injected).');
  expect(await headline('cyclic within 100..200 = 1')).toBe('The allocation failed: out of memory (injected).');
  expect(await headline('store 100 = 1')).toBe('The store failed: out of memory (injected).');
  // The fourteenth entry goes into a leaf that uses 15 of its 16 slots (step 14 of the stores of `begins`).
  const pushed = sceneAt(await runText(begins), 14);
  expect(pushed.why).toContain('uses 15 of 16 slots');
  expect(pushed.headline).toBe('The store moved slots of its leaf to the left sibling.');
});

test('a call on an address space leads with its outcome, in the numbers of its VMAs', async () => {
  const space = 'mm p\nmap 0x10000..0x1ffff rw\nmap 0x30000..0x4ffff r';
  const headline = async (call: string): Promise<string> => {
    const session = await runText(`${space}\n${call}`);
    return sceneAt(session, session.steps()).headline;
  };
  const HEADLINES = {
    'map 0x60000..0x6ffff rw': 'The mmap created VMA 3.',
    'map 0x20000..0x2ffff rw': 'The mmap extended VMA 1.',
    'map 0x50000..0x5ffff r\nmap 0x20000..0x2ffff r': 'The mmap extended VMA 2.',
    'map 0x18000..0x33fff rx': 'The mmap split VMAs 1 and 2, unmapped a part of each and created VMA 5.',
    'map 0x38000..0x3ffff rw': 'The mmap split VMA 2 in three, unmapped the middle part and created VMA 5.',
    'unmap 0x10000..0x1ffff': 'The munmap unmapped VMA 1.',
    'unmap 0x18000..0x1ffff': 'The munmap split VMA 1 in two and unmapped one part.',
    'unmap 0x38000..0x3ffff': 'The munmap split VMA 2 in three and unmapped the middle part.',
    'unmap 0x60000..0x6ffff': 'The munmap changed no VMA.',
    'protect 0x38000..0x3ffff rw': 'The mprotect split VMA 2 in three and changed the permissions of the middle part.',
    'protect 0x10000..0x1ffff r': 'The mprotect changed the permissions of VMA 1.',
    'protect 0x38000..0x3ffff rw\nprotect 0x38000..0x3ffff r': 'The mprotect merged VMAs 2 and 4 into VMA 3.',
    'protect 0x18000..0x2ffff r': 'The mprotect failed with ENOMEM; changes up to 0x1ffff stay.',
    'brk at 0x60000': 'The brk changed no VMA.',
    'brk at 0x60000\nbrk +16K': 'The brk created VMA 3.',
    'brk at 0x60000\nbrk +16K\nbrk +4K': 'The brk extended VMA 3.',
    'brk at 0x60000\nbrk +16K\nbrk -4K': 'The brk split VMA 3 in two and unmapped one part.',
    'touch 0x10000..0x12fff': 'The access made 3 pages present.',
    'touch 0x60000': 'The access failed with EFAULT.',
    'advise 0x10000..0x1ffff dontfork': 'The madvise changed the flags of VMA 1.',
    'touch 0x10000..0x12fff\nadvise 0x10000..0x11fff dontneed': 'The madvise freed 2 pages.',
    'remap 0x10000..0x1ffff to 0x80000': 'The mremap unmapped VMA 1 and created VMA 3.',
    'lockall current': 'The mlockall changed the flags of VMAs 1 and 2.',
    'limit vmas 5': 'A limit of the process was set.',
    'exit p': 'The exit freed 2 VMAs.',
  };
  const given: Record<string, string> = {};
  for (const call of Object.keys(HEADLINES)) given[call] = await headline(call);
  expect(given).toEqual(HEADLINES);
});
